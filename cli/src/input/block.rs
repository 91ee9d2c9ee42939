//! Lines, or other texts, that were read together, without a copy or an allocation for each.

use std::sync::Arc;

use crate::input::ends::Ends;
use crate::input::name::Name;
use crate::input::texts::Texts;

/// Whole texts of one input.
pub(crate) struct Block {
    pub(crate) name: Arc<Name>,
    /// The number of texts in the input before the block.
    pub(crate) before: u64,
    pub(crate) bytes: Vec<u8>,
    pub(crate) cut: Cut,
}

/// How the bytes of a block are cut into texts.
pub(crate) enum Cut {
    At(Texts),
    /// The fields of a column, one after the other.
    Fields(Vec<Field>),
}

/// A field of a column of CSV.
pub(crate) struct Field {
    /// The line on which its record begins, counted from 1.
    pub(crate) line: u64,
    /// Where the field ends in the bytes of the block.
    pub(crate) end: usize,
    pub(crate) defect: Option<Defect>,
}

/// Why there is no text that could be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Defect {
    TooLong,
    /// The record has only so many columns, and not this one, counted from 1.
    Missing {
        column: usize,
        fields: usize,
    },
    /// The input ends in quotes.
    Unclosed,
}

/// A text without its ending, which for a line is LF or CRLF.
pub(crate) struct Line<'a> {
    /// Counted from 1.
    pub(crate) number: u64,
    pub(crate) bytes: &'a [u8],
    pub(crate) defect: Option<Defect>,
}

impl Block {
    pub(crate) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        self.lines_unless(None::<fn(&str) -> bool>)
    }

    /// Returns the lines, without those that `passes` holds of. It is not asked about the lines of a block with bytes
    /// that are not UTF-8, nor about fields.
    pub(crate) fn lines_unless(
        &self,
        passes: Option<impl FnMut(&str) -> bool>,
    ) -> impl Iterator<Item = Line<'_>> {
        let (texts, fields) = match &self.cut {
            Cut::At(texts) => (Some(self.texts(*texts, passes)), &[][..]),
            Cut::Fields(fields) => (None, fields.as_slice()),
        };
        texts.into_iter().flatten().chain(self.fields(fields))
    }

    fn texts<'a>(
        &'a self,
        texts: Texts,
        passes: Option<impl FnMut(&str) -> bool>,
    ) -> impl Iterator<Item = Line<'a>> {
        let bytes = self.bytes.as_slice();
        // Validating a whole block takes a third of the time of validating each line.
        let mut passes = passes.and_then(|passes| Some((str::from_utf8(bytes).ok()?, passes)));
        let mut ends = texts.end().map(|end| Ends::new(end, bytes));
        let (mut start, mut number) = (0, self.before);
        std::iter::from_fn(move || {
            loop {
                let next = ends.as_mut().and_then(Iterator::next);
                let (begin, end) = match next {
                    Some(end) => (std::mem::replace(&mut start, end + 1), end),
                    None if start == bytes.len() => return None,
                    None => (std::mem::replace(&mut start, bytes.len()), bytes.len()),
                };
                number += 1;
                let line = &bytes[begin..end];
                let line = match (texts, line) {
                    // At the end of the input, a CR alone is an incomplete CRLF.
                    (Texts::Lines, [line @ .., b'\r']) => line,
                    _ => line,
                };
                let passes = passes.as_mut().is_some_and(|(whole, passes)| {
                    let text = whole.get(begin..begin + line.len());
                    passes(text.expect("lines end between characters"))
                });
                if !passes {
                    return Some(Line { number, bytes: line, defect: None });
                }
            }
        })
    }

    fn fields<'a>(&'a self, fields: &'a [Field]) -> impl Iterator<Item = Line<'a>> {
        let mut start = 0;
        fields.iter().map(move |field| {
            let bytes = &self.bytes[start..field.end];
            start = field.end;
            Line { number: field.line, bytes, defect: field.defect }
        })
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::lines("a\nbb\r\n\nccc\n", Texts::Lines, &["a", "bb", "", "ccc"])]
    #[case::no_end("a\nbb", Texts::Lines, &["a", "bb"])]
    #[case::null("a\0b\r\0", Texts::Null, &["a", "b\r"])]
    #[case::whole("a\nb", Texts::Whole, &["a\nb"])]
    #[case::nothing("", Texts::Lines, &[])]
    fn lines_that_pass_are_left_out(#[case] bytes: &str, #[case] texts: Texts, #[case] lines: &[&str]) {
        let name = Name::of_stdin().into();
        let block = Block { name, before: 7, bytes: bytes.into(), cut: Cut::At(texts) };
        let numbered = |lines: &mut dyn Iterator<Item = Line<'_>>| -> Vec<_> {
            lines.map(|line| (line.number, str::from_utf8(line.bytes).unwrap().to_owned())).collect()
        };
        let all: Vec<_> = (8..).zip(lines.iter().copied().map(str::to_owned)).collect();
        assert_eq!(numbered(&mut block.lines()), all);
        for passing in lines {
            let others: Vec<_> = all.iter().filter(|(_, line)| line != passing).cloned().collect();
            assert_eq!(numbered(&mut block.lines_unless(Some(|line: &str| line == *passing))), others);
        }
    }

    #[test]
    fn a_block_that_is_not_utf_8_is_not_asked_about() {
        let name = Name::of_stdin().into();
        let block = Block { name, before: 0, bytes: b"a\n\xFF\nb\n".into(), cut: Cut::At(Texts::Lines) };
        assert_eq!(block.lines_unless(Some(|_: &str| true)).count(), 3);
    }
}
