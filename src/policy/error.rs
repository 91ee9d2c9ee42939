//! Why an entry cannot become a part of a policy.

use alloc::format;
use alloc::string::String;

/// An entry of a list that a [`Policy`](super::Policy) cannot have.
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
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// A host is a pattern with wildcards. There are no patterns, because a `*` matches more than one thinks.
    #[error("`{0}` is a pattern; {advice}", advice = instead_of_pattern(.0))]
    HostPattern(String),
    /// A host is neither a name nor an address.
    #[error(
        "`{0}` is not a host; write a name such as `example.com`, or an address, without scheme, port and path"
    )]
    Host(String),
    /// A network is neither an address with the length of a prefix nor an address alone.
    #[error(
        "`{0}` is not a network; write an address and the length of its prefix, such as `10.0.0.0/8`, or an address alone"
    )]
    Network(String),
    /// A network has host bits set, so it is not clear what is meant.
    #[error("`{written}` has host bits set; the network is written `{network}`")]
    NetworkBits {
        /// The entry.
        written: String,
        /// The network around the address.
        network: String,
    },
    /// A scheme is not one by section 3.1.
    #[error("`{0}` is not a scheme; write its name without the `:`")]
    Scheme(String),
    /// Ports are neither a number nor two numbers with a hyphen between.
    #[error("`{0}` is neither a port nor a range of ports; write `8080` or `8000-8999`")]
    Ports(String),
}

/// Returns what to write for a pattern: `.example.com` for `*.example.com`.
fn instead_of_pattern(pattern: &str) -> String {
    let is_of_name = |character: char| character.is_alphanumeric() || matches!(character, '-' | '_' | '.');
    match pattern.strip_prefix("*.").filter(|name| name.chars().all(is_of_name)) {
        Some(name) => format!("for every name below `{name}`, write `.{name}`"),
        None => "write each name, or `.example.com` for every name below `example.com`".into(),
    }
}
