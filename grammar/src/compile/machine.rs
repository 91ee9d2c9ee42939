//! Compiles a rule to a state machine: one function per state, each of which tests one byte.
//!
//! The common prefixes of alternatives, such as the nine of an IPv6 address, are read once instead of once
//! each. Only rules with finitely many strings become machines, so calls are nested no deeper than the length
//! of the longest string. Each tested set of bytes is a bit of one look-up table.
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

#[derive(Debug, Clone)]
pub(super) struct Distinct<T> {
    values: Vec<T>,
    places: HashMap<T, usize>,
}

impl<T> Default for Distinct<T> {
    fn default() -> Self {
        Distinct { values: Vec::new(), places: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Distinct<T> {
    /// Returns the index of the value, which is appended if new.
    pub(super) fn place(&mut self, value: T) -> usize {
        let next = self.values.len();
        let place = *self.places.entry(value.clone()).or_insert(next);
        if place == next {
            self.values.push(value);
        }
        place
    }

    pub(super) fn values(&self) -> &[T] {
        &self.values
    }
}

/// The sets that the code tests for, each a bit in the table's word for a byte.
#[derive(Debug, Default, Clone)]
pub(super) struct Table {
    classes: Distinct<CharSet>,
}

/// The number of bits of a table.
const TABLE: usize = 32;

/// The non-ASCII characters.
const BEYOND: (char, char) = ('\u{80}', char::MAX);

pub(super) fn ascii(set: &CharSet) -> CharSet {
    set.intersect(&CharSet::range('\0', '\x7f'))
}

/// Returns the non-ASCII part of a set, which a single byte cannot decide, or `None` if it is empty.
pub(super) fn beyond(set: &CharSet) -> Option<CharSet> {
    let part = set.intersect(&CharSet::range(BEYOND.0, BEYOND.1));
    (!part.is_empty()).then_some(part)
}

/// Returns whether the set has every non-ASCII character, so that the first byte decides.
pub(super) fn all_beyond(set: &CharSet) -> bool {
    CharSet::range(BEYOND.0, BEYOND.1).difference(set).is_empty()
}

/// Returns the set as far as a first byte can decide: with all non-ASCII characters if it has any.
pub(super) fn bytes(set: &CharSet) -> CharSet {
    match beyond(set) {
        Some(_) => ascii(set).union(&CharSet::range(BEYOND.0, BEYOND.1)),
        None => set.clone(),
    }
}

impl Table {
    /// Returns the name of the mask for the bytes of the set, which has all non-ASCII bytes or none.
    pub(super) fn mask(&mut self, set: &CharSet) -> String {
        format!("scan::C{}", self.class(set).0)
    }

    /// Returns the class of the bytes that a character of the set begins with: its index and its contents, which
    /// include either all non-ASCII bytes or none.
    pub(super) fn class(&mut self, set: &CharSet) -> (usize, CharSet) {
        let bytes = if all_beyond(set) { set.clone() } else { ascii(set) };
        (self.classes.place(bytes.clone()), bytes)
    }

    pub(super) fn classes(&self) -> &[CharSet] {
        self.classes.values()
    }

    /// Returns an expression that tests for a byte of the set at an offset.
    pub(super) fn test(&mut self, set: &CharSet, at: impl Display) -> String {
        match set.as_single() {
            Some(c) if c.is_ascii() => format!("scan::byte(s, {at}, {})", byte_pattern(c)),
            _ => format!("scan::is(s, {at}, {})", self.mask(set)),
        }
    }

    /// Returns the source of the masks of the classes from `first`, and of their tables.
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

/// Returns a readable description of a set.
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

/// Returns a set as a pattern over bytes, with all non-ASCII bytes or none.
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

/// The maximum number of states of a machine. Larger code costs more than it saves.
const MAX_STATES: usize = 400;

/// Returns whether the automaton is small, reads only ASCII and has no cycle.
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

/// Returns the source of the module of the states; `q0` is the start state.
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

/// Returns the maximum number of consecutive characters of the set, including the one that leads to `first`,
/// and the state after the last of them, if that state is equivalent to each state on the path except for the
/// characters of the set; otherwise 1 and `first`.
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

/// A run of characters of a set that leads to the same state for all characters, unless one of `unless`
/// follows: the digits of an IPv6 address, which may turn out to belong to an IPv4 address.
struct Likely {
    set: CharSet,
    length: usize,
    target: usize,
    unless: CharSet,
    /// The states on the path.
    states: BTreeSet<usize>,
}

/// Returns the likely run in a state where testing each character separately would branch too often.
fn likely(dfa: &Dfa, state: usize) -> Option<Likely> {
    let steps = live_steps(dfa, state);
    let models = steps.iter().flat_map(|(first, begins)| {
        let rows = live_steps(dfa, *first).into_iter().map(|(_, set)| set);
        rows.filter(|set| set.union(begins) == *set).map(|set| (*first, set))
    });
    models.filter_map(|(first, set)| like(dfa, state, first, set)).max_by_key(|likely| likely.length)
}

/// Returns the states that a run of these characters leads to, if each is equivalent to its *model*: the
/// state that a run of the same length leads to through the state `first`.
///
/// Correctness of a direct transition to the target: let the run read `n` characters, at least one and at
/// most `length`. The true state after them is in level `n`; the model is the state after the same number of
/// characters through `first`.
/// - By `group`, every model on the path accepts if the target does, and has the same transitions as the
///   target for other characters. The target has none for a character of the set.
/// - Every state of every level has been compared with its model, and accepts if the model does. So the last
///   offset at which the rule may end is the same, even if earlier ones differ.
/// - If a character outside the set follows, it is in `unless`, or has the same transition from the true
///   state as from the model, and so from the target.
/// - If a character of the set follows, `n` is `length`, and the model is the target, which has no transition
///   for it. Neither has the true state: it has a live transition for a character of the set only if the
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

/// Returns the live successors of the state with the characters that lead to each, the largest set first.
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
