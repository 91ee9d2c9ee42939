//! Rewrites expressions for code generation, to runs of characters and counted repetitions. Each rewrite preserves what
//! the expression matches at every offset of every input.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule is an index of `rules` and `nodes`; an offset is at most `FIRST`, and a count at most \
              the number of parts of a rule"
)]

use std::collections::HashSet;

use crate::characters::CharSet;
use crate::peg::expr::{Expr, Rule};

/// A greedy repetition of characters of a set and of escapes, which are short sequences such as `%HH`.
///
/// INVARIANT: no escape begins with a character of the set, and no text begins with two different escapes. So at each
/// offset at most one of them matches, and their order does not matter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Run {
    pub(super) set: CharSet,
    pub(super) escapes: Vec<Vec<CharSet>>,
}

impl Run {
    /// Returns the characters with which a nonempty run can begin.
    pub(super) fn first(&self) -> CharSet {
        let firsts = self.escapes.iter().filter_map(|escape| escape.first());
        firsts.fold(self.set.clone(), |all, first| all.union(first))
    }

    /// Returns the parts of the only escape: its first character, the set of the characters after it, and their
    /// number. Returns `None` if there are several escapes, if the characters after the first do not have the same
    /// set, or if there are more than eight of them. All sets must be ASCII, and the set of the escape a subset of
    /// the set of the run.
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

    /// Returns whether this run, from any offset, never ends later than `other`.
    pub(super) fn within(&self, other: &Run) -> bool {
        self.escapes == other.escapes && self.set.difference(&other.set).is_empty()
    }
}

/// An expression in the form used for code generation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Node {
    Empty,
    Fail,
    Start,
    End,
    /// One character.
    One(CharSet),
    /// A run.
    Run(Run),
    /// A run without escapes that ends before trailing characters of the given set.
    Trimmed(Run, CharSet),
    Call(usize),
    Seq(Vec<Node>),
    Choice(Vec<Node>),
    /// A greedy repetition, at least `min` and at most `max` times.
    Repeat {
        inner: Box<Node>,
        min: usize,
        max: Option<usize>,
    },
    Not(Box<Node>),
    And(Box<Node>),
}

impl Node {
    /// Returns the rules that the node calls directly.
    pub(super) fn calls(&self) -> Vec<usize> {
        match self {
            Node::Call(rule) => vec![*rule],
            Node::Seq(parts) | Node::Choice(parts) => parts.iter().flat_map(Node::calls).collect(),
            Node::Repeat { inner, .. } | Node::Not(inner) | Node::And(inner) => inner.calls(),
            Node::Empty
            | Node::Fail
            | Node::Start
            | Node::End
            | Node::One(_)
            | Node::Run(_)
            | Node::Trimmed(..) => Vec::new(),
        }
    }

    /// Returns the runs in the node.
    pub(super) fn runs(&self) -> Vec<&Run> {
        match self {
            Node::Run(run) | Node::Trimmed(run, _) => vec![run],
            Node::Seq(parts) | Node::Choice(parts) => parts.iter().flat_map(Node::runs).collect(),
            Node::Repeat { inner, .. } | Node::Not(inner) | Node::And(inner) => inner.runs(),
            Node::Empty | Node::Fail | Node::Start | Node::End | Node::One(_) | Node::Call(_) => Vec::new(),
        }
    }
}

/// The maximum offset of a run that counts as a run at the beginning of a text.
const FIRST: usize = 4;

/// Returns the runs that may begin after [`FIRST`].
///
/// This only affects speed. For runs at the beginning of a text, such as a scheme, the words of the first 16 bytes
/// suffice.
pub(super) fn elsewhere(nodes: &[Node]) -> HashSet<&Run> {
    let mut walk = Walk {
        begins: vec![Some(0); nodes.len()],
        open: (0..nodes.len()).collect(),
        elsewhere: HashSet::new(),
    };
    while let Some(rule) = walk.open.pop() {
        walk.after(&nodes[rule], walk.begins[rule]);
    }
    walk.elsewhere
}

struct Walk<'n> {
    /// For each rule, the greatest offset at which it may begin, or `None` if it may begin after [`FIRST`].
    begins: Vec<Option<usize>>,
    /// The worklist of rules.
    open: Vec<usize>,
    elsewhere: HashSet<&'n Run>,
}

