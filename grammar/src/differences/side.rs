//! The automata of one of two grammars, within a limit on the steps of all of them.

use std::collections::HashMap;

use crate::captures::automaton::Captures;
use crate::captures::reading::{Capture, read};
use crate::dfa::automaton::Automata;
use crate::dfa::marked::Marked;
use crate::dfa::marks::Marks;
use crate::error::Error;
use crate::peg::Peg;
use crate::pest::read::Grammar;

/// The expressions of a grammar, with which its automata share their work.
pub(super) struct Pegs {
    plain: Peg,
    with_all_calls: Peg,
}

impl Pegs {
    pub(super) fn of(grammar: &Grammar) -> Pegs {
        Pegs { plain: Peg::new(grammar), with_all_calls: Peg::with_all_calls(grammar) }
    }
}

pub(super) struct Side<'p> {
    automata: Automata<'p>,
    /// Those that mark calls.
    calling: Automata<'p>,
    /// The rules whose nodes count.
    captured: &'p [&'p str],
    /// The marked strings of start rules, with the nodes that they mark, so far as they are known.
    starts: HashMap<(&'p str, Vec<&'p str>), Option<Marked>>,
    /// The last marked strings with calls.
    last: Option<(Asked<'p>, Option<Marked>)>,
    left: usize,
}

/// A rule, and those whose nodes and whose calls are marked in its strings.
type Asked<'p> = (&'p str, Vec<&'p str>, Vec<&'p str>);

impl<'p> Side<'p> {
    pub(super) fn new(pegs: &'p Pegs, captured: &'p [&'p str], steps: usize) -> Side<'p> {
        Side {
            automata: Automata::new(&pegs.plain),
            calling: Automata::new(&pegs.with_all_calls),
            captured,
            starts: HashMap::new(),
            last: None,
            left: steps,
        }
    }

    pub(super) fn captures(&mut self, rule: &str) -> Result<Captures, Error> {
        self.automata.captures_within(&mut self.left, rule, self.captured)
    }

    /// Returns the strings of a start rule in which the nodes are marked, if they are within the limit.
    pub(super) fn start(&mut self, rule: &'p str, nodes: &[&'p str]) -> Option<&Marked> {
        let marks = Marks { nodes, calls: &[] };
        let (automata, left) = (&mut self.automata, &mut self.left);
        let start = self.starts.entry((rule, nodes.to_vec()));
        start.or_insert_with(|| automata.marked_within(left, rule, marks).ok()).as_ref()
    }

    /// Returns the strings of a start rule in which the nodes and the calls of another rule are marked, if they are
    /// within the limit.
    pub(super) fn start_calling(
        &mut self,
        start: &'p str,
        nodes: &[&'p str],
        rule: &'p str,
    ) -> Option<&Marked> {
        let asked = (start, nodes.to_vec(), vec![rule]);
        self.calling(asked)
    }

    /// The last that was asked for is kept: the witnesses of a rule ask for the same one after the other.
    fn calling(&mut self, asked: Asked<'p>) -> Option<&Marked> {
        let known = self.last.take().filter(|(of, _)| *of == asked);
        let last = known.unwrap_or_else(|| {
            let marks = Marks { nodes: &asked.1, calls: &asked.2 };
            let made = self.calling.marked_within(&mut self.left, asked.0, marks).ok();
            (asked, made)
        });
        self.last.insert(last).1.as_ref()
    }

    /// Returns the spans of the rules of these names that the rule comes to call on a string, if it matches the
    /// string, and the automaton is within the limit.
    pub(super) fn calls(&mut self, rule: &'p str, names: &[&'p str], text: &str) -> Option<Vec<Capture>> {
        let marked = self.calling((rule, Vec::new(), names.to_vec()))?;
        read(marked, marked.call_letters(), text)
    }
}
