//! The automata of one of two grammars, within a limit on the steps of all of them.

use std::collections::HashMap;

use crate::captures::automaton::Captures;
use crate::captures::reading::{Capture, read};
use crate::dfa::automaton::Automata;
use crate::dfa::marked::Marked;
use crate::dfa::marks::{Marks, Names};
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
    pegs: &'p Pegs,
    automata: Automata<'p>,
    /// Those that mark calls.
    calling: Automata<'p>,
    /// The rules whose nodes are compared.
    compared: Names,
    /// The marked strings of start rules, with the nodes that they mark, so far as they are known.
    starts: HashMap<(&'p str, Nodes<'p>), Option<Marked>>,
    /// The last marked strings with calls.
    last: Option<((&'p str, Marks), Option<Marked>)>,
    left: usize,
}

/// The rules whose nodes are marked, or `None` for all whose nodes are compared.
pub(super) type Nodes<'p> = Option<Vec<&'p str>>;

impl<'p> Side<'p> {
    pub(super) fn new(pegs: &'p Pegs, compared: &Names, steps: usize) -> Side<'p> {
        Side {
            pegs,
            automata: Automata::new(&pegs.plain),
            calling: Automata::new(&pegs.with_all_calls),
            compared: compared.clone(),
            starts: HashMap::new(),
            last: None,
            left: steps,
        }
    }

    /// Returns why the rule has no automaton, if that is known without making it.
    pub(super) fn decided(&self, rule: &str) -> Result<(), Error> {
        self.pegs.plain.rule(rule)?;
        Ok(())
    }

    pub(super) fn captures(&mut self, rule: &str) -> Result<Captures, Error> {
        self.automata.captures_of(&mut self.left, rule, &self.compared)
    }

    /// Returns the strings of a start rule in which the nodes are marked, if they are within the limit.
    pub(super) fn start(&mut self, rule: &'p str, nodes: &Nodes<'p>) -> Option<&Marked> {
        let marks = Marks { nodes: self.names(nodes), ..Marks::default() };
        let (automata, left) = (&mut self.automata, &mut self.left);
        let start = self.starts.entry((rule, nodes.clone()));
        start.or_insert_with(|| automata.marked_within(left, rule, &marks).ok()).as_ref()
    }

    /// Returns the strings of a start rule in which the nodes and the calls of another rule are marked, if they are
    /// within the limit.
    pub(super) fn start_calling(
        &mut self,
        start: &'p str,
        nodes: &Nodes<'p>,
        rule: &'p str,
    ) -> Option<&Marked> {
        let marks = Marks { nodes: self.names(nodes), calls: [rule].into_iter().collect() };
        self.calling(start, marks)
    }

    fn names(&self, nodes: &Nodes<'p>) -> Names {
        nodes.as_ref().map_or_else(|| self.compared.clone(), |nodes| nodes.iter().copied().collect())
    }

    /// The last that was asked for is kept: the witnesses of a rule ask for the same one after the other.
    fn calling(&mut self, rule: &'p str, marks: Marks) -> Option<&Marked> {
        let asked = (rule, marks);
        let known = self.last.take().filter(|(of, _)| *of == asked);
        let last = known.unwrap_or_else(|| {
            let made = self.calling.marked_within(&mut self.left, rule, &asked.1).ok();
            (asked, made)
        });
        self.last.insert(last).1.as_ref()
    }

    /// Returns the spans of the rules of these names that the rule comes to call on a string, if it matches the
    /// string, and the automaton is within the limit.
    pub(super) fn calls(&mut self, rule: &'p str, names: &Names, text: &str) -> Option<Vec<Capture>> {
        let marked = self.calling(rule, Marks { calls: names.clone(), ..Marks::default() })?;
        read(marked, marked.call_letters(), text)
    }
}
