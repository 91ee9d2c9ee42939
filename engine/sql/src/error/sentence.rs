//! What a library says, without what only its authors need.

use super::place::Place;
use crate::output::visible::escaped;

/// What stands before the sentence in errors of DataFusion and Arrow.
const PREFIXES: [&str; 22] = [
    "General error: ",
    "Internal Ballista error: ",
    "DataFusion error: ",
    "Arrow error: ",
    "Parquet error: ",
    "External error: ",
    "External: ",
    "Error during planning: ",
    "Execution error: ",
    "Invalid argument error: ",
    "Invalid or Unsupported Configuration: ",
    "Internal error: ",
    "This feature is not implemented: ",
    "Schema error: ",
    "Object Store error: ",
    "IO error: ",
    "Parser error: ",
    "Cast error: ",
    "Compute error: ",
    "Csv error: ",
    "Json error: ",
    "SQL error: ",
];

/// What follows it.
const SUFFIXES: [&str; 2] = ["\nThis issue was likely caused by a bug", "\n\nbacktrace:"];

/// How many characters of a row are shown.
const SHOWN: usize = 100;

/// Returns the sentence, its lines below it indented, without a full stop at the end of one line.
pub(crate) fn cleaned(said: &str) -> String {
    let end = SUFFIXES.iter().filter_map(|suffix| said.find(suffix)).min().unwrap_or(said.len());
    let mut text = said[..end].trim().to_owned();
    for prefix in PREFIXES {
        text = text.replace(prefix, "");
    }
    let text = text.replace("found: EOF", "found: the end");
    let lines: Vec<_> =
        text.lines().map(|line| escaped(line.trim())).filter(|line| !line.is_empty()).collect();
    match lines.as_slice() {
        [line] => lower(line.strip_suffix('.').unwrap_or(line)),
        lines => lower(&lines.join("\n  ")),
    }
}

/// Returns the sentence without a capital at its start, unless the word is written so.
fn lower(text: &str) -> String {
    let mut characters = text.chars();
    match (characters.next(), characters.clone().next()) {
        (Some(first), Some(second)) if first.is_ascii_uppercase() && second.is_ascii_lowercase() => {
            first.to_ascii_lowercase().to_string() + characters.as_str()
        }
        _ => text.to_owned(),
    }
}

/// Returns the text, or its start.
pub(crate) fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns the parser's sentence, and the place that it names at its end.
pub(super) fn located(said: &str) -> (&str, Option<Place>) {
    let Some((sentence, place)) = said.rsplit_once(" at Line: ") else { return (said, None) };
    let place = place.split_once(", Column: ").and_then(|(line, column)| {
        let digits = column.split(|c: char| !c.is_ascii_digit()).next()?;
        let start = (line.parse().ok()?, digits.parse().ok()?);
        Some(Place::new(start, start))
    });
    (sentence, place)
}

/// Returns a note on an error as help.
pub(super) fn note(said: &str) -> String {
    let quoted = |prefix| said.strip_prefix(prefix).and_then(|rest: &str| rest.strip_suffix('\''));
    if let Some(name) = quoted("Possible function '") {
        format!("did you mean {name}? `show functions like 'uri_%'` lists those on URIs")
    } else if let Some(name) = quoted("possible column ") {
        format!("did you mean {name}?")
    } else {
        cleaned(said)
    }
}

/// Returns help for who has called this function, if it is a strict one and failed for a row.
pub(super) fn lenient(function: &str) -> Option<String> {
    let lenient = function.strip_suffix("_strict")?;
    Some(format!("{lenient} does not fail for such rows"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::prefixes(
        "Arrow error: Cast error: Cannot cast string 'a' to value of Int64 type",
        "cannot cast string 'a' to value of Int64 type"
    )]
    #[case::bug(
        "Internal error: It broke.\nThis issue was likely caused by a bug in DataFusion's code.",
        "it broke"
    )]
    #[case::controls("bad \x1b[31m", "bad \\u{1b}[31m")]
    #[case::name("URI is bad", "URI is bad")]
    #[case::lines("No match.\n\tCandidates:\n\tf(Utf8)", "no match.\n  Candidates:\n  f(Utf8)")]
    fn sentences(#[case] said: &str, #[case] expected: &str) {
        assert_eq!(cleaned(said), expected);
    }

    #[rstest]
    #[case::parser("Expected: x, found: y at Line: 2, Column: 14", "Expected: x, found: y", Some((2, 14)))]
    #[case::with_more("Unterminated string literal at Line: 1, Column: 8 ", "Unterminated string literal", Some((1, 8)))]
    #[case::nowhere("sql is empty", "sql is empty", None)]
    fn places(#[case] said: &str, #[case] sentence: &str, #[case] place: Option<(usize, usize)>) {
        assert_eq!(located(said), (sentence, place.map(|start| Place::new(start, start))));
    }
}
