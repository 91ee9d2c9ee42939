//! `uri grammar diff`: shows which rules of two grammars differ, and how.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

use urigram::grammar::runtime::CAPTURED_RULES;
use urigram_grammar::{Automata, Error as GrammarError, Grammar, Peg, RuleType};
use urigram_workbench::{Change, Differ, Difference, Effort, Undecided};

use crate::args::Format;
use crate::args::grammar::Diff;
use crate::grammar::corpus::{PestAutomata, STEPS, in_file};
use crate::grammar::difference::Answered;
use crate::grammar::report::Report;
use crate::grammar::{corpus, names};
use crate::outcome::{Error, Status};
use crate::output::visible;
use crate::parser::read;

/// The default rule for the lines of a corpus. Differences are shown in context by strings of this rule.
const START: &str = "URI_reference";

pub(super) fn run(args: &Diff, status: &mut Status) -> Result<(), Error> {
    let Diff { rules: typed, captures, explain, corpus, max_steps, all, time, answer, first, second } = args;
    let (old, new) = match second {
        Some(second) => (Some(first), second),
        None => (None, first),
    };
    read::stdin_is_used_once([old, Some(new), corpus.as_ref()])?;
    let old = read::grammar(old.map(PathBuf::as_path))?;
    let new = read::grammar(Some(new))?;
    let named: Vec<&str> = typed.iter().map(|typed| in_either(typed, old, new)).collect::<Result<_, _>>()?;
    let captured = captured(captures, old, new)?;

    let judging = match (typed.is_empty(), corpus) {
        (true, Some(_)) => {
            let start = |grammar| names::start(grammar, START, "--rule");
            vec![start(old).and_then(|_| start(new))?]
        }
        _ => named.clone(),
    };

    let effort = Effort { time: Duration::from_secs(*time), ..Effort::DEFAULT };
    let mut differ = Differ::new(old, new).start(START).steps(STEPS).searched(effort);
    if !named.is_empty() {
        differ = differ.rules(&named);
    } else if !all {
        differ = differ.contexts_of_causes();
    }
    if let Some(captured) = &captured {
        differ = differ.captured(captured);
    }
    if *explain {
        differ = differ.explained();
    }
    let differences = differ.differences();
    if differences.iter().any(|difference| difference.change != Change::Equal) {
        *status |= Status::Invalid;
    }

    let mut report = Report::new(*answer);
    let old_rules: Vec<&str> = old.rules().iter().map(|rule| rule.name.as_str()).collect();
    if let Some(message) = names::unrelated(new, old.file_name(), &old_rules, "") {
        report.remark(message)?;
    }
    let answered = |difference| Answered::new(difference, |undecided| reason(undecided, old, new));
    let pegs = explain.then(|| [old, new].map(|grammar| (grammar.file_name(), Peg::new(grammar))));
    let unexplained = pegs.as_ref().map(|pegs| |difference: &Difference| unexplained(difference, pegs));
    if *all || !named.is_empty() || report.format == Format::Json {
        let is_reported = |difference: &&Difference| {
            *all || report.format == Format::Json || difference.change != Change::Equal
        };
        let reported: Vec<&Difference> =
            in_order(&differences, &named).into_iter().filter(is_reported).collect();
        for difference in reported {
            report.say(&answered(difference))?;
            unexplained.iter().filter_map(|why| why(difference)).try_for_each(|why| report.remark(why))?;
        }
    } else {
        by_cause(&differences, &mut report, answered, unexplained)?;
    }
    let equal = differences.iter().filter(|difference| difference.change == Change::Equal).count();
    if equal > 0 && !all {
        report.remark(format_args!("{equal} {} equal", if equal == 1 { "rule" } else { "rules" }))?;
    }
    if let Some(corpus) = corpus {
        let (old_peg, new_peg) = (Peg::new(old), Peg::new(new));
        let mut of_old = PestAutomata::new(old.file_name(), &old_peg);
        let mut of_new = PestAutomata::new(new.file_name(), &new_peg);
        let (old, new) = ((old, &mut of_old), (new, &mut of_new));
        corpus::run(corpus, &judging, old, new, *max_steps, &mut report, status)?;
    }
    report.end()?;
    Ok(())
}

fn in_either<'g>(typed: &str, old: &'g Grammar, new: &'g Grammar) -> Result<&'g str, Error> {
    names::find(old, typed).map_or_else(|| names::in_grammar(new, typed), Ok)
}

/// Returns the rules named by `--captures`, whose nodes are compared.
fn captured<'g>(typed: &[String], old: &'g Grammar, new: &'g Grammar) -> Result<Option<Vec<&'g str>>, Error> {
    let mut captured = BTreeSet::new();
    for typed in typed {
        match typed.as_str() {
            "components" => captured.extend(CAPTURED_RULES.iter().copied()),
            "all" => {
                let rules = old.rules().iter().chain(new.rules());
                let nodes = rules.filter(|rule| rule.ty != RuleType::Silent);
                captured.extend(nodes.map(|rule| rule.name.as_str()));
            }
            typed => drop(captured.insert(in_either(typed, old, new)?)),
        }
    }
    Ok((!captured.is_empty()).then(|| captured.into_iter().collect()))
}

