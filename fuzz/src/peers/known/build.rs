//! References that are built.

use super::entry::Known;
use crate::oracle::reading::Reading;

/// The answers for components.
#[derive(Debug)]
pub struct Answers<'t> {
    /// The reference; `None` if the components make none.
    pub right: Option<&'t str>,
    /// What the library answers; `None` if it refuses.
    pub theirs: Option<&'t str>,
}

impl super::entry::Differing for Answers<'_> {
    fn what(&self) -> String {
        super::entry::what(self.right.map(Reading::split), self.theirs.map(Reading::split))
    }
}

/// Whether answers differ in a known way.
pub type Is = for<'t> fn(&Answers<'t>) -> bool;

/// The known differences.
pub const BUILD: &[Known<Is>] = &[];
