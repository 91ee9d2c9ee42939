// URI Templates (RFC 6570).
//
// In: a template, and values of its variables; or a template and a URI reference.
// Out: a URI reference, or the values that give it. `parse` makes parts of the captures of the grammar, `expand` joins them with
// values by the table in `operator`, and `matching` is the inverse.
// Next: `error`, which wraps the errors of this module.

//! URI Templates of all four levels (RFC 6570): expansion, and its inverse.
//!
//! ```
//! use urigram::template::{Template, Values};
//!
//! let template = Template::parse("https://api.example.com/repos{/owner,repo}/issues{?labels,page}")?;
//! let values = Values::new()
//!     .with("owner", "urigram")
//!     .with("repo", "urigram")
//!     .with("labels", ["bug", "good first issue"]);
//! assert_eq!(
//!     template.expand(&values)?,
//!     "https://api.example.com/repos/urigram/urigram/issues?labels=bug,good%20first%20issue"
//! );
//! # Ok::<(), urigram::Error>(())
//! ```
//!
//! | expression | operator | example |
//! |---|---|---|
//! | `{var}` | simple string expansion (section 3.2.2) | `a%2Fb` |
//! | `{+var}` | reserved expansion (section 3.2.3) | `a/b` |
//! | `{#var}` | fragment expansion (section 3.2.4) | `#a/b` |
//! | `{.var}` | label expansion (section 3.2.5) | `.com` |
//! | `{/var}` | path segments (section 3.2.6) | `/a%2Fb` |
//! | `{;var}` | path-style parameters (section 3.2.7) | `;var=a` |
//! | `{?var}` | form-style query (section 3.2.8) | `?var=a` |
//! | `{&var}` | continuation of a query (section 3.2.9) | `&var=a` |
//!
//! A variable may be followed by `:` and a number, for the first characters of its value, or by `*`, by which each member of a
//! list or map is written by itself (section 2.4). Section numbers in this module are those of RFC 6570. Its grammar is
//! `template.pest`, with erratum 6937: a literal may contain `'`.
//!
//! # Whether an expansion is a URI reference
//!
//! An expansion has only characters of URIs, but not always where they are allowed: `http://h:{port}` may give `http://h:x`, which
//! is invalid. The expansion is a valid [`UriReference`](crate::UriReference) for all values if
//!
//! 1. no operator is `+` or `#`, which keep reserved characters of values;
//! 2. without its expressions, the template gives a valid URI reference; and
//! 3. the text before the first expression is beyond the place where a `:`, `@` or `[` has a special meaning: it has a `?` or `#`;
//!    or a `/` after an authority; or without an authority, a path that is longer than `/`, and has a `/` or a scheme before it.
//!    Otherwise, no later literal has a `:`, `@` or `[`, and if this text has an authority, neither a `:` nor a `[` is in that.
//!
//! If this text has a scheme, too, the expansion is a URI. One operator may be `#` if the template has no other `#`, and the values
//! of this expression have no `#`, `[` or `]`. In all other cases, parse the expansion: it may be valid for some values only.
//!
//! ```
//! use urigram::UriReference;
//! use urigram::template::{Template, Values};
//!
//! let values = Values::new().with("x", ":@[/?#]%");
//! let text = Template::parse("http://{x}/~{x}{/x,x}{?x}")?.expand(&values)?;
//! assert!(UriReference::parse(&text).is_ok());
//!
//! let text = Template::parse("http://example.com:{x}/")?.expand(&values)?;
//! assert!(UriReference::parse(&text).is_err());
//! # Ok::<(), urigram::Error>(())
//! ```

mod error;
mod expand;
mod matching;
mod operator;
mod parse;
#[cfg(feature = "serde")]
mod serde;
mod triplets;
mod value;

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

#[cfg(feature = "serde")]
pub use error::ValuesError;
pub use error::{ExpandError, TemplateError, TemplateFault};
pub use matching::Match;
pub use value::{Value, Values};

use parse::Variable;

/// A URI Template: literals, and expressions with variables.
///
/// `==`, `Hash` and `Ord` compare the text.
///
/// ```
/// use urigram::template::{Template, Values};
///
/// let template: Template = "/files{/path*}{?rev}".parse()?;
/// assert!(template.variables().eq(["path", "rev"]));
/// assert_eq!(template.expand(&Values::new().with("path", ["src", "lib.rs"]))?, "/files/src/lib.rs");
/// # Ok::<(), urigram::Error>(())
/// ```
#[derive(Clone)]
pub struct Template {
    text: String,
    variables: Vec<Variable>,
    /// The literals, encoded, with the names and delimiters of variables between them.
    written: String,
}

impl Template {
    /// Parses a template (section 2). Linear in its length.
    ///
    /// ```
    /// use urigram::template::Template;
    ///
    /// assert!(Template::parse("http://example.com/~{username}/").is_ok());
    ///
    /// let error = Template::parse("http://example.com/{!id}").unwrap_err();
    /// assert_eq!(error.to_string(), "the operator `!` at byte 20 is reserved, in the expression at byte 19");
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not a template, has an operator that is reserved for extensions, or is longer than 1431655765 bytes.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        Self::try_from(text.to_owned())
    }

    /// Returns the text of the template.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the names of the variables, in order, each once.
    ///
    /// ```
    /// use urigram::template::Template;
    ///
    /// let template = Template::parse("/{lang}/{page:10}{?lang,q*}")?;
    /// assert!(template.variables().eq(["lang", "page", "q"]));
    /// # Ok::<(), urigram::Error>(())
    /// ```
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        let mut seen = BTreeSet::new();
        let names = self.variables.iter().map(|variable| variable.name.of(&self.text));
        names.filter(move |name| seen.insert(*name))
    }
}

impl FromStr for Template {
    type Err = TemplateError;

    fn from_str(text: &str) -> Result<Self, TemplateError> {
        Self::parse(text)
    }
}

impl TryFrom<&str> for Template {
    type Error = TemplateError;

    fn try_from(text: &str) -> Result<Self, TemplateError> {
        Self::parse(text)
    }
}

impl TryFrom<String> for Template {
    type Error = TemplateError;

    fn try_from(text: String) -> Result<Self, TemplateError> {
        let (variables, written) = parse::parse(&text)?;
        Ok(Self { text, variables, written })
    }
}

impl From<Template> for String {
    fn from(template: Template) -> Self {
        template.text
    }
}

impl AsRef<str> for Template {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

impl fmt::Debug for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Template").field(&self.text).finish()
    }
}

impl PartialEq for Template {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Template {}

impl PartialOrd for Template {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Template {
    fn cmp(&self, other: &Self) -> Ordering {
        self.text.cmp(&other.text)
    }
}

impl Hash for Template {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.text.hash(hasher);
    }
}
