//! Support for tools that read a grammar at run time, as `uri --grammar` does: its captures become components
//! here, and its automata locate faults. No stability is promised for this module.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub use super::automaton::Automaton;
use super::captures::Capture;
use super::components::Components;
use super::diagnose;
use super::error::{Fault, Message, ParseError, What};
use super::help::{Expecting, Help};
use super::lower::Lowering;
use super::rule::Rule;

/// Returns the components of a string of `len` bytes, from the name and the span of each rule that matched
/// under a grammar with the rule names of `uri.pest`, in the order in which the matches ended; `None` if
/// [`Components`] cannot hold one of them.
pub fn components<'a>(
    matches: impl IntoIterator<Item = (&'a str, usize, usize)>,
    len: usize,
) -> Option<Components> {
    u32::try_from(len).ok()?;
    let mut lowering = Lowering::new(len);
    for (name, start, end) in matches {
        if let Some(rule) = Capture::named(name) {
            // None lies outside the text.
            (start <= end && end <= len).then_some(())?;
            lowering.capture(rule, start, end);
        }
    }
    lowering.components(false)
}

/// Returns whether the library stores where the rule of this name matched, so that a match at an unexpected
/// place is an error. Of the other rules that it captures, it stores only that they matched.
pub fn is_placed(name: &str) -> bool {
    Capture::named(name).is_some_and(|rule| {
        let mut lowering = Lowering::new(0);
        lowering.capture(rule, 0, 0);
        lowering.defines_a_part()
    })
}

/// Returns the error for a string that `rule` rejects; `own` returns the automata of the grammar.
pub fn blame(rule: Rule, text: &str, own: &dyn Fn(Rule) -> Option<&'static Automaton>) -> ParseError {
    diagnose::diagnose(rule, text, None, own, |_| false)
}

/// Returns the error for a string that a grammar matches with a component that [`Components`] cannot hold.
pub fn unfit(rule: Rule, text: &str) -> ParseError {
    super::grammars::unfit(rule, text)
}

/// Returns the error for a string on which pest gives up because little of the stack is left.
pub fn out_of_stack(rule: Rule, text: &str) -> ParseError {
    ParseError::at_start(What::Known(Fault::OutOfStack), rule, text)
}

impl ParseError {
    /// Returns the message and the help, with a name for a rule to blame that [`Rule`] does not have.
    #[doc(hidden)]
    pub fn said_of(&self, rule: &str) -> (String, String) {
        (Message(self, rule).to_string(), Help(self, rule).to_string())
    }

    /// As [`said_of`](Self::said_of), of a grammar of something else: the help says only what is expected.
    #[doc(hidden)]
    pub fn said_of_other(&self, rule: &str) -> (String, String) {
        let help = match self.fault() {
            Fault::Unexpected => Expecting(self, rule).to_string(),
            _ => Help(self, rule).to_string(),
        };
        (Message(self, rule).to_string(), help)
    }

    /// Returns the same error, moved by the number of bytes that come before the string.
    #[doc(hidden)]
    #[must_use]
    pub fn behind(self, bytes: usize) -> Self {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        Self { offset: self.offset.saturating_add(bytes), ..self }
    }
}

impl Automaton {
    /// Makes an automaton from tables in the format that the build script generates. It is never freed.
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
