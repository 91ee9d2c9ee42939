//! URIs in source code, checked at compile time.

use core::marker::PhantomData;

use super::generic;
use super::uri::{AbsoluteUri, RelativeRef, Uri, UriReference};
use crate::grammar::rfc3986::{self as compiled, IN_PLACE, automaton};
use crate::grammar::{Components, Lowering, Rule};

/// Returns a [`Uri<&'static str>`](crate::Uri) from a literal; a literal that is not a URI is a compile
/// error.
///
/// ```
/// use urigram::{Uri, uri};
///
/// const HOME: Uri<&str> = uri!("http://example.com/");
/// assert_eq!(HOME.host_str(), Some("example.com"));
/// ```
///
/// The error has the offset of the first byte at which the text is no longer the start of a URI:
///
/// ```compile_fail
/// // not a URI by the grammar: no URI has ' ' at byte 10 after this beginning
/// let uri = urigram::uri!("http://exa mple.com/");
/// ```
///
/// The offset may be greater than that of [`Uri::parse`](crate::Uri), which checks each component. In this
/// example, `parse` reports the `a` at byte 10, because a port cannot contain it. But `http://h:8a` is also the
/// start of the URI `http://h:8a@h/`, in which `h:8a` is a userinfo. Only the `/` at byte 11 excludes this:
///
/// ```compile_fail
/// // not a URI by the grammar: no URI has '/' at byte 11 after this beginning
/// let uri = urigram::uri!("http://h:8a/");
/// ```
///
/// If the text is only the start of a URI, such as `http`, the error says that it ends too early. Characters
/// beyond ASCII are not read, so if the text before them is valid, the error does not have an exact offset: the
/// fault is at or after the first of these characters.
///
/// There is no such macro for IRIs: an ASCII literal can be converted to an IRI, and any other literal has to be
/// parsed at run time.
///
/// ```
/// use std::sync::LazyLock;
///
/// use urigram::{Iri, uri};
///
/// static HOME: LazyLock<Iri<&str>> = LazyLock::new(|| Iri::parse("http://example.com/é").unwrap());
/// assert_eq!(HOME.path(), "/é");
/// assert_eq!(Iri::from(uri!("http://example.com/")).path(), "/");
/// ```
///
/// A literal has at most 65536 bytes, because the compiler rejects constants that take long to evaluate (lint
/// `long_running_const_eval`). Parse a longer text at run time.
#[macro_export]
macro_rules! uri {
    ($text:expr) => {
        const { $crate::Uri::from_literal($text) }
    };
}

/// The maximum length of a literal in bytes.
const LONGEST: usize = 1 << 16;

impl UriReference<&'static str> {
    /// Returns a reference from a literal. In a constant, an invalid literal is a compile error. For IRIs, see
    /// [`uri!`](crate::uri).
    ///
    /// # Panics
    ///
    /// If the text is not a URI reference.
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// const UP: UriReference<&str> = UriReference::from_static("../");
    /// assert_eq!(UP.path(), "../");
    /// ```
    #[inline]
    #[track_caller]
    pub const fn from_static(text: &'static str) -> Self {
        Self { text, components: components(Rule::URI_reference, text), grammar: PhantomData }
    }
}

impl Uri<&'static str> {
    /// Returns a URI from a literal. In a constant, as in [`uri!`](crate::uri), an invalid literal is a
    /// compile error. For IRIs, see that macro.
    ///
    /// # Panics
    ///
    /// If the text is not a URI.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// const HOME: Uri<&str> = Uri::from_static("http://example.com/");
    /// assert_eq!(HOME.scheme(), "http");
    /// ```
    #[inline]
    #[track_caller]
    pub const fn from_static(text: &'static str) -> Self {
        let components = components(Rule::URI, text);
        Self(generic::UriReference { text, components, grammar: PhantomData })
    }
}

impl AbsoluteUri<&'static str> {
    /// Returns a URI without a fragment from a literal. In a constant, an invalid literal is a compile error.
    ///
    /// # Panics
    ///
    /// If the text is not an absolute URI.
    ///
    /// ```
    /// use urigram::AbsoluteUri;
    ///
    /// const BASE: AbsoluteUri<&str> = AbsoluteUri::from_static("http://example.com/a/");
    /// assert_eq!(BASE.path(), "/a/");
    /// ```
    #[inline]
    #[track_caller]
    pub const fn from_static(text: &'static str) -> Self {
        let components = components(Rule::absolute_URI, text);
        Self(generic::Uri(generic::UriReference { text, components, grammar: PhantomData }))
    }
}

impl RelativeRef<&'static str> {
    /// Returns a relative reference from a literal. In a constant, an invalid literal is a compile error.
    ///
    /// # Panics
    ///
    /// If the text is not a relative reference.
    ///
    /// ```
    /// use urigram::RelativeRef;
    ///
    /// const UP: RelativeRef<&str> = RelativeRef::from_static("../?page=2");
    /// assert_eq!(UP.query().unwrap(), "page=2");
    /// ```
    #[inline]
    #[track_caller]
    pub const fn from_static(text: &'static str) -> Self {
        let components = components(Rule::relative_ref, text);
        Self(generic::UriReference { text, components, grammar: PhantomData })
    }
}

impl Uri<&'static str> {
    /// Implements [`uri!`](crate::uri): like [`Self::from_static`], but rejects literals that take the compiler too
    /// long.
    #[doc(hidden)]
    #[track_caller]
    pub const fn from_literal(text: &'static str) -> Self {
        assert!(text.len() <= LONGEST, "a literal of more than 65536 bytes: parse it when the program runs");
        Self::from_static(text)
    }
}

