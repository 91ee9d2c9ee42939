//! The components of a reference as each of the two standards reads them.

use urigram::UriReference;
use url::Url;

/// The components that both standards have, by name.
pub(super) const COMPONENTS: [&str; 7] = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"];

/// The text of each of [`COMPONENTS`]; `None` if it is undefined.
pub(super) struct Reading([Option<String>; COMPONENTS.len()]);

impl Reading {
    pub(super) fn by_rfc(reference: &UriReference<&str>) -> Self {
        let owned = |text: &str| text.to_owned();
        Self([
            reference.scheme().map(|it| owned(it.as_str())),
            reference.userinfo().map(|it| owned(it.as_str())),
            reference.host_str().map(owned),
            reference.port().map(|it| owned(it.as_str())),
            Some(owned(reference.path().as_str())),
            reference.query().map(|it| owned(it.as_str())),
            reference.fragment().map(|it| owned(it.as_str())),
        ])
    }

    pub(super) fn by_whatwg(url: &Url) -> Self {
        let userinfo = match (url.username(), url.password()) {
            ("", None) => None,
            (name, None) => Some(name.to_owned()),
            (name, Some(password)) => Some(format!("{name}:{password}")),
        };
        Self([
            Some(url.scheme().to_owned()),
            userinfo,
            url.has_authority().then(|| url.host_str().unwrap_or_default().to_owned()),
            url.port().map(|port| port.to_string()),
            Some(url.path().to_owned()),
            url.query().map(str::to_owned),
            url.fragment().map(str::to_owned),
        ])
    }

    /// Returns the component of this name, of `authority` all of its parts; `None` for another name, too.
    pub(super) fn get(&self, component: &str) -> Option<String> {
        if component == "authority" {
            let [_, userinfo, host, port, ..] = &self.0;
            let userinfo = userinfo.as_ref().map_or(String::new(), |userinfo| format!("{userinfo}@"));
            let port = port.as_ref().map_or(String::new(), |port| format!(":{port}"));
            return host.as_ref().map(|host| format!("{userinfo}{host}{port}"));
        }
        let at = COMPONENTS.iter().position(|name| *name == component)?;
        self.0.get(at)?.clone()
    }
}
