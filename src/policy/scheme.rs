//! The schemes that a policy allows.

use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use super::error::PolicyError;
use super::list::List;
use crate::grammar::{Grammar, Rfc3986, Rule};

/// A scheme in lower case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Scheme(String);

impl Scheme {
    #[cfg(feature = "serde")]
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.0)
    }
}

impl FromStr for Scheme {
    type Err = PolicyError;

    fn from_str(text: &str) -> Result<Self, PolicyError> {
        match Rfc3986::components(Rule::scheme, text) {
            Ok(_) => Ok(Self(text.to_ascii_lowercase())),
            Err(_) => Err(PolicyError::Scheme(text.to_string())),
        }
    }
}

impl List<Scheme> {
    /// Returns whether the scheme, whose case is not significant, is in the list.
    pub(super) fn allow(&self, scheme: &str) -> bool {
        let order = |own: &Scheme| own.0.bytes().cmp(scheme.bytes().map(|byte| byte.to_ascii_lowercase()));
        self.entries().binary_search_by(order).is_ok()
    }
}
