//! Left recursion: rules that call themselves, directly or not, before anything is consumed.
#![expect(clippy::indexing_slicing, reason = "a node or a rule is one of the tree")]

use std::ops::Range;

use super::facts::Facts;
use super::fault::FaultAt;
use super::repetition;
use super::tree::{Kind, Tree};
use crate::message::{path, shown};
use crate::walk::{ends, walk};

/// The number of left-recursive rules that are reported: to find a cycle through one rule, all rules may have to be
/// searched.
const NAMED: usize = 100;

/// A call before which nothing may have been consumed.
struct Call {
    rule: usize,
    node: usize,
}

/// Returns a fault for each of the first left-recursive rules, at the call that leads back to it.
pub(super) fn recursion(tree: &Tree<'_>, facts: &Facts, text: &str) -> Vec<FaultAt> {
    let calls: Vec<Vec<Call>> = tree.rules.iter().map(|rule| calls(tree, facts, rule.node)).collect();
    let cycles = cycles(&calls);
    let in_cycle = |&rule: &usize| cycles[rule].is_some();
    (0..calls.len())
        .filter(in_cycle)
        .take(NAMED)
        .filter_map(|rule| {
            let (names, range) = cycle(tree, &calls, &cycles, rule)?;
            let calls_first = |node| self::calls(tree, facts, node).iter().any(|call| call.rule == rule);
            let instead = || repetition::instead_of(tree, facts, text, rule, calls_first);
            let instead = if names.len() == 2 { instead() } else { None };
            let message = message(tree.rules[rule].name, &names, instead);
            Some(FaultAt { range, message })
        })
        .collect()
}

/// Returns the calls in the order in which pest tries them.
fn calls(tree: &Tree<'_>, facts: &Facts, body: usize) -> Vec<Call> {
    let mut found = Vec::new();
    let mut open = vec![body];
    while let Some(node) = open.pop() {
        match tree.nodes[node].kind {
            Kind::Call(rule) => found.push(Call { rule, node }),
            Kind::Seq(left, right) => {
                open.extend(facts.can_be_passed(left).then_some(right));
                open.push(left);
            }
            Kind::Choice(left, right) => open.extend([right, left]),
            ref kind => open.extend(kind.operands()),
        }
    }
    found
}

/// Returns the strongly connected component of each rule that can call itself.
fn cycles(calls: &[Vec<Call>]) -> Vec<Option<usize>> {
    let called: Vec<Vec<usize>> =
        calls.iter().map(|calls| calls.iter().map(|call| call.rule).collect()).collect();
    let mut callers = vec![Vec::new(); calls.len()];
    for (caller, called) in called.iter().enumerate() {
        called.iter().for_each(|&rule| callers[rule].push(caller));
    }
    // Kosaraju's algorithm: in reverse postorder, the unseen callers of a rule form its component.
    let mut cycles = vec![None; calls.len()];
    let mut seen = vec![false; calls.len()];
    for &last in walk(&called).order.iter().rev() {
        let mut members = Vec::new();
        let mut open = vec![last];
        while let Some(rule) = open.pop() {
            if !std::mem::replace(&mut seen[rule], true) {
                members.push(rule);
                open.extend(&callers[rule]);
            }
        }
        if members.len() > 1 || called[last].contains(&last) {
            members.into_iter().for_each(|rule| cycles[rule] = Some(last));
        }
    }
    cycles
}

fn message(rule: &str, cycle: &[String], instead: Option<String>) -> String {
    let (rule, cycle) = (shown(rule), cycle.join(" -> "));
    let advice = instead.map_or_else(
        || {
            format!(
                "put first what does not call `{rule}`, and repeat the rest, as in `{rule} = {{ first ~ (rest)* }}`"
            )
        },
        |instead| format!("write `{instead}`"),
    );
    format!(
        "rule {rule} is left-recursive ({cycle}): where it calls itself, nothing has been consumed; {advice}"
    )
}

/// Returns the names of the rules on the first cycle through the rule that a depth-first search finds, and the call that
/// closes it.
fn cycle(
    tree: &Tree<'_>,
    calls: &[Vec<Call>],
    cycles: &[Option<usize>],
    root: usize,
) -> Option<(Vec<String>, Range<usize>)> {
    let mut seen = vec![false; calls.len()];
    seen[root] = true;
    let mut trace = vec![(root, calls[root].iter())];
    while let Some((_, rest)) = trace.last_mut() {
        match rest.next() {
            None => drop(trace.pop()),
            Some(call) if call.rule == root => {
                let name = |rule: usize| tree.rules[rule].name;
                let rules: Vec<usize> = trace.iter().map(|&(rule, _)| rule).collect();
                let mut names = path(&ends(&rules), name);
                names.push(shown(name(root)).into_owned());
                return Some((names, tree.nodes[call.node].range.clone()));
            }
            Some(call) if cycles[call.rule] == cycles[root] && !seen[call.rule] => {
                seen[call.rule] = true;
                trace.push((call.rule, calls[call.rule].iter()));
            }
            Some(_) => {}
        }
    }
    None
}
