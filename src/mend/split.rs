//! The components of any text, also of one that the grammar rejects (Appendix B).

use core::ops::Range;

/// Where the components lie: as the regular expression of Appendix B finds them, and the authority split at the first
/// `@`, the closing `]` and the first `:`. Of a valid reference these are the components that the grammar finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Split {
    pub(super) scheme: Option<Range<usize>>,
    pub(super) authority: Option<Range<usize>>,
    pub(super) userinfo: Option<Range<usize>>,
    pub(super) host: Option<Range<usize>>,
    pub(super) port: Option<Range<usize>>,
    pub(super) path: Range<usize>,
    pub(super) query: Option<Range<usize>>,
    pub(super) fragment: Option<Range<usize>>,
}

impl Split {
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "a delimiter lies in the text, and a part begins behind it"
    )]
    pub(super) fn of(text: &str) -> Self {
        let find = |from: usize, stops: &[char]| {
            let rest = text.get(from..).unwrap_or_default();
            rest.find(stops).map_or(text.len(), |at| from + at)
        };
        let is = |at: usize, byte: u8| text.as_bytes().get(at) == Some(&byte);

        let first = find(0, &[':', '/', '?', '#']);
        let scheme = (first > 0 && is(first, b':')).then_some(0..first);
        let start = scheme.as_ref().map_or(0, |scheme| scheme.end + 1);
        let has_authority = is(start, b'/') && is(start + 1, b'/');
        let authority = has_authority.then(|| start + 2..find(start + 2, &['/', '?', '#']));
        let path = authority.as_ref().map_or(start, |authority| authority.end);
        let path = path..find(path, &['?', '#']);
        let query = is(path.end, b'?').then(|| path.end + 1..find(path.end + 1, &['#']));
        let end = query.as_ref().map_or(path.end, |query| query.end);
        let fragment = is(end, b'#').then(|| end + 1..text.len());

        let mut split =
            Self { scheme, userinfo: None, host: None, port: None, path, query, fragment, authority: None };
        if let Some(authority) = &authority {
            let part = text.get(authority.clone()).unwrap_or_default();
            let userinfo = part.find('@').map(|at| authority.start..authority.start + at);
            let host = userinfo.as_ref().map_or(authority.start, |userinfo| userinfo.end + 1);
            let from = if is(host, b'[') { find(host, &[']']).min(authority.end) } else { host };
            let colon = find(from, &[':']).min(authority.end);
            split.host = Some(host..colon);
            split.port = (colon < authority.end).then(|| colon + 1..authority.end);
            split.userinfo = userinfo;
        }
        split.authority = authority;
        split
    }
}

// After an edit of `uri.pest`, `tests/abnf.rs` shall fail before this would.
#[cfg(appendix_a)]
#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Split;
    use crate::UriReference;

    const PIECES: &[&str] =
        &["a", "b:c", ":", "/", "//", "?", "#", "@", "[::1]", "[v1.a]", "80", "1.2.3.4", "%41", ""];

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// No second splitter disagrees with the grammar about a valid reference.
        #[test]
        fn agrees_with_the_grammar(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..10)) {
            let text = pieces.concat();
            if let Ok(reference) = UriReference::parse(&text) {
                let (split, at) = (Split::of(&text), reference.components());
                prop_assert_eq!(split.scheme, at.scheme());
                prop_assert_eq!(split.authority, at.authority());
                prop_assert_eq!(split.userinfo, at.userinfo());
                prop_assert_eq!(split.host, at.host());
                prop_assert_eq!(split.port, at.port());
                prop_assert_eq!(Some(split.path), at.path());
                prop_assert_eq!(split.query, at.query());
                prop_assert_eq!(split.fragment, at.fragment());
            }
        }
    }
}
