//! Targets of references.

use super::Known;

/// The answers for a base and a reference.
#[derive(Debug)]
pub struct Answers<'t> {
    /// The base.
    pub base: &'t str,
    /// The reference.
    pub reference: &'t str,
    /// What is right.
    pub right: &'t str,
    /// What the library answers; `None` if it refuses.
    pub theirs: Option<&'t str>,
}

/// The known differences.
pub const RESOLVE: &[Known<for<'t> fn(&Answers<'t>) -> bool>] = &[];
