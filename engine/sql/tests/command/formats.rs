//! What files are, by their names and by --format.

use rstest::rstest;

use super::{GZIP, LINKS, Place, ZSTD};

fn parquet_of(place: &Place, name: &str) {
    place.sql(&["select line as uri from 'links.txt'", "--output", name]).printed();
}

#[rstest]
#[case::text("a.txt", "x\ny\n", &[], "x\ny\n")]
#[case::log("a.log", "x\r\ny", &[], "x\ny\n")]
#[case::no_extension("links", "x\n", &["--format", "text"], "x\n")]
#[case::unknown_extension("access.log.1", "x\n", &["--format", "text"], "x\n")]
#[case::csv("a.csv", "u,n\nx,1\n\"y,z\",2\n", &[], "x\t1\ny,z\t2\n")]
#[case::csv_without_header("a.csv", "x,1\ny,2\n", &["--no-header"], "x\t1\ny\t2\n")]
#[case::csv_delimiter("a.csv", "u;n\nx;1\n", &["--delimiter", ";"], "x\t1\n")]
#[case::csv_in_txt("a.txt", "u,n\nx,1\n", &["--format", "csv"], "x\t1\n")]
#[case::csv_line_end_in_quotes("a.csv", "u,n\n\"x\ny\",1\n", &[], "x\\ny\t1\n")]
#[case::tsv("a.tsv", "u\tn\nx,y\t1\n", &[], "x,y\t1\n")]
#[case::tsv_without_header("a.tsv", "x,y\t1\n", &["--no-header"], "x,y\t1\n")]
#[case::json("a.json", "{\"u\":\"x\",\"n\":1}\n{\"u\":null,\"n\":2}\n", &[], "1\tx\n2\t\\N\n")]
#[case::json_lines("a.jsonl", "{\"u\":\"x\"}\n", &[], "x\n")]
#[case::ndjson("a.ndjson", "{\"u\":{\"v\":[1,null]}}\n", &[], "{\"v\":[1,null]}\n")]
#[case::upper_case("A.CSV", "u\nx\n", &[], "x\n")]
fn read(#[case] name: &str, #[case] content: &str, #[case] options: &[&str], #[case] rows: &str) {
    let place = Place::new().file(name, content);
    let mut columns = "*";
    if name == "a.json" {
        columns = "n, u";
    }
    let statement = format!("select {columns} from '{name}'");
    let arguments = [&[statement.as_str()], options].concat();
    assert_eq!(place.sql(&arguments).printed(), rows);
}

#[test]
fn parquet() {
    let place = Place::new().file("links.txt", LINKS);
    parquet_of(&place, "links.parquet");
    let counted = "select count(*), count(uri_host(uri)) from 'links.parquet'";
    assert_eq!(place.sql(&[counted]).printed(), "3\t2\n");
}

#[rstest]
#[case::gzip("a.txt.gz", &GZIP, &[])]
#[case::zstd("a.log.zst", &ZSTD, &[])]
#[case::no_other_extension("a.gz", &GZIP, &["--format", "text"])]
fn compressed(#[case] name: &str, #[case] content: &[u8], #[case] options: &[&str]) {
    let place = Place::new().file(name, content);
    let statement = format!("select line from '{name}'");
    assert_eq!(place.sql(&[&[statement.as_str()], options].concat()).printed(), "x\ny\n");
}

/// A file whose first bytes are not what its name tells.
#[rstest]
#[case::gzip("a.txt", &GZIP, &[], "a.txt is compressed, and not text")]
#[case::zstd("a.csv", &ZSTD, &[], "a.csv is compressed, and not CSV")]
#[case::unknown_extension("a", &GZIP, &["--format", "json"], "a is compressed, and not JSON")]
#[case::parquet("a.log", b"PAR1", &[], "a.log is a file of Parquet, and not text")]
#[case::empty("a.parquet", b"", &[], "a.parquet is empty")]
fn mistaken(#[case] name: &str, #[case] content: &[u8], #[case] options: &[&str], #[case] said: &str) {
    let place = Place::new().file(name, content);
    let statement = format!("select * from '{name}'");
    let ran = place.sql(&[&[statement.as_str()], options].concat());
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
}

