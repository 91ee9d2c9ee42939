//! Which characters people read best, for strings that are shown to them.

use crate::characters::charset::CharSet;
use crate::characters::classes::Classes;

/// All characters, the most readable first.
const PREFERRED: [(char, char); 12] = [
    ('a', 'z'),
    ('0', '9'),
    ('A', 'Z'),
    ('!', '/'),
    (':', '@'),
    ('[', '`'),
    ('{', '~'),
    (' ', ' '),
    ('à', 'ö'),
    ('\u{A1}', char::MAX),
    // Controls, which terminals obey, and a space that looks like the other one.
    ('\0', '\u{1F}'),
    ('\u{7F}', '\u{A0}'),
];

/// The most readable character of the set, after its place among [`PREFERRED`]: in the order of these
/// pairs the more readable comes first.
pub(crate) fn best(set: &CharSet) -> Option<(usize, char)> {
    (0..).zip(PREFERRED).find_map(|(place, (first, last))| {
        let preferred = set.intersect(&CharSet::range(first, last));
        Some((place, preferred.first()?))
    })
}

/// Returns the most readable character of each class that the partitions tell apart together, the most readable first.
pub(crate) fn of_classes<'c>(partitions: impl IntoIterator<Item = &'c Classes>) -> Vec<char> {
    let sets: Vec<_> = partitions.into_iter().flat_map(Classes::sets).collect();
    let mut best: Vec<_> = Classes::of(sets.iter()).sets().iter().filter_map(best).collect();
    best.sort_unstable();
    best.into_iter().map(|(_, c)| c).collect()
}

/// Whether the character is of printable ASCII, which includes the space.
pub(crate) fn is_printable(c: char) -> bool {
    (' '..='~').contains(&c)
}
