//! The libraries, each asked all questions.
//!
//! In: a question. Out: an answer of each library, in the order of `NAMES`: `yes` or `no`, a text, `undefined`, `""` for an
//! empty component, `error` if the library returns one, or `n/a` if it has no function for that.
//! Next: `table`.

mod fluent_uri;
mod http;
mod iref;
mod iri_string;
mod oxiri;
mod urigram;
mod url;

use std::fs;

use crate::question::{Question, all};
use crate::root;

pub(crate) use self::urigram::resolved;

pub(crate) const NAMES: [&str; 10] =
    ["urigram", "fluent-uri", "iri-string", "iref", "oxiri", "url", "http", "Boost.URL", "uriparser", "Jena"];

/// The answers to a question, in the order of `NAMES`.
pub(crate) type Answers = Vec<String>;

const RUST: [fn(&Question) -> Option<String>; 7] = [
    urigram::answer,
    fluent_uri::answer,
    iri_string::answer,
    iref::answer,
    oxiri::answer,
    url::answer,
    http::answer,
];
/// The files with the answers of libraries in other languages. The first line is the name and the version.
const RECORDED: [&str; 3] = ["boost", "uriparser", "jena"];

fn recorded(name: &str) -> String {
    fs::read_to_string(root().join(format!("bench/compare/answers/{name}.txt"))).unwrap()
}

pub(crate) fn ask_all() -> Vec<(Question, Answers)> {
    let questions = all();
    let recorded = RECORDED.map(recorded);
    let recorded: Vec<Vec<&str>> = recorded.iter().map(|file| file.lines().skip(1).collect()).collect();
    for answers in &recorded {
        assert_eq!(answers.len(), questions.len(), "the questions have changed: call bench/compare/run");
    }
    let ask = |(index, question): (usize, Question)| {
        let rust = RUST.iter().map(|answer| answer(&question).unwrap_or_else(|| "n/a".to_owned()));
        let others = recorded.iter().map(|answers| answers[index].to_owned());
        let answers = rust.chain(others).collect();
        (question, answers)
    };
    questions.into_iter().enumerate().map(ask).collect()
}

/// Returns the versions that were asked, as a sentence.
pub(crate) fn versions() -> String {
    let lock = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    // Of several versions, the newest stands last.
    let version = |name: &&str| {
        let (_, rest) = lock.rsplit_once(&format!("\nname = \"{name}\"\nversion = \"")).unwrap();
        format!("{name} {}", rest.split('"').next().unwrap())
    };
    let rust: Vec<_> = NAMES[..RUST.len()].iter().map(version).collect();
    let others: Vec<_> =
        RECORDED.iter().map(|name| recorded(name).lines().next().unwrap().to_owned()).collect();
    format!("Versions compared: {}, {}.\n", rust.join(", "), others.join(", "))
}

/// Returns how a component is shown that may be undefined or empty.
fn shown<T: AsRef<str>>(text: Option<T>) -> String {
    match text.as_ref().map(AsRef::as_ref) {
        None => "undefined".to_owned(),
        Some("") => "\"\"".to_owned(),
        Some(text) => text.to_owned(),
    }
}

fn yes_or_no(is_so: bool) -> String {
    if is_so { "yes" } else { "no" }.to_owned()
}

/// Returns the text that an operation made, or `error`.
fn made<T: ToString, E>(made: Result<T, E>) -> String {
    made.map_or_else(|_| "error".to_owned(), |made| made.to_string())
}

/// Returns the message of the error, or `accepted`.
fn message<T, E: ToString>(parsed: Result<T, E>) -> String {
    parsed.map_or_else(|error| error.to_string(), |_| "accepted".to_owned())
}
