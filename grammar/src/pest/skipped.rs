//! The rules that pest calls between expressions, where the rule around them is not atomic.

/// Their names, in the order in which pest tries them.
pub(crate) const SKIPPED: [&str; 2] = ["WHITESPACE", "COMMENT"];

/// Returns whether pest calls a rule of that name between expressions.
pub(crate) fn is_skipped(name: &str) -> bool {
    SKIPPED.contains(&name)
}
