//! From (rule, span) events to [`Components`]: the one place that knows what a rule's span means.
//!
//! An event comes when its rule ends: what matched inside a rule comes before it, what matched before it
//! too. Whoever parses feeds them: a walk over a parse tree, or a compiled parser as it goes.
//!
//! [`Components`] leaves out what RFC 3986 implies about where spans begin and end. A grammar that was
//! edited may imply something else: whether it does is asked at the end, and then there are no components,
//! rather than wrong ones. Of a grammar that keeps the outlines of Appendix A, as the build proves, it need
//! not be asked.

use super::captures::Capture;
use super::components::{Code, Components, HostKind, PathKind, ReferenceKind, Span, defined};

/// What is captured but no part: a bit each, beside those of [`defined`].
mod captured {
    pub(super) const KIND: u32 = 0x100;
    pub(super) const HOST_KIND: u32 = 0x200;
    /// How many bits there are.
    pub(super) const COUNT: u32 = 10;
}

/// What has been captured so far. A capture is noted and nothing more; whether all fit is asked once.
#[derive(Clone, Copy)]
pub struct Lowering {
    scheme: Span,
    authority: Span,
    userinfo: Span,
    host: Span,
    /// What tells the kind of the host: the host itself, or what is in its brackets.
    address: Span,
    port: Span,
    path: Span,
    query: Span,
    fragment: Span,
    end: u32,
    kind: Code,
    host_kind: Code,
    path_kind: Code,
    /// What was captured: in the lower bits all of it, and above them the sum. They are equal as long as nothing
    /// was captured twice, of which only one span is kept.
    seen: u64,
}

impl Lowering {
    /// For a string of `len` bytes.
    #[inline(always)]
    pub(crate) const fn new(len: usize) -> Self {
        const NOWHERE: Span = Span { start: 0, end: 0 };
        Self {
            scheme: NOWHERE,
            authority: NOWHERE,
            userinfo: NOWHERE,
            host: NOWHERE,
            address: NOWHERE,
            port: NOWHERE,
            path: NOWHERE,
            query: NOWHERE,
            fragment: NOWHERE,
            end: len as u32,
            kind: 0,
            host_kind: 0,
            path_kind: 0,
            seen: 0,
        }
    }

    /// Takes in that `rule` matched the bytes from `start` to `end`.
    #[inline(always)]
    pub(crate) const fn capture(&mut self, rule: Capture, start: usize, end: usize) {
        let span = Span { start: start as u32, end: end as u32 };
        match rule {
            Capture::URI | Capture::absolute_URI => self.kind_is(ReferenceKind::Uri),
            Capture::relative_ref => self.kind_is(ReferenceKind::RelativeRef),
            Capture::scheme => {
                self.scheme = span;
                self.saw(defined::SCHEME as u32);
            }
            Capture::authority => {
                self.authority = span;
                self.saw(defined::AUTHORITY as u32);
            }
            Capture::userinfo => {
                self.userinfo = span;
                self.saw(defined::USERINFO as u32);
            }
            Capture::host => {
                self.host = span;
                self.saw(defined::HOST as u32);
            }
            Capture::IPvFuture => self.host_is(span, HostKind::IpvFuture),
            Capture::IPv6address => self.host_is(span, HostKind::Ipv6),
            Capture::IPv4address => self.host_is(span, HostKind::Ipv4),
            Capture::reg_name => self.host_is(span, HostKind::RegName),
            Capture::port => {
                self.port = span;
                self.saw(defined::PORT as u32);
            }
            Capture::path_abempty => self.path_is(span, PathKind::AbEmpty),
            Capture::path_absolute => self.path_is(span, PathKind::Absolute),
            Capture::path_noscheme => self.path_is(span, PathKind::NoScheme),
            Capture::path_rootless => self.path_is(span, PathKind::Rootless),
            Capture::path_empty => self.path_is(span, PathKind::Empty),
            Capture::query => {
                self.query = span;
                self.saw(defined::QUERY as u32);
            }
            Capture::fragment => {
                self.fragment = span;
                self.saw(defined::FRAGMENT as u32);
            }
        }
    }

    #[inline(always)]
    const fn kind_is(&mut self, kind: ReferenceKind) {
        self.kind = kind.code();
        self.saw(captured::KIND);
    }

