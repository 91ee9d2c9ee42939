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
