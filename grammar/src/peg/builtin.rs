//! What the rules that pest brings along mean.

use crate::peg::expr::Expr;
use crate::pest::builtin;

/// The meaning of a builtin that neither emits a token nor touches the stack.
pub(crate) fn expr(name: &str) -> Option<Expr> {
    Some(match name {
        "SOI" => Expr::Start,
        "NEWLINE" => Expr::choice([Expr::string("\n"), Expr::string("\r\n"), Expr::string("\r")]),
        _ => Expr::chars(builtin::chars(name)?),
    })
}
