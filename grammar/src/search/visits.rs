//! Which texts are derived when the search visits a rule.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "there are two sides, and `names` has indices of `rules`, each with its texts; a part is one \
              of its parts"
)]

use std::hash::BuildHasher;
use std::ops::Range;

use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::search::budget::Budget;
use crate::search::derive::{Deriver, Goal, Style};
use crate::search::guided::{Guided, Visit};
use crate::search::parts::Kind;
use crate::search::shrink::Care;

impl<'g> Guided<'g> {
    pub(super) fn visit(&mut self, rule: &'g str, visit: Visit<'_>, budget: &mut Budget) {
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

    /// Returns the variants of a part that are derived.
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
