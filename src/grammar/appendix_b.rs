//! The components of any text, even if the grammar rejects it (Appendix B).

use super::components::{Components, HostKind, Lengths, defined};
use super::grammars::{Rfc6874, matched};
use super::rule::Rule;

impl Components {
    /// Splits a text into components by the regular expression of Appendix B, which matches every text. The components are
    /// not checked: use this function for a reference that was parsed before, such as from a database, or for a text that
    /// is not a reference. Takes linear time and does not allocate.
    ///
    /// For a valid reference, the components and kinds are the same as from parsing, under each grammar. For any other
    /// text:
    ///
    /// - A scheme is the text before the first `:`, unless this text is empty or contains a `/`, `?` or `#`. The scheme may
    ///   be invalid by section 3.1: the scheme of `1a:b` is `1a`.
    /// - An authority is split as in section 3.2. A userinfo ends at the first `@`. A port begins after the first `:` in the
    ///   rest, or after the first `:` behind the `]` if the host begins with `[`.
    /// - The [`host_kind`](Self::host_kind) is `None` if the host begins with `[` and is not an IP literal. A host without
    ///   `[` is an IPv4 address or a registered name, whatever characters it contains.
    /// - A text that is [too long](crate#limits) has the components of the empty text.
    ///   [`from_components_unchecked`](crate::generic::UriReference::from_components_unchecked) rejects these components for
    ///   such a text.
    ///
    /// ```
    /// use urigram::Rule;
    /// use urigram::grammar::Components;
    ///
    /// let text = "http://user@[::1]:80/a?b";
    /// assert_eq!(Components::split(text), Rule::URI_reference.parse(text)?);
    ///
    /// let text = "http://exa mple.com/{id}";
    /// let components = Components::split(text);
    /// assert_eq!(&text[components.host().unwrap()], "exa mple.com");
    /// assert_eq!(&text[components.path().unwrap()], "/{id}");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "a port and the `:` before it are at the end of the authority"
    )]
    pub fn split(text: &str) -> Self {
        if u32::try_from(text.len()).is_err() {
            return Self::EMPTY;
        }
        let (rest, fragment) = before_and_after(text, '#');
        let (rest, query) = before_and_after(rest, '?');
        let (scheme, rest) = match before_and_after(rest, ':') {
            (scheme, Some(rest)) if !scheme.is_empty() && !scheme.contains('/') => (Some(scheme), rest),
            _ => (None, rest),
        };
        let (authority, path) = match rest.strip_prefix("//") {
            Some(rest) => {
                let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
                (Some(authority), path)
            }
            None => (None, rest),
        };
        let (userinfo, rest) = match before_and_after(authority.unwrap_or_default(), '@') {
            (userinfo, Some(rest)) => (Some(userinfo), rest),
            (rest, None) => (None, rest),
        };
        let literal = if rest.starts_with('[') { rest.find(']').unwrap_or(rest.len()) } else { 0 };
        let (_, after_literal) = rest.split_at(literal);
        let (_, port) = before_and_after(after_literal, ':');
        let (host, _) = rest.split_at(rest.len() - port.map_or(0, |port| port.len() + ":".len()));

        let bit = |part: Option<&str>, bit| if part.is_some() { bit } else { 0 };
        let len = |part: Option<&str>| part.map_or(0, |part| part.len() as u32);
        let lengths = Lengths {
            defined: bit(scheme, defined::SCHEME)
                | bit(authority, defined::AUTHORITY | defined::HOST)
                | bit(userinfo, defined::USERINFO)
                | bit(port, defined::PORT)
                | bit(query, defined::QUERY)
                | bit(fragment, defined::FRAGMENT)
                | defined::PATH,
            scheme: len(scheme),
            userinfo: len(userinfo),
            host: host.len() as u32,
            host_kind: authority.and_then(|_| host_kind(host)).map_or(0, HostKind::code),
            port: len(port),
            path: path.len() as u32,
            query: len(query),
            fragment: len(fragment),
        };
        lengths.components(text)
    }
}

fn before_and_after(text: &str, delimiter: char) -> (&str, Option<&str>) {
    text.split_once(delimiter).map_or((text, None), |(before, after)| (before, Some(after)))
}

/// Returns the alternative of `host` that the text matches. Zones are accepted under every grammar.
fn host_kind(host: &str) -> Option<HostKind> {
    let kind = matched::<Rfc6874>(Rule::host, host).and_then(|components| components.host_kind());
    kind.or((!host.starts_with('[')).then_some(HostKind::RegName))
}

// After an edit of `uri.pest`, `tests/abnf.rs` should fail rather than these tests.
#[cfg(appendix_a)]
#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Components;
    use crate::grammar::{Grammar, Rfc3986, Rfc3987, Rfc6874, Rule};

    const PIECES: &[&str] = &[
        "a",
        "b:c",
        ":",
        "/",
        "//",
        "?",
        "#",
        "@",
        "[::1]",
        "[v1.a]",
        "[::1%25é]",
        "[::1%25a]",
        "80",
        "1.2.3.4",
        "%41",
        "é",
        "",
    ];

    fn agrees<G: Grammar>(text: &str) -> Result<(), TestCaseError> {
        if let Ok(parsed) = G::components(Rule::URI_reference, text) {
            prop_assert_eq!(Components::split(text), parsed);
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Splitting agrees with parsing, for every valid reference.
        #[test]
        fn agrees_with_each_grammar(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..10)) {
            let text = pieces.concat();
            agrees::<Rfc3986>(&text)?;
            agrees::<Rfc3987>(&text)?;
            agrees::<Rfc6874>(&text)?;
        }
    }
}
