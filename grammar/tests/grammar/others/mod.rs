//! The pest grammars of other projects, read from the packages that they are published in: grammars that nobody wrote
//! for this crate.

mod compiled;
mod edited;
mod packages;
mod sampled;

use std::collections::BTreeMap;

use urigram_grammar::FindingKind::{
    DeadAlternative, LookaheadAlwaysTrue, OptionalNeverMatches, Refused, Start, StarvingRepetition,
};
use urigram_grammar::{Automata, Finding, FindingKind, Grammar, Peg, Purpose, findings};

use self::edited::Edits;
use crate::mutants;

/// A grammar, and what there is to say of it.
struct Other {
    package: &'static str,
    file: &'static str,
    /// The rules that have an automaton. The others are recursive or use the stack.
    automata: usize,
    /// The rules without a sample.
    unsampled: &'static [&'static str],
    /// The findings, by their kinds.
    findings: &'static [(FindingKind, usize)],
    edits: Edits,
}

/// The edits that stay open change nothing, so no search, however long, finds a difference: alternatives that exclude
/// each other are swapped (18 of 22), a range is widened by what another alternative has (`symbol_char` of handlebars,
/// `IdentifierInner` of SQL), or a lookahead is dropped that always holds (`scope_content`). One repeats what is repeated
/// around it, after a `PEEK` that fails in a start rule (`long_bytes_non_escape`). The edited rule is proved equal if it
/// has an automaton, but that proves nothing of the recursive rules that call it: they may match less of a text than all.
const OTHERS: [Other; 13] = [
    Other {
        package: "async-graphql-parser",
        file: "src/graphql.pest",
        automata: 30,
        unsampled: &[],
        findings: &[(Start, 2)],
        edits: Edits { idle: 0, open: 1 },
    },
    Other {
        package: "conventional_commit_parser",
        file: "src/grammar.pest",
        automata: 18,
        unsampled: &[],
        findings: &[(Start, 2), (LookaheadAlwaysTrue, 1), (OptionalNeverMatches, 1)],
        edits: Edits { idle: 1, open: 3 },
    },
    Other {
        package: "handlebars",
        file: "src/grammar.pest",
        automata: 43,
        unsampled: &[],
        findings: &[(Start, 4), (StarvingRepetition, 1)],
        edits: Edits { idle: 0, open: 2 },
    },
    Other {
        package: "json5",
        file: "src/json5.pest",
        automata: 30,
        unsampled: &["line_continuation"],
        findings: &[(Start, 1)],
        edits: Edits { idle: 0, open: 2 },
    },
    Other {
        package: "jsonpath-rust",
        file: "src/parser/grammar/json_path_9535.pest",
        automata: 47,
        unsampled: &[],
        findings: &[(Start, 2)],
        edits: Edits { idle: 0, open: 2 },
    },
    Other {
        package: "pest_grammars",
        file: "src/grammars/http.pest",
        automata: 12,
        unsampled: &[],
        findings: &[(Start, 1)],
        edits: Edits { idle: 3, open: 0 },
    },
    Other {
        package: "pest_grammars",
        file: "src/grammars/json.pest",
        automata: 8,
        unsampled: &[],
        findings: &[(Start, 1)],
        edits: Edits { idle: 0, open: 2 },
    },
    Other {
        package: "pest_grammars",
        file: "src/grammars/sql.pest",
        automata: 114,
        unsampled: &[],
        findings: &[(Start, 1), (DeadAlternative, 1)],
        edits: Edits { idle: 0, open: 3 },
    },
    Other {
        package: "pest_grammars",
        file: "src/grammars/toml.pest",
        automata: 26,
        unsampled: &[],
        findings: &[(Start, 1), (DeadAlternative, 1)],
        edits: Edits { idle: 0, open: 2 },
    },
    Other {
        package: "pest_meta",
        file: "src/grammar.pest",
        automata: 43,
        unsampled: &[],
        findings: &[(Start, 1)],
        edits: Edits { idle: 0, open: 2 },
    },
    Other {
        package: "py_literal",
        file: "src/grammar.pest",
        automata: 35,
        unsampled: &[
            "short_string_body",
            "short_string_non_escape",
            "long_string_body",
            "long_string_non_escape",
            "short_bytes_body",
            "short_bytes_non_escape",
            "long_bytes_body",
            "long_bytes_non_escape",
        ],
        findings: &[(Start, 1), (Refused, 17)],
        edits: Edits { idle: 0, open: 1 },
    },
    Other {
        package: "semver-parser",
        file: "src/semver.pest",
        automata: 18,
        unsampled: &[],
        findings: &[(Start, 1)],
        edits: Edits { idle: 1, open: 0 },
    },
    Other {
        package: "tera",
        file: "src/parser/tera.pest",
        automata: 62,
        unsampled: &[],
        findings: &[(Start, 1)],
        edits: Edits { idle: 0, open: 2 },
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

/// What is said of parts of rules, each of which was checked by hand.
#[test]
fn parts_that_do_nothing() {
    let shown = |finding: Finding| {
        let Finding { kind, rule, text, witness, .. } = finding;
        format!("{rule}: {kind:?} {text}, as in {:?}", witness.as_deref().unwrap_or("no text"))
    };
    let of = |other: &Other| {
        let found = findings(&other.grammar(), &Purpose::default()).unwrap().into_iter();
        found.filter(|finding| !matches!(finding.kind, Start | Refused)).map(shown).collect::<Vec<_>>()
    };
    let found: Vec<String> = OTHERS.iter().flat_map(of).collect();
    let expected = [
        // `no_whitespace` is `!WHITE_SPACE`, and line ends are white space.
        "scope_content: LookaheadAlwaysTrue !NEWLINE, as in \"\\n\"",
        // No rule that calls this one is atomic.
        "blank_line: OptionalNeverMatches WHITESPACE*, as in \"\\n \"",
        // It takes the bracket that is to end it.
        "partial_identifier: StarvingRepetition ANY+, as in \"[a]\"",
        // It is listed twice.
        "CmpInfixOp: DeadAlternative Lt, as in \"<\"",
        // A `float` may be without a fraction and an exponent.
        "value: DeadAlternative integer, as in \"0\"",
    ];
    assert_eq!(found, expected);
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
