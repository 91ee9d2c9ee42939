//! Findings that follow from others are dropped: one cause has one finding.

use std::collections::HashSet;
use std::ops::Range;

use super::finding::{FindingKind, Note};

/// Returns the findings without those that another one explains:
///
/// - an alternative that matches nothing, if a repetition or a lookahead in it is the reason,
/// - a part of a sequence that matches nothing, if all of an alternative does,
/// - a rule that matches nothing, if something in it is the reason,
/// - what could not be decided, but for the first of each rule.
pub(super) fn folded(mut notes: Vec<Note>) -> Vec<Note> {
    let ranges = |notes: &[Note], is_wanted: fn(&Note) -> bool| {
        Ranges::new(notes.iter().filter(|note| is_wanted(note)).map(|note| note.range.clone()))
    };
    let reasons = ranges(&notes, |note| is_reason(note.kind));
    notes.retain(|note| !is_empty_alternative(note) || !reasons.is_any_within(&note.range));
    let empty = ranges(&notes, is_empty_alternative);
    notes.retain(|note| note.kind != FindingKind::NeverMatches || !empty.is_any_around(&note.range));
    let explained: HashSet<_> =
        notes.iter().filter(|note| explains_rule(note)).map(|note| note.rule.clone()).collect();
    notes.retain(|note| !is_whole_rule(note) || !explained.contains(&note.rule));
    let mut undecided = HashSet::new();
    notes.retain(|note| note.kind != FindingKind::Undecided || undecided.insert(note.rule.clone()));
    notes
}

fn is_reason(kind: FindingKind) -> bool {
    matches!(kind, FindingKind::StarvingRepetition | FindingKind::LookaheadAlwaysFalse)
}

fn is_empty_alternative(note: &Note) -> bool {
    note.kind == FindingKind::DeadAlternative && note.witness.is_none()
}

/// Only a finding of a whole rule has no advice.
fn is_whole_rule(note: &Note) -> bool {
    note.kind == FindingKind::NeverMatches && note.help.is_none()
}

fn explains_rule(note: &Note) -> bool {
    is_reason(note.kind)
        || is_empty_alternative(note)
        || note.kind == FindingKind::NeverMatches && !is_whole_rule(note)
}

/// Ranges of the text, in the order of their starts.
struct Ranges {
    starts: Vec<usize>,
    /// The furthest end of the ranges up to each.
    furthest: Vec<usize>,
}

impl Ranges {
    fn new(ranges: impl Iterator<Item = Range<usize>>) -> Ranges {
        let mut ranges: Vec<Range<usize>> = ranges.collect();
        ranges.sort_unstable_by_key(|range| range.start);
        let mut end = 0;
        let furthest = ranges.iter().map(|range| {
            end = end.max(range.end);
            end
        });
        Ranges { furthest: furthest.collect(), starts: ranges.iter().map(|range| range.start).collect() }
    }

    /// Returns whether one of the ranges begins within this one. Expressions overlap only by nesting, so it is within
    /// it, or is around a part of it with the same start.
    fn is_any_within(&self, range: &Range<usize>) -> bool {
        let next = self.starts.partition_point(|&start| start < range.start);
        self.starts.get(next).is_some_and(|&start| start < range.end)
    }

    /// Returns whether one of the ranges has this one in it.
    #[expect(clippy::indexing_slicing, reason = "no more ranges are before it than there are")]
    fn is_any_around(&self, range: &Range<usize>) -> bool {
        let before = self.starts.partition_point(|&start| start <= range.start);
        before.checked_sub(1).is_some_and(|last| self.furthest[last] >= range.end)
    }
}