// `track_caller` keeps this function out of the compiler's error, which then points only at the literal.
#[track_caller]
#[expect(
    clippy::panic,
    reason = "the documented panic of `from_static`; in a constant it is a compile error"
)]
const fn components(rule: Rule, text: &str) -> Components {
    assert!(compiled::is_compiled(rule), "this rule was left to pest, which constants cannot call");
    assert!(text.len() <= u32::MAX as usize, "longer than 4294967295 bytes");
    let mut lowering = Lowering::new(text.len());
    if !compiled::parse_by_byte(rule, text, &mut lowering) {
        panic!("{}", Message::of(rule, text).text());
    }
    match lowering.components(IN_PLACE) {
        Some(components) => components,
        None => panic!("its components are not where Appendix A has them"),
    }
}

/// The message about an invalid text. It is built byte by byte, because formatting is not possible in constants.
struct Message {
    bytes: [u8; 128],
    length: usize,
}

impl Message {
    const fn of(rule: Rule, text: &str) -> Self {
        let mut message = Self { bytes: [0; 128], length: 0 };
        message.say(match rule {
            Rule::URI => "not a URI by the grammar",
            _ => "not a URI reference by the grammar",
        });
        let Some(automaton) = automaton(rule) else { return message };
        let place = automaton.ascii_prefix(text);
        let Some((_, rest)) = text.as_bytes().split_at_checked(place) else { return message };
        match rest {
            [] => message.say(": it ends too early"),
            [byte, ..] if byte.is_ascii() => {
                message.say(match rule {
                    Rule::URI => ": no URI has ",
                    _ => ": no URI reference has ",
                });
                if byte.is_ascii_graphic() || *byte == b' ' {
                    message.say("'");
                    message.push(*byte);
                    message.say("'");
                } else {
                    message.say("this character");
                }
                message.say(" at byte ");
                message.number(place);
                message.say(" after this beginning");
            }
            _ => {
                message.say(": the fault is at or after byte ");
                message.number(place);
                message.say(", which is not ASCII");
            }
        }
        message
    }

    #[expect(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "checked by the condition")]
    const fn push(&mut self, byte: u8) {
        if self.length < self.bytes.len() {
            self.bytes[self.length] = byte;
            self.length += 1;
        }
    }

    const fn say(&mut self, text: &str) {
        let mut rest = text.as_bytes();
        while let Some((&byte, after)) = rest.split_first() {
            self.push(byte);
            rest = after;
        }
    }

    #[expect(clippy::arithmetic_side_effects, reason = "a digit is less than ten")]
    const fn number(&mut self, number: usize) {
        if number > 9 {
            self.number(number / 10);
        }
        self.push(b'0' + (number % 10) as u8);
    }

    const fn text(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "not a URI by the grammar",
        }
    }
}

// After an edit of `uri.pest`, `tests/abnf.rs` should fail rather than these tests.
#[cfg(appendix_a)]
#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[should_panic(expected = "not a URI by the grammar: no URI has ' ' at byte 10 after this beginning")]
    #[case::space("http://exa mple.com/")]
    #[should_panic(expected = "not a URI by the grammar: no URI has '/' at byte 11 after this beginning")]
    #[case::port_or_userinfo("http://h:8a/")]
    #[should_panic(expected = "not a URI by the grammar: no URI has '1' at byte 0 after this beginning")]
    #[case::first_byte("1:")]
    #[should_panic(
        expected = "not a URI by the grammar: no URI has this character at byte 2 after this beginning"
    )]
    #[case::control("a:\n")]
    #[should_panic(expected = "not a URI by the grammar: it ends too early")]
    #[case::empty("")]
    #[should_panic(expected = "not a URI by the grammar: it ends too early")]
    #[case::no_colon("http")]
    #[should_panic(expected = "not a URI by the grammar: it ends too early")]
    #[case::open_bracket("http://[::1")]
    #[should_panic(expected = "not a URI by the grammar: it ends too early")]
    #[case::half_an_escape("a:%4")]
    #[should_panic(
        expected = "not a URI by the grammar: the fault is at or after byte 7, which is not ASCII"
    )]
    #[case::beyond_ascii("http://é/ ")]
    fn uri_says(#[case] text: &'static str) {
        Uri::from_static(text);
    }

    #[test]
    fn literals_have_at_most_65536_bytes() {
        let longest = format!("http://h/{}", "a".repeat(LONGEST - 9)).leak();
        assert_eq!(Uri::from_literal(longest).path().as_str().len(), LONGEST - 8);
    }

    #[test]
    #[should_panic(expected = "a literal of more than 65536 bytes: parse it when the program runs")]
    fn a_longer_literal_says_the_limit() {
        Uri::from_literal(format!("http://h/{}", "a".repeat(LONGEST - 8)).leak());
    }

    #[rstest]
    #[should_panic(
        expected = "not a URI reference by the grammar: no URI reference has ':' at byte 1 after this beginning"
    )]
    #[case::colon("1:")]
    #[should_panic(
        expected = "not a URI reference by the grammar: no URI reference has ' ' at byte 100 after this beginning"
    )]
    #[case::far(
        "/0123456789/0123456789/0123456789/0123456789/0123456789/0123456789/0123456789/0123456789/0123456789/ "
    )]
    fn reference_says(#[case] text: &'static str) {
        UriReference::from_static(text);
    }
}
