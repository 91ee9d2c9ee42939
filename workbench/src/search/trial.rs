//! Runs texts on both grammars within a budget, enumerates all texts up to a length, and shortens texts
//! that show a difference.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "there are two sides, and places are less than the number of characters; a match takes at \
              most `STEPS` and at most the remaining steps, and a trial remains"
)]

use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;

use urigram_grammar::Grammar;

use crate::trace::machine::{Machine, Node, Stopped};

/// The limits of a [`Search`](crate::Search), which ends when one of them is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The steps of both grammars together, as [`Machine::run`](crate::Machine::run) counts them. The last
    /// text may exceed the limit by 100,000 steps. Unless the time limit is reached, the same number of
    /// steps gives the same result.
    pub steps: u64,
    /// The time for all rules together.
    pub time: Duration,
}

impl Effort {
    /// Four seconds, without a limit on steps.
    pub const DEFAULT: Effort = Effort { steps: u64::MAX, time: Duration::from_secs(4) };
}

/// The steps and the time that a search, or a part of a search, may take.
pub(super) struct Budget {
    steps: u64,
    /// The deadline, or `None` if it is too far away to be represented.
    end: Option<Instant>,
    used: u64,
}

impl Budget {
    pub(super) fn new(effort: Effort) -> Budget {
        Budget { steps: effort.steps, end: Instant::now().checked_add(effort.time), used: 0 }
    }

    fn steps_left(&self) -> u64 {
        self.steps - self.used
    }

    pub(super) fn is_spent(&self) -> bool {
        self.steps_left() == 0 || self.end.is_some_and(|end| Instant::now() >= end)
    }

    pub(super) fn spend(&mut self, steps: u64) {
        self.used = self.used.saturating_add(steps).min(self.steps);
    }

    /// Runs work with the remaining budget divided by `shares`.
    pub(super) fn share<T>(&mut self, shares: usize, work: impl FnOnce(&mut Budget) -> T) -> T {
        let now = Instant::now();
        let shares = u32::try_from(shares.max(1)).unwrap_or(u32::MAX);
        let end = self.end.map(|end| now + end.saturating_duration_since(now) / shares);
        let mut share = Budget { steps: self.steps_left().div_ceil(u64::from(shares)), end, used: 0 };
        let done = work(&mut share);
        self.spend(share.used);
        done
    }
}

/// The result of a [`Search`](crate::Search) for one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No text is treated differently: the definitions are the same, including all called rules, or every
    /// text that either grammar accepts was run.
    Equal,
    /// The grammars treat some texts differently.
    Different(Differences),
    /// No text that is treated differently was found, but there may be one.
    Open(Extent),
}

/// Texts that two grammars treat differently: for each kind of difference the shortest text that was
/// found. At least one of the fields is `Some`.
///
/// If characters are deleted from one of the texts, it no longer shows the difference. Still, other,
/// shorter texts may exist.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// A text that only the left grammar accepts.
    pub only_left: Option<String>,
    /// A text that only the right grammar accepts.
    pub only_right: Option<String>,
    /// A text that both grammars accept, with different nodes.
    pub captures: Option<String>,
}

/// The extent of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// The maximum length up to which all texts were compared, with one character for each class that the
    /// grammars distinguish. `None` if not even the empty text was compared.
    pub length: Option<usize>,
    /// The number of texts that were run on both grammars, including those longer than `length`. Texts
    /// that were not run, because neither grammar can continue a prefix, do not count.
    pub strings: u64,
    /// The number of texts that took too many steps to be decided.
    pub undecided: u64,
    /// The time that the search for this rule took.
    pub time: Duration,
}

impl Extent {
    /// Counts one more text.
    pub(super) fn add(&mut self, is_decided: bool) {
        self.strings += 1;
        self.undecided += u64::from(!is_decided);
    }
}

/// A kind of difference that a text shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DifferenceKind {
    OnlyLeft,
    OnlyRight,
    Captures,
}

impl DifferenceKind {
    pub(super) const ALL: [DifferenceKind; 3] =
        [DifferenceKind::OnlyLeft, DifferenceKind::OnlyRight, DifferenceKind::Captures];
}

impl Differences {
    pub(super) fn get(&self, kind: DifferenceKind) -> Option<&String> {
        match kind {
            DifferenceKind::OnlyLeft => self.only_left.as_ref(),
            DifferenceKind::OnlyRight => self.only_right.as_ref(),
            DifferenceKind::Captures => self.captures.as_ref(),
        }
    }

