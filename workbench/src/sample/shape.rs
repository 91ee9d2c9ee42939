//! The expressions of a grammar as derivations use them: as written, but without predicates. Each has
//! the size of its smallest derivation, and the lengths of its strings.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "nodes and rules belong to the tree and its shapes, with a weight for each alternative; a \
              length is at most `UNBOUNDED` for each task, and the number of tasks fits in 32 bits"
)]

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use urigram_grammar::names::SKIPPED;
use urigram_grammar::tree::{Kind, Tree};
use urigram_grammar::{CharSet, RuleType, callees_first, names};

/// The maximum number of ranges visited to subtract predicates from classes, in the whole grammar.
const MOST_RANGES: usize = 1 << 20;

/// The expressions and rules of a grammar, with the same numbers as in its [`Tree`].
#[derive(Debug, Clone)]
pub(crate) struct Shapes {
    pub(crate) nodes: Vec<Shape>,
    /// The range of each expression in the text.
    pub(crate) ranges: Vec<Range<usize>>,
    pub(crate) rules: Vec<ShapeRule>,
    /// The rules that pest skips between expressions: `WHITESPACE` and `COMMENT`.
    pub(crate) blanks: Vec<usize>,
}

#[derive(Debug, Clone)]
pub(super) struct ShapeRule {
    pub(super) name: String,
    pub(super) ty: RuleType,
    /// An index of [`Shapes::nodes`].
    pub(super) body: usize,
    /// The weights of the alternatives of the body, if a comment sets them.
    pub(super) weights: Option<Vec<u32>>,
    /// Whether white space is skipped between the rule's expressions in at least one calling
    /// context.
    skips: bool,
}

#[derive(Debug, Clone)]
pub(crate) enum Shape {
    /// An expression that consumes nothing: a predicate, or the start or end of the input.
    Nothing,
    /// One of these strings.
    Text(Vec<String>),
    Insensitive(String),
    /// One character of the set, which may be empty.
    Class(CharSet),
    Call(usize),
    Seq(usize, usize),
    /// The alternatives, including those of choices nested on the left.
    Choice(Vec<usize>),
    Repeat {
        inner: usize,
        least: u32,
        most: Option<u32>,
    },
    Push(usize),
    Stack(Operation),
}

/// An operation on pest's stack.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Operation {
    Peek,
    PeekAll,
    Pop,
    PopAll,
    Drop,
    Slice(i32, Option<i32>),
}

impl Shapes {
    /// Returns the expressions for derivations from the start rule.
    pub(crate) fn new(tree: &Tree<'_>, start: usize) -> Shapes {
        let mut nodes: Vec<Shape> = tree.nodes.iter().map(|node| shape(&node.kind)).collect();
        for choice in &tree.choices {
            let alternatives = choice.alternatives.iter().map(|alternative| alternative.node);
            nodes[choice.node] = Shape::Choice(alternatives.collect());
        }
        let rules = tree.rules.iter();
        let rules = rules.map(|rule| ShapeRule {
            name: rule.name.to_owned(),
            ty: rule.ty,
            body: rule.node,
            weights: None,
            skips: false,
        });
        let rules: Vec<ShapeRule> = rules.collect();
        let index = |blank| rules.iter().position(|rule| rule.name == blank);
        let blanks: Vec<usize> = SKIPPED.into_iter().filter_map(index).collect();
        let ranges = tree.nodes.iter().map(|node| node.range.clone()).collect();
        let mut shapes = Shapes { nodes, ranges, rules, blanks };
        shapes.find_skips(tree, start);
        shapes.narrow(tree);
        shapes
    }

    /// Sets [`ShapeRule::skips`] for the rules that are reached in a context where white space is
    /// skipped.
    fn find_skips(&mut self, tree: &Tree<'_>, start: usize) {
        let mut is_seen = vec![[false; 2]; self.rules.len()];
        let mut open = vec![(start, !self.blanks.is_empty())];
        while let Some((rule, skips)) = open.pop() {
            let skips = self.skips_in(rule, skips);
            if !is_seen[rule][usize::from(skips)] {
                is_seen[rule][usize::from(skips)] = true;
                self.rules[rule].skips |= skips;
                open.extend(tree.calls(rule).map(|call| (call, skips)));
            }
        }
    }

    /// Returns whether white space is skipped in the rule, if `outer` is whether it is skipped in
    /// the caller.
    pub(crate) fn skips_in(&self, rule: usize, outer: bool) -> bool {
        match self.rules[rule].ty {
            _ if self.blanks.contains(&rule) => false,
            RuleType::Atomic | RuleType::CompoundAtomic => false,
            RuleType::NonAtomic => !self.blanks.is_empty(),
            RuleType::Normal | RuleType::Silent => outer,
        }
    }

