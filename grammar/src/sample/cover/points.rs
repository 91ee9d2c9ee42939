//! What samples should show: each alternative, the bounds of each repetition, and the edges of each class.

use std::collections::HashMap;

use crate::characters::charset::CharSet;
use crate::sample::cost::Ways;
use crate::sample::derive::Goal;
use crate::sample::shape::{Shape, Shapes};

/// The largest number of points.
pub(super) const MOST: usize = 1 << 14;

/// The points of the expressions that a rule's strings are derived by.
#[derive(Default)]
pub(super) struct Points {
    /// The expression of each point, and what it is to be derived as.
    pub(super) list: Vec<(usize, Goal)>,
    indices: HashMap<(usize, Goal), usize>,
    /// The choice that each alternative belongs to, and its index there.
    alternatives: HashMap<usize, (usize, usize)>,
}

impl Points {
    /// Returns the points in the order of the text, or nothing if there are too many.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "a node is one of the shapes; there are fewer ranges than characters"
    )]
    pub(super) fn new(shapes: &Shapes, ways: &Ways) -> Option<Points> {
        let mut points = Points::default();
        for node in (0..shapes.nodes.len()).filter(|&node| ways.reaches(node)) {
            match &shapes.nodes[node] {
                Shape::Choice(alternatives) => {
                    for (index, &alternative) in alternatives.iter().enumerate() {
                        points.alternatives.insert(alternative, (node, index));
                        points.add(node, Goal::Alternative(index));
                    }
                }
                Shape::Repeat { least, most, .. } => {
                    times(*least, *most).into_iter().for_each(|times| points.add(node, Goal::Times(times)));
                }
                Shape::Class(set) => {
                    if points.list.len() + 2 * set.ranges().len() > MOST {
                        return None;
                    }
                    edges(set).into_iter().for_each(|c| points.add(node, Goal::Character(0, c)));
                }
                Shape::Insensitive(text) => {
                    for (at, c) in text.chars().enumerate().filter(|(_, c)| c.is_ascii_alphabetic()) {
                        points.add(node, Goal::Character(at, c.to_ascii_lowercase()));
                        points.add(node, Goal::Character(at, c.to_ascii_uppercase()));
                    }
                }
                _ => {}
            }
            if points.list.len() > MOST {
                return None;
            }
        }
        Some(points)
    }

    fn add(&mut self, node: usize, goal: Goal) {
        self.indices.insert((node, goal), self.list.len());
        self.list.push((node, goal));
    }

    pub(super) fn index(&self, node: usize, goal: Goal) -> Option<usize> {
        self.indices.get(&(node, goal)).copied()
    }

    /// Returns the point of an alternative, by its expression.
    pub(super) fn of_alternative(&self, alternative: usize) -> Option<usize> {
        let &(choice, index) = self.alternatives.get(&alternative)?;
        self.index(choice, Goal::Alternative(index))
    }
}

/// Returns how often a repetition should match: never, once, the least, one more than the least and the most, of those
/// that it can.
fn times(least: u32, most: Option<u32>) -> Vec<u32> {
    let most = most.unwrap_or(u32::MAX);
    let mut times: Vec<u32> = [0, 1, least, least.saturating_add(1), most].into();
    times.retain(|&times| (least..=most).contains(&times) && times < u32::MAX);
    times.sort_unstable();
    times.dedup();
    times
}

/// Returns the first and last character of each range.
fn edges(set: &CharSet) -> Vec<char> {
    let mut edges: Vec<char> = set.ranges().iter().flat_map(|&(first, last)| [first, last]).collect();
    edges.dedup();
    edges
}
