//! Hosts that a policy allows.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::cmp::Ordering;
use core::fmt;
use core::net::{IpAddr, Ipv6Addr};
use core::str::FromStr;

use super::error::PolicyError;
use super::list::List;
use crate::grammar::{Grammar, HostKind, Rfc3987, Rule};
use crate::percent::Decoded;
use crate::validate::mapped;

/// An entry of the list of hosts. Names are in lower case, decoded, and without a dot at the end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AllowedHost {
    Address(IpAddr),
    Name(String),
    /// Every name below this name.
    Below(String),
}

impl AllowedHost {
    /// Returns the text of the entry.
    pub(super) fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Address(address) => address.to_string().into(),
            Self::Name(name) => name.into(),
            Self::Below(name) => [".", name].concat().into(),
        }
    }
}

impl fmt::Display for AllowedHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.text())
    }
}

impl FromStr for AllowedHost {
    type Err = PolicyError;

    fn from_str(text: &str) -> Result<Self, PolicyError> {
        let literal = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        if let Some(address) =
            literal.map_or_else(|| text.parse().ok(), |text| text.parse().ok().map(IpAddr::V6))
        {
            return Ok(Self::Address(address));
        }
        // A text with a `/` or `:` is a URI or a host with a port, for which the other error has better advice.
        let has_more = text.contains(['/', ':']);
        if !has_more && text.contains(['*', '?', '{', '|', '^', '$', '[']) && literal.is_none() {
            return Err(PolicyError::HostPattern(text.to_string()));
        }
        let (name, below) = text.strip_prefix('.').map_or((text, false), |name| (name, true));
        let components = Rfc3987::components(Rule::host, name).ok();
        let is_name = components.is_some_and(|at| at.host_kind() == Some(HostKind::RegName));
        let mut name = decoded(name).into_owned();
        if !is_name || !name.split('.').all(is_label) {
            return Err(PolicyError::Host(text.to_string()));
        }
        name.make_ascii_lowercase();
        Ok(if below { Self::Below(name) } else { Self::Name(name) })
    }
}

impl List<AllowedHost> {
    /// Returns whether a host of this kind is in the list.
    pub(super) fn allow(&self, host: &str, kind: Option<HostKind>) -> bool {
        let address = match kind {
            Some(HostKind::Ipv4) => host.parse().ok(),
            Some(HostKind::Ipv6) => {
                let address = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
                address.and_then(|address| address.parse::<Ipv6Addr>().ok()).map(IpAddr::V6)
            }
            Some(HostKind::IpvFuture) => return false,
            Some(HostKind::RegName) | None => return self.allow_name(&decoded(host)),
        };
        address.is_some_and(|address| self.entries().binary_search(&AllowedHost::Address(address)).is_ok())
    }

    #[expect(clippy::arithmetic_side_effects, reason = "the offset after a byte")]
    fn allow_name(&self, name: &str) -> bool {
        self.has(name, false) || {
            // Start at the last label: `is_label` must hold for each label below an entry.
            let mut end = name.len();
            let mut is_allowed = false;
            for (at, _) in name.rmatch_indices('.') {
                end = at;
                is_allowed = name.get(at + 1..).is_some_and(|above| self.has(above, true));
                if is_allowed {
                    break;
                }
            }
            is_allowed && name.get(..end).is_some_and(|below| below.split('.').all(is_label))
        }
    }

    /// Returns whether the list contains the name or, if `below`, the names below it.
    fn has(&self, name: &str, below: bool) -> bool {
        let order = |own: &AllowedHost| match own {
            AllowedHost::Address(_) => Ordering::Less,
            AllowedHost::Name(_) if below => Ordering::Less,
            AllowedHost::Below(_) if !below => Ordering::Greater,
            AllowedHost::Name(own) | AllowedHost::Below(own) => {
                own.bytes().cmp(name.bytes().map(|byte| byte.to_ascii_lowercase()))
            }
        };
        self.entries().binary_search_by(order).is_ok()
    }
}

/// Returns a name without percent-encoding, and without the dot at its end.
fn decoded(name: &str) -> Cow<'_, str> {
    match Decoded::new(name).to_string_lossy() {
        Cow::Borrowed(name) => Cow::Borrowed(name.strip_suffix('.').unwrap_or(name)),
        Cow::Owned(mut name) => {
            if name.ends_with('.') {
                name.pop();
            }
            Cow::Owned(name)
        }
    }
}

/// Returns whether the text can be a DNS label. A delimiter that is percent-encoded, or mapped from a character beyond ASCII,
/// could end the host before the allowed name, as in `evil.example%2F.example.com`.
fn is_label(text: &str) -> bool {
    let may_be = |character: char| match character {
        '-' | '_' => true,
        _ if character.is_ascii() => character.is_ascii_alphanumeric(),
        _ => mapped(character).is_none() && character != char::REPLACEMENT_CHARACTER,
    };
    !text.is_empty() && text.chars().all(may_be)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("Example.COM.", AllowedHost::Name("example.com".into()))]
    #[case(".example.com", AllowedHost::Below("example.com".into()))]
    #[case("1.2.3.4", AllowedHost::Address([1, 2, 3, 4].into()))]
    #[case("::1", AllowedHost::Address([0, 0, 0, 0, 0, 0, 0, 1].into()))]
    #[case("[::1]", AllowedHost::Address([0, 0, 0, 0, 0, 0, 0, 1].into()))]
    #[case("intranet", AllowedHost::Name("intranet".into()))]
    #[case("b%C3%BCcher.example", AllowedHost::Name("bücher.example".into()))]
    fn entries(#[case] text: &str, #[case] entry: AllowedHost) {
        assert_eq!(text.parse(), Ok(entry));
    }

    #[rstest]
    fn patterns(
        #[values("*", "*.a.example", "a*.example", "a?.example", "[ab].example", "{a,b}.example")] text: &str,
    ) {
        assert_eq!(text.parse::<AllowedHost>(), Err(PolicyError::HostPattern(text.into())));
    }

    #[rstest]
    fn no_hosts(
        #[values(
            "",
            ".",
            "..a",
            "a..b",
            "a/b",
            "http://a/",
            "https://example.com/?a",
            "*.example.com:80",
            "[::1",
            "a:80",
            "u@a",
            "[v1.a]",
            "[1.2.3.4]",
            " a",
            ".::1",
            "a%2Fb",
            "a,b"
        )]
        text: &str,
    ) {
        assert_eq!(text.parse::<AllowedHost>(), Err(PolicyError::Host(text.into())));
    }
}