impl<'n> Walk<'n> {
    /// Visits a node that begins at `at` or before, and returns the greatest offset at which it may end. For both, `None`
    /// means that the offset may be greater than [`FIRST`].
    ///
    /// Recurses as deeply as the expression is nested.
    fn after(&mut self, node: &'n Node, at: Option<usize>) -> Option<usize> {
        match node {
            Node::Empty | Node::Fail | Node::Start | Node::End => at,
            Node::One(_) => at.map(|at| at + 1).filter(|&at| at <= FIRST),
            Node::Run(run) | Node::Trimmed(run, _) => {
                if at.is_none() {
                    self.elsewhere.insert(run);
                }
                None
            }
            Node::Call(rule) => {
                let known = self.begins[*rule];
                let later = known.zip(at).map(|(known, at)| known.max(at));
                if later != known {
                    self.begins[*rule] = later;
                    self.open.push(*rule);
                }
                None
            }
            Node::Seq(parts) => parts.iter().fold(at, |at, part| self.after(part, at)),
            Node::Choice(parts) => {
                let mut last = Some(0);
                // Visit all parts, even after the result is `None`, because each may contain runs.
                for part in parts {
                    let end = self.after(part, at);
                    last = last.zip(end).map(|(last, end)| last.max(end));
                }
                last
            }
            Node::Repeat { inner, max: Some(1), .. } => {
                let once = self.after(inner, at);
                once.zip(at).map(|(once, at)| once.max(at))
            }
            // Assume that the repetition begins anywhere, instead of visiting the operand again for later iterations,
            // which would double the work for each level of nesting.
            Node::Repeat { inner, .. } => self.after(inner, None),
            Node::Not(inner) | Node::And(inner) => {
                self.after(inner, at);
                at
            }
        }
    }
}

/// The maximum number of escapes in [`repeated`], which compares each escape with all others.
const MAX_ESCAPES: usize = 32;

/// Returns the run that repeats the expression, if the expression is a choice of characters and escapes with disjoint
/// first sets.
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

/// Returns the run that repeats the expression, if there is one. Unlike in [`unit()`], escapes may begin with the same
/// characters if neither is a prefix of the other, as in `"\\" ~ ("n" | "u" ~ hex ~ hex)`.
pub(super) fn repeated(node: &Node) -> Option<Run> {
    if let Some(run) = unit(node) {
        return Some(run);
    }
    let mut run = Run { set: CharSet::empty(), escapes: Vec::new() };
    run.add(node, &mut Vec::new())?;
    let alike = |one: &[CharSet], other: &[CharSet]| {
        one.iter().zip(other).all(|(one, other)| !one.intersect(other).is_empty())
    };
    let is_escape = |(index, escape): (usize, &Vec<CharSet>)| {
        escape.first().is_some_and(|first| first.intersect(&run.set).is_empty())
            && run.escapes[..index].iter().all(|other| !alike(escape, other))
    };
    run.escapes.iter().enumerate().all(is_escape).then_some(run)
}

impl Run {
    /// Adds the sequences that an expression can read after `before` to the run. Returns `None` if the expression is
    /// not equivalent to a list of sequences. For example, a choice that is not at the end of a sequence commits to
    /// one alternative, even if the rest of the sequence fails. Recurses as deeply as the expression is nested.
    fn add(&mut self, node: &Node, before: &mut Vec<CharSet>) -> Option<()> {
        match node {
            Node::One(set) if before.is_empty() => self.set = self.set.union(set),
            Node::One(set) => {
                let escape = before.iter().chain([set]).cloned().collect();
                self.escapes.push(escape);
            }
            Node::Seq(parts) => {
                let (last, first) = parts.split_last()?;
                let length = before.len();
                for part in first {
                    let Node::One(set) = part else { return None };
                    before.push(set.clone());
                }
                self.add(last, before)?;
                before.truncate(length);
            }
            Node::Choice(parts) => parts.iter().try_for_each(|part| self.add(part, before))?,
            _ => return None,
        }
        (self.escapes.len() <= MAX_ESCAPES).then_some(())
    }
}

