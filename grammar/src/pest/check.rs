//! Finds the faults for which pest refuses a grammar.
//!
//! `pest_meta`'s validator follows every call again, so it would take years for sixty rules that each call the next
//! twice. This module visits each expression a bounded number of times instead. It runs `pest_meta` only for small
//! grammars that use pest's stack, to find repetitions that are endless because of the stack.
//! `grammar/tests/grammar/as_pest/` compares the results with `pest_meta`'s.
#![allow(clippy::indexing_slicing, reason = "a node or a rule is one of the tree")]

use pest::Span;
use pest::error::InputLocation;
use pest_meta::parser::{ParserExpr, ParserNode, ParserRule};
use pest_meta::validator::validate_ast;

use crate::pest::fault::FaultAt;
use crate::pest::left_recursion;
use crate::pest::left_recursion::{Facts, NO_PROGRESS};
use crate::pest::names::{is_skipped, is_stack};
use crate::pest::optimize;
use crate::pest::tree::{Kind, Node, Times, Tree};
use crate::walk::walk;

/// Returns the faults in the order of the text. The messages are `pest_meta`'s, except for left recursion.
pub(crate) fn check(tree: &Tree<'_>, text: &str) -> Vec<FaultAt> {
    let facts = Facts::of(tree);
    let recursion = left_recursion::recursion(tree, &facts, text);
    if recursion.is_empty() && uses_stack(tree) && is_small(tree, &facts) {
        return validate_by_pest(tree, text);
    }
    let mut faults = recursion;
    faults.extend(repetitions(tree, &facts));
    faults.extend(choices(tree, &facts));
    faults.extend(skipped(tree, &facts));
    faults.sort_by_key(|fault| (fault.range.start, fault.range.end));
    faults
}

fn uses_stack(tree: &Tree<'_>) -> bool {
    tree.nodes.iter().any(|node| match node.kind {
        Kind::Push(_) | Kind::Slice(..) => true,
        Kind::Builtin(name) => is_stack(name),
        _ => false,
    })
}

/// The maximum number of expressions in a grammar that `pest_meta` validates. It takes up to a millisecond for each,
/// because it follows an expression once for each of up to 3000 stacks.
const MAX_EXPRESSIONS: usize = 2048;
/// The maximum number of steps in which `pest_meta` follows calls. A step takes up to a microsecond.
const MAX_STEPS: u64 = 1 << 18;

/// Returns whether a grammar without left recursion is small enough for `pest_meta`. In larger grammars,
/// repetitions that are endless because of the stack remain undetected. That is acceptable, because rules that use
/// the stack are only run by pest itself, or with a limit on steps.
fn is_small(tree: &Tree<'_>, facts: &Facts) -> bool {
    if tree.nodes.len() > MAX_EXPRESSIONS {
        return false;
    }
    let calls = tree.rules.iter().map(|rule| left_recursion::calls(tree, facts, rule.node));
    let calls: Vec<Vec<usize>> = calls.map(|calls| calls.iter().map(|call| call.rule).collect()).collect();
    let order = walk(&calls).order;
    let mut steps = vec![0u64; tree.nodes.len()];
    // The first pass counts a recursive call as 0 steps, because the steps of the called rule are not known yet. The
    // second pass uses the counts of the first.
    for &rule in order.iter().chain(&order) {
        for node in tree.body(rule) {
            let followed = match tree.nodes[node].kind {
                Kind::Call(rule) => steps[tree.rules[rule].node],
                Kind::Seq(left, _) if !facts.can_be_passed(left) => steps[left],
                ref kind => kind.operands().fold(0, |sum, operand| steps[operand].saturating_add(sum)),
            };
            steps[node] = followed.saturating_add(1);
        }
    }
    steps.into_iter().fold(0, u64::saturating_add) <= MAX_STEPS
}

fn validate_by_pest(tree: &Tree<'_>, text: &str) -> Vec<FaultAt> {
    let rules = tree.rules.iter().map(|rule| {
        let node = parser_node(tree, text, rule.node);
        ParserRule { name: rule.name.to_owned(), span: node.span, ty: optimize::pest_type(rule.ty), node }
    });
    let fault = |error: pest::error::Error<_>| {
        let (InputLocation::Span((start, end)), message) = (error.location, error.variant.message()) else {
            unreachable!("`pest_meta` reports expressions")
        };
        FaultAt::new(start..end, message)
    };
    validate_ast(&rules.collect()).into_iter().map(fault).collect()
}

