//! The rules of a machine, and parts of the state of a match: the stack, the context, the nodes, and the
//! rules that failed.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "an entry of the stack is kept while it can be restored; attempts are in memory, and take \
              more than a byte"
)]

use std::ops::Range;
use std::{fmt, iter, mem};

use rustc_hash::FxHashMap;

use urigram_grammar::names::{SKIPPED, chars};
use urigram_grammar::{CharSet, Error, Grammar, OptimizedExpr, OptimizedRule, Span};

#[derive(Default)]
pub(super) struct Stack {
    /// All entries, each with the index of the entry below it. Popped entries stay in the list, because
    /// backtracking may restore them.
    entries: Vec<Entry>,
    top: Option<usize>,
}

pub(super) struct Entry {
    text: Range<usize>,
    below: Option<usize>,
}

/// A state of the stack that can be restored.
#[derive(Clone, Copy)]
pub(super) struct Checkpoint {
    entries: usize,
    top: Option<usize>,
}

impl Stack {
    pub(super) fn push(&mut self, text: Range<usize>) {
        let below = self.top.replace(self.entries.len());
        self.entries.push(Entry { text, below });
    }

    pub(super) fn pop(&mut self) -> Option<Range<usize>> {
        let Entry { text, below } = &self.entries[self.top?];
        self.top = *below;
        Some(text.clone())
    }

    /// Returns the entries from top to bottom.
    pub(super) fn downwards(&self) -> impl Iterator<Item = Range<usize>> {
        let entry = |index: usize| &self.entries[index];
        let entries = iter::successors(self.top.map(entry), move |above| above.below.map(entry));
        entries.map(|entry| entry.text.clone())
    }

    pub(super) fn checkpoint(&self) -> Checkpoint {
        Checkpoint { entries: self.entries.len(), top: self.top }
    }

    pub(super) fn restore(&mut self, Checkpoint { entries, top }: Checkpoint) {
        self.entries.truncate(entries);
        self.top = top;
    }
}

#[derive(Clone, Copy)]
pub(super) struct Context {
    pub(super) atomicity: Atomicity,
    pub(super) lookahead: Lookahead,
}

impl Context {
    /// Returns whether rules make nodes in this context.
    pub(super) fn makes_nodes(self) -> bool {
        self.atomicity != Atomicity::Atomic && self.lookahead == Lookahead::None
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Atomicity {
    NonAtomic,
    /// White space is not skipped.
    CompoundAtomic,
    /// White space is not skipped, and rules make no nodes.
    Atomic,
}

/// Whether the match is in a predicate, in which rules make no nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lookahead {
    None,
    Positive,
    /// In a predicate that fails if its expression matches. A double negation is positive.
    Negative,
}

impl Context {
    pub(super) fn with(self, atomicity: Atomicity) -> Self {
        Self { atomicity, ..self }
    }

    pub(super) fn within(self, is_positive: bool) -> Self {
        let lookahead = match (self.lookahead, is_positive) {
            (Lookahead::Negative, true) | (Lookahead::None | Lookahead::Positive, false) => {
                Lookahead::Negative
            }
            (Lookahead::Negative, false) | (Lookahead::None | Lookahead::Positive, true) => {
                Lookahead::Positive
            }
        };
        Self { lookahead, ..self }
    }
}

/// A node of a parse tree: a rule, and the range of the text that it matched.
///
/// ```
/// use urigram_grammar::Grammar;
/// use urigram_workbench::Machine;
///
/// let grammar = Grammar::read(r#"pair = { word ~ "=" ~ word } word = @{ 'a'..'z'+ }"#, "pair.pest")?;
/// let machine = Machine::new(&grammar);
/// let nodes = machine.run("pair", "key=value", 1_000)?;
/// let spans: Vec<_> = nodes.iter().map(|node| (node.rule, node.start..node.end, node.depth)).collect();
/// assert_eq!(spans, [("pair", 0..9, 0), ("word", 0..3, 1), ("word", 4..9, 1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node<'g> {
    /// The name of the rule, or `EOI`.
    pub rule: &'g str,
    /// The byte offset at which the match begins.
    pub start: usize,
    /// The byte offset at which the match ends.
    pub end: usize,
    /// The number of ancestors.
    pub depth: usize,
}

impl Node<'_> {
    /// The number of steps that a node costs in [`Machine::run`](crate::Machine::run).
    pub const STEPS: usize = 40;
}

// A node costs at least as many steps as bytes, so the limit on steps also limits the memory of the
// nodes.
const _: () = assert!(size_of::<Node<'_>>() <= Node::STEPS);

#[derive(Debug)]
pub(super) enum Builtin {
    Any,
    Start,
    End,
    NewLine,
    /// One of these characters.
    Set(CharSet),
    Peek,
    PeekAll,
    Pop,
    PopAll,
    Drop,
}

impl Builtin {
    /// Returns the built-in rule with this name, if there is one. Takes some milliseconds for a Unicode
    /// property.
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "ANY" => Self::Any,
            "SOI" => Self::Start,
            "EOI" => Self::End,
            "NEWLINE" => Self::NewLine,
            "PEEK" => Self::Peek,
            "PEEK_ALL" => Self::PeekAll,
            "POP" => Self::Pop,
            "POP_ALL" => Self::PopAll,
            "DROP" => Self::Drop,
            _ => Self::Set(chars(name)?),
        })
    }
}

