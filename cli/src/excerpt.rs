//! The part of a text around a fault, in a form that any terminal can show.

use std::ops::Range;

use unicode_width::UnicodeWidthChar;

/// How many columns an excerpt takes, but for the marks where it was cut, and how many of them may lie
/// before the fault.
pub(crate) const COLUMNS: usize = 76;
const COLUMNS_BEFORE: usize = 48;

pub(crate) struct Excerpt {
    pub(crate) text: String,
    /// Where the character at the fault stands in `text`; empty at the end of the input.
    pub(crate) fault: Range<usize>,
}

/// What is around byte `offset` of `text`.
pub(crate) fn around(text: &str, offset: usize) -> Excerpt {
    let (before, after) = text.split_at_checked(offset).unwrap_or((text, ""));
    let mut rest = after.chars();
    let at_fault = rest.next().map(visible).unwrap_or_default();

    // What fits behind the fault is measured first: room that it leaves is for what stands before.
    let needed_after = rest.clone().take(COLUMNS).map(|c| visible(c).width).sum::<usize>();
    let room_before = COLUMNS_BEFORE.max(COLUMNS.saturating_sub(at_fault.width + needed_after));
    let (mut shown_before, taken_before) = fitting(before.chars().rev(), room_before);
    let cut_before = shown_before.len() < before.chars().count();
    shown_before.reverse();

    let room_after = COLUMNS.saturating_sub(taken_before + at_fault.width);
    let (shown_after, _) = fitting(rest.clone(), room_after);
    let cut_after = rest.nth(shown_after.len()).is_some();

    let mut excerpt = String::new();
    excerpt.push_str(if cut_before { "…" } else { "" });
    excerpt.extend(shown_before);
    let start = excerpt.len();
    excerpt.push_str(&at_fault.text);
    let fault = start..excerpt.len();
    excerpt.extend(shown_after);
    excerpt.push_str(if cut_after { "…" } else { "" });
    Excerpt { text: excerpt, fault }
}

/// The visible forms of as many characters as fit into `room` columns, and the columns they take.
fn fitting(chars: impl Iterator<Item = char>, room: usize) -> (Vec<String>, usize) {
    let mut taken = 0;
    let forms = chars.map(visible).map_while(|form| {
        (taken + form.width <= room).then(|| {
            taken += form.width;
            form.text
        })
    });
    (forms.collect(), taken)
}

#[derive(Default)]
struct Visible {
    text: String,
    width: usize,
}

/// A character that takes no column could hide, join its neighbour, turn the line round or command the
/// terminal, so it is escaped.
fn visible(c: char) -> Visible {
    match c.width() {
        Some(width @ 1..) => Visible { text: c.into(), width },
        _ => {
            let text = c.escape_default().to_string();
            Visible { width: text.len(), text }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::whole("a b", 1, "a b", " ")]
    #[case::at_the_end("ab", 2, "ab", "")]
    #[case::past_the_end("ab", 9, "ab", "")]
    #[case::inside_a_character("é", 1, "é", "")]
    #[case::control("a\x1b[31mb", 1, "a\\u{1b}[31mb", "\\u{1b}")]
    #[case::tab("a\tb", 1, "a\\tb", "\\t")]
    #[case::turned_round("a\u{202e}b", 4, "a\\u{202e}b", "b")]
    #[case::wide("a漢b", 1, "a漢b", "漢")]
    fn shows(#[case] text: &str, #[case] offset: usize, #[case] shown: &str, #[case] fault: &str) {
        let excerpt = around(text, offset);
        assert_eq!(excerpt.text, shown);
        assert_eq!(&excerpt.text[excerpt.fault], fault);
    }

    #[rstest]
    #[case::start(0, false, true)]
    #[case::middle(5_000, true, true)]
    #[case::end(9_999, true, false)]
    fn cuts(#[case] offset: usize, #[case] before: bool, #[case] after: bool) {
        let mut text = "a".repeat(10_000);
        text.replace_range(offset..=offset, " ");
        let excerpt = around(&text, offset);
        assert_eq!(&excerpt.text[excerpt.fault], " ");
        assert_eq!(excerpt.text.starts_with('…'), before);
        assert_eq!(excerpt.text.ends_with('…'), after);
        assert_eq!(excerpt.text.trim_matches('…').len(), COLUMNS);
    }
}
