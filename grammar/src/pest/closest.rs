//! The name that was meant, where one is misspelt.

/// Of many names that are wrong, only so many are worth comparing with all that are right.
pub(crate) const COMPARED: usize = 10;
/// Names longer than this are not compared.
const LONGEST: usize = 64;

/// The candidate that differs least from the name, if that is by one letter in three at most: the name
/// that was meant, where one is misspelt. Case does not count.
///
/// ```
/// # use urigram_grammar::closest;
/// assert_eq!(closest("prot", ["host", "port"].into_iter()), Some("port"));
/// ```
#[must_use]
pub fn closest<'n>(name: &str, candidates: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let allowed = name.len() / 3;
    let close = candidates.filter(|candidate| {
        name.len() <= LONGEST && candidate.len() <= LONGEST && name.len().abs_diff(candidate.len()) <= allowed
    });
    let distances = close.map(|candidate| (distance(name.as_bytes(), candidate.as_bytes()), candidate));
    let best = distances.min_by_key(|&(distance, _)| distance)?;
    (best.0 <= allowed).then_some(best.1)
}

/// How many letters are to be put in, left out, replaced or swapped with their neighbour.
fn distance(left: &[u8], right: &[u8]) -> usize {
    // The distances between the beginnings of `left`, of three lengths in turn, and of `right`.
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in right.iter().enumerate() {
            let replaced = above[j] + usize::from(!a.eq_ignore_ascii_case(b));
            let mut least = replaced.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a.eq_ignore_ascii_case(&right[j - 1]) && left[i - 1].eq_ignore_ascii_case(b)
            {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[right.len()]
}

#[cfg(test)]
mod tests {
    use super::closest;
    use rstest::rstest;

    #[rstest]
    #[case::swapped("prot", Some("port"))]
    #[case::left_out("hst", Some("host"))]
    #[case::put_in("hoost", Some("host"))]
    #[case::replaced("hast", Some("host"))]
    #[case::case("ipv4address", Some("IPv4address"))]
    #[case::two_of_eight("pathempt", Some("path_empty"))]
    #[case::too_short("a", None)]
    #[case::too_far("query", None)]
    #[case::nothing("", None)]
    fn meant(#[case] name: &str, #[case] expected: Option<&str>) {
        let names = ["b", "port", "host", "IPv4address", "path_empty"];
        assert_eq!(closest(name, names.into_iter()), expected);
    }

    #[test]
    fn long_names_are_not_compared() {
        let name = "a".repeat(1 << 20);
        assert_eq!(closest(&name, [name.as_str()].into_iter()), None);
    }
}
