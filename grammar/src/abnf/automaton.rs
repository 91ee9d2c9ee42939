//! Builds the minimal automaton of the strings that a rule matches, from a nondeterministic automaton, by the subset
//! construction.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "states have been added, a class is less than the width, and a mark less than twice the \
              number of names; 2³¹ names would take hundreds of gigabytes; at most the remaining steps are \
              subtracted"
)]

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::abnf::rules;
use crate::abnf::rules::{Abnf, Element, Rule, key};
use crate::captures::read::Captures;
use crate::characters::{CharSet, Classes};
use crate::dfa::Dfa;
use crate::dfa::arena::{Marks, Names};
use crate::dfa::automaton::Limits;
use crate::dfa::bdd::Exhausted;
use crate::dfa::marked::Marked;
use crate::dfa::minimize::minimize;
use crate::error::{Error, Reason, Refused};

const START: u32 = 0;
const END: u32 = 1;

/// A budget of remaining steps.
struct Steps(usize);

impl Steps {
    fn new(steps: usize) -> Steps {
        Steps(steps)
    }

    fn remaining(&self) -> usize {
        self.0
    }

    fn spend(&mut self, steps: usize) -> Result<(), Exhausted> {
        self.0 = self.0.checked_sub(steps).ok_or(Exhausted)?;
        Ok(())
    }
}

/// A nondeterministic automaton with the initial state [`START`] and the accepting state [`END`].
#[derive(Debug)]
struct Nfa {
    /// For each state, its transitions on characters, each a set of characters and a target. The targets of a state are
    /// distinct.
    moves: Vec<Vec<(CharSet, u32)>>,
    /// For each state, the targets of its ε-transitions.
    jumps: Vec<Vec<u32>>,
    /// For each state, its transitions on marks, each a mark and a target.
    marks: Vec<Vec<(u32, u32)>>,
}

/// The calls that are marked.
#[derive(Default)]
struct Marking {
    /// The index `i` of each captured rule, by its key. The mark `2 * i` is the beginning of the rule, and `2 * i + 1`
    /// is its end.
    captured: HashMap<String, u32>,
    /// The keys of the rules below which nothing is captured.
    leaves: HashSet<String>,
}

impl Marking {
    fn new(captured: &[&str], leaves: &[&str]) -> Marking {
        let captured = captured.iter().map(|name| key(name)).zip(0..).collect();
        Marking { captured, leaves: leaves.iter().map(|name| key(name)).collect() }
    }

    /// Returns whether anything below the rule may be captured.
    fn is_open(&self, key: &String) -> bool {
        !self.captured.is_empty() && !self.leaves.contains(key)
    }
}

/// Builds the automaton from a worklist of elements, each with the two states that it connects. An element is replaced
/// by its parts, until only transitions on characters remain. Calls may nest to any depth, because the function does
/// not recurse.
fn build(
    abnf: &Abnf,
    root: &Rule,
    marking: &Marking,
    states: usize,
    steps: &mut Steps,
) -> Result<Nfa, Exhausted> {
    let mut builder = Builder { ranges: Vec::new(), jumps: vec![Vec::new(); 2], marks: Vec::new(), states };
    let mut open = vec![(&root.element, START, END, marking.is_open(&key(&root.name)))];
    while let Some((element, from, to, marked)) = open.pop() {
        steps.spend(1)?;
        match element {
            Element::Text { text, any_case } => builder.text(text, *any_case, from, to)?,
            Element::Range(first, last) => builder.ranges.push((from, to, *first, *last)),
            Element::Call(key) => {
                let (mut from, mut to) = (from, to);
                if let (Some(&place), true) = (marking.captured.get(key), marked) {
                    let (begins, ends) = (builder.state()?, builder.state()?);
                    builder.marks.extend([(from, 2 * place, begins), (ends, 2 * place + 1, to)]);
                    (from, to) = (begins, ends);
                }
                open.push((&abnf.called(key).element, from, to, marked && marking.is_open(key)));
            }
            Element::Seq(parts) => {
                let mut at = from;
                for (place, part) in (1..).zip(parts) {
                    let next = if place == parts.len() { to } else { builder.state()? };
                    open.push((part, at, next, marked));
                    at = next;
                }
                if parts.is_empty() {
                    builder.jump(from, to);
                }
            }
            Element::Choice(parts) => open.extend(parts.iter().map(|part| (part, from, to, marked))),
            Element::Repeat { least, most, element } => {
                let copies = most.unwrap_or(*least);
                let mut at = from;
                for copy in 1..=copies {
                    if copy > *least {
                        builder.jump(at, to);
                    }
                    let next = if Some(copy) == *most { to } else { builder.state()? };
                    open.push((element, at, next, marked));
                    at = next;
                }
                if most.is_none() {
                    // The loop needs a state of its own, because other transitions may leave `at` and enter `to`.
                    let hub = builder.state()?;
                    builder.jump(at, hub);
                    open.push((element, hub, hub, marked));
                    builder.jump(hub, to);
                }
            }
        }
    }
    Ok(builder.finish())
}

