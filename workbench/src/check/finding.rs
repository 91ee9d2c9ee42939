//! Findings about a grammar, the removal of findings that follow from others, and the expressions
//! that automata can decide.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "nodes and rules belong to the tree and lie in the text, operands come before their operators, and a part is an \
              index of the ranges"
)]

use std::collections::HashSet;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use urigram_grammar::names::{SKIPPED, is_stack, shown_file};
use urigram_grammar::tree::{Kind, Tree};
use urigram_grammar::{Dfa, Error, Fix, Peg};

/// A finding about a grammar, with its place: `uri.pest:9:5: …`. A file name of more than 250 characters is
/// displayed without its beginning.
///
/// ```
/// use urigram_grammar::Grammar;
/// use urigram_workbench::{FindingKind, Purpose, findings};
///
/// let grammar = Grammar::read(r#"quoted = @{ "'" ~ ANY* ~ "'" }"#, "quoted.pest")?;
/// let found = findings(&grammar, &Purpose { starts: &["quoted"], ..Purpose::default() })?;
/// assert_eq!((found.len(), found[0].kind), (1, FindingKind::StarvingRepetition));
/// assert_eq!(
///     found[0].to_string(),
///     "quoted.pest:1:19: `ANY*` takes the rest of the text, so `\"'\"` can never match after it"
/// );
/// assert_eq!(found[0].counterexample.as_deref(), Some("''"));
/// assert_eq!(found[0].help.as_deref(), Some("write `(!\"'\" ~ ANY)*`"));
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The kind.
    pub kind: FindingKind,
    /// The rule; empty if the finding is about the grammar.
    pub rule: Arc<str>,
    /// The file: the grammar's, or one of the merged layers.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The source text at this position: an alternative, a choice, or the name of a rule. Empty if the
    /// finding is about the grammar.
    pub text: String,
    /// The message, a sentence.
    pub message: String,
    /// A shortest string that shows the mistake: the expression should match the string and cannot,
    /// or must not match it and does.
    pub counterexample: Option<String>,
    /// A correction.
    pub help: Option<String>,
    /// The correction as an edit of the grammar's file, if the help says what to write. The grammar can be read after it.
    pub fix: Option<Fix>,
}

/// The kind of a [`Finding`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FindingKind {
    /// A required rule is missing.
    Missing,
    /// A rule that no start rule reaches.
    Unused,
    /// An unused rule of a variant. It was probably meant to replace a rule of the base that has a different
    /// name.
    Renamed,
    /// A rule whose matches are captured, but that makes no node.
    Nodeless,
    /// A rule that no other rule calls, if the start rules were not given.
    Start,
    /// A rule that has neither an automaton nor code, so that only pest can run it.
    Refused,
    /// An alternative of a choice that can never match: `"hi!"` in `"hi" | "hi!"`.
    DeadAlternative,
    /// A repetition that consumes everything that the next part could match: `ANY*` in `ANY* ~ ";"`.
    StarvingRepetition,
    /// A lookahead that always succeeds: `!"a"` in `"a"* ~ !"a"`.
    LookaheadAlwaysTrue,
    /// A lookahead that never succeeds: `&"a"` in `"a"* ~ &"a"`.
    LookaheadAlwaysFalse,
    /// An optional or repeated part that can never match, because the preceding part consumes it: `"\n"?` in
    /// `("\n" ~ line?)* ~ "\n"?`.
    OptionalNeverMatches,
    /// An optional part that every match contains: `"-"?` in `"-"? ~ "-"`.
    OptionalNeverSkipped,
    /// An invalid comment that begins like one with weights for samples, `// sample: 3 | 1`.
    Weights,
    /// A rule, or a part of one, that matches no string.
    NeverMatches,
    /// A rule that matches a string that a [`Bound`] forbids.
    OutOfBounds,
    /// A choice, a sequence or a grammar that is too large to be analyzed, or a rule that cannot be compared
    /// with a [`Bound`].
    Undecided,
}

/// The purpose of a grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Purpose<'a> {
    /// The start rules. If empty, every rule that no other rule calls is a start rule.
    pub starts: &'a [&'a str],
    /// The rules whose matches are captured.
    pub captured: &'a [&'a str],
    /// Other required rules.
    pub needed: &'a [&'a str],
    /// Upper bounds on the strings that rules match.
    pub bounds: &'a [Bound<'a>],
}

