//! Finds parts of sequences that never match or could be left out, with a correction.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "nodes belong to the tree and lie in the text, a part is an index of the segment, and each \
              item and each operand has a rule; at most the allowed steps remain"
)]

use std::ops::Range;
use std::sync::Arc;

use urigram_grammar::idle::{Idle, Operator, Part, Sequence, Why};
use urigram_grammar::tree::{Kind, Node, Times, Tree};
use urigram_grammar::{Automata, Grammar, Limits, Peg};

use crate::check::dead::{Extension, Group, RuleNames, Whole, shown};
use crate::check::finding::{Decidable, Edit, FindingKind, Note};

/// A sequence to analyze, or a single operator.
struct Segment {
    rule: usize,
    /// The parts in the order of the text. Nested sequences are flattened.
    items: Vec<usize>,
    /// The expression with exactly these parts, if the grammar has one.
    whole: Option<usize>,
}

impl Segment {
    /// Returns the byte range from the start of the first part to the end of the last.
    fn range(&self, tree: &Tree<'_>) -> Range<usize> {
        let range = |item: Option<&usize>| item.map_or(0..0, |&item| tree.nodes[item].range.clone());
        range(self.items.first()).start..range(self.items.last()).end
    }
}

/// Returns the operator and its operand if the expression is optional, a repetition that may be
/// empty, or a lookahead.
fn operator(kind: &Kind<'_>) -> Option<(Operator, usize)> {
    match *kind {
        Kind::Opt(operand) => Some((Operator::Optional, operand)),
        Kind::Repeat(operand, times) if times.least() == 0 => Some((Operator::Repeated, operand)),
        Kind::And(operand) => Some((Operator::Ahead, operand)),
        Kind::Not(operand) => Some((Operator::NotAhead, operand)),
        _ => None,
    }
}

/// Splits all sequences into segments in which every part has an automaton.
fn segments(tree: &Tree<'_>, decidable: &Decidable) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut in_sequence = vec![false; tree.nodes.len()];
    for node in &tree.nodes {
        if let Kind::Seq(..) = node.kind {
            node.kind.operands().for_each(|operand| in_sequence[operand] = true);
        }
    }
    for rule in 0..tree.rules.len() {
        for node in tree.body(rule).filter(|&node| !in_sequence[node]) {
            let items = items(tree, node);
            let is_all = items.iter().all(|&item| decidable.node(item));
            for items in items.split(|&item| !decidable.node(item)) {
                let has_operator = items.iter().any(|&item| operator(&tree.nodes[item].kind).is_some());
                if items.len() > 1 || has_operator {
                    segments.push(Segment { rule, items: items.to_vec(), whole: is_all.then_some(node) });
                }
            }
        }
    }
    segments
}

/// Returns the parts of a sequence with nested sequences flattened, or the expression itself if it
/// is not a sequence.
fn items(tree: &Tree<'_>, node: usize) -> Vec<usize> {
    let mut items = Vec::new();
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        match tree.nodes[node].kind {
            Kind::Seq(left, right) => open.extend([right, left]),
            _ => items.push(node),
        }
    }
    items
}

/// The maximum length of a suggested replacement, in bytes.
const LONGEST_HELP: usize = 200;

/// The input for the findings about one segment of a sequence.
struct Advice<'a> {
    tree: &'a Tree<'a>,
    text: &'a str,
    segment: &'a Segment,
}

/// The kind, byte range, message and help of a finding, and the edit that the help advises.
type Report = (FindingKind, Range<usize>, String, String, Option<Edit>);

