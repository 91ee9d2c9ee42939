//! Which rules were tried where a match failed, as pest keeps track of it.
//!
//! pest reports the furthest place at which a rule failed, and the rules that failed there. A rule takes the place of
//! those that it called at the same place, unless that was just one.

use std::mem;

/// Where a rule fails to match a text, and what pest would have accepted there.
///
/// ```
/// use urigram_grammar::{Grammar, Machine};
///
/// let source = r#"list = { "[" ~ (item ~ ("," ~ item)*)? ~ "]" } item = { list | number } number = @{ '0'..'9'+ }"#;
/// let grammar = Grammar::read(source, "list.pest")?;
/// let machine = Machine::new(&grammar);
/// let failure = machine.failure("list", "[1,[2],x]", 1_000)?.unwrap();
/// assert_eq!((failure.at, failure.expected, failure.within), (7, vec!["item"], Some("list")));
/// assert_eq!(machine.failure("list", "[1,[2]]", 1_000)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure<'g> {
    /// The byte of the text: the furthest one at which a rule was tried and failed. Rules that make no node, because
    /// they are silent or called by an atomic rule, do not count.
    pub at: usize,
    /// The rules of which one had to match there, by their names, and `EOI` where the text had to end.
    pub expected: Vec<&'g str>,
    /// The rules that must not match there and did.
    pub unexpected: Vec<&'g str>,
    /// The rule that called them, if it is the same for all.
    pub within: Option<&'g str>,
}

/// The rules that were tried at the furthest place so far.
#[derive(Default)]
pub(super) struct Attempts<'m> {
    at: usize,
    expected: Vec<Attempt<'m>>,
    unexpected: Vec<Attempt<'m>>,
    open: Vec<Open<'m>>,
    /// The most attempts that were kept at the same time.
    most: usize,
}

#[derive(Clone, Copy)]
struct Attempt<'m> {
    rule: &'m str,
    within: Option<&'m str>,
}

/// A rule that is being matched, and the state in which it began.
struct Open<'m> {
    /// Its name, if it is reported.
    rule: Option<&'m str>,
    /// The rule around it that is reported.
    within: Option<&'m str>,
    start: usize,
    is_forbidden: bool,
    expected: usize,
    unexpected: usize,
}

impl<'m> Attempts<'m> {
    /// Notes that a rule begins; `None` for one that is not reported. A rule that is forbidden is reported where it
    /// matches.
    pub(super) fn begin(&mut self, rule: Option<&'m str>, start: usize, is_forbidden: bool) {
        let within = self.open.last().and_then(|around| around.rule.or(around.within));
        let (expected, unexpected) = self.counts(start);
        self.open.push(Open { rule, within, start, is_forbidden, expected, unexpected });
    }

    /// Notes that the rule that began last matches or fails. Returns the memory that this takes, in bytes.
    #[expect(clippy::arithmetic_side_effects, reason = "each attempt is in memory, more than a byte")]
    pub(super) fn end(&mut self, is_match: bool) -> usize {
        let Some(Open { rule: Some(rule), within, start, is_forbidden, expected, unexpected }) =
            self.open.pop()
        else {
            return 0;
        };
        let (expected_now, unexpected_now) = self.counts(start);
        let by_children = (expected_now + unexpected_now).checked_sub(expected + unexpected);
        if is_match != is_forbidden || start < self.at || by_children == Some(1) {
            return 0;
        }
        if start > self.at {
            self.at = start;
        }
        self.expected.truncate(expected);
        self.unexpected.truncate(unexpected);
        let attempts = if is_forbidden { &mut self.unexpected } else { &mut self.expected };
        attempts.push(Attempt { rule, within });
        let count = self.expected.len() + self.unexpected.len();
        let more = count.saturating_sub(self.most);
        self.most += more;
        more * mem::size_of::<Attempt<'_>>()
    }

    /// Returns how many attempts are known at that place.
    fn counts(&self, at: usize) -> (usize, usize) {
        if at == self.at { (self.expected.len(), self.unexpected.len()) } else { (0, 0) }
    }

    pub(super) fn failure(self) -> Failure<'m> {
        let mut all = self.expected.iter().chain(&self.unexpected).map(|attempt| attempt.within);
        let first = all.next().flatten();
        let within = first.filter(|_| all.all(|within| within == first));
        Failure { at: self.at, expected: names(&self.expected), unexpected: names(&self.unexpected), within }
    }
}

fn names<'m>(attempts: &[Attempt<'m>]) -> Vec<&'m str> {
    let mut names: Vec<&str> = attempts.iter().map(|attempt| attempt.rule).collect();
    names.sort_unstable();
    names.dedup();
    names
}
