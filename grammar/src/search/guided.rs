//! The part of the search that derives texts from definitions, and what is known of the rules.
#![expect(
    clippy::indexing_slicing,
    reason = "there are two sides, and `names` has indices of `rules`, each with its texts and callers"
)]

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::pest::read::Grammar;
use crate::pest::skipped::{SKIPPED, is_skipped};
use crate::search::alphabet::Terminals;
use crate::search::bodies::Bodies;
use crate::search::budget::Budget;
use crate::search::definitions::Definitions;
use crate::search::derive::{Deriver, Goal, Style, Texts};
use crate::search::known::Known;
use crate::search::mutate::Chance;
use crate::search::parts::{Kind, NEVER};
use crate::search::shrink::{Care, Shrink};
use crate::search::trial::{Pair, Trial};
use crate::search::verdict::{Differences, Extent, Way};

/// How often a rule is visited that nothing is known of.
const ROUNDS: usize = 3;

/// Which texts are derived from a rule.
#[derive(Clone, Copy)]
pub(super) enum Visit<'c> {
    /// One for each part.
    Brief,
    /// All variants of each part.
    Full,
    /// Those in which a call of this rule is a text that shows a difference.
    Calls(&'c str),
}

pub(super) struct Guided<'g> {
    pub(super) pair: Pair<'g>,
    pub(super) bodies: [Bodies<'g>; 2],
    pub(super) texts: [Texts; 2],
    /// The rules that are asked about or called by such, those with short texts first.
    rules: Vec<&'g str>,
    /// The rules that both grammars have with different definitions.
    differing: FxHashSet<&'g str>,
    /// Those that differ themselves, and not only in what they call.
    changed: FxHashSet<&'g str>,
    pub(super) found: FxHashMap<&'g str, Differences>,
    pub(super) extents: FxHashMap<&'g str, Extent>,
    /// A text that may stand between expressions.
    pub(super) blank: Option<String>,
    pub(super) chance: Chance,
    /// Rules with differences, whose callers have not been visited since.
    climbing: VecDeque<&'g str>,
}

