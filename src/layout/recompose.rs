//! Component recomposition (section 5.3).

use alloc::string::String;

use crate::grammar::{Code, Lengths, defined, total};

/// The components to recompose, each without its delimiters. There is an authority if there is a host.
#[derive(Clone, Copy)]
pub(crate) struct Pieces<'a> {
    pub(crate) scheme: Option<&'a str>,
    pub(crate) userinfo: Option<&'a str>,
    pub(crate) host: Option<&'a str>,
    pub(crate) port: Option<&'a str>,
    pub(crate) path: &'a str,
    pub(crate) query: Option<&'a str>,
    pub(crate) fragment: Option<&'a str>,
}

impl Pieces<'_> {
    #[inline]
    fn defined(&self) -> u8 {
        let bits = |piece: Option<&str>, bits| if piece.is_some() { bits } else { 0 };
        bits(self.scheme, defined::SCHEME)
            | bits(self.host, defined::AUTHORITY | defined::HOST)
            | bits(self.userinfo, defined::USERINFO)
            | bits(self.port, defined::PORT)
            | bits(self.query, defined::QUERY)
            | bits(self.fragment, defined::FRAGMENT)
    }

    /// Returns their lengths, and the length of the recomposed text; `None` if it exceeds 32 bits.
    #[inline]
    pub(crate) fn lengths(&self, host_kind: Code) -> Option<(Lengths, u32)> {
        let len = |piece: Option<&str>| piece.map_or(0, str::len);
        let defined = self.defined();
        let [scheme, userinfo, host, port] = [self.scheme, self.userinfo, self.host, self.port].map(len);
        let [path, query, fragment] = [self.path.len(), len(self.query), len(self.fragment)];
        // Each component has one delimiter of one byte. The authority has `//`, and is counted by two of the
        // bits.
        let delimiters = defined.count_ones() as usize;
        let total = total([delimiters, scheme, userinfo, host, port, path, query, fragment])?;
        let lengths = Lengths {
            defined,
            scheme: scheme as u32,
            userinfo: userinfo as u32,
            host: host as u32,
            host_kind,
            port: port as u32,
            path: path as u32,
            query: query as u32,
            fragment: fragment as u32,
        };
        Some((lengths, total))
    }

    /// Appends them to a text, with their delimiters.
    #[inline]
    pub(crate) fn write(&self, text: &mut String) {
        if let Some(scheme) = self.scheme {
            text.push_str(scheme);
            text.push(':');
        }
        if let Some(host) = self.host {
            text.push_str("//");
            if let Some(userinfo) = self.userinfo {
                text.push_str(userinfo);
                text.push('@');
            }
            text.push_str(host);
            if let Some(port) = self.port {
                text.push(':');
                text.push_str(port);
            }
        }
        text.push_str(self.path);
        if let Some(query) = self.query {
            text.push('?');
            text.push_str(query);
        }
        if let Some(fragment) = self.fragment {
            text.push('#');
            text.push_str(fragment);
        }
    }
}