/// The first bytes of a file of bzip2 can be those of a text.
#[test]
fn text_that_begins_like_compressed_data() {
    let place = Place::new().file("a.txt", "BZh9 is a name\n");
    assert_eq!(place.sql(&["select line from 'a.txt'"]).printed(), "BZh9 is a name\n");
}

#[test]
fn compressed_and_not_in_one_table() {
    let place = Place::new().file("a.txt.gz", GZIP).file("b.txt", "z\n");
    assert_eq!(place.sql(&["select line from '*.txt*' order by 1"]).printed(), "x\ny\nz\n");
}

#[test]
fn parquet_that_is_compressed_again_is_refused() {
    let place = Place::new().file("a.parquet.gz", GZIP);
    let ran = place.sql(&["select * from 'a.parquet.gz'"]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("compressed file of Parquet"), "{}", ran.stderr);
}

#[test]
fn the_name_that_tells_nothing_is_asked_about() {
    let place = Place::new().file("links", LINKS);
    let ran = place.sql(&["select * from 'links'"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("--format text"), "{}", ran.stderr);
}

#[test]
fn columns_of_folders() {
    let place =
        Place::new().file("in/day=1/a.txt", "x\n").file("in/day=2/b.txt", "y\n").file("in/_SUCCESS", "");
    assert_eq!(place.sql(&["select day, line from 'in' order by day"]).printed(), "1\tx\n2\ty\n");
}

#[rstest]
#[case::dates(&[("day=1/log.2024-01-01.txt", "x"), ("day=2/log.2024-01-02.txt", "y")], "1\tx\n2\ty\n")]
#[case::extensions(&[("day=1/a.txt", "x"), ("day=2/b.log", "y")], "1\tx\n2\ty\n")]
#[case::case(&[("day=1/a.txt", "x"), ("day=1/B.TXT", "y")], "1\tx\n1\ty\n")]
#[case::hidden(&[("day=1/a.txt", "x"), ("day=1/.b", "y"), ("day=1/_c.crc", "y"), ("_d/e.txt", "y")], "1\tx\n")]
#[case::empty(&[("day=1/a.txt", "x"), ("day=2/b.log", "")], "1\tx\n")]
#[case::one_name(&[("day=1/a", "x"), ("day=2/a", "y")], "1\tx\n2\ty\n")]
#[case::no_extension(&[("day=1/a", "x"), ("day=2/b", "y")], "1\tx\n2\ty\n")]
#[case::odd_names(&[("day=1/a=b %20[*].txt", "x"), ("day=ü/b.txt", "y")], "1\tx\nü\ty\n")]
fn all_files_in_folders(#[case] files: &[(&str, &str)], #[case] rows: &str) {
    let place =
        files.iter().fold(Place::new(), |place, (name, text)| place.file(&format!("in/{name}"), text));
    let ran = place.sql(&["select day, line from 'in' order by day, line", "--format", "text"]);
    assert_eq!(ran.printed(), rows);
}

#[test]
fn compressed_files_in_folders() {
    let place = Place::new()
        .file("in/day=1/a.txt", "w\n")
        .file("in/day=2/b.log", "z\n")
        .file("in/day=2/c.txt.gz", GZIP);
    assert_eq!(place.sql(&["select day, line from 'in' order by 2"]).printed(), "1\tw\n2\tx\n2\ty\n2\tz\n");
}

/// What cannot be read with the others is not left out.
#[rstest]
#[case::formats(&["day=1/a.txt", "day=1/b.csv"], "different formats")]
#[case::other_columns(&["day=1/a.txt", "month=1/b.txt"], "not the same columns")]
#[case::more_columns(&["day=1/a.txt", "day=1/hour=1/b.txt"], "not the same columns")]
#[case::other_folder(&["day=1/a.txt", "day=1/in/b.txt"], "in/day=1/in/b.txt")]
#[case::hidden(&["day=1/a.txt", "day=1/.a.txt"], "in/day=1/.a.txt")]
fn folders_that_are_no_columns(#[case] files: &[&str], #[case] said: &str) {
    let place = files.iter().fold(Place::new(), |place, name| place.file(&format!("in/{name}"), "x\n"));
    let ran = place.sql(&["select * from 'in'"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
}

#[test]
fn the_schema_is_that_of_all_files() {
    let place = Place::new().file("a.jsonl", "{\"a\":1}\n").file("b.jsonl", "{\"a\":2,\"b\":\"x\"}\n");
    assert_eq!(place.sql(&["select a, b from '*.jsonl' order by a"]).printed(), "1\t\\N\n2\tx\n");
}

#[rstest]
#[case::one("in/a.txt")]
#[case::folder("in")]
#[case::pattern("in/*.txt")]
fn empty_text_has_its_column(#[case] name: &str) {
    let place = Place::new().file("in/a.txt", "").file("in/b.txt", "");
    assert_eq!(place.sql(&[&format!("select count(line) from '{name}'")]).printed(), "0\n");
}

/// The types of CSV are inferred from its first thousand rows, which may end within a quoted field.
#[test]
fn what_was_written_is_read_again() {
    let place = Place::new();
    let rows = "select value, 'a \"b\"' || chr(10) || ', c' as text from generate_series(1, 30000)";
    place.sql(&[rows, "--output", "a.csv"]).printed();
    let counted = "select count(*), count(distinct text), min(length(text)), sum(value) from 'a.csv'";
    assert_eq!(place.sql(&[counted]).printed(), "30000\t1\t9\t450015000\n");
}

#[rstest]
#[case::number(["a.csv", "b.csv"], ["n\n1\n", "n\n1.5\n"], "1.0\n1.5\n")]
#[case::text(["a.csv", "b.csv"], ["n\n1\n", "n\nx\n"], "1\nx\n")]
#[case::nothing(["a.csv", "b.csv"], ["n\n", "n\n7\n"], "7\n")]
#[case::json(["a.json", "b.json"], ["{\"n\":1}\n", "{\"n\":1.5}\n"], "1.0\n1.5\n")]
fn the_type_is_that_of_all_files(#[case] names: [&str; 2], #[case] contents: [&str; 2], #[case] rows: &str) {
    let place = Place::new().file(names[0], contents[0]).file(names[1], contents[1]);
    let ran = place.sql(&["select n from files order by n", names[0], names[1]]);
    assert_eq!(ran.printed(), rows);
}

/// The types of CSV are inferred from its first rows. Those that would cut later values are not taken.
#[rstest]
#[case::nothing("", "x", "x\n")]
#[case::date("2020-01-01", "2020-01-01T10:11:12", "2020-01-01T10:11:12\n")]
#[case::time("2020-01-01T00:00:00Z", "2020-01-01T00:00:00.75Z", "2020-01-01T00:00:00.75Z\n")]
fn what_only_late_rows_of_csv_have(#[case] first: &str, #[case] last: &str, #[case] rows: &str) {
    let content = format!("n,t\n{}2,{last}\n", format!("1,{first}\n").repeat(2000));
    let place = Place::new().file("a.csv", &content);
    assert_eq!(place.sql(&["select t from 'a.csv' where n = 2"]).printed(), rows);
    let created =
        "create external table c stored as csv location 'a.csv' options ('format.has_header' 'true')";
    assert_eq!(place.sql(&[&format!("{created}; select t from c where n = 2")]).printed(), rows);
    let ran = place.sql_of(&["select t from '-' where n = 2", "--format", "csv"], content);
    assert_eq!(ran.printed(), rows);
}

/// Compressed files are a table of their own, with the same columns.
#[test]
fn columns_of_compressed_files_and_others() {
    let place = Place::new().file("a.csv.gz", GZIP).file("b.csv", "x\nz\n").file("other/a.csv.gz", GZIP);
    assert_eq!(place.sql(&["select x from '*.csv*' order by x"]).printed(), "y\nz\n");
    let place = place.file("other/b.csv", "y\nz\n");
    let ran = place.sql(&["select * from 'other'"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""));
    assert!(ran.stderr.contains("do not have the same columns"), "{}", ran.stderr);
}

/// The rows of CSV are read by position.
#[rstest]
#[case::order("u,n\nx,1\n", "n,u\n1,x\n", &[])]
#[case::fewer("u,n\nx,1\n", "u\nx\n", &[])]
#[case::other("u\nx\n", "v\nx\n", &[])]
#[case::no_header("x,1\n", "x\n", &["--no-header"])]
fn files_with_other_columns(#[case] first: &str, #[case] second: &str, #[case] options: &[&str]) {
    let place = Place::new().file("a.csv", first).file("b.csv", second);
    let ran = place.sql(&[&["select * from '*.csv'"], options].concat());
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""));
    assert!(ran.stderr.contains("a.csv and b.csv do not have the same columns"), "{}", ran.stderr);
}

#[test]
fn two_columns_with_one_name() {
    let place = Place::new().file("a.csv", "u,n,u\nx,1,y\n");
    let ran = place.sql(&["select * from 'a.csv'"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""));
    assert!(ran.stderr.contains("a.csv: it has two columns with the name \"u\""), "{}", ran.stderr);
    assert_eq!(place.sql(&["select * from 'a.csv'", "--no-header"]).printed(), "u\tn\tu\nx\t1\ty\n");
}

/// The reader of CSV prints the whole row, and counts rows as lines.
#[test]
fn a_late_value_of_another_type() {
    let content = format!("n,t\n{}seven,{}\n", "1,x\n".repeat(2000), "y".repeat(1000));
    let ran = Place::new().file("a.csv", content).sql(&["select sum(n) from 'a.csv'"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""));
    let said = format!(
        "/a.csv: the value 'seven' in column 1 is not Int64; its row is seven,{}…\n  help: types",
        "y".repeat(94)
    );
    assert!(ran.stderr.contains(&said), "{}", ran.stderr);
}

#[rstest]
#[case::csv("a.csv.gz", &[])]
#[case::json("a.jsonl.gz", &["--format", "json"])]
#[case::text("a.txt.gz", &[])]
fn compressed_data_that_is_cut(#[case] name: &str, #[case] options: &[&str]) {
    let place = Place::new().file(name, &GZIP[..18]);
    let ran = place.sql(&[&[format!("select * from '{name}'").as_str()], options].concat());
    assert_ne!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains(&format!("{name}: ")), "{}", ran.stderr);
}

