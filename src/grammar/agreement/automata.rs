//! The automata of all rules. The library contains only those of rules in which a fault is located.

use alloc::collections::BTreeMap;
use std::sync::LazyLock;

use urigram_grammar::{Automata, Grammar, Peg, Tables};

use crate::grammar::automaton::Automaton;
use crate::grammar::generated;
use crate::grammar::rule::Rule;

type AutomataByRule = LazyLock<BTreeMap<Rule, &'static Automaton>>;

/// Returns the automaton of a rule of RFC 3986.
pub(super) fn rfc3986(rule: Rule) -> &'static Automaton {
    static AUTOMATA: AutomataByRule = LazyLock::new(|| automata(&read(generated::TEXT)));
    AUTOMATA[&rule]
}

/// Returns the automaton of a rule of RFC 3987.
pub(super) fn rfc3987(rule: Rule) -> &'static Automaton {
    static AUTOMATA: AutomataByRule =
        LazyLock::new(|| variant(include_str!("../../../variants/rfc3987.pest")));
    AUTOMATA[&rule]
}

/// Returns the automaton of a rule of RFC 6874.
pub(super) fn rfc6874(rule: Rule) -> &'static Automaton {
    static AUTOMATA: AutomataByRule =
        LazyLock::new(|| variant(include_str!("../../../variants/rfc6874.pest")));
    AUTOMATA[&rule]
}

fn read(text: &str) -> Grammar {
    Grammar::read(text, "").unwrap()
}

fn variant(text: &str) -> BTreeMap<Rule, &'static Automaton> {
    automata(&Grammar::read_over(&read(include_str!("../../../uri.pest")), text, "").unwrap())
}

fn automata(grammar: &Grammar) -> BTreeMap<Rule, &'static Automaton> {
    let peg = Peg::new(grammar);
    let mut automata = Automata::new(&peg);
    let automaton = |&rule: &Rule| {
        let name = rule.as_str().replace('-', "_");
        let Tables { ascii, beyond, classes, next, accepting } =
            Tables::of(&automata.dfa(&name).unwrap()).unwrap();
        (rule, Automaton::leaked(ascii, beyond, classes, next, accepting))
    };
    Rule::ALL.iter().map(automaton).collect()
}