    pub(super) fn texts(&self) -> impl Iterator<Item = &String> {
        DifferenceKind::ALL.into_iter().filter_map(|kind| self.get(kind))
    }

    /// Keeps the text if it is shorter than the known one of the same kind.
    pub(super) fn add(&mut self, kind: DifferenceKind, text: &str) {
        let place = match kind {
            DifferenceKind::OnlyLeft => &mut self.only_left,
            DifferenceKind::OnlyRight => &mut self.only_right,
            DifferenceKind::Captures => &mut self.captures,
        };
        if place.as_ref().is_none_or(|known| text.chars().count() < known.chars().count()) {
            *place = Some(text.to_owned());
        }
    }
}

/// The maximum number of steps of one match. Texts that take more are undecided.
const STEPS: u64 = 50_000;

/// The machines of two grammars, and the rules whose nodes are compared.
pub(super) struct Pair<'g> {
    machines: [Machine; 2],
    compared: FxHashSet<&'g str>,
}

/// The result of running a rule on a text in both grammars.
pub(super) struct Trial {
    /// Whether each grammar accepts the text.
    pub(super) accepts: [bool; 2],
    /// The kind of difference that the text shows, if any.
    pub(super) kind: Option<DifferenceKind>,
    /// Whether either grammar might accept a longer text with this prefix.
    continues: bool,
    pub(super) is_decided: bool,
}

impl<'g> Pair<'g> {
    pub(super) fn new(left: &Grammar, right: &Grammar, compared: FxHashSet<&'g str>) -> Pair<'g> {
        Pair { machines: [Machine::new(left), Machine::new(right)], compared }
    }

    /// Runs the rule on the text in both grammars. Both must have the rule.
    pub(super) fn run(&self, rule: &str, text: &str, budget: &mut Budget) -> Trial {
        let [left, right] = self.machines.each_ref().map(|machine| {
            let attempt = machine.attempt(rule, text, STEPS);
            // Each run costs one step more, so that even a match without steps costs something.
            budget.spend(1 + attempt.steps);
            attempt
        });
        let kind = match (&left.result, &right.result) {
            (Ok(left), Ok(right)) => {
                (!self.nodes(left).eq(self.nodes(right))).then_some(DifferenceKind::Captures)
            }
            (Ok(_), Err(Stopped::NoMatch)) => Some(DifferenceKind::OnlyLeft),
            (Err(Stopped::NoMatch), Ok(_)) => Some(DifferenceKind::OnlyRight),
            _ => None,
        };
        let is_known = |result| matches!(result, &Ok(_) | &Err(Stopped::NoMatch));
        let is_decided = is_known(&left.result) && is_known(&right.result);
        Trial {
            accepts: [left.result.is_ok(), right.result.is_ok()],
            kind,
            // A match that ran out of steps might have reached the end of the text.
            continues: left.reads_end || right.reads_end || !is_decided,
            is_decided,
        }
    }

    /// Returns whether the grammar with this index accepts the text.
    pub(super) fn accepts(&self, side: usize, rule: &str, text: &str, budget: &mut Budget) -> bool {
        let attempt = self.machines[side].attempt(rule, text, STEPS);
        budget.spend(1 + attempt.steps);
        attempt.result.is_ok()
    }

    fn nodes<'n>(&'n self, nodes: &'n [Node<'n>]) -> impl Iterator<Item = (&'n str, usize, usize)> {
        let compared = nodes.iter().filter(|node| self.compared.contains(node.rule));
        compared.map(|node| (node.rule, node.start, node.end))
    }
}

/// The maximum total size, in bytes, of the texts of one length that are kept to be extended.
const KEPT: usize = 32 << 20;

/// The extent of an enumeration.
pub(super) struct Reached {
    /// The number of letters up to which all texts were run, or `None` if not even the empty text was
    /// run.
    pub(super) length: Option<usize>,
    /// Whether neither grammar accepts a text that was not run.
    pub(super) is_all: bool,
}

