//! The name that was meant, where one is misspelt.

use strsim::osa_distance;

/// Of many names that are wrong, only so many are worth comparing with all that are right.
pub(crate) const COMPARED: usize = 10;
/// Names longer than this are not compared.
const LONGEST: usize = 64;
/// The number of candidates that are compared with one name, of those whose lengths differ least.
const MOST: usize = 500;

/// The candidate that differs least from the name, if that is by one letter in three at most: the name
/// that was meant, where one is misspelt. A letter may be put in, left out, replaced, or swapped with
/// its neighbour. Case does not count.
///
/// ```
/// # use urigram_grammar::closest;
/// assert_eq!(closest("prot", ["host", "port"].into_iter()), Some("port"));
/// ```
#[must_use]
pub fn closest<'n>(name: &str, candidates: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let (allowed, name) = (name.len() / 3, name.to_ascii_lowercase());
    let difference = |candidate: &str| name.len().abs_diff(candidate.len());
    let close = candidates.filter(|candidate| {
        name.len() <= LONGEST && candidate.len() <= LONGEST && difference(candidate) <= allowed
    });
    let mut close: Vec<&str> = close.collect();
    if close.len() > MOST {
        close.sort_by_key(|candidate| difference(candidate));
        close.truncate(MOST);
    }
    let distances =
        close.into_iter().map(|candidate| (osa_distance(&name, &candidate.to_ascii_lowercase()), candidate));
    let best = distances.min_by_key(|&(distance, _)| distance)?;
    (best.0 <= allowed).then_some(best.1)
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
