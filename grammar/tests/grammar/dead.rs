//! Dead alternatives of random grammars: those that are found can be removed, and no others are dead.

use fastrand::Rng;
use rstest::rstest;
use urigram_grammar::{Automata, Dfa, Error, Finding, FindingKind, Grammar, Peg, Purpose, findings};

use crate::common::{self, read};
use crate::random;

fn dead(grammar: &Grammar) -> Vec<Finding> {
    let found = findings(grammar, &Purpose::default()).unwrap();
    found.into_iter().filter(|finding| finding.kind == FindingKind::DeadAlternative).collect()
}

pub(crate) fn automata(grammar: &Grammar) -> Vec<Result<Dfa, Error>> {
    let peg = Peg::new(grammar);
    let mut automata = Automata::new(&peg);
    peg.names().map(|name| automata.dfa(name)).collect()
}

/// Returns the byte offset of a position in a text whose rules have no line breaks.
pub(crate) fn offset(source: &str, line: usize, column: usize) -> usize {
    let before: usize = source.split_inclusive('\n').take(line - 1).map(str::len).sum();
    before + source[before..].char_indices().nth(column - 1).unwrap().0
}

/// Returns the text without the alternative, and without the `|` before or after it.
fn without(source: &str, dead: &Finding) -> String {
    let from = offset(source, dead.line, dead.column);
    let (before, rest) = source.split_at(from);
    let behind = rest.strip_prefix(dead.text.as_str()).unwrap();
    match before.trim_end().strip_suffix('|') {
        Some(before) => format!("{before}{behind}"),
        None => format!("{before}{}", behind.trim_start().strip_prefix('|').unwrap()),
    }
}

/// Recursive alternatives have no automaton, and hide none of those that have one.
#[rstest]
#[case::last("b = { \"<\" | \"<=\" | \"(\" ~ b ~ \")\" }", "\"<=\"")]
#[case::first("b = { \"(\" ~ b ~ \")\" | \"<\" | \"<=\" }", "\"<=\"")]
#[case::between("b = { \"<\" | \"(\" ~ b ~ \")\" | \"<=\" }", "\"<=\"")]
#[case::called("b = { \"<\" | \"<=\" | o }\no = { \"{\" ~ b ~ \"}\" }", "\"<=\"")]
fn beside_recursive_alternatives(#[case] source: &str, #[case] expected: &str) {
    let found = dead(&read(source));
    assert_eq!(found.iter().map(|finding| &*finding.text).collect::<Vec<_>>(), [expected]);
}

#[rstest]
#[case::some(60)]
#[ignore = "hundreds of grammars"]
#[case::many(600)]
fn what_is_found_can_go(#[case] grammars: u64) {
    let mut gone = 0;
    for seed in 0..grammars {
        let source = random::grammar(&mut Rng::with_seed(seed));
        let grammar = read(&source);
        let before = automata(&grammar);
        for dead in dead(&grammar) {
            let shorter = without(&source, &dead);
            assert_eq!(automata(&read(&shorter)), before, "{dead}\n{source}\n{shorter}");
            gone += 1;
        }
    }
    assert!(gone > grammars / 6, "{gone}");
}

/// The definition, expressed with automata: those before it fail, this one matches, and anything follows; at
/// the start of a text or after a character.
#[rstest]
#[case::some(80)]
#[ignore = "hundreds of grammars"]
#[case::many(800)]
fn no_other_is_dead(#[case] grammars: u64) {
    let (mut alive, mut gone) = (0, 0);
    for seed in 0..grammars {
        let mut random = Rng::with_seed(seed);
        let parts: [String; 3] = std::array::from_fn(|_| random::expr(&mut random, &[], 2));
        let [a, b, c] = &parts;
        let choice = format!("r = @{{ {a} | {b} | {c} }}\n");
        if Grammar::read(&choice, "random.pest").is_err() {
            continue;
        }
        let asked = format!(
            "a = @{{ {a} }}\nb = @{{ {b} }}\nc = @{{ {c} }}\n
            turn0 = @{{ a ~ ANY* }}\nlater0 = @{{ ANY ~ turn0 }}\n
            turn1 = @{{ !a ~ b ~ ANY* }}\nlater1 = @{{ ANY ~ turn1 }}\n
            turn2 = @{{ !a ~ !b ~ c ~ ANY* }}\nlater2 = @{{ ANY ~ turn2 }}"
        );
        let found = findings(&read(&choice), &Purpose::default()).unwrap();
        let mut column = "r = @{ ".len() + 1;
        for (at, part) in parts.iter().enumerate() {
            let is_empty = |name: &str| {
                let dfa = common::dfa(&asked, name);
                !dfa.is_live(dfa.start())
            };
            let is_dead = is_empty(&format!("turn{at}")) && is_empty(&format!("later{at}"));
            let is_found = found.iter().any(|finding| {
                finding.kind == FindingKind::DeadAlternative
                    && finding.column == column
                    && finding.text == *part
            });
            // Where a part of an alternative is the reason, the finding is about that.
            let columns = column..column + part.chars().count();
            let has_reason = found.iter().any(|finding| {
                matches!(finding.kind, FindingKind::StarvingRepetition | FindingKind::LookaheadAlwaysFalse)
                    && columns.contains(&finding.column)
            });
            assert!(is_dead || !is_found, "seed {seed}: {part} in {choice}");
            assert!(!is_dead || is_found || has_reason, "seed {seed}: {part} in {choice}");
            *if is_dead { &mut gone } else { &mut alive } += 1;
            column += part.chars().count() + " | ".len();
        }
    }
    assert!(alive.min(gone) > grammars * 3 / 8, "{alive} {gone}");
}
