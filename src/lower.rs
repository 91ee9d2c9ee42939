//! From (rule, span) events to [`Components`]: the one place that knows what a rule's span means.
//!
//! An event comes when its rule ends: what matched inside a rule comes before it, what matched before it
//! too. Whoever parses feeds them: a walk over a parse tree, or a compiled parser as it goes.

use crate::captures::Capture;
use crate::components::{Components, HostKind, PathKind, ReferenceKind, Span, defined};

/// What has been captured so far.
#[derive(Clone, Copy)]
pub struct Lowering {
    scheme: Span,
    authority: Span,
    userinfo: Span,
    host: Span,
    port: Span,
    path: Span,
    query: Span,
    fragment: Span,
    defined: u8,
    kind: Option<ReferenceKind>,
    host_kind: Option<HostKind>,
    path_kind: Option<PathKind>,
}

impl Lowering {
    #[inline]
    pub(crate) const fn new() -> Self {
        const NOWHERE: Span = Span { start: 0, end: 0 };
        Self {
            scheme: NOWHERE,
            authority: NOWHERE,
            userinfo: NOWHERE,
            host: NOWHERE,
            port: NOWHERE,
            path: NOWHERE,
            query: NOWHERE,
            fragment: NOWHERE,
            defined: 0,
            kind: None,
            host_kind: None,
            path_kind: None,
        }
    }

    /// Takes in that `rule` matched the bytes from `start` to `end`.
    #[inline(always)]
    pub(crate) const fn capture(&mut self, rule: Capture, start: usize, end: usize) {
        let span = Span { start: start as u32, end: end as u32 };
        match rule {
            Capture::URI | Capture::absolute_URI => self.kind = Some(ReferenceKind::Uri),
            Capture::relative_ref => self.kind = Some(ReferenceKind::RelativeRef),
            Capture::scheme => {
                self.scheme = span;
                self.defined |= defined::SCHEME;
            }
            Capture::authority => {
                self.authority = span;
                self.defined |= defined::AUTHORITY;
            }
            Capture::userinfo => {
                self.userinfo = span;
                self.defined |= defined::USERINFO;
            }
            Capture::host => {
                self.host = span;
                self.defined |= defined::HOST;
            }
            Capture::IPvFuture => self.host_kind = Some(HostKind::IpvFuture),
            Capture::IPv6address => self.host_kind = Some(HostKind::Ipv6),
            Capture::IPv4address => self.host_kind = Some(HostKind::Ipv4),
            Capture::reg_name => self.host_kind = Some(HostKind::RegName),
            Capture::port => {
                self.port = span;
                self.defined |= defined::PORT;
            }
            Capture::path_abempty => self.path(span, PathKind::AbEmpty),
            Capture::path_absolute => self.path(span, PathKind::Absolute),
            Capture::path_noscheme => self.path(span, PathKind::NoScheme),
            Capture::path_rootless => self.path(span, PathKind::Rootless),
            Capture::path_empty => self.path(span, PathKind::Empty),
            Capture::query => {
                self.query = span;
                self.defined |= defined::QUERY;
            }
            Capture::fragment => {
                self.fragment = span;
                self.defined |= defined::FRAGMENT;
            }
        }
    }

    const fn path(&mut self, span: Span, kind: PathKind) {
        self.path = span;
        self.path_kind = Some(kind);
        self.defined |= defined::PATH;
    }

    /// The components of a string of `len` bytes, now that all have been captured.
    ///
    /// [`Components`] leaves out what RFC 3986 implies about where spans begin and end. A grammar that
    /// was edited may imply something else: then there are none, rather than wrong ones.
    #[inline(always)]
    pub(crate) const fn components(&self, len: usize) -> Option<Components> {
        let components = Components {
            scheme_end: self.scheme.end,
            userinfo: self.userinfo,
            host: self.host,
            port_start: self.port.start,
            path: self.path,
            query_start: self.query.start,
            fragment_start: self.fragment.start,
            end: len as u32,
            defined: self.defined,
            kind: match self.kind {
                Some(kind) => kind.code(),
                None => 0,
            },
            host_kind: match self.host_kind {
                Some(kind) => kind.code(),
                None => 0,
            },
            path_kind: match self.path_kind {
                Some(kind) => kind.code(),
                None => 0,
            },
        };
        let authority = components.authority_span();
        let fits = (!components.has(defined::SCHEME) || self.scheme.start == 0)
            && (!components.has(defined::AUTHORITY)
                || components.has(defined::HOST)
                    && self.authority.start == authority.start
                    && self.authority.end == authority.end)
            && (!components.has(defined::PORT) || self.port.end == components.port_end())
            && (!components.has(defined::QUERY) || self.query.end == components.query_end())
            && (!components.has(defined::FRAGMENT) || self.fragment.end == components.end);
        if fits { Some(components) } else { None }
    }
}
