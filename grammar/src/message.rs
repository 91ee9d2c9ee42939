//! Names of rules and files, shortened for messages: a grammar may have a message for each rule, and each message may
//! repeat one long name. And names of rules in generated code.

use std::borrow::Cow;

/// How many characters of the name of a rule a message shows.
const OF_RULE: usize = 100;
/// How many characters of the name of a file a message shows.
const OF_FILE: usize = 250;

/// Returns the name of a rule, or its beginning and `…`.
pub(crate) fn shown(name: &str) -> Cow<'_, str> {
    match name.char_indices().nth(OF_RULE).and_then(|(end, _)| name.get(..end)) {
        Some(beginning) => Cow::Owned(format!("{beginning}…")),
        None => Cow::Borrowed(name),
    }
}

/// Returns the name of a file, or `…` and its end, which tells files apart better than the folders that they are in.
pub(crate) fn shown_file(name: &str) -> Cow<'_, str> {
    let end = name.char_indices().nth_back(OF_FILE - 1).and_then(|(at, _)| name.get(at..));
    match end.filter(|end| end.len() < name.len()) {
        Some(end) => Cow::Owned(format!("…{end}")),
        None => Cow::Borrowed(name),
    }
}

/// Returns the names of the rules on a path of calls; `…` stands for those left out of a long path.
pub(crate) fn path<'n>(path: &[Option<usize>], name: impl Fn(usize) -> &'n str) -> Vec<String> {
    path.iter().map(|rule| rule.map_or(Cow::Borrowed("…"), |rule| shown(name(rule))).into_owned()).collect()
}

/// The keywords of Rust that a raw identifier may be.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait",
    "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Returns the name of a rule as an identifier of Rust.
pub(crate) fn identifier(rule: &str) -> String {
    if KEYWORDS.contains(&rule) { format!("r#{rule}") } else { rule.to_owned() }
}
