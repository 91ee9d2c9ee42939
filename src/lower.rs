//! From (rule, span) events to [`Components`]: the one place that knows what a rule's span means.
//!
//! An event comes when its rule ends: what matched inside a rule comes before it, what matched before it
//! too. Whoever parses feeds them: a walk over a parse tree, or a compiled parser as it goes.
//!
//! [`Components`] does not store where every span begins and ends. What it leaves out, RFC 3986 implies;
//! a grammar that was edited may not, and then [`Components::fits`] says so instead of a wrong span.

use crate::captures::Capture;
use crate::components::{Components, HostKind, PathKind, ReferenceKind, Span, UNFIT, defined};

impl Components {
    /// Nothing captured yet, in a string of `len` bytes.
    #[inline]
    pub(crate) const fn of_len(len: usize) -> Self {
        const NOWHERE: Span = Span { start: 0, end: 0 };
        Self {
            scheme_end: 0,
            userinfo: NOWHERE,
            host: NOWHERE,
            port_start: 0,
            path: NOWHERE,
            query_start: 0,
            fragment_start: 0,
            end: len as u32,
            defined: 0,
            kind: 0,
            host_kind: 0,
            path_kind: 0,
        }
    }

    /// Takes in that `rule` matched the bytes from `start` to `end`.
    #[inline(always)]
    pub(crate) const fn capture(&mut self, rule: Capture, start: usize, end: usize) {
        let span = Span { start: start as u32, end: end as u32 };
        match rule {
            Capture::URI | Capture::absolute_URI => self.kind = ReferenceKind::Uri.code(),
            Capture::relative_ref => self.kind = ReferenceKind::RelativeRef.code(),
            Capture::scheme => {
                self.expect(span.start == 0);
                self.scheme_end = span.end;
                self.defined |= defined::SCHEME;
            }
            Capture::authority => {
                let whole = self.authority_span();
                self.expect(self.has(defined::HOST) && whole.start == span.start && whole.end == span.end);
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
            Capture::IPvFuture => self.host_kind = HostKind::IpvFuture.code(),
            Capture::IPv6address => self.host_kind = HostKind::Ipv6.code(),
            Capture::IPv4address => self.host_kind = HostKind::Ipv4.code(),
            Capture::reg_name => self.host_kind = HostKind::RegName.code(),
            Capture::port => {
                self.port_start = span.start;
                self.path.start = span.end;
                self.defined |= defined::PORT;
            }
            Capture::path_abempty => self.set_path(span, PathKind::AbEmpty),
            Capture::path_absolute => self.set_path(span, PathKind::Absolute),
            Capture::path_noscheme => self.set_path(span, PathKind::NoScheme),
            Capture::path_rootless => self.set_path(span, PathKind::Rootless),
            Capture::path_empty => self.set_path(span, PathKind::Empty),
            Capture::query => {
                self.query_start = span.start;
                self.fragment_start = span.end;
                self.defined |= defined::QUERY;
            }
            Capture::fragment => {
                self.expect(!self.has(defined::QUERY) || self.fragment_start + 1 == span.start);
                self.expect(span.end == self.end);
                self.fragment_start = span.start;
                self.defined |= defined::FRAGMENT;
            }
        }
    }

    const fn set_path(&mut self, span: Span, kind: PathKind) {
        self.expect(!self.has(defined::PORT) || self.path.start == span.start);
        self.path = span;
        self.path_kind = self.path_kind & UNFIT | kind.code();
        self.defined |= defined::PATH;
    }

    const fn expect(&mut self, holds: bool) {
        if !holds {
            self.path_kind |= UNFIT;
        }
    }

    /// Whether the components are those that were captured, now that all have been.
    pub(crate) const fn fits(&self) -> bool {
        let port = !self.has(defined::PORT) || self.has(defined::PATH) || self.path.start == self.end;
        let query =
            !self.has(defined::QUERY) || self.has(defined::FRAGMENT) || self.fragment_start == self.end;
        self.path_kind & UNFIT == 0 && port && query
    }
}
