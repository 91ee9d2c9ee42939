//! Searches with texts that are derived from definitions, and records the results for the rules.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "there are two sides, and `names` has indices of `rules`, each with its texts and callers; a \
              part is an index of the rule's parts"
)]

use std::collections::VecDeque;
use std::hash::BuildHasher;
use std::ops::Range;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use urigram_grammar::names::{SKIPPED, chars, is_skipped};
use urigram_grammar::{CharSet, Classes, Grammar, OptimizedExpr as Expr, OptimizedRule};

use crate::search::definitions::Definitions;
use crate::search::derive::{Bodies, Chance, Deriver, Goal, Kind, Known, NEVER, Style, Texts};
use crate::search::trial::{Budget, Care, DifferenceKind, Differences, Extent, Pair, Shrink, Trial};

/// The terminals of rules of the two grammars.
#[derive(Default)]
pub(super) struct Terminals<'g> {
    /// The ranges and built-in sets.
    sets: FxHashSet<CharSet>,
    /// The case-sensitive strings.
    strings: FxHashSet<&'g str>,
    insensitive: FxHashSet<&'g str>,
}

impl<'g> Terminals<'g> {
    /// Adds the terminals of a rule, of all rules that it reaches, and of `WHITESPACE` and
    /// `COMMENT`.
    pub(super) fn add(&mut self, rules: &FxHashMap<&'g str, &'g OptimizedRule>, start: &str) {
        let mut seen = FxHashSet::default();
        let starts = SKIPPED.into_iter().chain([start]).filter_map(|name| rules.get(name));
        let mut open: Vec<&'g OptimizedRule> = starts.copied().collect();
        while let Some(rule) = open.pop() {
            if seen.insert(rule.name.as_str()) {
                self.add_expr(&rule.expr);
                open.extend(rule.expr.calls().into_iter().filter_map(|name| rules.get(name)));
            }
        }
    }

    /// Adds the terminals of all rules.
    fn add_all(&mut self, grammar: &'g Grammar) {
        grammar.rules().iter().for_each(|rule| self.add_expr(&rule.expr));
    }

    fn add_expr(&mut self, expr: &'g Expr) {
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            match expr {
                Expr::Str(text) => drop(self.strings.insert(text)),
                Expr::Insens(text) => drop(self.insensitive.insert(text)),
                Expr::Skip(stops) => self.strings.extend(stops.iter().map(String::as_str)),
                Expr::Range(first, last) => drop(self.sets.insert(CharSet::range(*first, *last))),
                Expr::Ident(name) if name == "NEWLINE" => self.strings.extend(["\n", "\r\n", "\r"]),
                // If a rule of the grammar has the name of a built-in set, the set is superfluous,
                // but does no harm.
                Expr::Ident(name) => self.sets.extend(chars(name)),
                expr => open.extend(expr.operands()),
            }
        }
    }

    /// Returns one character, the most readable one, of each class of characters that the terminals do not
    /// distinguish. The most readable of these come first.
    pub(super) fn characters(&self) -> Vec<char> {
        let mut sets = self.sorted_sets();
        let both = |c: char| [c.to_ascii_lowercase(), c.to_ascii_uppercase()];
        let insensitive = self.insensitive.iter().flat_map(|text| text.chars().flat_map(both));
        let singles: FxHashSet<char> =
            self.strings.iter().flat_map(|text| text.chars()).chain(insensitive).collect();
        sets.extend(singles.into_iter().map(CharSet::single));
        best(&sets)
    }

    /// Returns the strings, and a character of each class that the ranges and built-in sets
    /// distinguish, the shortest first.
    pub(super) fn tokens(&self) -> Vec<String> {
        let strings = self.strings.iter().chain(&self.insensitive).map(|&text| text.to_owned());
        let characters = best(&self.sorted_sets()).into_iter().map(String::from);
        let mut tokens: Vec<String> = strings.chain(characters).filter(|text| !text.is_empty()).collect();
        tokens.sort_unstable_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
        tokens.dedup();
        tokens
    }

    fn sorted_sets(&self) -> Vec<CharSet> {
        let mut sets: Vec<CharSet> = self.sets.iter().cloned().collect();
        sets.sort_unstable();
        sets
    }
}

fn best(sets: &[CharSet]) -> Vec<char> {
    Classes::of(sets.iter()).most_readable()
}

/// The maximum number of times that a rule without a known text is visited.
const ROUNDS: usize = 3;

/// The texts that a visit derives from a rule.
#[derive(Clone, Copy)]
enum Visit<'c> {
    /// One text for each part.
    Brief,
    /// All variants of each part.
    Full,
    /// For each call of the named rule, texts in which the call derives a text that shows a difference in
    /// that rule.
    Calls(&'c str),
}

pub(super) struct Guided<'g> {
    pub(super) pair: Pair<'g>,
    pub(super) bodies: [Bodies<'g>; 2],
    pub(super) texts: [Texts; 2],
    /// The rules to compare and the rules that they reach, those with the shortest texts first.
    rules: Vec<&'g str>,
    /// The rules of both grammars whose definitions, or those of rules that they reach, differ.
    differing: FxHashSet<&'g str>,
    /// The rules whose own definitions differ.
    changed: FxHashSet<&'g str>,
    pub(super) found: FxHashMap<&'g str, Differences>,
    pub(super) extents: FxHashMap<&'g str, Extent>,
    /// A text of white space that may be skipped between expressions, empty until one is known. `None` if
    /// neither grammar skips white space.
    blank: Option<String>,
    pub(super) chance: Chance,
    /// A queue of rules with new differences, whose callers are visited next.
    climbing: VecDeque<&'g str>,
}

