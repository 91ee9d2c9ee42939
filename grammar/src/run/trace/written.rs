//! An expression in pest's notation, shortened, for people to read.

use std::fmt::{self, Write};

use crate::message::shown;
use crate::pest::rules::OptimizedExpr as Expr;

/// How many characters of an expression are written.
const LONGEST: usize = 100;

/// How tightly an operator binds. An operand that binds less is put in brackets.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Binding {
    Choice,
    Sequence,
    Prefix,
    Postfix,
}

/// What remains to be written.
enum Piece<'e> {
    Expr(&'e Expr, Binding),
    Sign(&'static str),
}

/// Writes an expression, or its beginning and `…`. Does not recurse, and stops where it is long enough.
pub(super) fn write(f: &mut fmt::Formatter<'_>, expr: &Expr) -> fmt::Result {
    let mut out = Limited { f, left: LONGEST };
    let written = pieces(&mut out, expr);
    if out.left == 0 && written.is_err() { f.write_char('…') } else { written }
}

/// Fails where the limit is reached.
struct Limited<'f, 'o> {
    f: &'f mut fmt::Formatter<'o>,
    left: usize,
}

impl Write for Limited<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|c| self.write_char(c))
    }

    fn write_char(&mut self, c: char) -> fmt::Result {
        self.left = self.left.checked_sub(1).ok_or(fmt::Error)?;
        self.f.write_char(c)
    }
}

fn pieces(out: &mut impl Write, expr: &Expr) -> fmt::Result {
    let mut open = vec![Piece::Expr(expr, Binding::Choice)];
    while let Some(piece) = open.pop() {
        let (expr, around) = match piece {
            Piece::Expr(expr, around) => (expr, around),
            Piece::Sign(sign) => {
                out.write_str(sign)?;
                continue;
            }
        };
        if binding(expr) < around {
            out.write_char('(')?;
            open.push(Piece::Sign(")"));
        }
        match expr {
            Expr::Str(text) => quoted(out, '"', text)?,
            Expr::Insens(text) => {
                out.write_char('^')?;
                quoted(out, '"', text)?;
            }
            Expr::Range(first, last) => {
                quoted(out, '\'', first.encode_utf8(&mut [0; 4]))?;
                out.write_str("..")?;
                quoted(out, '\'', last.encode_utf8(&mut [0; 4]))?;
            }
            Expr::Ident(name) => out.write_str(&shown(name))?,
            Expr::PeekSlice(start, end) => {
                let end = end.map_or(String::new(), |end| end.to_string());
                write!(out, "PEEK[{start}..{end}]")?;
            }
            Expr::Skip(stops) => {
                out.write_str("(!(")?;
                for (index, stop) in stops.iter().enumerate() {
                    out.write_str(if index > 0 { " | " } else { "" })?;
                    quoted(out, '"', stop)?;
                }
                out.write_str(") ~ ANY)*")?;
            }
            Expr::Choice(left, right) => open.extend([
                Piece::Expr(right, Binding::Choice),
                Piece::Sign(" | "),
                Piece::Expr(left, Binding::Sequence),
            ]),
            Expr::Seq(left, right) => open.extend([
                Piece::Expr(right, Binding::Sequence),
                Piece::Sign(" ~ "),
                Piece::Expr(left, Binding::Prefix),
            ]),
            Expr::PosPred(inner) => {
                out.write_char('&')?;
                open.push(Piece::Expr(inner, Binding::Prefix));
            }
            Expr::NegPred(inner) => {
                out.write_char('!')?;
                open.push(Piece::Expr(inner, Binding::Prefix));
            }
            Expr::Opt(inner) => open.extend([Piece::Sign("?"), Piece::Expr(inner, Binding::Postfix)]),
            Expr::Rep(inner) => open.extend([Piece::Sign("*"), Piece::Expr(inner, Binding::Postfix)]),
            Expr::Push(inner) => {
                out.write_str("PUSH(")?;
                open.extend([Piece::Sign(")"), Piece::Expr(inner, Binding::Choice)]);
            }
            Expr::RestoreOnErr(inner) => open.push(Piece::Expr(inner, Binding::Choice)),
        }
    }
    Ok(())
}

fn binding(mut expr: &Expr) -> Binding {
    loop {
        return match expr {
            Expr::Choice(..) => Binding::Choice,
            Expr::Seq(..) => Binding::Sequence,
            Expr::PosPred(_) | Expr::NegPred(_) => Binding::Prefix,
            // It writes nothing of its own.
            Expr::RestoreOnErr(inner) => {
                expr = inner;
                continue;
            }
            _ => Binding::Postfix,
        };
    }
}

/// Writes a string or a character as a grammar spells it.
fn quoted(out: &mut impl Write, mark: char, text: &str) -> fmt::Result {
    out.write_char(mark)?;
    for c in text.chars() {
        if c != mark && matches!(c, '"' | '\'') {
            out.write_char(c)?;
        } else {
            write!(out, "{}", c.escape_debug())?;
        }
    }
    out.write_char(mark)
}
