//! `uri grammar diff`: which rules of two grammars differ, and how.

use std::fmt::{self, Display};
use std::path::PathBuf;

use serde::Serialize;
use urigram_grammar::{Comparison, Differences, Grammar, Peg, Relation, Verdict};

use super::automata::{Comparer, OfPest};
use super::corpus;
use super::report::Report;
use super::searched::{self, Searched};
use super::{rule, word};
use crate::args::Format;
use crate::args::grammar::Diff;
use crate::invariant::Invariant;
use crate::outcome::{Error, Status};
use crate::output::visible;
use crate::parser::read;

/// The rule that tells which lines of a corpus are accepted, if no other is asked for.
const START: &str = "URI_reference";

pub(super) fn run(args: &Diff, status: &mut Status) -> Result<(), Error> {
    let Diff { rules: typed, corpus, max_steps, all, time, answer, first, second } = args;
    let (old, new) = match second {
        Some(second) => (Some(first), second),
        None => (None, first),
    };
    read::stdin_is_asked_once([old, Some(new), corpus.as_ref()])?;
    let old = read::grammar(old.map(PathBuf::as_path))?;
    let new = read::grammar(Some(new))?;
    let rules = if typed.is_empty() { all_rules(&old, &new) } else { named(typed, &old, &new)? };

    let judging = match (typed.is_empty(), corpus) {
        (true, Some(_)) => {
            let start = |grammar| rule::start(grammar, START, "--rule");
            vec![start(&old).and_then(|_| start(&new))?]
        }
        _ => rules.clone(),
    };

    let (old_peg, new_peg) = (Peg::new(&old), Peg::new(&new));
    let mut of_old = OfPest::new(old.file_name(), &old_peg);
    let mut of_new = OfPest::new(new.file_name(), &new_peg);
    let mut comparer = Comparer::new();
    let mut report = Report::new(*answer);
    let compare = |rule| match (old.rule(rule), new.rule(rule)) {
        (Some(_), None) => Change::of(rule, "gone"),
        (None, _) => Change::of(rule, "added"),
        (Some(_), Some(_)) => Change::compared(rule, comparer.compare(of_old.dfa(rule), of_new.dfa(rule))),
    };
    let mut changes: Vec<Change<'_>> = rules.iter().copied().map(compare).collect();
    let undecided: Vec<&str> =
        changes.iter().filter(|change| change.error.is_some()).map(|change| change.rule).collect();
    let mut verdicts = searched::verdicts(&old, &new, &undecided, *time)?.into_iter();
    for change in changes.iter_mut().filter(|change| change.error.is_some()) {
        let verdict = verdicts.next().invariant("a rule that both grammars have has a verdict");
        change.decide(verdict);
    }
    let mut equal = 0;
    for change in changes {
        let is_equal = change.change == EQUAL;
        if is_equal && !all && report.format == Format::Text {
            equal += 1;
            continue;
        }
        if !is_equal {
            *status |= Status::Invalid;
        }
        report.say(&change)?;
    }
    if equal > 0 {
        report.remark(format_args!("{equal} {} equal", if equal == 1 { "rule" } else { "rules" }))?;
    }
    if let Some(corpus) = corpus {
        let (old, new) = ((&old, &mut of_old), (&new, &mut of_new));
        corpus::run(corpus, &judging, old, new, *max_steps, &mut report, status)?;
    }
    report.end()?;
    Ok(())
}

/// The rules of the old grammar, and then those that only the new one has.
fn all_rules<'g>(old: &'g Grammar, new: &'g Grammar) -> Vec<&'g str> {
    let added = new.rules().iter().filter(|rule| old.rule(&rule.name).is_none());
    old.rules().iter().chain(added).map(|rule| rule.name.as_str()).collect()
}

fn named<'g>(typed: &[String], old: &'g Grammar, new: &'g Grammar) -> Result<Vec<&'g str>, Error> {
    let named = |typed: &String| rule::find(old, typed).map_or_else(|| rule::in_grammar(new, typed), Ok);
    typed.iter().map(named).collect()
}

const EQUAL: &str = "equal";
const CHANGED: &str = "changed";
const UNDECIDED: &str = "undecided";

/// What is said of a rule.
#[derive(Serialize)]
struct Change<'n> {
    rule: &'n str,
    change: &'static str,
    /// A string that only the old grammar accepts.
    only_old: Option<String>,
    /// A string that only the new grammar accepts.
    only_new: Option<String>,
    /// A string that both accept, with other nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    other_nodes: Option<String>,
    /// Why the rule has no automaton.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// How far a search went that found no difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    searched: Option<Searched>,
}

impl<'n> Change<'n> {
    fn of(rule: &'n str, change: &'static str) -> Self {
        Change {
            rule,
            change,
            only_old: None,
            only_new: None,
            other_nodes: None,
            error: None,
            searched: None,
        }
    }

    /// Sets what the search has found for a rule without an automaton.
    fn decide(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Equal => *self = Change::of(self.rule, EQUAL),
            Verdict::Different(Differences { only_left, only_right, captures }) => {
                let change = Change::of(self.rule, CHANGED);
                *self = Change { only_old: only_left, only_new: only_right, other_nodes: captures, ..change };
            }
            Verdict::Open(extent) => self.searched = Some(Searched::from(extent)),
        }
    }

    fn compared(rule: &'n str, compared: Result<Comparison, String>) -> Self {
        match compared {
            Err(error) => Change { error: Some(error), ..Change::of(rule, UNDECIDED) },
            Ok(found) => {
                let change = match found.relation() {
                    Relation::Equal => EQUAL,
                    Relation::Narrower => "widened",
                    Relation::Wider => "narrowed",
                    Relation::Different => CHANGED,
                };
                let Comparison { only_left, only_right } = found;
                Change { only_old: only_left, only_new: only_right, ..Change::of(rule, change) }
            }
        }
    }
}

impl Display for Change<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Change { rule, change, only_old, only_new, other_nodes, error, searched } = self;
        let change = match *change {
            EQUAL => word::good(change),
            UNDECIDED => word::bad(change),
            _ => word::changed(change),
        };
        let accepts = only_new.as_ref().map(|new| format!("now accepts {new:?}"));
        let rejects = only_old.as_ref().map(|old| format!("no longer accepts {old:?}"));
        let nodes = other_nodes.as_ref().map(|both| format!("other nodes in {both:?}"));
        let error = error.as_ref().map(|error| visible::name(error.as_bytes()));
        let searched = searched.as_ref().map(Searched::to_string);
        let why = [accepts, rejects, nodes, error, searched];
        let why: Vec<String> = why.into_iter().flatten().collect();
        let colon = if why.is_empty() { "" } else { ": " };
        write!(f, "{rule}: {change}{colon}{}", why.join(", "))
    }
}