/// An upper bound on the strings that a rule matches, which users of its matches rely on.
///
/// ```
/// use urigram_grammar::{Automata, Grammar, Peg};
/// use urigram_workbench::{Bound, FindingKind, Purpose, findings};
///
/// // What reads the records splits them at each comma.
/// let limit = Grammar::read(r#"field = { (!"," ~ ANY)* }"#, "limit.pest")?;
/// let limit = Automata::new(&Peg::new(&limit)).dfa("field")?;
/// let why = "a record is split at each comma";
/// let bound = Bound { rule: "field", limit: Ok(&limit), why, help: "quote it" };
///
/// let grammar = Grammar::read(r#"field = @{ ('a'..'z' | "," | " ")+ }"#, "csv.pest")?;
/// let found = findings(&grammar, &Purpose { bounds: &[bound], ..Purpose::default() })?;
/// let found = found.iter().find(|finding| finding.kind == FindingKind::OutOfBounds).unwrap();
/// assert_eq!(found.to_string(), "csv.pest:1:1: rule `field` matches what it should not: a record is split at each comma");
/// assert_eq!(found.counterexample.as_deref(), Some(","));
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound<'a> {
    /// The rule. A missing rule has no finding. A rule that cannot be compared with the limit is
    /// [`Undecided`](FindingKind::Undecided), unless it is [`Refused`](FindingKind::Refused) anyway.
    pub rule: &'a str,
    /// The strings that the rule may match, or the reason why they are unknown.
    pub limit: Result<&'a Dfa, &'a Error>,
    /// The reason why the rule must not match other strings, as a clause.
    pub why: &'a str,
    /// A correction, or empty.
    pub help: &'a str,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { file, line, column, message, .. } = self;
        write!(f, "{}:{line}:{column}: {message}", shown_file(file))
    }
}

/// A finding with a byte range of the text instead of a file, a line and a column.
pub(super) struct Note {
    pub(super) kind: FindingKind,
    pub(super) rule: Arc<str>,
    pub(super) range: Range<usize>,
    pub(super) message: String,
    pub(super) counterexample: Option<String>,
    pub(super) help: Option<String>,
    pub(super) edit: Option<Edit>,
}

/// The text to write for a range of the grammar.
pub(super) struct Edit {
    pub(super) range: Range<usize>,
    pub(super) text: String,
}

impl Edit {
    pub(super) fn replace(range: Range<usize>, text: impl Into<String>) -> Edit {
        Edit { range, text: text.into() }
    }

    /// Returns the changed text.
    pub(super) fn apply(&self, text: &str) -> String {
        [&text[..self.range.start], &self.text, &text[self.range.end..]].concat()
    }

    /// Leaves out one of the parts at `ranges`, with the `operator` before or after it, unless there is more between the parts.
    pub(super) fn leave_out(text: &str, ranges: &[Range<usize>], at: usize, operator: &str) -> Option<Edit> {
        let [before, after] = [at.checked_sub(1), Some(at)];
        let is_joined =
            |first: Option<usize>| first.filter(|&first| is_joined(text, ranges, first, operator));
        let range = match (is_joined(before), is_joined(after)) {
            (Some(before), _) => ranges[before].end..ranges[at].end,
            (None, Some(_)) => ranges[at].start..ranges[at + 1].start,
            (None, None) => return None,
        };
        let is_tagged = text[..range.start].trim_end().ends_with('=');
        (!is_tagged).then(|| Edit::replace(range, ""))
    }
}

/// Returns whether there is only the operator between the part at this index and the next.
pub(super) fn is_joined(text: &str, ranges: &[Range<usize>], first: usize, operator: &str) -> bool {
    let (Some(one), Some(next)) = (ranges.get(first), ranges.get(first + 1)) else { return false };
    text.get(one.end..next.start).is_some_and(|between| between.trim() == operator)
}

impl Note {
    pub(super) fn new(
        kind: FindingKind,
        rule: impl Into<Arc<str>>,
        range: Range<usize>,
        message: impl Into<String>,
    ) -> Note {
        Note {
            kind,
            rule: rule.into(),
            range,
            message: message.into(),
            counterexample: None,
            help: None,
            edit: None,
        }
    }
}

