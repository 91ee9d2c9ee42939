//! Finds left-recursive rules, and suggests repetitions to replace them.
#![allow(
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a node or a rule is one of the tree, and lies in the text"
)]

use std::ops::Range;

use crate::error::{path, shown};
use crate::pest::fault::{Edit, FaultAt};
use crate::pest::rules::RuleType;
use crate::pest::tree::{Kind, Tree};
use crate::walk::{ends, walk};

/// `pest_meta`'s message for a repetition of an expression that may match the empty string.
pub(super) const NO_PROGRESS: &str = "is non-progressing and will repeat infinitely";

/// Properties that pest derives for each expression, indexed like [`Tree::nodes`].
pub(super) struct Facts {
    /// Whether the expression cannot fail.
    pub(super) matches_always: Vec<bool>,
    /// Whether the expression may match without consuming anything.
    pub(super) may_be_empty: Vec<bool>,
}

impl Facts {
    pub(super) fn of(tree: &Tree<'_>) -> Facts {
        let callers = callers(tree);
        Facts {
            matches_always: least_fixpoint(tree, &callers, matches_always),
            may_be_empty: least_fixpoint(tree, &callers, may_be_empty),
        }
    }

    /// Returns whether the expression can match without consuming anything, so that the next expression of a
    /// sequence is tried at the same position.
    pub(super) fn can_be_passed(&self, node: usize) -> bool {
        self.matches_always[node] || self.may_be_empty[node]
    }
}

/// The condition under which an expression has a property.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    /// The expression always has the property.
    Nothing,
    /// One operand, or the called rule, has the property.
    One,
    /// All operands have the property.
    All,
    /// The expression never has the property.
    Impossible,
}

fn matches_always(kind: &Kind<'_>) -> Needs {
    match kind {
        Kind::Str(text) | Kind::Insens(text) if text.is_empty() => Needs::Nothing,
        Kind::Opt(_) => Needs::Nothing,
        Kind::Repeat(_, times) if times.least() == 0 => Needs::Nothing,
        Kind::Seq(..) => Needs::All,
        Kind::Call(_) | Kind::Choice(..) | Kind::Repeat(..) | Kind::And(_) | Kind::Push(_) => Needs::One,
        Kind::Not(_) | Kind::Str(_) | Kind::Insens(_) | Kind::Range(..) => Needs::Impossible,
        Kind::Slice(..) | Kind::Builtin(_) => Needs::Impossible,
    }
}

fn may_be_empty(kind: &Kind<'_>) -> Needs {
    match kind {
        Kind::Not(_) | Kind::And(_) | Kind::Builtin("SOI" | "EOI") => Needs::Nothing,
        kind => matches_always(kind),
    }
}

/// Returns the indices of the calls of each rule.
fn callers(tree: &Tree<'_>) -> Vec<Vec<usize>> {
    let mut callers = vec![Vec::new(); tree.rules.len()];
    for (node, called) in tree.nodes.iter().enumerate() {
        if let Kind::Call(rule) = called.kind {
            callers[rule].push(node);
        }
    }
    callers
}

/// Computes which expressions have a property, as a least fixpoint: an expression whose condition depends on
/// itself does not have it. Uses a worklist, so that each expression is visited at most once for each operand.
fn least_fixpoint(tree: &Tree<'_>, callers: &[Vec<usize>], needs: fn(&Kind<'_>) -> Needs) -> Vec<bool> {
    let mut operators = vec![None; tree.nodes.len()];
    let mut missing = vec![0; tree.nodes.len()];
    let mut open = Vec::new();
    for (node, found) in tree.nodes.iter().enumerate() {
        let operands = found.kind.operands();
        missing[node] = match needs(&found.kind) {
            Needs::Nothing => {
                open.push(node);
                0
            }
            Needs::One => 1,
            Needs::All => operands.clone().count(),
            Needs::Impossible => usize::MAX,
        };
        operands.for_each(|operand| operators[operand] = Some(node));
    }
    let mut bodies = vec![None; tree.nodes.len()];
    for (rule, body) in tree.rules.iter().enumerate() {
        bodies[body.node] = Some(rule);
    }

    let mut holds = vec![false; tree.nodes.len()];
    while let Some(node) = open.pop() {
        if std::mem::replace(&mut holds[node], true) {
            continue;
        }
        let calls = bodies[node].map_or(&[][..], |rule| &callers[rule]);
        for &above in operators[node].iter().chain(calls) {
            missing[above] = missing[above].saturating_sub(1);
            if missing[above] == 0 {
                open.push(above);
            }
        }
    }
    holds
}

