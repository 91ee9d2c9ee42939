//! Limits that bound the time, memory and stack for working on the rules of a grammar.

use crate::pest::meta::fault::FaultAt;
use crate::pest::meta::tree::{Kind, Times, Tree};
use crate::pest::rules::RuleType;

/// The depth of brackets in a rule, of operators without brackets in a rule, and of comments. Functions recurse on
/// the first two, and pest's own parser, which is to read the same text, on all of them.
pub(crate) const MAX_NESTING: usize = 200;
/// The expressions of a rule once its repetitions are written out.
const MAX_RULE: u64 = 4096;
/// The expressions of all rules together.
pub(crate) const MAX_GRAMMAR: u64 = 1 << 16;

/// The characters of all strings, repetitions written out.
const MAX_STRINGS: u64 = 1 << 20;

/// Returns the message for what exceeds [`MAX_NESTING`].
pub(crate) fn deep() -> String {
    format!("nesting deeper than {MAX_NESTING}")
}

/// Refuses rules that are too large.
pub(crate) fn check(tree: &Tree<'_>) -> Result<(), FaultAt> {
    let extents = extents(tree);
    let (mut terms, mut chars) = (0u64, 0u64);
    for rule in &tree.rules {
        let extent = extents[rule.node];
        terms = terms.saturating_add(extent.terms);
        chars = chars.saturating_add(extent.chars);
        let message = if extent.depth > MAX_NESTING {
            deep()
        } else if extent.terms > MAX_RULE {
            format!("a rule of more than {MAX_RULE} terms, repetitions written out")
        } else if terms > MAX_GRAMMAR {
            format!("a grammar of more than {MAX_GRAMMAR} terms")
        } else if chars > MAX_STRINGS {
            format!("a grammar of more than {MAX_STRINGS} characters in strings, repetitions written out")
        } else {
            continue;
        };
        return Err(FaultAt { range: tree.nodes[rule.node].range.clone(), message });
    }
    Ok(())
}

/// Returns the number of terms and operators of each expression, repetitions written out.
pub(crate) fn sizes(tree: &Tree<'_>) -> Vec<u64> {
    extents(tree).into_iter().map(|extent| extent.terms).collect()
}

#[derive(Clone, Copy)]
struct Extent {
    /// Terms and operators, once repetitions are written out.
    terms: u64,
    /// The characters in strings, likewise.
    chars: u64,
    /// Operators with one operand around the innermost term, which counts as one.
    depth: usize,
}

/// Returns the extent of each expression.
fn extents(tree: &Tree<'_>) -> Vec<Extent> {
    let has_spaces = tree.rules.iter().any(|rule| matches!(rule.name, "WHITESPACE" | "COMMENT"));
    let mut extents: Vec<Extent> = Vec::with_capacity(tree.nodes.len());
    for (number, rule) in tree.rules.iter().enumerate() {
        let is_atomic = matches!(rule.ty, RuleType::Atomic | RuleType::CompoundAtomic);
        // Where white space may be skipped, `e*` is `(e ~ (space ~ e)*)?`.
        let star = if has_spaces && !is_atomic { 2 } else { 1 };
        for node in &tree.nodes[tree.body(number)] {
            extents.push(extent(&node.kind, &extents, star));
        }
    }
    extents
}

/// Returns the extent of an expression from those of its operands. `*` writes its operand out `star` times.
fn extent(kind: &Kind<'_>, extents: &[Extent], star: u64) -> Extent {
    let (copies, depth) = match kind {
        Kind::Repeat(_, Times::Any) => (star, 1),
        Kind::Repeat(_, Times::Once) => (1 + star, 1),
        Kind::Repeat(_, Times::Least(least)) => (u64::from(*least) + star, 1),
        Kind::Repeat(_, times) => (1 + u64::from(times.most().unwrap_or(0)), 1),
        Kind::Seq(..) | Kind::Choice(..) => (1, 0),
        _ => (1, 1),
    };
    let chars = match kind {
        Kind::Str(text) | Kind::Insens(text) => text.chars().count() as u64,
        _ => 0,
    };
    let mut whole = Extent { terms: 1, chars, depth: 0 };
    for operand in kind.operands().map(|operand| extents[operand]) {
        whole.terms = whole.terms.saturating_add(operand.terms);
        whole.chars = whole.chars.saturating_add(operand.chars);
        whole.depth = whole.depth.max(operand.depth);
    }
    Extent {
        terms: whole.terms.saturating_mul(copies),
        chars: whole.chars.saturating_mul(copies),
        depth: whole.depth + depth,
    }
}