    /// Removes from each class the characters that a predicate before the class excludes: for `!"\"" ~ ANY`
    /// the class contains no `"`.
    fn narrow(&mut self, tree: &Tree<'_>) {
        let sets = sets(self, tree);
        for number in 0..tree.rules.len() {
            // White space may be skipped between the predicate and the class, so the predicate may
            // test another character.
            if self.rules[number].skips {
                continue;
            }
            for node in tree.body(number) {
                let Kind::Seq(left, right) = tree.nodes[node].kind else { continue };
                let before = if let Kind::Seq(_, before) = tree.nodes[left].kind { before } else { left };
                let Kind::Not(refused) = tree.nodes[before].kind else { continue };
                if let (Some(refused), Shape::Class(set)) = (&sets[refused], &self.nodes[right]) {
                    self.nodes[right] = Shape::Class(set.difference(refused));
                }
            }
        }
    }

    /// Returns the weights of a choice, if it has any.
    pub(crate) fn weights(&self, choice: usize) -> Option<&[u32]> {
        let rule = &self.rules[self.rule_of(choice)];
        rule.weights.as_deref().filter(|_| rule.body == choice)
    }

    /// Returns the indices of the rule's expressions. Operands come before their operators.
    fn body(&self, rule: usize) -> Range<usize> {
        let before = rule.checked_sub(1).map_or(0, |before| self.rules[before].body + 1);
        before..self.rules[rule].body + 1
    }

    /// Returns the rule that contains the expression.
    pub(crate) fn rule_of(&self, node: usize) -> usize {
        self.rules.partition_point(|rule| rule.body < node)
    }
}

fn shape(kind: &Kind<'_>) -> Shape {
    match kind {
        Kind::Str(text) => Shape::Text(vec![text.clone()]),
        Kind::Insens(text) => Shape::Insensitive(text.clone()),
        Kind::Range(first, last) => Shape::Class(CharSet::range(*first, *last)),
        Kind::Slice(from, to) => Shape::Stack(Operation::Slice(*from, *to)),
        Kind::Call(rule) => Shape::Call(*rule),
        Kind::Builtin(name) => builtin_shape(name),
        Kind::And(_) | Kind::Not(_) => Shape::Nothing,
        Kind::Push(inner) => Shape::Push(*inner),
        Kind::Opt(inner) => Shape::Repeat { inner: *inner, least: 0, most: Some(1) },
        Kind::Repeat(inner, times) => {
            let most = times.most();
            // pest reads a repetition whose minimum is greater than its maximum as if both were the
            // maximum.
            let least = times.least().min(most.unwrap_or(u32::MAX));
            Shape::Repeat { inner: *inner, least, most }
        }
        Kind::Seq(left, right) => Shape::Seq(*left, *right),
        Kind::Choice(left, right) => Shape::Choice(vec![*left, *right]),
    }
}

fn builtin_shape(name: &str) -> Shape {
    match name {
        "SOI" | "EOI" => Shape::Nothing,
        "NEWLINE" => Shape::Text(["\n", "\r\n", "\r"].map(str::to_owned).into()),
        "PEEK" => Shape::Stack(Operation::Peek),
        "PEEK_ALL" => Shape::Stack(Operation::PeekAll),
        "POP" => Shape::Stack(Operation::Pop),
        "POP_ALL" => Shape::Stack(Operation::PopAll),
        "DROP" => Shape::Stack(Operation::Drop),
        _ => {
            let chars = names::chars(name);
            Shape::Class(chars.expect("a called name is a rule or built in"))
        }
    }
}

/// Returns for each expression the set of characters that it matches, or `None` unless every match is a
/// single character and does not depend on the text that follows.
fn sets(shapes: &Shapes, tree: &Tree<'_>) -> Vec<Option<CharSet>> {
    let calls: Vec<Vec<usize>> = (0..tree.rules.len()).map(|rule| tree.calls(rule).collect()).collect();
    let mut sets: Vec<Option<CharSet>> = vec![None; tree.nodes.len()];
    let mut budget = MOST_RANGES;
    for rule in callees_first(&calls) {
        for node in tree.body(rule) {
            let set = match &tree.nodes[node].kind {
                Kind::Str(text) => {
                    let mut chars = text.chars();
                    chars.next().filter(|_| chars.next().is_none()).map(CharSet::single)
                }
                Kind::Call(rule) => sets[tree.rules[*rule].node].clone(),
                Kind::Choice(one, other) => match (&sets[*one], &sets[*other]) {
                    (Some(one), Some(other)) if budget > 0 => {
                        budget = budget.saturating_sub(one.ranges().len() + other.ranges().len());
                        Some(one.union(other))
                    }
                    _ => None,
                },
                _ => match &shapes.nodes[node] {
                    Shape::Class(set) => Some(set.clone()),
                    _ => None,
                },
            };
            sets[node] = set;
        }
    }
    sets
}

