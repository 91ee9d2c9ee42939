//! The compiled grammars answer as pest does, with the same captures.

use crate::compiled::compare;
use crate::compiled::program::Question;
use crate::compiled::samples;
use crate::compiled::subject::Subject;
use crate::others::OTHERS;

/// The number of questions about each grammar.
const QUESTIONS: usize = 100_000;

#[test]
fn slow_compiled() {
    let subjects: Vec<Subject> =
        OTHERS.iter().map(|other| Subject::new(other.name(), &other.source(), |_| true)).collect();
    let questions: Vec<Vec<Question>> = subjects.iter().map(questions).collect();
    compare::all("others", &subjects, &questions);
}

/// Returns as many questions as there are to be, spread evenly over the rules and the lengths of their texts.
fn questions(subject: &Subject) -> Vec<Question> {
    let mut walks = 100;
    loop {
        let all = samples::of(subject, walks);
        let count = all.len();
        if count >= QUESTIONS {
            let is_taken = |at: usize| at * QUESTIONS / count != (at + 1) * QUESTIONS / count;
            return all
                .into_iter()
                .enumerate()
                .filter(|(at, _)| is_taken(*at))
                .map(|(_, question)| question)
                .collect();
        }
        walks *= 2;
    }
}