/// Its columns are inferred from rows before the cut.
#[test]
fn compressed_csv_that_is_cut_late() {
    let place = Place::new();
    let rows = "select value, random() as r from generate_series(1, 30000)";
    let options = "stored as csv options ('format.compression' 'gzip')";
    place.sql(&[&format!("copy ({rows}) to 'a.csv.gz' {options}")]);
    let content = std::fs::read(place.path("a.csv.gz")).unwrap();
    let place = place.file("a.csv.gz", &content[..content.len() - 1000]);
    let ran = place.sql(&["select count(r) from 'a.csv.gz'"]);
    assert_ne!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("/a.csv.gz: "), "{}", ran.stderr);
}

#[test]
fn two_types_of_one_column_of_parquet() {
    let place = Place::new();
    for (name, columns) in [("a", "1 as n, 2 as m"), ("b", "3 as n"), ("c", "'x' as m, 4 as n")] {
        let file = format!("{name}.parquet");
        place.sql(&[&format!("select {columns}"), "--output", &file]).printed();
    }
    let ran = place.sql(&["select * from '*.parquet'"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""));
    let said = "the column m is Int64 in a.parquet, and Utf8View in c.parquet\n  help: ";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
}

/// Rows of JSON with one number each, and one more row at the end.
fn numbers_and(last: &str) -> String {
    let mut rows: String = (0..5000).map(|n| format!("{{\"n\":{n}}}\n")).collect();
    rows.push_str(last);
    rows
}

