//! The rules of the grammar and their names.

use core::fmt;

pub use super::generated::rule::Rule;

impl Rule {
    /// Returns the rule of this name, spelled as in the RFC or as in `uri.pest`: `path-abempty` or
    /// `path_abempty`.
    ///
    /// ```
    /// use urigram::Rule;
    ///
    /// assert_eq!(Rule::named("URI-reference"), Some(Rule::URI_reference));
    /// assert_eq!(Rule::named("URL"), None);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        let same = |a: u8, b: u8| a == b || (a == b'_' && b == b'-');
        Self::ALL.iter().copied().find(|rule| {
            let own = rule.name();
            own.len() == name.len() && name.bytes().zip(own.bytes()).all(|(a, b)| same(a, b))
        })
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
