//! Expressions rewritten for code generation: runs, texts and counted repetitions where the core PEG spells
//! out characters. Each rewrite preserves what the expression matches at every offset of every input.

use crate::characters::charset::CharSet;
use crate::peg::expr::Expr;
use crate::peg::rule::Rule;

use super::node::Node;
use super::run::Run;
use super::unit::{repeated, unit};

/// Returns the nodes of all rules. What a rule calls after it is recursive.
pub(super) fn shape(rules: &[Rule]) -> Vec<Node> {
    let mut shaped: Vec<Node> = Vec::with_capacity(rules.len());
    for rule in rules {
        let node = node(&rule.expr, rules, &shaped);
        shaped.push(node);
    }
    shaped
}

#[expect(clippy::indexing_slicing, reason = "a call is an index of `rules`")]
fn node(expr: &Expr, rules: &[Rule], shaped: &[Node]) -> Node {
    let list = |parts: &[Expr]| parts.iter().map(|part| node(part, rules, shaped)).collect::<Vec<_>>();
    match expr {
        Expr::Empty => Node::Empty,
        Expr::Fail => Node::Fail,
        Expr::Start => Node::Start,
        Expr::End => Node::End,
        Expr::Chars(set) => Node::One(set.clone()),
        Expr::Call(id) => match shaped.get(*id) {
            Some(shaped) if !rules[*id].capture && foldable(shaped) => shaped.clone(),
            _ => Node::Call(*id),
        },
        Expr::Seq(parts) => seq(list(parts)),
        Expr::Choice(parts) => choice(list(parts)),
        Expr::Star(inner) => {
            // However long the rule is, the function of a run is written once.
            let run = match &**inner {
                Expr::Call(id) if !rules[*id].capture => shaped.get(*id).and_then(repeated),
                _ => None,
            };
            run.map_or_else(|| star(node(inner, rules, shaped)), Node::Run)
        }
        Expr::Not(inner) => Node::Not(Box::new(node(inner, rules, shaped))),
        Expr::And(inner) => Node::And(Box::new(node(inner, rules, shaped))),
    }
}

/// The largest number of characters that a rule may test for to be inlined at its calls before code is
/// generated. Without a limit, rules that call each other often would produce code that is orders of
/// magnitude longer than they are.
const FOLDED: usize = 8;

/// Returns whether a rule that produces no token is small enough to be inlined in its callers here.
fn foldable(node: &Node) -> bool {
    match node {
        Node::Empty | Node::Fail | Node::Start | Node::End => true,
        node => length(node).is_some_and(|length| length <= FOLDED),
    }
}

/// Returns how many characters a node tests for, if it consists of characters, runs and units of runs.
fn length(node: &Node) -> Option<usize> {
    match node {
        Node::One(_) | Node::Run(_) => Some(1),
        Node::Seq(parts) => parts.iter().map(length).sum(),
        Node::Choice(parts) if unit(node).is_some() => parts.iter().map(length).sum(),
        _ => None,
    }
}

fn choice(parts: Vec<Node>) -> Node {
    let mut flat: Vec<Node> = Vec::with_capacity(parts.len());
    for part in parts {
        match (flat.last_mut(), part) {
            (Some(Node::One(set)), Node::One(more)) => *set = set.union(&more),
            (_, Node::Choice(inner)) => flat.extend(inner),
            (_, Node::Fail) => {}
            (_, part) => flat.push(part),
        }
    }
    if matches!(flat.last(), Some(Node::Empty)) {
        flat.pop();
        let inner = Box::new(choice(flat));
        return Node::Repeat { inner, min: 0, max: Some(1) };
    }
    // Alternatives that cannot both begin at one offset may be tried in any order: characters first, as one
    // set.
    if let Some(run) = unit(&Node::Choice(flat.clone())) {
        let escapes =
            run.escapes.into_iter().map(|escape| Node::Seq(escape.into_iter().map(Node::One).collect()));
        flat = Some(Node::One(run.set))
            .filter(|one| *one != Node::One(CharSet::empty()))
            .into_iter()
            .chain(escapes)
            .collect();
    }
    match flat.len() {
        0 => Node::Fail,
        1 => flat.remove(0),
        _ => Node::Choice(flat),
    }
}

fn star(inner: Node) -> Node {
    if let Some(run) = repeated(&inner) {
        return Node::Run(run);
    }
    // Once an `x` has begun it, `(x s*)*` continues with either `x` or `s`.
    let begun = one_and_run(&inner).and_then(|(first, run)| {
        let wide = run.widened(first)?;
        Some(Node::Seq(vec![Node::One(first.clone()), Node::Run(wide)]))
    });
    match begun {
        Some(begun) => Node::Repeat { inner: Box::new(begun), min: 0, max: Some(1) },
        None => Node::Repeat { inner: Box::new(inner), min: 0, max: None },
    }
}

