//! The order of the search: derived texts first, then all texts up to a length, and then random ones.

use std::time::Instant;

use rustc_hash::FxHashMap;

use crate::pest::read::Grammar;
use crate::pest::rules::OptimizedRule;
use crate::search::alphabet::Terminals;
use crate::search::bodies::Bodies;
use crate::search::budget::Budget;
use crate::search::derive::{Goal, Style};
use crate::search::enumerate::{Reached, enumerate};
use crate::search::guided::Guided;
use crate::search::mutate::mutated;
use crate::search::shrink::Care;
use crate::search::verdict::{Extent, Verdict};

/// The texts that are run at most to find a difference that is shorter than a known one.
const SHORTER: u64 = 1_000;
/// The longest texts that are all run.
const LONGEST: usize = 64;
/// The accepted texts that are kept to be changed.
const CORPUS: usize = 256;
/// The bytes of each.
const LENGTH: usize = 1_000;

pub(super) struct Thorough<'g> {
    guided: Guided<'g>,
    rules: [FxHashMap<&'g str, &'g OptimizedRule>; 2],
}

impl<'g> Thorough<'g> {
    pub(super) fn new(guided: Guided<'g>, grammars: [&'g Grammar; 2]) -> Thorough<'g> {
        let by_name =
            |grammar: &'g Grammar| grammar.rules().iter().map(|rule| (rule.name.as_str(), rule)).collect();
        Thorough { guided, rules: grammars.map(by_name) }
    }

    /// Returns the verdicts on the rules, which both grammars have with different definitions.
    #[expect(clippy::indexing_slicing, reason = "a rule is one of those asked for")]
    pub(super) fn search(mut self, asked: &[&'g str], budget: &mut Budget) -> FxHashMap<&'g str, Verdict> {
        budget.share(2, |budget| self.guided.derive(budget));
        // Where something is left to be found, it comes first.
        let is_open = asked.iter().any(|rule| !self.guided.found.contains_key(rule));
        budget.share(if is_open { 8 } else { 2 }, |budget| self.shorten(asked, budget));
        let mut verdicts = FxHashMap::default();
        for (index, &rule) in asked.iter().enumerate() {
            if !self.guided.found.contains_key(rule) {
                let open =
                    asked[index..].iter().filter(|rule| !self.guided.found.contains_key(*rule)).count();
                verdicts.insert(rule, budget.share(open, |budget| self.search_rule(rule, budget)));
                budget.share(open, |budget| self.guided.climb(budget));
            }
        }
        for (rule, found) in self.guided.found {
            verdicts.insert(rule, Verdict::Different(found));
        }
        verdicts
    }

    /// Looks for shorter texts than those that were derived.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "a rule is one of those asked for; the search ends when nothing is left"
    )]
    fn shorten(&mut self, asked: &[&'g str], budget: &mut Budget) {
        for (index, &rule) in asked.iter().enumerate() {
            let Some(found) = self.guided.found.get(rule) else { continue };
            let longest = found.texts().map(|text| text.chars().count()).max().unwrap_or(0);
            let letters = self.terminals(rule).characters();
            budget.share(asked.len() - index, |budget| {
                self.guided.settle(rule, Care::Thorough, budget);
                let mut left = SHORTER;
                let guided = &mut self.guided;
                let (pair, found) = (&guided.pair, &mut guided.found);
                let letters = strings(&letters);
                enumerate(pair, rule, &letters, longest.saturating_sub(1), budget, |text, trial| {
                    if let Some(way) = trial.way {
                        found.entry(rule).or_default().add(way, text);
                    }
                    left -= 1;
                    left > 0
                });
            });
        }
    }

    /// Searches for a difference of one rule.
    fn search_rule(&mut self, rule: &'g str, budget: &mut Budget) -> Verdict {
        let since = Instant::now();
        let terminals = self.terminals(rule);
        let (letters, tokens) = (strings(&terminals.characters()), terminals.tokens());
        let of_letters = budget.share(2, |budget| self.enumerate(rule, &letters, budget));
        if !self.guided.found.contains_key(rule) && !of_letters.is_all {
            budget.share(2, |budget| self.enumerate(rule, &tokens, budget));
            if !tokens.is_empty() {
                self.change_at_random(rule, &tokens, budget);
            }
        }
        self.guided.settle(rule, Care::Thorough, budget);
        let extent = self.guided.extents.get(rule).copied().unwrap_or_default();
        if of_letters.is_all && extent.undecided == 0 && !self.uses_stack(rule) {
            return Verdict::Equal;
        }
        Verdict::Open(Extent { length: of_letters.length, time: since.elapsed(), ..extent })
    }

    fn enumerate(&mut self, rule: &'g str, letters: &[String], budget: &mut Budget) -> Reached {
        let guided = &mut self.guided;
        let mut seen = Vec::new();
        let mut extent = guided.extents.remove(rule).unwrap_or_default();
        let reached = enumerate(&guided.pair, rule, letters, LONGEST, budget, |text, trial| {
            extent.add(trial.is_decided);
            seen.extend(trial.way.map(|way| (way, text.to_owned())));
            seen.is_empty()
        });
        guided.extents.insert(rule, extent);
        for (way, text) in seen {
            guided.found.entry(rule).or_default().add(way, &text);
        }
        reached
    }

    /// Changes accepted texts at random, and those texts again, until a difference is found.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "there are two sides, with texts and parts; the number is below the bound, and no text is \
                  longer than memory"
    )]
    fn change_at_random(&mut self, rule: &'g str, tokens: &[String], budget: &mut Budget) {
        let guided = &mut self.guided;
        let mut corpus: Vec<String> = vec![String::new()];
        let mut sides = Vec::new();
        for side in 0..2 {
            if let Some(&index) = guided.bodies[side].names.get(rule) {
                corpus.extend_from_slice(guided.texts[side].known[index].texts());
                sides.push((side, index, guided.bodies[side].rules[index].parts.len()));
            }
        }
        while !budget.is_spent() && !guided.found.contains_key(rule) {
            let (side, index, parts) = sides[guided.chance.below(sides.len())];
            let text = if guided.chance.below(4) == 0 {
                let goal = Goal { part: guided.chance.below(parts), variant: guided.chance.below(8) };
                guided.derived(side, index, goal, Style::Random)
            } else {
                let text = &corpus[guided.chance.below(corpus.len())];
                mutated(text, tokens, &mut guided.chance)
            };
            budget.spend(1 + text.len() as u64);
            let trial = guided.pair.run(rule, &text, budget);
            guided.see(rule, &text, &trial);
            if text.len() <= LENGTH && trial.accepts.contains(&true) {
                if corpus.len() < CORPUS {
                    corpus.push(text);
                } else {
                    corpus[guided.chance.below(CORPUS)] = text;
                }
            }
        }
    }

    fn terminals(&self, rule: &str) -> Terminals<'g> {
        let mut terminals = Terminals::default();
        self.rules.iter().for_each(|rules| terminals.add(rules, rule));
        terminals
    }

    #[expect(clippy::indexing_slicing, reason = "`names` has indices of `rules`")]
    fn uses_stack(&self, rule: &str) -> bool {
        let uses =
            |bodies: &Bodies<'_>| bodies.names.get(rule).is_some_and(|&rule| bodies.rules[rule].uses_stack);
        self.guided.bodies.iter().any(uses)
    }
}

fn strings(letters: &[char]) -> Vec<String> {
    letters.iter().map(|&c| String::from(c)).collect()
}
