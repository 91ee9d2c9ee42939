//! Writes automata as tables, with which the library locates the fault in a rejected string.
//!
//! The automaton of a rule decides which strings the rule matches as a whole. In a longer text, the rule may not end at
//! the longest prefix that the automaton accepts, because of lookahead or of a choice that commits. [`longest`] decides
//! for all inputs whether it does. It inserts a mark character where the rule ends, changes the rule to skip the mark
//! anywhere else, and compares the automaton of these marked strings with the strings that have the mark after the longest
//! prefix.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "rules and calls are indices of `Peg::rules`; a state has a row and a bit, and states have \
              16-bit numbers"
)]

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;

use crate::characters::CharSet;
use crate::dfa::Dfa;
use crate::dfa::automaton::Automata;
use crate::error::identifier;
use crate::peg::Peg;
use crate::peg::expr::{Expr, Rule};

/// Returns the automaton of the rule, if the rule always ends at the longest prefix that the automaton accepts. `rule` is
/// an index of [`Peg::rules`].
///
/// Subtracts the steps from the budget `steps`, and also returns `None` if the budget is too small.
pub(crate) fn longest(peg: &Peg, rule: usize, steps: &mut usize) -> Option<Dfa> {
    let rules = reached(peg, rule, steps)?;
    let rule = rules.len() - 1;
    let mark = mark(&rules)?;
    let name = String::from("marked");
    let whole = Peg::of(&rules, &name, Expr::Call(rule));
    let dfa = Automata::new(&whole).dfa_within(steps, &name).ok()?;

    let past: Vec<Rule> =
        rules.iter().map(|rule| Rule { expr: skipping_marks(&rule.expr, mark), ..rule.clone() }).collect();
    let rest = Expr::Chars(CharSet::single(mark).complement()).star();
    let marked = Expr::seq([Expr::Call(rule), Expr::Chars(CharSet::single(mark)), rest]);
    let ends = Automata::new(&Peg::of(&past, &name, marked)).dfa_within(steps, &name).ok()?;
    ends_where_longest(&ends, &dfa, mark, steps)?.then_some(dfa)
}

/// Returns the rules that the rule calls, directly or indirectly, and last the rule itself. Takes a step for each
/// expression and each range of characters in these rules, and returns `None` if the budget is too small.
fn reached(peg: &Peg, rule: usize, steps: &mut usize) -> Option<Vec<Rule>> {
    let mut reached = BTreeSet::from([rule]);
    let mut open = vec![rule];
    while let Some(rule) = open.pop() {
        let mut exprs = vec![&peg.rules()[rule].expr];
        while let Some(expr) = exprs.pop() {
            *steps = steps.checked_sub(1 + ranges(expr))?;
            exprs.extend(expr.parts());
            if let Expr::Call(callee) = expr {
                if reached.insert(*callee) {
                    open.push(*callee);
                }
            }
        }
    }
    let places: HashMap<usize, usize> =
        reached.iter().enumerate().map(|(place, &rule)| (rule, place)).collect();
    let rules = reached.iter().map(|&rule| &peg.rules()[rule]);
    Some(rules.map(|rule| Rule { expr: renumbered(&rule.expr, &places), ..rule.clone() }).collect())
}

fn ranges(expr: &Expr) -> usize {
    if let Expr::Chars(set) = expr { set.ranges().len() } else { 0 }
}

/// Returns the expression with its calls redirected to the new indices of the rules.
fn renumbered(expr: &Expr, places: &HashMap<usize, usize>) -> Expr {
    expr.map(&|leaf| match leaf {
        Expr::Call(rule) => Expr::Call(places[rule]),
        leaf => leaf.clone(),
    })
}

/// Returns whether the rule, in every context, ends at the longest prefix that `alone`, its own automaton, accepts.
fn matches_as_alone(peg: &Peg, name: &str, alone: &Dfa) -> bool {
    let mut contexts = (0..peg.rules().len()).filter(|&rule| peg.rules()[rule].name == name);
    let mut unlimited = usize::MAX;
    contexts.all(|rule| longest(peg, rule, &mut unlimited).as_ref() == Some(alone))
}

/// Returns a character that no set in the rules contains, or `None` if there is none, or if a rule tests for the start of
/// the input.
fn mark(rules: &[Rule]) -> Option<char> {
    let sets: Option<Vec<CharSet>> = rules.iter().map(|rule| sets(&rule.expr)).collect();
    CharSet::union_of(&sets?).complement().first()
}

