//! Grammar tools, on random and edited grammars. The automaton, the interpreter and pest's virtual machine
//! agree; samples match and near misses do not; a grammar does not differ from itself, and each witness shows a
//! difference; any text is read or has faults in it.

mod differences;
mod strings;
mod texts;

use std::sync::LazyLock;

use urigram_grammar::{Abnf, Error, Grammar, Purpose, findings};

use self::differences::{check_difference, check_same};
use self::strings::{MOST_RULES, check_rules, check_samples, limits, sampled};
use self::texts::generate;
use crate::target::{Seen, Target};

/// A grammar, the name of its file, another grammar, and strings.
pub(super) const TARGET: Target = Target { name: "grammar", generate, check };

static URI: LazyLock<Grammar> = LazyLock::new(|| {
    let grammar = Grammar::read(include_str!("../../../../uri.pest"), "uri.pest");
    grammar.unwrap_or_else(|error| panic!("uri.pest is a grammar: {error}"))
});

fn check(input: &[String], seen: &mut Seen) {
    let Some(text) = input.first() else { return };
    let name = input.get(1).map_or("a.pest", |name| name);
    let other = input.get(2).map_or("", |other| other);
    let strings = input.get(3..).unwrap_or_default();
    if name.ends_with(".abnf") {
        return check_abnf(text, strings, seen);
    }
    let grammar = match read(text, name) {
        Ok(grammar) => grammar,
        Err(error) => return seen.count(check_faults(&error, text, name)),
    };
    seen.count("a grammar");
    check_rules(&grammar, strings, seen);
    // What takes longer.
    match text.len() % 32 {
        0 => check_samples(&grammar, seen),
        1 => check_same(&grammar),
        2 => drop(findings(&grammar, &Purpose::default())),
        _ => {}
    }
    if !other.is_empty()
        && let Ok(other) = read(other, name)
    {
        check_difference(&grammar, &other, seen);
    }
}

fn read(text: &str, name: &str) -> Result<Grammar, Error> {
    if name.starts_with("variant") { Grammar::read_over(&URI, text, name) } else { Grammar::read(text, name) }
}

/// Checks that the faults lie in the text of this name.
fn check_faults(error: &Error, text: &str, name: &str) -> &'static str {
    let Error::Faulty(faults) = error else { return "too much of a grammar" };
    assert!(!faults.is_empty(), "a fault");
    for fault in faults {
        // A variant may make a rule of the base faulty.
        let text = if *fault.file == *name { text } else { URI.text() };
        let line = text.split('\n').nth(fault.line - 1);
        let width = line.map(|line| line.chars().count());
        assert!(width.is_some_and(|width| fault.column <= width + 1), "where a fault is: {fault}");
        assert!(!fault.message.is_empty(), "a message");
    }
    "not a grammar"
}

/// Checks that ABNF is read or has faults in it, and that an automaton accepts its samples.
fn check_abnf(text: &str, strings: &[String], seen: &mut Seen) {
    let abnf = match Abnf::read(text, "a.abnf") {
        Ok(abnf) => abnf,
        Err(error) => {
            check_faults(&error, text, "a.abnf");
            return seen.count("not ABNF");
        }
    };
    seen.count("ABNF");
    let names: Vec<&str> = abnf.names().collect();
    let step = (names.len() / MOST_RULES).max(1);
    for name in names.iter().skip(text.len() % step).step_by(step).take(MOST_RULES) {
        let Ok(dfa) = abnf.dfa_with_limits(name, limits()) else {
            seen.count("rules of ABNF without an automaton");
            continue;
        };
        for sample in sampled(&dfa, text.len() as u64) {
            assert!(dfa.accepts(&sample), "a sample: {name}, {sample:?}");
        }
        for text in strings {
            let prefix = dfa.viable_prefix(text);
            assert!(
                prefix <= text.len() && (!dfa.accepts(text) || prefix == text.len()),
                "how far: {text:?}"
            );
        }
    }
}
