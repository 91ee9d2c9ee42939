//! The rules of the grammar and their names.

use core::fmt;
use core::str::FromStr;

pub use super::generated::rule::Rule;

/// The error for a name of no [`Rule`], [`Level`](crate::normalize::Level) or [`Code`](crate::validate::Code).
///
/// ```
/// use urigram::Rule;
///
/// let error = "URL".parse::<Rule>().unwrap_err();
/// assert_eq!(error.to_string(), "no rule has this name; they are those of RFC 3986, Appendix A");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NameError(pub(crate) &'static str);

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl core::error::Error for NameError {}

/// Returns the rule of this name, which may be spelled as in the RFC or as in `uri.pest`: `path-abempty` or `path_abempty`.
///
/// ```
/// use urigram::Rule;
///
/// assert_eq!("URI-reference".parse(), Ok(Rule::URI_reference));
/// ```
impl FromStr for Rule {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Self, NameError> {
        let same = |a: u8, b: u8| a == b || (a == b'_' && b == b'-');
        let is_named = |rule: &Self| {
            let own = rule.as_str();
            own.len() == name.len() && name.bytes().zip(own.bytes()).all(|(a, b)| same(a, b))
        };
        let rule = Self::ALL.iter().copied().find(is_named);
        rule.ok_or(NameError("no rule has this name; they are those of RFC 3986, Appendix A"))
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
