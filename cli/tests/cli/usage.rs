//! What is asked for wrongly, and the help.

use rstest::rstest;

use crate::uri;

#[rstest]
#[case::no_command(&[], "Usage: uri <COMMAND>")]
#[case::unknown_command(&["prase"], "tip: a similar subcommand exists: 'parse'")]
#[case::unknown_format(&["parse", "--format", "xml"], "[possible values: text, json]")]
#[case::near_rule(&["parse", "--as", "IPv6adress", ""], "tip: a similar value exists: 'IPv6address'")]
#[case::unknown_rule(&["check", "--as", "x"], "URI-reference, absolute-URI, relative-ref")]
fn is_refused(#[case] arguments: &[&str], #[case] said: &str) {
    let ran = uri(arguments, "");
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
}

#[rstest]
#[case(&["--help"], "Exit status: 0")]
#[case(&["parse", "--help"], "Examples:\n  uri parse 'foo://")]
#[case(&["tree", "--help"], "Examples:\n  uri tree ")]
#[case(&["check", "--help"], "Examples:\n  uri check ")]
#[case(&["--version"], concat!("uri ", env!("CARGO_PKG_VERSION"), "\n"))]
fn is_helped(#[case] arguments: &[&str], #[case] said: &str) {
    let ran = uri(arguments, "");
    assert!(ran.stdout.contains(said), "{}", ran.stdout);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
}