/// The maximum length of a suggested rule, in bytes.
const MAX_SUGGESTION: usize = 120;

/// Returns the rule rewritten with a repetition, if it is a choice in which some alternatives begin with a call
/// of the rule and others do not. `calls_first` returns whether an expression may call the rule before it
/// consumes anything.
fn as_repetition(
    tree: &Tree<'_>,
    facts: &Facts,
    text: &str,
    rule: usize,
    calls_first: impl Fn(usize) -> bool,
) -> Option<String> {
    let definition = &tree.rules[rule];
    let choice = tree.choices.iter().find(|choice| choice.node == definition.node)?;
    let (mut firsts, mut rests) = (Vec::new(), Vec::new());
    for alternative in &choice.alternatives {
        let range = alternative.range.clone();
        if !calls_first(alternative.node) && !facts.can_be_passed(alternative.node) {
            firsts.push(&text[range]);
        } else {
            rests.push(&text[rest(tree, facts, rule, alternative.node)?..range.end]);
        }
    }
    if firsts.is_empty() || rests.is_empty() {
        return None;
    }
    let (first, rest) = (firsts.join(" | "), rests.join(" | "));
    let first = if firsts.len() > 1 { format!("({first})") } else { first };
    let modifier = match definition.ty {
        RuleType::Normal => "",
        RuleType::Silent => "_",
        RuleType::Atomic => "@",
        RuleType::CompoundAtomic => "$",
        RuleType::NonAtomic => "!",
    };
    let instead = format!("{} = {modifier}{{ {first} ~ ({rest})* }}", definition.name);
    let is_readable = instead.len() <= MAX_SUGGESTION && !instead.contains('\n') && !instead.contains("/*");
    is_readable.then_some(instead)
}

/// Returns the offset of the second expression of a sequence, if the first is a call of the rule, and the
/// expressions after the call must consume something.
fn rest(tree: &Tree<'_>, facts: &Facts, rule: usize, sequence: usize) -> Option<usize> {
    let (mut node, mut start, mut consumes) = (sequence, None, false);
    while let Kind::Seq(first, then) = tree.nodes[node].kind {
        start = Some(tree.nodes[then].range.start);
        consumes |= !facts.can_be_passed(then);
        node = first;
    }
    let begins_with_call = matches!(tree.nodes[node].kind, Kind::Call(called) if called == rule);
    start.filter(|_| begins_with_call && consumes)
}

/// The maximum number of left-recursive rules that are reported. Without a maximum the time would be quadratic,
/// because the search for a cycle through one rule may visit all rules.
const MAX_REPORTED: usize = 100;

/// A call that may be reached before anything is consumed.
pub(super) struct Call {
    pub(super) rule: usize,
    node: usize,
}

/// Returns a fault for each left-recursive rule, up to [`MAX_REPORTED`], at the call that closes its cycle.
pub(super) fn recursion(tree: &Tree<'_>, facts: &Facts, text: &str) -> Vec<FaultAt> {
    let calls: Vec<Vec<Call>> = tree.rules.iter().map(|rule| calls(tree, facts, rule.node)).collect();
    let cycles = cycles(&calls);
    let in_cycle = |&rule: &usize| cycles[rule].is_some();
    (0..calls.len())
        .filter(in_cycle)
        .take(MAX_REPORTED)
        .filter_map(|rule| {
            let (names, range) = cycle(tree, &calls, &cycles, rule)?;
            let calls_first = |node| self::calls(tree, facts, node).iter().any(|call| call.rule == rule);
            let instead = || as_repetition(tree, facts, text, rule, calls_first);
            let instead = if names.len() == 2 { instead() } else { None };
            let edit = instead.clone().map(|instead| Edit::replace(tree.rules[rule].range.clone(), instead));
            let message = message(tree.rules[rule].name, &names, instead);
            Some(FaultAt::new(range, message).or(edit))
        })
        .collect()
}

/// Returns the calls that an expression may reach before it consumes anything, in the order in which pest tries
/// them.
pub(super) fn calls(tree: &Tree<'_>, facts: &Facts, body: usize) -> Vec<Call> {
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

/// Returns the strongly connected component of each left-recursive rule, identified by one of its rules.
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
                "begin with an expression that does not call `{rule}`, and repeat the rest, as in `{rule} = {{ first ~ (rest)* }}`"
            )
        },
        |instead| format!("write `{instead}`"),
    );
    format!("rule {rule} is left-recursive ({cycle}): it calls itself before it consumes anything; {advice}")
}

/// Returns the first cycle that a depth-first search from `root` finds: the names of its rules, and the range of
/// the call that closes it.
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
