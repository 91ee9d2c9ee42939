//! The check whether the rules of a scheme can be applied to a URI.

use super::rules_error::SchemeRulesError;
use super::{Normalizer, Rung, by_scheme};
use crate::grammar::Grammar;
use crate::reference::Parts;
use crate::reference::generic::Uri;

impl Normalizer<'_> {
    /// Checks whether the [rules](crate::scheme::SchemeRules) of its scheme can be applied to this URI. For tests of
    /// custom rules: where their results do not make a valid URI, a normalizer ignores them without an error,
    /// and normalizes by the syntax alone.
    ///
    /// # Errors
    ///
    /// If the results of the rules do not make a valid URI with the same components, or if they have dot
    /// segments.
    ///
    /// ```
    /// use std::borrow::Cow;
    ///
    /// use urigram::normalize::{Normalizer, Rung, SchemeRulesError};
    /// use urigram::scheme::{SchemeRules, Schemes};
    /// use urigram::{Rule, Uri};
    ///
    /// struct Spaced;
    ///
    /// impl SchemeRules for Spaced {
    ///     fn path<'p>(&self, path: &'p str, _query: Option<&str>) -> Cow<'p, str> {
    ///         path.replace('+', "?").into()
    ///     }
    /// }
    ///
    /// let schemes = Schemes::new().with("spaced", Spaced)?;
    /// let normalizer = Normalizer::new(Rung::Scheme).schemes(&schemes);
    /// assert_eq!(normalizer.check_rules(&Uri::parse("spaced:a")?), Ok(()));
    ///
    /// let uri = Uri::parse("spaced:a+b")?;
    /// assert_eq!(normalizer.check_rules(&uri), Err(SchemeRulesError::ReadAsAnother(Rule::path)));
    /// assert_eq!(normalizer.normalize(&uri), "spaced:a+b");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn check_rules<T: AsRef<str>, G: Grammar>(self, uri: &Uri<T, G>) -> Result<(), SchemeRulesError> {
        by_scheme::check::<G>(self, Parts::of(&self.rung(Rung::Path).normalize(uri)))
    }
}
