//! Tests with pest grammars of other projects, which are read from the published packages.

use std::collections::BTreeMap;
use std::time::Duration;

use fastrand::Rng;
use urigram_grammar::{Automata, Capture, Grammar, Peg, Undo};
use urigram_workbench::FindingKind::{
    DeadAlternative, LookaheadAlwaysTrue, OptionalNeverMatches, Refused, Start, StarvingRepetition,
};
use urigram_workbench::{
    Change, CounterexampleKind, Differ, Difference, Differs, Effort, Finding, FindingKind, Purpose,
    SampleError, Sampler, findings,
};

use crate::common::Pest;
use crate::compiled::program;
use crate::compiled::program::{Question, Subject, derived, mutated};
use crate::mutants;
use crate::mutants::Mutant;
use crate::mutants::oracle::Oracle;
use crate::packages;

/// A published grammar, and the expected results of the tests.
struct Other {
    package: &'static str,
    file: &'static str,
    /// The rules that have an automaton. The others are recursive or use the stack.
    automata: usize,
    /// The rules without a sample.
    unsampled: &'static [&'static str],
    /// The number of findings of each kind.
    findings: &'static [(FindingKind, usize)],
    edits: Edits,
}

/// The published grammars. The 22 edits that are counted as open change nothing, so no search can find a
/// difference. Of these, 18 swap disjoint alternatives. Others widen a range by characters of another
/// alternative (`symbol_char` of handlebars, `IdentifierInner` of SQL), drop a lookahead that always succeeds
/// (`scope_content`), or repeat an expression inside another repetition, after a `PEEK` that fails in a start
/// rule (`long_bytes_non_escape`). They are not proved to change nothing, because the callers of the edited
/// rule are recursive: even if the rule itself is proved equal, it may match another prefix in them.
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

/// Asserts that `what` returns two equal values for each grammar: a measured one and that of the
/// table.
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

/// The findings about parts of rules. Each was checked by hand.
#[test]
fn parts_that_do_nothing() {
    let shown = |finding: Finding| {
        let Finding { kind, rule, text, counterexample, .. } = finding;
        format!("{rule}: {kind:?} {text}, as in {:?}", counterexample.as_deref().unwrap_or("no text"))
    };
    let of = |other: &Other| {
        let found = findings(&other.grammar(), &Purpose::default()).unwrap().into_iter();
        found.filter(|finding| !matches!(finding.kind, Start | Refused)).map(shown).collect::<Vec<_>>()
    };
    let found: Vec<String> = OTHERS.iter().flat_map(of).collect();
    let expected = [
        // The rule begins with `!WHITE_SPACE`, and line ends are white space.
        "scope_content: LookaheadAlwaysTrue !NEWLINE, as in \"\\n\"",
        // `blank_line` is only called by rules that are not atomic, so white space before it is skipped already.
        "blank_line: OptionalNeverMatches WHITESPACE*, as in \"\\n \"",
        // `ANY+` consumes the closing bracket.
        "partial_identifier: StarvingRepetition ANY+, as in \"[a]\"",
        // The choice has `Lt` twice.
        "CmpInfixOp: DeadAlternative Lt, as in \"<\"",
        // A `float` matches every integer, because it needs neither a fraction nor an exponent.
        "value: DeadAlternative integer, as in \"0\"",
    ];
    assert_eq!(found, expected);
}

/// Printing a grammar and reading it again preserves it, which the tests of mutants rely on.
#[test]
fn are_the_same_when_written_again() {
    for other in &OTHERS {
        let rules = other.grammar().written().unwrap();
        let text: String = rules.iter().map(|rule| mutants::rule(rule) + "\n").collect();
        assert_eq!(Grammar::read(&text, "again.pest").unwrap().written().unwrap(), rules, "{}", other.name());
    }
}

/// The number of questions about each grammar.
const QUESTIONS: usize = 100_000;

/// The number and the length of samples of a recursive rule.
const SAMPLES: usize = 100;
const COMPILED_LENGTH: usize = 40;

#[test]
#[ignore = "compiles the published grammars with rustc"]
fn as_pest_answers() {
    let subjects: Vec<Subject> = OTHERS.iter().map(subject).collect();
    let questions: Vec<Vec<Question>> =
        OTHERS.iter().zip(&subjects).map(|(other, subject)| questions(other, subject)).collect();
    program::all("others", &subjects, &questions);
}

/// Returns the grammar with all rules captured. The sink grows if there are recursive rules, and has a
/// fixed size otherwise.
fn subject(other: &Other) -> Subject {
    let subject = Subject::new(other.name(), &other.source(), |_| true);
    let undo = if recursive(&subject).is_empty() { Undo::Copy } else { Undo::Mark };
    subject.with(undo)
}

fn recursive(subject: &Subject) -> Vec<&str> {
    let is_recursive = |name: &&str| subject.peg.definition(name).is_ok() && subject.peg.rule(name).is_err();
    subject.names().filter(is_recursive).collect()
}

