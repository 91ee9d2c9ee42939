//! What is said of a statement that cannot run, or fails.

use rstest::rstest;

use super::{GZIP, LINKS, Place};

fn ran(statement: &str) -> super::Ran {
    Place::new().file("links.txt", LINKS).file("n.csv", "a,b\n1,x\n2,y\n").sql(&[statement])
}

#[rstest]
#[case::syntax("select a frm 'n.csv'", "this is not SQL", Some("'n.csv'"), "")]
#[case::string("select 'a", "this is not SQL", Some("'"), "")]
#[case::end("select", "this is not SQL", None, "")]
#[case::column("select c from 'n.csv'", "c", Some("c"), "a")]
#[case::column_alike("select uri_host(lin) from 'links.txt'", "lin", Some("lin"), "line")]
#[case::function(
    "select uri_hots(line) from 'links.txt'",
    "uri_hots",
    Some("uri_hots"),
    "did you mean uri_host?"
)]
#[case::types("select 1 + date '2020-01-01' + 'x' || 5 + true", "", None, "")]
#[case::arguments("select uri_host(line, 2) from 'links.txt'", "uri_host", None, "")]
#[case::few_arguments("select uri_query_get('?a')", "expects 2 or 3 arguments but received 1", None, "")]
#[case::type_of_an_argument(
    "select uri_query_get('?a', 'a', 1)",
    "'uri_query_get' requires Boolean",
    None,
    ""
)]
#[case::field("select uri_error(line)['part'] from 'links.txt'", "there is no field part", None, "brackets")]
#[case::field_after_a_dot(
    "select uri_error(line).component from 'links.txt'",
    "`.component` is not supported behind an expression",
    None,
    "write ['component']"
)]
#[case::setting("set datafusion.no.such = 1", "no", None, "")]
#[case::group("select a, count(*) from 'n.csv'", "", Some("a"), "")]
#[case::unsupported("create index i on t (a)", "", None, "")]
fn faults_of_statements(
    #[case] statement: &str,
    #[case] said: &str,
    #[case] marked: Option<&str>,
    #[case] help: &str,
) {
    let ran = ran(statement);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
    assert!(ran.stderr.starts_with("uri-sql: ") && ran.stderr.contains(said), "{}", ran.stderr);
    assert!(ran.stderr.contains(help), "{}", ran.stderr);
    if let Some(marked) = marked {
        assert_eq!(marked_part(&ran.stderr).as_deref(), Some(marked), "{}", ran.stderr);
    }
    clean(&ran.stderr);
}

#[rstest]
#[case::cast("select cast(b as int) from 'n.csv'", "'x'")]
#[case::constant("select cast('abc' as int)", "'abc'")]
#[case::division("select a / 0 from 'n.csv'", "division by zero")]
#[case::csv("create external table t (a int, b int) stored as csv location 'n.csv'; select * from t", "'x'")]
fn faults_of_data(#[case] statement: &str, #[case] said: &str) {
    let ran = ran(statement);
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{}", ran.stderr);
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    clean(&ran.stderr);
}

#[test]
fn a_strict_function_names_the_string_and_the_lenient_form() {
    let ran = ran("select uri_host_strict(line) from 'links.txt'");
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{}", ran.stderr);
    assert_eq!(
        ran.stderr,
        "uri-sql: uri_host_strict: `ht tp://x`: unexpected ' ' in the scheme at byte 2; remove the space from the scheme\n  \
         help: uri_host does not fail for such rows, and --invalid counts them\n"
    );
}

/// An error of the query is none of a file that it reads.
#[rstest]
#[case::cast("select cast(b as timestamp) from 'n.csv'")]
#[case::function("select to_date(b) from 'n.csv'")]
fn faults_of_values(#[case] statement: &str) {
    let ran = ran(statement);
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{}", ran.stderr);
    assert!(!ran.stderr.contains("cannot read"), "{}", ran.stderr);
}

/// Nothing is said in the terms of libraries.
fn clean(said: &str) {
    for term in ["DataFusion", "Error during", "rror: ", "backtrace", "Arrow error", "Exec:", "panicked"] {
        assert!(!said.contains(term), "{term}: {said}");
    }
    assert!(!said.trim_end().contains("\n\n"), "{said}");
}

/// Returns what the carets underline.
fn marked_part(said: &str) -> Option<String> {
    let lines: Vec<_> = said.lines().collect();
    let carets = lines.iter().position(|line| line.trim_start_matches([' ', '|']).starts_with('^'))?;
    let start = lines[carets].chars().position(|c| c == '^')?;
    let length = lines[carets].matches('^').count();
    Some(lines[carets - 1].chars().skip(start).take(length).collect())
}

