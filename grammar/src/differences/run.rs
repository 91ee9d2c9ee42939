//! Compares the rules of two grammars, within a limit on the work for all of them.
#![expect(clippy::indexing_slicing, reason = "a rule is an index of `Calls::rules`")]

use std::collections::BTreeMap;

use crate::captures::automaton::Captures;
use crate::captures::reading::Capture;
use crate::dfa::automaton::{Automata, Limits};
use crate::dfa::compare::Relation;
use crate::dfa::marks::Names;
use crate::dfa::ways::{Way, Ways, ways};
use crate::differences::blame::{Found, replaced};
use crate::differences::calls::Calls;
use crate::differences::context::shortest_around;
use crate::differences::difference::{Change, Context, Differs, Undecided, Witness};
use crate::differences::explain::paths;
use crate::differences::reader::{Readers, readings};
use crate::differences::side::Side;
use crate::parallel::both;
use crate::peg::Peg;

pub(super) struct Run<'p> {
    pub(super) calls: &'p Calls<'p>,
    /// The rules whose nodes are compared.
    pub(super) compared: &'p Names,
    /// What tells all nodes that count.
    pub(super) readers: Readers<'p>,
    /// The names of all rules, if the ways through them are told.
    pub(super) explained: Option<Names>,
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
        // Before the automaton of the other is made.
        self.old.decided(rule.name).map_err(Undecided::Old)?;
        self.new.decided(rule.name).map_err(Undecided::New)?;
        let (old, new) = both(|| self.old.captures(rule.name), || self.new.captures(rule.name));
        let (old, new) = (old.map_err(Undecided::Old)?, new.map_err(Undecided::New)?);
        let found = self.within(|left| ways(old.dfa(), new.dfa(), left)).ok_or(Undecided::TooLarge)?;
        let apart = self.within(|left| old.parses_differently_within(left, &new));
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
        let alone = rule.is_redefined().then(|| self.with_own_definition(id)).flatten();
        let is_kept = alone.as_ref().is_some_and(|alone| self.is_same(alone, &old));
        let is_cause = rule.is_redefined() && (makes_node.is_some() || !is_kept);
        let found = match &alone {
            Some(alone) if is_cause => self.own_ways(found, (&old, &new), alone),
            _ => found,
        };
        let mut witnesses = Vec::new();
        for Way { text, parts_at, .. } in found.examples {
            witnesses.push(self.witness(id, &old, &new, text, parts_at));
        }
        if let Some(apart) = apart {
            let at = apart.parts_at();
            witnesses.push(self.witness(id, &old, &new, apart.text, at));
        }
        Ok(Some((Differs { relation, makes_node, witnesses, more: found.more }, is_cause)))
    }

    /// Returns the ways to differ that the rule's own definition makes, and of each direction at least one of `found`.
    fn own_ways(&mut self, found: Ways, (old, new): (&Captures, &Captures), alone: &Captures) -> Ways {
        let Some(Ways { mut examples, more }) = self.within(|left| ways(old.dfa(), alone.dfa(), left)) else {
            return found;
        };
        // What it calls may undo what it does.
        examples.retain(|way| {
            old.dfa().accepts(&way.text) == way.by_left && new.dfa().accepts(&way.text) != way.by_left
        });
        for by_left in [true, false] {
            if examples.iter().all(|way| way.by_left != by_left) {
                let other = found.examples.iter().find(|way| way.by_left == by_left);
                examples.extend(other.cloned());
            }
        }
        Ways { examples, more }
    }

    /// Does what takes no more steps, and no more memory, than one automaton may.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "no more steps are left than were allowed, and these are at most `left`"
    )]
    fn within<T>(&mut self, work: impl FnOnce(&mut usize) -> T) -> T {
        let allowed = self.left.min(Limits::DEFAULT.steps);
        let mut unused = allowed;
        let made = work(&mut unused);
        self.left -= allowed - unused;
        made
    }

    /// Returns the rule of the old grammar with its own definition of the new one, unless that cannot be decided.
    fn with_own_definition(&mut self, id: usize) -> Option<Captures> {
        let peg = Peg::of_rules(&replaced(self.calls, id, &mut self.left)?);
        let rule = self.calls.rules[id].name;
        Automata::new(&peg).captures_of(&mut self.left, rule, self.compared).ok()
    }

    fn is_same(&mut self, one: &Captures, other: &Captures) -> bool {
        one.dfa() == other.dfa()
            && self.within(|left| one.parses_differently_within(left, other)) == Some(None)
    }

    /// Returns the text as a witness. The rules part at that offset of it.
    fn witness(&mut self, id: usize, old: &Captures, new: &Captures, text: String, at: usize) -> Witness {
        let calls = self.calls;
        let rule = &calls.rules[id];
        let readings = readings(&self.readers, rule.name, old, new, &text);
        let paths = self
            .explained
            .as_ref()
            .map(|names| paths(rule.name, names, &text, at, (old, &mut self.old), (new, &mut self.new)));
        Witness { text, old: readings.0, new: readings.1, context: Context::Own, paths: paths.flatten() }
    }

    /// Finds where the witnesses of a rule show in the strings of its start rule.
    pub(super) fn find_contexts(&mut self, id: usize, witnesses: &mut [Witness]) {
        let Some(start) = self.starts[id].filter(|&start| start != id) else { return };
        for witness in witnesses {
            witness.context = self.context(self.calls.rules[start].name, self.calls.rules[id].name, witness);
        }
    }

    /// Returns where the start rule of a grammar that accepts the text in the rule shows the difference.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "no more steps are left than were allowed, and these are at most `left`"
    )]
    fn context(&mut self, start: &'p str, rule: &'p str, witness: &Witness) -> Context {
        let Witness { text, old, new, .. } = witness;
        // The fewer nodes are marked, the smaller the automata; mostly these are enough.
        let few = match (old, new) {
            (Some(old), Some(new)) => self.captured_otherwise(old, new),
            _ => self.compared.place(rule).map(|_| rule).into_iter().collect(),
        };
        let all = few.len() == self.compared.list().len();
        let asked = if all { vec![None] } else { vec![Some(few), None] };
        for nodes in &asked {
            for is_old in [true, false] {
                let accepted = if is_old { old } else { new };
                if accepted.is_none() {
                    continue;
                }
                let (there, elsewhere) =
                    if is_old { (&mut self.old, &mut self.new) } else { (&mut self.new, &mut self.old) };
                let (within, other) =
                    both(|| there.start_calling(start, nodes, rule), || elsewhere.start(start, nodes));
                let allowed = self.left.min(Limits::DEFAULT.steps);
                let mut unused = allowed;
                let found = within
                    .zip(other)
                    .and_then(|(within, other)| shortest_around(within, other, text, &mut unused));
                self.left -= allowed - unused;
                match found {
                    None => return Context::Unknown,
                    Some(Some(found)) => return Context::Within(found),
                    Some(None) => {}
                }
            }
        }
        Context::Hidden
    }

    /// Returns the rules, of those whose nodes are compared, that do not have the same nodes in both readings.
    #[expect(clippy::indexing_slicing, reason = "there are two sides, and a place is that of a name")]
    fn captured_otherwise(&self, old: &[Capture], new: &[Capture]) -> Vec<&'p str> {
        let mut nodes: BTreeMap<usize, [Vec<&Capture>; 2]> = BTreeMap::new();
        for (side, captures) in [old, new].into_iter().enumerate() {
            for node in captures {
                if let Some(place) = self.compared.place(&node.rule) {
                    nodes.entry(place).or_default()[side].push(node);
                }
            }
        }
        let differ = nodes.into_iter().filter(|(_, [old, new])| old != new);
        differ.map(|(place, _)| self.compared.list()[place].as_str()).collect()
    }
}
