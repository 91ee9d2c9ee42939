//! What a line is.

use rstest::rstest;
use urigram_text::TextTable;

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
}

#[rstest]
#[tokio::test]
async fn a_line_is_never_null() {
    let folder = Folder::with([("x.txt", b"\n\xff\n")]);
    let nulls = format!("select count(*) from '{}' where line is null", folder.at("x.txt"));
    assert_eq!(sql(&session(1), &nulls).await.unwrap(), ["0"]);
}
