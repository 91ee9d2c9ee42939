//! A rejected string, the place in it where a component does not match, and the error for that place.

use core::ops::Range;

use super::automaton::{Automaton, Reach, State};
use super::components::Components;
use super::error::{By, Fault, ParseError, What};
use super::expected::Expected;
use super::rule::Rule;
use crate::bytes::first_of;

/// Returns the automaton of a rule, if it has one.
pub(super) type Automata<'a> = &'a dyn Fn(Rule) -> Option<&'static Automaton>;

/// Why a part of the string can be sliced.
pub(super) const SPLIT: &str = "components are split at delimiters, which are ASCII";

/// A rejected string, and what is known of it.
pub(super) struct Judge<'a> {
    pub(super) rule: Rule,
    pub(super) by: By,
    pub(super) text: &'a str,
    pub(super) found: Option<&'a Components>,
    pub(super) own: Automata<'a>,
    pub(super) is_host: fn(&str) -> bool,
}

/// Where the match of a component fails. Eight bytes, unless the grammar has more than 256 rules: a copy of a
/// [`ParseError`] would cost more than the search for the fault in a short string.
pub(super) struct Place {
    /// The rule of the component.
    pub(super) rule: Rule,
    /// Whether the valid prefix of the component ends with `%`, or with `%` and one more byte.
    pub(super) after_percent: bool,
    /// The state in which the rule's automaton stopped.
    pub(super) state: State,
    pub(super) offset: u32,
}

impl Judge<'_> {
    /// Returns where the rule does not match the component. A rule that has no automaton is not checked.
    ///
    /// `found` is where the rule has already matched, if it has. That part is not run again if the automaton
    /// is known to accept it.
    #[inline(always)]
    pub(super) fn check(
        &self,
        rule: Rule,
        range: Range<usize>,
        found: Option<Range<usize>>,
    ) -> Result<(), Place> {
        let Some(automaton) = (self.own)(rule) else { return Ok(()) };
        let matched = match found {
            Some(found) if found == range && automaton.matches_as_alone() => return Ok(()),
            Some(found) if found.start == range.start && found.end <= range.end => found.len(),
            _ => 0,
        };
        self.run(rule, automaton, range, matched)
    }

    /// Runs the automaton over the component, past the bytes that have already matched.
    #[inline(never)]
    #[expect(clippy::arithmetic_side_effects, reason = "the valid prefix ends in the text")]
    fn run(
        &self,
        rule: Rule,
        automaton: &'static Automaton,
        range: Range<usize>,
        matched: usize,
    ) -> Result<(), Place> {
        let start = range.start;
        let part = self.text.get(range).expect(SPLIT);
        let Reach { len, accepted, state } = automaton.run_past(matched, part);
        if accepted {
            return Ok(());
        }
        let after_percent = matches!(part.as_bytes().get(..len), Some([.., b'%'] | [.., b'%', _]));
        Err(Place { rule, after_percent, state, offset: (start + len) as u32 })
    }

    /// Returns the error for the place where the match of a component fails.
    pub(super) fn fault(&self, Place { rule, after_percent, state, offset }: Place) -> ParseError {
        let component = if rule == self.rule { rule } else { component_of(rule) };
        let found =
            self.text.get(offset as usize..).expect("an automaton stops between characters").chars().next();
        let expected =
            (self.own)(rule).map(|automaton| Expected::after(automaton, state)).unwrap_or_default();
        // A string that begins with a colon, where a scheme is required: the advice for a path with a colon
        // (section 4.2) would not help.
        let lacks_scheme = matches!(self.rule, Rule::URI | Rule::absolute_URI)
            && (component, offset, found) == (Rule::path, 0, Some(':'));
        let fault = if lacks_scheme {
            Fault::MissingScheme
        } else if after_percent {
            Fault::PercentEncoding
        } else {
            Fault::Unexpected
        };
        let what = What::Known(fault);
        ParseError { what, component, rule: self.rule, by: self.by, offset, found, expected }
    }

    /// Returns where a component lies in what has already matched.
    #[inline(always)]
    pub(super) fn found<T>(&self, component: impl Fn(&Components) -> Option<T>) -> Option<T> {
        self.found.and_then(component)
    }

    /// Returns the offset of the first of the bytes `stops`, or the end of the range.
    // Inlined, so that `stops` is a constant.
    #[inline(always)]
    #[expect(clippy::arithmetic_side_effects, reason = "the delimiter lies in the text")]
    pub(super) fn find<const N: usize>(&self, Range { start, end }: Range<usize>, stops: [u8; N]) -> usize {
        let part = self.text.as_bytes().get(start..end);
        part.and_then(|part| first_of(part, stops)).map_or(end, |at| start + at)
    }

    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }
}

/// Returns the component that the rule describes: there are five rules for the path (section 3.3).
const fn component_of(rule: Rule) -> Rule {
    match rule {
        Rule::path_abempty
        | Rule::path_absolute
        | Rule::path_noscheme
        | Rule::path_rootless
        | Rule::path_empty => Rule::path,
        rule => rule,
    }
}
