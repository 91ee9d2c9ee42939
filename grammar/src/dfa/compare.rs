//! Compares the languages of two automata, with shortest counterexamples, and finds the shortest suffix that completes a
//! string.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "states belong to their automata, a symbol is an index of `symbols`, and pairs and their \
              predecessors have been added; no text is longer than the number of pairs"
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

/// The result of [`Dfa::compare`]: for each of the two automata, a string that only it accepts, if there is one.
///
/// The strings are as short as possible. Of several shortest strings, the most readable is chosen: it has the fewest
/// characters outside printable ASCII, and is the first in the order of these characters: lowercase letters, digits,
/// uppercase letters, other printable ASCII characters, non-ASCII characters, and control characters.
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
    /// Searches the product automaton. The time is proportional to the number of reachable pairs of states, times the
    /// number of classes of characters, and each pair takes about 80 bytes. Similar automata have about as many reachable
    /// pairs as states.
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

    /// Like [`Dfa::compare`], but subtracts the number of visited pairs of states from `budget`, which can limit the total
    /// work for many comparisons. Returns `None` if the budget is too small.
    #[must_use]
    pub fn compare_within(&self, budget: &mut usize, other: &Dfa) -> Option<Comparison> {
        let mut found = Comparison { only_left: None, only_right: None };
        self.search(other, budget, &mut found)?;
        Some(found)
    }

    /// Searches for both strings. Returns `None` if the budget is too small.
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
            let is_useful = |left: bool, right: bool| {
                found.only_left.is_none() && left || found.only_right.is_none() && right
            };
            layer = search.next_layer(layer, is_useful)?;
        }
        Some(())
    }
}

/// A class of characters that neither automaton distinguishes, represented by its most readable character.
struct Symbol {
    c: char,
    /// The class in the left automaton.
    left: usize,
    /// The class in the right automaton.
    right: usize,
}

/// A pair of states, with the best of the shortest strings that lead to it.
struct Pair {
    left: usize,
    right: usize,
    /// The index of the previous pair, which the string without its last character leads to.
    before: usize,
    /// The index of the symbol of the last character.
    by: usize,
    /// The number of characters that are not printable ASCII.
    unprintable: usize,
}

/// A breadth-first search of the pairs of states, with a layer of pairs for each length of strings. Within a layer the
/// pairs are sorted by their strings.
///
/// One string per pair suffices, because each prefix of a best string is itself the best string that leads to its pair.
struct PairSearch<'d> {
    left: &'d Dfa,
    right: &'d Dfa,
    /// The number of pairs that may still be added.
    budget: &'d mut usize,
    /// The symbols, with the most readable first.
    symbols: Vec<Symbol>,
    pairs: Vec<Pair>,
    /// The indices of the pairs.
    seen: FxHashMap<(usize, usize), usize>,
}

impl<'d> PairSearch<'d> {
    /// Starts a search. The first layer consists of the pair with index 0.
    fn new(left: &'d Dfa, right: &'d Dfa, budget: &'d mut usize) -> PairSearch<'d> {
        let sets = [left.classes().sets(), right.classes().sets()].concat();
        let mut best: Vec<_> = Classes::of(sets.iter()).sets().iter().filter_map(characters::best).collect();
        best.sort_unstable();
        let symbol = |(_, c)| Symbol { c, left: left.class_of(c), right: right.class_of(c) };
        let symbols = best.into_iter().map(symbol).collect();
        let start = Pair { left: left.start(), right: right.start(), before: 0, by: 0, unprintable: 0 };
        let seen = FxHashMap::from_iter([((start.left, start.right), 0)]);
        PairSearch { left, right, budget, symbols, pairs: vec![start], seen }
    }

    /// Returns the best string of the layer that satisfies `wanted`, which takes whether the left and the right automaton
    /// accept the string.
    fn example(&self, layer: &Range<usize>, wanted: impl Fn(bool, bool) -> bool) -> Option<String> {
        let examples = layer.clone().filter(|&at| {
            let pair = &self.pairs[at];
            wanted(self.left.is_accepting(pair.left), self.right.is_accepting(pair.right))
        });
        // `min_by_key` returns the first of several minima.
        let at = examples.min_by_key(|&at| self.pairs[at].unprintable)?;
        Some(self.path(at).into_iter().map(|by| self.symbols[by].c).collect())
    }

    /// Returns the symbols of the string that leads to a pair.
    fn path(&self, mut at: usize) -> Vec<usize> {
        let mut path = Vec::new();
        while at > 0 {
            path.push(self.pairs[at].by);
            at = self.pairs[at].before;
        }
        path.reverse();
        path
    }

    /// Adds the pairs that one more character leads to, and that satisfy `is_useful`, which takes whether the left and the
    /// right state are live. Returns `None` if the budget is too small.
    fn next_layer(
        &mut self,
        layer: Range<usize>,
        is_useful: impl Fn(bool, bool) -> bool,
    ) -> Option<Range<usize>> {
        let from = self.pairs.len();
        for before in layer {
            for (by, symbol) in self.symbols.iter().enumerate() {
                let pair = &self.pairs[before];
                let left = self.left.next(pair.left, symbol.left);
                let right = self.right.next(pair.right, symbol.right);
                if !is_useful(self.left.is_live(left), self.right.is_live(right)) {
                    continue;
                }
                let unprintable = pair.unprintable + usize::from(!characters::is_printable(symbol.c));
                let reached = Pair { left, right, before, by, unprintable };
                let at = *self.seen.entry((left, right)).or_insert(self.pairs.len());
                if at == self.pairs.len() {
                    *self.budget = self.budget.checked_sub(1)?;
                    self.pairs.push(reached);
                } else if at >= from && unprintable < self.pairs[at].unprintable {
                    self.pairs[at] = reached;
                }
            }
        }
        // Restore the order after replacements. The indices in `seen` need no update, because only membership matters for
        // a finished layer.
        self.pairs[from..].sort_by_key(|pair| (pair.before, pair.by));
        Some(from..self.pairs.len())
    }
}

/// For each state of an automaton, the most readable of the shortest strings that lead to an accepting state.
#[derive(Debug)]
pub struct Completions<'d> {
    dfa: &'d Dfa,
    /// Pairs of a class and its most readable character, sorted with the most readable character first.
    symbols: Vec<(char, usize)>,
    /// For each state, the length of the string, and the number of characters in it that are not printable ASCII. `None`
    /// for the dead state.
    costs: Vec<Option<(usize, usize)>>,
}