struct Builder {
    /// The transitions on characters: source, target, and the first and last character of a range.
    ranges: Vec<(u32, u32, char, char)>,
    /// The targets of the ε-transitions of each state.
    jumps: Vec<Vec<u32>>,
    /// The transitions on marks: source, mark and target.
    marks: Vec<(u32, u32, u32)>,
    /// The maximum number of states.
    states: usize,
}

impl Builder {
    fn state(&mut self) -> Result<u32, Exhausted> {
        if self.jumps.len() >= self.states {
            return Err(Exhausted);
        }
        let state = u32::try_from(self.jumps.len()).map_err(|_| Exhausted)?;
        self.jumps.push(Vec::new());
        Ok(state)
    }

    fn jump(&mut self, from: u32, to: u32) {
        self.jumps[from as usize].push(to);
    }

    fn text(&mut self, text: &str, any_case: bool, from: u32, to: u32) -> Result<(), Exhausted> {
        if text.is_empty() {
            self.jump(from, to);
        }
        let mut at = from;
        let mut rest = text.chars();
        while let Some(c) = rest.next() {
            let next = if rest.as_str().is_empty() { to } else { self.state()? };
            self.ranges.push((at, next, c, c));
            if any_case {
                let (lower, upper) = (c.to_ascii_lowercase(), c.to_ascii_uppercase());
                self.ranges.extend([(at, next, lower, lower), (at, next, upper, upper)]);
            }
            at = next;
        }
        Ok(())
    }

    fn finish(mut self) -> Nfa {
        self.ranges.sort_unstable();
        let mut moves = vec![Vec::new(); self.jumps.len()];
        for same in self.ranges.chunk_by(|left, right| left.0 == right.0 && left.1 == right.1) {
            let set = CharSet::from_ranges(same.iter().map(|&(_, _, first, last)| (first, last)));
            moves[same[0].0 as usize].push((set, same[0].1));
        }
        let mut marks = vec![Vec::new(); self.jumps.len()];
        for (from, mark, to) in self.marks {
            marks[from as usize].push((mark, to));
        }
        Nfa { moves, jumps: self.jumps, marks }
    }
}

/// Determinizes and minimizes an automaton without marks.
fn dfa(nfa: &Nfa, states: usize, steps: &mut Steps) -> Result<Dfa, Exhausted> {
    let (classes, next, accept) = deterministic(nfa, 0, states, steps)?;
    Ok(minimize(&classes, next, accept))
}

/// Determinizes an automaton with the marks of the named rules.
fn marked(nfa: &Nfa, names: &Names, states: usize, steps: &mut Steps) -> Result<Marked, Exhausted> {
    let (classes, next, accept) = deterministic(nfa, 2 * names.list().len(), states, steps)?;
    let marks = Marks { nodes: names.clone(), ..Marks::default() };
    Ok(Marked::new(classes, marks, next, accept))
}

