//! Compares the languages of two automata, with shortest counterexamples; finds the shortest suffix that
//! completes a string.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "states belong to their automata, a symbol is an index of `symbols`, and places and their \
              predecessors have been added; no text is longer than the number of places"
)]

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::characters;
use crate::characters::Classes;
use crate::dfa::Dfa;

/// The relation between the languages of two automata.
///
/// ```
/// use urigram_grammar::{Automata, Grammar, Peg, Relation};
///
/// let peg = Peg::new(&Grammar::read("any = { '0'..'9' }\neven = { \"0\" | \"2\" | \"4\" | \"6\" | \"8\" }", "digits.pest")?);
/// let mut automata = Automata::new(&peg);
/// let (any, even) = (automata.dfa("any")?, automata.dfa("even")?);
/// assert_eq!(even.compare(&any).relation(), Relation::Narrower);
/// assert_eq!(any.compare(&even).relation(), Relation::Wider);
/// assert_eq!(any.compare(&even).only_left.as_deref(), Some("1"));
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Both accept the same strings.
    Equal,
    /// The left accepts a proper subset of the strings of the right.
    Narrower,
    /// The left accepts a proper superset of the strings of the right.
    Wider,
    /// Each accepts a string that the other does not.
    Different,
}

/// The result of [`Dfa::compare`]: for each side a string that only this side accepts, if there is one.
///
/// The example is a shortest such string: of these, one with the fewest characters outside printable ASCII,
/// and of these, the first in this order of characters: lower case letters, digits, upper case letters, other
/// printable ASCII, non-ASCII characters, controls.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Comparison {
    /// A string that only the left automaton accepts.
    pub only_left: Option<String>,
    /// A string that only the right automaton accepts.
    pub only_right: Option<String>,
}

impl Comparison {
    /// Returns the relation of the left language to the right one.
    #[must_use]
    pub fn relation(&self) -> Relation {
        match (&self.only_left, &self.only_right) {
            (None, None) => Relation::Equal,
            (None, Some(_)) => Relation::Narrower,
            (Some(_), None) => Relation::Wider,
            (Some(_), Some(_)) => Relation::Different,
        }
    }
}

impl Dfa {
    /// Compares the language of this automaton, the left, with that of `other`, the right.
    ///
    /// Searches the product automaton: takes time for each reachable pair of states and each class of
    /// characters that the two distinguish, and some 80 bytes for each pair. Similar automata have about as
    /// many reachable pairs as states.
    ///
    /// ```
    /// use urigram_grammar::{Automata, Grammar, Peg, Relation};
    ///
    /// let source = r#"
    ///     old = @{ ASCII_DIGIT{1, 4} }
    ///     new = @{ (ASCII_DIGIT | "_")+ }
    /// "#;
    /// let peg = Peg::new(&Grammar::read(source, "number.pest")?);
    /// let mut automata = Automata::new(&peg);
    /// let changes = automata.dfa("old")?.compare(&automata.dfa("new")?);
    /// assert_eq!(changes.relation(), Relation::Narrower);
    /// assert_eq!(changes.only_right.as_deref(), Some("_"));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    pub fn compare(&self, other: &Dfa) -> Comparison {
        let mut unlimited = usize::MAX;
        let mut found = Comparison { only_left: None, only_right: None };
        self.search(other, &mut unlimited, &mut found);
        found
    }

    /// Like [`Dfa::compare`], but subtracts the visited pairs of states from the budget `left`, which can
    /// bound many comparisons. Returns `None` if it is not enough.
    #[must_use]
    pub fn compare_within(&self, budget: &mut usize, other: &Dfa) -> Option<Comparison> {
        let mut found = Comparison { only_left: None, only_right: None };
        self.search(other, budget, &mut found)?;
        Some(found)
    }

    /// Searches for both examples. Returns `None` if the budget is exhausted.
    fn search(&self, other: &Dfa, budget: &mut usize, found: &mut Comparison) -> Option<()> {
        let mut search = PairSearch::new(self, other, budget);
        let mut layer = 0..1;
        while !layer.is_empty() && found.relation() != Relation::Different {
            if found.only_left.is_none() {
                found.only_left = search.example(&layer, |left, right| left && !right);
            }
            if found.only_right.is_none() {
                found.only_right = search.example(&layer, |left, right| right && !left);
            }
            let hopeful = |left: bool, right: bool| {
                found.only_left.is_none() && left || found.only_right.is_none() && right
            };
            layer = search.next_layer(layer, hopeful)?;
        }
        Some(())
    }
}

