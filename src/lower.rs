//! From (rule, span) events to [`Components`]: the one place that knows what a rule's span means.
//!
//! An event comes when its rule ends: what matched inside a rule comes before it, what matched before it
//! too. Whoever parses feeds them: a walk over a parse tree, or a compiled parser as it goes.
//!
//! [`Components`] leaves out what RFC 3986 implies about where spans begin and end. A grammar that was
//! edited may imply something else: that is noted as it shows, and then there are no components, rather
//! than wrong ones.

use crate::captures::Capture;
use crate::components::{Code, Components, HostKind, PathKind, ReferenceKind, Span, defined};

/// Beside the bits of what is defined: a span cannot be told from what is kept.
const UNFIT: u32 = 0x100;

/// What has been captured so far: what [`Components`] keeps.
///
/// A type of its own, because [`Lowering::components`] then names each part, and those that were captured
/// last need not go through memory.
#[derive(Clone, Copy)]
pub struct Lowering {
    scheme_end: u32,
    userinfo: Span,
    host: Span,
    port_start: u32,
    path: Span,
    query_start: u32,
    fragment_start: u32,
    end: u32,
    flags: u32,
    kind: Code,
    host_kind: Code,
    path_kind: Code,
}

impl Lowering {
    /// For a string of `len` bytes.
    #[inline(always)]
    pub(crate) const fn new(len: usize) -> Self {
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
            flags: 0,
            kind: 0,
            host_kind: 0,
            path_kind: 0,
        }
    }

    /// Takes in that `rule` matched the bytes from `start` to `end`.
    #[inline(always)]
    pub(crate) const fn capture(&mut self, rule: Capture, start: usize, end: usize) {
        let (start, end) = (start as u32, end as u32);
        match rule {
            Capture::URI | Capture::absolute_URI => {
                self.kind_is(ReferenceKind::Uri, !self.has(defined::SCHEME));
            }
            Capture::relative_ref => self.kind_is(ReferenceKind::RelativeRef, self.has(defined::SCHEME)),
            Capture::scheme => {
                self.scheme_end = end;
                self.define(defined::SCHEME, start != 0);
            }
            Capture::authority => {
                let first = if self.has(defined::USERINFO) { self.userinfo.start } else { self.host.start };
                let last = if self.has(defined::PORT) { self.path.start } else { self.host.end };
                let known = self.has(defined::HOST) & (start == first) & (end == last);
                self.define(defined::AUTHORITY, !known);
            }
            Capture::userinfo => {
                self.userinfo = Span { start, end };
                self.define(defined::USERINFO, self.has(defined::AUTHORITY));
            }
            Capture::host => {
                let Span { start: first, end: last } = self.host;
                // What tells the kind is the host, or is in brackets and may have a zone behind it.
                let whole = (first == start) & (last == end);
                let in_brackets = (first == start + 1) & (last < end);
                let known = match self.host_kind {
                    0 => false,
                    kind if kind == HostKind::Ipv4.code() || kind == HostKind::RegName.code() => whole,
                    _ => in_brackets,
                };
                self.host = Span { start, end };
                self.define(defined::HOST, self.has(defined::AUTHORITY) | !known);
            }
            Capture::IPvFuture => self.host_is(start, end, HostKind::IpvFuture),
            Capture::IPv6address => self.host_is(start, end, HostKind::Ipv6),
            Capture::IPv4address => self.host_is(start, end, HostKind::Ipv4),
            Capture::reg_name => self.host_is(start, end, HostKind::RegName),
            Capture::port => {
                self.port_start = start;
                // A port ends where the path starts.
                self.path.start = end;
                self.define(defined::PORT, self.has(defined::AUTHORITY | defined::PATH));
            }
            Capture::path_abempty => self.path_is(start, end, PathKind::AbEmpty),
            Capture::path_absolute => self.path_is(start, end, PathKind::Absolute),
            Capture::path_noscheme => self.path_is(start, end, PathKind::NoScheme),
            Capture::path_rootless => self.path_is(start, end, PathKind::Rootless),
            Capture::path_empty => self.path_is(start, end, PathKind::Empty),
            Capture::query => {
                self.query_start = start;
                // A query ends at the `#` before the fragment, or where one would be.
                self.fragment_start = end.wrapping_add(1);
                self.define(defined::QUERY, self.has(defined::FRAGMENT));
            }
            Capture::fragment => {
                let apart = self.has(defined::QUERY) & (self.fragment_start != start);
                self.fragment_start = start;
                self.define(defined::FRAGMENT, apart | (end != self.end));
            }
        }
    }

    const fn kind_is(&mut self, kind: ReferenceKind, unfit: bool) {
        self.flags |= UNFIT * (unfit | (self.kind != 0)) as u32;
        self.kind = kind.code();
    }

    /// Keeps what tells the kind until the host around it is captured.
    const fn host_is(&mut self, start: u32, end: u32, kind: HostKind) {
        self.flags |= UNFIT * (self.has(defined::HOST) | (self.host_kind != 0)) as u32;
        self.host = Span { start, end };
        self.host_kind = kind.code();
    }

    const fn path_is(&mut self, start: u32, end: u32, kind: PathKind) {
        let apart = self.has(defined::PORT) & (self.path.start != start);
        self.path = Span { start, end };
        self.path_kind = kind.code();
        self.define(defined::PATH, apart);
    }

    /// Notes that the part is there: for the first time, or else only one of its spans is kept.
    const fn define(&mut self, part: u8, unfit: bool) {
        self.flags |= part as u32 | (UNFIT * (unfit | self.has(part)) as u32);
    }

    /// Whether any of the parts is defined.
    const fn has(&self, part: u8) -> bool {
        self.flags & part as u32 != 0
    }

    /// Whether any part was captured, and not only kinds.
    pub(crate) const fn defines_a_part(&self) -> bool {
        self.has(u8::MAX)
    }

    /// The components, now that all have been captured; none if a span cannot be told from what is kept.
    #[inline(always)]
    pub(crate) const fn components(&self) -> Option<Components> {
        let port = self.has(defined::PORT) & !self.has(defined::PATH) & (self.path.start != self.end);
        let query = self.has(defined::QUERY)
            & !self.has(defined::FRAGMENT)
            & (self.fragment_start != self.end.wrapping_add(1));
        // By itself such a rule is none of a host: only as a start rule it may be without one.
        let host = (self.host_kind != 0) & !self.has(defined::HOST);
        if port | query | (host & self.defines_a_part()) | (self.flags & UNFIT != 0) {
            return None;
        }
        Some(Components {
            scheme_end: self.scheme_end,
            userinfo: self.userinfo,
            host: if host { Span { start: 0, end: 0 } } else { self.host },
            port_start: self.port_start,
            path: self.path,
            query_start: self.query_start,
            fragment_start: self.fragment_start,
            end: self.end,
            defined: self.flags as u8,
            kind: self.kind,
            host_kind: self.host_kind,
            path_kind: self.path_kind,
        })
    }
}