/// Determinizes an automaton with `marks` marks. Returns the classes of characters, a row of targets for each state, by
/// class and then by mark, and whether each state accepts. The result may have at most `states` states, each of which is
/// a set of states of `nfa`.
fn deterministic(
    nfa: &Nfa,
    marks: usize,
    states: usize,
    steps: &mut Steps,
) -> Result<(Classes, Vec<u32>, Vec<bool>), Exhausted> {
    let (classes, moves) = classes(nfa, steps)?;
    let mut closure = Closure { nfa, seen: vec![false; nfa.jumps.len()] };
    let first = closure.of(vec![START], steps)?;
    let mut ids = HashMap::from([(first.clone(), 0)]);
    let mut sets = vec![first];
    let mut next = Vec::new();
    let mut dead = None;
    let mut done = 0;
    let mut targets = vec![Vec::new(); classes.width() + marks];
    while let Some(set) = sets.get(done).cloned() {
        steps.spend(targets.len())?;
        for (class, to) in set.iter().flat_map(|&state| &moves[state as usize]) {
            steps.spend(1)?;
            targets[*class as usize].push(*to);
        }
        for (mark, to) in set.iter().flat_map(|&state| &nfa.marks[state as usize]) {
            steps.spend(1)?;
            targets[classes.width() + *mark as usize].push(*to);
        }
        for targets in &mut targets {
            if let (Some(dead), true) = (dead, targets.is_empty()) {
                next.push(dead);
                continue;
            }
            let target = closure.of(std::mem::take(targets), steps)?;
            let id = *ids.entry(target.clone()).or_insert(sets.len() as u32);
            if id as usize == sets.len() {
                sets.push(target);
            }
            if sets[id as usize].is_empty() {
                dead = Some(id);
            }
            next.push(id);
        }
        if sets.len() > states {
            return Err(Exhausted);
        }
        done += 1;
    }
    let accept = sets.iter().map(|set| set.binary_search(&END).is_ok()).collect();
    Ok((classes, next, accept))
}

/// For each state, its transitions, each a class and a target.
type Moves = Vec<Vec<(u32, u32)>>;

/// Returns the classes of characters that the transitions distinguish, and the transitions by class.
fn classes(nfa: &Nfa, steps: &mut Steps) -> Result<(Classes, Moves), Exhausted> {
    let mut places: HashMap<&CharSet, usize> = HashMap::new();
    let mut sets = Vec::new();
    for (set, _) in nfa.moves.iter().flatten() {
        places.entry(set).or_insert_with(|| {
            sets.push(set);
            sets.len() - 1
        });
    }
    // The loops below take time proportional to the number of sets times the number of classes.
    let ranges: usize = sets.iter().map(|set| set.ranges().len()).sum();
    steps.spend(ranges.saturating_mul(sets.len()))?;
    let classes = Classes::of(sets.iter().copied());
    let firsts = classes.firsts();
    let members: Vec<Vec<u32>> = sets
        .iter()
        .map(|set| (0..).zip(&firsts).filter(|&(_, &c)| set.contains(c)).map(|(class, _)| class).collect())
        .collect();
    let mut moves = Vec::with_capacity(nfa.moves.len());
    for from in &nfa.moves {
        let mut by_class = Vec::new();
        for (set, to) in from {
            let members = &members[places[set]];
            steps.spend(members.len())?;
            by_class.extend(members.iter().map(|&class| (class, *to)));
        }
        moves.push(by_class);
    }
    Ok((classes, moves))
}

/// Computes ε-closures.
struct Closure<'n> {
    nfa: &'n Nfa,
    seen: Vec<bool>,
}

impl Closure<'_> {
    /// Returns the ε-closure of the states, reduced to [`END`] and the states with other transitions, because only these
    /// distinguish sets of states.
    fn of(&mut self, mut open: Vec<u32>, steps: &mut Steps) -> Result<Rc<[u32]>, Exhausted> {
        let mut found = Vec::new();
        while let Some(state) = open.pop() {
            steps.spend(1)?;
            if !std::mem::replace(&mut self.seen[state as usize], true) {
                found.push(state);
                open.extend(&self.nfa.jumps[state as usize]);
            }
        }
        for &state in &found {
            self.seen[state as usize] = false;
        }
        let reads = |state: usize| !self.nfa.moves[state].is_empty() || !self.nfa.marks[state].is_empty();
        found.retain(|&state| state == END || reads(state as usize));
        found.sort_unstable();
        Ok(found.into())
    }
}

impl Abnf {
    /// Returns the minimal automaton of the strings that the rule matches, within [`Limits::DEFAULT`]. Two
    /// automata are equal if and only if they accept the same strings.
    ///
    /// ```
    /// use urigram_grammar::Abnf;
    ///
    /// let abnf = Abnf::read("date-mday = 2DIGIT ; 01-31", "rfc3339.abnf")?;
    /// let day = abnf.dfa("date-mday")?;
    /// assert!(day.accepts("31") && day.accepts("99") && !day.accepts("1"));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] if there is no such rule, or if it or a rule that it calls is recursive;
    /// [`Error::TooLarge`] if the automaton exceeds the limits.
    pub fn dfa(&self, rule: &str) -> Result<Dfa, Error> {
        self.dfa_with_limits(rule, Limits::DEFAULT)
    }