    #[inline(always)]
    const fn host_is(&mut self, span: Span, kind: HostKind) {
        self.address = span;
        self.host_kind = kind.code();
        self.saw(captured::HOST_KIND);
    }

    #[inline(always)]
    const fn path_is(&mut self, span: Span, kind: PathKind) {
        self.path = span;
        self.path_kind = kind.code();
        self.saw(defined::PATH as u32);
    }

    #[inline(always)]
    const fn saw(&mut self, bit: u32) {
        let bit = bit as u64;
        self.seen = (self.seen | bit).wrapping_add(bit << captured::COUNT);
    }

    const fn has(&self, part: u8) -> bool {
        self.seen & part as u64 != 0
    }

    /// Whether any part was captured, and not only kinds.
    pub(crate) const fn defines_a_part(&self) -> bool {
        self.has(u8::MAX)
    }

    /// The components, now that all have been captured; none if a span cannot be told from what is kept, which
    /// is not asked if it is known that all are in place.
    #[inline(always)]
    pub(crate) const fn components(&self, in_place: bool) -> Option<Components> {
        if !in_place && !(self.fits() & self.authority_fits()) {
            return None;
        }
        Some(Components {
            scheme_end: self.scheme.end,
            userinfo: self.userinfo,
            host: self.host,
            port_start: self.port.start,
            path: if self.has(defined::PATH) { self.path } else { Span { start: self.port.end, end: 0 } },
            query_start: self.query.start,
            fragment_start: self.after_query(),
            end: self.end,
            defined: self.seen as u8,
            kind: self.kind,
            host_kind: self.host_kind,
            path_kind: self.path_kind,
        })
    }

    /// The components of what the rule has matched, where it ended before the string did.
    #[inline(always)]
    pub(crate) const fn components_before(&self, end: usize, in_place: bool) -> Option<Components> {
        let mut matched = *self;
        matched.end = end as u32;
        matched.components(in_place)
    }

    /// Where the fragment starts, or would behind a query.
    #[inline(always)]
    const fn after_query(&self) -> u32 {
        match self.has(defined::FRAGMENT) {
            true => self.fragment.start,
            false if self.has(defined::QUERY) => self.end.wrapping_add(1),
            false => 0,
        }
    }

    /// Whether nothing was captured twice, and what is not in the authority stands where it should.
    #[inline(always)]
    const fn fits(&self) -> bool {
        let once = self.seen >> captured::COUNT == self.seen & ((1 << captured::COUNT) - 1);
        let scheme = (self.scheme.start == 0)
            & ((self.kind == 0) | ((self.kind == ReferenceKind::Uri.code()) == self.has(defined::SCHEME)));
        let port = !self.has(defined::PORT)
            | (self.port.end == if self.has(defined::PATH) { self.path.start } else { self.end });
        let query = !self.has(defined::QUERY) | (self.query.end.wrapping_add(1) == self.after_query());
        let fragment = !self.has(defined::FRAGMENT) | (self.fragment.end == self.end);
        once & scheme & port & query & fragment
    }

    /// Whether the authority is its parts, and what tells the kind of the host is the host, or is in brackets,
    /// and may have a zone behind it if it is an IPv6 address.
    #[inline(always)]
    const fn authority_fits(&self) -> bool {
        let Span { start, end } = self.host;
        if !self.has(defined::HOST) {
            // By itself such a rule is none of a host: only as a start rule it may be without one.
            return !self.has(defined::AUTHORITY) & ((self.host_kind == 0) | !self.defines_a_part());
        }
        let whole = (self.host_kind == HostKind::RegName.code()) | (self.host_kind == HostKind::Ipv4.code());
        let kind = match whole {
            true => (self.address.start == start) & (self.address.end == end),
            false if self.host_kind == HostKind::Ipv6.code() => {
                (self.address.start == start + 1) & (self.address.end < end)
            }
            false => {
                (self.host_kind != 0) & (self.address.start == start + 1) & (self.address.end + 1 == end)
            }
        };
        let first = if self.has(defined::USERINFO) { self.userinfo.start } else { start };
        let last = if self.has(defined::PORT) { self.port.end } else { end };
        let parts = (self.authority.start == first) & (self.authority.end == last);
        kind & (!self.has(defined::AUTHORITY) | parts)
    }
}
