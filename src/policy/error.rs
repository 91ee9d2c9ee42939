//! The error for invalid entries of a policy.

use alloc::format;
use alloc::string::String;
use core::error::Error;
use core::fmt;

/// An invalid entry of a list of a [`Policy`](super::Policy).
///
/// ```
/// use urigram::policy::{Policy, PolicyError};
///
/// let error = Policy::link().allow_host("*.example.com").unwrap_err();
/// assert_eq!(error, PolicyError::HostPattern("*.example.com".into()));
/// assert_eq!(
///     error.to_string(),
///     "`*.example.com` is a pattern; for every name below `example.com`, write `.example.com`",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PolicyError {
    /// A host is a pattern with wildcards. Patterns are not supported, because a `*` often matches more than intended.
    HostPattern(String),
    /// A host is neither a name nor an address.
    Host(String),
    /// A URI is of no site, because its scheme is not `http`, `https`, `ws`, `wss` or `ftp`, or because it has no host.
    /// Its password is [hidden](crate::generic::UriReference::redacted).
    Site(String),
    /// A network is neither an address with a prefix length nor an address alone.
    Network(String),
    /// A network has host bits set, so it is ambiguous.
    NetworkBits {
        /// The entry.
        written: String,
        /// The network around the address.
        network: String,
    },
    /// A scheme is not valid (section 3.1).
    Scheme(String),
    /// Ports are neither a number nor two numbers separated by a hyphen.
    Ports(String),
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HostPattern(entry) => write!(f, "`{entry}` is a pattern; {}", instead_of_pattern(entry)),
            Self::Host(entry) if entry.contains(',') => write!(
                f,
                "`{entry}` is a list, not a host; write each host alone, such as `{}`",
                entry.split(',').map(str::trim).find(|host| !host.is_empty()).unwrap_or("example.com")
            ),
            Self::Host(entry) => write!(
                f,
                "`{entry}` is not a host; write a name such as `example.com`, or an address, without scheme, port and path"
            ),
            Self::Site(entry) => {
                write!(
                    f,
                    "`{entry}` is not a URI of a site; write a scheme and a host, such as `https://example.com`"
                )
            }
            Self::Network(entry) => write!(
                f,
                "`{entry}` is not a network; write an address and the length of its prefix, such as `10.0.0.0/8`, or an address alone"
            ),
            Self::NetworkBits { written, network } => {
                write!(f, "`{written}` has host bits set; the network is written `{network}`")
            }
            Self::Scheme(entry) => write!(f, "`{entry}` is not a scheme; write its name without the `:`"),
            Self::Ports(entry) => {
                write!(f, "`{entry}` is neither a port nor a range of ports; write `8080` or `8000-8999`")
            }
        }
    }
}

impl Error for PolicyError {}

/// Returns the entry to write instead of a pattern: `.example.com` for `*.example.com`.
fn instead_of_pattern(pattern: &str) -> String {
    let is_of_name = |character: char| character.is_alphanumeric() || matches!(character, '-' | '_' | '.');
    match pattern.strip_prefix("*.").filter(|name| name.chars().all(is_of_name)) {
        Some(name) => format!("for every name below `{name}`, write `.{name}`"),
        None => "write each name, or `.example.com` for every name below `example.com`".into(),
    }
}
