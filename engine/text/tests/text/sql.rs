//! Text files in SQL.

use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::physical_plan::displayable;
use rstest::rstest;
use urigram_text::TextTable;

use crate::files::{Folder, compressed, session, sql, texts};

/// Lines that do not begin in their order.
const TEXT: &[u8] = b"http://b.example/\r\nhttp://a.example/\nmailto:c@example.com";

#[rstest]
#[case::all("select line from {}", &["http://b.example/", "http://a.example/", "mailto:c@example.com"])]
#[case::filter("select line from {} where line like 'mailto:%'", &["mailto:c@example.com"])]
#[case::order("select line from {} order by line limit 1", &["http://a.example/"])]
#[case::limit("select line from {} limit 2", &["http://b.example/", "http://a.example/"])]
#[case::limit_and_offset("select line from {} limit 1 offset 1", &["http://a.example/"])]
#[case::count("select count(*) from {}", &["3"])]
#[case::count_of_some("select count(*) from {} where line > 'http'", &["3"])]
#[case::expression("select length(line) from {} limit 1", &["17"])]
#[case::constant("select 1 from {}", &["1", "1", "1"])]
#[case::twice("select concat(line, line) from {} limit 1", &["http://b.example/http://b.example/"])]
#[case::group("select split_part(line, ':', 1) s from {} group by s order by s", &["http", "mailto"])]
#[tokio::test]
async fn queries_over_a_file(#[case] statement: &str, #[case] expected: &[&str]) {
    let folder = Folder::with([("x.txt", TEXT)]);
    let statement = statement.replace("{}", &format!("'{}'", folder.at("x.txt")));
    assert_eq!(sql(&session(1), &statement).await.unwrap(), expected);
}

#[rstest]
#[case::extension("x.txt")]
#[case::other_extension("x.log")]
#[case::glob("*.txt")]
#[case::folder("")]
#[case::compressed("z.txt.gz")]
#[case::glob_of_compressed("*.log.zst")]
#[tokio::test]
async fn locations_are_tables(#[case] name: &str) {
    let folder = Folder::new();
    if name.is_empty() {
        folder.write("y.txt", TEXT);
    } else {
        folder.write("x.txt", TEXT);
        folder.write("x.log", TEXT);
        folder.write("z.txt.gz", &compressed(TEXT, FileCompressionType::GZIP).await);
        folder.write("z.log.zst", &compressed(TEXT, FileCompressionType::ZSTD).await);
    }
    let statement = format!("select count(distinct line) from '{}'", folder.at(name));
    assert_eq!(sql(&session(2), &statement).await.unwrap(), ["3"]);
}

#[rstest]
#[case::gzip(FileCompressionType::GZIP)]
#[case::bzip2(FileCompressionType::BZIP2)]
#[case::xz(FileCompressionType::XZ)]
#[case::zstd(FileCompressionType::ZSTD)]
#[tokio::test]
async fn files_are_decompressed(#[case] compression: FileCompressionType) {
    let lines: Vec<_> = (0..50_000).map(|n| format!("http://example.com/{n}")).collect();
    let bytes = compressed(lines.join("\n").as_bytes(), compression).await;
    let named = format!("x.txt{}", datafusion::common::GetExt::get_ext(&compression));
    let folder = Folder::with([(named.as_str(), &bytes), ("unnamed", &bytes)]);
    let session = session(4);

    let table = TextTable::open(&session.state(), [folder.at(&named)]).await.unwrap();
    let rows = session.read_table(std::sync::Arc::new(table)).unwrap().collect().await.unwrap();
    assert!(texts(&rows) == lines);

    let create = format!(
        "create external table t stored as text location '{}' options (compression '{}')",
        folder.at("unnamed"),
        compression.get_variant()
    );
    sql(&session, &create).await.unwrap();
    assert!(sql(&session, "select line from t").await.unwrap() == lines);
}

#[rstest]
#[tokio::test]
async fn a_table_has_all_files_of_a_folder_each_decompressed_by_its_name() {
    let folder = Folder::with([("a.txt", b"1\n".as_slice()), ("part-00000", b"2\n3"), ("empty.log", b"")]);
    folder.write("z.gz", &compressed(b"4", FileCompressionType::GZIP).await);
    let session = session(3);
    let create = format!("create external table t stored as text location '{}'", folder.at(""));
    sql(&session, &create).await.unwrap();
    assert_eq!(sql(&session, "select line from t order by line").await.unwrap(), ["1", "2", "3", "4"]);

    let table = TextTable::open(&session.state(), [folder.at("")]).await.unwrap();
    assert_eq!(session.read_table(std::sync::Arc::new(table)).unwrap().count().await.unwrap(), 4);

    let some = [folder.at("a.txt"), folder.at("part-*")];
    let table = TextTable::open(&session.state(), some).await.unwrap();
    assert_eq!(session.read_table(std::sync::Arc::new(table)).unwrap().count().await.unwrap(), 3);
}