/// Returns [`QUESTIONS`] questions. Recursive rules have a share in proportion to their number. The
/// remaining questions are spread evenly over the other rules and over the lengths of their texts.
fn questions(other: &Other, subject: &Subject) -> Vec<Question> {
    let recursive = recursive(subject);
    let compiled = subject.names().filter(|name| subject.peg.definition(name).is_ok()).count();
    let mut questions = nested(other, subject, &recursive, QUESTIONS * recursive.len() / compiled);
    let rest = QUESTIONS - questions.len();
    let mut walks = 100;
    loop {
        let mut all = program::of(subject, walks);
        all.retain(|(rule, _)| subject.peg.rule(rule).is_ok());
        let count = all.len();
        if count >= rest {
            let is_taken = |at: usize| at * rest / count != (at + 1) * rest / count;
            let taken = all.into_iter().enumerate().filter(|(at, _)| is_taken(*at));
            questions.extend(taken.map(|(_, question)| question));
            return questions;
        }
        walks *= 2;
    }
}

/// Returns `count` questions about recursive rules. Their texts are derived texts, samples, and
/// mutations of both.
fn nested(other: &Other, subject: &Subject, rules: &[&str], count: usize) -> Vec<Question> {
    let mut random = Rng::with_seed(1);
    let grammar = other.grammar();
    let mut questions = Vec::new();
    for (at, rule) in rules.iter().enumerate() {
        let sampler = Sampler::of_rule(&grammar, rule, 0..=COMPILED_LENGTH).unwrap();
        let samples: Vec<String> = sampler.strings(1).take(SAMPLES).collect();
        let end = count * (at + 1) / rules.len();
        let (first, mut matched) = (questions.len(), 0);
        while questions.len() < end {
            let text = match random.choice(&samples) {
                Some(sample) if random.bool() => sample.clone(),
                _ => derived(&subject.peg, rule, COMPILED_LENGTH, &mut random),
            };
            if text.len() <= 2 * COMPILED_LENGTH {
                let times = random.usize(..4);
                let text = (0..times).fold(text, |text, _| mutated(&text, &mut random));
                matched += usize::from(subject.answer(rule, &text) != "no");
                questions.push(((*rule).to_owned(), text));
            }
        }
        let asked = end - first;
        assert!(
            matched > asked / 10 && matched < asked * 9 / 10,
            "{}, {rule}: {matched} of {asked}",
            subject.name
        );
    }
    questions
}

/// The maximum number of unedited rules that are checked against pest: so many rules that differ, and so many
/// that are undecided.
const CHECKED: usize = 3;

/// The number and the length of texts that are derived from a rule of each grammar.
const DERIVED: usize = 100;
const LENGTH: usize = 12;

/// The effort for rules without automata. Only the steps limit it, so that the result is the same
/// on every machine.
const EFFORT: Effort = Effort { steps: 20_000_000, time: Duration::from_secs(600) };

/// The numbers of edits, of ten, that have no known effect.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Edits {
    /// The number of edits that are proved to change nothing.
    pub(super) idle: usize,
    /// The number of edits for which neither a change nor a proof was found.
    pub(super) open: usize,
}

/// A grammar before and after an edit, and pest's parsers of the two.
struct Edit<'e> {
    pegs: [&'e Peg; 2],
    oracle: &'e mut Oracle,
}

impl Edit<'_> {
    /// Returns pest's captures by the grammars before and after the edit.
    fn trees(&mut self, rule: &str, text: &str) -> (Option<Vec<Capture>>, Option<Vec<Capture>>) {
        // The search ignores `EOI`, which is not a rule of the grammar.
        let own = |tree: Vec<Capture>| tree.into_iter().filter(|node| node.rule != "EOI").collect();
        let (old, new) = self.oracle.trees(rule, text);
        (old.map(own), new.map(own))
    }

    /// Checks the reported difference of a rule against pest.
    fn check(&mut self, Difference { rule, change, .. }: &Difference) -> Result<(), String> {
        let is_exact = self.pegs.iter().all(|peg| peg.rule(rule).is_ok());
        let mut shown = Vec::new();
        if let Change::Differs(Differs { counterexamples, makes_node, .. }) = change {
            if counterexamples.is_empty() && makes_node.is_none() {
                return Err(format!("{rule}: nothing shows the difference"));
            }
            for counterexample in counterexamples {
                let trees = self.trees(rule, &counterexample.text);
                if (&counterexample.old, &counterexample.new) != (&trees.0, &trees.1) || trees.0 == trees.1 {
                    return Err(format!("{rule}: {counterexample:?} is {trees:?}"));
                }
                shown.push((counterexample.kind(), counterexample.text.chars().count()));
            }
        }
        // Checks that no shorter string shows the same kind of difference.
        let known = |kind| match change {
            Change::Undecided { searched, .. } => searched
                .filter(|extent| extent.undecided == 0)
                .and_then(|extent| extent.length)
                .map(|length| length + 1),
            Change::Differs(_) if !is_exact => None,
            _ => {
                let shortest = shown.iter().filter(|(of, _)| *of == kind).map(|(_, length)| *length).min();
                Some(shortest.unwrap_or(usize::MAX))
            }
        };
        let mut random = Rng::with_seed(3986);
        let mut texts = Vec::new();
        for peg in self.pegs.iter().filter(|peg| peg.definition(rule).is_ok()) {
            for _ in 0..DERIVED {
                let text = derived(peg, rule, random.usize(..LENGTH), &mut random);
                texts.extend([mutated(&text, &mut random), text]);
            }
        }
        for text in self.oracle.texts(rule, texts) {
            let trees = self.trees(rule, &text);
            let kind = match &trees {
                (None, Some(_)) => CounterexampleKind::Gained,
                (Some(_), None) => CounterexampleKind::Lost,
                (old, new) if old != new => CounterexampleKind::ParsedDifferently,
                _ => continue,
            };
            if known(kind).is_some_and(|length| text.chars().count() < length) {
                return Err(format!("{rule}: {text:?} is {kind:?}, but {change:?}"));
            }
        }
        Ok(())
    }
}