/// Returns the nodes of all rules. Only a recursive rule may call a rule after it.
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
        Expr::Call(id) => match shaped.get(*id) {
            Some(shaped) if !rules[*id].capture && foldable(shaped) => shaped.clone(),
            _ => Node::Call(*id),
        },
        Expr::Seq(parts) => seq(list(parts)),
        Expr::Choice(parts) => choice(list(parts)),
        Expr::Star(inner) => {
            // Inline the operand of a run even if it is not `foldable`, because the function of a run is written only once.
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

/// The maximum number of characters that a rule tests for if calls of the rule are replaced by its node. Without a
/// limit, rules with many calls could produce code that is orders of magnitude longer than the grammar.
const MAX_FOLDED: usize = 8;

/// Returns whether a rule that is not captured is small enough to replace its calls by its node.
fn foldable(node: &Node) -> bool {
    match node {
        Node::Empty | Node::Fail | Node::Start | Node::End => true,
        node => length(node).is_some_and(|length| length <= MAX_FOLDED),
    }
}

/// Returns the number of characters that a node tests for, if it consists only of characters, runs, and choices that a
/// run could repeat.
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
    // Alternatives with disjoint first sets may be tried in any order, so merge the single characters to one set.
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
    // `(x s*)*` is `(x (x | s)*)?`.
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

/// Appends a part to a sequence, merged with the previous part if the two are equivalent to one part.
fn append(flat: &mut Vec<Node>, part: Node) {
    // `!s ~ c` matches a character in `c` but not in `s`.
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

/// Returns the single part that is equivalent to two adjacent parts of a sequence, if there is one.
fn merged(before: &Node, part: &Node) -> Option<Node> {
    match (before, part) {
        // `s* (x s*)*` is `(s | x)*`. `star` has already rewritten its second part to `(x (x | s)*)?`.
        (Node::Run(before), Node::Repeat { inner, min: 0, max: Some(1) }) => {
            let (first, run) = one_and_run(inner)?;
            (before.widened(first).as_ref() == Some(run)).then(|| Node::Run(run.clone()))
        }
        (Node::Run(before), Node::Repeat { inner, min: 0, max: None }) => trimmed(before, inner),
        (before, part) => joined(before, part),
    }
}

/// Merges `a* (b+ a+)*`, such as words with blanks between them, into one run over `a` and `b` that ends before trailing
/// `b`s, so that the input is scanned once.
fn trimmed(before: &Run, repeated: &Node) -> Option<Node> {
    let Node::Seq(parts) = repeated else { return None };
    let (between, [Node::One(first), Node::Run(run)]) = parts.split_last_chunk()? else { return None };
    let between = match between {
        [Node::Run(between)] => between,
        [Node::One(first), Node::Run(between)] if *first == between.set => between,
        _ => return None,
    };
    let is_plain = before.escapes.is_empty() && between.escapes.is_empty();
    // The end is trimmed byte by byte, so a trimmed character must be a single byte.
    let is_ascii = between.set.ranges().iter().all(|(_, last)| last.is_ascii());
    let same = run == before && *first == before.set;
    (is_plain && is_ascii && same && before.set.intersect(&between.set).is_empty()).then(|| {
        let both = Run { set: before.set.union(&between.set), escapes: Vec::new() };
        Node::Trimmed(both, between.set.clone())
    })
}

/// Merges two adjacent repetitions of the same expression into one.
fn joined(left: &Node, right: &Node) -> Option<Node> {
    // `a? ~ a?` is `a{0,2}`, because if the first `a` does not match, neither does the second.
    let counted = |node: &Node| match node {
        Node::Repeat { inner, min, max } => ((**inner).clone(), *min, *max),
        node => (node.clone(), 1, Some(1)),
    };
    let ((inner, min, max), (same, more_min, more_max)) = (counted(left), counted(right));
    let greedy_before = min != max.unwrap_or(usize::MAX);
    // Keep a fixed number of characters as single characters, because the code is more readable, and because they can
    // become an escape of a run.
    let characters = matches!(inner, Node::One(_)) && !greedy_before && Some(more_min) == more_max;
    if inner != same || matches!(inner, Node::Run(_)) || characters || (greedy_before && more_min > 0) {
        return None;
    }
    let max = max.zip(more_max).map(|(a, b)| a + b);
    Some(Node::Repeat { inner: Box::new(inner), min: min + more_min, max })
}
