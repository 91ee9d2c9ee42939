//! As few strings as it takes: a greedy set cover.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::sample::cover::search::Found;

/// Returns the indices of strings that together show all that any of them shows.
///
/// The string that shows the most that is not yet shown comes next, and of those the shortest. In the end, strings
/// are left out that the others make redundant.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a point is below `points`, and is counted once for each string that has it"
)]
pub(super) fn few(points: usize, found: &[Found]) -> Vec<usize> {
    let mut times = vec![0u32; points];
    let mut open: BinaryHeap<(usize, Reverse<usize>, Reverse<usize>)> = found
        .iter()
        .enumerate()
        .map(|(at, found)| (found.points.len(), Reverse(found.text.len()), Reverse(at)))
        .collect();
    let mut chosen = Vec::new();
    while let Some((gain, length, Reverse(at))) = open.pop() {
        // A gain only falls, so one that is still right is the greatest.
        let now = found[at].points.iter().filter(|&&point| times[point] == 0).count();
        if now == 0 {
            continue;
        }
        if now < gain {
            open.push((now, length, Reverse(at)));
            continue;
        }
        found[at].points.iter().for_each(|&point| times[point] += 1);
        chosen.push(at);
    }
    let mut needed = Vec::new();
    for at in chosen.into_iter().rev() {
        if found[at].points.iter().any(|&point| times[point] == 1) {
            needed.push(at);
        } else {
            found[at].points.iter().for_each(|&point| times[point] -= 1);
        }
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    /// Returns strings that show the points which their digits name.
    fn found(texts: &[&str]) -> Vec<Found> {
        let digits = |text: &str| text.bytes().map(|digit| usize::from(digit - b'0')).collect();
        texts.iter().map(|text| Found { text: (*text).to_owned(), points: digits(text) }).collect()
    }

    #[rstest]
    #[case::one_for_all(&["0", "01", "1"], &[1])]
    #[case::nothing(&["", ""], &[])]
    #[case::the_largest_becomes_redundant(&["1234", "012", "345"], &[1, 2])]
    #[case::all(&["0", "1", "2"], &[0, 1, 2])]
    fn keeps(#[case] texts: &[&str], #[case] expected: &[usize]) {
        let mut kept = few(6, &found(texts));
        kept.sort_unstable();
        assert_eq!(kept, expected);
    }
}
