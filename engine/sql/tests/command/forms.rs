//! How rows are written to standard output.

use rstest::rstest;

use super::Place;

const ROWS: &str = "select * from (values ('a,\"b', 1.5, true), ('', null, false), (null, -2, null), ('x\ty\nz\\', 0, true)) \
                    as t(s, n, b)";

#[rstest]
#[case::plain(&[], "a,\"b\t1.5\ttrue\n\t\\N\tfalse\n\\N\t-2.0\t\\N\nx\\ty\\nz\\\\\t0.0\ttrue\n")]
#[case::csv(&["--output-format", "csv"], "s,n,b\n\"a,\"\"b\",1.5,true\n\"\",,false\n,-2.0,\n\"x\ty\nz\\\",0.0,true\n")]
#[case::tsv(
    &["--output-format", "tsv"],
    "s\tn\tb\na,\"b\t1.5\ttrue\n\t\\N\tfalse\n\\N\t-2.0\t\\N\nx\\ty\\nz\\\\\t0.0\ttrue\n"
)]
#[case::json(
    &["--output-format", "json"],
    "{\"s\":\"a,\\\"b\",\"n\":1.5,\"b\":true}\n{\"s\":\"\",\"n\":null,\"b\":false}\n{\"s\":null,\"n\":-2.0,\"b\":null}\n\
     {\"s\":\"x\\ty\\nz\\\\\",\"n\":0.0,\"b\":true}\n"
)]
#[case::table(
    &["--output-format", "table"],
    "s         n  b\n────────  ────  ─────\na,\"b       1.5  true\n          NULL  false\nNULL      -2.0  NULL\nx\\ty\\nz\\   0.0  true\n"
)]
fn rows(#[case] options: &[&str], #[case] expected: &str) {
    let printed = Place::new().sql(&[&[ROWS], options].concat()).printed();
    if options.last() == Some(&"table") {
        let squeezed = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(squeezed(&printed), squeezed(expected));
        let starts: Vec<_> = printed.lines().skip(2).map(|line| line.chars().nth(10)).collect();
        assert!(starts.iter().all(Option::is_some), "{printed}");
    } else {
        assert_eq!(printed, expected);
    }
}

#[test]
fn vertical() {
    let printed =
        Place::new().sql(&["select 'x' as name, null as n", "--output-format", "vertical"]).printed();
    assert_eq!(printed, "─── row 1 ───\nname  x\nn     NULL\n");
}

#[test]
fn tables_align_wide_characters() {
    let statement = "select * from (values ('漢字', 1), ('abc', 22)) as t(a, b)";
    let printed = Place::new().sql(&[statement, "--output-format", "table"]).printed();
    assert_eq!(printed, "a      b\n────  ──\n漢字   1\nabc   22\n");
}

#[test]
fn tables_show_no_control_characters() {
    let printed = Place::new().sql(&["select chr(27) || '[31m' as a", "--output-format", "table"]).printed();
    assert_eq!(printed, "a\n──────────\n\\u{1b}[31m\n");
}

#[rstest]
#[case::plain("plain", "")]
#[case::csv("csv", "a,b\n")]
#[case::json("json", "")]
#[case::table("table", "a  b\n─  ─\n")]
fn no_rows(#[case] format: &str, #[case] expected: &str) {
    let statement = "select 1 as a, 'x' as b where false";
    assert_eq!(Place::new().sql(&[statement, "--output-format", format]).printed(), expected);
}

#[test]
fn structures_are_json() {
    let statement = "select named_struct('host', 'h', 'port', null) as s, make_array('a', 'b') as l";
    let printed = Place::new().sql(&[statement, "--output-format", "csv"]).printed();
    assert_eq!(printed, "s,l\n\"{\"\"host\"\":\"\"h\"\",\"\"port\"\":null}\",\"[\"\"a\"\",\"\"b\"\"]\"\n");
}

#[test]
fn parquet_needs_a_file() {
    let ran = Place::new().sql(&["select 1", "--output-format", "parquet"]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("--output rows.parquet"), "{}", ran.stderr);
}
