//! The parser of URI Templates (RFC 6570, section 2), generated from `template.pest`.

use alloc::vec::Vec;
use core::ops::Range;

use super::automaton::Automaton;
use super::characters::{Characters, class};
use super::expected::Expected;
use super::generated::template::{automaton, parse};

/// The rules of `template.pest` that are called by name.
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the names are those of the grammar")]
pub(crate) enum Rule {
    URI_Template,
    unreserved,
    reserved,
}

/// The rules of `template.pest` whose spans are read, by name.
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the names are those of the grammar")]
pub(crate) enum Capture {
    operator,
    varname,
    max_length,
    explode,
    expression,
}

/// The captures, in the order in which their rules end.
#[derive(Default)]
pub(crate) struct Captures(pub(crate) Vec<(Capture, Range<usize>)>);

impl Captures {
    pub(super) fn capture(&mut self, rule: Capture, start: usize, end: usize) {
        self.0.push((rule, start..end));
    }

    pub(super) fn mark(&self) -> usize {
        self.0.len()
    }

    pub(super) fn rewind(&mut self, mark: usize) {
        self.0.truncate(mark);
    }
}

/// Returns the captures of a template, or the offset of its fault and the characters expected there. Linear.
pub(crate) fn captures(text: &str) -> Result<Captures, (usize, Expected)> {
    let mut captures = Captures::default();
    if parse(Rule::URI_Template, text, &mut captures) {
        return Ok(captures);
    }
    let automaton = of(Rule::URI_Template);
    let reach = automaton.run(text);
    Err((reach.len, Expected::after(automaton, reach.state)))
}

const fn of(rule: Rule) -> &'static Automaton {
    automaton(rule).expect("no rule of `template.pest` is recursive")
}

/// The unreserved characters, and as [`class::URI`] these and the reserved ones (section 1.5).
pub(crate) const CHARACTERS: Characters = {
    let mut characters = Characters::NONE;
    let mut byte = 0;
    while byte < 0x80 {
        if of(Rule::unreserved).accepts_ascii_byte(byte) {
            characters.add(class::UNRESERVED | class::URI, byte);
        }
        if of(Rule::reserved).accepts_ascii_byte(byte) {
            characters.add(class::URI, byte);
        }
        byte += 1;
    }
    characters
};