/// The offset at which a rule fails to match a text, and the rules that pest expects there.
///
/// ```
/// use urigram_grammar::Grammar;
/// use urigram_workbench::Machine;
///
/// let source = r#"list = { "[" ~ (item ~ ("," ~ item)*)? ~ "]" } item = { list | number } number = @{ '0'..'9'+ }"#;
/// let grammar = Grammar::read(source, "list.pest")?;
/// let machine = Machine::new(&grammar);
/// let failure = machine.failure("list", "[1,[2],x]", 1_000)?.unwrap();
/// assert_eq!((failure.at, failure.expected, failure.within), (7, vec!["item"], Some("list")));
/// assert_eq!(machine.failure("list", "[1,[2]]", 1_000)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure<'g> {
    /// The furthest byte offset at which a rule was tried and failed. Rules that make no node, because
    /// they are silent or called by an atomic rule, do not count.
    pub at: usize,
    /// The names of the expected rules, and `EOI` if the text could have ended.
    pub expected: Vec<&'g str>,
    /// The names of the rules that matched there but must not.
    pub unexpected: Vec<&'g str>,
    /// The rule that called the expected and unexpected rules, if it is the same for all of them.
    pub within: Option<&'g str>,
    /// The furthest byte offset at which a predicate failed directly after skipped white space or comments.
    pub lookahead: Option<usize>,
}

/// The rules that failed at the furthest offset so far.
///
/// As pest does, a rule replaces the rules that it called at the same offset, unless only one of those
/// failed.
#[derive(Default)]
pub(super) struct Attempts<'m> {
    at: usize,
    expected: Vec<Attempt<'m>>,
    unexpected: Vec<Attempt<'m>>,
    open: Vec<Open<'m>>,
    /// The maximum number of attempts kept at the same time.
    most: usize,
    /// The range of the last white space and comments that were skipped.
    skipped: Range<usize>,
    lookahead: Option<usize>,
}

#[derive(Clone, Copy)]
struct Attempt<'m> {
    rule: &'m str,
    within: Option<&'m str>,
}

/// A rule that is being matched, and the state when it began.
struct Open<'m> {
    /// The rule's name, if the rule is reported.
    rule: Option<&'m str>,
    /// The innermost reported rule that called this rule, directly or indirectly.
    within: Option<&'m str>,
    start: usize,
    is_forbidden: bool,
    expected: usize,
    unexpected: usize,
}

impl<'m> Attempts<'m> {
    /// Records the beginning of a rule, or of an unreported rule if `rule` is `None`. A forbidden rule,
    /// which is in a negative predicate, is reported if it matches.
    pub(super) fn begin(&mut self, rule: Option<&'m str>, start: usize, is_forbidden: bool) {
        let within = self.open.last().and_then(|around| around.rule.or(around.within));
        let (expected, unexpected) = self.counts(start);
        self.open.push(Open { rule, within, start, is_forbidden, expected, unexpected });
    }

    /// Records whether the innermost open rule matches. Returns the additional memory that the
    /// records take, in bytes.
    pub(super) fn end(&mut self, is_match: bool) -> usize {
        let Some(Open { rule: Some(rule), within, start, is_forbidden, expected, unexpected }) =
            self.open.pop()
        else {
            return 0;
        };
        let (expected_now, unexpected_now) = self.counts(start);
        let by_children = (expected_now + unexpected_now).checked_sub(expected + unexpected);
        if is_match != is_forbidden || start < self.at || by_children == Some(1) {
            return 0;
        }
        if start > self.at {
            self.at = start;
        }
        self.expected.truncate(expected);
        self.unexpected.truncate(unexpected);
        let attempts = if is_forbidden { &mut self.unexpected } else { &mut self.expected };
        attempts.push(Attempt { rule, within });
        let count = self.expected.len() + self.unexpected.len();
        let more = count.saturating_sub(self.most);
        self.most += more;
        more * mem::size_of::<Attempt<'_>>()
    }

    /// Records that white space and comments were skipped.
    pub(super) fn skipped(&mut self, range: Range<usize>) {
        self.skipped = range;
    }

    /// Records that a predicate failed at this offset.
    pub(super) fn predicate_failed(&mut self, at: usize) {
        if !self.skipped.is_empty() && self.skipped.end == at {
            self.lookahead = self.lookahead.max(Some(at));
        }
    }

    /// Returns the numbers of expected and unexpected rules recorded for this offset.
    fn counts(&self, at: usize) -> (usize, usize) {
        if at == self.at { (self.expected.len(), self.unexpected.len()) } else { (0, 0) }
    }

    pub(super) fn failure(self) -> Failure<'m> {
        let mut all = self.expected.iter().chain(&self.unexpected).map(|attempt| attempt.within);
        let first = all.next().flatten();
        let within = first.filter(|_| all.all(|within| within == first));
        Failure {
            at: self.at,
            expected: names(&self.expected),
            unexpected: names(&self.unexpected),
            within,
            lookahead: self.lookahead,
        }
    }
}

