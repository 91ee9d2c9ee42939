//! Rules as railroad diagrams.

use std::collections::HashSet;
use std::fmt::Display;

use railroad::{
    Choice, Comment, Diagram, Empty, LabeledBox, Link, Node, NonTerminal, Optional, Repeat, Sequence,
    SimpleEnd, SimpleStart, Stylesheet, Terminal, VerticalGrid,
};
use urigram_grammar::{WrittenExpr as Expr, WrittenRule};

use super::title::{CSS, Title};
use crate::output::visible;

type Boxed = Box<dyn Node>;

/// The diagrams of the rules, below each other in their order.
pub(super) fn of(rules: &[WrittenRule]) -> impl Display {
    let names = rules.iter().map(|rule| rule.name.as_str()).collect();
    let drawing = Drawing { names };
    let diagrams = rules.iter().flat_map(|rule| {
        let body: Vec<Boxed> = vec![Box::new(SimpleStart), drawing.expr(&rule.expr), Box::new(SimpleEnd)];
        [Box::new(Title(rule.name.clone())) as Boxed, Box::new(Sequence::new(body))]
    });
    let mut diagram = Diagram::new_with_stylesheet(VerticalGrid::new(diagrams.collect()), &Stylesheet::Light);
    diagram.add_css(CSS);
    diagram
}

struct Drawing<'r> {
    /// The rules that are drawn, to which links can lead.
    names: HashSet<&'r str>,
}

impl Drawing<'_> {
    /// Recursion: as deep as brackets nest in the text of the grammar, which reading it has bounded.
    fn expr(&self, expr: &Expr) -> Boxed {
        match expr {
            Expr::Str(text) => Box::new(Terminal::new(quoted('"', text))),
            Expr::Insens(text) => Box::new(Terminal::new(format!("^{}", quoted('"', text)))),
            Expr::Range(first, last) => Box::new(Terminal::new(format!(
                "{}..{}",
                quoted('\'', first.encode_utf8(&mut [0; 4])),
                quoted('\'', last.encode_utf8(&mut [0; 4]))
            ))),
            Expr::Ident(name) => self.call(name),
            Expr::PeekSlice(start, end) => {
                let end = end.map_or(String::new(), |end| end.to_string());
                Box::new(NonTerminal::new(format!("PEEK[{start}..{end}]")))
            }
            Expr::PosPred(inner) => self.labeled(inner, "followed by"),
            Expr::NegPred(inner) => self.labeled(inner, "not followed by"),
            Expr::Push(inner) => self.labeled(inner, "PUSH"),
            Expr::Seq(..) => Box::new(Sequence::new(self.each(parts(expr)))),
            Expr::Choice(..) => Box::new(Choice::new(self.each(alternatives(expr)))),
            Expr::Opt(inner) => Box::new(Optional::new(self.expr(inner))),
            Expr::Rep(inner) => Box::new(Optional::new(Repeat::new(self.expr(inner), Empty))),
            Expr::RepOnce(inner) => Box::new(Repeat::new(self.expr(inner), Empty)),
            Expr::RepExact(inner, count) => self.repeated(inner, 1, &format!("{count} times")),
            Expr::RepMin(inner, least) => self.repeated(inner, *least, &format!("at least {least} times")),
            Expr::RepMax(inner, most) => self.repeated(inner, 0, &format!("at most {most} times")),
            Expr::RepMinMax(inner, least, most) => {
                self.repeated(inner, *least, &format!("{least} to {most} times"))
            }
        }
    }

    fn each(&self, exprs: Vec<&Expr>) -> Vec<Boxed> {
        exprs.into_iter().map(|expr| self.expr(expr)).collect()
    }

    fn call(&self, name: &str) -> Boxed {
        let node = NonTerminal::new(name.to_owned());
        if self.names.contains(name) { Box::new(Link::new(node, format!("#{name}"))) } else { Box::new(node) }
    }

    fn labeled(&self, inner: &Expr, label: &str) -> Boxed {
        Box::new(LabeledBox::new(self.expr(inner), Comment::new(label.to_owned())))
    }

    fn repeated(&self, inner: &Expr, least: u32, how_often: &str) -> Boxed {
        let repeat = Repeat::new(self.expr(inner), Comment::new(how_often.to_owned()));
        if least == 0 { Box::new(Optional::new(repeat)) } else { Box::new(repeat) }
    }
}

/// The parts of a sequence.
fn parts(expr: &Expr) -> Vec<&Expr> {
    flat(expr, |expr| if let Expr::Seq(left, right) = expr { Some((left, right)) } else { None })
}

/// The alternatives of a choice.
fn alternatives(expr: &Expr) -> Vec<&Expr> {
    flat(expr, |expr| if let Expr::Choice(left, right) = expr { Some((left, right)) } else { None })
}

/// The operands of an operator between two, of which there may be thousands.
fn flat<'e>(expr: &'e Expr, split: impl Fn(&'e Expr) -> Option<(&'e Expr, &'e Expr)>) -> Vec<&'e Expr> {
    let (mut operands, mut open) = (Vec::new(), vec![expr]);
    while let Some(expr) = open.pop() {
        match split(expr) {
            Some((left, right)) => open.extend([right, left]),
            None => operands.push(expr),
        }
    }
    operands
}

/// As a grammar spells the text, and an SVG can hold it.
fn quoted(mark: char, text: &str) -> String {
    let mut quoted = String::from(mark);
    for c in text.chars() {
        if c == mark || c == '\\' || !visible::is_plain(c) {
            quoted.extend(c.escape_default());
        } else {
            quoted.push(c);
        }
    }
    quoted.push(mark);
    quoted
}
