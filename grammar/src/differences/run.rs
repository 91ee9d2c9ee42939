//! Compares the rules of two grammars, within a limit on the work for all of them.

use crate::captures::automaton::Captures;
use crate::captures::reading::Capture;
use crate::dfa::automaton::{Automata, Limits};
use crate::dfa::compare::Relation;
use crate::dfa::ways::{Way, ways};
use crate::differences::blame::{Found, replaced};
use crate::differences::calls::Calls;
use crate::differences::context::shortest_around;
use crate::differences::difference::{Change, Context, Differs, Undecided, Witness};
use crate::differences::explain::{parting, paths};
use crate::differences::side::Side;
use crate::peg::Peg;

pub(super) struct Run<'p> {
    pub(super) calls: &'p Calls<'p>,
    /// The rules whose nodes count.
    pub(super) captured: &'p [&'p str],
    pub(super) explains: bool,
    /// For each rule the one in whose strings its differences are shown.
    pub(super) starts: Vec<Option<usize>>,
    pub(super) old: Side<'p>,
    pub(super) new: Side<'p>,
    /// The steps that are left for what belongs to neither grammar alone.
    pub(super) left: usize,
}

impl<'p> Run<'p> {
    /// Compares a rule of the two grammars, or tells which of them lacks it.
    pub(super) fn compared(&mut self, id: usize) -> Found {
        let rule = &self.calls.rules[id];
        if rule.old.is_none() || rule.new.is_none() {
            let change = if rule.new.is_some() { Change::Added } else { Change::Gone };
            return Found { change, is_cause: false };
        }
        match self.differs(id) {
            Err(undecided) => Found {
                change: Change::Undecided { why: undecided, searched: None },
                is_cause: rule.is_redefined(),
            },
            Ok(None) => Found { change: Change::Equal, is_cause: false },
            Ok(Some((differs, is_cause))) => Found { change: Change::Differs(differs), is_cause },
        }
    }

    /// Returns how the rule differs, if it does, and whether its own definition makes it.
    fn differs(&mut self, id: usize) -> Result<Option<(Differs, bool)>, Undecided> {
        let rule = &self.calls.rules[id];
        let old = self.old.captures(rule.name).map_err(Undecided::Old)?;
        let new = self.new.captures(rule.name).map_err(Undecided::New)?;
        let found = self.within(|left| ways(old.dfa(), new.dfa(), left)).ok_or(Undecided::TooLarge)?;
        let apart = self.within(|left| old.takes_apart_differently_within(left, &new));
        let apart = apart.ok_or(Undecided::TooLarge)?;
        let makes_node = rule.makes_node();
        if found.examples.is_empty() && apart.is_none() && makes_node.is_none() {
            return Ok(None);
        }
        let has = |by_left| found.examples.iter().any(|way| way.by_left == by_left);
        let relation = match (has(true), has(false)) {
            (false, false) => Relation::Equal,
            (false, true) => Relation::Narrower,
            (true, false) => Relation::Wider,
            (true, true) => Relation::Different,
        };
        let mut witnesses = Vec::new();
        for Way { text, parts_at, .. } in found.examples {
            witnesses.push(self.witness(id, &old, &new, text, Some(parts_at)));
        }
        witnesses.extend(apart.map(|apart| self.witness(id, &old, &new, apart.text, None)));
        let is_cause = rule.is_redefined() && (makes_node.is_some() || !self.is_kept_by_old(id, &old));
        Ok(Some((Differs { relation, makes_node, witnesses, more: found.more }, is_cause)))
    }

    /// Does what takes no more steps, and no more memory, than one automaton may.
    fn within<T>(&mut self, work: impl FnOnce(&mut usize) -> T) -> T {
        let allowed = self.left.min(Limits::DEFAULT.steps);
        let mut unused = allowed;
        let made = work(&mut unused);
        self.left -= allowed - unused;
        made
    }

    /// Returns whether the rule of the old grammar stays the same if only its own definition is replaced.
    fn is_kept_by_old(&mut self, id: usize, old: &Captures) -> bool {
        let Some(rules) = replaced(self.calls, id, &mut self.left) else { return false };
        let peg = Peg::of_rules(&rules);
        let mixed =
            Automata::new(&peg).captures_within(&mut self.left, self.calls.rules[id].name, self.captured);
        mixed.is_ok_and(|mixed| {
            let apart = self.within(|left| mixed.takes_apart_differently_within(left, old));
            mixed.dfa() == old.dfa() && apart == Some(None)
        })
    }

    /// Returns the text as a witness. The rules part there, or else where a node is only in one of the readings.
    fn witness(
        &mut self,
        id: usize,
        old: &Captures,
        new: &Captures,
        text: String,
        parts_at: Option<usize>,
    ) -> Witness {
        let readings = (old.read(&text), new.read(&text));
        let calls = self.calls;
        let rule = &calls.rules[id];
        let paths = self.explains.then(|| {
            let names: Vec<&str> = calls.rules.iter().map(|rule| rule.name).collect();
            let at = parts_at.unwrap_or_else(|| match &readings {
                (Some(old), Some(new)) => parting(old, new),
                _ => 0,
            });
            paths(rule.name, &names, &text, at, (old, &mut self.old), (new, &mut self.new))
        });
        let context = match self.starts[id] {
            Some(start) if start != id => self.context(calls.rules[start].name, rule.name, &text, &readings),
            _ => Context::Own,
        };
        Witness { text, old: readings.0, new: readings.1, context, paths: paths.flatten() }
    }

    /// Returns where the start rule of a grammar that accepts the text in the rule shows the difference.
    fn context(&mut self, start: &'p str, rule: &'p str, text: &str, (old, new): &Readings) -> Context {
        let captured = self.captured;
        // The fewer nodes are marked, the smaller the automata; mostly these are enough.
        let few: Vec<&str> = match (old, new) {
            (Some(old), Some(new)) => {
                let differ = |name: &&&str| {
                    let of = |node: &&Capture| node.rule == **name;
                    !old.iter().filter(of).eq(new.iter().filter(of))
                };
                captured.iter().filter(differ).copied().collect()
            }
            _ => captured.iter().filter(|name| **name == rule).copied().collect(),
        };
        for nodes in [&few[..], captured] {
            for is_old in [true, false] {
                let accepted = if is_old { old } else { new };
                if accepted.is_none() {
                    continue;
                }
                let (there, elsewhere) =
                    if is_old { (&mut self.old, &mut self.new) } else { (&mut self.new, &mut self.old) };
                let within = there.start_calling(start, nodes, rule);
                let both = within.zip(elsewhere.start(start, nodes));
                let allowed = self.left.min(Limits::DEFAULT.steps);
                let mut unused = allowed;
                let found =
                    both.and_then(|(within, other)| shortest_around(within, other, text, &mut unused));
                self.left -= allowed - unused;
                match found {
                    None => return Context::Unknown,
                    Some(Some(found)) => return Context::Within(found),
                    Some(None) => {}
                }
            }
            if nodes.len() == captured.len() {
                break;
            }
        }
        Context::Hidden
    }
}

/// What the rule of the old and of the new grammar captures in a string that it accepts.
type Readings = (Option<Vec<Capture>>, Option<Vec<Capture>>);
