//! Automata as Rust source: the tables that place a fault in a rejected string.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::automaton::Automata;
use crate::dfa::Dfa;

/// How the tables write "no accepted string goes on".
const DEAD: &str = "!0";

/// A function `automaton(Rule) -> Option<&'static Automaton>` and the tables behind it. A rule has
/// `None` if it has no automaton, or one too large for the tables.
pub(crate) fn automata_source(automata: &mut Automata<'_>, rules: &[&str]) -> String {
    let (mut tables, mut arms) = (String::new(), String::new());
    let mut known: HashMap<Dfa, String> = HashMap::new();
    for name in rules {
        let Some(dfa) = automata.dfa(name).ok().filter(fits) else { continue };
        let next = format!("AUTOMATON_{}", known.len());
        let table = known.entry(dfa.clone()).or_insert_with(|| {
            tables.push_str(&table(&next, name, &dfa));
            next
        });
        let _ = writeln!(arms, "        Rule::r#{name} => Some(&{table}),");
    }
    format!(
        "{tables}
/// The automaton of a rule.
#[allow(unreachable_patterns)]
pub(crate) const fn automaton(rule: Rule) -> Option<&'static Automaton> {{
    match rule {{
{arms}        _ => None,
    }}
}}
"
    )
}

fn fits(dfa: &Dfa) -> bool {
    // Tables have rows for live states only, and begin with the first.
    dfa.is_live(dfa.start()) && dfa.states() < usize::from(u16::MAX) && dfa.width() <= usize::from(u8::MAX)
}

fn table(name: &str, rule: &str, dfa: &Dfa) -> String {
    // The dead state has no row: states after it move up by one.
    let live: Vec<usize> = (0..dfa.states()).filter(|&state| dfa.is_live(state)).collect();
    let place: HashMap<usize, usize> =
        live.iter().enumerate().map(|(place, &state)| (state, place)).collect();
    let rows: Vec<String> = live
        .iter()
        .map(|&state| {
            let targets = dfa.row(state).iter().map(|&target| match place.get(&(target as usize)) {
                Some(place) => place.to_string(),
                None => DEAD.to_owned(),
            });
            format!("        {},\n", targets.collect::<Vec<_>>().join(", "))
        })
        .collect();
    let mut accepting = vec![0u64; live.len() / 64 + 1];
    for (place, &state) in live.iter().enumerate() {
        accepting[place / 64] |= u64::from(dfa.is_accepting(state)) << (place % 64);
    }
    let ascii: Vec<usize> = (0..128u8).map(|byte| dfa.class_of(byte.into())).collect();
    let beyond: Vec<(char, usize)> = std::iter::once(('\u{80}', dfa.class_of('\u{80}')))
        .chain(
            dfa.classes()
                .stretches()
                .iter()
                .filter(|(c, _)| *c > '\u{80}')
                .map(|&(c, class)| (c, class as usize)),
        )
        .collect();
    format!(
        "
/// What `{rule}` accepts.
static {name}: Automaton = Automaton {{
    ascii: &{ascii:?},
    beyond: &{beyond:?},
    classes: {},
    next: &[
{}    ],
    accepting: &{accepting:?},
}};
",
        dfa.width(),
        rows.concat()
    )
}
