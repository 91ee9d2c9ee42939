//! The comparison, and its report of differences.

use std::fmt::Write as _;

use crate::compiled::program::{Program, Question};
use crate::compiled::subject::Subject;

/// The largest number of differences in the report.
const TOLD: usize = 5;

/// Asks the compiled program and pest the questions of each grammar, and compares the answers.
pub(crate) fn all(program: &str, subjects: &[Subject], questions: &[Vec<Question>]) {
    let program = Program::build(program, subjects).unwrap_or_else(|message| panic!("{message}"));
    let all =
        || questions.iter().enumerate().flat_map(|(at, questions)| questions.iter().map(move |q| (at, q)));
    let answers = program.answers(all());
    let mut wrong: Vec<(usize, &Question, &str)> = Vec::new();
    for ((at, question), answer) in all().zip(&answers) {
        if subjects[at].answer(&question.0, &question.1) != *answer {
            wrong.push((at, question, answer));
        }
    }
    assert_eq!(answers.len(), all().count(), "the program ended early");
    // The shortest text of each grammar, and the grammars with the shortest first.
    wrong.sort_by_key(|(at, (_, text), _)| (subjects[*at].source.len(), *at, text.len()));
    wrong.dedup_by_key(|(at, ..)| *at);
    let mut report = String::new();
    for (at, (rule, text), answer) in wrong.iter().take(TOLD) {
        let (subject, expected) = (&subjects[*at], subjects[*at].answer(rule, text));
        let Subject { name, source, captured, .. } = subject;
        let _ = writeln!(
            report,
            "{name}: rule {rule} on {text:?}\n  pest:     {expected}\n  compiled: {answer}\n  captured: {captured:?}\n{source}\n"
        );
    }
    assert!(wrong.is_empty(), "{} grammars differ, among them\n{report}", wrong.len());
    assert!(program.warnings.is_empty(), "{}", program.warnings);
}