/// A class of characters that neither automaton distinguishes, represented by its most readable character.
struct Symbol {
    c: char,
    left: usize,
    right: usize,
}

/// A pair of states, with the best of the shortest strings that lead to it.
struct Pair {
    left: usize,
    right: usize,
    /// The index of the place after the string without its last character.
    before: usize,
    /// The symbol of that character.
    by: usize,
    /// The number of characters that are not printable ASCII.
    unprintable: usize,
}

/// A breadth-first search of the pairs of states, with a layer of places for each length of strings. Within a
/// layer the places are sorted by their strings.
///
/// One string per place suffices: a prefix of a best string is itself the best string that leads to its
/// place.
struct PairSearch<'d> {
    left: &'d Dfa,
    right: &'d Dfa,
    /// The remaining number of places.
    budget: &'d mut usize,
    /// The symbols, the most readable first.
    symbols: Vec<Symbol>,
    places: Vec<Pair>,
    seen: FxHashMap<(usize, usize), usize>,
}

impl<'d> PairSearch<'d> {
    /// The first layer is the place 0.
    fn new(left: &'d Dfa, right: &'d Dfa, budget: &'d mut usize) -> PairSearch<'d> {
        let sets = [left.classes().sets(), right.classes().sets()].concat();
        let mut best: Vec<_> = Classes::of(sets.iter()).sets().iter().filter_map(characters::best).collect();
        best.sort_unstable();
        let symbol = |(_, c)| Symbol { c, left: left.class_of(c), right: right.class_of(c) };
        let symbols = best.into_iter().map(symbol).collect();
        let start = Pair { left: left.start(), right: right.start(), before: 0, by: 0, unprintable: 0 };
        let seen = FxHashMap::from_iter([((start.left, start.right), 0)]);
        PairSearch { left, right, budget, symbols, places: vec![start], seen }
    }

    /// Returns the best string of the layer for which `wanted` holds, given whether the left and the right
    /// accept it.
    fn example(&self, layer: &Range<usize>, wanted: impl Fn(bool, bool) -> bool) -> Option<String> {
        let examples = layer.clone().filter(|&at| {
            let place = &self.places[at];
            wanted(self.left.is_accepting(place.left), self.right.is_accepting(place.right))
        });
        // `min_by_key` returns the first of several minima.
        let at = examples.min_by_key(|&at| self.places[at].unprintable)?;
        Some(self.path(at).into_iter().map(|by| self.symbols[by].c).collect())
    }

    /// Returns the symbols that lead to the place.
    fn path(&self, mut at: usize) -> Vec<usize> {
        let mut path = Vec::new();
        while at > 0 {
            path.push(self.places[at].by);
            at = self.places[at].before;
        }
        path.reverse();
        path
    }

    /// Adds the places after one more character that are `hopeful`, given whether the left and the right can
    /// still accept. Returns `None` if there is not enough budget.
    fn next_layer(
        &mut self,
        layer: Range<usize>,
        hopeful: impl Fn(bool, bool) -> bool,
    ) -> Option<Range<usize>> {
        let from = self.places.len();
        for before in layer {
            for (by, symbol) in self.symbols.iter().enumerate() {
                let place = &self.places[before];
                let left = self.left.next(place.left, symbol.left);
                let right = self.right.next(place.right, symbol.right);
                if !hopeful(self.left.is_live(left), self.right.is_live(right)) {
                    continue;
                }
                let unprintable = place.unprintable + usize::from(!characters::is_printable(symbol.c));
                let reached = Pair { left, right, before, by, unprintable };
                let at = *self.seen.entry((left, right)).or_insert(self.places.len());
                if at == self.places.len() {
                    *self.budget = self.budget.checked_sub(1)?;
                    self.places.push(reached);
                } else if at >= from && unprintable < self.places[at].unprintable {
                    self.places[at] = reached;
                }
            }
        }
        // Replacements have changed the order. `seen` need not be updated: for a finished layer only
        // membership matters.
        self.places[from..].sort_by_key(|place| (place.before, place.by));
        Some(from..self.places.len())
    }
}

/// For each state of an automaton, the best of the shortest strings that lead to an accepting state.
#[derive(Debug)]
pub struct Completions<'d> {
    dfa: &'d Dfa,
    /// The most readable character of each class, the most readable first, with its class.
    symbols: Vec<(char, usize)>,
    /// The number of characters, and the number of them that are not printable ASCII; `None` for the dead
    /// state.
    costs: Vec<Option<(usize, usize)>>,
}

