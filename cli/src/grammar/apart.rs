//! A string that two rules take apart differently, in words and as JSON.

use serde::Serialize;
use urigram_grammar::{Capture, TakenApart};

/// What each of two rules captures in a string and the other does not.
#[derive(Debug, Serialize)]
pub(super) struct Apart {
    text: String,
    /// By the rule of the grammar.
    grammar: Vec<Node>,
    /// By the other.
    other: Vec<Node>,
}

#[derive(Debug, Serialize)]
struct Node {
    rule: String,
    start: usize,
    end: usize,
}

impl From<TakenApart> for Apart {
    fn from(apart: TakenApart) -> Self {
        let nodes = |captures: Vec<&Capture>| {
            let node = |Capture { rule, start, end }: &Capture| Node {
                rule: rule.clone(),
                start: *start,
                end: *end,
            };
            captures.into_iter().map(node).collect()
        };
        let (left, right) = apart.differing();
        Self { grammar: nodes(left), other: nodes(right), text: apart.text }
    }
}

impl Apart {
    /// Says what both capture; `other` says whose captures the other ones are.
    pub(super) fn said(&self, other: &str) -> String {
        let Self { text, grammar, other: others } = self;
        if let ([own], [theirs]) = (grammar.as_slice(), others.as_slice())
            && (own.start, own.end) == (theirs.start, theirs.end)
        {
            let part = &text[own.start..own.end];
            let place = if part == text { String::new() } else { format!("in {text:?}, ") };
            return format!("{place}{part:?} is {} here, {} {other}", own.rule, theirs.rule);
        }
        format!("in {text:?}, {} here, {} {other}", self.list(grammar), self.list(others))
    }

    fn list(&self, nodes: &[Node]) -> String {
        if nodes.is_empty() {
            return "nothing".to_owned();
        }
        let said = |node: &Node| {
            let Node { rule, start, end } = node;
            format!("{rule} {:?} at {start}", &self.text[*start..*end])
        };
        nodes.iter().map(said).collect::<Vec<_>>().join(", ")
    }
}
