//! The nodes of pest's tree, and those of the parser that is compiled from the same grammar.

use std::sync::LazyLock;

use pest::Token;
use urigram::Rule;
use urigram::grammar::tree::{self, Node};

use crate::compiled::Outcome;
use crate::compiled::rfc3986::{self, by_bytes, by_words};

/// The rule of each of pest's nodes, by its number; `None` for the rules that the build adds.
static RULES: LazyLock<Vec<Option<rfc3986::Rule>>> = LazyLock::new(|| {
    let rule = |node: &Node| {
        let name = format!("{node:?}");
        rfc3986::ALL.iter().copied().find(|rule| format!("{rule:?}") == name)
    };
    Node::all_rules().iter().map(rule).collect()
});

/// Checks that pest and both compiled parsers make the same nodes of a text, and returns whether it matches.
pub(crate) fn agree(rule: Rule, text: &str) -> bool {
    let start = rfc3986::RULES[rule as usize];
    let words = Outcome::of(by_words::end, by_words::TOO_DEEP, start, text);
    let bytes = Outcome::of(by_bytes::end, by_bytes::TOO_DEEP, start, text);
    assert_eq!(words, bytes, "by words and by bytes: {rule}");
    let tree = tree::parse(rule, text);
    match words {
        Outcome::Matches { end, nodes } if end == text.len() => {
            let tree = tree.unwrap_or_else(|error| panic!("only pest rejects it: {error}"));
            let (mut nodes, mut starts) = (nodes.into_iter(), Vec::new());
            for token in tree.tokens() {
                match token {
                    Token::Start { pos, .. } => starts.push(pos.pos()),
                    Token::End { rule, pos } => {
                        let span = starts.pop().map(|start| (start, pos.pos()));
                        if let Some(rule) = RULES[rule as usize] {
                            let node = nodes.next();
                            assert_eq!(
                                node.map(|(rule, start, end)| (rule, Some((start, end)))),
                                Some((rule, span))
                            );
                        }
                    }
                }
            }
            assert_eq!(nodes.next(), None, "pest has no more nodes");
            true
        }
        _ => {
            assert!(tree.is_err(), "only pest accepts it: {rule}");
            false
        }
    }
}
