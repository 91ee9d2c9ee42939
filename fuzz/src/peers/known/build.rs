//! References that are built.

use super::Known;

/// The answers for components.
#[derive(Debug)]
pub struct Answers<'t> {
    /// The reference; `None` if the components make none.
    pub right: Option<&'t str>,
    /// What the library answers; `None` if it refuses.
    pub theirs: Option<&'t str>,
}

/// The known differences.
pub const BUILD: &[Known<for<'t> fn(&Answers<'t>) -> bool>] = &[];
