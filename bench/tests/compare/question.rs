//! The questions, which programs in all languages read.

use std::fs;

use crate::root;

/// A line of `questions.tsv`.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// What is asked, and the table that has the answers.
    pub(crate) table: String,
    pub(crate) first: String,
    /// The reference to resolve against `first`, or the target to refer to from there.
    pub(crate) second: String,
    /// The answer by RFC 3986, or nothing if it leaves that open.
    pub(crate) expected: String,
}

pub(crate) fn all() -> Vec<Question> {
    let file = fs::read_to_string(root().join("bench/compare/questions.tsv")).unwrap();
    let line = |line: &str| {
        let fields: Vec<_> = line.split('\t').map(str::to_owned).collect();
        let [table, first, second, expected] = fields.try_into().unwrap();
        Question { table, first, second, expected }
    };
    file.lines().map(line).collect()
}
