//! Automata as tables, which locate the fault in a rejected string.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::dfa::Dfa;
use crate::dfa::automaton::Automata;
use crate::dfa::longest::matches_as_alone;
use crate::message::identifier;
use crate::peg::Peg;

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
    /// The classes beyond ASCII: the first character of each range, in order.
    pub beyond: Vec<(char, u8)>,
    /// How many classes there are: the length of a row of `next`.
    pub classes: u16,
    /// The transition table: the state after a state and a class, or [`Tables::DEAD`] where no accepted
    /// string continues. The automaton begins in the first state.
    pub next: Vec<u16>,
    /// A bitset of the states in which the string may end.
    pub accepting: Vec<u64>,
}

impl Tables {
    /// The entry of `next` where no accepted string continues.
    pub const DEAD: u16 = u16::MAX;

    /// Returns the tables of an automaton, or `None` if it accepts nothing or has more states or classes than
    /// the tables can number.
    #[must_use]
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "there is a bit for each live state"
    )]
    pub fn of(dfa: &Dfa) -> Option<Tables> {
        let fits = dfa.is_live(dfa.start())
            && dfa.states() < usize::from(Tables::DEAD)
            && dfa.width() <= usize::from(u8::MAX);
        if !fits {
            return None;
        }
        // The dead state has no row, so the states after it move up by one.
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

    /// Returns for each state the only accepting state that is reachable from it, or [`Tables::DEAD`] if
    /// there are several.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "a state has a row and a bit; there are at most as many as 16 bits number"
    )]
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

    /// Returns the definition of the automaton as a static. A row lists the states that follow, each with the classes that
    /// lead to it, a bit for each.
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

/// The largest number of states for which it is decided whether the rule matches as a part what it matches on
/// its own.
const SMALL: usize = 16;

/// The most classes of an automaton in source: a row has a bit for each.
const MOST_CLASSES: u16 = 128;

/// The paths of the statics with automata, by their contents.
pub(crate) type Statics = HashMap<(Dfa, bool), String>;

/// Returns the source of statics, and of a function `automaton(Rule) -> Option<&'static Automaton>` that returns one, and
/// adds them to `known`, of which none is written again. The function returns `None` for a rule that has no automaton,
/// or one too large for the tables. Only captured rules are known to have matched as parts, so `ends` is computed only
/// for them. The statics are in the module `automata` below `module`.
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
        let Some(own) = Tables::of(&dfa).filter(|tables| tables.classes <= MOST_CLASSES) else { continue };
        let as_alone = captured.contains(name) && dfa.states() <= SMALL && matches_as_alone(peg, name, &dfa);
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

    const DEAD: u16 = Tables::DEAD;

    /// States are numbered in the order in which they are reached from the first.
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

    /// Ends are those of a captured rule that is small, and matches as a part what it matches on its own.
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
