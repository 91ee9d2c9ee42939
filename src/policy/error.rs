//! Why an entry cannot become a part of a policy.

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
    #[error("`{0}` is a pattern; for every name below `example.com`, write `.example.com`")]
    HostPattern(String),
    /// A host is neither a name nor an address.
    #[error(
        "`{0}` is not a host; write a name such as `example.com`, or an address, without scheme, port and path"
    )]
    Host(String),
    /// A network is not an address with the length of a prefix.
    #[error("`{0}` is not a network; write an address and the length of its prefix, such as `10.0.0.0/8`")]
    Network(String),
    /// A network has bits behind its prefix, so it is not clear what is meant.
    #[error("`{0}` has bits behind its prefix; the network is written `{1}`")]
    NetworkBits(String, String),
    /// A scheme is not one by section 3.1.
    #[error("`{0}` is not a scheme; write its name without the `:`")]
    Scheme(String),
    /// Ports are neither a number nor two numbers with a hyphen between.
    #[error("`{0}` is neither a port nor a range of ports; write `8080` or `8000-8999`")]
    Ports(String),
}