/// The reader of JSON would leave them out.
#[rstest]
#[case::key("{\"n\":1,\"late\":\"x\"}\n", "select late from t where late is not null", "x\n")]
#[case::inner_key(
    "{\"n\":1,\"in\":{\"late\":[2.5]}}\n",
    "select t.in.late[1] from t where t.in is not null",
    "2.5\n"
)]
#[case::fraction("{\"n\":0.5}\n", "select n from t where n > 0 and n < 1", "0.5\n")]
fn what_only_late_rows_have(#[case] last: &str, #[case] query: &str, #[case] rows: &str) {
    let place = Place::new().file("a.jsonl", numbers_and(last));
    let view = format!("create view t as select * from 'a.jsonl'; {query}");
    assert_eq!(place.sql(&[&view]).printed(), rows);
    let table = format!("create external table t stored as json location 'a.jsonl'; {query}");
    assert_eq!(place.sql(&[&table]).printed(), rows);
}

#[test]
fn columns_of_json_are_in_the_order_of_its_keys() {
    let rows = "{\"z\":18446744073709551615,\"a\":-1}\n{\"m\":9223372036854775807,\"z\":0}\n";
    let place = Place::new().file("a.jsonl", rows);
    assert_eq!(
        place.sql(&["select * from 'a.jsonl' order by a"]).printed(),
        "18446744073709551615\t-1\t\\N\n0\t\\N\t9223372036854775807\n"
    );
}

