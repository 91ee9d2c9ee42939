//! What is known of schemes (section 6.2.3): what their specifications say beyond the generic syntax.
//!
//! In: the name of a scheme, and the path or the query of a URI of that scheme.
//! Out: its default port and host, and the normal form of that path or query. `rules` is the trait that a
//! caller implements for a scheme of their own, `built_in` the table of those that are known here; a scheme
//! that needs more than a row has a file.
//! Next: `normalize`, and `convert` for the port of a socket address.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use core::fmt;

use crate::bytes::to_lower_case;
use crate::component::{IntoComponent, Scheme};
use crate::grammar::ParseError;

mod built_in;
mod items;
mod mailto;
mod rules;
mod sip;
mod tel;
mod urn;

pub use rules::SchemeRules;

/// The schemes of which something is known: those that are built in, and one's own.
///
/// Built in, each with no more than its specification licenses:
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
/// The ports of `ftps`, `git`, `mqtt` and `redis` are those that are registered for the service or the scheme; no
/// specification of the scheme has them. That of `postgres` is the one that PostgreSQL has if no other is
/// set, as by `PGPORT`.
///
/// An IPv6 address in the host is put in the form of RFC 5952 whatever the scheme, known or not; see
/// [`Normalizer::ipv6`](crate::Normalizer::ipv6). `mailto`, `sip`, `sips`, `tel` and `urn` have no authority,
/// and nothing is done where there is one, or where the path is not what the specification asks for. So the
/// header fields of a `mailto` without an address stay as they are, and a `sip` or `sips` whose user has a `?`,
/// after which all is the query (section 3.4).
///
/// What the syntax makes equal is equal in every scheme: in a `urn` too, an unreserved character that is
/// percent-encoded, where RFC 8141 would have it stay so. And a fragment is part of every URI (section 6.2.3), an
/// f-component of a `urn` included.
///
/// ```
/// use urigram::Schemes;
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
    /// Those that are built in.
    pub const fn new() -> Self {
        Self { own: BTreeMap::new(), built_in: true }
    }

    /// None.
    pub const fn none() -> Self {
        Self { own: BTreeMap::new(), built_in: false }
    }

    /// These and one more, which goes before one of the same name. The name is in whatever case.
    ///
    /// # Errors
    ///
    /// If the name is no scheme (section 3.1): no URI would ask for it.
    ///
    /// Rules that change only a part of what is built in take the rest from there:
    ///
    /// ```
    /// use urigram::{SchemeRules, Schemes};
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

    /// The names of those that are known, in lower case, each once: one's own, then those built in.
    ///
    /// ```
    /// assert!(urigram::Schemes::new().names().any(|name| name == "coap"));
    /// ```
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let built_in = built_in::names().filter(|&name| self.built_in && !self.own.contains_key(name));
        self.own.keys().map(String::as_str).chain(built_in)
    }

    /// What is known of this scheme. The name is in whatever case.
    pub fn get(&self, scheme: &str) -> Option<&dyn SchemeRules> {
        let scheme = to_lower_case(scheme);
        match self.own.get(scheme.as_ref()) {
            Some(rules) => Some(rules.as_ref()),
            None if self.built_in => built_in::get(&scheme),
            None => None,
        }
    }
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