impl<'d> Completions<'d> {
    /// Takes time and memory linear in the number of transitions.
    #[must_use]
    pub fn of(dfa: &'d Dfa) -> Completions<'d> {
        let mut best: Vec<_> = (dfa.classes().sets().iter().zip(0..))
            .filter_map(|(set, class)| Some((characters::best(set)?, class)))
            .collect();
        best.sort_unstable();
        let symbols: Vec<(char, usize)> = best.into_iter().map(|((_, c), class)| (c, class)).collect();

        let mut sources = vec![Vec::new(); dfa.states()];
        for state in 0..dfa.states() {
            for &target in dfa.row(state) {
                sources[target as usize].push(state);
            }
        }
        let mut costs = vec![None; dfa.states()];
        let mut open: VecDeque<usize> = (0..dfa.states()).filter(|&state| dfa.is_accepting(state)).collect();
        open.iter().for_each(|&state| costs[state] = Some((0, 0)));
        let mut found = Vec::new();
        while let Some(state) = open.pop_front() {
            let Some((length, _)) = costs[state] else { unreachable!("an open state has a cost") };
            for source in std::mem::take(&mut sources[state]) {
                if costs[source].is_none() {
                    costs[source] = Some((length + 1, usize::MAX));
                    open.push_back(source);
                    found.push(source);
                }
            }
        }
        let mut completions = Completions { dfa, symbols, costs };
        // States are processed by increasing distance to acceptance.
        for state in found {
            completions.costs[state] = completions.next(state).map(|(cost, ..)| cost);
        }
        completions
    }

    /// Returns the number of characters to acceptance, and the number of them that are not printable ASCII.
    fn cost(&self, state: usize) -> Option<(usize, usize)> {
        self.costs[state]
    }

    /// Returns the suffix, or `None` for the dead state.
    ///
    /// ```
    /// use urigram_grammar::{Automata, Completions, Grammar, Peg};
    ///
    /// let peg = Peg::new(&Grammar::read(r#"list = { "[" ~ ("a" ~ "," | "b") ~ "]" }"#, "list.pest")?);
    /// let list = Automata::new(&peg).dfa("list")?;
    /// let open = list.step(list.start(), '[');
    /// assert_eq!(Completions::of(&list).rest(open).as_deref(), Some("b]"));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such state.
    #[must_use]
    pub fn rest(&self, mut state: usize) -> Option<String> {
        self.costs[state]?;
        let mut rest = String::new();
        while !self.dfa.is_accepting(state) {
            let Some((_, c, target)) = self.next(state) else {
                unreachable!("a live state leads to an accepting one")
            };
            rest.push(c);
            state = target;
        }
        Some(rest)
    }

    /// Returns the best transition from a state that does not accept: its total cost, its character and the
    /// next state.
    fn next(&self, state: usize) -> Option<((usize, usize), char, usize)> {
        let length = self.costs[state]?.0;
        let ways = self.symbols.iter().filter_map(|&(c, class)| {
            let target = self.dfa.next(state, class);
            let (rest, unprintable) = self.costs[target].filter(|&(rest, _)| rest + 1 == length)?;
            Some(((rest + 1, unprintable + usize::from(!characters::is_printable(c))), c, target))
        });
        // `min_by_key` returns the first of several minima.
        ways.min_by_key(|&(cost, ..)| cost)
    }
}

/// The maximum number of ways with an example. Further ones are only counted.
const EXAMPLES: usize = 16;

/// A shortest string that shows a way in which two automata differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    /// Whether the left automaton accepts it; otherwise the right does.
    pub by_left: bool,
    /// The string.
    pub text: String,
    /// The byte offset of the character on which they diverge, or the length if they diverge at the end of
    /// the string.
    pub parts_at: usize,
}

