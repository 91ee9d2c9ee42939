//! Converts captures, which are pairs of a rule and its span, to [`Components`]. Only this module interprets the span of a rule.
//!
//! A capture arrives when its rule ends, so it follows the captures of rules inside and before this rule. Captures come from
//! the running compiled parser or from a walk over a parse tree.
//!
//! [`Components`] does not store the ends of spans that RFC 3986 implies. An edited grammar may imply different ends, so all
//! spans are checked once after parsing. If a span cannot be represented, the result is `None` instead of wrong components.
//! The check is omitted if the build has proved that the grammar keeps the structure of Appendix A.

use super::captures::Capture;
use super::components::{
    Captured, Code, Components, HostKind, LAST_RULES, PathKind, ReferenceKind, Span, defined,
};

/// The bits of captures that are not parts of a reference, in addition to the bits of [`defined`].
mod captured {
    pub(super) const KIND: u32 = 0x100;
    pub(super) const HOST_KIND: u32 = 0x200;
    /// The number of bits, including those of [`defined`].
    pub(super) const COUNT: u32 = 10;
}

/// The captures so far. They are only recorded; their consistency is checked once, at the end.
#[derive(Clone, Copy)]
pub struct Lowering {
    at: Captured,
    authority: Span,
    /// The span that determines the kind of the host: the host itself, or the address in its brackets.
    address: Span,
    /// The union of the bits of all captures, and above it their sum. The two are equal unless a bit was captured twice.
    seen: u64,
}

impl Lowering {
    /// Returns an empty lowering for a string of `len` bytes.
    #[inline(always)]
    pub(crate) const fn new(len: usize) -> Self {
        const NOWHERE: Span = Span { start: 0, end: 0 };
        Self { at: Captured::nowhere(len as u32), authority: NOWHERE, address: NOWHERE, seen: 0 }
    }

    /// Records that `rule` matched the bytes from `start` to `end`.
    #[inline(always)]
    pub(crate) const fn capture(&mut self, rule: Capture, start: usize, end: usize) {
        let span = Span { start: start as u32, end: end as u32 };
        match rule {
            Capture::URI | Capture::absolute_URI => self.kind_is(ReferenceKind::Uri),
            Capture::relative_ref => self.kind_is(ReferenceKind::RelativeRef),
            Capture::scheme => {
                self.at.scheme(span);
                self.saw(defined::SCHEME as u32);
            }
            Capture::authority => {
                self.authority = span;
                self.saw(defined::AUTHORITY as u32);
            }
            Capture::userinfo => {
                self.at.userinfo(span);
                self.saw(defined::USERINFO as u32);
            }
            Capture::host => {
                self.at.host(span);
                self.saw(defined::HOST as u32);
            }
            Capture::IPvFuture => self.host_is(span, HostKind::IpvFuture),
            Capture::IPv6address => self.host_is(span, HostKind::Ipv6),
            Capture::IPv4address => self.host_is(span, HostKind::Ipv4),
            Capture::reg_name => self.host_is(span, HostKind::RegName),
            Capture::port => {
                self.at.port(span);
                self.saw(defined::PORT as u32);
            }
            Capture::path_abempty => self.path_is(span, PathKind::AbEmpty),
            Capture::path_absolute => self.path_is(span, PathKind::Absolute),
            Capture::path_noscheme => self.path_is(span, PathKind::NoScheme),
            Capture::path_rootless => self.path_is(span, PathKind::Rootless),
            Capture::path_empty => self.path_is(span, PathKind::Empty),
            Capture::query => {
                self.at.query(span);
                self.saw(defined::QUERY as u32);
            }
            Capture::fragment => {
                self.at.fragment(span);
                self.saw(defined::FRAGMENT as u32);
            }
        }
    }

    #[inline(always)]
    const fn kind_is(&mut self, kind: ReferenceKind) {
        self.at.kind(kind);
        self.saw(captured::KIND);
    }