/// Converts an expression to `pest_meta`'s type.
///
/// Recurses within one rule; reading the grammar limits the size of a rule.
fn parser_node<'s>(tree: &Tree<'_>, text: &'s str, node: usize) -> ParserNode<'s> {
    let boxed = |node: usize| Box::new(parser_node(tree, text, node));
    let expr = match &tree.nodes[node].kind {
        Kind::Str(text) => ParserExpr::Str(text.clone()),
        Kind::Insens(text) => ParserExpr::Insens(text.clone()),
        Kind::Range(first, last) => ParserExpr::Range(first.to_string(), last.to_string()),
        Kind::Slice(from, to) => ParserExpr::PeekSlice(*from, *to),
        Kind::Call(rule) => ParserExpr::Ident(tree.rules[*rule].name.to_owned()),
        Kind::Builtin(name) => ParserExpr::Ident((*name).to_owned()),
        Kind::And(inner) => ParserExpr::PosPred(boxed(*inner)),
        Kind::Not(inner) => ParserExpr::NegPred(boxed(*inner)),
        Kind::Push(inner) => ParserExpr::Push(boxed(*inner)),
        Kind::Opt(inner) => ParserExpr::Opt(boxed(*inner)),
        Kind::Repeat(inner, times) => match *times {
            Times::Any => ParserExpr::Rep(boxed(*inner)),
            Times::Once => ParserExpr::RepOnce(boxed(*inner)),
            Times::Exactly(count) => ParserExpr::RepExact(boxed(*inner), count),
            Times::Least(least) => ParserExpr::RepMin(boxed(*inner), least),
            Times::Most(most) => ParserExpr::RepMax(boxed(*inner), most),
            Times::Between(least, most) => ParserExpr::RepMinMax(boxed(*inner), least, most),
        },
        Kind::Seq(left, right) => ParserExpr::Seq(boxed(*left), boxed(*right)),
        Kind::Choice(left, right) => ParserExpr::Choice(boxed(*left), boxed(*right)),
    };
    let range = tree.nodes[node].range.clone();
    let span = Span::new(text, range.start, range.end).expect("an expression lies in the text");
    ParserNode { expr, span }
}

fn fault(node: &Node<'_>, message: impl Into<String>) -> FaultAt {
    FaultAt::new(node.range.clone(), message)
}

fn repetitions(tree: &Tree<'_>, facts: &Facts) -> Vec<FaultAt> {
    let faults = tree.nodes.iter().filter_map(|node| match node.kind {
        Kind::Repeat(inner, Times::Any | Times::Once | Times::Least(_)) => {
            Some(fault(node, format!("expression inside repetition {}", why_endless(facts, inner)?)))
        }
        _ => None,
    });
    faults.collect()
}

/// Returns `pest_meta`'s message if a repetition of the expression may be endless.
fn why_endless(facts: &Facts, node: usize) -> Option<&'static str> {
    if facts.matches_always[node] {
        Some("cannot fail and will repeat infinitely")
    } else if facts.may_be_empty[node] {
        Some(NO_PROGRESS)
    } else {
        None
    }
}

fn choices(tree: &Tree<'_>, facts: &Facts) -> Vec<FaultAt> {
    let faults = tree.nodes.iter().filter_map(|node| {
        let Kind::Choice(left, _) = node.kind else { return None };
        let before = if let Kind::Choice(_, last) = tree.nodes[left].kind { last } else { left };
        let hides_the_rest = facts.matches_always[before];
        let message = "expression cannot fail; following choices cannot be reached";
        hides_the_rest.then(|| fault(&tree.nodes[before], message))
    });
    faults.collect()
}

/// Returns the faults of `WHITESPACE` and `COMMENT`, which pest repeats implicitly.
fn skipped(tree: &Tree<'_>, facts: &Facts) -> Vec<FaultAt> {
    let rules = tree.rules.iter().filter(|rule| is_skipped(rule.name));
    let faults = rules.filter_map(|rule| {
        let why = why_endless(facts, rule.node)?;
        Some(fault(&tree.nodes[rule.node], format!("{} {why}", rule.name)))
    });
    faults.collect()
}
