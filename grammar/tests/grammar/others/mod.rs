//! The pest grammars of other projects, read from the packages that they are published in: grammars that nobody wrote
//! for this crate.

mod compiled;
mod edited;
mod packages;
mod sampled;

use std::collections::BTreeMap;

use urigram_grammar::FindingKind::{DeadAlternative, Refused, Start};
use urigram_grammar::{Automata, FindingKind, Grammar, Peg, Purpose, findings};

use crate::mutants;

/// A grammar, and what there is to say of it.
struct Other {
    package: &'static str,
    file: &'static str,
    /// The rules that have an automaton. The others are recursive or use the stack.
    automata: usize,
    /// The findings, by their kinds.
    findings: &'static [(FindingKind, usize)],
    /// How many of ten edits change neither what is matched nor what is captured.
    idle_edits: usize,
}

const OTHERS: [Other; 13] = [
    Other {
        package: "async-graphql-parser",
        file: "src/graphql.pest",
        automata: 30,
        findings: &[(Start, 2), (Refused, 48)],
        idle_edits: 5,
    },
    Other {
        package: "conventional_commit_parser",
        file: "src/grammar.pest",
        automata: 18,
        findings: &[(Start, 2), (Refused, 5)],
        idle_edits: 4,
    },
    Other {
        package: "handlebars",
        file: "src/grammar.pest",
        automata: 43,
        findings: &[(Start, 4), (Refused, 28), (DeadAlternative, 1)],
        idle_edits: 4,
    },
    Other {
        package: "json5",
        file: "src/json5.pest",
        automata: 30,
        findings: &[(Start, 1), (Refused, 5)],
        idle_edits: 2,
    },
    Other {
        package: "jsonpath-rust",
        file: "src/parser/grammar/json_path_9535.pest",
        automata: 47,
        findings: &[(Start, 2), (Refused, 22)],
        idle_edits: 2,
    },
    Other {
        package: "pest_grammars",
        file: "src/grammars/http.pest",
        automata: 12,
        findings: &[(Start, 1)],
        idle_edits: 3,
    },
    Other {
        package: "pest_grammars",
        file: "src/grammars/json.pest",
        automata: 8,
        findings: &[(Start, 1), (Refused, 7)],
        idle_edits: 6,
    },
    Other {
        package: "pest_grammars",
        file: "src/grammars/sql.pest",
        automata: 114,
        findings: &[(Start, 1), (Refused, 40), (DeadAlternative, 1)],
        idle_edits: 5,
    },
    Other {
        package: "pest_grammars",
        file: "src/grammars/toml.pest",
        automata: 26,
        findings: &[(Start, 1), (Refused, 11)],
        idle_edits: 2,
    },
    Other {
        package: "pest_meta",
        file: "src/grammar.pest",
        automata: 43,
        findings: &[(Start, 1), (Refused, 22)],
        idle_edits: 4,
    },
    Other {
        package: "py_literal",
        file: "src/grammar.pest",
        automata: 35,
        findings: &[(Start, 1), (Refused, 17)],
        idle_edits: 0,
    },
    Other {
        package: "semver-parser",
        file: "src/semver.pest",
        automata: 18,
        findings: &[(Start, 1)],
        idle_edits: 1,
    },
    Other {
        package: "tera",
        file: "src/parser/tera.pest",
        automata: 62,
        findings: &[(Start, 1), (Refused, 47)],
        idle_edits: 2,
    },
];

impl Other {
    fn name(&self) -> String {
        format!("{}/{}", self.package, self.file)
    }

    fn source(&self) -> String {
        packages::read(self.package, self.file)
    }

    fn grammar(&self) -> Grammar {
        Grammar::read(&self.source(), &self.name()).unwrap_or_else(|error| panic!("{error}"))
    }
}

/// Asserts that a grammar is as the table says in one respect.
fn assert_as_listed<T: PartialEq + std::fmt::Debug>(what: impl Fn(&Other) -> (T, T)) {
    let wrong: Vec<String> = OTHERS
        .iter()
        .map(|other| (other.name(), what(other)))
        .filter(|(_, (found, listed))| found != listed)
        .map(|(name, (found, listed))| format!("{name}: {found:?}, and not {listed:?}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn most_rules_have_an_automaton() {
    assert_as_listed(|other| {
        let peg = Peg::new(&other.grammar());
        let mut automata = Automata::new(&peg);
        (peg.names().filter(|name| automata.dfa(name).is_ok()).count(), other.automata)
    });
}

#[test]
fn are_checked() {
    assert_as_listed(|other| {
        let mut counts: BTreeMap<FindingKind, usize> = BTreeMap::new();
        for finding in findings(&other.grammar(), &Purpose::default()).unwrap() {
            *counts.entry(finding.kind).or_default() += 1;
        }
        (counts, other.findings.iter().copied().collect())
    });
}

/// `ANY+` takes the bracket that is to end it, and one sign is listed twice.
#[test]
fn alternatives_that_never_match() {
    let dead = |other: &Other| {
        let found = findings(&other.grammar(), &Purpose::default()).unwrap();
        let dead = found.into_iter().filter(|finding| finding.kind == DeadAlternative);
        dead.map(|finding| format!("{}: {}", finding.rule, finding.text)).collect::<Vec<_>>()
    };
    let found: Vec<String> = OTHERS.iter().flat_map(dead).collect();
    assert_eq!(found, ["partial_identifier: (\"[\" ~ ANY+ ~ \"]\")", "CmpInfixOp: Lt"]);
}

/// What is written again is the same grammar: mutants are written by the same functions.
#[test]
fn are_the_same_when_written_again() {
    for other in &OTHERS {
        let rules = other.grammar().written().unwrap();
        let text: String = rules.iter().map(|rule| mutants::rule(rule) + "\n").collect();
        assert_eq!(Grammar::read(&text, "again.pest").unwrap().written().unwrap(), rules, "{}", other.name());
    }
}
