//! The port to connect to (section 3.2.3).

use crate::component::PortError;
use crate::grammar::Grammar;
use crate::reference::generic::UriReference;
use crate::scheme::{SchemeRules, Schemes};

impl<T: AsRef<str>, G: Grammar> UriReference<T, G> {
    /// Returns the port or, if it is undefined or empty, the default port of the scheme (section 3.2.3) if the scheme is
    /// [built in](Schemes).
    ///
    /// Returns `None` if no default port is known, or if the port is greater than 65535, which the syntax
    /// allows.
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// let port = |text| UriReference::parse(text).unwrap().port_or_default();
    /// assert_eq!(port("https://example.com/"), Some(443));
    /// assert_eq!(port("https://example.com:/"), Some(443));
    /// assert_eq!(port("https://example.com:8042/"), Some(8042));
    /// assert_eq!(port("https://example.com:65536/"), None);
    /// assert_eq!(port("//example.com/"), None);
    /// ```
    pub fn port_or_default(&self) -> Option<u16> {
        self.port_or_default_by(&Schemes::new())
    }

    /// Like [`port_or_default`](Self::port_or_default), with the default ports of these schemes.
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::scheme::Schemes;
    ///
    /// assert_eq!(Uri::parse("https://example.com/")?.port_or_default_by(&Schemes::none()), None);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn port_or_default_by(&self, schemes: &Schemes) -> Option<u16> {
        let reference = self.borrowed();
        match reference.port().map(|port| port.to_u16()) {
            None | Some(Err(PortError::Empty)) => {
                schemes.get(reference.scheme()?.as_str()).and_then(SchemeRules::default_port)
            }
            Some(port) => port.ok(),
        }
    }
}