impl<'g> Guided<'g> {
    pub(super) fn new(
        grammars: [&'g Grammar; 2],
        compared: FxHashSet<&'g str>,
        definitions: &Definitions<'g>,
        asked: &[&'g str],
    ) -> Guided<'g> {
        let mut terminals = Terminals::default();
        grammars.into_iter().for_each(|grammar| terminals.add_all(grammar));
        let letters = terminals.characters();
        let bodies = grammars.map(|grammar| Bodies::new(grammar, &letters));
        let texts = bodies.each_ref().map(|bodies| Texts {
            known: vec![Known::default(); bodies.rules.len()],
            shown: vec![Vec::new(); bodies.rules.len()],
        });
        let rules = below(&bodies, asked);
        let is_differing = |name: &&&str| {
            bodies.iter().all(|bodies| bodies.names.contains_key(**name))
                && !definitions.same.contains(**name)
        };
        let differing = rules.iter().filter(is_differing).copied().collect();
        let blank = grammars.iter().any(|grammar| SKIPPED.iter().any(|blank| grammar.rule(blank).is_some()));
        Guided {
            pair: Pair::new(grammars[0], grammars[1], compared),
            bodies,
            texts,
            rules,
            differing,
            changed: definitions.changed.clone(),
            found: FxHashMap::default(),
            extents: FxHashMap::default(),
            blank: blank.then(String::new),
            chance: Chance::new(1),
            climbing: VecDeque::new(),
        }
    }

    /// Derives texts of all rules, and then looks for differences, first of the rules that differ themselves.
    pub(super) fn derive(&mut self, budget: &mut Budget) {
        let mut rules = self.rules.clone();
        // What stands between expressions has to be known first.
        rules.sort_by_key(|name| !is_skipped(name));
        for _ in 0..ROUNDS {
            for &rule in &rules {
                self.visit(rule, Visit::Brief, budget);
            }
            rules.retain(|rule| !self.is_known(rule));
        }
        let mut rules = self.rules.clone();
        rules.retain(|rule| self.differing.contains(rule));
        rules.sort_by_key(|rule| !self.changed.contains(rule));
        for rule in rules {
            if self.changed.contains(rule) || !self.found.contains_key(rule) {
                self.visit(rule, Visit::Full, budget);
            }
            self.climb(budget);
        }
    }

    fn is_known(&self, rule: &str) -> bool {
        let sides = self.bodies.iter().zip(&self.texts);
        sides
            .filter_map(|(bodies, texts)| Some(&texts.known[*bodies.names.get(rule)?]))
            .all(|known| !known.texts().is_empty())
    }

    /// Looks for differences of the rules that call one in which a difference was found.
    pub(super) fn climb(&mut self, budget: &mut Budget) {
        while let Some(called) = self.climbing.pop_front() {
            let mut callers: Vec<&'g str> = Vec::new();
            for bodies in &self.bodies {
                let rules = bodies.names.get(called).map(|&rule| &bodies.callers[rule]);
                callers.extend(rules.into_iter().flatten().map(|&rule| bodies.rules[rule].name));
            }
            for caller in callers {
                if self.differing.contains(caller) && !self.found.contains_key(caller) {
                    self.visit(caller, Visit::Calls(called), budget);
                }
            }
        }
    }

    /// Returns a text of the rule of that index.
    pub(super) fn derived(&mut self, side: usize, rule: usize, goal: Goal, style: Style) -> String {
        let (bodies, texts, blank) = (&self.bodies[side], &self.texts[side], self.blank.as_deref());
        Deriver::new(bodies, texts, blank, &mut self.chance, style).derive(rule, goal)
    }

    /// Runs a text, and keeps it where it is accepted or treated differently.
    pub(super) fn test(&mut self, rule: &'g str, text: &str, part: usize, budget: &mut Budget) {
        let accepts = if self.differing.contains(rule) {
            let trial = self.pair.run(rule, text, budget);
            self.see(rule, text, &trial);
            trial.accepts
        } else {
            // A rule that differs in neither grammar is in one of them, or the same.
            let side = usize::from(!self.bodies[0].names.contains_key(rule));
            [self.pair.accepts(side, rule, text, budget); 2]
        };
        for ((bodies, texts), accepts) in self.bodies.iter().zip(&mut self.texts).zip(accepts) {
            let Some(&index) = bodies.names.get(rule) else { continue };
            if accepts {
                texts.known[index].add(text, part);
                if is_skipped(rule) && self.blank.as_ref().is_some_and(String::is_empty) {
                    self.blank = Some(text.to_owned());
                }
            }
        }
    }

    /// Records what a text has shown of a rule.
    pub(super) fn see(&mut self, rule: &'g str, text: &str, trial: &Trial) {
        self.extents.entry(rule).or_default().add(trial.is_decided);
        if let Some(way) = trial.way {
            self.found.entry(rule).or_default().add(way, text);
        }
    }

    /// Shortens the differences of a rule, and lets its callers use them.
    pub(super) fn settle(&mut self, rule: &'g str, care: Care, budget: &mut Budget) {
        let Some(found) = self.found.get(rule) else { return };
        let mut shorter = Differences::default();
        for way in Way::ALL {
            if let Some(text) = found.get(way) {
                shorter.add(way, &Shrink::new(&self.pair, rule, way, text, budget).shrink(care));
            }
        }
        for (bodies, texts) in self.bodies.iter().zip(&mut self.texts) {
            if let Some(&index) = bodies.names.get(rule) {
                texts.shown[index] = shorter.texts().cloned().collect();
            }
        }
        self.found.insert(rule, shorter);
        self.climbing.push_back(rule);
    }
}

/// Returns the rules and those that they come to call in either grammar, those with short texts first.
fn below<'g>(bodies: &[Bodies<'g>; 2], rules: &[&'g str]) -> Vec<&'g str> {
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let mut found = Vec::new();
    let mut open: Vec<&'g str> = [rules, &SKIPPED].concat();
    while let Some(name) = open.pop() {
        let bodies_of = bodies.iter().filter_map(|bodies| Some((bodies, *bodies.names.get(name)?)));
        let mut cost = NEVER;
        let mut exists = false;
        let is_new = seen.insert(name);
        for (bodies, rule) in bodies_of.filter(|_| is_new) {
            exists = true;
            cost = cost.min(bodies.rules[rule].cost());
            for part in &bodies.rules[rule].parts {
                if let Kind::Call(called) = part.kind {
                    open.push(bodies.rules[called].name);
                }
            }
        }
        if exists {
            found.push((cost, name));
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(_, name)| name).collect()
}
