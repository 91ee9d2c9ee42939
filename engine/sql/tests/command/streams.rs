//! Standard input and pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::time::Duration;

use rstest::rstest;

use super::{GZIP, LINKS, Place, ZSTD};

#[rstest]
#[case::dash("-")]
#[case::device("/dev/stdin")]
fn text(#[case] name: &str) {
    let statement = format!("select uri_host(line) from '{name}'");
    assert_eq!(Place::new().sql_of(&[&statement], LINKS).printed(), "example.com\nexample.org\n\\N\n");
}

#[rstest]
#[case::csv("csv", "u,n\nx,1\n", "x\t1\n")]
#[case::tsv("tsv", "u\tn\nx\t1\n", "x\t1\n")]
#[case::json("json", "{\"u\":\"x\",\"n\":1}\n", "x\t1\n")]
fn other_formats(#[case] format: &str, #[case] content: &str, #[case] rows: &str) {
    let ran = Place::new().sql_of(&["select u, n from '-'", "--format", format], content);
    assert_eq!(ran.printed(), rows);
}

#[test]
fn long_csv_loses_nothing_where_its_columns_are_inferred() {
    let mut content = "n\n".to_owned();
    (0..400_000).for_each(|n| content.push_str(&format!("{n}\n")));
    let ran = Place::new().sql_of(&["select count(*), sum(n) from '-'", "--format", "csv"], content);
    assert_eq!(ran.printed(), "400000\t79999800000\n");
}

#[test]
fn the_first_row_may_be_long() {
    let content = format!("{{\"t\":\"{}\"}}\n{{\"t\":\"x\"}}\n", "y".repeat(3 << 20));
    let statement = "select character_length(t) from '-'";
    let ran = Place::new().sql_of(&[statement, "--format", "json"], content);
    assert_eq!(ran.printed(), format!("{}\n1\n", 3 << 20));
}

#[test]
fn csv_whose_columns_are_inferred_may_have_long_fields_of_several_lines() {
    let row = format!("x,\"{}\",1\n", "line\n".repeat(6000));
    let content = format!("u,text,n\n{}", row.repeat(100));
    let statement = "select count(*), min(character_length(text)), sum(n) from '-'";
    let ran = Place::new().sql_of(&[statement, "--format", "csv"], content);
    assert_eq!(ran.printed(), "100\t30000\t100\n");
}

/// A stream cannot be looked at whole before its rows are sent.
#[rstest]
#[case::key("{\"n\":1,\"late\":1}\n", "line 100001, byte 13: earlier rows do not have the key `late`")]
#[case::inner_key("{\"n\":1,\"in\":{\"late\":1}}\n", "the key `in.late`")]
#[case::float("{\"n\":0.5}\n", "`n` is a floating-point number here, and was an integer before")]
#[case::text("{\"n\":\"7.5\"}\n", "`n` is a string here, and was an integer before")]
#[case::list(
    "{\"n\":1,\"in\":{\"a\":[0.5]}}\n",
    "`in.a[]` is a floating-point number here, and was an integer before"
)]
fn json_that_its_columns_would_lose(#[case] last: &str, #[case] said: &str) {
    let rows = many_rows_and(last);
    let ran = Place::new().sql_of(&["select sum(n), count(t.in) from '-' t", "--format", "json"], rows);
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""));
    assert!(ran.stderr.contains(said) && ran.stderr.contains("save it to a file"), "{}", ran.stderr);
}

#[rstest]
#[case::key("{\"n\":1,\"late\":1}\n")]
#[case::another_type("{\"n\":1,\"in\":7}\n")]
fn json_that_the_query_does_not_read(#[case] last: &str) {
    let query = |select: &str| {
        let statement = format!("select {select} from '-'");
        Place::new().sql_of(&[&statement, "--format", "json"], many_rows_and(last))
    };
    assert_eq!(query("sum(n)").printed(), "100001\n");
    assert_eq!(query("count(*)").printed(), "100001\n");
}

fn many_rows_and(last: &str) -> String {
    let mut rows = "{\"n\":1,\"in\":{\"a\":[1]}}\n".repeat(100_000);
    rows.push_str(last);
    rows
}

/// A fault that has nothing to do with columns has no help on them.
#[test]
fn a_late_row_that_is_no_object() {
    let ran = Place::new().sql_of(&["select sum(n) from '-'", "--format", "json"], many_rows_and("7\n"));
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""));
    assert!(
        ran.stderr.ends_with("line 100001, byte 1: a row is an object, which this is not\n"),
        "{}",
        ran.stderr
    );
}

/// The decoder holds a batch, also what is not read of it.
#[test]
fn long_rows_that_are_not_read() {
    let row = format!("{{\"n\":1,\"t\":\"{}\"}}\n", "x".repeat(100_000));
    let ran = Place::new().sql_of(&["select sum(n), count(*) from '-'", "--format", "json"], row.repeat(400));
    assert_eq!(ran.printed(), "400\t400\n");
}