/// Returns the `x` and the `s*` of `x s*`.
fn one_and_run(node: &Node) -> Option<(&CharSet, &Run)> {
    let Node::Seq(parts) = node else { return None };
    let [Node::One(first), Node::Run(run)] = parts.as_slice() else { return None };
    Some((first, run))
}

fn seq(parts: Vec<Node>) -> Node {
    let mut flat: Vec<Node> = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            Node::Empty => {}
            Node::Seq(inner) => inner.into_iter().for_each(|part| append(&mut flat, part)),
            part => append(&mut flat, part),
        }
    }
    match flat.len() {
        0 => Node::Empty,
        1 => flat.remove(0),
        _ => Node::Seq(flat),
    }
}

/// Appends the next part of a sequence, merged with the part before it where the two are equivalent to one.
fn append(flat: &mut Vec<Node>, part: Node) {
    // `!s ~ c` is one character: of `c`, but not of `s`.
    if let (Some(Node::Not(inner)), Node::One(set)) = (flat.last(), &part) {
        if let Node::One(not) = &**inner {
            let rest = set.difference(not);
            flat.pop();
            return append(flat, if rest.is_empty() { Node::Fail } else { Node::One(rest) });
        }
    }
    match flat.last().and_then(|before| merged(before, &part)) {
        Some(merged) => {
            flat.pop();
            flat.push(merged);
        }
        None => flat.push(part),
    }
}

/// Returns the part that two parts of a sequence are equivalent to.
fn merged(before: &Node, part: &Node) -> Option<Node> {
    match (before, part) {
        // `s* (x s*)*` is one run over both; its second part is an optional run by now.
        (Node::Run(before), Node::Repeat { inner, min: 0, max: Some(1) }) => {
            let (first, run) = one_and_run(inner)?;
            (before.widened(first).as_ref() == Some(run)).then(|| Node::Run(run.clone()))
        }
        (Node::Run(before), Node::Repeat { inner, min: 0, max: None }) => trimmed(before, inner),
        (before, part) => joined(before, part),
    }
}

/// Returns `a* (b+ a+)*` as one run of both without the `b` at its end, which is read once and not from one `b` to the
/// next: words with blanks between them.
fn trimmed(before: &Run, repeated: &Node) -> Option<Node> {
    let Node::Seq(parts) = repeated else { return None };
    let (between, [Node::One(first), Node::Run(run)]) = parts.split_last_chunk()? else { return None };
    let between = match between {
        [Node::Run(between)] => between,
        [Node::One(first), Node::Run(between)] if *first == between.set => between,
        _ => return None,
    };
    let is_plain = before.escapes.is_empty() && between.escapes.is_empty();
    // The end is searched for byte by byte.
    let is_ascii = between.set.ranges().iter().all(|(_, last)| last.is_ascii());
    let same = run == before && *first == before.set;
    (is_plain && is_ascii && same && before.set.intersect(&between.set).is_empty()).then(|| {
        let both = Run { set: before.set.union(&between.set), escapes: Vec::new() };
        Node::Trimmed(both, between.set.clone())
    })
}

/// Returns two adjacent repetitions of the same expression as one repetition.
#[expect(
    clippy::arithmetic_side_effects,
    reason = "a count is no more than the parts that a rule is written with"
)]
fn joined(left: &Node, right: &Node) -> Option<Node> {
    // Where an optional expression did not match, the same expression after it does not match either.
    let counted = |node: &Node| match node {
        Node::Repeat { inner, min, max } => ((**inner).clone(), *min, *max),
        node => (node.clone(), 1, Some(1)),
    };
    let ((inner, min, max), (same, more_min, more_max)) = (counted(left), counted(right));
    let greedy_before = min != max.unwrap_or(usize::MAX);
    // A fixed number of characters is kept as single characters: the code is easier to read, and they can
    // become an escape of a run.
    let characters = matches!(inner, Node::One(_)) && !greedy_before && Some(more_min) == more_max;
    if inner != same || matches!(inner, Node::Run(_)) || characters || (greedy_before && more_min > 0) {
        return None;
    }
    let max = max.zip(more_max).map(|(a, b)| a + b);
    Some(Node::Repeat { inner: Box::new(inner), min: min + more_min, max })
}
