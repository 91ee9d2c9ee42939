//! What is said of an idle part of a sequence, and what to write instead.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a node is one of the tree, and lies in the text; a part is one of the stretch"
)]

use std::ops::Range;
use std::sync::Arc;

use super::dead::shown;
use super::finding::{FindingKind, Note};
use super::stretch::{Stretch, items};
use crate::dfa::sequence::{Idle, Why};
use crate::pest::meta::tree::{Kind, Node, Times, Tree};

/// The longest text, in bytes, that is written out to replace another.
const LONGEST_HELP: usize = 200;

/// A sequence, and where it is written.
pub(super) struct Advice<'a> {
    pub(super) tree: &'a Tree<'a>,
    pub(super) text: &'a str,
    pub(super) stretch: &'a Stretch,
}

/// What is found, where, and what to write instead.
type Said = (FindingKind, Range<usize>, String, String);

impl Advice<'_> {
    /// Returns the finding; none where it is that of a rule that is called.
    pub(super) fn note(&self, rule: &Arc<str>, idle: Idle) -> Option<Note> {
        let part = idle.part;
        let (kind, range, message, help) = match idle.why {
            Why::Fails => self.fails(part)?,
            Why::FailsAfter(from) => self.fails_after(part, from),
            Why::Holds(from) => self.holds(part, from),
            Why::NeverTaken(from) => self.never_taken(part, from),
            Why::NeverSkipped => self.never_skipped(part),
        };
        let note = Note::new(kind, rule.clone(), range, message);
        Some(Note { witness: idle.witness, help: Some(help), ..note })
    }

    fn fails(&self, part: usize) -> Option<Said> {
        let shown = self.shown(part);
        let message = format!("`{shown}` can never match anything");
        let kind = match self.kind(part) {
            Kind::And(_) | Kind::Not(_) => FindingKind::LookaheadAlwaysFalse,
            Kind::Str(_) | Kind::Insens(_) | Kind::Range(..) | Kind::Slice(..) | Kind::Builtin(_) => {
                FindingKind::NeverMatches
            }
            // What it consists of, or calls, has a finding of its own.
            _ => return None,
        };
        Some((kind, self.range(part), message, "leave it out, or write what it is to match".to_owned()))
    }

    fn fails_after(&self, part: usize, from: Option<usize>) -> Said {
        let one = self.shown(part);
        let Some(from) = from else { return self.skipped(FindingKind::NeverMatches, part) };
        let before = self.shown(from);
        if let Kind::And(_) | Kind::Not(_) = self.kind(part) {
            let message = format!("`{one}` is always false after `{before}`, so that nothing matches");
            return (FindingKind::LookaheadAlwaysFalse, self.range(part), message, leave_out(&one));
        }
        let Some(repetition) = self.last_repetition(from) else {
            let message = format!("`{one}` can never match after `{before}`");
            let help = format!("change `{before}` or `{one}`: no text satisfies both");
            return (FindingKind::NeverMatches, self.range(part), message, help);
        };
        let behind = self.joined(from + 1..part + 1);
        let kind = FindingKind::StarvingRepetition;
        let message = if self.takes_anything(repetition) {
            format!("`{before}` takes the rest of the text, so `{behind}` can never match after it")
        } else {
            format!("`{before}` takes what `{behind}` would match, so that can never match after it")
        };
        (kind, self.range(from), message, self.stop_before(from, from + 1..part + 1, repetition))
    }

    fn holds(&self, part: usize, from: Option<usize>) -> Said {
        let one = self.shown(part);
        let message = match from {
            Some(from) => format!("`{one}` is always true after `{}`", self.shown(from)),
            None => format!("`{one}` is always true"),
        };
        (FindingKind::LookaheadAlwaysTrue, self.range(part), message, leave_out(&one))
    }

    fn never_taken(&self, part: usize, from: Option<usize>) -> Said {
        let one = self.shown(part);
        let Some(from) = from else { return self.skipped(FindingKind::OptionalNeverMatches, part) };
        let before = self.shown(from);
        let message = match self.last_repetition(from) {
            Some(_) => format!("`{one}` can never match: `{before}` takes what it would"),
            None => format!("`{one}` can never match after `{before}`"),
        };
        let help = format!("leave `{one}` out, or let `{before}` stop before it");
        (FindingKind::OptionalNeverMatches, self.range(part), message, help)
    }

    /// Says that `WHITESPACE` or `COMMENT` takes what the part would match.
    fn skipped(&self, kind: FindingKind, part: usize) -> Said {
        let one = self.shown(part);
        let message = format!("`{one}` can never match: pest skips it as white space or comments before");
        let help = format!(
            "leave `{one}` out, or make the rule atomic, `@{{ }}` or `${{ }}`, so that nothing is skipped"
        );
        (kind, self.range(part), message, help)
    }

    fn never_skipped(&self, part: usize) -> Said {
        let one = self.shown(part);
        let behind = self.joined(part + 1..self.stretch.items.len());
        let message =
            format!("`{one}` can never be skipped: where it does not match, `{behind}` does not either");
        let help = format!("leave it out, or put `{behind}` first in a choice");
        (FindingKind::OptionalNeverSkipped, self.range(part), message, help)
    }

    /// Returns how the repetition, which is the part or in a rule that it calls, is written to stop before the parts
    /// that follow it.
    fn stop_before(&self, part: usize, behind: Range<usize>, repetition: usize) -> String {
        let node = &self.tree.nodes[repetition];
        let shown_node = shown(&self.text[node.range.clone()]);
        let (is_sequence, behind) = (behind.len() > 1, self.in_sequence(&self.stretch.items[behind]));
        let stop = if is_sequence { format!("({behind})") } else { behind };
        let is_stop = |inner: usize| self.text[self.tree.nodes[inner].range.clone()] == stop;
        if matches!(node.kind, Kind::Repeat(inner, Times::Any) if is_stop(inner)) {
            return format!("write `{stop}+` for both");
        }
        let written = self.written_to_stop(node, &stop).filter(|written| written.len() <= LONGEST_HELP);
        match written {
            Some(written) if repetition == self.stretch.items[part] => format!("write `{written}`"),
            Some(written) => format!("write `{written}` for `{shown_node}` in it"),
            None => format!("let `{shown_node}` stop before `{}`", shown(&stop)),
        }
    }

    fn written_to_stop(&self, node: &Node<'_>, stop: &str) -> Option<String> {
        let Kind::Repeat(inner, times) = node.kind else { return None };
        let operand = match self.tree.nodes[inner].kind {
            Kind::Seq(..) => self.in_sequence(&items(self.tree, inner)),
            _ => self.text[node.range.start..self.tree.nodes[inner].range.end].to_owned(),
        };
        let times = match times {
            Times::Any => "*",
            Times::Once => "+",
            _ => &self.text[self.tree.nodes[inner].range.end..node.range.end],
        };
        Some(format!("(!{stop} ~ {operand}){times}"))
    }

    /// Returns the repetition that the part ends with, if it does: directly, or through rules that it calls, which are
    /// not recursive.
    fn last_repetition(&self, part: usize) -> Option<usize> {
        let mut node = self.stretch.items[part];
        loop {
            node = match self.tree.nodes[node].kind {
                Kind::Repeat(..) => return Some(node),
                Kind::Call(rule) => self.tree.rules[rule].node,
                Kind::Seq(_, last) | Kind::Opt(last) => last,
                _ => return None,
            }
        }
    }

    fn takes_anything(&self, repetition: usize) -> bool {
        let operand = self.tree.nodes[repetition].kind.operands().next();
        operand.is_some_and(|node| matches!(self.tree.nodes[node].kind, Kind::Builtin("ANY")))
    }

    fn kind(&self, part: usize) -> &Kind<'_> {
        &self.tree.nodes[self.stretch.items[part]].kind
    }

    fn range(&self, part: usize) -> Range<usize> {
        self.tree.nodes[self.stretch.items[part]].range.clone()
    }

    fn joined(&self, parts: Range<usize>) -> String {
        shown(&self.in_sequence(&self.stretch.items[parts]))
    }

    /// Returns the expressions as a sequence.
    fn in_sequence(&self, nodes: &[usize]) -> String {
        let parts: Vec<&str> =
            nodes.iter().map(|&node| &self.text[self.tree.nodes[node].range.clone()]).collect();
        parts.join(" ~ ")
    }

    fn shown(&self, part: usize) -> String {
        shown(&self.text[self.range(part)])
    }
}

fn leave_out(what: &str) -> String {
    format!("leave `{what}` out")
}
