// Scheme-based rules (section 6.2.3): the rules in the specifications of schemes beyond the generic
// syntax.
//
// In: the name of a scheme, and the path or the query of a URI of that scheme.
// Out: the default port and host, and the normal form of the path or query. `rules` has the trait that a
// caller implements for another scheme, `built_in` the table of built-in schemes; a scheme that needs more
// than a row has its own file.
// Next: `normalize`, and `convert` for the port of a socket address.

//! The rules of schemes beyond the generic syntax (section 6.2.3).
//!
//! [`Schemes`] contains the built-in schemes; add others with their [`SchemeRules`].

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use core::fmt;

pub use crate::bytes::to_lower_case;
use crate::component::{IntoComponent, Scheme};
use crate::grammar::ParseError;

mod built_in;
mod mailto;
mod rules;
mod sip;
mod tel;
mod urn;

pub use rules::SchemeRules;

/// The schemes with known rules: the built-in schemes, and those that the caller adds.
///
/// The built-in rules do no more than the specification of each scheme permits:
///
/// | schemes | normalization |
/// |---|---|
/// | `http`, `https`, `ws`, `wss`, `coap`, `coaps`, `ftp`, `nfs`, `gopher`, `telnet`, `ldap`, `ldaps` | default port; an empty path is `/` |
/// | `ldap`, `ldaps` | no `?` at the end of a query |
/// | `ftps`, `ssh`, `sftp`, `git`, `redis`, `postgres`, `postgresql`, `mysql`, `mongodb`, `amqp`, `amqps`, `mqtt`, `rtsp`, `rtsps`, `nntp`, `news` | default port |
/// | `file` | `file:/a` and `file://localhost/a` are `file:///a` |
/// | `mailto` | the domain of each address and the names of header fields in lower case |
/// | `sip`, `sips` | the host and the parameters in lower case, parameters and header fields sorted; port 5060 is kept |
/// | `tel` | lower case, no visual separators, parameters sorted |
/// | `urn` | the namespace in lower case, and the name in the namespace `uuid`; no r- and q-components |
/// | `data` | none |
///
/// The ports of `ftps`, `git`, `mqtt` and `redis` are registered for the service or the scheme, but not
/// specified by it. The port of `postgres` is the default of PostgreSQL, which can be changed, for example
/// by `PGPORT`.
///
/// An IPv6 address in the host is converted to the form of RFC 5952 in URIs of every scheme, known or not, and in
/// relative references; see [`Normalizer::ipv6`](crate::normalize::Normalizer::ipv6). URIs of `mailto`, `sip`, `sips`,
/// `tel` and `urn` have no authority. If there is one, or if the path violates the specification, the rules change
/// nothing. So the header fields of a `mailto` without an address are unchanged, and so is a `sip` or `sips` URI whose
/// user part contains a `?`, where the query of the generic syntax begins (section 3.4).
///
/// URIs that are equivalent by the syntax are equivalent in every scheme: in a `urn` too, an unreserved
/// character is equivalent to its percent-encoded form, although RFC 8141 distinguishes them. A fragment is
/// part of every URI (section 6.2.3), including the f-component of a `urn`.
///
/// ```
/// use urigram::scheme::Schemes;
///
/// let schemes = Schemes::new();
/// assert_eq!(schemes.get("HTTP").and_then(|http| http.default_port()), Some(80));
/// assert_eq!(schemes.get("http").and_then(|http| http.specification()), Some("RFC 9110, sections 4.2.1 and 4.2.3"));
/// assert!(schemes.get("example").is_none());
/// ```
pub struct Schemes {
    own: BTreeMap<String, Box<dyn SchemeRules>>,
    built_in: bool,
}

impl Schemes {
    /// Returns the built-in schemes.
    pub const fn new() -> Self {
        Self { own: BTreeMap::new(), built_in: true }
    }

    /// Returns an empty set of schemes.
    pub const fn none() -> Self {
        Self { own: BTreeMap::new(), built_in: false }
    }

    /// Adds a scheme, or replaces the scheme with the same name, ignoring case.
    ///
    /// # Errors
    ///
    /// If the name is not a valid scheme (section 3.1).
    ///
    /// To change only some rules of a built-in scheme, call the built-in rules for the rest:
    ///
    /// ```
    /// use urigram::scheme::{SchemeRules, Schemes};
    ///
    /// /// `http` at another port.
    /// struct Http(Schemes);
    ///
    /// impl SchemeRules for Http {
    ///     fn default_port(&self) -> Option<u16> {
    ///         Some(8080)
    ///     }
    ///
    ///     fn empty_path_is_slash(&self) -> bool {
    ///         self.0.get("http").is_some_and(|http| http.empty_path_is_slash())
    ///     }
    /// }
    ///
    /// let schemes = Schemes::new().with("http", Http(Schemes::new()))?;
    /// assert!(schemes.get("http").unwrap().empty_path_is_slash());
    /// assert!(Schemes::new().with("http:", Http(Schemes::new())).is_err());
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn with<'s>(
        mut self,
        scheme: impl IntoComponent<'s, Scheme<'static>>,
        rules: impl SchemeRules + 'static,
    ) -> Result<Self, ParseError> {
        self.own.insert(scheme.into_text()?.to_ascii_lowercase(), Box::new(rules));
        Ok(self)
    }

    /// Returns the names of the known schemes, in lower case and without duplicates: first the added ones,
    /// then the built-in ones.
    ///
    /// ```
    /// assert!(urigram::scheme::Schemes::new().names().any(|name| name == "coap"));
    /// ```
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let built_in = built_in::names().filter(|&name| self.built_in && !self.own.contains_key(name));
        self.own.keys().map(String::as_str).chain(built_in)
    }

    /// Returns the rules of this scheme, ignoring case.
    pub fn get(&self, scheme: &str) -> Option<&dyn SchemeRules> {
        let scheme = to_lower_case(scheme);
        match self.own.get(scheme.as_ref()) {
            Some(rules) => Some(rules.as_ref()),
            None if self.built_in => built_in::get(&scheme),
            None => None,
        }
    }
}

/// Returns the first eight bytes of a scheme in lower case, as a number, which is faster to compare.
#[inline]
pub(crate) const fn key(scheme: &str) -> u64 {
    built_in::key(scheme.as_bytes())
}

/// Returns the rules of the built-in scheme with this name, ignoring case. `key` must be the [`key`] of the name.
/// Does not allocate.
#[inline]
pub(crate) fn of_key(key: u64, scheme: &str) -> Option<&'static dyn SchemeRules> {
    built_in::of_key(key, scheme)
}

/// Returns the lower-case name of the built-in scheme with this name, ignoring case.
pub(crate) fn built_in_name(scheme: &str) -> Option<&'static str> {
    built_in::names().find(|own| own.eq_ignore_ascii_case(scheme))
}

impl Default for Schemes {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Schemes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Schemes").field("own", &self.own.keys()).field("built_in", &self.built_in).finish()
    }
}
