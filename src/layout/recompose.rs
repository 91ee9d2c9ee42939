//! Component recomposition (section 5.3).

use alloc::string::String;

use crate::grammar::{
    AuthorityParts, Captured, Code, Components, PathKind, ReferenceKind, Span, defined, total,
};

/// The components to recompose, each without its delimiters. An authority is given either as a whole or as its parts, of
/// which the host is required.
#[derive(Clone, Copy)]
pub(crate) struct Pieces<'a> {
    pub(crate) scheme: Option<&'a str>,
    pub(crate) authority: Option<(&'a str, AuthorityParts)>,
    pub(crate) userinfo: Option<&'a str>,
    pub(crate) host: Option<&'a str>,
    pub(crate) port: Option<&'a str>,
    pub(crate) path: &'a str,
    pub(crate) query: Option<&'a str>,
    pub(crate) fragment: Option<&'a str>,
}

impl Pieces<'_> {
    #[inline]
    pub(crate) const fn has_authority(&self) -> bool {
        self.authority.is_some() | self.host.is_some()
    }

    /// Returns the length of the recomposed text; `None` if it exceeds 32 bits.
    #[inline]
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "a piece has at most `isize::MAX` bytes, a delimiter two"
    )]
    pub(crate) fn len(&self) -> Option<u32> {
        let len = |piece: Option<&str>, delimiter| piece.map_or(0, |piece| piece.len() + delimiter);
        total([
            len(self.scheme, 1),
            len(self.authority.map(|(authority, _)| authority), 2),
            len(self.userinfo, 1),
            len(self.host, 2),
            len(self.port, 1),
            self.path.len(),
            len(self.query, 1),
            len(self.fragment, 1),
        ])
    }

    /// Appends the components and their delimiters to an empty text, and returns their offsets. The length of the text must
    /// fit in 32 bits.
    #[inline]
    pub(crate) fn write(&self, host_kind: Code, text: &mut String) -> Components {
        let mut at = Captured::nowhere(0);
        let mut parts = defined::PATH;
        at.kind(if self.scheme.is_some() { ReferenceKind::Uri } else { ReferenceKind::RelativeRef });
        if let Some(scheme) = self.scheme {
            parts |= defined::SCHEME;
            at.scheme(push(text, scheme));
            text.push(':');
        }
        if let Some((authority, authority_parts)) = self.authority {
            parts |= authority_parts.defined();
            text.push_str("//");
            at.authority(push(text, authority), &authority_parts);
        } else if let Some(host) = self.host {
            parts |= defined::AUTHORITY | defined::HOST;
            text.push_str("//");
            if let Some(userinfo) = self.userinfo {
                parts |= defined::USERINFO;
                at.userinfo(push(text, userinfo));
                text.push('@');
            }
            at.host_of_kind(push(text, host), host_kind);
            if let Some(port) = self.port {
                parts |= defined::PORT;
                text.push(':');
                at.port(push(text, port));
            }
        }
        let path_kind = PathKind::of(self.path.as_bytes(), self.scheme.is_some(), self.has_authority());
        at.path(push(text, self.path), path_kind);
        if let Some(query) = self.query {
            parts |= defined::QUERY;
            text.push('?');
            at.query(push(text, query));
        }
        if let Some(fragment) = self.fragment {
            parts |= defined::FRAGMENT;
            text.push('#');
            at.fragment(push(text, fragment));
        }
        at.end_at(text.len() as u32, parts);
        at.components(parts)
    }
}

/// Appends a component, and returns its span.
#[inline(always)]
fn push(text: &mut String, piece: &str) -> Span {
    let start = text.len() as u32;
    text.push_str(piece);
    Span { start, end: text.len() as u32 }
}
