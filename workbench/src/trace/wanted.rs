//! What was tried at the furthest offset that a match reached, and failed there.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "`common` is at most the number of open rules, and a rule is left once"
)]

use rustc_hash::FxHashSet;

use urigram_grammar::OptimizedExpr as Expr;

/// The furthest byte offset at which a match tried strings or characters that all failed, and what they are: it says more
/// than [`Failure`](crate::Failure) does about silent and atomic rules.
///
/// ```
/// use urigram_grammar::{Grammar, OptimizedExpr};
/// use urigram_workbench::Machine;
///
/// let source = r#"list = { "[" ~ (item ~ ("," ~ item)*)? ~ "]" } item = { list | number } number = @{ '0'..'9'+ }"#;
/// let grammar = Grammar::read(source, "list.pest")?;
/// let machine = Machine::new(&grammar);
/// let wanted = machine.wanted("list", "[1,[2]3]", &[], 1_000)?.unwrap();
/// assert_eq!((wanted.at, wanted.within), (6, Some("list")));
/// let string = |text: &str| OptimizedExpr::Str(text.to_owned());
/// assert_eq!(wanted.terms, [&string(","), &string("]")]);
/// assert_eq!(machine.wanted("list", "[1,[2]]", &[], 1_000)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted<'g> {
    /// The offset.
    pub at: usize,
    /// The strings, ranges, calls of builtins and operations on the stack that failed there, in the order in which they were
    /// first tried. What a negative predicate tries is not wanted, and neither is white space that pest skips.
    pub terms: Vec<&'g Expr>,
    /// Whether the text could have ended there.
    pub end: bool,
    /// The innermost rule that makes a node, if it were to match, and that called all of them, directly or indirectly.
    pub within: Option<&'g str>,
    /// Those of the terms that were tried outside of the named rules, or in one that began before the offset.
    pub outside: Vec<&'g Expr>,
}

/// Collects what failed at the furthest offset so far.
#[derive(Default)]
pub(super) struct Collector<'m> {
    /// The names of rules whose terms are told from others.
    named: FxHashSet<&'m str>,
    at: usize,
    terms: Vec<&'m Expr>,
    outside: Vec<&'m Expr>,
    known: FxHashSet<*const Expr>,
    end: bool,
    /// For each open rule, the innermost one around it, or itself, that is reported.
    open: Vec<Option<Rule<'m>>>,
    /// The number of open rules that were open each time.
    common: usize,
    within: Option<&'m str>,
    /// The number of matches of white space and comments that are being skipped.
    pub(super) blanks: usize,
}

/// A rule that is reported.
#[derive(Clone, Copy)]
struct Rule<'m> {
    name: &'m str,
    /// The offset at which it was tried.
    start: usize,
    /// Whether it is one of the named rules, or one of those around it that were tried at the same offset is.
    is_named: bool,
}

impl<'m> Collector<'m> {
    pub(super) fn new(named: &[&'m str]) -> Self {
        Self { named: named.iter().copied().collect(), ..Self::default() }
    }

    pub(super) fn begin(&mut self, rule: Option<&'m str>, start: usize) {
        let around = self.open.last().copied().flatten();
        let rule = rule.map(|name| {
            let is_in_named = around.is_some_and(|around| around.start == start && around.is_named);
            Rule { name, start, is_named: is_in_named || self.named.contains(name) }
        });
        self.open.push(rule.or(around));
    }

    pub(super) fn end(&mut self) {
        self.open.pop();
        self.common = self.common.min(self.open.len());
    }

    /// Records that an expression failed that calls no rule, or that the text does not end there if it is `None`.
    pub(super) fn failed(&mut self, term: Option<&'m Expr>, at: usize) {
        // Whether the text ends here is recorded by itself, and no text begins here.
        let is_edge = matches!(term, Some(Expr::Ident(name)) if matches!(name.as_str(), "SOI" | "EOI"));
        if is_edge || self.blanks > 0 || at < self.at {
            return;
        }
        let is_first = self.terms.is_empty() && !self.end;
        if is_first || at > self.at {
            self.at = at;
            self.terms.clear();
            self.outside.clear();
            // To clear a set takes the time of its capacity, which another offset may have made large.
            self.known = FxHashSet::default();
            self.end = false;
            self.common = self.open.len();
        }
        match term {
            None => self.end = true,
            Some(term) if self.known.insert(term) => {
                self.terms.push(term);
                self.outside.extend((!self.is_in_named(at)).then_some(term));
            }
            Some(_) => {}
        }
        self.within = self.common.checked_sub(1).and_then(|last| self.open[last]).map(|rule| rule.name);
    }

    /// Returns whether one of the named rules was tried at this offset and is still open.
    fn is_in_named(&self, at: usize) -> bool {
        self.open.last().copied().flatten().is_some_and(|rule| rule.start == at && rule.is_named)
    }

    /// Returns `None` if nothing has failed but predicates.
    pub(super) fn wanted(self) -> Option<Wanted<'m>> {
        let Collector { at, terms, end, within, outside, .. } = self;
        (end || !terms.is_empty()).then_some(Wanted { at, terms, end, within, outside })
    }
}
