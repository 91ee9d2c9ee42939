//! Components that are written in place from the spans that rules capture.

use super::{Code, Components, HostKind, PathKind, ReferenceKind, Span, defined};
use crate::grammar::rule::Rule;

/// The rules of the components that [`Captured::last`] returns: those of a path that is not empty, by the code of its kind, and
/// those of a query and a fragment.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
pub(crate) const LAST_RULES: [Option<Rule>; 8] = {
    let mut rules = [None; 8];
    let kinds = [PathKind::AbEmpty, PathKind::Absolute, PathKind::NoScheme, PathKind::Rootless];
    let mut index = 0;
    while index < kinds.len() {
        rules[kinds[index].code() as usize] = Some(kinds[index].rule());
        index += 1;
    }
    rules[QUERY as usize] = Some(Rule::query);
    rules[FRAGMENT as usize] = Some(Rule::fragment);
    rules
};
const QUERY: Code = PathKind::Empty.code() + 1;
const FRAGMENT: Code = QUERY + 1;

/// The components captured so far, and the offsets that Appendix A implies and [`Components`] therefore does not store.
#[derive(Clone, Copy)]
pub(crate) struct Captured {
    at: Components,
    scheme_start: u32,
    port_end: u32,
    query_end: u32,
    fragment: Span,
}

impl Captured {
    /// Returns the state before anything is captured, for a text that ends at `end`.
    #[inline(always)]
    pub(crate) const fn nowhere(end: u32) -> Self {
        const NOWHERE: Span = Span { start: 0, end: 0 };
        let at = Components {
            scheme_end: 0,
            userinfo: NOWHERE,
            host: NOWHERE,
            port_start: 0,
            path: NOWHERE,
            query_start: 0,
            fragment_start: 0,
            end,
            defined: 0,
            kind: 0,
            host_kind: 0,
            path_kind: 0,
        };
        Self { at, scheme_start: 0, port_end: 0, query_end: 0, fragment: NOWHERE }
    }

    #[inline(always)]
    pub(crate) const fn kind(&mut self, kind: ReferenceKind) {
        self.at.kind = kind.code();
    }

    #[inline(always)]
    pub(crate) const fn scheme(&mut self, span: Span) {
        self.at.scheme_end = span.end;
        self.scheme_start = span.start;
    }

    #[inline(always)]
    pub(crate) const fn userinfo(&mut self, span: Span) {
        self.at.userinfo = span;
    }

    #[inline(always)]
    pub(crate) const fn host(&mut self, span: Span) {
        self.at.host = span;
    }

    #[inline(always)]
    pub(crate) const fn host_kind(&mut self, kind: HostKind) {
        self.at.host_kind = kind.code();
    }

    #[inline(always)]
    pub(crate) const fn host_of_kind(&mut self, span: Span, kind: Code) {
        self.at.host = span;
        self.at.host_kind = kind;
    }

    #[inline(always)]
    pub(crate) const fn port(&mut self, span: Span) {
        self.at.port_start = span.start;
        self.port_end = span.end;
    }

    #[inline(always)]
    pub(crate) const fn path(&mut self, span: Span, kind: PathKind) {
        self.at.path = span;
        self.at.path_kind = kind.code();
    }

    /// Sets the query. Also sets the offset at which a fragment would start, until a fragment is captured.
    #[inline(always)]
    pub(crate) const fn query(&mut self, span: Span) {
        self.at.query_start = span.start;
        self.at.fragment_start = self.at.end.wrapping_add(1);
        self.query_end = span.end;
    }

    #[inline(always)]
    pub(crate) const fn fragment(&mut self, span: Span) {
        self.at.fragment_start = span.start;
        self.fragment = span;
    }

    /// Returns the components. `parts` has the bits of the defined components.
    #[inline(always)]
    pub(crate) const fn components(&self, parts: u8) -> Components {
        let mut components = self.at;
        components.defined = parts;
        if parts & defined::PATH == 0 {
            components.path = self.no_path(parts);
        }
        components
    }

    /// Makes the text end at `end`, which no capture exceeds.
    #[inline(always)]
    pub(crate) const fn end_at(&mut self, end: u32, parts: u8) {
        self.at.end = end;
        let is_query = parts & (defined::QUERY | defined::FRAGMENT) == defined::QUERY;
        self.at.fragment_start = if is_query { end.wrapping_add(1) } else { self.at.fragment_start };
    }

    /// Makes the text end at `end`, in the component that [`Self::last`] returns. Afterwards, [`Self::fits`] must not be called, because
    /// the ends that are implied have not changed.
    #[inline(always)]
    pub(crate) const fn cut(&mut self, end: u32, parts: u8) {
        self.end_at(end, parts);
        let is_path = parts & (defined::QUERY | defined::FRAGMENT) == 0;
        self.at.path.end = if is_path { end } else { self.at.path.end };
    }

    /// Returns the index in [`LAST_RULES`] and the start of the last component that is a path, a query or a fragment. `parts` has the
    /// bits of the defined components.
    // Compiled to conditional moves, because a processor cannot predict which component is last.
    #[inline(always)]
    pub(crate) const fn last(&self, parts: u8) -> (Code, u32) {
        let (mut last, mut start) = (self.at.path_kind, self.at.path.start);
        if parts & defined::QUERY != 0 {
            (last, start) = (QUERY, self.at.query_start);
        }
        if parts & defined::FRAGMENT != 0 {
            (last, start) = (FRAGMENT, self.at.fragment_start);
        }
        (last, start)
    }

