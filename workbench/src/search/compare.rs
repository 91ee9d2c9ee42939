//! Searches for differences between two grammars: with derived texts first, then with all texts up to a
//! length, and then with random ones.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule to compare is an index of `rules`; there are two sides, with texts and parts; a \
              random number is less than its bound, and texts fit in memory"
)]

use std::time::Instant;

use rustc_hash::{FxHashMap, FxHashSet};

use urigram_grammar::{Error, Grammar, OptimizedRule, with_stack};

use crate::search::definitions::definitions;
use crate::search::derive::{Bodies, Goal, Style, mutated};
use crate::search::guided::{Guided, Terminals};
use crate::search::trial::{Budget, Care, Effort, Extent, Reached, Verdict, enumerate};

/// The maximum number of texts that are run to find a shorter text with a difference than the known
/// one.
const SHORTER: u64 = 1_000;
/// The maximum length of texts that are enumerated.
const LONGEST: usize = 64;
/// The maximum number of accepted texts that are kept for mutation.
const CORPUS: usize = 256;
/// The maximum length of an accepted text that is kept, in bytes.
const LENGTH: usize = 1_000;

struct Thorough<'g> {
    guided: Guided<'g>,
    rules: [FxHashMap<&'g str, &'g OptimizedRule>; 2],
}

impl<'g> Thorough<'g> {
    fn new(guided: Guided<'g>, grammars: [&'g Grammar; 2]) -> Thorough<'g> {
        let by_name =
            |grammar: &'g Grammar| grammar.rules().iter().map(|rule| (rule.name.as_str(), rule)).collect();
        Thorough { guided, rules: grammars.map(by_name) }
    }

    /// Returns a verdict on each rule. The rules must have different definitions in the two
    /// grammars.
    fn search(mut self, requested: &[&'g str], budget: &mut Budget) -> FxHashMap<&'g str, Verdict> {
        budget.share(2, |budget| self.guided.derive(budget));
        // Leaves most of the budget for rules without a known difference, if there are any.
        let is_open = requested.iter().any(|rule| !self.guided.found.contains_key(rule));
        budget.share(if is_open { 8 } else { 2 }, |budget| self.shorten(requested, budget));
        let mut verdicts = FxHashMap::default();
        for (index, &rule) in requested.iter().enumerate() {
            if !self.guided.found.contains_key(rule) {
                let open =
                    requested[index..].iter().filter(|rule| !self.guided.found.contains_key(*rule)).count();
                verdicts.insert(rule, budget.share(open, |budget| self.search_rule(rule, budget)));
                budget.share(open, |budget| self.guided.climb(budget));
            }
        }
        for (rule, found) in self.guided.found {
            verdicts.insert(rule, Verdict::Different(found));
        }
        verdicts
    }

    /// Searches for texts with a difference that are shorter than the derived ones.
    fn shorten(&mut self, requested: &[&'g str], budget: &mut Budget) {
        for (index, &rule) in requested.iter().enumerate() {
            let Some(found) = self.guided.found.get(rule) else { continue };
            let longest = found.texts().map(|text| text.chars().count()).max().unwrap_or(0);
            let letters = self.terminals(rule).characters();
            budget.share(requested.len() - index, |budget| {
                self.guided.settle(rule, Care::Thorough, budget);
                let mut remaining = SHORTER;
                let guided = &mut self.guided;
                let (pair, found) = (&guided.pair, &mut guided.found);
                let letters = strings(&letters);
                enumerate(pair, rule, &letters, longest.saturating_sub(1), budget, |text, trial| {
                    if let Some(kind) = trial.kind {
                        found.entry(rule).or_default().add(kind, text);
                    }
                    remaining -= 1;
                    remaining > 0
                });
            });
        }
    }

    /// Searches for a text that the two grammars treat differently under this rule.
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
            seen.extend(trial.kind.map(|kind| (kind, text.to_owned())));
            seen.is_empty()
        });
        guided.extents.insert(rule, extent);
        for (kind, text) in seen {
            guided.found.entry(rule).or_default().add(kind, &text);
        }
        reached
    }

    /// Mutates accepted texts at random, and accepted mutants again, until a difference is found or
    /// the budget is spent.
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

    fn uses_stack(&self, rule: &str) -> bool {
        let uses =
            |bodies: &Bodies<'_>| bodies.names.get(rule).is_some_and(|&rule| bodies.rules[rule].uses_stack);
        self.guided.bodies.iter().any(uses)
    }
}

fn strings(letters: &[char]) -> Vec<String> {
    letters.iter().map(|&c| String::from(c)).collect()
}

