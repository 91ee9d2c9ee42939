//! Lines at every boundary of chunks and ranges, which files of ordinary size would not have.

use std::sync::Arc;

use datafusion::arrow::array::{AsArray, RecordBatch};
use rstest::rstest;

use super::chunks::{AFTER, ranges};
use super::lines::{Lines, first_byte};
use super::rows::{LONGEST, Rows};
use super::unreadable::Unreadable;

/// Texts with every rule of lines, short enough to be divided everywhere.
const TEXTS: [&[u8]; 12] = [
    b"",
    b"\n",
    b"\r\n",
    b"\r",
    b"a",
    b"a\n\nb\r\n\r\nc",
    b"\r\r\n\n\r",
    "\u{feff}".as_bytes(),
    "\u{feff}\n\u{feff}x\r\ny".as_bytes(),
    "é\r\n\u{1f600}\n".as_bytes(),
    b"a\xffb\n\xc3\n\xa9\n",
    b"a line of more than twelve bytes\r\nanother line of more than twelve bytes",
];

/// Returns what the crate's documentation says of `text`, by other means.
fn expected(text: &[u8]) -> Vec<String> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    let last = lines.pop().filter(|last| !last.is_empty());
    let ended = lines.into_iter().map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    ended.chain(last).map(|line| String::from_utf8_lossy(line).into_owned()).collect()
}

fn lines_of(batches: &[RecordBatch]) -> Vec<String> {
    let columns = batches.iter().map(|batch| batch.column(0).as_string_view());
    columns.flat_map(|column| column.iter().flatten().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Reads the range of a text in chunks that end at `cuts`.
fn read(
    text: &[u8],
    (start, end): (usize, usize),
    cuts: &[usize],
    limit: usize,
    longest: usize,
) -> Result<Vec<RecordBatch>, Unreadable> {
    let rows = Rows::new(crate::schema(), limit);
    let mut lines = Lines::new(rows, start as u64, end as u64, longest);
    let mut batches = vec![];
    let mut from = first_byte(start as u64) as usize;
    for &cut in cuts.iter().chain([&text.len()]) {
        if lines.is_done() || cut < from {
            continue;
        }
        lines.feed(&text[from..cut])?;
        from = cut;
        batches.extend(std::iter::from_fn(|| lines.next_full()));
    }
    while let Some(batch) = lines.finish()? {
        batches.push(batch);
    }
    Ok(batches)
}

#[rstest]
fn each_line_is_in_one_range_wherever_chunks_and_ranges_end(#[values(1, 2, 8192)] limit: usize) {
    for text in TEXTS {
        let size = text.len();
        for (a, b) in (0..=size).flat_map(|a| (a..=size).map(move |b| (a, b))) {
            for cut in 0..=size {
                let ranges = [(0, a), (a, b), (b, size)];
                let batches = ranges
                    .iter()
                    .flat_map(|&range| read(text, range, &[cut / 2, cut], limit, LONGEST).unwrap())
                    .collect::<Vec<_>>();
                assert!(batches.iter().all(|batch| (1..=limit).contains(&batch.num_rows())));
                assert_eq!(lines_of(&batches), expected(text), "{text:?} {ranges:?} cut at {cut}");
            }
        }
    }
}

#[rstest]
fn lines_are_counted_where_no_column_is_asked_for() {
    for text in TEXTS {
        let rows = Rows::new(Arc::new(crate::schema().project(&[]).unwrap()), 2);
        let mut lines = Lines::new(rows, 0, u64::MAX, LONGEST);
        lines.feed(text).unwrap();
        let mut count = 0;
        while let Some(batch) = lines.next_full() {
            assert_eq!(batch.num_columns(), 0);
            count += batch.num_rows();
        }
        count += lines.finish().unwrap().map_or(0, |batch| batch.num_rows());
        assert_eq!(count, expected(text).len(), "{text:?}");
    }
}

#[rstest]
#[case::in_one_chunk(&[])]
#[case::in_two_chunks(&[7])]
#[case::in_many_chunks(&[4, 5, 6, 7, 8, 9, 10, 11])]
fn a_line_that_is_too_long_is_an_error_with_its_offset(#[case] cuts: &[usize]) {
    let text = b"ab\ncdefgh\r\nij\n";
    let whole = (0, text.len());
    assert_eq!(lines_of(&read(text, whole, cuts, 8192, 6).unwrap()), ["ab", "cdefgh", "ij"]);
    let too_long = read(text, whole, cuts, 8192, 5).unwrap_err();
    assert!(matches!(too_long, Unreadable::TooLong(3)), "{too_long:?}");
    // The range after it does not read the line, so that it is not a fault there.
    assert_eq!(lines_of(&read(text, (4, text.len()), cuts, 8192, 5).unwrap()), ["ij"]);
}

#[rstest]
fn a_batch_with_long_lines_has_fewer_rows() {
    let text = "x".repeat(1 << 20) + "\n";
    let text = text.repeat(20);
    let cuts: Vec<_> = (0..text.len()).step_by(super::chunks::SIZE).collect();
    let batches = read(text.as_bytes(), (0, text.len()), &cuts, 8192, LONGEST).unwrap();
    let rows: Vec<_> = batches.iter().map(|batch| batch.num_rows()).collect();
    assert_eq!(rows, [8, 8, 4]);
}

#[rstest]
fn a_batch_has_memory_for_its_own_lines_only() {
    let text = "http://example.com/a/path\n".repeat(10_000);
    let batches = read(text.as_bytes(), (0, text.len()), &[], 1000, LONGEST).unwrap();
    assert_eq!(batches.len(), 10);
    for batch in batches {
        let buffers = batch.column(0).as_string_view().data_buffers();
        let capacity: usize = buffers.iter().map(|buffer| buffer.capacity()).sum();
        assert!(capacity <= 64 << 10, "{capacity}");
    }
}

#[rstest]
#[case::empty(5..5, 5, vec![])]
#[case::whole(0..5, 5, vec![0..5])]
#[case::with_more(0..5, 6, vec![0..5, 5..6])]
#[case::with_much_more(0..5, 4 * AFTER, vec![0..5, 5..5 + AFTER, 5 + AFTER..5 + 3 * AFTER, 5 + 3 * AFTER..4 * AFTER])]
fn what_comes_after_a_range_is_fetched_in_growing_pieces(
    #[case] first: std::ops::Range<u64>,
    #[case] size: u64,
    #[case] expected: Vec<std::ops::Range<u64>>,
) {
    assert_eq!(ranges(first, size).collect::<Vec<_>>(), expected);
}