    /// Like [`Abnf::dfa`], but within other limits.
    ///
    /// # Errors
    ///
    /// The errors of [`Abnf::dfa`].
    pub fn dfa_with_limits(&self, rule: &str, limits: Limits) -> Result<Dfa, Error> {
        let mut unlimited = usize::MAX;
        self.dfa_by(limits, &mut unlimited, rule)
    }

    /// Like [`Abnf::dfa`], but subtracts the steps from `budget`, which can limit the total work for many rules.
    ///
    /// # Errors
    ///
    /// The errors of [`Abnf::dfa`], and [`Error::TooLarge`] also if the budget is too small.
    pub fn dfa_within(&self, budget: &mut usize, rule: &str) -> Result<Dfa, Error> {
        self.dfa_by(Limits::DEFAULT, budget, rule)
    }

    fn dfa_by(&self, limits: Limits, budget: &mut usize, rule: &str) -> Result<Dfa, Error> {
        let limits = limits.numbered();
        self.within(limits, budget, rule, |root, steps| {
            let nfa = build(self, root, &Marking::default(), limits.states, steps)?;
            dfa(&nfa, limits.states, steps)
        })
    }

    /// Returns the captures of the rule, which are the calls of the rules `captured` in the derivation of a string, except
    /// for calls below one of the rules `leaves`.
    ///
    /// A string may have several derivations, with different captures.
    ///
    /// # Errors
    ///
    /// The errors of [`Abnf::dfa`].
    ///
    /// ```
    /// use urigram_grammar::{Abnf, Automata, Grammar, Peg};
    ///
    /// let abnf = Abnf::read("host = address / name\naddress = 2DIGIT\nname = *(ALPHA / DIGIT)", "host.abnf")?;
    /// let source = "host = ${ address ~ !name | name } address = @{ '0'..'9'{2} } name = @{ ASCII_ALPHANUMERIC+ }";
    /// let peg = Peg::new(&Grammar::read(source, "host.pest")?);
    /// let names = ["address", "name"];
    /// let abnf = abnf.captures("host", &names, &[])?;
    /// let host = Automata::new(&peg).captures("host", &names)?;
    /// assert_eq!(host.parses_differently(&abnf), None, "the grammar parses as the ABNF does");
    /// let ambiguous = abnf.parses_differently(&host).map(|difference| difference.text);
    /// assert_eq!(ambiguous.as_deref(), Some("00"), "which could also be a name");
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    pub fn captures(&self, rule: &str, captured: &[&str], leaves: &[&str]) -> Result<Captures, Error> {
        let mut unlimited = usize::MAX;
        self.captures_within(&mut unlimited, rule, captured, leaves)
    }

    /// Like [`Abnf::captures`], but with a budget, as in [`Abnf::dfa_within`].
    ///
    /// # Errors
    ///
    /// The errors of [`Abnf::dfa_within`].
    pub fn captures_within(
        &self,
        budget: &mut usize,
        rule: &str,
        captured: &[&str],
        leaves: &[&str],
    ) -> Result<Captures, Error> {
        let language = self.dfa_within(budget, rule)?;
        let marking = Marking::new(captured, leaves);
        let captured = captured.iter().copied().collect();
        let limits = Limits::DEFAULT;
        let marked = self.within(limits, budget, rule, |root, steps| {
            let nfa = build(self, root, &marking, limits.states, steps)?;
            marked(&nfa, &captured, limits.states, steps)
        })?;
        Ok(Captures { language, marked })
    }

    /// Calls `work` with a rule and the steps that the limits and the budget allow, and subtracts the steps that it takes
    /// from the budget.
    fn within<T>(
        &self,
        limits: Limits,
        budget: &mut usize,
        rule: &str,
        work: impl FnOnce(&Rule, &mut Steps) -> Result<T, Exhausted>,
    ) -> Result<T, Error> {
        let root = self.check(rule)?;
        let allowed = limits.steps.min(*budget);
        let mut steps = Steps::new(allowed);
        let made = work(root, &mut steps);
        *budget -= allowed - steps.remaining();
        made.map_err(|Exhausted| Error::TooLarge { rule: root.name.clone() })
    }

    /// Returns the rule, if it exists, and neither it nor a rule that it calls is recursive.
    fn check(&self, rule: &str) -> Result<&Rule, Error> {
        let Some(root) = self.rule(rule) else {
            return Err(Refused::new(rule, Reason::Unknown).into());
        };
        match rules::cycle(self, root) {
            Some(cycle) => Err(Refused::new(&root.name, Reason::Recursive { cycle }).into()),
            None => Ok(root),
        }
    }
}
