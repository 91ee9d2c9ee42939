//! Components from the spans that rules captured.

use super::{Code, Components, Span, defined};

/// The span of each captured component, and the kinds. [`Components`] stores only what Appendix A does not
/// imply.
#[derive(Clone, Copy)]
pub(crate) struct Spans {
    pub(crate) scheme: Span,
    pub(crate) userinfo: Span,
    pub(crate) host: Span,
    pub(crate) port: Span,
    pub(crate) path: Span,
    pub(crate) query: Span,
    pub(crate) fragment: Span,
    /// Where the text ends.
    pub(crate) end: u32,
    pub(crate) kind: Code,
    pub(crate) host_kind: Code,
    pub(crate) path_kind: Code,
}

impl Spans {
    /// Returns the spans before anything is captured, of a text that ends at `end`.
    #[inline(always)]
    pub(crate) const fn nowhere(end: u32) -> Self {
        const NOWHERE: Span = Span { start: 0, end: 0 };
        Self {
            scheme: NOWHERE,
            userinfo: NOWHERE,
            host: NOWHERE,
            port: NOWHERE,
            path: NOWHERE,
            query: NOWHERE,
            fragment: NOWHERE,
            end,
            kind: 0,
            host_kind: 0,
            path_kind: 0,
        }
    }

    /// Returns the empty span after the component that would precede a path. By Appendix A only a text that
    /// is not a reference has no path.
    #[cold]
    const fn no_path(&self, parts: u8) -> Span {
        let start = if parts & defined::PORT != 0 {
            self.port.end
        } else if parts & defined::HOST != 0 {
            self.host.end
        } else if parts & defined::SCHEME != 0 {
            // Another grammar may have no colon after the scheme.
            let after_colon = self.scheme.end.wrapping_add(1);
            if after_colon < self.end { after_colon } else { self.end }
        } else {
            0
        };
        Span { start, end: start }
    }

    /// Returns where the fragment starts, or would after a query.
    #[inline(always)]
    pub(crate) const fn after_query(&self, parts: u8) -> u32 {
        if parts & defined::FRAGMENT != 0 {
            self.fragment.start
        } else if parts & defined::QUERY != 0 {
            self.end.wrapping_add(1)
        } else {
            0
        }
    }
}

impl Components {
    /// Returns the components at these spans; `parts` are the bits of those that are defined.
    #[inline(always)]
    pub(crate) const fn captured(spans: &Spans, parts: u8) -> Self {
        Self {
            scheme_end: spans.scheme.end,
            userinfo: spans.userinfo,
            host: spans.host,
            port_start: spans.port.start,
            path: if parts & defined::PATH != 0 { spans.path } else { spans.no_path(parts) },
            query_start: spans.query.start,
            fragment_start: spans.after_query(parts),
            end: spans.end,
            defined: parts,
            kind: spans.kind,
            host_kind: spans.host_kind,
            path_kind: spans.path_kind,
        }
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
        let mut spans = Spans::nowhere(end);
        spans.scheme = Span { start: 0, end: scheme };
        let parts = if scheme > 0 { defined::SCHEME } else { 0 };
        assert_eq!(Components::captured(&spans, parts).path_range(), path);
    }
}