impl<'g> Guided<'g> {
    pub(super) fn new(
        grammars: [&'g Grammar; 2],
        compared: FxHashSet<&'g str>,
        definitions: &Definitions<'g>,
        requested: &[&'g str],
    ) -> Guided<'g> {
        let mut terminals = Terminals::default();
        grammars.into_iter().for_each(|grammar| terminals.add_all(grammar));
        let letters = terminals.characters();
        let bodies = grammars.map(|grammar| Bodies::new(grammar, &letters));
        let texts = bodies.each_ref().map(|bodies| Texts {
            known: vec![Known::default(); bodies.rules.len()],
            shown: vec![Vec::new(); bodies.rules.len()],
        });
        let rules = below(&bodies, requested);
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

    /// Derives texts of all rules. Then searches for differences: first in the rules whose own definitions
    /// differ, then in other rules.
    pub(super) fn derive(&mut self, budget: &mut Budget) {
        let mut rules = self.rules.clone();
        // Texts of white space are needed for the derivations from all other rules.
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

    /// Searches for differences of the callers of each rule in the queue, and of their callers in
    /// turn.
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

    /// Derives a text of the rule with this index.
    pub(super) fn derived(&mut self, side: usize, rule: usize, goal: Goal, style: Style) -> String {
        let (bodies, texts, blank) = (&self.bodies[side], &self.texts[side], self.blank.as_deref());
        Deriver::new(bodies, texts, blank, &mut self.chance, style).derive(rule, goal)
    }

    /// Runs a text, and keeps it if it is accepted or shows a difference.
    fn test(&mut self, rule: &'g str, text: &str, part: usize, budget: &mut Budget) {
        let accepts = if self.differing.contains(rule) {
            let trial = self.pair.run(rule, text, budget);
            self.see(rule, text, &trial);
            trial.accepts
        } else {
            // The rule exists in only one grammar, or is the same in both, so one run is enough.
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

    /// Records the result of running a rule on a text.
    pub(super) fn see(&mut self, rule: &'g str, text: &str, trial: &Trial) {
        self.extents.entry(rule).or_default().add(trial.is_decided);
        if let Some(kind) = trial.kind {
            self.found.entry(rule).or_default().add(kind, text);
        }
    }

    /// Shortens the texts that show a difference of a rule, and makes them available for
    /// derivations from its callers.
    pub(super) fn settle(&mut self, rule: &'g str, care: Care, budget: &mut Budget) {
        let Some(found) = self.found.get(rule) else { return };
        let mut shorter = Differences::default();
        for kind in DifferenceKind::ALL {
            if let Some(text) = found.get(kind) {
                shorter.add(kind, &Shrink::new(&self.pair, rule, kind, text, budget).shrink(care));
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

/// Returns the rules and all rules that they reach in either grammar, those with the shortest texts
/// first.
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

impl<'g> Guided<'g> {
    fn visit(&mut self, rule: &'g str, visit: Visit<'_>, budget: &mut Budget) {
        let (styles, care): (&[Style], _) = match visit {
            Visit::Brief => (&[Style::Shortest], Care::Quick),
            Visit::Full => (&Style::ALL, Care::Thorough),
            Visit::Calls(_) => (&Style::ALL, Care::Quick),
        };
        let mut seen = FxHashSet::default();
        for &style in styles {
            if style == Style::Spaced && self.blank.as_ref().is_none_or(String::is_empty) {
                continue;
            }
            for side in 0..2 {
                self.visit_side(rule, visit, style, side, &mut seen, budget);
            }
            if matches!(visit, Visit::Calls(_)) && self.found.contains_key(rule) {
                break;
            }
        }
        self.settle(rule, care, budget);
    }

    fn visit_side(
        &mut self,
        rule: &'g str,
        visit: Visit<'_>,
        style: Style,
        side: usize,
        seen: &mut FxHashSet<u64>,
        budget: &mut Budget,
    ) {
        let Some(&index) = self.bodies[side].names.get(rule) else { return };
        for part in 0..self.bodies[side].rules[index].parts.len() {
            for variant in self.variants(side, index, part, visit) {
                if budget.is_spent() {
                    return;
                }
                let text = self.derived(side, index, Goal { part, variant }, style);
                budget.spend(1 + text.len() as u64);
                if seen.insert(FxBuildHasher.hash_one(&text)) {
                    self.test(rule, &text, 2 * part + side, budget);
                }
            }
        }
    }

    /// Returns the indices of the variants of a part that a visit derives.
    fn variants(&self, side: usize, rule: usize, part: usize, visit: Visit<'_>) -> Range<usize> {
        let (bodies, texts) = (&self.bodies[side], &self.texts[side]);
        let all = 0..Deriver::variants(bodies, texts, rule, part);
        match (visit, &bodies.rules[rule].parts[part].kind) {
            (Visit::Brief, Kind::Opt | Kind::Rep) => 1..2,
            (Visit::Brief, _) => 0..all.end.min(1),
            (Visit::Full, _) => all,
            (Visit::Calls(name), &Kind::Call(called)) if bodies.rules[called].name == name => {
                let known = texts.known[called].texts().len();
                known..known + texts.shown[called].len()
            }
            (Visit::Calls(_), _) => 0..0,
        }
    }
}
