// Questionable parts of valid references (section 7).
//
// In: the text of a reference, and its components.
// Out: findings, each with a code, a range, and a message that is formatted lazily. `table` has the codes and all
// their texts, `review` collects the findings and has the facts about schemes, `addresses`, `scripts` and `punycode`
// have look-up tables and decoders for the checks, and each of the other files checks a component.
// Next: `policy`, which decides which findings refuse a reference. Findings are independent of the grammar, because
// all these references are valid.

//! [Findings](crate::generic::UriReference::findings): questionable parts of valid references (section 7).
//!
//! The grammar of RFC 3986 accepts `http://0x7f.1/` and `htp://example.com`. A finding helps to decide whether to trust such a
//! reference. It has a [`Code`] with a [`Severity`], the range in the text, a message for people, and help.
//!
//! ```
//! use urigram::Uri;
//! use urigram::validate::Code;
//!
//! let uri = Uri::parse("ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm")?;
//! let findings = uri.findings();
//! assert_eq!(findings[0].code(), Code::MisleadingUserinfo);
//! assert_eq!(
//!     findings[0].to_string(),
//!     "`cnn.example.com` in the userinfo looks like the host, but the host is `10.0.0.1`",
//! );
//! assert_eq!(findings[1].code(), Code::NotGlobalAddress);
//! assert_eq!(
//!     findings[1].to_string(),
//!     "10.0.0.1 is not a global unicast address: 10.0.0.0/8, Private-Use, RFC 1918",
//! );
//!
//! assert!(Uri::parse("http://example.com/")?.findings().is_empty());
//! # Ok::<(), urigram::ParseError>(())
//! ```
//!
//! Each code is reported at most once per component, at its first occurrence. Findings are based on syntax alone: a name may
//! resolve to any address.

mod addresses;
mod authority;
mod by_scheme;
mod code;
mod decoding;
mod finding;
mod hidden;
mod host;
mod labels;
mod path;
mod percent;
mod punycode;
mod review;
mod row;
mod scheme;
mod scripts;
mod table;
mod userinfo;

use alloc::vec::Vec;

use crate::grammar::{Components, Grammar};
use crate::reference::Text;
use crate::reference::generic::UriReference;

pub use finding::Finding;
pub use row::{Audience, Severity};
pub use table::Code;

pub(crate) use addresses::is_at as is_metadata;
pub(crate) use addresses::read_inet_aton;
pub(crate) use addresses::{is_special, v4_inside};
pub(crate) use decoding::{encoded_twice, first_character};
pub(crate) use finding::{Detail, NotAllowed, write_text};
pub(crate) use host::{looks_like_domain, looks_like_site, prefix as host_prefix};
pub(crate) use review::Review;
pub(crate) use scheme::well_known_scheme;
#[cfg(not(feature = "idna"))]
pub(crate) use scripts::write_mapped;
pub(crate) use scripts::{Mapped, looks_like, mapped};

/// Returns the findings of a text with these components. See
/// [`UriReference::findings`](crate::generic::UriReference::findings).
///
/// Also accepts the components of a text that a rule for a part of a reference matched:
///
/// ```
/// use urigram::Rule;
/// use urigram::validate::{Code, findings};
///
/// let text = "user@localhost:0";
/// let codes = findings(text, &Rule::authority.parse(text)?).into_iter().map(|finding| finding.code());
/// assert!(codes.eq([Code::LocalName, Code::PortZero]));
/// # Ok::<(), urigram::ParseError>(())
/// ```
///
/// # Panics
///
/// If the components belong to another text, and their offsets are out of bounds.
pub fn findings<'a>(text: &'a str, components: &Components) -> Vec<Finding<'a>> {
    reviewed(text, components).into_findings()
}

/// Returns the review of a text with these components. A policy adds its own findings to it.
#[inline]
pub(crate) fn reviewed<'a, 'c>(text: &'a str, components: &'c Components) -> Review<'a, 'c> {
    let mut review = Review::new(text, components);
    scheme::check(&mut review);
    authority::check(&mut review);
    host::check(&mut review);
    host::check_relative(&mut review);
    hidden::check(&mut review);
    path::check(&mut review);
    percent::check(&mut review);
    by_scheme::check(&mut review);
    review
}

impl<T: Text, G: Grammar> UriReference<T, G> {
    /// Returns the findings about questionable parts of the reference (section 7), ordered by offset. Most
    /// references have no findings. See [`validate`](crate::validate).
    ///
    /// Linear in the length. Does not allocate if there are no findings, unless a userinfo has percent-encoded octets or
    /// characters beyond ASCII.
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// let reference = UriReference::parse("http://user:secret@example.com:80/")?;
    /// let codes: Vec<_> = reference.findings().iter().map(|finding| finding.code().as_str()).collect();
    /// assert_eq!(codes, ["userinfo-not-allowed", "password-in-userinfo", "default-port"]);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn findings<'i, 'o>(&'i self) -> Vec<Finding<'o>>
    where
        T::Part<'i>: 'o,
    {
        findings(self.as_str::<'i, 'o>(), self.components())
    }
}
