//! A rule of the core PEG.

use crate::peg::expr::Expr;

/// A rule in one context. pest's rules inherit from their callers whether they skip white space
/// and make tokens, so one rule of the grammar may stand here several times.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The name in the grammar, `EOI`, or that of a property of Unicode.
    pub name: String,
    /// Whether it makes a token when called in the context it was translated for.
    pub capture: bool,
    /// What it matches.
    pub expr: Expr,
}
