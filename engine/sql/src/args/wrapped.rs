//! Text in lines of a length.

use unicode_width::UnicodeWidthStr;

/// Returns the text with its long lines broken between words. What follows is indented as the line is, or as what
/// stands behind the name of an option. Examples, which are commands to be copied, stay whole.
pub(super) fn wrapped(text: &str, columns: usize) -> String {
    let mut shown = String::with_capacity(text.len());
    for line in text.lines() {
        let words = line.trim_start();
        let indent = &line[..line.len() - words.len()];
        let is_example = indent.len() == 2 && !words.starts_with(['-', '[']);
        let hanging = " ".repeat(second_column(words).map_or(0, |column| indent.len() + column));
        let hanging =
            if hanging.len() > indent.len() && hanging.len() <= columns / 2 { &hanging } else { indent };
        let mut taken = 0;
        for word in words.split(' ') {
            let width = word.width();
            if taken == 0 {
                shown.push_str(indent);
                taken = indent.len();
            } else if taken + 1 + width > columns && !is_example {
                shown.truncate(shown.trim_end_matches(' ').len());
                shown.push('\n');
                shown.push_str(hanging);
                taken = hanging.len();
            } else {
                shown.push(' ');
                taken += 1;
            }
            shown.push_str(word);
            taken += width;
        }
        shown.truncate(shown.trim_end_matches(' ').len());
        shown.push('\n');
    }
    shown
}

/// Returns where the description of an option, an argument or a value begins.
fn second_column(words: &str) -> Option<usize> {
    if !words.starts_with(['-', '[']) {
        return None;
    }
    let gap = words.find("  ")?;
    Some(words.len() - words[gap..].trim_start().len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::short("a b\n", "a b\n")]
    #[case::long("one two three four\n", "one two\nthree four\n")]
    #[case::indented("     one two three\n", "     one\n     two\n     three\n")]
    #[case::example("  one two three four\n", "  one two three four\n")]
    #[case::empty_lines("a\n\nb\n", "a\n\nb\n")]
    #[case::long_word("a bbbbbbbbbbbbb c\n", "a\nbbbbbbbbbbbbb\nc\n")]
    #[case::option("-a  b c d e f\n", "-a  b c d e\n    f\n")]
    #[case::far("-aaaaaa  b c d\n", "-aaaaaa  b\nc d\n")]
    #[case::columns("- a:   b\n", "- a:   b\n")]
    fn lines(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(wrapped(text, 11), expected);
    }
}