/// Runs the rule on all texts over the letters, in the order of length, until `see` returns false.
/// A letter is a character or a string.
///
/// A text is not extended if neither grammar reads its end, because then neither accepts a longer text
/// with this prefix.
pub(super) fn enumerate(
    pair: &Pair<'_>,
    rule: &str,
    letters: &[String],
    longest: usize,
    budget: &mut Budget,
    mut see: impl FnMut(&str, &Trial) -> bool,
) -> Reached {
    let up_to = |length: usize| Reached { length: Some(length), is_all: false };
    if budget.is_spent() {
        return Reached { length: None, is_all: false };
    }
    let empty = pair.run(rule, "", budget);
    if !see("", &empty) {
        return Reached { length: None, is_all: false };
    }
    let mut layer = Vec::new();
    layer.extend(empty.continues.then(|| Box::from("")));
    for length in 1..=longest {
        let (mut longer, mut kept) = (Vec::new(), 0);
        let mut is_whole = true;
        for begin in &layer {
            for letter in letters {
                if budget.is_spent() {
                    return up_to(length - 1);
                }
                let text = [begin, letter.as_str()].concat();
                let trial = pair.run(rule, &text, budget);
                if !see(&text, &trial) {
                    return up_to(length - 1);
                }
                if !trial.continues {
                    continue;
                }
                is_whole &= kept < KEPT;
                if is_whole {
                    // Each boxed text also takes two words for its pointer and length.
                    kept += text.len() + 16;
                    longer.push(text.into_boxed_str());
                }
            }
        }
        if !is_whole {
            return up_to(length);
        }
        if longer.is_empty() {
            return Reached { length: Some(length), is_all: true };
        }
        layer = longer;
    }
    up_to(longest)
}

/// The maximum number of texts that are tried to shorten one text.
const TRIALS: usize = 2_000;

/// How thoroughly a text is shortened.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Care {
    /// Deletes substrings whose length is a power of two.
    Quick,
    /// Deletes substrings of every length, and pairs of equal characters.
    Thorough,
}

pub(super) struct Shrink<'s, 'g> {
    pair: &'s Pair<'g>,
    rule: &'s str,
    kind: DifferenceKind,
    budget: &'s mut Budget,
    chars: Vec<char>,
    trials: usize,
}

impl<'s, 'g> Shrink<'s, 'g> {
    pub(super) fn new(
        pair: &'s Pair<'g>,
        rule: &'s str,
        kind: DifferenceKind,
        text: &str,
        budget: &'s mut Budget,
    ) -> Self {
        Shrink { pair, rule, kind, budget, chars: text.chars().collect(), trials: TRIALS }
    }

    /// Returns the text after deleting substrings, long ones first, as long as the difference
    /// remains.
    pub(super) fn shrink(mut self, care: Care) -> String {
        loop {
            let mut width = match care {
                Care::Quick => self.chars.len().next_power_of_two(),
                Care::Thorough => self.chars.len(),
            };
            while width > 0 {
                let mut at = 0;
                while at + width <= self.chars.len() {
                    if !self.keep(|index| !(at..at + width).contains(&index)) {
                        at += 1;
                    }
                }
                width = if care == Care::Quick { width / 2 } else { width - 1 };
            }
            if care == Care::Quick || !self.delete_pairs() {
                return self.chars.into_iter().collect();
            }
        }
    }

    /// Deletes pairs of equal characters, to shorten two names that must be equal.
    fn delete_pairs(&mut self) -> bool {
        let before = self.chars.len();
        let mut first = 0;
        while first < self.chars.len() {
            let c = self.chars[first];
            let others = first + 1..self.chars.len();
            let mut equal = others.filter(|&other| self.chars[other] == c).collect::<Vec<_>>().into_iter();
            if !equal.any(|other| self.keep(|index| index != first && index != other)) {
                first += 1;
            }
        }
        self.chars.len() < before
    }

    /// Deletes the characters for which `is_kept` is false, if the difference remains. Returns
    /// whether it did.
    fn keep(&mut self, is_kept: impl Fn(usize) -> bool) -> bool {
        if self.trials == 0 || self.budget.is_spent() {
            return false;
        }
        self.trials -= 1;
        let kept = self.chars.iter().enumerate().filter(|&(index, _)| is_kept(index));
        let shorter: String = kept.map(|(_, c)| c).collect();
        let remains = self.pair.run(self.rule, &shorter, self.budget).kind == Some(self.kind);
        if remains {
            self.chars = shorter.chars().collect();
        }
        remains
    }
}