#[test]
fn the_place_is_in_its_line() {
    let ran = ran("select 1;\nselect 2;\n  select lin from 'links.txt'");
    assert!(ran.stderr.contains("  3 |   select lin from"), "{}", ran.stderr);
    assert_eq!(marked_part(&ran.stderr).as_deref(), Some("lin"));
}

#[test]
fn broken_files() {
    let place = Place::new().file("a.parquet", "no parquet").file("b.json", "{\"a\":1}\n{\"a\":\n");
    for statement in ["select * from 'a.parquet'", "select * from 'b.json'"] {
        let ran = place.sql(&[statement]);
        assert_ne!(ran.status, 0);
        clean(&ran.stderr);
    }
}

#[rstest]
#[case::option(&["--no-such"])]
#[case::size(&["select 1", "--memory-limit", "much"])]
#[case::threads(&["select 1", "--threads", "0"])]
#[case::format(&["select 1", "--format", "xml"])]
#[case::both(&["select 1", "--invalid", "--explain"])]
#[case::script(&["--file", "none.sql"])]
#[case::cluster(&["select 1", "--cluster", "df://localhost:1"])]
fn wrong_usage(#[case] arguments: &[&str]) {
    let ran = Place::new().sql(arguments);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    assert!(!ran.stderr.is_empty());
}

#[test]
fn help_fits_and_has_examples() {
    let help = Place::new().sql(&["--help"]).printed();
    assert!(help.contains("Examples:\n  uri-sql "), "{help}");
    assert!(Place::new().sql(&["--version"]).printed().starts_with("uri-sql "));
}

/// What is said shows names and addresses as they are not to be taken for commands, or for secrets.
#[rstest]
#[case::file(&["select * from 'no\x1b]0;pwn\x07\nuri-sql: a.txt'"], "no\\u{1b}]0;pwn\\u{7}\\nuri-sql: a.txt")]
#[case::column(&["select x from 'c.csv'"], "a\\u{1b}[2Jb")]
#[case::argument(&["select 1", "--\x1b]0;pwn\x07"], "unexpected argument '--")]
#[case::store(&["select * from 's3://user:secret@bucket/a.parquet'"], "s3://user:***@bucket/a.parquet")]
#[case::place(&["select * from 's3://user:secret@bucket/a.parquet'"], "'s3://user:******@bucket/a.parquet'")]
#[case::cluster(&["select 1", "--cluster", "df://user:secret@localhost:1"], "df://user:***@localhost:1")]
fn messages_are_harmless(#[case] arguments: &[&str], #[case] said: &str) {
    let ran = Place::new().file("c.csv", "a\x1b[2Jb,c\n1,2\n").sql(arguments);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    assert!(!ran.stderr.contains(['\x1b', '\x07']) && !ran.stderr.contains("secret"), "{}", ran.stderr);
}

#[test]
fn a_broken_compressed_file_is_named() {
    let place = Place::new().file("in/a.txt.gz", &GZIP[..GZIP.len() - 3]).file("in/b.txt.gz", GZIP);
    let ran = place.sql(&["select count(line) from 'in'"]);
    assert_ne!(ran.status, 0);
    assert!(ran.stderr.contains("in/a.txt.gz") && !ran.stderr.contains("b.txt.gz"), "{}", ran.stderr);
    clean(&ran.stderr);
}

/// What is built of a long chain is deep.
#[rstest]
#[case::or("select false", " or false", "select 'x' in (", "'a', ")]
#[case::concatenation("select 'a'", " || 'a'", "select 'x' in (", "'a' || 'b', ")]
#[case::union("select 1", " union all select 1", "select * from (values (0)", ", (-1 + 2)")]
fn long_chains(#[case] start: &str, #[case] link: &str, #[case] list: &str, #[case] item: &str) {
    let place = Place::new().file("chain.sql", format!("{start}{}", link.repeat(20_000)));
    let ran = place.sql(&["--file", "chain.sql"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("expressions are nested too deeply"), "{}", ran.stderr);
    let end = if item.starts_with(',') { ") limit 0" } else { "'b')" };
    let place = place.file("list.sql", format!("{list}{}{end}", item.repeat(6_000)));
    assert_eq!(place.sql(&["--file", "list.sql"]).status, 0, "a list is no chain");
    let place = place.file("short.sql", format!("{start}{}", link.repeat(500)));
    assert_eq!(place.sql(&["--file", "short.sql"]).status, 0);
}