/// Checks the differences of a mutant against pest, and counts its outcome.
fn check(
    other: &Other,
    oracle: &mut Oracle,
    [before, after]: [&Grammar; 2],
    mutant: &Mutant,
) -> Result<Edits, String> {
    let pegs = [&Peg::new(before), &Peg::new(after)];
    let mut edit = Edit { pegs, oracle };
    // Rules that make nodes in only one of the grammars are captured, too.
    let captured: Vec<&str> = pegs[0].names().collect();
    let found = Differ::new(before, after).captured(&captured).searched(EFFORT).differences();
    let edited: Vec<&Difference> =
        found.iter().filter(|found| mutant.names().any(|name| name == found.rule)).collect();
    let starts: Vec<&String> = edited.iter().filter_map(|edited| edited.start.as_ref()).collect();
    let is_named =
        |found: &&Difference| mutant.names().any(|name| name == found.rule) || starts.contains(&&found.rule);
    let (named, others): (Vec<&Difference>, Vec<&Difference>) = found.iter().partition(is_named);
    let differs = |found: &&&Difference| matches!(found.change, Change::Differs(_));
    let is_open = |found: &&&Difference| matches!(found.change, Change::Undecided { .. });
    let checked = named.iter().chain(others.iter().filter(differs).take(CHECKED));
    for difference in checked.chain(others.iter().filter(is_open).take(CHECKED)) {
        // These rules peek at an empty stack, on which pest panics.
        if !other.unsampled.contains(&difference.rule.as_str()) {
            edit.check(difference)?;
        }
    }
    let all = || named.iter().chain(&others);
    let changes = all().any(|found| differs(&found));
    let is_open = all().any(|found| is_open(&found));
    Ok(Edits { idle: usize::from(!changes && !is_open), open: usize::from(!changes && is_open) })
}

/// Counts the outcomes of the first ten mutants that pest accepts.
fn edits(other: &Other) -> Edits {
    let grammar = other.grammar();
    let mut oracle = Oracle::new(&grammar, &[]);
    let mut edits = Edits::default();
    let mutants = mutants::shuffled(&grammar, &mut Rng::with_seed(3986));
    // Edits that pest refuses are not compared.
    let edited = mutants.iter().filter_map(|mutant| Some((mutant, mutant.grammar(&grammar).ok()?)));
    for (mutant, edited) in edited.take(10) {
        oracle.change(&edited);
        let checked = check(other, &mut oracle, [&grammar, &edited], mutant);
        let Edits { idle, open } =
            checked.unwrap_or_else(|wrong| panic!("{}: {mutant}: {wrong}", other.name()));
        edits = Edits { idle: edits.idle + idle, open: edits.open + open };
    }
    edits
}

#[test]
#[ignore = "ten edits of each published grammar"]
fn in_ten_ways() {
    assert_as_listed(|other| (edits(other), other.edits));
}

const LONGEST: usize = 60;
const STRINGS: usize = 40;

/// Some rules have no samples, because they peek at an empty stack or match only where no white space is
/// skipped.
#[test]
fn are_accepted_by_pest() {
    assert_as_listed(|other| {
        let grammar = other.grammar();
        let (pest, peg) = (Pest::new(&grammar), Peg::new(&grammar));
        let mut without: Vec<String> = Vec::new();
        for rule in peg.names() {
            let sampler = match Sampler::of_rule(&grammar, rule, 0..=LONGEST) {
                Ok(sampler) => Some(sampler),
                // The rule matches no string, or only long ones.
                Err(SampleError::Empty { .. }) => None,
                Err(error) => panic!("{}, {rule}: {error}", other.name()),
            };
            let texts: Vec<String> =
                sampler.iter().flat_map(|sampler| sampler.strings(1).take(STRINGS)).collect();
            for text in &texts {
                assert!(pest.accepts(rule, text), "{}, {rule}: {text:?}", other.name());
            }
            if texts.len() < STRINGS {
                without.push(rule.to_owned());
            }
        }
        let unsampled = other.unsampled.iter().map(|rule| (*rule).to_owned()).collect();
        (without, unsampled)
    });
}
