//! Characters and strings that grammars tell apart.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::characters::charset::CharSet;
use crate::characters::classes::Classes;
use crate::characters::readable;
use crate::pest::builtin::chars;
use crate::pest::read::Grammar;
use crate::pest::rules::{OptimizedExpr as Expr, OptimizedRule};
use crate::pest::skipped::SKIPPED;

/// What rules of grammars ask for.
#[derive(Default)]
pub(super) struct Terminals<'g> {
    /// The ranges and built-in sets.
    sets: FxHashSet<CharSet>,
    /// The strings. In those without regard to case, either case matters.
    strings: FxHashSet<&'g str>,
    insensitive: FxHashSet<&'g str>,
}

impl<'g> Terminals<'g> {
    /// Adds those of a rule and of all that it calls, blanks included.
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

    /// Adds those of all rules.
    pub(super) fn add_all(&mut self, grammar: &'g Grammar) {
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
                // A rule of the grammar may have the name, but then the set does no harm.
                Expr::Ident(name) => self.sets.extend(chars(name)),
                Expr::Seq(left, right) | Expr::Choice(left, right) => open.extend([&**left, &**right]),
                Expr::PosPred(inner)
                | Expr::NegPred(inner)
                | Expr::Opt(inner)
                | Expr::Rep(inner)
                | Expr::Push(inner)
                | Expr::RestoreOnErr(inner) => open.push(inner),
                Expr::PeekSlice(..) => {}
            }
        }
    }

    /// Returns the most readable character of each class of characters that are treated alike, the most readable
    /// first.
    pub(super) fn characters(&self) -> Vec<char> {
        let mut sets = self.sorted_sets();
        let both = |c: char| [c.to_ascii_lowercase(), c.to_ascii_uppercase()];
        let insensitive = self.insensitive.iter().flat_map(|text| text.chars().flat_map(both));
        let singles: FxHashSet<char> =
            self.strings.iter().flat_map(|text| text.chars()).chain(insensitive).collect();
        sets.extend(singles.into_iter().map(CharSet::single));
        best(&sets)
    }

    /// Returns the strings, and characters for what the grammars ask for besides, the shortest first.
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
    let classes = Classes::of(sets.iter()).sets();
    let mut best: Vec<_> = classes.iter().filter_map(readable::best).collect();
    best.sort_unstable();
    best.into_iter().map(|(_, c)| c).collect()
}
