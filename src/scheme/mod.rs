// Scheme-based rules (section 6.2.3): what the specifications of schemes say beyond the generic syntax.
//
// In: the name of a scheme, and the path or the query of a URI of that scheme.
// Out: the default port and host, and the normal form of that path or query. `rules` is the trait that a
// caller implements for another scheme, `built_in` the table of the built-in ones; a scheme that needs more
// than a row has its own file.
// Next: `normalize`, and `convert` for the port of a socket address.

//! What is known of schemes (section 6.2.3): what their specifications say beyond the generic syntax.
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

/// The schemes whose rules are known: the built-in ones, and those that the caller adds.
///
/// The built-in rules do no more than the specification of each scheme permits:
///
/// | schemes | what is done |
/// |---|---|
/// | `http`, `https`, `ws`, `wss`, `coap`, `coaps`, `ftp`, `nfs`, `gopher`, `telnet`, `ldap`, `ldaps` | default port; an empty path is `/` |
/// | `ldap`, `ldaps` | no `?` at the end of a query, where only defaults follow |
/// | `ftps`, `ssh`, `sftp`, `git`, `redis`, `postgres`, `postgresql`, `mysql`, `mongodb`, `amqp`, `amqps`, `mqtt`, `rtsp`, `rtsps`, `nntp`, `news` | default port |
/// | `file` | `file:/a` and `file://localhost/a` are `file:///a` |
/// | `mailto` | the domain of each address and the names of header fields in lower case |
/// | `sip`, `sips` | the host and the parameters in lower case, parameters and header fields in order; port 5060 is not the same as none |
/// | `tel` | lower case, no visual separators, parameters in order |
/// | `urn` | the namespace in lower case, and the name in the namespace `uuid`; no r- and q-components |
/// | `data` | nothing |
///
/// The ports of `ftps`, `git`, `mqtt` and `redis` are those registered for the service or the scheme; no
/// specification of the scheme has them. The port of `postgres` is the default of PostgreSQL, unless another
/// is set, for example by `PGPORT`.
///
/// An IPv6 address in the host is converted to the form of RFC 5952 in every scheme, known or not, and without one; see
/// [`Normalizer::ipv6`](crate::normalize::Normalizer::ipv6). URIs of `mailto`, `sip`, `sips`, `tel` and `urn` have no
/// authority. If there is one, or if the path is not what the specification requires, the rules
/// change nothing. So the header fields of a `mailto` without an address are unchanged, as is a `sip` or `sips`
/// URI whose user part contains a `?`, after which the generic syntax reads everything as the query (section
/// 3.4).
///
/// What is equivalent by the syntax is equivalent in every scheme: in a `urn` too, an unreserved character is
/// equivalent to its percent-encoded form, which RFC 8141 keeps distinct. A fragment is part of every URI
/// (section 6.2.3), including the f-component of a `urn`.
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

    /// Adds a scheme, which replaces one of the same name. The case of the name is not significant.
    ///
    /// # Errors
    ///
    /// If the name is not a valid scheme (section 3.1): no URI has it.
    ///
    /// Rules that change only part of a built-in scheme take the rest from it:
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

    /// Returns the rules of this scheme. The case of the name is not significant.
    pub fn get(&self, scheme: &str) -> Option<&dyn SchemeRules> {
        let scheme = to_lower_case(scheme);
        match self.own.get(scheme.as_ref()) {
            Some(rules) => Some(rules.as_ref()),
            None if self.built_in => built_in::get(&scheme),
            None => None,
        }
    }
}

/// Returns the first eight bytes of a scheme in lower case, as a number, to compare it with others at once.
#[inline]
pub(crate) const fn key(scheme: &str) -> u64 {
    built_in::key(scheme.as_bytes())
}

/// Returns the rules of the built-in scheme with this name, in either case, and this [`key`]. Does not allocate.
#[inline]
pub(crate) fn of_key(key: u64, scheme: &str) -> Option<&'static dyn SchemeRules> {
    built_in::of_key(key, scheme)
}

/// Returns the name of the built-in scheme with this name, in either case.
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