    #[inline(always)]
    const fn host_is(&mut self, span: Span, kind: HostKind) {
        self.address = span;
        self.at.host_kind(kind);
        self.saw(captured::HOST_KIND);
    }

    #[inline(always)]
    const fn path_is(&mut self, span: Span, kind: PathKind) {
        self.at.path(span, kind);
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

    /// Returns whether a component was captured, and not only the kind of a reference or of a host.
    pub(crate) const fn defines_a_part(&self) -> bool {
        self.has(u8::MAX)
    }

    /// Returns the components after all of them have been captured, or `None` if [`Components`] cannot represent a span. The
    /// spans are not checked if `in_place` states that [`Components`] can represent them.
    #[inline(always)]
    pub(crate) const fn components(&self, in_place: bool) -> Option<Components> {
        if in_place || self.fits() { Some(self.at.components(self.seen as u8)) } else { None }
    }

    /// Returns the components of the prefix that the rule has matched, which ends at `end`.
    #[inline(always)]
    pub(crate) const fn components_before(&self, end: usize, in_place: bool) -> Option<Components> {
        let mut matched = *self;
        matched.at.end_at(end as u32, self.seen as u8);
        matched.components(in_place)
    }

    /// Returns the components for a text that ends at `end`, if that is in the component that [`Self::last`] returns. `end` must not
    /// be within a `pct-encoded`: then, by Appendix A, the rest of the component matches its rule.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "the table has an entry for each component that can be last")]
    pub(crate) const fn cut(&mut self, end: usize) -> Option<Components> {
        let (last, start) = self.last();
        if LAST_RULES[last as usize].is_none() || end <= start as usize {
            return None;
        }
        let parts = self.seen as u8;
        self.at.cut(end as u32, parts);
        Some(self.at.components(parts))
    }

    /// Returns the index and the start of the last component, see [`Captured::last`].
    #[inline(always)]
    pub(crate) const fn last(&self) -> (Code, u32) {
        self.at.last(self.seen as u8)
    }

    /// Returns whether nothing was captured twice, and all captures have the offsets that Appendix A implies.
    #[inline(always)]
    const fn fits(&self) -> bool {
        let once = self.seen >> captured::COUNT == self.seen & ((1 << captured::COUNT) - 1);
        let parts = self.seen as u8;
        once & self.at.fits(parts) & self.at.authority_fits(parts, self.authority, self.address)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Capture, Components, Lowering};

    /// A rule and its span.
    type Event = (&'static str, usize, usize);

    fn components(events: &[Event]) -> Option<Components> {
        let mut lowering = Lowering::new(10);
        for &(rule, start, end) in events {
            lowering.capture(Capture::named(rule).unwrap(), start, end);
        }
        lowering.components(false)
    }

    /// Events over a string of ten bytes, in the order in which the rules end.
    #[rstest]
    #[case::all(&[("scheme", 0, 1), ("userinfo", 4, 5), ("reg_name", 6, 7), ("host", 6, 7), ("port", 8, 8), ("authority", 4, 8), ("path_abempty", 8, 8), ("query", 9, 9), ("fragment", 10, 10)])]
    #[case::query_at_the_end(&[("path_empty", 0, 0), ("query", 1, 10)])]
    #[case::port_alone(&[("port", 0, 10)])]
    #[case::nothing(&[])]
    #[case::uri(&[("scheme", 0, 1), ("path_rootless", 2, 10), ("URI", 0, 10)])]
    #[case::relative_ref(&[("path_noscheme", 0, 10), ("relative_ref", 0, 10)])]
    #[case::ipv4(&[("IPv4address", 2, 10), ("host", 2, 10), ("authority", 2, 10), ("path_abempty", 10, 10)])]
    #[case::ipv6(&[("IPv6address", 3, 9), ("host", 2, 10), ("authority", 2, 10), ("path_abempty", 10, 10)])]
    #[case::ipv6_with_a_zone(&[("IPv6address", 3, 5), ("host", 2, 10), ("authority", 2, 10), ("path_abempty", 10, 10)])]
    #[case::ipv_future(&[("IPvFuture", 3, 9), ("host", 2, 10), ("authority", 2, 10), ("path_abempty", 10, 10)])]
    #[case::address_alone(&[("IPv6address", 0, 10)])]
    fn holds(#[case] events: &[Event]) {
        assert!(components(events).is_some());
    }

    #[rstest]
    #[case::uri_without_a_scheme(&[("path_noscheme", 0, 10), ("URI", 0, 10)])]
    #[case::relative_ref_with_a_scheme(&[("scheme", 0, 1), ("path_rootless", 2, 10), ("relative_ref", 0, 10)])]
    #[case::uri_in_a_uri(&[("scheme", 0, 1), ("URI", 0, 5), ("URI", 0, 10)])]
    #[case::host_of_no_kind(&[("host", 2, 10)])]
    #[case::host_of_two_kinds(&[("IPv4address", 2, 10), ("reg_name", 2, 10), ("host", 2, 10)])]
    #[case::kind_of_a_part_of_the_host(&[("IPv4address", 4, 10), ("host", 2, 10)])]
    #[case::kind_of_the_start_of_the_host(&[("reg_name", 2, 8), ("host", 2, 10)])]
    #[case::address_without_brackets(&[("IPv6address", 2, 10), ("host", 2, 10)])]
    #[case::address_behind_a_bracket(&[("IPv6address", 3, 10), ("host", 2, 10)])]
    #[case::kind_after_the_host(&[("reg_name", 2, 4), ("host", 2, 4), ("IPv4address", 6, 10)])]
    #[case::kind_without_a_host(&[("IPv4address", 0, 10), ("path_rootless", 0, 10)])]
    #[case::scheme_not_at_the_start(&[("scheme", 1, 2)])]
    #[case::scheme_twice(&[("scheme", 0, 1), ("scheme", 0, 2)])]
    #[case::authority_without_a_host(&[("userinfo", 2, 3), ("authority", 2, 4)])]
    #[case::authority_before_its_parts(&[("reg_name", 3, 4), ("host", 3, 4), ("authority", 2, 4)])]
    #[case::authority_behind_its_parts(&[("reg_name", 2, 4), ("host", 2, 4), ("authority", 2, 5)])]
    #[case::host_twice(&[("reg_name", 2, 3), ("host", 2, 3), ("reg_name", 4, 5), ("host", 4, 5)])]
    #[case::host_twice_behind_a_userinfo(&[("userinfo", 2, 3), ("reg_name", 4, 5), ("host", 4, 5), ("reg_name", 6, 7), ("host", 6, 7), ("authority", 2, 7)])]
    #[case::host_after_the_authority(&[("reg_name", 2, 4), ("host", 2, 4), ("authority", 2, 4), ("userinfo", 5, 6)])]
    #[case::path_apart_from_the_port(&[("port", 2, 4), ("path_abempty", 5, 6)])]
    #[case::path_before_the_port(&[("path_abempty", 1, 2), ("port", 2, 4)])]
    #[case::path_twice(&[("path_rootless", 0, 2), ("path_rootless", 2, 4)])]
    #[case::port_not_at_the_end(&[("port", 0, 9)])]
    #[case::query_not_at_the_end(&[("query", 1, 9)])]
    #[case::query_apart_from_the_fragment(&[("query", 1, 2), ("fragment", 5, 10)])]
    #[case::fragment_within_the_query(&[("fragment", 7, 10), ("query", 3, 10)])]
    #[case::fragment_not_at_the_end(&[("fragment", 1, 9)])]
    fn cannot_hold(#[case] events: &[Event]) {
        assert_eq!(components(events), None);
    }
}
