//! Translates a regular expression of `java.util.regex` to one of the crate `regex`.

use std::fmt::Write as _;

include!(concat!(env!("OUT_DIR"), "/java_util_regex.rs"));

/// What the parser captures, in order: a rule, and where it begins and ends.
#[derive(Default)]
struct Tokens(Vec<(Capture, usize, usize)>);

impl Tokens {
    fn capture(&mut self, rule: Capture, start: usize, end: usize) {
        self.0.push((rule, start, end));
    }

    fn mark(&self) -> usize {
        self.0.len()
    }

    fn rewind(&mut self, mark: usize) {
        self.0.truncate(mark);
    }
}

/// Translates a regular expression of Java to one of `regex`; `None` if there is none of the same meaning.
///
/// To ignore the case of ASCII letters only, as Java does, `regex` has to match bytes (`-u`) in the scope of the flag.
/// What matches a character beyond ASCII is told to match characters (`u`).
pub(super) fn translated(pattern: &str) -> Option<String> {
    let mut tokens = Tokens::default();
    if !compiled::parse(Start::pattern, pattern, &mut tokens) {
        return None;
    }
    let ignores_case = |token: &(Capture, _, _)| matches!(token.0, Capture::FLAG | Capture::FLAG_OF_GROUP);
    let ignores_case = tokens.0.iter().any(ignores_case);
    let (mut translated, mut done, mut class) = (String::with_capacity(2 * pattern.len()), 0, 0);
    for (rule, start, end) in tokens.0 {
        translated.push_str(&pattern[done..start]);
        done = end;
        let token = &pattern[start..end];
        match rule {
            Capture::FLAG => translated.push_str("(?i-u)"),
            Capture::FLAG_OF_GROUP => translated.push_str("?i-u:"),
            Capture::ANY_CHAR => translated.push_str("(?u:.)"),
            Capture::SHORTHAND => {
                let not = if token.ends_with(|c: char| c.is_ascii_uppercase()) { "^" } else { "" };
                push(&mut translated, format_args!("(?u-i:[{not}{}])", set(token)));
            }
            Capture::SET => translated.push_str(set(token)),
            Capture::ESCAPED => token.chars().skip(1).for_each(|c| push_literal(&mut translated, c)),
            Capture::QUOTED => {
                let quoted = token.strip_prefix("\\Q").unwrap_or(token);
                let quoted = quoted.strip_suffix("\\E").unwrap_or(quoted);
                quoted.chars().for_each(|c| push_literal(&mut translated, c));
            }
            Capture::BEYOND => token.chars().for_each(|c| push_literal(&mut translated, c)),
            Capture::WIDE_OPEN => {
                push(&mut translated, format_args!("(?u:{token}"));
                class = start;
            }
            // Letters would have other cases beyond ASCII.
            Capture::WIDE_CLOSE if ignores_case && pattern[class..start].contains(char::is_alphabetic) => {
                return None;
            }
            Capture::WIDE_CLOSE => translated.push_str("])"),
        }
    }
    translated.push_str(&pattern[done..]);
    Some(translated)
}

/// Returns the characters that `\d`, `\w` or `\s` stands for in Java, or their opposites do not.
fn set(shorthand: &str) -> &'static str {
    match shorthand {
        "\\d" | "\\D" => "0-9",
        "\\w" | "\\W" => "0-9A-Z_a-z",
        _ => "\\t-\\r ",
    }
}

/// Adds a character that stands for itself, in whichever case.
fn push_literal(translated: &mut String, c: char) {
    if c.is_ascii() {
        push(translated, format_args!("\\x{:02x}", u32::from(c)));
    } else {
        push(translated, format_args!("(?u-i:{c})"));
    }
}

fn push(translated: &mut String, text: std::fmt::Arguments<'_>) {
    // INVARIANT: writing to a string does not fail.
    let _ = translated.write_fmt(text);
}
