//! The authority (section 3.2) and its parts.

use core::marker::PhantomData;
use core::ops::Range;

use super::host::Host;
use super::simple::{Port, Userinfo};
use crate::grammar::{AuthorityParts, Grammar, HostKind, ParseError, Rfc3986, Rule};

/// An authority (section 3.2): a host, with an optional userinfo before it and an optional port after it.
///
/// ```
/// use urigram::Authority;
///
/// let authority = Authority::parse("user@example.com:8042")?;
/// assert_eq!(authority.userinfo().unwrap().as_str(), "user");
/// assert_eq!(authority.host_str(), "example.com");
/// assert_eq!(authority.port().unwrap().to_u16(), Ok(8042));
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Authority<'a, G = Rfc3986> {
    text: &'a str,
    parts: AuthorityParts,
    grammar: PhantomData<fn() -> G>,
}

impl<'a> Authority<'a> {
    /// Parses an authority of RFC 3986, without the `//` before it.
    ///
    /// # Errors
    ///
    /// The place of the first character that is not valid there.
    pub fn parse(text: &'a str) -> Result<Self, ParseError> {
        Self::try_from(text)
    }
}

impl<'a, G: Grammar> TryFrom<&'a str> for Authority<'a, G> {
    type Error = ParseError;

    fn try_from(text: &'a str) -> Result<Self, ParseError> {
        let components = G::components(Rule::authority, text)?;
        Ok(Self::new(text, AuthorityParts::of(&components, 0)))
    }
}

impl<'a, G: Grammar> Authority<'a, G> {
    #[inline]
    pub(crate) const fn new(text: &'a str, parts: AuthorityParts) -> Self {
        Self { text, parts, grammar: PhantomData }
    }

    /// Returns where its parts lie.
    #[inline]
    pub(crate) const fn parts(&self) -> AuthorityParts {
        self.parts
    }

    fn slice(&self, range: Range<usize>) -> &'a str {
        self.text.get(range).expect("components lie in the text")
    }

    /// Returns the text.
    #[inline]
    pub const fn as_str(self) -> &'a str {
        self.text
    }

    /// Returns the userinfo, without its `@`.
    pub fn userinfo(&self) -> Option<Userinfo<'a, G>> {
        self.parts.userinfo().map(|range| Userinfo::new(self.slice(range)))
    }

    /// Returns the host, which every authority has; it may be empty.
    pub fn host(&self) -> Host<'a, G> {
        let kind = self.parts.host_kind().unwrap_or(HostKind::RegName);
        Host::new(self.host_str(), kind)
    }

    /// Returns the text of the host, with the brackets of an IP literal.
    pub fn host_str(&self) -> &'a str {
        self.slice(self.parts.host().expect("an authority has a host"))
    }

    /// Returns the port, without its `:`.
    pub fn port(&self) -> Option<Port<'a>> {
        self.parts.port(self.text.len()).map(|range| Port::new(self.slice(range)))
    }
}
