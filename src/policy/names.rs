//! The forms, kinds and components that a policy allows or requires, and their names.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::list::List;
use crate::grammar::{Components, HostKind, Rule};
use crate::resolve::ReferenceForm;

/// A component that a policy can [require](super::Policy::require).
///
/// ```
/// use urigram::Uri;
/// use urigram::policy::{Policy, RequiredComponent};
///
/// let policy = Policy::new().require([RequiredComponent::Host, RequiredComponent::Query]);
/// assert!(policy.check(Uri::parse("http://example.com/?a")?).is_ok());
/// assert!(policy.check(Uri::parse("http://example.com/?")?).is_err());
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RequiredComponent {
    /// The scheme (section 3.1).
    Scheme,
    /// The userinfo (section 3.2.1).
    Userinfo,
    /// The host (section 3.2.2), and so the authority.
    Host,
    /// The port (section 3.2.3).
    Port,
    /// The path (section 3.3).
    Path,
    /// The query (section 3.4).
    Query,
    /// The fragment (section 3.5).
    Fragment,
}

impl RequiredComponent {
    pub(super) const fn rule(self) -> Rule {
        match self {
            Self::Scheme => Rule::scheme,
            Self::Userinfo => Rule::userinfo,
            Self::Host => Rule::host,
            Self::Port => Rule::port,
            Self::Path => Rule::path,
            Self::Query => Rule::query,
            Self::Fragment => Rule::fragment,
        }
    }

    /// Returns the range of the component, if it is defined.
    pub(super) fn range(self, at: &Components) -> Option<Range<usize>> {
        match self {
            Self::Scheme => at.scheme(),
            Self::Userinfo => at.userinfo(),
            Self::Host => at.host(),
            Self::Port => at.port(),
            Self::Path => at.path(),
            Self::Query => at.query(),
            Self::Fragment => at.fragment(),
        }
    }

    /// Returns the empty range at which the missing component would be inserted.
    #[expect(clippy::arithmetic_side_effects, reason = "the offset after a scheme, which lies in the text")]
    pub(super) fn insertion_point(self, text: &str, at: &Components) -> Range<usize> {
        let after_scheme = at.scheme().map_or(0, |scheme| scheme.end + 1);
        let path = at.path().unwrap_or(after_scheme..after_scheme);
        let start = match self {
            Self::Scheme => 0,
            Self::Userinfo | Self::Host => at.host().map_or(after_scheme, |host| host.start),
            Self::Port | Self::Path => path.start,
            Self::Query => path.end,
            Self::Fragment => text.len(),
        };
        start..start
    }
}

/// A value with a name for serialized policies and a phrase for messages.
pub(super) trait Named: Copy + Eq + 'static {
    /// A noun for the values, in messages.
    #[cfg(feature = "serde")]
    const NOUN: &'static str;

    /// All values with their names and phrases.
    const ALL: &'static [(Self, &'static str, &'static str)];

    #[cfg(feature = "serde")]
    fn name(self) -> &'static str {
        self.row().1
    }

    fn phrase(self) -> &'static str {
        self.row().2
    }

    fn row(self) -> &'static (Self, &'static str, &'static str) {
        Self::ALL.iter().find(|row| row.0 == self).expect("each value has a name")
    }

    /// Returns the list of these values, in the order of their declaration.
    fn list(values: impl IntoIterator<Item = Self>) -> List<Phrase<Self>> {
        let values: Vec<Self> = values.into_iter().collect();
        List::of_sorted(Self::ALL.iter().map(|row| row.0).filter(|value| values.contains(value)).map(Phrase))
    }
}

impl Named for ReferenceForm {
    #[cfg(feature = "serde")]
    const NOUN: &'static str = "form of reference";

    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Uri, "uri", "a URI"),
        (Self::NetworkPath, "network-path", "a network-path reference"),
        (Self::AbsolutePath, "absolute-path", "an absolute-path reference"),
        (Self::RelativePath, "relative-path", "a relative-path reference"),
        (Self::SameDocument, "same-document", "a same-document reference"),
    ];
}

impl Named for HostKind {
    #[cfg(feature = "serde")]
    const NOUN: &'static str = "kind of host";

    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Ipv4, "ipv4", "an IPv4 address"),
        (Self::Ipv6, "ipv6", "an IPv6 address"),
        (Self::IpvFuture, "ipvfuture", "an IP literal of a future version"),
        (Self::RegName, "reg-name", "a registered name"),
    ];
}

impl Named for RequiredComponent {
    #[cfg(feature = "serde")]
    const NOUN: &'static str = "component";

    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Scheme, "scheme", "a scheme"),
        (Self::Userinfo, "userinfo", "a userinfo"),
        (Self::Host, "host", "a host"),
        (Self::Port, "port", "a port"),
        (Self::Path, "path", "a path"),
        (Self::Query, "query", "a query"),
        (Self::Fragment, "fragment", "a fragment"),
    ];
}

/// Shows a value as its phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Phrase<T>(pub(super) T);

impl<T: Named> fmt::Display for Phrase<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.phrase())
    }
}
