//! The differences between the rules of two grammars, and the automata and readers of each grammar
//! that find them.
#![allow(clippy::string_slice, reason = "both strings begin with their common prefix")]
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a place is the index of a node; at most the allowed steps remain"
)]

use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

use urigram_grammar::marked::{Marked, Marks, Names};
use urigram_grammar::{
    Automata, Capture, Captures, Completions, Error, Grammar, OptimizedExpr, OptimizedRule, Peg, Relation,
    RuleType,
};

use crate::search::trial::Extent;
use crate::trace::machine::{Machine, Stopped};

/// A rule of one or both grammars, and its change from the old to the new one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The name of the rule.
    pub rule: String,
    /// The change of the rule.
    pub change: Change,
    /// The rules that cause the difference, the innermost first, at most 16. Empty if the rule's own
    /// definition causes the difference; then the rule itself is a *cause*.
    pub causes: Vec<String>,
    /// The rules that the new definition calls and that only the new grammar has.
    pub new_rules: Vec<String>,
    /// The start rule of the contexts of the counterexamples, if both grammars have a start rule that reaches
    /// the rule.
    pub start: Option<String>,
}

impl Difference {
    /// Returns whether the rule's own definition causes the difference, or may cause it.
    #[must_use]
    pub fn is_cause(&self) -> bool {
        self.causes.is_empty() && matches!(self.change, Change::Differs(_))
    }
}

/// The change of a rule between two grammars.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Both rules match the same strings with the same captures, and either both or neither make a
    /// node.
    Equal,
    /// The new grammar has no such rule.
    Gone,
    /// The old grammar has no such rule.
    Added,
    /// The rules differ.
    Differs(Differs),
    /// It is unknown whether the rules differ.
    Undecided {
        /// The reason why there are no automata to compare.
        why: Undecided,
        /// The extent of a search that found no difference, if there was a search.
        searched: Option<Extent>,
    },
}

/// The difference between two rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Differs {
    /// The relation between the strings of the old and the new rule.
    pub relation: Relation,
    /// `true` if only the new rule makes a node, `false` if only the old one does.
    pub makes_node: Option<bool>,
    /// Strings that show the difference, each a shortest one of its kind: first a string that only the new
    /// rule accepts, next a string that only the old rule accepts, then others by length, and last a string
    /// that both accept and parse differently.
    pub counterexamples: Vec<Counterexample>,
    /// The number of further differences between the sets of accepted strings, which have no
    /// counterexample in the list.
    pub more: usize,
}

impl Differs {
    /// Returns whether some counterexample is accepted by both rules, with different captures.
    #[must_use]
    pub fn in_captures(&self) -> bool {
        self.counterexamples
            .iter()
            .any(|counterexample| counterexample.old.is_some() && counterexample.new.is_some())
    }
}

/// The kind of difference that a counterexample shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CounterexampleKind {
    /// Only the new rule accepts the string.
    Gained,
    /// Only the old rule accepts the string.
    Lost,
    /// Both rules accept the string, with different captures.
    ParsedDifferently,
}

/// A string that shows how two rules differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counterexample {
    /// The string.
    pub text: String,
    /// The captures of the old rule, if it accepts the string.
    pub old: Option<Vec<Capture>>,
    /// The captures of the new rule, if it accepts the string.
    pub new: Option<Vec<Capture>>,
    /// A string of the start rule in which the difference shows.
    pub context: Context,
    /// The paths to the point where the rules diverge, if they were requested and are within the limits.
    pub paths: Option<Paths>,
}

impl Counterexample {
    /// Returns the kind of difference.
    ///
    /// # Panics
    ///
    /// If both `old` and `new` are `None`.
    #[must_use]
    pub fn kind(&self) -> CounterexampleKind {
        match (&self.old, &self.new) {
            (Some(_), Some(_)) => CounterexampleKind::ParsedDifferently,
            (Some(_), None) => CounterexampleKind::Lost,
            (None, Some(_)) => CounterexampleKind::Gained,
            (None, None) => unreachable!("one of the two rules accepts a counterexample"),
        }
    }
}