/// A bounded search for texts that two grammars treat differently. It is meant for rules without an
/// automaton, which are recursive, use the stack, or are too large.
///
/// Rules with the same definition are equal. For the other rules, texts are derived from the definitions,
/// then all texts up to a length are tried, and then random ones. A text is treated differently if only
/// one of the grammars accepts it, or if the nodes of its two parse trees differ.
///
/// ```
/// use urigram_grammar::Grammar;
/// use urigram_workbench::{Effort, Search, Verdict};
///
/// let old = Grammar::read(r#"list = { "(" ~ (list ~ ("," ~ list)*)? ~ ")" }"#, "old.pest")?;
/// let new = Grammar::read(r#"list = { "(" ~ (list ~ ("," ~ list)?)? ~ ")" }"#, "new.pest")?;
/// let found = Search::new(&old, &new).compare(&["list"])?;
/// let ("list", Verdict::Different(differences)) = &found[0] else { panic!("{found:?}") };
/// assert_eq!(differences.only_left.as_deref(), Some("((),(),())"));
/// assert_eq!(differences.only_right, None);
///
/// let found = Search::new(&old, &old.clone()).compare(&["list"])?;
/// assert_eq!(found, [("list", Verdict::Equal)]);
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
pub struct Search<'g> {
    left: &'g Grammar,
    right: &'g Grammar,
    compared: FxHashSet<&'g str>,
    effort: Effort,
}

impl<'g> Search<'g> {
    /// Returns a search that compares the nodes of all rules that both grammars have, with [`Effort::DEFAULT`].
    #[must_use]
    pub fn new(left: &'g Grammar, right: &'g Grammar) -> Search<'g> {
        let names: FxHashSet<&str> = left.rules().iter().map(|rule| rule.name.as_str()).collect();
        let of_right = right.rules().iter().map(|rule| rule.name.as_str());
        let compared = of_right.filter(|name| names.contains(name)).collect();
        Search { left, right, compared, effort: Effort::DEFAULT }
    }

    /// Compares only the nodes of the given rules. If there are none, compares only whether the
    /// grammars accept a text.
    ///
    /// ```
    /// use urigram_grammar::Grammar;
    /// use urigram_workbench::{Search, Verdict};
    ///
    /// let old = Grammar::read(r#"a = { "a" ~ b? } b = { a }"#, "old.pest")?;
    /// let new = Grammar::read(r#"a = { "a" ~ b? } b = _{ a }"#, "new.pest")?;
    /// let [(_, Verdict::Different(found))] = &Search::new(&old, &new).compare(&["a"])?[..] else { panic!() };
    /// assert_eq!(found.captures.as_deref(), Some("aa"));
    /// let found = Search::new(&old, &new).captures(["a"]).compare(&["a"])?;
    /// assert_eq!(found[0].1, Verdict::Equal);
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    pub fn captures(self, rules: impl IntoIterator<Item = &'g str>) -> Search<'g> {
        Search { compared: rules.into_iter().collect(), ..self }
    }

    /// Limits the work for all rules together.
    #[must_use]
    pub fn effort(self, effort: Effort) -> Search<'g> {
        Search { effort, ..self }
    }

    /// Returns the verdict on each of the rules that both grammars have.
    ///
    /// The search ends before the limits if nothing more can be found. It takes some ten megabytes of memory,
    /// besides the grammars.
    ///
    /// # Errors
    ///
    /// [`Error::NoThread`] if no thread can be started.
    pub fn compare<'r>(&self, rules: &[&'r str]) -> Result<Vec<(&'r str, Verdict)>, Error> {
        with_stack(self.left.file_name(), || Ok(self.verdicts(rules)))
    }

    fn verdicts<'r>(&self, rules: &[&'r str]) -> Vec<(&'r str, Verdict)> {
        let Search { left, right, ref compared, effort } = *self;
        let mut budget = Budget::new(effort);
        let names = |grammar: &'g Grammar| grammar.rules().iter().map(|rule| rule.name.as_str());
        let of_left: FxHashSet<&str> = names(left).collect();
        let of_both: FxHashSet<&str> = names(right).filter(|name| of_left.contains(name)).collect();
        let definitions = definitions(left, right, compared);
        let requested: Vec<&'g str> =
            rules.iter().filter_map(|rule| of_both.get::<str>(rule).copied()).collect();
        let open: Vec<&'g str> =
            requested.iter().copied().filter(|rule| !definitions.same.contains(rule)).collect();
        let mut verdicts: FxHashMap<&str, Verdict> = FxHashMap::default();
        if !open.is_empty() {
            let guided = Guided::new([left, right], compared.clone(), &definitions, &open);
            verdicts = Thorough::new(guided, [left, right]).search(&open, &mut budget);
        }
        let verdict = |rule: &'r str| match verdicts.get(rule) {
            _ if definitions.same.contains(rule) => Verdict::Equal,
            Some(verdict) => verdict.clone(),
            None => unreachable!("a rule that was searched has a verdict"),
        };
        rules.iter().filter(|rule| of_both.contains::<str>(rule)).map(|&rule| (rule, verdict(rule))).collect()
    }
}