impl Advice<'_> {
    /// Returns the finding, or `None` if a part of the expression or a rule that it calls has a
    /// finding of its own.
    fn note(&self, rule: &Arc<str>, idle: Idle) -> Option<Note> {
        let part = idle.part;
        let (kind, range, message, help, edit) = match idle.why {
            Why::Fails => self.fails(part)?,
            Why::FailsAfter(from) => self.fails_after(part, from),
            Why::Holds(from) => self.holds(part, from),
            Why::NeverTaken(from) => self.never_taken(part, from),
            Why::NeverSkipped => self.never_skipped(part),
        };
        let note = Note::new(kind, rule.clone(), range, message);
        Some(Note { counterexample: idle.counterexample, help: Some(help), edit, ..note })
    }

    fn fails(&self, part: usize) -> Option<Report> {
        let shown = self.shown(part);
        let message = format!("`{shown}` can never match anything");
        let kind = match self.kind(part) {
            Kind::And(_) | Kind::Not(_) => FindingKind::LookaheadAlwaysFalse,
            Kind::Str(_) | Kind::Insens(_) | Kind::Range(..) | Kind::Slice(..) | Kind::Builtin(_) => {
                FindingKind::NeverMatches
            }
            // The operands and the called rules have findings of their own.
            _ => return None,
        };
        let help = "leave it out, or write what it is to match".to_owned();
        Some((kind, self.range(part), message, help, self.without(part)))
    }

    fn fails_after(&self, part: usize, from: Option<usize>) -> Report {
        let one = self.shown(part);
        let Some(from) = from else { return self.skipped(FindingKind::NeverMatches, part) };
        let before = self.shown(from);
        if let Kind::And(_) | Kind::Not(_) = self.kind(part) {
            let message = format!("`{one}` is always false after `{before}`, so that nothing matches");
            let (kind, without) = (FindingKind::LookaheadAlwaysFalse, self.without(part));
            return (kind, self.range(part), message, leave_out(&one), without);
        }
        let Some(repetition) = self.last_repetition(from) else {
            let message = format!("`{one}` can never match after `{before}`");
            let help = format!("change `{before}` or `{one}`: no text satisfies both");
            return (FindingKind::NeverMatches, self.range(part), message, help, None);
        };
        let following = self.joined(from + 1..part + 1);
        let kind = FindingKind::StarvingRepetition;
        let message = if self.takes_anything(repetition) {
            format!("`{before}` takes the rest of the text, so `{following}` can never match after it")
        } else {
            format!("`{before}` takes what `{following}` would match, so that can never match after it")
        };
        let (help, edit) = self.stop_before(from + 1..part + 1, repetition, from);
        (kind, self.range(from), message, help, edit)
    }

    fn holds(&self, part: usize, from: Option<usize>) -> Report {
        let one = self.shown(part);
        let message = match from {
            Some(from) => format!("`{one}` is always true after `{}`", self.shown(from)),
            None => format!("`{one}` is always true"),
        };
        (FindingKind::LookaheadAlwaysTrue, self.range(part), message, leave_out(&one), self.without(part))
    }

    fn never_taken(&self, part: usize, from: Option<usize>) -> Report {
        let one = self.shown(part);
        let Some(from) = from else { return self.skipped(FindingKind::OptionalNeverMatches, part) };
        let before = self.shown(from);
        let message = match self.last_repetition(from) {
            Some(_) => format!("`{one}` can never match: `{before}` takes what it would"),
            None => format!("`{one}` can never match after `{before}`"),
        };
        let help = format!("leave `{one}` out, or let `{before}` stop before it");
        (FindingKind::OptionalNeverMatches, self.range(part), message, help, self.without(part))
    }

    /// Returns the finding that `WHITESPACE` or `COMMENT` consumes what the part would match.
    fn skipped(&self, kind: FindingKind, part: usize) -> Report {
        let one = self.shown(part);
        let message = format!("`{one}` can never match: pest skips it as white space or comments before");
        let help = format!(
            "leave `{one}` out, or make the rule atomic, `@{{ }}` or `${{ }}`, so that nothing is skipped"
        );
        (kind, self.range(part), message, help, self.without(part))
    }

    fn never_skipped(&self, part: usize) -> Report {
        let one = self.shown(part);
        let following = self.joined(part + 1..self.segment.items.len());
        let message =
            format!("`{one}` can never be skipped: where it does not match, `{following}` does not either");
        let help = format!("leave it out, or put `{following}` first in a choice");
        (FindingKind::OptionalNeverSkipped, self.range(part), message, help, None)
    }

    /// Returns help, and an edit, that rewrites the repetition so that it stops before the parts in `following`. The
    /// repetition is `part` itself, or is in a rule that `part` calls. Only `ANY` before a string is edited: others may then
    /// match nothing, or call themselves.
    fn stop_before(&self, following: Range<usize>, repetition: usize, part: usize) -> (String, Option<Edit>) {
        let is_own = repetition == self.segment.items[part];
        let next = &self.tree.nodes[self.segment.items[following.start]];
        let is_safe = is_own
            && following.len() == 1
            && self.takes_anything(repetition)
            && matches!(next.kind, Kind::Str(_) | Kind::Insens(_));
        let node = &self.tree.nodes[repetition];
        let shown_node = shown(&self.text[node.range.clone()]);
        let (is_sequence, following) =
            (following.len() > 1, self.in_sequence(&self.segment.items[following]));
        let stop = if is_sequence { format!("({following})") } else { following };
        // The range of an expression in brackets includes only the closing one.
        let is_stop = |inner: usize| {
            let inner = &self.text[self.tree.nodes[inner].range.clone()];
            inner == stop || stop.strip_prefix('(') == Some(inner)
        };
        if matches!(node.kind, Kind::Repeat(inner, Times::Any) if is_stop(inner)) {
            return (format!("write `{stop}+` for both"), None);
        }
        let written = self.written_to_stop(node, &stop).filter(|written| written.len() <= LONGEST_HELP);
        let help = match &written {
            Some(written) if is_own => format!("write `{written}`"),
            Some(written) => format!("write `{written}` for `{shown_node}` in it"),
            None => format!("let `{shown_node}` stop before `{}`", shown(&stop)),
        };
        (help, written.filter(|_| is_safe).map(|written| Edit::replace(node.span.clone(), written)))
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

    /// Returns the repetition at the end of the part, or at the end of a rule called there, if there is
    /// one. The loop ends, because rules with an automaton are not recursive.
    fn last_repetition(&self, part: usize) -> Option<usize> {
        let mut node = self.segment.items[part];
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

    /// Returns the edit that leaves the part out.
    fn without(&self, part: usize) -> Option<Edit> {
        let ranges: Vec<Range<usize>> = (0..self.segment.items.len()).map(|part| self.range(part)).collect();
        Edit::leave_out(self.text, &ranges, part, "~")
    }

    fn kind(&self, part: usize) -> &Kind<'_> {
        &self.tree.nodes[self.segment.items[part]].kind
    }

    fn range(&self, part: usize) -> Range<usize> {
        self.tree.nodes[self.segment.items[part]].range.clone()
    }

    fn joined(&self, parts: Range<usize>) -> String {
        shown(&self.in_sequence(&self.segment.items[parts]))
    }

    /// Returns the source text of the expressions, joined to a sequence.
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

/// The maximum number of steps for one sequence.
const STEPS: usize = Limits::DEFAULT.steps / 10;

/// Returns findings for parts of sequences that can be removed without a change, and for parts whose
/// lookahead or `?` can be removed without a change.
///
/// As for alternatives, each sequence and each part becomes a separate rule. If some parts of a
/// sequence have no automaton, the segments between them are analyzed as separate sequences.
pub(super) fn parts(grammar: &Grammar, tree: &Tree<'_>, decidable: &Decidable) -> Vec<Note> {
    let segments = segments(tree, decidable);
    let groups: Vec<Group> = segments.iter().map(|segment| group(tree, segment)).collect();
    let Some(extension) = Extension::new(tree, &groups) else {
        return vec![undecided("the grammar", "".into(), 0..0)];
    };
    let names: Vec<Arc<str>> = tree.rules.iter().map(|rule| rule.name.into()).collect();
    let peg = extension.peg(grammar, tree);
    let mut automata = Automata::new(&peg);
    let mut budget = Limits::DEFAULT.steps;
    let mut notes = Vec::new();
    let mut undecided_in = None;
    for (segment, contexts) in segments.iter().zip(extension.contexts) {
        let rule = &names[segment.rule];
        let mut steps = budget.min(STEPS);
        budget -= steps;
        match idle(tree, segment, &contexts, &peg, &mut automata, &mut steps) {
            Some(found) => {
                let advice = Advice { tree, text: grammar.text(), segment };
                notes.extend(found.into_iter().filter_map(|idle| advice.note(rule, idle)));
            }
            // Reports only one undecided sequence for each rule.
            None if undecided_in.replace(segment.rule) != Some(segment.rule) => {
                notes.push(undecided("the sequence", rule.clone(), segment.range(tree)));
            }
            None => {}
        }
        budget += steps;
    }
    notes
}

/// Returns the parts of a segment that are redundant in all contexts, or `None` if this could not
/// be decided.
fn idle(
    tree: &Tree<'_>,
    segment: &Segment,
    contexts: &[RuleNames],
    peg: &Peg,
    automata: &mut Automata<'_>,
    steps: &mut usize,
) -> Option<Vec<Idle>> {
    let mut in_all: Option<Vec<Idle>> = None;
    for RuleNames { whole, parts, gap } in contexts {
        let rules: Result<Vec<usize>, _> = parts.iter().map(|name| peg.rule(name)).collect();
        let rules = rules.ok()?;
        // `rules` has first the parts, and then the operands of those parts that are operators.
        let (rules, mut operands) = (&rules[..segment.items.len()], rules[segment.items.len()..].iter());
        let part = |(&item, &rule): (&usize, &usize)| {
            let operator = operator(&tree.nodes[item].kind);
            let operator = operator.and_then(|(operator, _)| Some((operator, *operands.next()?)));
            Part { rule, operator }
        };
        let parts = segment.items.iter().zip(rules).map(part).collect();
        let sequence = Sequence { whole: peg.rule(whole).ok()?, parts, gap: peg.rule(gap).ok()? };
        let found = automata.idle(&sequence, steps)?;
        match &mut in_all {
            Some(in_all) => {
                in_all.retain(|one| found.iter().any(|other| (one.part, one.why) == (other.part, other.why)))
            }
            None => in_all = Some(found),
        }
    }
    in_all
}

fn group(tree: &Tree<'_>, segment: &Segment) -> Group {
    let operands = segment.items.iter().filter_map(|&item| operator(&tree.nodes[item].kind));
    let operands = operands.map(|(_, operand)| operand);
    Group {
        rule: segment.rule,
        whole: segment.whole.map_or_else(|| Whole::Sequence(segment.items.clone()), Whole::Node),
        parts: segment.items.iter().copied().chain(operands).collect(),
        length: segment.range(tree).len(),
    }
}

fn undecided(what: &str, rule: Arc<str>, range: Range<usize>) -> Note {
    let message = format!("{what} is too large to be searched for parts that can never match");
    Note::new(FindingKind::Undecided, rule, range, message)
}
