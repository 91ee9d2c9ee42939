//! What the parsers written by hand share: runs of bytes of a class, found by a look-up table.

/// Whether each byte belongs to a class.
pub(super) type Class = [bool; 256];

/// Returns the class of the bytes in these ranges, whose ends belong to it.
pub(super) const fn class(ranges: &[(u8, u8)]) -> Class {
    let mut class = [false; 256];
    let mut range = 0;
    while range < ranges.len() {
        let (mut byte, last) = (ranges[range].0 as usize, ranges[range].1 as usize);
        while byte <= last {
            class[byte] = true;
            byte += 1;
        }
        range += 1;
    }
    class
}

/// Returns where the run of bytes of this class ends that begins at `at`. Eight bytes are tested in a row, so that the
/// length of the text is compared once for these.
#[inline(always)]
pub(super) fn end(class: &Class, bytes: &[u8], at: usize) -> usize {
    let mut rest = &bytes[at..];
    while let Some((eight, after)) = rest.split_first_chunk::<8>() {
        if let Some(run) = eight.iter().position(|&byte| !class[usize::from(byte)]) {
            return bytes.len() - rest.len() + run;
        }
        rest = after;
    }
    let run = rest.iter().position(|&byte| !class[usize::from(byte)]);
    bytes.len() - rest.len() + run.unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Class, class, end};

    #[rstest]
    fn runs(
        #[values(0, 1, 3, 7, 8, 9, 20)] start: usize,
        #[values(0, 1, 7, 8, 9, 15, 16, 17)] length: usize,
    ) {
        const LETTERS: Class = class(&[(b'a', b'z'), (b'A', b'Z')]);
        let text = format!("{}{}", "-".repeat(start), "aZ".repeat(length)[..length].to_owned());
        assert_eq!(end(&LETTERS, text.as_bytes(), start), start + length);
        assert_eq!(end(&LETTERS, (text + "-aaaaaaaa").as_bytes(), start), start + length);
    }
}
