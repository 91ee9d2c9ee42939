//! The compiled grammars answer as pest does, with the same captures.

use fastrand::Rng;
use urigram_grammar::{Sampler, Undo};

use crate::compiled::compare;
use crate::compiled::derived::{derived, mutated};
use crate::compiled::program::Question;
use crate::compiled::samples;
use crate::compiled::subject::Subject;
use crate::others::{OTHERS, Other};

/// The number of questions about each grammar.
const QUESTIONS: usize = 100_000;

/// The number of samples of a recursive rule that others are made of, and their length.
const SAMPLES: usize = 100;
const LENGTH: usize = 40;

#[test]
#[ignore = "compiles the published grammars with rustc"]
fn as_pest_answers() {
    let subjects: Vec<Subject> = OTHERS.iter().map(subject).collect();
    let questions: Vec<Vec<Question>> =
        OTHERS.iter().zip(&subjects).map(|(other, subject)| questions(other, subject)).collect();
    compare::all("others", &subjects, &questions);
}

/// Returns the grammar with all rules captured: under a sink that grows if there are recursive rules, and one of a
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

/// Returns as many questions as there are to be. Recursive rules have their share of them; those about others are
/// spread evenly over the rules and the lengths of their texts.
fn questions(other: &Other, subject: &Subject) -> Vec<Question> {
    let recursive = recursive(subject);
    let compiled = subject.names().filter(|name| subject.peg.definition(name).is_ok()).count();
    let mut questions = nested(other, subject, &recursive, QUESTIONS * recursive.len() / compiled);
    let rest = QUESTIONS - questions.len();
    let mut walks = 100;
    loop {
        let mut all = samples::of(subject, walks);
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

/// Returns so many questions about recursive rules: texts that are derived from them, samples, and mutations of both.
fn nested(other: &Other, subject: &Subject, rules: &[&str], count: usize) -> Vec<Question> {
    let mut random = Rng::with_seed(1);
    let grammar = other.grammar();
    let mut questions = Vec::new();
    for (at, rule) in rules.iter().enumerate() {
        let sampler = Sampler::of_rule(&grammar, rule, 0..=LENGTH).unwrap();
        let samples: Vec<String> = sampler.strings(1).take(SAMPLES).collect();
        let end = count * (at + 1) / rules.len();
        let (first, mut matched) = (questions.len(), 0);
        while questions.len() < end {
            let text = match random.choice(&samples) {
                Some(sample) if random.bool() => sample.clone(),
                _ => derived(&subject.peg, rule, LENGTH, &mut random),
            };
            if text.len() <= 2 * LENGTH {
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
