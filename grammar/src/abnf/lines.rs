//! Finds where each rule of a file begins.

/// The lines of one rule, up to the beginning of the next.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Lines<'s> {
    /// The number of the first line, from 1.
    pub(super) number: usize,
    pub(super) text: &'s str,
}

/// Splits a file into rules. Blank lines and comments before the first rule belong to none.
///
/// RFC 5234, 2.2: all rules begin in the same column, and continuation lines are indented further. Text that
/// lost its indentation is accepted too: a line that does not begin with a name continues a rule, and a name
/// before `=` begins one.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::string_slice,
    reason = "a line without its indent is its end; a rule begins where a line does, behind the rule before"
)]
pub(super) fn split(source: &str) -> Vec<Lines<'_>> {
    let mut margin = None;
    let mut starts = Vec::new();
    let mut at = 0;
    for (number, line) in (1..).zip(source.split_inclusive('\n')) {
        let text = line.trim_start_matches([' ', '\t']);
        if !matches!(text.chars().next(), None | Some('\r' | '\n' | ';')) {
            let indent = line.len() - text.len();
            if begins_rule(text, indent, margin) {
                margin = margin.or(Some(indent));
                starts.push((number, at));
            }
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).map(|&(_, end)| end).chain([source.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(&(number, start), end)| Lines { number, text: &source[start..end] })
        .collect()
}

fn begins_rule(text: &str, indent: usize, margin: Option<usize>) -> bool {
    let Some(margin) = margin else { return true };
    let after_name = text.trim_start_matches(in_name);
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && (indent <= margin || after_name.trim_start_matches([' ', '\t']).starts_with('='))
}

/// Returns whether the character can be in the name of a rule, though perhaps not at its beginning.
pub(super) fn in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-'
}