/// The size of a derivation: the number of its characters, calls and repetitions. [`u64::MAX`] if there
/// is no derivation.
pub(crate) type Cost = u64;

/// Returns the size of the smallest derivation from each expression.
pub(crate) fn costs(shapes: &Shapes) -> Vec<Cost> {
    least(shapes, 1)
}

/// Returns the size of the smallest derivation from each expression if a call or a repetition counts as
/// `step`.
///
/// This is Knuth's generalization of Dijkstra's algorithm: expressions are settled in the order of their
/// costs, so each is visited once for each of its operands.
fn least(shapes: &Shapes, step: Cost) -> Vec<Cost> {
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); shapes.nodes.len()];
    let mut open: BinaryHeap<Reverse<(Cost, usize)>> = BinaryHeap::new();
    for (node, shape) in shapes.nodes.iter().enumerate() {
        match shape {
            Shape::Call(rule) => users[shapes.rules[*rule].body].push(node),
            Shape::Seq(left, right) => {
                users[*left].push(node);
                users[*right].push(node);
            }
            Shape::Choice(alternatives) => {
                let weights = shapes.weights(node);
                for (index, &one) in alternatives.iter().enumerate() {
                    if weights.is_none_or(|weights| weights[index] > 0) {
                        users[one].push(node);
                    }
                }
            }
            Shape::Repeat { least: 0, .. } => open.push(Reverse((step, node))),
            Shape::Repeat { inner, .. } | Shape::Push(inner) => users[*inner].push(node),
            Shape::Class(set) if set.is_empty() => {}
            Shape::Class(_) => open.push(Reverse((1, node))),
            Shape::Text(texts) => {
                open.extend(texts.iter().map(|text| Reverse((text.chars().count() as u64, node))));
            }
            Shape::Insensitive(text) => open.push(Reverse((text.chars().count() as u64, node))),
            Shape::Nothing | Shape::Stack(_) => open.push(Reverse((0, node))),
        }
    }
    let mut costs = vec![Cost::MAX; shapes.nodes.len()];
    while let Some(Reverse((cost, node))) = open.pop() {
        if costs[node] <= cost {
            continue;
        }
        costs[node] = cost;
        for &user in &users[node] {
            let derived = match &shapes.nodes[user] {
                Shape::Seq(left, right) => costs[*left].saturating_add(costs[*right]),
                Shape::Call(_) => cost.saturating_add(step),
                Shape::Repeat { least, .. } => cost.saturating_mul(u64::from(*least)).saturating_add(step),
                _ => cost,
            };
            if derived < costs[user] {
                open.push(Reverse((derived, user)));
            }
        }
    }
    costs
}

/// The shortest paths from a rule to the expressions that a derivation of its strings can use.
#[derive(Debug, Clone)]
pub(crate) struct Paths {
    /// The predecessor of each expression, or `None` if the expression is unreachable. The rule's
    /// body is its own predecessor.
    from: Vec<Option<usize>>,
}

impl Paths {
    /// Searches from the body of the rule. In a rule that skips white space, the rules `WHITESPACE` and
    /// `COMMENT` are reachable, too.
    pub(crate) fn new(shapes: &Shapes, costs: &[Cost], rule: usize) -> Paths {
        let mut from = vec![None; shapes.nodes.len()];
        let mut open = BinaryHeap::from([Reverse((0u64, shapes.rules[rule].body, shapes.rules[rule].body))]);
        while let Some(Reverse((far, node, before))) = open.pop() {
            if from[node].is_some() {
                continue;
            }
            from[node] = Some(before);
            let mut reach = |next: usize, more: Cost| {
                if from[next].is_none() {
                    open.push(Reverse((far.saturating_add(more), next, node)));
                }
            };
            match &shapes.nodes[node] {
                Shape::Call(rule) => reach(shapes.rules[*rule].body, 1),
                Shape::Seq(left, right) => {
                    reach(*left, costs[*right]);
                    reach(*right, costs[*left]);
                    let both = costs[*left].saturating_add(costs[*right]);
                    blanks(shapes, node).for_each(|blank| reach(blank, both));
                }
                Shape::Choice(alternatives) => alternatives.iter().for_each(|&one| reach(one, 0)),
                Shape::Repeat { inner, least, most } => {
                    reach(*inner, costs[*inner].saturating_mul(u64::from(least.saturating_sub(1))));
                    if most.is_none_or(|most| most > 1) {
                        let items = costs[*inner].saturating_mul(u64::from((*least).max(2)));
                        blanks(shapes, node).for_each(|blank| reach(blank, items));
                    }
                }
                Shape::Push(inner) => reach(*inner, 0),
                _ => {}
            }
        }
        Paths { from }
    }

