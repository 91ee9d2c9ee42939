//! The nodes that an ABNF rule consists of.

/// A set of strings. The parser bounds how deeply nodes nest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Node {
    /// One character after the other, ASCII letters in either case if `any_case`.
    Text { text: String, any_case: bool },
    /// One character of this range, both ends included.
    Range(char, char),
    /// What the rule with this key matches.
    Call(String),
    /// One after the other.
    Seq(Vec<Node>),
    /// Any of them.
    Choice(Vec<Node>),
    /// At least `least` and at most `most` times; without a `most`, without an upper bound. The `most` is not
    /// zero.
    Repeat { least: u32, most: Option<u32>, node: Box<Node> },
}

impl Node {
    /// The empty string.
    pub(crate) const EMPTY: Node = Node::Seq(Vec::new());

    pub(crate) fn seq(parts: Vec<Node>) -> Node {
        sole(parts).unwrap_or_else(Node::Seq)
    }

    pub(crate) fn choice(parts: Vec<Node>) -> Node {
        sole(parts).unwrap_or_else(Node::Choice)
    }

    pub(crate) fn repeat(self, least: u32, most: Option<u32>) -> Node {
        match (least, most) {
            (_, Some(0)) => Node::EMPTY,
            (1, Some(1)) => self,
            _ => Node::Repeat { least, most, node: Box::new(self) },
        }
    }

    /// Adds an alternative.
    pub(crate) fn add(&mut self, alternative: Node) {
        if let Node::Choice(parts) = self {
            parts.push(alternative);
        } else {
            let node = std::mem::replace(self, Node::EMPTY);
            *self = Node::Choice(vec![node, alternative]);
        }
    }

    /// Returns the keys of the rules that it calls.
    pub(crate) fn calls(&self) -> Vec<&str> {
        let mut found = Vec::new();
        let mut open = vec![self];
        while let Some(node) = open.pop() {
            match node {
                Node::Call(key) => found.push(key.as_str()),
                Node::Seq(parts) | Node::Choice(parts) => open.extend(parts.iter().rev()),
                Node::Repeat { node, .. } => open.push(node),
                Node::Text { .. } | Node::Range(..) => {}
            }
        }
        found
    }
}

/// Returns the only node of the list, or the list if it has another length.
fn sole(mut parts: Vec<Node>) -> Result<Node, Vec<Node>> {
    match parts.pop() {
        Some(node) if parts.is_empty() => Ok(node),
        last => {
            parts.extend(last);
            Err(parts)
        }
    }
}