/// The context of a difference in the strings of the start rule.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Context {
    /// The rule is the start rule, or no start rule reaches it.
    Own,
    /// A shortest string in which the rule matches exactly the counterexample, and which the two grammars
    /// parse differently.
    Within(String),
    /// The difference never shows, because the start rule matches the same strings with the same
    /// captures in both grammars.
    Hidden,
    /// No such string was found. Either the limits were reached, or the difference shows only in other
    /// strings, because the rule differs in its lookahead or in the prefix that it matches.
    Unknown,
}

/// The paths through both rules to the point where they diverge on a counterexample.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paths {
    /// The byte offset in the counterexample at which the rules diverge.
    pub at: usize,
    /// The path through the old rule.
    pub old: Path,
    /// The path through the new rule.
    pub new: Path,
}

/// The rules that are being matched at an offset of a string, and the next step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// The rules, the outermost first. The last one reads the next character.
    pub rules: Vec<String>,
    /// The next step.
    pub next: Next,
}

/// The next step of a rule at an offset of a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Next {
    /// The rule reads this character, the next of the string.
    Reads(char),
    /// The rule ends.
    Ends,
    /// The rule fails: it can neither read the next character nor end. It could read this character
    /// instead.
    Expects(char),
}

/// The reason why the change of a rule is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Undecided {
    /// The rule of the old grammar has no automaton.
    Old(Error),
    /// The rule of the new grammar has no automaton.
    New(Error),
    /// The comparison of the automata exceeded the limit.
    TooLarge,
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undecided::Old(error) | Undecided::New(error) => error.fmt(f),
            Undecided::TooLarge => f.write_str("its automata are too large to be compared"),
        }
    }
}

/// The expressions of a grammar: with calls of single-character rules inlined, and with all calls.
pub(super) struct Pegs<'g> {
    grammar: &'g Grammar,
    plain: Peg,
    with_all_calls: Peg,
    /// Like `plain`, with [`prefix`] rules for each rule. Most comparisons do not need them.
    with_prefixes: OnceLock<Peg>,
}

impl Pegs<'_> {
    pub(super) fn of(grammar: &Grammar) -> Pegs<'_> {
        Pegs {
            grammar,
            plain: Peg::new(grammar),
            with_all_calls: Peg::with_all_calls(grammar),
            with_prefixes: OnceLock::new(),
        }
    }

    fn with_prefixes(&self) -> &Peg {
        self.with_prefixes.get_or_init(|| {
            let rules = self.grammar.rules();
            let types = [RuleType::CompoundAtomic, RuleType::Atomic];
            let prefixes = rules.iter().flat_map(|rule| types.map(|ty| prefix(&rule.name, ty)));
            let end = OptimizedRule {
                name: END_OF_PREFIX.to_owned(),
                // It makes a node even in an atomic rule.
                ty: RuleType::CompoundAtomic,
                expr: OptimizedExpr::Str(String::new()),
            };
            Peg::of_rules(&rules.iter().cloned().chain(prefixes).chain([end]).collect::<Vec<_>>())
        })
    }
}

/// The rule whose empty node in [`prefix`] marks the end of the match. No rule of a grammar has a name with a space.
const END_OF_PREFIX: &str = " end";

/// Returns a rule of this type that matches any text that begins with a match of the rule. Its captures are those of the
/// match, and the end. In grammars without `SOI` and skipped rules, if they are the same, the two rules have the same matches
/// at each offset of any text, with the same captures. An atomic caller has other captures than one that makes nodes.
fn prefix(rule: &str, ty: RuleType) -> OptimizedRule {
    let call = |name: &str| Box::new(OptimizedExpr::Ident(name.to_owned()));
    let rest = Box::new(OptimizedExpr::Rep(call("ANY")));
    let end_and_rest = Box::new(OptimizedExpr::Seq(call(END_OF_PREFIX), rest));
    OptimizedRule { name: prefix_name(rule, ty), ty, expr: OptimizedExpr::Seq(call(rule), end_and_rest) }
}

fn prefix_name(rule: &str, ty: RuleType) -> String {
    format!("{rule} prefix {ty:?}")
}

