//! Line ends, indentation, comments and blank lines change nothing.

use rstest::rstest;

use crate::abnf::read;

const URI: &str = include_str!("../../../../uri.abnf");

fn squeezed(text: &str) -> String {
    text.lines().map(|line| format!(" {}\n", line.split_whitespace().collect::<Vec<_>>().join(" "))).collect()
}

#[rstest]
#[case::crlf(URI.replace('\n', "\r\n"))]
#[case::no_last_line_end(URI.trim_end().to_owned())]
#[case::indented(URI.replace('\n', "\n   "))]
#[case::all_indented(format!("   {}", URI.replace('\n', "\n   ")))]
#[case::tabs(format!("\t{}", URI.replace('\n', "\n\t")))]
#[case::crlf_indented(format!("   {}", URI.replace('\n', "\r\n   ")))]
#[case::indentation_lost(squeezed(URI))]
#[case::blank_lines(URI.replace('\n', "\n\n \n; comment\n"))]
#[case::no_blank_lines(URI.replace("\n\n", "\n"))]
#[case::wide(URI.replace(' ', " \t "))]
#[case::further_in(URI.replace("\nscheme", "\n   scheme"))]
fn does_not_matter(#[case] source: String) {
    assert_ne!(source, URI, "there is something to see");
    assert_eq!(read(&source), read(URI));
}

#[rstest]
#[case::definition_later("r\n =\n \"a\" ;\n\n / \"b\"")]
#[case::comment_between("r = ; first\n  \"a\" / ; second\n; in no column\n  \"b\"")]
#[case::in_brackets("r = (\n \"a\"\n / \"b\"\n )")]
#[case::next_to_each_other("r=\"a\"/\"b\"")]
#[case::slash_in_the_first_column("r = \"a\"\n/ \"b\"")]
fn a_rule_may_take_many_lines(#[case] source: &str) {
    assert_eq!(read(source).dfa("r"), read("r = \"a\" / \"b\"").dfa("r"));
}

#[rstest]
#[case::nothing("")]
#[case::comment("; nothing")]
#[case::blank(" \r\n\t\n")]
fn a_file_may_have_no_rules(#[case] source: &str) {
    assert_eq!(read(source).names().count(), 0);
}
