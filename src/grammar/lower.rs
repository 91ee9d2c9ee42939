//! Converts (rule, span) events to [`Components`]: the only module that interprets a rule's span.
//!
//! An event is sent when its rule ends, so it comes after the events of the rules inside it and of the rules
//! before it. The source is a walk over a parse tree, or the compiled parser while it runs.
//!
//! [`Components`] does not store what RFC 3986 implies about the ends of spans. An edited grammar may imply
//! something else. This is checked once at the end, and if a span cannot be represented there are no
//! components rather than wrong ones. The check is omitted for a grammar that keeps the structure of Appendix
//! A, which the build proves.

use super::captures::Capture;
use super::components::{Components, HostKind, PathKind, ReferenceKind, Span, Spans, defined};

/// Captures that are not parts of a reference: one bit each, beside those of [`defined`].
mod captured {
    pub(super) const KIND: u32 = 0x100;
    pub(super) const HOST_KIND: u32 = 0x200;
    /// The number of bits, those of [`defined`] included.
    pub(super) const COUNT: u32 = 10;
}

/// The captures so far. A capture is only recorded; whether all are consistent is checked once, at the end.
#[derive(Clone, Copy)]
pub struct Lowering {
    spans: Spans,
    authority: Span,
    /// The span that determines the kind of the host: the host itself, or the address in its brackets.
    address: Span,
    /// The lower bits are the union of what was captured, the bits above them the sum. The two are equal
    /// unless something was captured twice, of which only the last span is kept.
    seen: u64,
}

impl Lowering {
    /// Returns an empty lowering for a string of `len` bytes.
    #[inline(always)]
    pub(crate) const fn new(len: usize) -> Self {
        const NOWHERE: Span = Span { start: 0, end: 0 };
        Self { spans: Spans::nowhere(len as u32), authority: NOWHERE, address: NOWHERE, seen: 0 }
    }

    /// Records that `rule` matched the bytes from `start` to `end`.
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

    /// Returns whether a part of a reference was captured, and not only kinds.
    pub(crate) const fn defines_a_part(&self) -> bool {
        self.has(u8::MAX)
    }

    /// Returns the components, once all have been captured; `None` if [`Components`] cannot represent some
    /// span, which is not checked if `in_place` says that it can.
    #[inline(always)]
    pub(crate) const fn components(&self, in_place: bool) -> Option<Components> {
        if !in_place && !(self.fits() & self.authority_fits()) {
            return None;
        }
        Some(Components::captured(&self.spans, self.seen as u8))
    }

    /// Returns the components of what the rule has matched, where the match ended before the string did.
    #[inline(always)]
    pub(crate) const fn components_before(&self, end: usize, in_place: bool) -> Option<Components> {
        let mut matched = *self;
        matched.spans.end = end as u32;
        matched.components(in_place)
    }

    /// Returns whether nothing was captured twice, and everything outside the authority stands where Appendix
    /// A puts it.
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

    /// Returns whether the authority consists of its parts, and the span that determines the kind of the host
    /// is the host or is in its brackets. An IPv6 address may be followed by a zone there.
    #[inline(always)]
    const fn authority_fits(&self) -> bool {
        let Span { start, end } = self.spans.host;
        if !self.has(defined::HOST) {
            // A kind without a host is consistent only where a rule below `host` was the start rule.
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
