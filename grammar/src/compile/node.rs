//! Expressions rewritten for code generation: runs, texts and counted repetitions where the core PEG spells
//! out characters. Each rewrite preserves what the expression matches at every offset of every input.

use crate::characters::charset::CharSet;
use crate::peg::expr::Expr;
use crate::peg::rule::Rule;

/// An expression in the form that code is generated from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Node {
    Empty,
    Fail,
    Start,
    End,
    /// One character.
    One(CharSet),
    /// As many units as follow each other.
    Run(Run),
    Call(usize),
    Seq(Vec<Node>),
    Choice(Vec<Node>),
    /// At least `min` and at most `max` times, greedily.
    Repeat {
        inner: Box<Node>,
        min: usize,
        max: Option<usize>,
    },
    Not(Box<Node>),
    And(Box<Node>),
}

/// A run: characters of a set, and escapes, which are short sequences such as `%HH`.
///
/// INVARIANT: no escape begins with a character of the set or of another escape, so that at each offset at
/// most one of them applies and their order does not matter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Run {
    pub(super) set: CharSet,
    pub(super) escapes: Vec<Vec<CharSet>>,
}

impl Run {
    /// Returns the run whose unit is the expression, if that is a choice of characters and escapes.
    fn unit(node: &Node) -> Option<Run> {
        let alternatives = match node {
            Node::Choice(parts) => parts.as_slice(),
            node => core::slice::from_ref(node),
        };
        let mut run = Run { set: CharSet::empty(), escapes: Vec::new() };
        for alternative in alternatives {
            match alternative {
                Node::One(set) => run.set = run.set.union(set),
                Node::Seq(parts) => {
                    let sets = parts.iter().map(|part| match part {
                        Node::One(set) => Some(set.clone()),
                        _ => None,
                    });
                    run.escapes.push(sets.collect::<Option<_>>()?);
                }
                _ => return None,
            }
        }
        let mut taken = run.set.clone();
        for escape in &run.escapes {
            let first = escape.first()?;
            if !taken.intersect(first).is_empty() {
                return None;
            }
            taken = taken.union(first);
        }
        Some(run)
    }

    /// Returns the only escape, if it consists of one character and a number of characters of one set, all of
    /// which are in the run's set: the first character, the set of the others, and how many they are.
    pub(super) fn regular_escape(&self) -> Option<(char, &CharSet, usize)> {
        let [escape] = self.escapes.as_slice() else { return None };
        let (first, tail) = escape.split_first()?;
        let first = first.as_single().filter(char::is_ascii)?;
        let set = tail.first()?;
        let regular = tail.iter().all(|other| other == set) && tail.len() <= 8;
        let bytes = self.set.ranges().iter().chain(set.ranges()).all(|&(_, last)| last.is_ascii());
        (regular && bytes && set.difference(&self.set).is_empty()).then_some((first, set, tail.len()))
    }

    /// Returns this run with more characters in its set, if no escape begins with one of them.
    fn widened(&self, more: &CharSet) -> Option<Run> {
        let begins =
            |escape: &Vec<CharSet>| escape.first().is_some_and(|first| !first.intersect(more).is_empty());
        (!self.escapes.iter().any(begins))
            .then(|| Run { set: self.set.union(more), escapes: self.escapes.clone() })
    }

    /// Returns whether this run never ends after `other` when both begin at the same offset.
    pub(super) fn within(&self, other: &Run) -> bool {
        self.escapes == other.escapes && self.set.difference(&other.set).is_empty()
    }
}

impl Node {
    /// Returns the rules that the node calls directly.
    pub(super) fn calls(&self) -> Vec<usize> {
        match self {
            Node::Call(rule) => vec![*rule],
            Node::Seq(parts) | Node::Choice(parts) => parts.iter().flat_map(Node::calls).collect(),
            Node::Repeat { inner, .. } | Node::Not(inner) | Node::And(inner) => inner.calls(),
            Node::Empty | Node::Fail | Node::Start | Node::End | Node::One(_) | Node::Run(_) => Vec::new(),
        }
    }
}

/// Returns the nodes of all rules. A rule calls only rules before it.
pub(super) fn shape(rules: &[Rule]) -> Vec<Node> {
    let mut shaped: Vec<Node> = Vec::with_capacity(rules.len());
    for rule in rules {
        let node = node(&rule.expr, rules, &shaped);
        shaped.push(node);
    }
    shaped
}

fn node(expr: &Expr, rules: &[Rule], shaped: &[Node]) -> Node {
    let list = |parts: &[Expr]| parts.iter().map(|part| node(part, rules, shaped)).collect::<Vec<_>>();
    match expr {
        Expr::Empty => Node::Empty,
        Expr::Fail => Node::Fail,
        Expr::Start => Node::Start,
        Expr::End => Node::End,
        Expr::Chars(set) => Node::One(set.clone()),
        Expr::Call(id) if !rules[*id].capture && foldable(&shaped[*id]) => shaped[*id].clone(),
        Expr::Call(id) => Node::Call(*id),
        Expr::Seq(parts) => seq(list(parts)),
        Expr::Choice(parts) => choice(list(parts)),
        Expr::Star(inner) => star(node(inner, rules, shaped)),
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
        Node::Choice(parts) if Run::unit(node).is_some() => parts.iter().map(length).sum(),
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
    if let Some(run) = Run::unit(&Node::Choice(flat.clone())) {
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
    if let Some(run) = Run::unit(&inner) {
        return Node::Run(run);
    }
    // Once an `x` has begun it, `(x s*)*` continues with either `x` or `s`.
    if let Node::Seq(parts) = &inner
        && let [Node::One(first), Node::Run(run)] = parts.as_slice()
        && let Some(wide) = run.widened(first)
    {
        let begun = Node::Seq(vec![Node::One(first.clone()), Node::Run(wide)]);
        return Node::Repeat { inner: Box::new(begun), min: 0, max: Some(1) };
    }
    Node::Repeat { inner: Box::new(inner), min: 0, max: None }
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
    // `s* (x s*)*` is one run over both; its second part is an optional run by now.
    if let (Some(Node::Run(before)), Node::Repeat { inner, min: 0, max: Some(1) }) = (flat.last_mut(), &part)
        && let Node::Seq(parts) = &**inner
        && let [Node::One(first), Node::Run(run)] = parts.as_slice()
        && before.widened(first).as_ref() == Some(run)
    {
        *before = run.clone();
        return;
    }
    if let Some(last) = flat.last_mut()
        && let Some(joined) = repeated(last, &part)
    {
        *last = joined;
        return;
    }
    flat.push(part);
}

/// Returns two adjacent repetitions of the same expression as one repetition.
fn repeated(left: &Node, right: &Node) -> Option<Node> {
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
