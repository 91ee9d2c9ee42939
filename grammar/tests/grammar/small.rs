//! Small random grammars: the automaton, the compiled parser and pest accept the same strings, and capture the same in
//! them, for every string to a length.

use std::collections::HashSet;

use fastrand::Rng;
use urigram_grammar::{Automata, Capture, Grammar, Peg};

use crate::common::{Pest, strings};
use crate::compiled::compare;
use crate::compiled::program::Question;
use crate::compiled::subject::Subject;
use crate::random;

const GRAMMARS: u64 = 300;
const LONGEST: usize = 7;

/// Two characters that the grammars have in their rules.
const ALPHABETS: [&str; 4] = ["ab", "a%", "b%", "aé"];

#[test]
#[ignore = "compiles 300 grammars with rustc"]
fn every_short_string() {
    let subjects: Vec<Subject> = (0..GRAMMARS)
        .map(|seed| {
            let mut random = Rng::with_seed(seed);
            let source = random::small(&mut random);
            Subject::new(format!("small grammar {seed}"), &source, |_| random.usize(..4) > 0)
        })
        .collect();
    let texts = ALPHABETS.map(|alphabet| strings(alphabet, LONGEST));
    let texts = |at: usize| &texts[at % ALPHABETS.len()];
    let mut matched = 0;
    for (at, subject) in subjects.iter().enumerate() {
        matched += by_automata(subject, texts(at));
    }
    assert!(matched > 4_000, "{matched} strings were matched");
    let questions = subjects.iter().enumerate().map(|(at, subject)| {
        let of_rule =
            |rule: &str| texts(at).iter().map(|text| (rule.to_owned(), text.clone())).collect::<Vec<_>>();
        subject.names().flat_map(of_rule).collect()
    });
    compare::all("small", &subjects, &questions.collect::<Vec<Vec<Question>>>());
}

/// Compares the automata of the rules with pest, and returns how many strings are matched.
fn by_automata(subject: &Subject, texts: &[String]) -> usize {
    let grammar = Grammar::read(&subject.source, &subject.name).unwrap();
    let (pest, peg) = (Pest::new(&grammar), Peg::new(&grammar));
    let mut automata = Automata::new(&peg);
    let captured: Vec<&str> = subject.captured.iter().map(String::as_str).collect();
    let counted: HashSet<&str> = captured.iter().copied().collect();
    let mut matched = 0;
    for rule in peg.names() {
        let captures = automata.captures(rule, &captured).unwrap();
        for text in texts {
            let mut expected = pest.tree(rule, text);
            if let Some(tree) = &mut expected {
                tree.retain(|Capture { rule, .. }| counted.contains(rule.as_str()));
                matched += 1;
            }
            let Subject { name, source, .. } = subject;
            assert_eq!(captures.read(text), expected, "{name}, rule {rule} on {text:?}\n{source}");
            assert_eq!(
                captures.dfa().accepts(text),
                expected.is_some(),
                "{name}, rule {rule} on {text:?}\n{source}"
            );
        }
    }
    matched
}