#[rstest]
#[tokio::test]
async fn the_column_may_have_another_name() {
    let folder = Folder::with([("x.txt", TEXT)]);
    let session = session(1);
    let create = format!(
        "create external table t (uri text not null) stored as text location '{}'",
        folder.at("x.txt")
    );
    sql(&session, &create).await.unwrap();
    let uris = sql(&session, "select uri from t where uri like 'm%'").await.unwrap();
    assert_eq!(uris, ["mailto:c@example.com"]);
}

#[rstest]
#[tokio::test]
async fn names_of_folders_are_columns() {
    let folder = Folder::with([("day=1/x.txt", b"a\nb".as_slice()), ("day=2/y.txt", b"c")]);
    let session = session(2);
    let create =
        format!("create external table t stored as text partitioned by (day) location '{}'", folder.at(""));
    sql(&session, &create).await.unwrap();
    let lines = sql(&session, "select concat(day, line) l from t order by l").await.unwrap();
    assert_eq!(lines, ["1a", "1b", "2c"]);
    assert_eq!(sql(&session, "select line from t where day = '2'").await.unwrap(), ["c"]);
    assert_eq!(sql(&session, "select day from t order by day").await.unwrap(), ["1", "1", "2"]);
}

#[rstest]
#[case::plain("x.txt", 4)]
#[case::compressed("x.txt.gz", 1)]
#[tokio::test]
async fn a_file_is_divided_unless_it_is_compressed(#[case] name: &str, #[case] partitions: usize) {
    let text = "http://example.com/\n".repeat(100);
    let bytes = match partitions {
        1 => compressed(text.as_bytes(), FileCompressionType::GZIP).await,
        _ => text.into_bytes(),
    };
    let folder = Folder::with([(name, &bytes)]);
    let session = session(4);
    let statement = format!("select line from '{}' where length(line) > 3", folder.at(name));
    let plan = session.sql(&statement).await.unwrap().create_physical_plan().await.unwrap();
    let plan = displayable(plan.as_ref()).indent(false).to_string();
    let groups = format!("file_groups={{{partitions} group");
    assert!(plan.contains(&groups), "{plan}");
    assert_eq!(sql(&session, &statement).await.unwrap().len(), 100);
}

#[rstest]
#[tokio::test]
async fn the_size_of_files_is_known_before_they_are_read() {
    let folder = Folder::with([("x.txt", TEXT)]);
    let session = session(1);
    let table = TextTable::open(&session.state(), [folder.at("x.txt")]).await.unwrap();
    let plan = session.read_table(std::sync::Arc::new(table)).unwrap().create_physical_plan().await.unwrap();
    let shown = displayable(plan.as_ref()).set_show_statistics(true).indent(false).to_string();
    assert!(shown.contains(&format!("Bytes=Inexact({})", TEXT.len())), "{shown}");
    assert!(shown.contains("Rows=Absent"), "{shown}");
}

#[rstest]
#[case::missing("select line from '{}missing.txt'", "missing.txt' not found")]
#[case::corrupt("select line from '{}corrupt.txt.gz'", "cannot read the text file")]
#[case::columns(
    "create external table t (a text, b int) stored as text location '{}x.txt'",
    "one column of type Utf8View (VARCHAR or TEXT in SQL), but this one is declared with (a Utf8View, b Int32)"
)]
#[case::option(
    "create external table t stored as text location '{}x.txt' options (has_header 'true')",
    "no option format.has_header; the one option is format.compression"
)]
#[case::compression(
    "create external table t stored as text location '{}x.txt' options (compression 'zip')",
    "compression type ZIP"
)]
#[tokio::test]
async fn errors_say_what_is_wrong(#[case] statement: &str, #[case] message: &str) {
    let folder = Folder::with([("x.txt", TEXT), ("corrupt.txt.gz", b"no gzip")]);
    let statement = statement.replace("{}", &folder.at(""));
    let error = sql(&session(1), &statement).await.unwrap_err().to_string();
    assert!(error.contains(message), "{error}");
}

#[rstest]
#[case::none(&[], "needs at least one location")]
#[case::missing(&["missing.txt"], "there is no file at file:///")]
#[case::glob_without_files(&["*.none"], "*.none")]
#[case::two_stores(&["x.txt", "memory://x/"], "must be in one object store")]
#[tokio::test]
async fn a_table_is_opened_only_with_files(#[case] names: &[&str], #[case] message: &str) {
    let folder = Folder::with([("x.txt", TEXT)]);
    let locations = names.iter().map(|name| match name.contains("//") {
        true => (*name).to_owned(),
        false => folder.at(name),
    });
    let error = TextTable::open(&session(1).state(), locations).await.unwrap_err().to_string();
    assert!(error.contains(message), "{error}");
}

#[rstest]
#[tokio::test]
async fn a_session_can_be_told_twice() {
    let session = session(1);
    urigram_text::register(&session).unwrap();
    let rules = session.state().analyzer().rules.iter().filter(|rule| rule.name() == "text_tables").count();
    assert_eq!(rules, 1);
}