/// Columns are numbered as in the header, whichever are read.
#[rstest]
#[case::csv("csv", "a,b,c\n1,x,3\n")]
#[case::json("json", "{\"a\":1,\"b\":\"x\",\"c\":3}\n")]
fn some_columns(#[case] format: &str, #[case] content: &str) {
    let query = |select: &str| {
        let statement = format!("select {select} from '-'");
        Place::new().sql_of(&[&statement, "--format", format], content).printed()
    };
    assert_eq!(query("c, b"), "3\tx\n");
    assert_eq!(query("*"), "1\tx\t3\n");
    assert_eq!(query("count(*)"), "1\n");
}

/// The fault is not that of the other table.
#[rstest]
#[case::csv("csv", format!("n\n{}zz\n", "1\n".repeat(600_000)))]
#[case::json("json", "{\"n\":1}\x0c\n")]
fn a_fault_beside_a_file(#[case] format: &str, #[case] rows: impl AsRef<[u8]>) {
    let place = Place::new().file("good.csv", "n\n1\n");
    let joined = "select sum(a.n) from '-' a join 'good.csv' b on a.n = b.n";
    let ran = place.sql_of(&[joined, "--format", format], rows);
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("cannot read standard input: ") && !ran.stderr.contains("good"),
        "{}",
        ran.stderr
    );
}

#[test]
fn long_json() {
    let rows: String = (0..100_000).map(|n| format!("{{\"n\":{n},\"f\":{n}.5,\"z\":null}}\n")).collect();
    let ran = Place::new()
        .sql_of(&["select count(*), sum(n), sum(f) from '-'", "--format", "json"], rows.trim_end());
    assert_eq!(ran.printed(), "100000\t4999950000\t5000000000.0\n");
}

#[rstest]
#[case::short("u,n\nx,1\ny\n")]
#[case::long("u,n\nx,1\ny,2,z\n")]
fn a_row_of_another_length_is_refused(#[case] content: &str) {
    let ran = Place::new().sql_of(&["select * from '-'", "--format", "csv"], content);
    assert_ne!(ran.status, 0);
    assert!(ran.stderr.contains("incorrect number of fields"), "{}", ran.stderr);
}

#[rstest]
#[case::gzip(&GZIP)]
#[case::zstd(&ZSTD)]
fn compressed(#[case] content: &[u8]) {
    assert_eq!(Place::new().sql_of(&["select line from '-'"], content).printed(), "x\ny\n");
    let ran = Place::new().sql_of(&["select line from '-'"], &content[..content.len() - 3]);
    assert_ne!(ran.status, 0, "the end is missing");
}

#[test]
fn parquet_is_refused() {
    let ran = Place::new().sql_of(&["select * from '-'"], "PAR1xxxx");
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("save it to a file"), "{}", ran.stderr);
}

#[test]
fn it_can_be_read_once() {
    let ran = Place::new().sql_of(&["select count(*) from '-' a join '-' b on a.line = b.line"], LINKS);
    assert_eq!(ran.status, 2);
    assert!(
        ran.stderr.contains("can be read only once") && ran.stderr.contains("create table t"),
        "{}",
        ran.stderr
    );
}

#[test]
fn its_rows_can_be_kept() {
    let script = "create table t as select line from '-'; select count(*) from t; select count(*) from t";
    assert_eq!(Place::new().sql_of(&[script], LINKS).printed(), "3\n3\n");
}

#[test]
fn files_beside_the_statement() {
    assert_eq!(Place::new().sql_of(&["select count(*) from files", "-"], LINKS).printed(), "3\n");
    let ran = Place::new().file("a.txt", "").sql_of(&["select count(*) from files", "-", "a.txt"], LINKS);
    assert_eq!(ran.status, 2);
}

/// A reader that closes the pipe, such as `head`, ends the command quietly, and soon.
#[test]
fn closed_pipe() {
    let place = Place::new();
    let endless = "select value from generate_series(1, 1000000000000)";
    let mut child = place.command(&[endless]).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    drop(out);
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((line.as_str(), said.as_str(), child.wait().unwrap().code()), ("1\n", "", Some(0)));
}

/// A limit ends the command though standard input has no end.
#[test]
fn limit_of_an_endless_stream() {
    let place = Place::new();
    let mut child = place.command(&["select line from '-' limit 2"]).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    // Enough for the batch that has the two lines; the pipe stays open.
    while pipe.write_all(b"x\ny\n").is_ok() {
        if child.try_wait().unwrap().is_some() {
            break;
        }
        std::thread::sleep(Duration::from_micros(100));
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "x\ny\n");
}