/// The ways in which two automata differ. They diverge on a string after the longest prefix that is viable in
/// both. There either the string ends and only one of them accepts, or a character follows that only one of
/// them can read. A way is the automaton that accepts or reads, and the end or the class of the character.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ways {
    /// First the shortest string that only the right accepts, next that for the left, then others by length.
    pub examples: Vec<Way>,
    /// The number of ways without an example.
    pub more: usize,
}

/// A string on which the automata diverge: the length and the number of characters outside printable ASCII,
/// the symbols up to the point of divergence, and the rest.
type Candidate = ((usize, usize), Vec<usize>, String);

impl Dfa {
    /// Returns the ways in which the automata differ. Subtracts the visited pairs of states from the budget
    /// `left`, and returns `None` if it is not enough.
    ///
    /// Takes the time of [`Dfa::compare`], and time for each pair at which the automata diverge.
    ///
    /// ```
    /// use urigram_grammar::{Automata, Grammar, Peg};
    ///
    /// let peg = Peg::new(&Grammar::read("one = { 'a'..'c' } other = { 'b'..'d' ~ \"x\"? }", "ways.pest")?);
    /// let mut automata = Automata::new(&peg);
    /// let ways = automata.dfa("one")?.ways(&mut 100, &automata.dfa("other")?).expect("few states");
    /// let texts: Vec<&str> = ways.examples.iter().map(|way| way.text.as_str()).collect();
    /// assert_eq!(texts, ["d", "a", "bx"]);
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    pub fn ways(&self, budget: &mut usize, other: &Dfa) -> Option<Ways> {
        ways(self, other, budget)
    }
}

fn ways(left: &Dfa, right: &Dfa, budget: &mut usize) -> Option<Ways> {
    if left == right {
        return Some(Ways::default());
    }
    let (of_left, of_right) = (Completions::of(left), Completions::of(right));
    let mut search = PairSearch::new(left, right, budget);
    // By side and by symbol, with the end last.
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
                        let unprintable = unprintable + usize::from(!characters::is_printable(symbol.c));
                        ((length + 1, unprintable), by_left, Some((of, target)))
                    }
                };
                let cost = (depth + cost.0, place.unprintable + cost.1);
                let known = found.get(&(by_left, by));
                if known.is_some_and(|known| known.0 < cost) {
                    continue;
                }
                *search.budget = search.budget.checked_sub(depth)?;
                let path: Vec<usize> = search.path(at).into_iter().chain(rest_of.map(|_| by)).collect();
                if known.is_none_or(|known| (cost, &path) < (known.0, &known.1)) {
                    let rest = match rest_of.map(|(of, target)| of.rest(target)) {
                        None => String::new(),
                        Some(Some(rest)) => rest,
                        Some(None) => unreachable!("a state with a cost has a completion"),
                    };
                    *search.budget = search.budget.checked_sub(rest.len())?;
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

    /// Tests the examples that only the right accepts, by length, then by the characters that are not
    /// printable ASCII.
    #[rstest]
    #[case::as_long("\"ac\"", "\"a\" | \"b\"", &["a", "b"])]
    #[case::shorter("\"ad\"", "\"ac\" | \"bbbbb\"", &["ac", "bbbbb"])]
    #[case::printable("\"x\"", "\"éc\" | \"bd\"", &["bd", "éc"])]
    #[case::rest_is_printable("\"x\"", "\"bé\" | \"cd\"", &["cd", "bé"])]
    #[case::printable_way_on("\"x\"", "\"c\" ~ (\"é\" | \"b\")", &["cb"])]
    #[case::way_on_with_a_printable_rest("\"x\"", "\"a\" ~ (\"bé\" | \"cd\")", &["acd"])]
    #[case::parts_later("\"bx\" | \"aax\"", "\"bczz\" | \"aacz\"", &["aacz"])]
    fn examples(#[case] left: &str, #[case] gained: &str, #[case] expected: &[&str]) {
        let mut budget = 1000;
        let ways = dfa(left).ways(&mut budget, &dfa(&format!("{left} | {gained}"))).unwrap();
        let texts: Vec<_> = ways.examples.iter().map(|way| way.text.as_str()).collect();
        assert_eq!(texts, expected);
    }
}