#[test]
fn json_in_a_table_that_is_created() {
    let place = Place::new().file("in/b.jsonl", "{\"n\":2}\n").file("in/a.jsonl", "{\"z\":0,\"n\":1}\n");
    let place = place.file("in/sub/c.jsonl", "{\"n\":0.5,\"late\":\"x\"}\n");
    let table = "create external table t stored as json location";
    let query = format!("{table} 'in/*.jsonl'; select * from t order by n");
    assert_eq!(place.sql(&[&query]).printed(), "0\t1\n\\N\t2\n");
    let query = format!("{table} ('in/b.jsonl', 'in/sub/c.jsonl'); select * from t order by n");
    assert_eq!(place.sql(&[&query]).printed(), "0.5\tx\n2.0\t\\N\n");

    place.sql(&[
        "copy (select * from 'in/a.jsonl') to 'a.gz' stored as json options ('format.compression' 'gzip')",
    ]);
    let query = format!("{table} 'a.gz' options ('format.compression' 'gzip'); select * from t");
    assert_eq!(place.sql(&[&query]).printed(), "0\t1\n");

    let query = "with order (n) location 'in/b.jsonl'; explain select n from t order by n";
    let plan = place.sql(&[&format!("create external table t stored as json {query}")]).printed();
    assert!(plan.contains("output_ordering") && !plan.contains("SortExec"), "{plan}");
}

#[rstest]
#[case::array("", "options ('format.newline_delimited' 'false')", "jq -c '.[]' a.json")]
#[case::rows("", "options ('format.schema_infer_max_rec' '5')", "inferred from all rows")]
#[case::order("with order (late)", "", "there is no column late to order by")]
fn json_tables_that_would_lose_something(#[case] order: &str, #[case] options: &str, #[case] said: &str) {
    let place = Place::new().file("a.jsonl", "{\"a\":1}\n");
    let statement = format!("create external table t stored as json {order} location 'a.jsonl' {options}");
    let ran = place.sql(&[&statement]);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
}

#[rstest]
#[case::dash("-")]
#[case::device("/dev/stdin")]
fn a_table_cannot_be_made_of_a_pipe(#[case] location: &str) {
    let statement = format!("create external table t (a int) stored as csv location '{location}'");
    let ran = Place::new().sql_of(&[&statement], "1\n");
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("can be read only once") && ran.stderr.contains("create table t as"),
        "{}",
        ran.stderr
    );
}

#[test]
fn json_that_is_compressed_without_saying_so() {
    let place = Place::new().file("a.data", GZIP);
    let ran = place.sql(&["create external table t stored as json location 'a.data'"]);
    assert_eq!(ran.status, 1);
    assert!(ran.stderr.contains("options ('format.compression' 'gz"), "{}", ran.stderr);
}

#[test]
fn wrong_json_in_a_table_that_is_created() {
    let place = Place::new().file("a.jsonl", "{\"a\":1}\n{\"a\":\"x\"}\n");
    let ran = place.sql(&["create external table t stored as json location 'a.jsonl'"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""));
    let said = "/a.jsonl: line 2, byte 8: `a` is a string here, and was an integer before\n";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
}

