//! From (rule, span) events to [`Components`]: the one place that knows what a rule's span means.
//!
//! Events come in the order in which the rules begin; a rule that matched inside another comes after
//! it. Whoever parses feeds them: a walk over a parse tree, or a compiled parser as it goes.

use crate::captures::Capture;
use crate::components::{Components, HostKind, PathKind, ReferenceKind, Span, defined};

impl Components {
    /// Nothing captured yet, in a string of `len` bytes.
    pub(crate) const fn of_len(len: u32) -> Self {
        const NOWHERE: Span = Span { start: 0, end: 0 };
        Self {
            scheme_end: 0,
            userinfo: NOWHERE,
            host: NOWHERE,
            port_start: 0,
            path: NOWHERE,
            query_start: 0,
            fragment_start: 0,
            end: len,
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
                self.scheme_end = span.end;
                self.defined |= defined::SCHEME;
            }
            Capture::authority => self.defined |= defined::AUTHORITY,
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
                self.port_start = span.start;
                self.defined |= defined::PORT;
            }
            Capture::path_abempty => self.set_path(span, PathKind::AbEmpty),
            Capture::path_absolute => self.set_path(span, PathKind::Absolute),
            Capture::path_noscheme => self.set_path(span, PathKind::NoScheme),
            Capture::path_rootless => self.set_path(span, PathKind::Rootless),
            Capture::path_empty => self.set_path(span, PathKind::Empty),
            Capture::query => {
                self.query_start = span.start;
                self.defined |= defined::QUERY;
            }
            Capture::fragment => {
                self.fragment_start = span.start;
                self.defined |= defined::FRAGMENT;
            }
        }
    }

    const fn set_path(&mut self, span: Span, kind: PathKind) {
        self.path = span;
        self.path_kind = Some(kind);
        self.defined |= defined::PATH;
    }
}
