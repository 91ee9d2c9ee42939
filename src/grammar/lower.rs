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
use super::components::{Components, HostKind, PathKind, ReferenceKind, Span, Spans, defined};

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
    spans: Spans,
    authority: Span,
    /// What tells the kind of the host: the host itself, or what is in its brackets.
    address: Span,
    /// What was captured: in the lower bits all of it, and above them the sum. They are equal as long as nothing
    /// was captured twice, of which only one span is kept.
    seen: u64,
}

impl Lowering {
    /// For a string of `len` bytes.
    #[inline(always)]
    pub(crate) const fn new(len: usize) -> Self {
        const NOWHERE: Span = Span { start: 0, end: 0 };
        Self { spans: Spans::nowhere(len as u32), authority: NOWHERE, address: NOWHERE, seen: 0 }
    }

    /// Takes in that `rule` matched the bytes from `start` to `end`.
    #[inline(always)]
    pub(crate) const fn capture(&mut self, rule: Capture, start: usize, end: usize) {
        let span = Span { start: start as u32, end: end as u32 };
        match rule {
            Capture::URI | Capture::absolute_URI => self.kind_is(ReferenceKind::Uri),
            Capture::relative_ref => self.kind_is(ReferenceKind::RelativeRef),
            Capture::scheme => {
                self.spans.scheme = span;
                self.saw(defined::SCHEME as u32);
            }
            Capture::authority => {
                self.authority = span;
                self.saw(defined::AUTHORITY as u32);
            }
            Capture::userinfo => {
                self.spans.userinfo = span;
                self.saw(defined::USERINFO as u32);
            }
            Capture::host => {
                self.spans.host = span;
                self.saw(defined::HOST as u32);
            }
            Capture::IPvFuture => self.host_is(span, HostKind::IpvFuture),
            Capture::IPv6address => self.host_is(span, HostKind::Ipv6),
            Capture::IPv4address => self.host_is(span, HostKind::Ipv4),
            Capture::reg_name => self.host_is(span, HostKind::RegName),
            Capture::port => {
                self.spans.port = span;
                self.saw(defined::PORT as u32);
            }
            Capture::path_abempty => self.path_is(span, PathKind::AbEmpty),
            Capture::path_absolute => self.path_is(span, PathKind::Absolute),
            Capture::path_noscheme => self.path_is(span, PathKind::NoScheme),
            Capture::path_rootless => self.path_is(span, PathKind::Rootless),
            Capture::path_empty => self.path_is(span, PathKind::Empty),
            Capture::query => {
                self.spans.query = span;
                self.saw(defined::QUERY as u32);
            }
            Capture::fragment => {
                self.spans.fragment = span;
                self.saw(defined::FRAGMENT as u32);
            }
        }
    }

    #[inline(always)]
    const fn kind_is(&mut self, kind: ReferenceKind) {
        self.spans.kind = kind.code();
        self.saw(captured::KIND);
    }

    #[inline(always)]
    const fn host_is(&mut self, span: Span, kind: HostKind) {
        self.address = span;
        self.spans.host_kind = kind.code();
        self.saw(captured::HOST_KIND);
    }

    #[inline(always)]
    const fn path_is(&mut self, span: Span, kind: PathKind) {
        self.spans.path = span;
        self.spans.path_kind = kind.code();
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
        Some(Components::captured(&self.spans, self.seen as u8))
    }

    /// The components of what the rule has matched, where it ended before the string did.
    #[inline(always)]
    pub(crate) const fn components_before(&self, end: usize, in_place: bool) -> Option<Components> {
        let mut matched = *self;
        matched.spans.end = end as u32;
        matched.components(in_place)
    }

    /// Whether nothing was captured twice, and what is not in the authority stands where it should.
    #[inline(always)]
    const fn fits(&self) -> bool {
        let once = self.seen >> captured::COUNT == self.seen & ((1 << captured::COUNT) - 1);
        let scheme = (self.spans.scheme.start == 0)
            & ((self.spans.kind == 0)
                | ((self.spans.kind == ReferenceKind::Uri.code()) == self.has(defined::SCHEME)));
        let port = !self.has(defined::PORT)
            | (self.spans.port.end
                == if self.has(defined::PATH) { self.spans.path.start } else { self.spans.end });
        let query = !self.has(defined::QUERY)
            | (self.spans.query.end.wrapping_add(1) == self.spans.after_query(self.seen as u8));
        let fragment = !self.has(defined::FRAGMENT) | (self.spans.fragment.end == self.spans.end);
        once & scheme & port & query & fragment
    }

    /// Whether the authority is its parts, and what tells the kind of the host is the host, or is in brackets,
    /// and may have a zone behind it if it is an IPv6 address.
    #[inline(always)]
    const fn authority_fits(&self) -> bool {
        let Span { start, end } = self.spans.host;
        if !self.has(defined::HOST) {
            // By itself such a rule is none of a host: only as a start rule it may be without one.
            return !self.has(defined::AUTHORITY) & ((self.spans.host_kind == 0) | !self.defines_a_part());
        }
        let whole = (self.spans.host_kind == HostKind::RegName.code())
            | (self.spans.host_kind == HostKind::Ipv4.code());
        let kind = match whole {
            true => (self.address.start == start) & (self.address.end == end),
            false if self.spans.host_kind == HostKind::Ipv6.code() => {
                (self.address.start == start + 1) & (self.address.end < end)
            }
            false => {
                (self.spans.host_kind != 0)
                    & (self.address.start == start + 1)
                    & (self.address.end + 1 == end)
            }
        };
        let first = if self.has(defined::USERINFO) { self.spans.userinfo.start } else { start };
        let last = if self.has(defined::PORT) { self.spans.port.end } else { end };
        let parts = (self.authority.start == first) & (self.authority.end == last);
        kind & (!self.has(defined::AUTHORITY) | parts)
    }
}