pub(super) struct Side<'p> {
    pegs: &'p Pegs<'p>,
    automata: Automata<'p>,
    /// The automata of the expressions with all calls.
    calling: Automata<'p>,
    /// The automata of the expressions with [`prefix`] rules.
    prefixing: Option<Automata<'p>>,
    /// The rules whose nodes are compared, and [`END_OF_PREFIX`].
    compared: Names,
    /// A cache of the marked strings of start rules.
    starts: HashMap<(&'p str, Nodes<'p>), Option<Marked>>,
    /// The last result of [`Side::calling`].
    last: Option<((&'p str, Marks), Option<Marked>)>,
    budget: usize,
    budget_of_prefixes: usize,
}

/// The maximum number of steps for the automata of a [`prefix`] rule. More would take longer than what they save.
const STEPS_OF_PREFIX: usize = 200_000;

/// The rules whose nodes are marked, or `None` for all compared rules.
type Nodes<'p> = Option<Vec<&'p str>>;

impl<'p> Side<'p> {
    pub(super) fn new(pegs: &'p Pegs<'p>, compared: &Names, steps: usize) -> Side<'p> {
        Side {
            pegs,
            automata: Automata::new(&pegs.plain),
            calling: Automata::new(&pegs.with_all_calls),
            prefixing: None,
            compared: compared.list().iter().map(String::as_str).chain([END_OF_PREFIX]).collect(),
            starts: HashMap::new(),
            last: None,
            budget: steps,
            budget_of_prefixes: steps / 8,
        }
    }

    /// Returns an error if the rule has no automaton, as far as this is known without building it.
    pub(super) fn decided(&self, rule: &str) -> Result<(), Error> {
        self.pegs.plain.rule(rule)?;
        Ok(())
    }

    pub(super) fn captures(&mut self, rule: &str) -> Result<Captures, Error> {
        self.automata.captures_of(&mut self.budget, rule, &self.compared)
    }

    /// Returns the captures of the rule's [`prefix`] rule of this type, or `None` if it has no automaton or a limit is exceeded. The steps
    /// are not taken from those for other automata.
    pub(super) fn prefix_captures(&mut self, rule: &str, ty: RuleType) -> Option<Captures> {
        let allowed = self.budget_of_prefixes.min(STEPS_OF_PREFIX);
        let mut unused = allowed;
        let automata = self.prefixing.get_or_insert_with(|| Automata::new(self.pegs.with_prefixes()));
        let made = automata.captures_of(&mut unused, &prefix_name(rule, ty), &self.compared);
        self.budget_of_prefixes -= allowed - unused;
        made.ok()
    }

    /// Returns the strings of a start rule with the given nodes marked, or `None` if the limit is
    /// exceeded.
    pub(super) fn start(&mut self, rule: &'p str, nodes: &Nodes<'p>) -> Option<&Marked> {
        let marks = Marks { nodes: self.names(nodes), ..Marks::default() };
        let (automata, budget) = (&mut self.automata, &mut self.budget);
        let start = self.starts.entry((rule, nodes.clone()));
        start.or_insert_with(|| automata.marked_within(budget, rule, &marks).ok()).as_ref()
    }

    /// Returns the strings of a start rule with the given nodes and the calls of `rule` marked, or `None` if
    /// the limit is exceeded.
    pub(super) fn start_calling(
        &mut self,
        start: &'p str,
        nodes: &Nodes<'p>,
        rule: &'p str,
    ) -> Option<&Marked> {
        let marks = Marks { nodes: self.names(nodes), calls: [rule].into_iter().collect() };
        self.calling(start, marks)
    }

    fn names(&self, nodes: &Nodes<'p>) -> Names {
        nodes.as_ref().map_or_else(|| self.compared.clone(), |nodes| nodes.iter().copied().collect())
    }

    /// Returns the automaton of the rule's strings with the given marks, built from [`Side::calling`], or
    /// `None` if the budget is exceeded. The last result is cached, because consecutive counterexamples of a
    /// rule need the same automaton.
    fn calling(&mut self, rule: &'p str, marks: Marks) -> Option<&Marked> {
        let key = (rule, marks);
        let known = self.last.take().filter(|(of, _)| *of == key);
        let last = known.unwrap_or_else(|| {
            let made = self.calling.marked_within(&mut self.budget, rule, &key.1).ok();
            (key, made)
        });
        self.last.insert(last).1.as_ref()
    }

    /// Returns the spans of the named rules in a match of the text by `rule`, or `None` if the text does
    /// not match or the limit is exceeded.
    fn calls(&mut self, rule: &'p str, names: &Names, text: &str) -> Option<Vec<Capture>> {
        let marked = self.calling(rule, Marks { calls: names.clone(), ..Marks::default() })?;
        marked.calls(text)
    }
}