    pub(crate) fn reaches(&self, node: usize) -> bool {
        self.from[node].is_some()
    }

    /// Returns the expressions on the path to `node`, from the outermost to `node` itself.
    pub(crate) fn to(&self, node: usize) -> Vec<usize> {
        let mut path = vec![node];
        let mut at = node;
        while let Some(before) = self.from[at].filter(|&before| before != at) {
            path.push(before);
            at = before;
        }
        path.reverse();
        path
    }
}

/// Returns the bodies of the white space rules, if white space may be skipped within the
/// expression.
fn blanks(shapes: &Shapes, node: usize) -> impl Iterator<Item = usize> {
    let blanks = if shapes.rules[shapes.rule_of(node)].skips { &shapes.blanks[..] } else { &[] };
    blanks.iter().map(|&blank| shapes.rules[blank].body)
}

/// A length that no string reaches. It is so small that its sum over all tasks of a derivation fits
/// into 64 bits.
const UNBOUNDED: u64 = 1 << 32;

/// The minimum and the maximum number of characters, each at most [`UNBOUNDED`] except in sums.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Length {
    pub(super) least: u64,
    pub(super) most: u64,
}

impl Length {
    pub(super) fn and(self, other: Length) -> Length {
        Length { least: self.least + other.least, most: self.most + other.most }
    }

    /// Undoes [`Length::and`].
    pub(super) fn without(self, other: Length) -> Length {
        Length { least: self.least - other.least, most: self.most - other.most }
    }

    /// Returns the length of a repetition.
    pub(super) fn times(self, least: u32, most: Option<u32>) -> Length {
        let times = |length: u64, times: u64| length.saturating_mul(times).min(UNBOUNDED);
        Length {
            least: times(self.least, u64::from(least)),
            most: times(self.most, most.map_or(UNBOUNDED, u64::from)),
        }
    }
}

/// The bounds of the lengths of the strings derived from each expression.
#[derive(Debug, Clone)]
pub(super) struct Lengths(Vec<Length>);

impl Lengths {
    pub(super) fn new(shapes: &Shapes) -> Lengths {
        let least = least(shapes, 0).into_iter().map(|least| least.min(UNBOUNDED));
        Lengths(least.zip(most(shapes)).map(|(least, most)| Length { least, most }).collect())
    }

    pub(super) fn of(&self, node: usize) -> Length {
        self.0[node]
    }
}

/// Returns the maximum number of characters that each expression matches. Recursive expressions are
/// unbounded, and so are expressions in which white space may be skipped.
fn most(shapes: &Shapes) -> Vec<u64> {
    let bodies = || (0..shapes.rules.len()).map(|rule| shapes.body(rule));
    let call = |node: usize| if let Shape::Call(rule) = shapes.nodes[node] { Some(rule) } else { None };
    let calls: Vec<Vec<usize>> = bodies().map(|body| body.filter_map(call).collect()).collect();
    let mut most = vec![UNBOUNDED; shapes.nodes.len()];
    for rule in callees_first(&calls) {
        let skips = shapes.rules[rule].skips;
        for node in shapes.body(rule) {
            most[node] = match &shapes.nodes[node] {
                Shape::Nothing | Shape::Stack(Operation::Drop) => 0,
                Shape::Text(texts) => texts.iter().map(|text| text.chars().count() as u64).fold(0, u64::max),
                Shape::Insensitive(text) => text.chars().count() as u64,
                Shape::Class(_) => 1,
                Shape::Call(rule) => most[shapes.rules[*rule].body],
                Shape::Seq(..) if skips => UNBOUNDED,
                Shape::Seq(left, right) => most[*left] + most[*right],
                Shape::Choice(alternatives) => alternatives.iter().map(|&one| most[one]).fold(0, u64::max),
                Shape::Repeat { most: times, .. } if skips && *times != Some(1) => UNBOUNDED,
                Shape::Repeat { inner, most: times, .. } => {
                    Length { least: 0, most: most[*inner] }.times(0, *times).most
                }
                Shape::Push(inner) => most[*inner],
                Shape::Stack(_) => UNBOUNDED,
            }
            .min(UNBOUNDED);
        }
    }
    most
}
