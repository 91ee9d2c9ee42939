//! Finds the ways in which the strings of two automata differ, with the shortest example of each.
//!
//! Two automata part on a string at one place: after the longest prefix with which strings of both begin. There
//! either one of them accepts and the other does not, and the string ends; or a character follows that only one of
//! them can go on with. A way to differ is which of the two that is, and that the string ends or the class of the
//! character.

use std::collections::BTreeMap;

use crate::characters::readable;
use crate::dfa::Dfa;
use crate::dfa::compare::Search;
use crate::dfa::complete::Completions;

/// How many ways have an example. More are only counted.
const EXAMPLES: usize = 16;

/// A string that one of two automata accepts, as short as any that parts them in the same way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Way {
    /// Whether the left accepts it.
    pub(crate) by_left: bool,
    pub(crate) text: String,
    /// The byte offset of the character on which they part, or the length if they part where the string ends.
    pub(crate) parts_at: usize,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Ways {
    /// The shortest of the right first, that of the left next, then the others by length.
    pub(crate) examples: Vec<Way>,
    /// The number of ways that have no example here.
    pub(crate) more: usize,
}

/// A string that parts the automata: the length and the number of characters beyond printable ASCII, then the symbols
/// up to where they part, and the rest.
type Candidate = ((usize, usize), Vec<usize>, String);

/// Finds the ways, with a budget of `room` pairs of states. Returns `None` if it is not enough.
///
/// Takes time as [`Dfa::compare`], and for each pair from which the automata part.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a place is one that was added, with symbols that are some of `symbols`; no text is longer \
              than memory"
)]
pub(crate) fn ways(left: &Dfa, right: &Dfa, room: &mut usize) -> Option<Ways> {
    if left == right {
        return Some(Ways::default());
    }
    let (of_left, of_right) = (Completions::of(left), Completions::of(right));
    let mut search = Search::new(left, right, room);
    // Of each side, for each symbol and last for the end.
    let mut found: BTreeMap<(bool, usize), Candidate> = BTreeMap::new();
    let (mut layer, mut depth) = (0..1, 0);
    while !layer.is_empty() {
        for at in layer.clone() {
            for by in 0..=search.symbols.len() {
                let place = &search.places[at];
                let (cost, by_left, rest_of) = match search.symbols.get(by) {
                    None => {
                        let (left, right) = (left.is_accepting(place.left), right.is_accepting(place.right));
                        if left == right {
                            continue;
                        }
                        ((0, 0), left, None)
                    }
                    Some(symbol) => {
                        let targets =
                            (left.next(place.left, symbol.left), right.next(place.right, symbol.right));
                        let (by_left, of, target) = match (of_left.cost(targets.0), of_right.cost(targets.1))
                        {
                            (Some(cost), None) => (true, &of_left, (targets.0, cost)),
                            (None, Some(cost)) => (false, &of_right, (targets.1, cost)),
                            _ => continue,
                        };
                        let (target, (length, unprintable)) = target;
                        let unprintable = unprintable + usize::from(!readable::is_printable(symbol.c));
                        ((length + 1, unprintable), by_left, Some((of, target)))
                    }
                };
                let cost = (depth + cost.0, place.unprintable + cost.1);
                let known = found.get(&(by_left, by));
                if known.is_some_and(|known| known.0 < cost) {
                    continue;
                }
                *search.room = search.room.checked_sub(depth)?;
                let path: Vec<usize> = search.path(at).into_iter().chain(rest_of.map(|_| by)).collect();
                if known.is_none_or(|known| (cost, &path) < (known.0, &known.1)) {
                    let rest = match rest_of.map(|(of, target)| of.rest(target)) {
                        None => String::new(),
                        Some(Some(rest)) => rest,
                        Some(None) => unreachable!("a state with a cost has a completion"),
                    };
                    *search.room = search.room.checked_sub(rest.len())?;
                    found.insert((by_left, by), (cost, path, rest));
                }
            }
        }
        layer = search.next_layer(layer, |left, right| left && right)?;
        depth += 1;
    }
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by(|(_, one), (_, other)| one.cmp(other));
    // The best of each side first.
    let mut first = 0;
    for side in [false, true] {
        if let Some(best) = found.iter().position(|((by_left, _), _)| *by_left == side) {
            found[first..=best].rotate_right(1);
            first += 1;
        }
    }
    let more = found.len().saturating_sub(EXAMPLES);
    found.truncate(EXAMPLES);
    let way = |((by_left, by), (_, path, rest)): ((bool, usize), Candidate)| {
        let text: String = path.iter().map(|&by| search.symbols[by].c).collect();
        let last = search.symbols.get(by).map_or(0, |symbol| symbol.c.len_utf8());
        Way { by_left, parts_at: text.len() - last, text: text + &rest }
    };
    Some(Ways { examples: found.into_iter().map(way).collect(), more })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Automata, Grammar, Peg};
    use rstest::rstest;

    fn dfa(rule: &str) -> Dfa {
        let peg = Peg::new(&Grammar::read(&format!("r = {{ {rule} }}"), "r.pest").unwrap());
        Automata::new(&peg).dfa("r").unwrap()
    }

    /// The examples of what the right gains, by length, then by the characters that are not printable ASCII.
    #[rstest]
    #[case::as_long("\"ac\"", "\"a\" | \"b\"", &["a", "b"])]
    #[case::shorter("\"ad\"", "\"ac\" | \"bbbbb\"", &["ac", "bbbbb"])]
    #[case::printable("\"x\"", "\"éc\" | \"bd\"", &["bd", "éc"])]
    #[case::rest_is_printable("\"x\"", "\"bé\" | \"cd\"", &["cd", "bé"])]
    #[case::printable_way_on("\"x\"", "\"c\" ~ (\"é\" | \"b\")", &["cb"])]
    #[case::way_on_with_a_printable_rest("\"x\"", "\"a\" ~ (\"bé\" | \"cd\")", &["acd"])]
    #[case::parts_later("\"bx\" | \"aax\"", "\"bczz\" | \"aacz\"", &["aacz"])]
    fn examples(#[case] left: &str, #[case] gained: &str, #[case] expected: &[&str]) {
        let mut room = 1000;
        let ways = ways(&dfa(left), &dfa(&format!("{left} | {gained}")), &mut room).unwrap();
        let texts: Vec<_> = ways.examples.iter().map(|way| way.text.as_str()).collect();
        assert_eq!(texts, expected);
    }
}
