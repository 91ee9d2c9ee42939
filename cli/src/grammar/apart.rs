//! A string that two rules parse differently, in words, and what is captured as JSON.

use serde::Serialize;
use urigram_grammar::{Capture, ParsedDifferently};

/// A node, as JSON.
#[derive(Serialize)]
pub(super) struct Node<'c> {
    rule: &'c str,
    start: usize,
    end: usize,
}

impl<'c> From<&'c Capture> for Node<'c> {
    fn from(Capture { rule, start, end }: &'c Capture) -> Self {
        Self { rule, start: *start, end: *end }
    }
}

/// Says what each of two rules captures in a string and the other does not. `shown` is the string as it is shown, and
/// `whose` tells whose captures the left and the right ones are.
pub(super) fn said(apart: &ParsedDifferently, shown: &str, whose: [&str; 2]) -> String {
    let (mut left, mut right) = apart.differing();
    // The same nodes, nested in another order.
    if left.is_empty() && right.is_empty() {
        (left, right) = (apart.left.iter().collect(), apart.right.iter().collect());
    }
    let is_whole = |node: &&Capture| node.start == 0 && node.end == apart.text.len();
    let are_whole = left.iter().chain(&right).all(is_whole) && !left.is_empty() && !right.is_empty();
    let nodes = |these: &[&Capture], those: &[&Capture]| {
        if these.is_empty() {
            return "nothing".to_owned();
        }
        let node = |node: &&Capture| {
            let Capture { rule, start, end } = node;
            let text = &apart.text[*start..*end];
            let is_twice = those.iter().any(|other| other.rule == *rule && other.start != *start);
            match (are_whole, is_twice) {
                (true, _) => rule.clone(),
                (false, false) => format!("{rule} {text:?}"),
                (false, true) => format!("{rule} {text:?} at byte {start}"),
            }
        };
        these.iter().map(node).collect::<Vec<_>>().join(" and ")
    };
    let verb = if are_whole { "is" } else { "has" };
    let [left_whose, right_whose] = whose;
    format!("{shown} {verb} {} {left_whose}, {} {right_whose}", nodes(&left, &right), nodes(&right, &left))
}
