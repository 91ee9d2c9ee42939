//! A place in the statements, drawn.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::output::visible::commands;

/// The columns of a terminal that an excerpt takes, and how many of them are before the place.
const COLUMNS: usize = 76;
const COLUMNS_BEFORE: usize = 48;

/// A range of characters, by lines and columns that count from 1. The end is the place behind the last character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    start: (usize, usize),
    end: (usize, usize),
}

impl Place {
    pub(super) const fn new(start: (usize, usize), end: (usize, usize)) -> Self {
        Self { start, end }
    }

    /// Returns where the name stands in quotes.
    pub(super) fn of_name(statements: &str, name: &str) -> Option<Self> {
        let in_quotes = |quote: char| format!("{quote}{name}{quote}");
        let found = in_quotes('\'');
        let at = statements.find(&found).or_else(|| statements.find(&in_quotes('"')))?;
        let before = &statements[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        Some(Self::new((line, column), (line, column + found.chars().count())))
    }

    /// Returns the line with the place underlined.
    pub(crate) fn draw(self, statements: &str) -> String {
        let line = statements.lines().nth(self.start.0.saturating_sub(1)).unwrap_or_default();
        let characters: Vec<char> = line.chars().map(|c| if commands(c) { ' ' } else { c }).collect();
        let start = self.start.1.saturating_sub(1).min(characters.len());
        let end = if self.end.0 == self.start.0 { self.end.1.saturating_sub(1) } else { characters.len() };
        let end = end.clamp(start, characters.len());

        let (before, rest) = characters.split_at(start);
        let (marked, after) = rest.split_at(end - start);
        let kept = fitting(before.iter().rev(), COLUMNS_BEFORE);
        let shown_before: String = before[before.len() - kept..].iter().collect();
        let cut_before = if kept < before.len() { "…" } else { "" };
        let room = COLUMNS.saturating_sub(shown_before.width());
        let shown_marked: String = marked[..fitting(marked.iter(), room)].iter().collect();
        let room = room.saturating_sub(shown_marked.width());
        let kept = fitting(after.iter(), room);
        let shown_after: String = after[..kept].iter().collect();
        let cut_after = if kept < after.len() { "…" } else { "" };

        let number =
            if statements.trim_end().contains('\n') { format!("{}", self.start.0) } else { String::new() };
        let margin = " ".repeat(number.len());
        let indent = " ".repeat(cut_before.width() + shown_before.width());
        let carets = "^".repeat(shown_marked.width().max(1));
        format!(
            "  {number} | {cut_before}{shown_before}{shown_marked}{shown_after}{cut_after}\n  {margin} | {indent}{carets}"
        )
    }
}

/// Returns how many of the characters fit.
fn fitting<'a>(characters: impl Iterator<Item = &'a char>, room: usize) -> usize {
    let mut taken = 0;
    let fits = |c: &&char| {
        taken += c.width().unwrap_or(0);
        taken <= room
    };
    characters.take_while(fits).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::word("select foo", (1, 8), (1, 11), "   | select foo\n   |        ^^^")]
    #[case::end("select", (1, 7), (1, 7), "   | select\n   |       ^")]
    #[case::second_line("select\n  foo;\n", (2, 3), (2, 6), "  2 |   foo;\n    |   ^^^")]
    #[case::beyond("a", (7, 7), (8, 1), "   | \n   | ^")]
    #[case::wide("select '漢', b", (1, 13), (1, 14), "   | select '漢', b\n   |              ^")]
    #[case::tab("\tb", (1, 2), (1, 3), "   |  b\n   |  ^")]
    fn draws(
        #[case] text: &str,
        #[case] start: (usize, usize),
        #[case] end: (usize, usize),
        #[case] drawn: &str,
    ) {
        assert_eq!(Place::new(start, end).draw(text), drawn);
    }

    #[test]
    fn long_lines_are_cut() {
        let text = format!("{} foo {}", "a".repeat(500), "b".repeat(500));
        let drawn = Place::new((1, 502), (1, 505)).draw(&text);
        let lines: Vec<_> = drawn.lines().collect();
        assert!(lines[0].width() <= COLUMNS + 7, "{drawn}");
        let caret = lines[1].find('^').map(|at| lines[1][..at].width());
        assert_eq!(lines[0].find("foo").map(|at| lines[0][..at].width()), caret);
    }

    #[rstest]
    #[case::single("select 1 from 'a.txt'", Some((1, 15)))]
    #[case::double("select 1\nfrom \"a.txt\"", Some((2, 6)))]
    #[case::absent("select 1", None)]
    fn names(#[case] text: &str, #[case] start: Option<(usize, usize)>) {
        assert_eq!(Place::of_name(text, "a.txt").map(|place| place.start), start);
    }
}
