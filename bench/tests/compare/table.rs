//! Tables of questions and answers, and of earlier measurements by `bench/compare/weigh` and the benchmark.

use std::fs;

use crate::libraries::{Answers, NAMES, Question, resolved};
use crate::root;

/// Returns the head of a table, with a column for each library after the given ones.
pub(crate) fn head(first: &[&str]) -> String {
    let columns = first.len() + NAMES.len();
    format!("| {} | {} |\n{}|\n", first.join(" | "), NAMES.join(" | "), "|---".repeat(columns))
}

/// Returns the text formatted as code in a cell.
fn code(text: &str) -> String {
    match text {
        "" => "(empty)".to_owned(),
        _ => format!("`{}`", text.replace('|', "\\|")),
    }
}

/// Returns an answer formatted for a cell. It is bold if it differs from that of RFC 3986.
fn cell(question: &Question, answer: &str) -> String {
    let is_right = match question.table.as_str() {
        // Any reference that resolves to the target is right.
        "relativize" => {
            resolved(&question.first, answer).is_ok_and(|target| target.as_str() == question.second)
        }
        _ => question.expected.is_empty() || question.expected == answer,
    };
    let shown = match (question.table.as_str(), answer) {
        (_, "n/a") => return "—".to_owned(),
        (_, "undefined" | "error" | "yes" | "no") | ("kind", _) => answer.to_owned(),
        ("resolve" | "normalize", _) if is_right => "=".to_owned(),
        _ => code(answer),
    };
    if is_right { shown } else { format!("**{shown}**") }
}

/// Returns the table of all questions with this name.
pub(crate) fn of(name: &str, answers: &[(Question, Answers)]) -> String {
    let selected: Vec<_> = answers.iter().filter(|(question, _)| question.table == name).collect();
    assert!(!selected.is_empty(), "no questions for the table `{name}`");
    let mut table = match name {
        "resolve" => head(&["base", "reference", "RFC 3986"]) + &examples(answers),
        "relativize" => head(&["target"]),
        "accepts" => head(&["string", "RFC 3986"]) + &right_answers(&selected),
        _ => head(&["string", "RFC 3986"]),
    };
    for (question, answers) in selected {
        let mut cells = match name {
            "relativize" => vec![code(&question.second)],
            "resolve" => vec![code(&question.first), code(&question.second), code(&question.expected)],
            "normalize" => vec![code(&question.first), code(&question.expected)],
            _ => vec![code(&question.first), cell(question, &question.expected)],
        };
        cells.extend(answers.iter().map(|answer| cell(question, answer)));
        table += &format!("| {} |\n", cells.join(" | "));
    }
    table
}

/// Returns the row with the numbers of right answers.
fn right_answers(selected: &[&(Question, Answers)]) -> String {
    let count = |library: usize| {
        let right =
            selected.iter().filter(|(question, answers)| answers[library] == question.expected).count();
        if right == selected.len() { right.to_string() } else { format!("**{right}**") }
    };
    let cells: Vec<_> = (0..NAMES.len()).map(count).collect();
    format!("| right answers | {} | {} |\n", selected.len(), cells.join(" | "))
}

/// Returns the row with the numbers of right answers to the examples of section 5.4.
fn examples(answers: &[(Question, Answers)]) -> String {
    let selected: Vec<_> = answers.iter().filter(|(question, _)| question.table == "example").collect();
    let count = |library: usize| {
        let right =
            selected.iter().filter(|(question, answers)| answers[library] == question.expected).count();
        let is_asked = selected.iter().any(|(_, answers)| answers[library] != "n/a");
        match right == selected.len() {
            true => right.to_string(),
            false if is_asked => format!("**{right}**"),
            false => "—".to_owned(),
        }
    };
    let cells: Vec<_> = (0..NAMES.len()).map(count).collect();
    format!("| the examples of section 5.4 | | {} | {} |\n", selected.len(), cells.join(" | "))
}

/// Returns the table of messages, with a row for each library.
pub(crate) fn errors(answers: &[(Question, Answers)]) -> String {
    let selected: Vec<_> = answers.iter().filter(|(question, _)| question.table == "error").collect();
    let strings: Vec<_> = selected.iter().map(|(question, _)| code(&question.first)).collect();
    let mut table = format!("| | {} |\n|{}\n", strings.join(" | "), "---|".repeat(strings.len() + 1));
    for (library, name) in NAMES.iter().enumerate() {
        let messages: Vec<_> = selected.iter().map(|(_, answers)| code(&answers[library])).collect();
        table += &format!("| {name} | {} |\n", messages.join(" | "));
    }
    table
}

/// The operations of the table of speeds, in nanoseconds per string of the benchmark's corpus `mixed`.
const OPERATIONS: [&str; 6] = ["parse", "components", "reject", "resolve", "normalize", "build"];

/// Returns the lines of `weighed.tsv` as rows: a name, and a value for each library.
pub(crate) fn figures() -> String {
    let file = fs::read_to_string(root().join("bench/compare/weighed.tsv")).unwrap();
    let row = |line: &str| {
        let cells: Vec<_> = line.split('\t').collect();
        assert_eq!(cells.len(), NAMES.len() + 1, "{line}");
        format!("| {} |\n", cells.join(" | "))
    };
    head(&[""]) + &file.lines().map(row).collect::<String>()
}

pub(crate) fn speed() -> String {
    let results = fs::read_to_string(root().join("bench/RESULTS.md")).unwrap();
    let (_, mixed) = results.split_once("\n## mixed\n").unwrap();
    let row = |operation: &&str| {
        let (_, rows) = mixed.split_once(&format!("\n| {operation} | ns/ref |")).unwrap();
        let rows = rows.split("\n\n").next().unwrap();
        let cell = |name: &&str| {
            let row = rows.lines().find_map(|row| row.strip_prefix(&format!("| {name} | ")));
            row.map_or("—", |row| row.split(" |").next().unwrap())
        };
        let cells: Vec<_> = NAMES.iter().map(cell).collect();
        format!("| {operation} | {} |\n", cells.join(" | "))
    };
    head(&["ns for a string"]) + &OPERATIONS.iter().map(row).collect::<String>()
}
