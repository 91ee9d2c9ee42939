//! Limits that bound the time, memory and stack space for processing a grammar.
//!
//! Except for pest's optimizer, all later steps take time and memory linear in the sizes that are limited here.
//! The operand of a repetition counts as often as the optimizer copies it. A term, or a character of a string,
//! takes about 200 bytes in each context in which its rule is called. There are six contexts: with or without
//! skipped white space, and with nodes, without nodes, or in a predicate.

use std::ops::AddAssign;

use crate::pest::fault::FaultAt;
use crate::pest::names::is_skipped;
use crate::pest::rules::RuleType;
use crate::pest::tree::{Kind, Times, Tree};

/// The maximum depth of nested brackets in a rule, of nested operators without brackets, and of nested comments.
/// Functions of this crate recurse on the first two, and pest's own parser recurses on all three.
pub(crate) const MAX_NESTING: usize = 200;
/// The maximum number of terms and operators in a rule.
const MAX_RULE: u64 = 4096;
/// The maximum sum, in a rule, of the squared sizes of its branches, which are alternatives and operands of `?`
/// and of repetitions. The running time of pest's optimizer is proportional to this sum.
const MAX_BRANCHES: u64 = 1 << 25;
/// The maximum number of terms and operators in all rules together.
const MAX_TERMS: u64 = 1 << 16;
/// The maximum total length, in characters, of all strings.
const MAX_STRINGS: u64 = 1 << 20;
/// The maximum total length, in characters, of the names in all calls.
const MAX_NAMES: u64 = 1 << 22;

/// Returns the message for nesting deeper than [`MAX_NESTING`].
pub(crate) fn too_deep() -> String {
    format!("nesting deeper than {MAX_NESTING}")
}

/// Refuses rules that are too large.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule has its node; sizes saturate"
)]
pub(crate) fn check(tree: &Tree<'_>) -> Result<(), FaultAt> {
    let extents = extents(tree);
    let mut size = Size::default();
    for rule in &tree.rules {
        let extent = extents[rule.node];
        size += extent.size;
        let message = if extent.depth > MAX_NESTING {
            Some(too_deep())
        } else if extent.size.terms > MAX_RULE {
            Some(format!("a rule of more than {MAX_RULE} terms, with repetitions expanded"))
        } else if extent.branches > MAX_BRANCHES {
            let advice = "move some to a rule of their own";
            Some(format!("a rule whose alternatives and repetitions nest too many terms; {advice}"))
        } else {
            size.excess()
        };
        if let Some(message) = message {
            return Err(FaultAt::new(tree.nodes[rule.node].range.clone(), message));
        }
    }
    Ok(())
}

/// Returns the sizes of all expressions with their repetitions expanded, in the order of `tree.nodes`.
///
/// ```
/// use urigram_grammar::Grammar;
/// use urigram_grammar::tree::sizes;
///
/// let grammar = Grammar::read("hour = { '0'..'9'{2} }", "hour.pest")?;
/// let tree = grammar.tree()?;
/// assert_eq!(sizes(&tree)[tree.rules[0].node].excess(), None, "far below the limits");
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[must_use]
pub fn sizes(tree: &Tree<'_>) -> Vec<Size> {
    extents(tree).into_iter().map(|extent| extent.size).collect()
}

/// The size of an expression once its repetitions are expanded.
#[derive(Debug, Clone, Copy, Default)]
pub struct Size {
    /// The number of terms and operators.
    terms: u64,
    /// The total length of strings, in characters.
    strings: u64,
    /// The total length of the names in calls, in bytes, as names are ASCII.
    names: u64,
}

impl Size {
    /// Returns the size of a call of the rule of that name.
    #[must_use]
    pub fn of_call(name: &str) -> Size {
        Size { terms: 1, names: name.len() as u64, ..Size::default() }
    }

