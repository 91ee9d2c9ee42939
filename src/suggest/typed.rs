//! A mistyped text, with the data that the checks need.

use core::ops::Range;

use crate::grammar::{Automaton, Characters, Components, Grammar, Rule};

/// A text that the grammar rejects, with the components that Appendix B finds in it.
pub(super) struct Typed<'a> {
    pub(super) text: &'a str,
    pub(super) at: Components,
    characters: &'static Characters,
    automaton: fn(Rule) -> Option<&'static Automaton>,
}

impl<'a> Typed<'a> {
    pub(super) fn new<G: Grammar>(text: &'a str) -> Self {
        Self {
            text,
            at: Components::split(text),
            characters: const { &G::CHARACTERS },
            automaton: G::automaton,
        }
    }

    /// Returns a part of the text that begins and ends at ASCII characters, or at an end of the text.
    pub(super) fn slice(&self, range: Range<usize>) -> &'a str {
        self.text.get(range).expect("components begin and end between characters")
    }

    pub(super) fn scheme(&self) -> Option<&'a str> {
        self.at.scheme().map(|range| self.slice(range))
    }

    pub(super) fn authority(&self) -> Option<&'a str> {
        self.at.authority().map(|range| self.slice(range))
    }

    pub(super) fn host(&self) -> Option<&'a str> {
        self.at.host().map(|range| self.slice(range))
    }

    pub(super) fn port(&self) -> Option<&'a str> {
        self.at.port().map(|range| self.slice(range))
    }

    /// Returns whether a component with one of these character classes may contain this character unencoded. For characters
    /// beyond ASCII, `rule` decides.
    pub(super) fn allows(&self, class: u8, rule: Rule, character: char) -> bool {
        match u8::try_from(character).ok().filter(u8::is_ascii) {
            Some(byte) => self.characters.has(class, byte),
            None => (self.automaton)(rule).is_some_and(|automaton| automaton.has(character)),
        }
    }

    /// Returns the text before the first `/`, `?` or `#`. If it has no scheme, people take it for the host.
    pub(super) fn head(&self) -> &'a str {
        self.text.split(['/', '?', '#']).next().unwrap_or_default()
    }
}
