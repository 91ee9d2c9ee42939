//! The nodes of a text in both grammars.
#![allow(clippy::indexing_slicing, reason = "a place is the index of a node")]

use urigram_grammar::{Capture, Captures, Grammar};

use crate::trace::machine::{Machine, Stopped};

/// The steps for one text, more than in a search.
const STEPS: u64 = 1_000_000;

/// The rules of a grammar, and the counted nodes.
pub(super) struct Reader<'g> {
    machine: Machine,
    counted: &'g [&'g str],
}

/// The readers of the old and the new grammar.
pub(super) type Readers<'g> = (Reader<'g>, Reader<'g>);

impl<'g> Reader<'g> {
    pub(super) fn new(grammar: &Grammar, counted: &'g [&'g str]) -> Reader<'g> {
        Reader { machine: Machine::new(grammar), counted }
    }

    /// Returns the nodes below the rule's own one.
    pub(super) fn nodes(&self, rule: &str, text: &str) -> Result<Vec<Capture>, Stopped> {
        let nodes = self.machine.run(rule, text, STEPS)?;
        let is_own = |at: usize| at == 0 && nodes[at].rule == rule;
        let counts = |at: usize| !is_own(at) && self.counted.contains(&nodes[at].rule);
        let captures = nodes.iter().enumerate().filter(|&(at, _)| counts(at)).map(|(_, node)| Capture {
            rule: node.rule.to_owned(),
            start: node.start,
            end: node.end,
        });
        Ok(captures.collect())
    }
}

/// Returns the nodes of a text below those of the old and the new rule themselves, or `None` for a rule that
/// does not match. If one of them takes too many steps, only the nodes that their automata mark are returned.
pub(super) fn readings(
    (old, new): &Readers<'_>,
    rule: &str,
    of_old: &Captures,
    of_new: &Captures,
    text: &str,
) -> (Option<Vec<Capture>>, Option<Vec<Capture>>) {
    let accepted = |captures: &Captures, reader: &Reader<'_>| match captures.dfa().accepts(text) {
        true => reader.nodes(rule, text).map(Some),
        false => Ok(None),
    };
    match (accepted(of_old, old), accepted(of_new, new)) {
        (Ok(old), Ok(new)) => (old, new),
        _ => (of_old.read(text), of_new.read(text)),
    }
}