/// Returns the union of the sets in the expression, or `None` if it tests for the start of the input.
fn sets(expr: &Expr) -> Option<CharSet> {
    match expr {
        Expr::Empty | Expr::Fail | Expr::Call(_) | Expr::End => Some(CharSet::empty()),
        Expr::Start => None,
        Expr::Chars(set) => Some(set.clone()),
        Expr::Seq(parts) | Expr::Choice(parts) => {
            parts.iter().try_fold(CharSet::empty(), |all, part| Some(all.union(&sets(part)?)))
        }
        Expr::Star(inner) | Expr::Not(inner) | Expr::And(inner) => sets(inner),
    }
}

/// Returns the expression, changed to skip an optional mark before each character and before the end.
fn skipping_marks(expr: &Expr, mark: char) -> Expr {
    expr.map(&|leaf| match leaf {
        Expr::Chars(_) | Expr::End => Expr::seq([Expr::Chars(CharSet::single(mark)).opt(), leaf.clone()]),
        leaf => leaf.clone(),
    })
}

/// How far a string has been read that should have the mark right after the longest prefix that a DFA accepts.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Read {
    /// The mark has not been read. The state of the DFA.
    Before(usize),
    /// The mark has been read after an accepted prefix, and no longer prefix is accepted so far. The state of the DFA.
    After(usize),
    /// The mark was not after the longest accepted prefix.
    Wrong,
}

/// Returns whether `ends` accepts exactly the strings that have the mark after the longest prefix that `dfa` accepts.
/// Takes a step for each pair of states and each class of characters, and returns `None` if the budget is too small.
fn ends_where_longest(ends: &Dfa, dfa: &Dfa, mark: char, steps: &mut usize) -> Option<bool> {
    // The first character of each run of both partitions, so that every combination of classes is represented.
    let runs = ends.classes().stretches().iter().chain(dfa.classes().stretches());
    let classes: Vec<char> = runs.map(|&(first, _)| first).collect();
    let mut open = vec![(ends.start(), Read::Before(dfa.start()))];
    let mut seen: HashSet<_> = open.iter().copied().collect();
    while let Some((state, read)) = open.pop() {
        if ends.is_accepting(state) != matches!(read, Read::After(_)) {
            return Some(false);
        }
        *steps = steps.checked_sub(classes.len())?;
        for &c in classes.iter().chain([&mark]) {
            let next = match read {
                Read::Before(at) if c != mark => Read::Before(dfa.step(at, c)),
                Read::Before(at) if dfa.is_accepting(at) => Read::After(at),
                Read::Before(_) => Read::Wrong,
                // `ends` rejects a second mark, because no set of the rules contains it.
                Read::After(_) | Read::Wrong if c == mark => continue,
                Read::After(at) => match dfa.step(at, c) {
                    longer if dfa.is_accepting(longer) => Read::Wrong,
                    shorter => Read::After(shorter),
                },
                Read::Wrong => Read::Wrong,
            };
            let pair = (ends.step(state, c), next);
            if seen.insert(pair) {
                open.push(pair);
            }
        }
    }
    Some(true)
}

/// An automaton as tables, which `urigram` runs.
///
/// ```
/// use urigram_grammar::{Automata, Grammar, Peg, Tables};
///
/// let grammar = Grammar::read("port = { '0'..'9'* }", "port.pest")?;
/// let peg = Peg::new(&grammar);
/// let tables = Tables::of(&Automata::new(&peg).dfa("port")?).unwrap();
/// assert_eq!(tables.classes, 2);
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tables {
    /// The class of each ASCII character.
    pub ascii: [u8; 128],
    /// The runs of non-ASCII characters with the same class, sorted, each as its first character and the class.
    pub beyond: Vec<(char, u8)>,
    /// The number of classes, which is the length of a row of `next`.
    pub classes: u16,
    /// The transition table, with the next state for each state and class, or [`Tables::DEAD`] if no accepted string
    /// continues. The start state is 0.
    pub next: Vec<u16>,
    /// A bitmap of the accepting states.
    pub accepting: Vec<u64>,
}

impl Tables {
    /// The target in `next` of transitions after which no string is accepted.
    pub const DEAD: u16 = u16::MAX;

