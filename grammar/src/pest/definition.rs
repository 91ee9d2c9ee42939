//! The rules of a grammar as they stand in its text.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use pest::Span;
use pest::iterators::{Pair, Pairs};
use pest_meta::parser::Rule;

use crate::pest::bounds;

/// A rule in the text.
#[derive(Debug)]
pub(crate) struct Definition<'t> {
    pub(crate) name: Span<'t>,
    /// The rules that its body names, builtin ones among them, as often as it does.
    pub(crate) calls: Vec<Span<'t>>,
    /// The rule with its comments: those on the lines right above it, and the one that ends its line.
    pub(crate) range: Range<usize>,
}

/// The rules in the order of the text. `pairs` are what pest's parser made of it.
pub(crate) fn all<'t>(pairs: Pairs<'t, Rule>) -> Vec<Definition<'t>> {
    let text = pairs.get_input();
    let mut found: Vec<Definition<'_>> = Vec::new();
    let mut end = 0;
    for pair in pairs {
        let span = pair.as_span();
        if pair.as_rule() == Rule::grammar_doc {
            end = span.end();
        }
        let Some((name, calls)) = parts(pair) else { continue };
        let gap = Gap::new(&text[end..span.start()], !found.is_empty());
        if let Some(last) = found.last_mut() {
            last.range.end += gap.after;
        }
        found.push(Definition { name, calls, range: span.start() - gap.above..span.end() });
        end = span.end();
    }
    if let Some(last) = found.last_mut() {
        last.range.end += Gap::new(&text[end..], true).after;
    }
    found
}

/// The rules that can come to be called.
pub(crate) struct Reach<'r, 't> {
    rules: HashMap<&'t str, &'r Definition<'t>>,
    reached: HashSet<&'t str>,
}

impl<'r, 't> Reach<'r, 't> {
    pub(crate) fn new(rules: &'r [Definition<'t>]) -> Reach<'r, 't> {
        let rules = rules.iter().map(|rule| (rule.name.as_str(), rule)).collect();
        Reach { rules, reached: HashSet::new() }
    }

    /// Adds the rule of that name, if there is one, and those that it comes to call.
    pub(crate) fn add(&mut self, name: &str) {
        let mut open = vec![name];
        while let Some(name) = open.pop() {
            if let Some(&rule) = self.rules.get(name)
                && self.reached.insert(rule.name.as_str())
            {
                open.extend(rule.calls.iter().map(Span::as_str));
            }
        }
    }

    pub(crate) fn has(&self, rule: &Definition<'_>) -> bool {
        self.reached.contains(rule.name.as_str())
    }
}

/// The name of a rule and the names in its body, unless the pair is no rule but a doc comment.
fn parts(pair: Pair<'_, Rule>) -> Option<(Span<'_>, Vec<Span<'_>>)> {
    let mut identifiers = pair.into_inner().flatten().filter(|pair| pair.as_rule() == Rule::identifier);
    let name = identifiers.next()?.as_span();
    Some((name, identifiers.map(|call| call.as_span()).collect()))
}

/// What stands between two rules, in bytes.
struct Gap {
    /// Up to the end of a comment on the line of the first rule.
    after: usize,
    /// From the first of the comments right above the second.
    above: usize,
}

impl Gap {
    fn new(text: &str, follows_a_rule: bool) -> Gap {
        let (mut after, mut above) = (0, None);
        let mut same_line = follows_a_rule;
        // A doc comment is the next rule's, whatever stands between.
        let mut documented = false;
        let mut line_breaks = 0;
        let mut at = 0;
        while let rest @ [first, ..] = &text.as_bytes()[at..] {
            let length = match rest {
                [b'/', b'/', ..] => bounds::line_end(rest),
                // It ends, as pest has read it.
                [b'/', b'*', ..] => bounds::comment_end(rest).unwrap_or(rest.len()),
                _ => 1,
            };
            match first {
                b'\n' => {
                    same_line = false;
                    line_breaks += 1;
                    above = above.filter(|_| documented || line_breaks < 2);
                }
                b'/' => {
                    line_breaks = 0;
                    documented |= rest.starts_with(b"///");
                    if same_line && !documented {
                        after = at + length;
                    } else {
                        above.get_or_insert(at);
                    }
                }
                _ => {}
            }
            at += length;
        }
        Gap { after, above: above.map_or(0, |above| text.len() - above) }
    }
}