    /// Returns the error message for a grammar of this size, if the size exceeds a limit.
    #[must_use]
    pub fn excess(self) -> Option<String> {
        let (most, what) = if self.terms > MAX_TERMS {
            (MAX_TERMS, "terms")
        } else if self.strings > MAX_STRINGS {
            (MAX_STRINGS, "characters in strings, with repetitions expanded")
        } else if self.names > MAX_NAMES {
            (MAX_NAMES, "characters in the names of calls, with repetitions expanded")
        } else {
            return None;
        };
        Some(format!("a grammar of more than {most} {what}"))
    }

    fn times(self, copies: u64) -> Size {
        Size {
            terms: self.terms.saturating_mul(copies),
            strings: self.strings.saturating_mul(copies),
            names: self.names.saturating_mul(copies),
        }
    }
}

impl AddAssign for Size {
    fn add_assign(&mut self, other: Size) {
        self.terms = self.terms.saturating_add(other.terms);
        self.strings = self.strings.saturating_add(other.strings);
        self.names = self.names.saturating_add(other.names);
    }
}

/// The measures of an expression that have limits.
#[derive(Clone, Copy)]
struct Extent {
    size: Size,
    /// The maximum number of nested unary operators, plus one for the term in them.
    depth: usize,
    /// The sum of the squared sizes of branches: see [`MAX_BRANCHES`].
    branches: u64,
}

/// Returns the extent of each expression of the tree.
#[expect(clippy::indexing_slicing, reason = "a rule has its nodes")]
fn extents(tree: &Tree<'_>) -> Vec<Extent> {
    let has_spaces = tree.rules.iter().any(|rule| is_skipped(rule.name));
    let mut extents: Vec<Extent> = Vec::with_capacity(tree.nodes.len());
    for (number, rule) in tree.rules.iter().enumerate() {
        let is_atomic = matches!(rule.ty, RuleType::Atomic | RuleType::CompoundAtomic);
        // Where white space is skipped, `e*` becomes `(e ~ (space ~ e)*)?`, with two copies of `e`.
        let star = if has_spaces && !is_atomic { 2 } else { 1 };
        for node in &tree.nodes[tree.body(number)] {
            extents.push(extent(tree, &node.kind, &extents, star));
        }
    }
    extents
}

/// Computes the extent of an expression from the extents of its operands. `star` is the number of copies of an
/// operand of `*`.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "operands come before their operators; copies are some more than 32 bits count; a depth is \
              below the number of nodes"
)]
fn extent(tree: &Tree<'_>, kind: &Kind<'_>, extents: &[Extent], star: u64) -> Extent {
    let (copies, depth) = match kind {
        Kind::Repeat(_, Times::Any) => (star, 1),
        Kind::Repeat(_, Times::Once) => (1 + star, 1),
        Kind::Repeat(_, Times::Least(least)) => (u64::from(*least) + star, 1),
        Kind::Repeat(_, times) => (1 + u64::from(times.most().unwrap_or(0)), 1),
        Kind::Seq(..) | Kind::Choice(..) => (1, 0),
        _ => (1, 1),
    };
    let mut size = match kind {
        Kind::Str(text) | Kind::Insens(text) => {
            Size { terms: 1, strings: text.chars().count() as u64, ..Size::default() }
        }
        Kind::Call(rule) => Size::of_call(tree.rules[*rule].name),
        Kind::Builtin(name) => Size::of_call(name),
        _ => Size { terms: 1, ..Size::default() },
    };
    let (mut inner, mut branches) = (0, 0u64);
    for operand in kind.operands() {
        let is_branch = match kind {
            Kind::Choice(..) => !matches!(tree.nodes[operand].kind, Kind::Choice(..)),
            kind => matches!(kind, Kind::Opt(_) | Kind::Repeat(..)),
        };
        let operand = extents[operand];
        size += operand.size;
        inner = inner.max(operand.depth);
        let own = if is_branch { operand.size.terms.saturating_pow(2) } else { 0 };
        branches = branches.saturating_add(operand.branches).saturating_add(own);
    }
    Extent { size: size.times(copies), depth: inner + depth, branches: branches.saturating_mul(copies) }
}