#[rstest]
#[case::cut("{\"a\":1}\n\n{\"a\":", "line 3, byte 5: this is not JSON: EOF while parsing a value")]
#[case::array("[{\"a\":1},{\"a\":2}]", "`jq -c '.[]'`")]
#[case::several_lines("{\n  \"a\": 1\n}\n", "`jq -c .`")]
#[case::byte_order_mark("\u{feff}{\"a\":1}\n", "RFC 8259, section 8.1")]
#[case::two_kinds("{\"a\":1}\n{\"a\":{\"b\":1}}\n", "line 2")]
#[case::no_object("{\"a\":1}\n7\n", "line 2, byte 1: a row is an object, which this is not")]
#[case::range("{\"a\":1e400}\n", "line 1, byte 10: a number that is too large for 64-bit floating point")]
#[case::long_text(format!("\"{}\"\n", "x".repeat(1000)), ": a row is an object, which this is not\n")]
#[case::not_utf_8(b"{\"a\":\"\xff\"}\n", "line 1")]
#[case::two_types(
    "{\"a\":1}\n{\"a\":\"x\"}\n",
    "line 2, byte 8: `a` is a string here, and was an integer before"
)]
#[case::deep("{\"a\":".repeat(200), ": objects and arrays are nested more than 127 levels deep")]
#[case::keys(
    (0..3000).map(|n| format!("{{\"in\":{{\"k{n}\":1}}}}\n")).collect::<String>(),
    "`in.k1999` is one key more than the 2000 that there may be\n  help: declare the columns"
)]
fn wrong_json(#[case] content: impl AsRef<[u8]>, #[case] said: &str) {
    let place = Place::new().file("a.jsonl", content.as_ref());
    let ran = place.sql(&["select * from 'a.jsonl'"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{}", ran.stderr);
    assert!(ran.stderr.contains("cannot read a.jsonl: line ") && ran.stderr.contains(said), "{}", ran.stderr);
}

#[rstest]
#[case::short("u,n\nx,1\ny\n", "a.csv: the row at line 3 has 1 of 2 fields")]
#[case::long("u,n\nx,1,2\n", "a.csv: the row at line 2 has 3 of 2 fields")]
#[case::not_utf_8(b"u\n\xff\n", "a.csv: encountered UTF-8 error")]
#[case::late_type(format!("n\n{}x\n", "1\n".repeat(2000)), "a.csv: the value 'x' in column 1 is not Int64")]
#[case::late_length(format!("n\n{}1,2\n", "1\n".repeat(2000)), "a.csv: incorrect number of fields for line 2002")]
fn wrong_csv(#[case] content: impl AsRef<[u8]>, #[case] said: &str) {
    let place = Place::new().file("a.csv", content.as_ref());
    let ran = place.sql(&["select * from 'a.csv'", "--output", "out.csv"]);
    assert_eq!(ran.status, 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("uri-sql: cannot read ") && ran.stderr.contains(said), "{}", ran.stderr);
}

#[test]
fn one_of_several_files_is_wrong() {
    let late = format!("n\n{}x\n", "1\n".repeat(2000));
    let place = Place::new().file("a.csv", "n\n1\n").file("b.csv", late);
    let ran = place.sql(&["select * from '*.csv'", "--output", "out.csv"]);
    assert_eq!(ran.status, 1, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("in one of these files: /") && ran.stderr.contains("/b.csv"),
        "{}",
        ran.stderr
    );
}

/// The library that reads Parquet panics on some of them.
#[test]
fn damaged_parquet() {
    let place = Place::new().file("links.txt", LINKS);
    parquet_of(&place, "whole.parquet");
    let whole = std::fs::read(place.path("whole.parquet")).unwrap();
    for at in (0..whole.len()).rev().step_by(3) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x80;
        std::fs::write(place.path("damaged.parquet"), damaged).unwrap();
        let ran = place.sql(&["select * from 'damaged.parquet'"]);
        assert!(!ran.stderr.contains("panicked"), "byte {at}: {}", ran.stderr);
        assert!(ran.status < 3, "byte {at}: {}", ran.stderr);
    }
}