    /// Returns the tables of an automaton, or `None` if it accepts no string, or has too many states or classes for the
    /// integer types of the tables.
    #[must_use]
    pub fn of(dfa: &Dfa) -> Option<Tables> {
        let fits = dfa.is_live(dfa.start())
            && dfa.states() < usize::from(Tables::DEAD)
            && dfa.width() <= usize::from(u8::MAX);
        if !fits {
            return None;
        }
        // The dead state has no row, so the states after it are renumbered.
        let live: Vec<usize> = (0..dfa.states()).filter(|&state| dfa.is_live(state)).collect();
        let places: HashMap<usize, u16> = live.iter().copied().zip(0..).collect();
        let place = |&target: &u32| places.get(&(target as usize)).copied().unwrap_or(Tables::DEAD);
        let mut accepting = vec![0u64; live.len() / 64 + 1];
        for (place, &state) in live.iter().enumerate() {
            accepting[place / 64] |= u64::from(dfa.is_accepting(state)) << (place % 64);
        }
        let class = |c: char| dfa.class_of(c) as u8;
        let later =
            dfa.classes().stretches().iter().map(|&(first, _)| first).filter(|&first| first > '\u{80}');
        Some(Tables {
            ascii: std::array::from_fn(|byte| class(char::from(byte as u8))),
            beyond: std::iter::once('\u{80}').chain(later).map(|first| (first, class(first))).collect(),
            classes: dfa.width() as u16,
            next: live.iter().flat_map(|&state| dfa.row(state).iter().map(place)).collect(),
            accepting,
        })
    }

    /// Returns for each state the accepting state that is reachable from it, or [`Tables::DEAD`] if there are several.
    fn ends(&self) -> Vec<u16> {
        let rows: Vec<&[u16]> = self.next.chunks(usize::from(self.classes)).collect();
        let accepting = |state: &u16| self.accepting[usize::from(state / 64)] >> (state % 64) & 1 == 1;
        let end = |state: u16| {
            let mut reached = vec![state];
            let mut done = 0;
            while let Some(&state) = reached.get(done) {
                let further = rows[usize::from(state)].iter().filter(|&&next| next != Tables::DEAD);
                for next in further {
                    if !reached.contains(next) {
                        reached.push(*next);
                    }
                }
                done += 1;
            }
            let mut ends = reached.into_iter().filter(accepting);
            ends.next().filter(|_| ends.next().is_none()).unwrap_or(Tables::DEAD)
        };
        (0..).take(rows.len()).map(end).collect()
    }

    /// Returns the Rust source of the automaton as a static. A row of transitions lists the next states, each with a bitmap
    /// of the classes that lead to it.
    fn source(&self, name: &str, ends: &[u16]) -> String {
        let Tables { ascii, beyond, classes, next, accepting } = self;
        let members = (1..*classes).map(|class| {
            let members = (0..0x80u8).zip(ascii).filter(|(_, of)| u16::from(**of) == class);
            let members: String = members.map(|(byte, _)| byte.escape_ascii().to_string()).collect();
            format!("b\"{members}\"")
        });
        let rows = next.chunks(usize::from(*classes)).map(|row| {
            let mut targets: Vec<(u16, u128)> = Vec::new();
            for (&target, class) in row.iter().zip(0..) {
                if target == Tables::DEAD {
                    continue;
                }
                match targets.iter_mut().find(|(known, _)| *known == target) {
                    Some((_, classes)) => *classes |= 1 << class,
                    None => targets.push((target, 1 << class)),
                }
            }
            let targets = targets.iter().map(|(target, classes)| format!("({classes:#x}, {target})"));
            format!("        &[{}],\n", targets.collect::<Vec<_>>().join(", "))
        });
        format!(
            "
pub(crate) static {name}: Automaton = Automaton {{
    ascii: &Automaton::classes(&[{}]),
    beyond: &{beyond:?},
    classes: {classes},
    next: &Automaton::transitions::<{}>(&[
{}    ]),
    accepting: &[{}],
    ends: &{ends:?},
}};
",
            members.collect::<Vec<_>>().join(", "),
            next.len(),
            rows.collect::<String>(),
            accepting.iter().map(|bits| format!("{bits:#x}")).collect::<Vec<_>>().join(", ")
        )
    }
}

/// The maximum number of states of an automaton for which [`matches_as_alone`] is called, to limit its time.
const MAX_ALONE: usize = 16;

/// The maximum number of classes of an automaton that is written as source, because a bitmap of classes has 128 bits.
const MAX_CLASSES: u16 = 128;

/// The paths of the statics that have been written, by the automaton and whether the static has `ends`.
pub(crate) type Statics = HashMap<(Dfa, bool), String>;