/// Returns the findings without those that another finding explains:
///
/// - an alternative that matches nothing, if a repetition or a lookahead in it is the reason,
/// - a part of a sequence that matches nothing, if a whole alternative matches nothing,
/// - a rule that matches nothing, if something in it is the reason,
/// - all but the first undecided part of each rule.
pub(super) fn folded(mut notes: Vec<Note>) -> Vec<Note> {
    let ranges = |notes: &[Note], is_wanted: fn(&Note) -> bool| {
        Ranges::new(notes.iter().filter(|note| is_wanted(note)).map(|note| note.range.clone()))
    };
    let reasons = ranges(&notes, |note| is_reason(note.kind));
    notes.retain(|note| !is_empty_alternative(note) || !reasons.is_any_within(&note.range));
    let empty = ranges(&notes, is_empty_alternative);
    notes.retain(|note| note.kind != FindingKind::NeverMatches || !empty.is_any_around(&note.range));
    let explained: HashSet<_> =
        notes.iter().filter(|note| explains_rule(note)).map(|note| note.rule.clone()).collect();
    notes.retain(|note| !is_whole_rule(note) || !explained.contains(&note.rule));
    let mut undecided = HashSet::new();
    notes.retain(|note| note.kind != FindingKind::Undecided || undecided.insert(note.rule.clone()));
    notes
}

fn is_reason(kind: FindingKind) -> bool {
    matches!(kind, FindingKind::StarvingRepetition | FindingKind::LookaheadAlwaysFalse)
}

fn is_empty_alternative(note: &Note) -> bool {
    note.kind == FindingKind::DeadAlternative && note.counterexample.is_none()
}

/// Of the findings of this kind, only those about whole rules have no help.
fn is_whole_rule(note: &Note) -> bool {
    note.kind == FindingKind::NeverMatches && note.help.is_none()
}

fn explains_rule(note: &Note) -> bool {
    is_reason(note.kind)
        || is_empty_alternative(note)
        || note.kind == FindingKind::NeverMatches && !is_whole_rule(note)
}

/// Ranges of the text, sorted by start.
struct Ranges {
    starts: Vec<usize>,
    /// For each range, the maximum of the ends of this range and of all ranges before it.
    furthest: Vec<usize>,
}

impl Ranges {
    fn new(ranges: impl Iterator<Item = Range<usize>>) -> Ranges {
        let mut ranges: Vec<Range<usize>> = ranges.collect();
        ranges.sort_unstable_by_key(|range| range.start);
        let mut end = 0;
        let furthest = ranges.iter().map(|range| {
            end = end.max(range.end);
            end
        });
        Ranges { furthest: furthest.collect(), starts: ranges.iter().map(|range| range.start).collect() }
    }

    /// Returns whether one of the ranges begins within `range`. Expressions are nested or disjoint, so the
    /// range found is within `range` or has the same start.
    fn is_any_within(&self, range: &Range<usize>) -> bool {
        let next = self.starts.partition_point(|&start| start < range.start);
        self.starts.get(next).is_some_and(|&start| start < range.end)
    }

    /// Returns whether one of the ranges contains `range`.
    fn is_any_around(&self, range: &Range<usize>) -> bool {
        let before = self.starts.partition_point(|&start| start <= range.start);
        before.checked_sub(1).is_some_and(|last| self.furthest[last] >= range.end)
    }
}

/// The expressions without stack operations whose called rules all have automata.
pub(super) struct Decidable {
    nodes: Vec<bool>,
    rules: Vec<bool>,
}

impl Decidable {
    pub(super) fn new(tree: &Tree<'_>, peg: &Peg) -> Decidable {
        let is_refused = |name: &str| peg.rule(name).is_err();
        // If `WHITESPACE` or `COMMENT` has no automaton, hardly any expression that skips white
        // space has one.
        let is_skipped = |name: &str| tree.rules.iter().any(|rule| rule.name == name);
        let none = SKIPPED.iter().any(|name| is_skipped(name) && is_refused(name));
        let rules: Vec<bool> = tree.rules.iter().map(|rule| !none && !is_refused(rule.name)).collect();
        let mut nodes: Vec<bool> = Vec::with_capacity(tree.nodes.len());
        for node in &tree.nodes {
            // INVARIANT: an operand comes before its operator.
            let is_decidable = match node.kind {
                _ if none => false,
                Kind::Call(rule) => rules[rule],
                Kind::Builtin(name) => !is_stack(name),
                Kind::Push(_) | Kind::Slice(..) => false,
                _ => node.kind.operands().all(|operand| nodes[operand]),
            };
            nodes.push(is_decidable);
        }
        Decidable { nodes, rules }
    }

    pub(super) fn node(&self, node: usize) -> bool {
        self.nodes[node]
    }

    pub(super) fn rule(&self, rule: usize) -> bool {
        self.rules[rule]
    }
}