fn names<'m>(attempts: &[Attempt<'m>]) -> Vec<&'m str> {
    let mut names: Vec<&str> = attempts.iter().map(|attempt| attempt.rule).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// An interpreter of a grammar. It matches as pest does, within a given number of steps.
///
/// ```
/// use urigram_grammar::Grammar;
/// use urigram_workbench::{Machine, Stopped};
///
/// let grammar = Grammar::read(r#"list = { "(" ~ list* ~ ")" }"#, "list.pest")?;
/// let machine = Machine::new(&grammar);
/// assert_eq!(machine.run("list", "(()())", 1_000)?.len(), 3);
/// assert_eq!(machine.run("list", "(()", 1_000), Err(Stopped::NoMatch));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Machine {
    pub(super) rules: Vec<OptimizedRule>,
    pub(super) names: FxHashMap<String, Called>,
    /// The indices of the rules that pest skips between expressions, `WHITESPACE` and `COMMENT`.
    pub(super) blanks: Vec<usize>,
    /// Empty unless the machine was made by [`Machine::with_spans`].
    spans: Spans,
}

/// Where rules and their expressions are in the file of the grammar.
#[derive(Debug, Default)]
struct Spans {
    /// The names of the rules, by the index of the rule.
    names: Vec<Option<Span>>,
    /// The expressions, by their address. INVARIANT: the rules of the machine are neither moved nor changed.
    exprs: FxHashMap<usize, Span>,
}

#[derive(Debug)]
pub(super) enum Called {
    /// A rule of the grammar, by its index.
    Rule(usize),
    Builtin(Builtin),
}

/// The reason why there is no parse tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stopped {
    /// The grammar has no such rule.
    Unknown,
    /// The rule does not match the whole text.
    NoMatch,
    /// The match would take more steps than allowed.
    Steps,
    /// Calls and expressions are nested too deep, some ten thousand levels.
    Depth,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stopped::Unknown => "there is no such rule",
            Stopped::NoMatch => "the rule does not match the whole text",
            Stopped::Steps => "the match takes more steps than allowed",
            Stopped::Depth => "expressions are nested too deep",
        })
    }
}

impl std::error::Error for Stopped {}

impl Machine {
    /// Returns the machine for a grammar. Takes time and memory linear in the size of its rules.
    #[must_use]
    pub fn new(grammar: &Grammar) -> Machine {
        Machine::of_rules(grammar.rules().to_vec())
    }

    pub(crate) fn of_rules(rules: Vec<OptimizedRule>) -> Machine {
        let mut names = FxHashMap::default();
        for (index, rule) in rules.iter().enumerate() {
            names.insert(rule.name.clone(), Called::Rule(index));
        }
        for name in rules.iter().flat_map(|rule| rule.expr.calls()) {
            if names.contains_key(name) {
                continue;
            }
            if let Some(builtin) = Builtin::named(name) {
                names.insert(name.to_owned(), Called::Builtin(builtin));
            }
        }
        let index = |blank| rules.iter().position(|rule| rule.name == blank);
        let blanks = SKIPPED.into_iter().filter_map(index).collect();
        Machine { rules, names, blanks, spans: Spans::default() }
    }

    /// Returns the machine for a grammar whose traces have the places of the steps in the grammar. Takes the time of
    /// [`Machine::new`] and of reading the grammar.
    ///
    /// ```
    /// use urigram_grammar::Grammar;
    /// use urigram_workbench::Machine;
    ///
    /// let grammar = Grammar::read(r#"unit = { "m" | "min" }"#, "unit.pest")?;
    /// let machine = Machine::with_spans(&grammar)?;
    /// let trace = machine.trace("unit", "min", 1_000)?;
    /// let texts = trace.steps.iter().map(|step| &grammar.text()[step.at.unwrap().range()]);
    /// assert_eq!(texts.collect::<Vec<_>>(), ["unit", "\"m\""]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::NoThread`] if no thread can be started.
    pub fn with_spans(grammar: &Grammar) -> Result<Machine, Error> {
        let mut machine = Machine::new(grammar);
        for (rule, spans) in machine.rules.iter().zip(grammar.spans()?) {
            machine.spans.names.push(spans.name);
            let placed = rule.expr.preorder().into_iter().zip(spans.exprs);
            let placed = placed.filter_map(|(expr, span)| Some((address(expr), span?)));
            machine.spans.exprs.extend(placed);
        }
        Ok(machine)
    }

    /// Returns where an expression of the machine's rules is in the file of the grammar, if that is known.
    pub(super) fn span(&self, expr: &OptimizedExpr) -> Option<Span> {
        self.spans.exprs.get(&address(expr)).copied()
    }

    /// Returns where the definition of a rule begins with its name.
    pub(super) fn name_span(&self, rule: usize) -> Option<Span> {
        self.spans.names.get(rule).copied().flatten()
    }
}

fn address(expr: &OptimizedExpr) -> usize {
    std::ptr::from_ref(expr).addr()
}
