//! The address of a scheduler, `df://host:port`.

use std::fmt;

use urigram::UriReference;

use crate::ClusterError;

/// The scheme of a scheduler's address, the same as in Ballista's own clients.
const SCHEME: &str = "df";

/// A scheduler's host and port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    /// As in the URI: an IPv6 address is in brackets.
    host: String,
    port: u16,
}

impl Address {
    /// Returns the host and the port of `df://host:port`, or an error that says what is wrong with it.
    pub(crate) fn parse(given: &str) -> Result<Self, ClusterError> {
        let wrong = |why: String| ClusterError::Address { given: given.to_owned(), why };
        let uri = UriReference::parse(given).map_err(|error| wrong(error.to_string()))?;
        match uri.scheme() {
            Some(scheme) if scheme.as_str().eq_ignore_ascii_case(SCHEME) => {}
            Some(scheme) => return Err(wrong(format!("the scheme is `{}`", scheme.as_str()))),
            None => return Err(wrong("there is no scheme".to_owned())),
        }
        if uri.userinfo().is_some() {
            return Err(wrong("there is a user name, but Ballista has no users".to_owned()));
        }
        let host = match uri.host_str() {
            None | Some("") => return Err(wrong("there is no host".to_owned())),
            Some(host) => host.to_owned(),
        };
        if !matches!(uri.path().as_str(), "" | "/") || uri.query().is_some() || uri.fragment().is_some() {
            return Err(wrong("there is something after the port".to_owned()));
        }
        match uri.port().map(|port| port.to_u16()) {
            None => Err(wrong("there is no port".to_owned())),
            Some(Ok(0)) => Err(wrong("nothing listens on port 0".to_owned())),
            Some(Err(error)) => Err(wrong(error.to_string())),
            Some(Ok(port)) => Ok(Address { host, port }),
        }
    }

    /// Returns the address for the gRPC client: its scheme is `http` for HTTP/2 without TLS.
    pub(crate) fn endpoint(&self) -> String {
        format!("http://{}:{}", self.host, self.port)
    }

    /// Returns the address for a socket, which takes an IPv6 address without brackets.
    pub(crate) fn socket(&self) -> (&str, u16) {
        (self.host.trim_start_matches('[').trim_end_matches(']'), self.port)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SCHEME}://{}:{}", self.host, self.port)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::Address;

    #[rstest]
    #[case("df://localhost:50050", "http://localhost:50050", "localhost")]
    #[case("DF://10.0.0.1:1/", "http://10.0.0.1:1", "10.0.0.1")]
    #[case("df://[::1]:65535", "http://[::1]:65535", "::1")]
    fn host_and_port(#[case] given: &str, #[case] endpoint: &str, #[case] host: &str) {
        let address = Address::parse(given).unwrap();
        assert_eq!((address.endpoint().as_str(), address.socket().0), (endpoint, host));
    }

    #[rstest]
    #[case("localhost:50050", "the scheme is `localhost`")]
    #[case("//localhost:50050", "there is no scheme")]
    #[case("http://localhost:50050", "the scheme is `http`")]
    #[case("df:///", "there is no host")]
    #[case("df:localhost", "there is no host")]
    #[case("df://localhost", "there is no port")]
    #[case("df://localhost:", "the port is empty")]
    #[case("df://localhost:0", "nothing listens on port 0")]
    #[case("df://localhost:65536", "65535")]
    #[case("df://localhost:5o", "port")]
    #[case("df://local host:50050", "host")]
    #[case("df://me@localhost:50050", "there is a user name")]
    #[case("df://localhost:50050/db", "there is something after the port")]
    #[case("df://localhost:50050?a", "there is something after the port")]
    fn what_is_wrong(#[case] given: &str, #[case] why: &str) {
        let said = Address::parse(given).unwrap_err().to_string();
        assert!(said.contains(why), "{said}");
        assert!(said.contains("df://host:port"), "{said}");
    }
}