/// Returns the reason why the change of a rule is undecided.
fn reason(undecided: &Undecided, old: &Grammar, new: &Grammar) -> String {
    let reason = match undecided {
        Undecided::Old(error) => in_file(old.file_name(), error),
        Undecided::New(error) => in_file(new.file_name(), error),
        Undecided::TooLarge => undecided.to_string(),
    };
    visible::name(reason.as_bytes())
}

/// Returns a note that explains why the paths of the rules are not known, if a counterexample was found only
/// by a search.
fn unexplained(difference: &Difference, pegs: &[(&str, Peg)]) -> Option<String> {
    let Change::Differs(differs) = &difference.change else { return None };
    if differs.counterexamples.iter().all(|counterexample| counterexample.paths.is_some()) {
        return None;
    }
    // Find out whether a rule has no automaton: such a rule is refused before the first step. With a limit of 0
    // steps, no other rule is compiled.
    let refused =
        pegs.iter().find_map(|(file, peg)| match Automata::new(peg).dfa_within(&mut 0, &difference.rule) {
            Err(GrammarError::Refused(refused)) => Some(format!("{file}: {refused}")),
            _ => None,
        });
    let reason = refused.unwrap_or_else(|| "the automata are larger than the limits allow".to_owned());
    Some(format!("  which rules read it is not known: {}", visible::name(reason.as_bytes())))
}

/// Returns the differences in the order in which their rules were typed, or in the given order if none were.
fn in_order<'d>(differences: &'d [Difference], typed: &[&str]) -> Vec<&'d Difference> {
    let mut ordered: Vec<&Difference> = differences.iter().collect();
    ordered.sort_by_key(|difference| typed.iter().position(|name| *name == difference.rule));
    ordered
}

/// Writes each cause, followed by the names of the rules that differ because of it. New rules are listed with
/// the cause that calls them.
fn by_cause<'d>(
    differences: &'d [Difference],
    report: &mut Report,
    answered: impl Fn(&'d Difference) -> Answered<'d>,
    unexplained: Option<impl Fn(&'d Difference) -> Option<String>>,
) -> Result<(), Error> {
    let new_rules = new_rules(differences);
    // A rule may match the same strings as a whole, but a different prefix of a longer string. In this case, only its
    // callers differ.
    let equal: BTreeSet<&str> = differences
        .iter()
        .filter(|difference| difference.change == Change::Equal)
        .map(|difference| difference.rule.as_str())
        .collect();
    let is_folded = |difference: &Difference| {
        let is_cause = |cause: &String| !equal.contains(cause.as_str());
        !difference.causes.is_empty() && difference.causes.iter().any(is_cause)
    };
    let mut folded: BTreeMap<&[String], Vec<&str>> = BTreeMap::new();
    for difference in differences.iter().filter(|difference| is_folded(difference)) {
        folded.entry(&difference.causes).or_default().push(&difference.rule);
    }
    for difference in differences {
        let is_named =
            matches!(difference.change, Change::Added) && new_rules.contains(difference.rule.as_str());
        if difference.change == Change::Equal || is_folded(difference) || is_named {
            continue;
        }
        report.say(&answered(difference))?;
        unexplained.iter().filter_map(|why| why(difference)).try_for_each(|why| report.remark(why))?;
        if let Some(rules) = folded.remove(std::slice::from_ref(&difference.rule)) {
            report.remark(callers("it", &rules))?;
        }
    }
    for (causes, rules) in folded {
        report.remark(callers(&causes.join(" or "), &rules))?;
    }
    Ok(())
}

/// Returns the new rules that the causes call, directly or indirectly.
fn new_rules(differences: &[Difference]) -> BTreeSet<&str> {
    let calls: BTreeMap<&str, &[String]> =
        differences.iter().map(|difference| (difference.rule.as_str(), &difference.new_rules[..])).collect();
    let causes = differences.iter().filter(|difference| difference.is_cause());
    let mut open: Vec<&str> =
        causes.flat_map(|difference| &difference.new_rules).map(String::as_str).collect();
    let mut found = BTreeSet::new();
    while let Some(rule) = open.pop() {
        if found.insert(rule) {
            open.extend(calls.get(rule).into_iter().copied().flatten().map(String::as_str));
        }
    }
    found
}

/// The maximum number of rules with the same cause that are named.
const NAMED: usize = 6;

fn callers(causes: &str, rules: &[&str]) -> String {
    let named = rules[..rules.len().min(NAMED)].join(", ");
    let more = if rules.len() > NAMED { ", …" } else { "" };
    match rules.len() {
        1 => format!("  1 rule that calls {causes} differs too: {named}"),
        count => format!("  {count} rules that call {causes} differ too: {named}{more}"),
    }
}
