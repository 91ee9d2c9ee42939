//! The compiled parsers of the grammars: by words, byte by byte, and for the strings of a buffer.

use std::ops::Range;
use std::sync::LazyLock;

use pest::Token;
use urigram::Rule;
use urigram::grammar::tree::{self, Node};

use self::rfc3986::{by_bytes, by_words};

macro_rules! grammars {
    ($($module:ident)*) => {
        $(
            pub(crate) mod $module {
                include!(concat!(env!("OUT_DIR"), "/", stringify!($module), ".rs"));
            }
        )*

        /// The name of each grammar, the number of its rules, and the function that compares its parsers.
        pub(crate) const GRAMMARS: &[(&str, usize, Compare)] = &[$((
            stringify!($module),
            $module::RULES.len(),
            |rule, text| {
                use $module::{RULES, by_bytes, by_words};
                let words = Outcome::of(by_words::end, by_words::TOO_DEEP, RULES[rule], text);
                let bytes = Outcome::of(by_bytes::end, by_bytes::TOO_DEEP, RULES[rule], text);
                assert_eq!(
                    words, bytes, "by words and by bytes, {:?} of {}", RULES[rule], stringify!($module)
                );
                let in_a_buffer = |rule, text: &str, nodes: &mut Nodes<_>| {
                    let (buffer, place) = surrounded(text);
                    let mut bits = by_words::Bits::new(&buffer);
                    by_words::end_in(&mut bits, rule, 0..place.start, &mut Nodes(Vec::new()));
                    by_words::end_in(&mut bits, rule, place, nodes)
                };
                let in_a_buffer = Outcome::of(in_a_buffer, by_words::TOO_DEEP, RULES[rule], text);
                assert_eq!(
                    words, in_a_buffer, "alone and in a buffer, {:?} of {}", RULES[rule], stringify!($module)
                );
            },
        )),*];
    };
}

/// Compares the parsers of a grammar under the rule with this number.
pub(crate) type Compare = fn(usize, &str);

/// The name and the text of each grammar.
pub(crate) const TEXTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/texts.rs"));

grammars! { rfc3986 rfc3987 rfc6874 strict_dns url1996 json csv fields runs }

/// Returns a buffer with the text at any place, and its range. The text is at the end, or characters after it could go on with its last
/// run and escape.
pub(crate) fn surrounded(text: &str) -> (String, Range<usize>) {
    let start = text.len() * 7 % 70;
    let after = ["", "41", "\0\0"][text.len() % 3];
    (["4".repeat(start).as_str(), text, after].concat(), start..start + text.len())
}

/// The result of a parser.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome<R> {
    Matches { end: usize, nodes: Vec<(R, usize, usize)> },
    Fails,
    TooDeep,
}

impl<R> Outcome<R> {
    pub(crate) fn of(
        parser: fn(R, &str, &mut Nodes<R>) -> usize,
        too_deep: usize,
        rule: R,
        text: &str,
    ) -> Self {
        let mut nodes = Nodes(Vec::new());
        match parser(rule, text, &mut nodes) {
            end if end <= text.len() => Self::Matches { end, nodes: nodes.0 },
            end if end == too_deep => Self::TooDeep,
            _ => Self::Fails,
        }
    }
}

/// The nodes of a text, in the order in which their rules end. A node is a rule and a range.
pub(crate) struct Nodes<R>(Vec<(R, usize, usize)>);

impl<R> Nodes<R> {
    fn capture(&mut self, rule: R, start: usize, end: usize) {
        self.0.push((rule, start, end));
    }

    fn mark(&self) -> usize {
        self.0.len()
    }

    fn rewind(&mut self, mark: usize) {
        self.0.truncate(mark);
    }
}

/// Maps the numbers of pest's nodes to rules. `None` for rules that the build adds.
static RULES: LazyLock<Vec<Option<rfc3986::Rule>>> = LazyLock::new(|| {
    let rule = |node: &Node| {
        let name = format!("{node:?}");
        rfc3986::ALL.iter().copied().find(|rule| format!("{rule:?}") == name)
    };
    Node::all_rules().iter().map(rule).collect()
});

/// Checks that pest and both compiled parsers make the same nodes for a text, and returns whether the rule
/// matches.
pub(crate) fn agree(rule: Rule, text: &str) -> bool {
    let start = rfc3986::RULES[rule as usize];
    let words = Outcome::of(by_words::end, by_words::TOO_DEEP, start, text);
    let bytes = Outcome::of(by_bytes::end, by_bytes::TOO_DEEP, start, text);
    assert_eq!(words, bytes, "by words and by bytes: {rule}");
    let tree = tree::parse(rule, text);
    match words {
        Outcome::Matches { end, nodes } if end == text.len() => {
            let tree = tree.expect("pest accepts it, too");
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
