//! Components of what rules captured.

use super::{Code, Components, Span, defined};

/// Where each component lies that was captured, and the kinds. [`Components`] keeps of it what Appendix A does not
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
    /// Nothing captured yet of a text that ends there.
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

    /// The empty span behind what comes before a path. By Appendix A only what is no reference has no path.
    #[cold]
    const fn no_path(&self, parts: u8) -> Span {
        let start = if parts & defined::PORT != 0 {
            self.port.end
        } else if parts & defined::HOST != 0 {
            self.host.end
        } else if parts & defined::SCHEME != 0 {
            self.scheme.end.wrapping_add(1)
        } else {
            0
        };
        Span { start, end: start }
    }

    /// Where the fragment starts, or would behind a query.
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
    /// The components that lie there, of which these are defined.
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
