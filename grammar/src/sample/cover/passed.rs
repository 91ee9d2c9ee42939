//! The points that a text shows, from the nodes of its marked parse tree.

use std::collections::HashMap;

use crate::run::node::Node;
use crate::sample::cover::points::Points;
use crate::sample::derive::Goal;

/// What a node of the marked tree says.
#[derive(Debug, Clone, Copy)]
enum Mark {
    Point(usize),
    Class(usize),
    Whole(usize),
    Item,
}

/// The marks by the names of their rules.
pub(super) struct Marks {
    by_name: HashMap<String, Mark>,
}

impl Marks {
    pub(super) fn new<'n>(points: &Points, names: impl Iterator<Item = &'n str>) -> Marks {
        let mark = |name: &str| {
            let (kind, number) = name.split_once(' ')?;
            let node: usize = number.parse().ok()?;
            Some(match kind {
                "a" => Mark::Point(points.of_alternative(node)?),
                "c" => Mark::Class(node),
                "r" => Mark::Whole(node),
                "i" => Mark::Item,
                _ => return None,
            })
        };
        let by_name = names.filter_map(|name| Some((name.to_owned(), mark(name)?))).collect();
        Marks { by_name }
    }

    /// Returns the points, each once.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::string_slice,
        reason = "a node lies in the text; there are fewer items than steps"
    )]
    pub(super) fn passed(&self, points: &Points, text: &str, nodes: &[Node<'_>]) -> Vec<usize> {
        let mut passed = Vec::new();
        // The repetitions around the current node: their depths, and how many items they have so far.
        let mut open: Vec<(usize, usize, u32)> = Vec::new();
        let close = |open: &mut Vec<(usize, usize, u32)>, depth: usize, passed: &mut Vec<usize>| {
            while let Some(&(_, node, times)) = open.last().filter(|(outer, ..)| *outer >= depth) {
                open.pop();
                passed.extend(points.index(node, Goal::Times(times)));
            }
        };
        for node in nodes {
            close(&mut open, node.depth, &mut passed);
            match self.by_name.get(node.rule) {
                Some(&Mark::Point(point)) => passed.push(point),
                Some(&Mark::Class(class)) => {
                    for (at, c) in text[node.start..node.end].chars().enumerate() {
                        passed.extend(points.index(class, Goal::Character(at, c)));
                    }
                }
                Some(&Mark::Whole(whole)) => open.push((node.depth, whole, 0)),
                Some(Mark::Item) => {
                    if let Some((.., times)) = open.last_mut() {
                        *times += 1;
                    }
                }
                None => {}
            }
        }
        close(&mut open, 0, &mut passed);
        passed.sort_unstable();
        passed.dedup();
        passed
    }
}
