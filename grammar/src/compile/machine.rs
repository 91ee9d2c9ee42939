//! Compiles a rule to a state machine, with a function for each state, which tests one byte.
//!
//! A state machine reads a common prefix of several alternatives, such as the nine of an IPv6 address, only once. Only
//! rules with finitely many strings become state machines, so calls are nested no deeper than the length of the longest
//! string. This module also writes the look-up tables, in which each tested set of bytes is a bit.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "states belong to the automaton, and without a cycle no path is longer than their number; the \
              table has 32 rows of 8 bytes, and the ranges of a row are ASCII"
)]

use std::collections::{BTreeSet, HashMap};
use std::fmt::{Display, Write as _};
use std::hash::Hash;

use crate::characters::CharSet;
use crate::dfa::Dfa;

/// A list of distinct values, with their indices.
#[derive(Debug, Clone)]
pub(super) struct Distinct<T> {
    values: Vec<T>,
    indices: HashMap<T, usize>,
}

impl<T> Default for Distinct<T> {
    fn default() -> Self {
        Distinct { values: Vec::new(), indices: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Distinct<T> {
    /// Returns the index of the value, and appends the value if it is new.
    pub(super) fn index(&mut self, value: T) -> usize {
        let next = self.values.len();
        let index = *self.indices.entry(value.clone()).or_insert(next);
        if index == next {
            self.values.push(value);
        }
        index
    }

    pub(super) fn values(&self) -> &[T] {
        &self.values
    }
}

/// The look-up tables for the sets that the code tests for. The entry of a byte has a bit for each set.
#[derive(Debug, Default, Clone)]
pub(super) struct Table {
    classes: Distinct<CharSet>,
}

/// The number of sets in a table, which is the number of bits of an entry.
const TABLE: usize = 32;

/// The non-ASCII characters.
const BEYOND: (char, char) = ('\u{80}', char::MAX);

pub(super) fn ascii(set: &CharSet) -> CharSet {
    set.intersect(&CharSet::range('\0', '\x7f'))
}

/// Returns the non-ASCII characters of a set, for which testing a single byte does not suffice, or `None` if there are
/// none.
pub(super) fn beyond(set: &CharSet) -> Option<CharSet> {
    let part = set.intersect(&CharSet::range(BEYOND.0, BEYOND.1));
    (!part.is_empty()).then_some(part)
}

/// Returns whether the set has all non-ASCII characters, so that testing the first byte suffices.
pub(super) fn all_beyond(set: &CharSet) -> bool {
    CharSet::range(BEYOND.0, BEYOND.1).difference(set).is_empty()
}

/// Returns the smallest superset for which testing the first byte suffices: it has all non-ASCII characters if the set
/// has any.
pub(super) fn bytes(set: &CharSet) -> CharSet {
    match beyond(set) {
        Some(_) => ascii(set).union(&CharSet::range(BEYOND.0, BEYOND.1)),
        None => set.clone(),
    }
}

impl Table {
    /// Returns the name of the mask for the bytes of the set.
    pub(super) fn mask(&mut self, set: &CharSet) -> String {
        format!("scan::C{}", self.class(set).0)
    }

    /// Returns the index and the contents of the class for a set. The class has all non-ASCII bytes if the set has all
    /// non-ASCII characters, or else only the ASCII bytes of the set.
    pub(super) fn class(&mut self, set: &CharSet) -> (usize, CharSet) {
        let bytes = if all_beyond(set) { set.clone() } else { ascii(set) };
        (self.classes.index(bytes.clone()), bytes)
    }

    pub(super) fn classes(&self) -> &[CharSet] {
        self.classes.values()
    }

    /// Returns an expression that tests whether the byte at an offset is in the class of the set.
    pub(super) fn test(&mut self, set: &CharSet, at: impl Display) -> String {
        match set.as_single() {
            Some(c) if c.is_ascii() => format!("scan::byte(s, {at}, {})", byte_pattern(c)),
            _ => format!("scan::is(s, {at}, {})", self.mask(set)),
        }
    }

    /// Returns the source of the masks and the tables of the classes from the index `first`.
    pub(super) fn source(&self, first: usize) -> String {
        let mut source = String::new();
        let classes = &self.classes.values()[first..];
        if classes.is_empty() {
            return source;
        }
        for (place, class) in classes.iter().enumerate() {
            let (table, bit, place) = (place / TABLE, place % TABLE, place + first);
            let _ = writeln!(source, "/// `{}`", describe(class));
            let _ = writeln!(
                source,
                "pub(crate) const C{place}: Mask = Mask {{ table: &CLASSES[{table}], bits: 1 << {bit} }};"
            );
        }
        let tables: Vec<&[CharSet]> = classes.chunks(TABLE).collect();
        let count = tables.len();
        let _ = writeln!(source, "/// The classes of each byte.\nstatic CLASSES: [[u32; 256]; {count}] = [");
        for classes in tables {
            source.push_str("    [\n");
            for row in 0..32u8 {
                let words = (0..8).map(|column| {
                    let byte = row * 8 + column;
                    let c = if byte < 0x80 { byte as char } else { BEYOND.0 };
                    let bits = classes.iter().enumerate().filter(|(_, class)| class.contains(c));
                    format!("0x{:x}", bits.fold(0u32, |word, (bit, _)| word | 1 << bit))
                });
                let _ = writeln!(source, "        {},", words.collect::<Vec<_>>().join(", "));
            }
            source.push_str("    ],\n");
        }
        source.push_str("];\n");
        source
    }
}

/// Returns a description of a set, for comments in the generated code.
pub(super) fn describe(set: &CharSet) -> String {
    let mut text = String::new();
    for &(first, last) in set.ranges() {
        let _ = match (first, last) {
            (first, last) if first == last => write!(text, "{}", first.escape_debug()),
            (first, last) => write!(text, "{}-{}", first.escape_debug(), last.escape_debug()),
        };
        text.push(' ');
    }
    text.trim_end().to_owned()
}

/// Returns a pattern for the first byte of a character of the set. It matches all non-ASCII bytes if the set has any
/// non-ASCII character.
pub(super) fn pattern(set: &CharSet) -> String {
    let mut ranges: Vec<String> = ascii(set)
        .ranges()
        .iter()
        .map(|&(first, last)| match first == last {
            true => byte_pattern(first),
            false => format!("{}..={}", byte_pattern(first), byte_pattern(last)),
        })
        .collect();
    if beyond(set).is_some() {
        ranges.push("0x80..=0xff".to_owned());
    }
    ranges.join(" | ")
}

/// Returns a byte as a literal.
pub(super) fn byte_pattern(c: char) -> String {
    match c {
        ' '..='~' => format!("b'{}'", c.escape_default()),
        c => format!("0x{:02x}", c as u32),
    }
}

/// The maximum number of states of a state machine. The code of larger machines is too large to be faster.
const MAX_STATES: usize = 400;

/// Returns whether the automaton can be compiled to a state machine: it is small, accepts only ASCII, and has no cycle.
pub(super) fn fits(dfa: &Dfa) -> bool {
    dfa.is_live(dfa.start())
        && dfa.states() <= MAX_STATES
        && (0..dfa.states()).all(|state| !dfa.is_live(dfa.step(state, '\u{80}')))
        && dfa.classes().stretches().iter().all(|&(c, class)| {
            c < '\u{80}' || (0..dfa.states()).all(|state| !dfa.is_live(dfa.next(state, class as usize)))
        })
        && acyclic(dfa)
}

fn targets(dfa: &Dfa, state: usize) -> impl Iterator<Item = usize> {
    dfa.row(state).iter().map(|&target| target as usize).filter(|&target| dfa.is_live(target))
}

/// Returns whether no live state is reachable from itself, by Kahn's algorithm.
fn acyclic(dfa: &Dfa) -> bool {
    let mut entries = vec![0usize; dfa.states()];
    for target in (0..dfa.states()).filter(|&state| dfa.is_live(state)).flat_map(|state| targets(dfa, state))
    {
        entries[target] += 1;
    }
    let mut free: Vec<usize> =
        (0..dfa.states()).filter(|&state| dfa.is_live(state) && entries[state] == 0).collect();
    let mut left = 0;
    while let Some(state) = free.pop() {
        left += 1;
        for target in targets(dfa, state) {
            entries[target] -= 1;
            if entries[target] == 0 {
                free.push(target);
            }
        }
    }
    left == (0..dfa.states()).filter(|&state| dfa.is_live(state)).count()
}

/// Returns the source of a state machine: the function `name`, and a module with a function for each state.
pub(super) fn source(name: &str, rule: &str, dfa: &Dfa, table: &mut Table) -> String {
    let mut source = format!(
        "
pub(crate) const fn {name}(s: &[u8], at: usize) -> usize {{
    {name}::q0(s, at, scan::NO)
}}

/// The states of `{rule}`.
mod {name} {{
    use super::scan;
"
    );
    let mut written = BTreeSet::new();
    let mut waiting = vec![0];
    let mut within = BTreeSet::new();
    while let Some(state) = waiting.pop() {
        if !written.insert(state) {
            continue;
        }
        let last = if dfa.is_accepting(state) { "at" } else { "last" };
        let (mut rows, mut steps) = (String::new(), String::new());
        let likely = if within.contains(&state) { None } else { likely(dfa, state) };
        if let Some(Likely { set, length, target, unless, states }) = likely {
            within.extend(states);
            waiting.push(target);
            let (test, unless) = (table.test(&set, "at"), table.test(&unless, "end"));
            let (rest, mask) = (length - 1, table.mask(&set));
            let _ = write!(
                rows,
                "if {test} {{
            let end = scan::up_to(s, at + 1, {rest}, {mask});
            if !{unless} {{
                return q{target}(s, end, {last});
            }}
        }}
        "
            );
        }
        for (target, set) in live_steps(dfa, state) {
            let test = table.test(&set, "at");
            let (target, end) = match group(dfa, target, &set) {
                (1, target) => (target, "at + 1".to_owned()),
                (length, target) => {
                    (target, format!("scan::up_to(s, at + 1, {}, {})", length - 1, table.mask(&set)))
                }
            };
            let value = if live_steps(dfa, target).is_empty() {
                end
            } else {
                waiting.push(target);
                format!("q{target}(s, {end}, {last})")
            };
            let _ = writeln!(steps, "            _ if {test} => {value},");
        }
        let unread = if last == "at" { "_" } else { "" };
        let _ = writeln!(
            source,
            "\n    pub(super) const fn q{state}(s: &[u8], at: usize, {unread}last: usize) -> usize {{
        {rows}match () {{\n{steps}            _ => {last},\n        }}\n    }}"
        );
    }
    source.push_str("}\n");
    source
}

/// Returns how many characters of the set the code can read in one step, and the state in which it continues. The
/// first of these characters leads to the state `first`.
///
/// The number is the length of the longest path that reads only characters of the set, if all states on this path,
/// from `first` on, have the same transitions on other characters and all accept or all reject. Otherwise, the number
/// is 1 and the state is `first`.
fn group(dfa: &Dfa, first: usize, set: &CharSet) -> (usize, usize) {
    let (mut length, mut state) = (1, first);
    loop {
        let steps = live_steps(dfa, state);
        let Some(&(next, _)) = steps.iter().find(|(_, other)| other == set) else { break };
        state = next;
        length += 1;
    }
    let others = |state| {
        let steps = live_steps(dfa, state).into_iter().filter(|(_, other)| other != set);
        (dfa.is_accepting(state), steps.collect::<Vec<_>>())
    };
    let mut on_the_way = first;
    for _ in 1..length {
        if others(on_the_way) != others(state) {
            return (1, first);
        }
        on_the_way = dfa.step(on_the_way, set.first().unwrap_or_default());
    }
    (length, state)
}

/// A run of at most `length` characters of a set that leads to the state `target`, unless it is followed by one of the
/// characters `unless`.
///
/// For example, the hexadecimal digits of an IPv6 address lead to the same state, unless a `.` follows: then they may
/// belong to an IPv4 address.
struct Likely {
    set: CharSet,
    length: usize,
    target: usize,
    unless: CharSet,
    /// The states after one or more characters of the run.
    states: BTreeSet<usize>,
}

/// Returns the longest likely run in a state, if there is one.
fn likely(dfa: &Dfa, state: usize) -> Option<Likely> {
    let steps = live_steps(dfa, state);
    let models = steps.iter().flat_map(|(first, begins)| {
        let rows = live_steps(dfa, *first).into_iter().map(|(_, set)| set);
        rows.filter(|set| set.union(begins) == *set).map(|set| (*first, set))
    });
    models.filter_map(|(first, set)| like(dfa, state, first, set)).max_by_key(|likely| likely.length)
}

/// Returns the run of characters of the set that is modelled by the path through the state `first`, or `None` if the
/// code for this run would not be equivalent to the automaton.
///
/// The code reads a run of `n` characters, at least one and at most `length`, and continues in the target. After `n`
/// characters, the *true state* is one of the states of level `n`, and the *model* is the state after the same number of
/// characters on the path through `first`. Continuing in the target is correct for these reasons:
///
/// - By [`group`], every model accepts if and only if the target does, and has the same transitions as the target for
///   characters outside the set. The target has no transition for characters of the set.
/// - Every state of every level is compared with its model, and accepts if and only if the model does. So the last offset
///   at which the rule may end is the same.
/// - If a character outside the set follows, it is in `unless`, or has the same transition from the true state as from the
///   model, and so from the target.
/// - If a character of the set follows, `n` is `length`, so the model is the target, which has no transition for the
///   character. Neither has the true state, because it has a live transition for a character of the set if and only if the
///   model has one.
/// - At the end of the input, or before a non-ASCII character, no state has a transition.
fn like(dfa: &Dfa, state: usize, first: usize, set: CharSet) -> Option<Likely> {
    let (length, target) = group(dfa, first, &set);
    let after = |states: &BTreeSet<usize>| -> BTreeSet<usize> {
        let step = |c| states.iter().map(move |&state| dfa.step(state, c));
        ascii_chars().filter(|&c| set.contains(c)).flat_map(step).collect()
    };
    let mut level = after(&BTreeSet::from([state]));
    if length == 1 || level.len() == 1 {
        return None;
    }
    let mut likely =
        Likely { set: set.clone(), length, target, unless: CharSet::empty(), states: level.clone() };
    let mut model = first;
    for _ in 0..length {
        for &state in &level {
            for c in ascii_chars().filter(|&c| dfa.step(state, c) != dfa.step(model, c)) {
                if !set.contains(c) {
                    likely.unless = likely.unless.union(&CharSet::single(c));
                } else if dfa.is_live(dfa.step(state, c)) != dfa.is_live(dfa.step(model, c)) {
                    return None;
                }
            }
        }
        if level.iter().any(|&state| dfa.is_accepting(state) != dfa.is_accepting(model)) {
            return None;
        }
        likely.states.extend(&level);
        level = after(&level);
        model = dfa.step(model, set.first()?);
    }
    Some(likely)
}

fn ascii_chars() -> impl Iterator<Item = char> {
    (0..0x80u8).map(char::from)
}

/// Returns the live successors of the state, each with the ASCII characters that lead to it, sorted by decreasing number
/// of these characters.
fn live_steps(dfa: &Dfa, state: usize) -> Vec<(usize, CharSet)> {
    let mut steps: Vec<(usize, CharSet)> = Vec::new();
    for c in ascii_chars() {
        let target = dfa.step(state, c);
        if !dfa.is_live(target) {
            continue;
        }
        match steps.iter_mut().find(|(known, _)| *known == target) {
            Some((_, set)) => *set = set.union(&CharSet::single(c)),
            None => steps.push((target, CharSet::single(c))),
        }
    }
    let size =
        |set: &CharSet| set.ranges().iter().map(|&(first, last)| last as u32 - first as u32 + 1).sum::<u32>();
    steps.sort_by_key(|(_, set)| core::cmp::Reverse(size(set)));
    steps
}
