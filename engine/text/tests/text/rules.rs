//! What a line is.

use std::io::{BufReader, Write};

use datafusion::arrow::array::RecordBatch;
use datafusion::error::Result;
use rstest::rstest;
use urigram_text::{LineReader, TextTable};

use crate::files::{Folder, session, sql, texts};

#[rstest]
#[case::empty_file(b"", &[])]
#[case::one_line(b"a\n", &["a"])]
#[case::without_line_end(b"a\nb", &["a", "b"])]
#[case::empty_lines(b"\n\na\n\n", &["", "", "a", ""])]
#[case::carriage_return(b"a\r\nb\r\n", &["a", "b"])]
#[case::only_one_carriage_return(b"a\r\r\n", &["a\r"])]
#[case::carriage_return_elsewhere(b"a\rb\n\rc\nd\r", &["a\rb", "\rc", "d\r"])]
#[case::mark(b"\xef\xbb\xbfa\nb\n", &["a", "b"])]
#[case::mark_before_nothing(b"\xef\xbb\xbf", &[])]
#[case::mark_before_empty_line(b"\xef\xbb\xbf\r\n", &[""])]
#[case::mark_elsewhere(b"a\n\xef\xbb\xbfb", &["a", "\u{feff}b"])]
#[case::nul(b"a\0b\n", &["a\0b"])]
#[case::not_utf8(b"ok\nhttp://example.com/\xff\xfe\nok\n", &["ok", "http://example.com/\u{fffd}\u{fffd}", "ok"])]
#[case::not_utf8_and_short(b"\xff\n", &["\u{fffd}"])]
#[case::character_cut_by_line_end(b"\xc3\n\xa9\n", &["\u{fffd}", "\u{fffd}"])]
#[tokio::test]
async fn lines_are_rows(#[case] text: &[u8], #[case] expected: &[&str]) {
    let folder = Folder::with([("x.txt", text)]);
    let session = session(1);
    let table = TextTable::open(&session.state(), [folder.at("x.txt")]).await.unwrap();
    let rows = session.read_table(std::sync::Arc::new(table)).unwrap().collect().await.unwrap();
    assert_eq!(texts(&rows), expected);

    let count = format!("select count(*) from '{}'", folder.at("x.txt"));
    assert_eq!(sql(&session, &count).await.unwrap(), [expected.len().to_string()]);

    for (capacity, batch_size) in [(1, 1), (3, 2), (3, 100), (8192, 100)] {
        let lines = LineReader::new(BufReader::with_capacity(capacity, text), batch_size);
        let batches = lines.collect::<Result<Vec<RecordBatch>>>().unwrap();
        assert!(batches.iter().all(|batch| (1..=batch_size).contains(&batch.num_rows())));
        assert_eq!(texts(&batches), expected, "read by {capacity} bytes");
    }
}

/// A stream that has something to read only when the lines before have been seen.
#[test]
fn lines_of_a_stream_are_there_before_the_next_are_waited_for() {
    let (reader, mut writer) = std::io::pipe().unwrap();
    let mut lines = LineReader::new(BufReader::new(reader), 100);
    for line in ["a", "b", "c"] {
        writeln!(writer, "{line}").unwrap();
        assert_eq!(texts(&[lines.next().unwrap().unwrap()]), [line]);
    }
    drop(writer);
    assert!(lines.next().is_none() && lines.next().is_none());
}

#[rstest]
#[tokio::test]
async fn a_line_is_never_null() {
    let folder = Folder::with([("x.txt", b"\n\xff\n")]);
    let nulls = format!("select count(*) from '{}' where line is null", folder.at("x.txt"));
    assert_eq!(sql(&session(1), &nulls).await.unwrap(), ["0"]);
}