impl<'d> Completions<'d> {
    /// Computes the completions, in time and memory linear in the number of transitions.
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
        // `found` is sorted by increasing distance to acceptance, so the targets of the best transitions have costs.
        for state in found {
            completions.costs[state] = completions.next(state).map(|(cost, ..)| cost);
        }
        completions
    }

    /// Returns the length of the completion, and the number of characters in it that are not printable ASCII.
    fn cost(&self, state: usize) -> Option<(usize, usize)> {
        self.costs[state]
    }

    /// Returns the completion of a string that leads to this state, or `None` for the dead state.
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

    /// Returns the first transition of the completion of a state that does not accept: the cost of the completion, the
    /// character and the next state.
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

/// The maximum number of ways with an example. Further ways are only counted.
const MAX_EXAMPLES: usize = 16;

/// A way in which two automata differ, with a shortest example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    /// Whether the left automaton accepts the example, rather than the right.
    pub by_left: bool,
    /// The example, a string that only one of the automata accepts.
    pub text: String,
    /// The byte offset of the character on which the automata diverge, or the length of the example if they diverge at
    /// its end.
    pub parts_at: usize,
}

/// The ways in which two automata differ.
///
/// On a string that only one of them accepts, the automata diverge after the longest prefix that both can complete.
/// Either the string ends there, and only one of them accepts it, or only one of them can complete it after the next
/// character. Two strings show the same way if the same automaton accepts them, and if the automata diverge at the end of
/// both strings, or on characters of the same class.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ways {
    /// The ways with examples. The first two are those with the shortest strings that only the right and only the left
    /// automaton accepts. The others are sorted by length.
    pub examples: Vec<Way>,
    /// The number of further ways, without examples.
    pub more: usize,
}

/// An example of a way: the cost, which is the length and the number of characters outside printable ASCII, the symbols
/// through the character on which the automata diverge, and the rest of the string.
type Candidate = ((usize, usize), Vec<usize>, String);

impl Dfa {
    /// Returns the ways in which the automata differ. Subtracts the number of visited pairs of states, and the lengths of
    /// candidates for examples, from `budget`, and returns `None` if the budget is too small.
    ///
    /// Takes the time of [`Dfa::compare`], and additional time for each pair of states at which the automata diverge.
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
    // The best example of each way, by side and symbol. The end of the string has the number after the last symbol.
    let mut found: BTreeMap<(bool, usize), Candidate> = BTreeMap::new();
    let (mut layer, mut depth) = (0..1, 0);
    while !layer.is_empty() {
        for at in layer.clone() {
            for by in 0..=search.symbols.len() {
                let pair = &search.pairs[at];
                let (cost, by_left, rest_of) = match search.symbols.get(by) {
                    None => {
                        let (left, right) = (left.is_accepting(pair.left), right.is_accepting(pair.right));
                        if left == right {
                            continue;
                        }
                        ((0, 0), left, None)
                    }
                    Some(symbol) => {
                        let targets =
                            (left.next(pair.left, symbol.left), right.next(pair.right, symbol.right));
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
                let cost = (depth + cost.0, pair.unprintable + cost.1);
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
    // Move the best example of each side to the front.
    let mut first = 0;
    for side in [false, true] {
        if let Some(best) = found.iter().position(|((by_left, _), _)| *by_left == side) {
            found[first..=best].rotate_right(1);
            first += 1;
        }
    }
    let more = found.len().saturating_sub(MAX_EXAMPLES);
    found.truncate(MAX_EXAMPLES);
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

    /// The right rule also matches `gained`. The examples are sorted by length, and then by the number of characters that
    /// are not printable ASCII.
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