/// The captures of a rule, and the automata of its grammar.
type Of<'a, 'p> = (&'a Captures, &'a mut Side<'p>);

/// Returns the paths through both rules to the offset of the text, or `None` if the limits are
/// exceeded.
pub(super) fn paths<'p>(
    rule: &'p str,
    names: &Names,
    text: &str,
    at: usize,
    old: Of<'_, 'p>,
    new: Of<'_, 'p>,
) -> Option<Paths> {
    Some(Paths { at, old: path(rule, names, text, at, old)?, new: path(rule, names, text, at, new)? })
}

/// Returns the path through a rule to the offset of the text. For a rejected text, returns the path
/// through the shortest accepted text with the same prefix.
fn path<'p>(
    rule: &'p str,
    names: &Names,
    text: &str,
    at: usize,
    (captures, side): Of<'_, 'p>,
) -> Option<Path> {
    let dfa = captures.dfa();
    let accepts = dfa.accepts(text);
    let read = if accepts {
        text.to_owned()
    } else {
        let begun = &text[..at];
        let state = begun.chars().fold(dfa.start(), |state, c| dfa.step(state, c));
        begun.to_owned() + &Completions::of(dfa).rest(state)?
    };
    let next = match read[at..].chars().next() {
        None => Next::Ends,
        Some(c) if accepts => Next::Reads(c),
        Some(c) => Next::Expects(c),
    };
    let calls = side.calls(rule, names, &read)?;
    // If the rule ends at the offset, only empty calls are open there.
    let is_open = |call: &&Capture| match next {
        Next::Ends => call.start == at && call.end == at,
        Next::Reads(_) | Next::Expects(_) => call.start <= at && at < call.end,
    };
    let open = calls.iter().filter(is_open).map(|call| call.rule.clone());
    let rules = std::iter::once(rule.to_owned()).chain(open).collect();
    Some(Path { rules, next })
}

/// The maximum number of steps for one text, more than in a search.
const STEPS: u64 = 1_000_000;

/// An interpreter of a grammar, and the rules whose nodes count.
pub(super) struct Reader<'g> {
    machine: Machine,
    counted: &'g [&'g str],
}

/// The readers of the old and the new grammar.
pub(super) type Readers<'g> = (Reader<'g>, Reader<'g>);

impl<'g> Reader<'g> {
    pub(super) fn new(grammar: &Grammar, counted: &'g [&'g str]) -> Reader<'g> {
        Reader { machine: Machine::new(grammar), counted }
    }

    /// Returns the counted nodes below the rule's own node.
    pub(super) fn nodes(&self, rule: &str, text: &str) -> Result<Vec<Capture>, Stopped> {
        let nodes = self.machine.run(rule, text, STEPS)?;
        let is_own = |at: usize| at == 0 && nodes[at].rule == rule;
        let counts = |at: usize| !is_own(at) && self.counted.contains(&nodes[at].rule);
        let captures = nodes.iter().enumerate().filter(|&(at, _)| counts(at)).map(|(_, node)| Capture {
            rule: node.rule.to_owned(),
            start: node.start,
            end: node.end,
        });
        Ok(captures.collect())
    }
}

/// Returns the counted nodes of a text below the rule's own node, in the old and in the new grammar; `None`
/// for a grammar whose rule rejects the text. If the match takes too many steps in either grammar, returns
/// only the nodes that the automata mark.
pub(super) fn readings(
    (old, new): &Readers<'_>,
    rule: &str,
    of_old: &Captures,
    of_new: &Captures,
    text: &str,
) -> (Option<Vec<Capture>>, Option<Vec<Capture>>) {
    let accepted = |captures: &Captures, reader: &Reader<'_>| match captures.dfa().accepts(text) {
        true => reader.nodes(rule, text).map(Some),
        false => Ok(None),
    };
    match (accepted(of_old, old), accepted(of_new, new)) {
        (Ok(old), Ok(new)) => (old, new),
        _ => (of_old.read(text), of_new.read(text)),
    }
}
