//! Functions for tools that read a grammar at run time, such as `uri --grammar`. They convert the matches of rules to
//! [`Components`], and locate faults with the automata of the grammar.
//!
//! The crate `urigram-grammar` reads such a grammar, matches it and builds its automata.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

pub use super::automaton::Automaton;
use super::captures::{ALSO_NEEDED, Capture};
use super::components::Components;
use super::diagnose;
use super::error::{By, Expecting, Fault, Help, Message, ParseError, What};
use super::lower::Lowering;
use super::rule::Rule;
use crate::bytes::password_in;

/// The names of the rules whose matches become components. A grammar of URIs has all of them.
///
/// ```
/// assert!(urigram::grammar::runtime::CAPTURED_RULES.contains(&"path_abempty"));
/// ```
pub const CAPTURED_RULES: &[&str] = Capture::NAMES;

/// The names of the other rules that a grammar of URIs needs: start rules, rules that errors name, and rules that determine
/// the characters that need not be percent-encoded.
///
/// ```
/// assert!(urigram::grammar::runtime::ALSO_NEEDED_RULES.contains(&"URI_reference"));
/// ```
pub const ALSO_NEEDED_RULES: &[&str] = ALSO_NEEDED;

/// Returns the components of a string of `len` bytes. `matches` are the names and spans of the rules that matched, in the order
/// in which the matches ended; rules that are not [captured](CAPTURED_RULES) are ignored. Returns `None` if [`Components`]
/// cannot represent a span.
///
/// ```
/// use urigram::grammar::runtime;
///
/// let matches = [("path_abempty", 3, 5), ("relative_ref", 0, 5)];
/// assert_eq!(runtime::components(matches, 5).unwrap().path(), Some(3..5));
/// assert_eq!(runtime::components(matches, 4), None);
/// ```
pub fn components<'a>(
    matches: impl IntoIterator<Item = (&'a str, usize, usize)>,
    len: usize,
) -> Option<Components> {
    u32::try_from(len).ok()?;
    let mut lowering = Lowering::new(len);
    for (name, start, end) in matches {
        if let Some(rule) = Capture::named(name) {
            // Reject spans outside the text.
            (start <= end && end <= len).then_some(())?;
            lowering.capture(rule, start, end);
        }
    }
    lowering.components(false)
}

/// Returns whether [`Components`] stores the span of the rule with this name, so that a match with an unexpected span is an
/// error. For other [captured](CAPTURED_RULES) rules, it stores only that the rule matched.
///
/// ```
/// use urigram::grammar::runtime::is_placed;
///
/// assert!(is_placed("host") && !is_placed("IPv4address"));
/// ```
pub fn is_placed(name: &str) -> bool {
    Capture::named(name).is_some_and(|rule| {
        let mut lowering = Lowering::new(0);
        lowering.capture(rule, 0, 0);
        lowering.defines_a_part()
    })
}

/// Returns the error for a string that `rule` rejects. `own` returns the automaton of a rule, if it has one. Without
/// automata, the offset of the fault is unknown.
///
/// ```
/// use urigram::grammar::{Fault, runtime};
/// use urigram::{ParseError, Rule};
///
/// let error = runtime::diagnose(Rule::port, "80x", &|_| None);
/// assert_eq!((error.fault(), error.component()), (Fault::Grammar, Rule::port));
/// ```
pub fn diagnose(rule: Rule, text: &str, own: &dyn Fn(Rule) -> Option<&'static Automaton>) -> ParseError {
    diagnose::diagnose(rule, By::Loaded, text, None, own, |_| false)
}

/// Returns the error for a string that matches, but with a span that [`Components`] cannot represent.
///
/// ```
/// use urigram::Rule;
/// use urigram::grammar::{Fault, runtime};
///
/// assert_eq!(runtime::unfit(Rule::URI, "a:b").fault(), Fault::Grammar);
/// ```
pub fn unfit(rule: Rule, text: &str) -> ParseError {
    super::grammars::unfit(rule, text)
}

/// Returns the error for a string on which a parser stops because little stack remains.
///
/// ```
/// use urigram::Rule;
/// use urigram::grammar::{Fault, runtime};
///
/// assert_eq!(runtime::out_of_stack(Rule::URI, "a:b").fault(), Fault::OutOfStack);
/// ```
pub fn out_of_stack(rule: Rule, text: &str) -> ParseError {
    ParseError::at_start(What::Known(Fault::OutOfStack), rule, By::Loaded, text)
}

/// Returns the message and the help of an error, with `rule` as the name of the component at fault. Use it for a rule of a
/// loaded grammar that is not a [`Rule`].
///
/// ```
/// use urigram::grammar::runtime;
/// use urigram::{ParseError, Rule};
///
/// let error = Rule::port.parse("80x").unwrap_err();
/// assert_eq!(runtime::said_of(&error, "number").0, "unexpected 'x' in `number` at byte 2");
/// ```
pub fn said_of(error: &ParseError, rule: &str) -> (String, String) {
    (Message(error, rule).to_string(), Help(error, rule).to_string())
}

/// Like [`said_of`], but for a rule of a grammar that does not describe URIs: the help for an unexpected character only lists
/// the expected characters.
///
/// ```
/// use urigram::Rule;
/// use urigram::grammar::runtime;
///
/// let error = Rule::port.parse("80x").unwrap_err();
/// assert_eq!(runtime::said_of_other(&error, "number").1, "expected a digit, or the end of `number`");
/// ```
pub fn said_of_other(error: &ParseError, rule: &str) -> (String, String) {
    let help = match error.fault() {
        Fault::Unexpected => Expecting(error, rule).to_string(),
        _ => Help(error, rule).to_string(),
    };
    (Message(error, rule).to_string(), help)
}

/// Returns the error with the number of bytes before the string added to its offset.
///
/// ```
/// use urigram::grammar::runtime;
/// use urigram::Rule;
///
/// let error = Rule::port.parse("80x").unwrap_err();
/// assert_eq!(runtime::behind(error, 7).offset(), 9);
/// ```
#[must_use]
pub fn behind(error: ParseError, bytes: usize) -> ParseError {
    let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
    ParseError { offset: error.offset.saturating_add(bytes), ..error }
}

/// Returns the range of the password in a text that need not be a reference, for tools that draw the text without it (section
/// 7.5). A password that is probably meant may have an unencoded `/`, `?` or `#`.
///
/// ```
/// use urigram::grammar::runtime;
///
/// assert_eq!(runtime::password("http://user:secret@example.com:a/"), Some(12..18));
/// assert_eq!(runtime::password("http://user:pass#word@example.com/"), Some(12..21));
/// assert_eq!(runtime::password("http://user@example.com/"), None);
/// ```
pub fn password(text: &str) -> Option<Range<usize>> {
    password_in(text)
}

impl Automaton {
    /// Builds an automaton from the tables of `urigram_grammar::Tables`. Its memory is never freed.
    pub fn leaked(
        ascii: [u8; 128],
        beyond: Vec<(char, u8)>,
        classes: u16,
        next: Vec<u16>,
        accepting: Vec<u64>,
    ) -> &'static Self {
        Box::leak(Box::new(Self {
            ascii: Box::leak(Box::new(ascii)),
            beyond: beyond.leak(),
            classes,
            next: next.leak(),
            accepting: accepting.leak(),
            ends: &[],
        }))
    }
}