/// Returns the source of the statics for the automata of the rules, and of a function
/// `automaton(Rule) -> Option<&'static Automaton>`.
///
/// Equal automata share a static. Statics in `known` are not written again, and new ones are added to it; their paths are
/// in the module `automata` of `module`. The function returns `None` for a rule without an automaton, or with an automaton
/// that is too large for the tables. `ends` is only computed for captured rules, because only a capture shows that a rule
/// has matched a part of a text.
pub(crate) fn automata_source(
    peg: &Peg,
    rules: &[&str],
    captured: &[&str],
    module: &str,
    known: &mut Statics,
) -> (String, String) {
    let mut automata = Automata::new(peg);
    let mut statics = "use super::Automaton;\n".to_owned();
    let mut arms = String::new();
    for name in rules {
        let Ok(dfa) = automata.dfa(name) else { continue };
        let Some(own) = Tables::of(&dfa).filter(|tables| tables.classes <= MAX_CLASSES) else { continue };
        let as_alone =
            captured.contains(name) && dfa.states() <= MAX_ALONE && matches_as_alone(peg, name, &dfa);
        let place = known.entry((dfa, as_alone)).or_insert_with(|| {
            let ends = if as_alone { own.ends() } else { Vec::new() };
            let name = identifier(name);
            statics.push_str(&own.source(&name, &ends));
            format!("{module}::automata::{name}")
        });
        let _ = writeln!(arms, "        Rule::{} => Some(&{place}),", identifier(name));
    }
    let function = format!(
        "
/// Returns the automaton of a rule.
#[allow(unreachable_patterns)]
pub(crate) const fn automaton(rule: Rule) -> Option<&'static Automaton> {{
    match rule {{
{arms}        _ => None,
    }}
}}
"
    );
    (statics, function)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grammar;
    use rstest::rstest;

    #[rstest]
    #[case::string("r = { \"x\" }", true)]
    #[case::other_rules("r = { \"x\" ~ o }\no = { 'a'..'z'* }", true)]
    #[case::other_rules_behind_one_that_is_not_reached(
        "q = { \"y\" }\no = { 'a'..'z'* }\nr = { \"x\" ~ o }",
        true
    )]
    #[case::looks_ahead("r = { \"ab\" ~ &\"c\" | \"a\" }", false)]
    #[case::looks_ahead_in_another_rule("o = { \"ab\" ~ &\"c\" | \"a\" }\nr = { o }", false)]
    #[case::another_rule_looks_ahead("o = { r ~ &\"c\" }\nr = { \"a\" }", true)]
    #[case::first_of_all_characters("r = { \"\\u{00}\"* }", true)]
    #[case::first_of_all_characters_before_an_end("r = { \"\\u{00}b\" ~ &\"c\" | \"\\u{00}\" }", false)]
    #[case::space_in_one_context("WHITESPACE = _{ \" \" }\nr = { \"a\" ~ \"b\" }\no = @{ r }", false)]
    fn as_a_part_and_alone(#[case] source: &str, #[case] expected: bool) {
        let peg = Peg::new(&Grammar::read(source, "r.pest").unwrap());
        let alone = Automata::new(&peg).dfa("r").unwrap();
        assert_eq!(matches_as_alone(&peg, "r", &alone), expected);
    }

    #[test]
    fn steps_are_counted_by_ranges() {
        let peg = Peg::new(&Grammar::read("r = { 'a'..'b' | 'd'..'e' | 'g'..'h' }", "r.pest").unwrap());
        let mut steps = 100;
        reached(&peg, 0, &mut steps).unwrap();
        assert_eq!(100 - steps, 4, "one expression, with three ranges");
    }

    const DEAD: u16 = Tables::DEAD;

    #[rstest]
    #[case::string("\"ab\"", &[2, 2, 2])]
    #[case::repetition("\"a\" ~ \"b\"*", &[1, 1])]
    #[case::empty("\"a\"*", &[0])]
    #[case::two_ends("'0'..'9'{1,2}", &[DEAD, DEAD, 2])]
    #[case::common_end("(\"a\" | \"bb\") ~ \"c\"", &[3, 3, 3, 3])]
    #[case::more_states_than_bits_of_a_word("\"a\"{70}", &[70; 71])]
    fn ends(#[case] rule: &str, #[case] expected: &[u16]) {
        let peg = Peg::new(&Grammar::read(&format!("r = {{ {rule} }}"), "r.pest").unwrap());
        let tables = Tables::of(&Automata::new(&peg).dfa("r").unwrap()).unwrap();
        assert_eq!(tables.ends(), expected);
    }

    /// Only automata of small captured rules for which [`matches_as_alone`] returns true have `ends`.
    #[rstest]
    #[case::captured("\"x\"", &["r"], "ends: &[1, 1]")]
    #[case::not_captured("\"x\"", &[], "ends: &[]")]
    #[case::looks_ahead("\"ab\" ~ &\"c\" | \"a\"", &["r"], "ends: &[]")]
    #[case::large("\"x\"{20}", &["r"], "ends: &[]")]
    fn which_rules_have_ends(#[case] rule: &str, #[case] captured: &[&str], #[case] expected: &str) {
        let peg = Peg::new(&Grammar::read(&format!("r = {{ {rule} }}"), "r.pest").unwrap());
        let (source, _) = automata_source(&peg, &["r"], captured, "self", &mut Statics::new());
        assert!(source.contains(expected), "{source}");
    }
}
