//! How short and how long the strings are that each expression is derived as.

use crate::sample::cost::least;
use crate::sample::shape::{Operation, Shape, Shapes};
use crate::walk::walk;

/// A length that no string comes to. Sums of as many as there are tasks of a derivation fit into 64 bits.
const UNBOUNDED: u64 = 1 << 32;

/// The least and the largest number of characters, each at most [`UNBOUNDED`] but for sums.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Length {
    pub(super) least: u64,
    pub(super) most: u64,
}

impl Length {
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "a length is at most `UNBOUNDED` for each task, of which there are fewer than 32 bits count"
    )]
    pub(super) fn and(self, other: Length) -> Length {
        Length { least: self.least + other.least, most: self.most + other.most }
    }

    /// Takes back what was added.
    #[expect(clippy::arithmetic_side_effects, reason = "what is taken back was added")]
    pub(super) fn without(self, other: Length) -> Length {
        Length { least: self.least - other.least, most: self.most - other.most }
    }

    /// Returns the length of a repetition.
    pub(super) fn times(self, least: u32, most: Option<u32>) -> Length {
        let times = |length: u64, times: u64| length.saturating_mul(times).min(UNBOUNDED);
        Length {
            least: times(self.least, u64::from(least)),
            most: times(self.most, most.map_or(UNBOUNDED, u64::from)),
        }
    }
}

/// The lengths of the strings of each expression, without what predicates refuse.
#[derive(Debug, Clone)]
pub(super) struct Lengths(Vec<Length>);

impl Lengths {
    pub(super) fn new(shapes: &Shapes) -> Lengths {
        let least = least(shapes, 0).into_iter().map(|least| least.min(UNBOUNDED));
        Lengths(least.zip(most(shapes)).map(|(least, most)| Length { least, most }).collect())
    }

    #[expect(clippy::indexing_slicing, reason = "a node is one of the shapes")]
    pub(super) fn of(&self, node: usize) -> Length {
        self.0[node]
    }
}

/// Returns the largest number of characters of each expression; recursive ones count as unbounded, and so do those
/// within which something may be skipped.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a node or a rule is one of the shapes; a length is at most `UNBOUNDED`"
)]
fn most(shapes: &Shapes) -> Vec<u64> {
    let bodies = || (0..shapes.rules.len()).map(|rule| shapes.body(rule));
    let call = |node: usize| if let Shape::Call(rule) = shapes.nodes[node] { Some(rule) } else { None };
    let calls: Vec<Vec<usize>> = bodies().map(|body| body.filter_map(call).collect()).collect();
    let mut most = vec![UNBOUNDED; shapes.nodes.len()];
    for rule in walk(&calls).order {
        let skips = shapes.rules[rule].skips;
        for node in shapes.body(rule) {
            most[node] = match &shapes.nodes[node] {
                Shape::Nothing | Shape::Stack(Operation::Drop) => 0,
                Shape::Text(texts) => texts.iter().map(|text| text.chars().count() as u64).fold(0, u64::max),
                Shape::Insensitive(text) => text.chars().count() as u64,
                Shape::Class(_) => 1,
                Shape::Call(rule) => most[shapes.rules[*rule].body],
                Shape::Seq(..) if skips => UNBOUNDED,
                Shape::Seq(left, right) => most[*left] + most[*right],
                Shape::Choice(alternatives) => alternatives.iter().map(|&one| most[one]).fold(0, u64::max),
                Shape::Repeat { most: times, .. } if skips && *times != Some(1) => UNBOUNDED,
                Shape::Repeat { inner, most: times, .. } => {
                    Length { least: 0, most: most[*inner] }.times(0, *times).most
                }
                Shape::Push(inner) => most[*inner],
                Shape::Stack(_) => UNBOUNDED,
            }
            .min(UNBOUNDED);
        }
    }
    most
}