    /// Returns an empty span for a missing path, after the component that would precede a path. Under Appendix A, every
    /// reference has a path, but a text that matches another rule may have none.
    #[cold]
    const fn no_path(self, parts: u8) -> Span {
        let start = if parts & defined::PORT != 0 {
            self.port_end
        } else if parts & defined::HOST != 0 {
            self.at.host.end
        } else if parts & defined::USERINFO != 0 {
            self.at.userinfo.end
        } else if parts & defined::SCHEME != 0 {
            // Another grammar may have no colon after the scheme, so the span must not exceed the next delimiter.
            let after_colon = self.at.scheme_end.wrapping_add(1);
            let before_delimiter = match parts & (defined::QUERY | defined::FRAGMENT) {
                0 => self.at.end,
                defined::FRAGMENT => self.fragment.start.saturating_sub(1),
                _ => self.at.query_start.saturating_sub(1),
            };
            if after_colon < before_delimiter { after_colon } else { before_delimiter }
        } else {
            0
        };
        Span { start, end: start }
    }

    /// Returns whether the components outside the authority have the offsets that Appendix A implies, and no components
    /// overlap. `parts` has the bits of the defined components.
    #[inline(always)]
    pub(crate) const fn fits(&self, parts: u8) -> bool {
        let Components { path, end, kind, fragment_start, .. } = self.at;
        let is_uri = kind == ReferenceKind::Uri.code();
        let scheme = (self.scheme_start == 0) & ((kind == 0) | (is_uri == (parts & defined::SCHEME != 0)));
        let after_port = if parts & defined::PATH != 0 { path.start } else { end };
        let port = (parts & defined::PORT == 0) | (self.port_end == after_port);
        let query = (parts & defined::QUERY == 0) | (self.query_end.wrapping_add(1) == fragment_start);
        // If the query was captured after the fragment, it has overwritten the start of the fragment.
        let fragment = (parts & defined::FRAGMENT == 0)
            | ((self.fragment.start == fragment_start) & (self.fragment.end == end));
        scheme & port & query & fragment & self.in_order(parts)
    }

    /// Returns whether the components are in the order of section 3, without overlap.
    const fn in_order(&self, parts: u8) -> bool {
        let Components { scheme_end, userinfo, host, port_start, path, query_start, end, .. } =
            self.components(parts);
        let mut rest: &[(u8, u32, u32)] = &[
            (defined::SCHEME, self.scheme_start, scheme_end),
            (defined::USERINFO, userinfo.start, userinfo.end),
            (defined::HOST, host.start, host.end),
            (defined::PORT, port_start, self.port_end),
            (u8::MAX, path.start, path.end),
            (defined::QUERY, query_start, self.query_end),
            (defined::FRAGMENT, self.fragment.start, self.fragment.end),
        ];
        let mut last = 0;
        let mut in_order = true;
        while let [(part, start, own_end), after @ ..] = rest {
            if *part == u8::MAX || parts & *part != 0 {
                in_order &= last <= *start && *start <= *own_end;
                last = *own_end;
            }
            rest = after;
        }
        in_order && last <= end
    }

    /// Returns whether the authority, if any, consists of its parts, and whether the kind of the host is that of `address`,
    /// which must be the whole host or the address in its brackets. A zone may follow an IPv6 address.
    #[inline(always)]
    pub(crate) const fn authority_fits(&self, parts: u8, authority: Span, address: Span) -> bool {
        let Components { userinfo, host: Span { start, end }, host_kind, .. } = self.at;
        let has_authority = parts & defined::AUTHORITY != 0;
        if parts & defined::HOST == 0 {
            // A host kind without a host is valid only if the start rule was an alternative of `host`.
            return !has_authority & ((host_kind == 0) | (parts == 0));
        }
        let whole = (host_kind == HostKind::RegName.code()) | (host_kind == HostKind::Ipv4.code());
        let kind = match whole {
            true => (address.start == start) & (address.end == end),
            false if host_kind == HostKind::Ipv6.code() => {
                (address.start.wrapping_sub(1) == start) & (address.end < end)
            }
            false => {
                (host_kind != 0)
                    & (address.start.wrapping_sub(1) == start)
                    & (end.wrapping_sub(1) == address.end)
            }
        };
        let first = if parts & defined::USERINFO != 0 { userinfo.start } else { start };
        let last = if parts & defined::PORT != 0 { self.port_end } else { end };
        kind & (!has_authority | ((authority.start == first) & (authority.end == last)))
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    /// Only a grammar other than Appendix A has references without a path, or a scheme without a colon.
    #[rstest]
    #[case::colon(3, 1, 2..2)]
    #[case::no_colon(1, 1, 1..1)]
    #[case::empty(0, 0, 0..0)]
    fn a_missing_path_lies_in_the_text(
        #[case] end: u32,
        #[case] scheme: u32,
        #[case] path: core::ops::Range<usize>,
    ) {
        let mut captured = Captured::nowhere(end);
        captured.scheme(Span { start: 0, end: scheme });
        let parts = if scheme > 0 { defined::SCHEME } else { 0 };
        assert_eq!(captured.components(parts).path_range(), path);
    }
}
