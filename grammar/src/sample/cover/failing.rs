//! Where strings fail that a rule rejects, for [`near`](crate::near()).

use crate::characters::charset::CharSet;
use crate::characters::classes::Classes;
use crate::characters::readable;
use crate::run::attempts::Failure;
use crate::run::machine::Stopped;
use crate::sample::cover::search::Search;
use crate::sample::derived::{steps, within};
use crate::sample::shape::Shape;

impl Search {
    /// Returns the innermost rule that goes on at an offset of a text that the rule matches; at its end, the rule.
    /// Returns nothing if the match takes too many steps.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "the rule is one of the shapes; the steps for a text are fewer than 64 bits count"
    )]
    pub(in crate::sample) fn rule_at(&self, left: &mut u64, text: &str, offset: usize) -> Option<usize> {
        let rule = &self.derivations.shapes.rules[self.rule].name;
        let run = |left: &mut u64| self.with_marks.run_within(left, rule, text);
        let nodes = within(left, 40 * steps(text), run).ok()?;
        let around = nodes.iter().filter(|node| (node.start..node.end).contains(&offset));
        let named = around.filter_map(|node| Some((node.depth, self.index(node.rule)?)));
        Some(named.max().map_or(self.rule, |(_, rule)| rule))
    }

    /// Returns where the rule fails to match the text.
    #[expect(clippy::indexing_slicing, reason = "the rule is one of the shapes")]
    pub(in crate::sample) fn failure(
        &self,
        left: &mut u64,
        text: &str,
    ) -> Result<Option<Failure<'_>>, Stopped> {
        let rule = &self.derivations.shapes.rules[self.rule].name;
        let run = |left: &mut u64| self.machine.failure_within(left, rule, text);
        within(left, steps(text), run)
    }

    /// Returns the rule of that name, or that of the search.
    pub(in crate::sample) fn named(&self, name: Option<&str>) -> usize {
        name.and_then(|name| self.index(name)).unwrap_or(self.rule)
    }

    #[expect(clippy::indexing_slicing, reason = "a rule is one of the shapes")]
    pub(in crate::sample) fn name(&self, rule: usize) -> &str {
        &self.derivations.shapes.rules[rule].name
    }

    /// Returns the most readable character of each class that the expressions tell apart.
    pub(in crate::sample) fn symbols(&self) -> Vec<char> {
        let mut sets = Vec::new();
        for shape in &self.derivations.shapes.nodes {
            match shape {
                Shape::Class(set) => sets.push(set.clone()),
                Shape::Text(texts) => {
                    sets.extend(texts.iter().flat_map(|text| text.chars()).map(CharSet::single))
                }
                Shape::Insensitive(text) => {
                    let both = text.chars().map(|c| {
                        CharSet::single(c.to_ascii_lowercase())
                            .union(&CharSet::single(c.to_ascii_uppercase()))
                    });
                    sets.extend(both);
                }
                _ => {}
            }
        }
        readable::of_classes([&Classes::of(sets.iter())])
    }
}
