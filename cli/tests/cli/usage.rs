//! What is asked for wrongly, and the help.

use rstest::rstest;

use crate::uri;

#[rstest]
#[case::no_command(&[], "Usage: uri [OPTIONS] <COMMAND>")]
#[case::reference_without_a_command(&["http://example.com/"], "tip: to parse a reference, write 'parse' before it")]
#[case::unknown_command(&["normalise"], "tip: a similar subcommand exists: 'normalize'")]
#[case::unknown_format(&["parse", "--format", "xml"], "[possible values: text, json]")]
#[case::near_rule(&["parse", "--as", "IPv6adress", ""], "tip: a similar value exists: 'IPv6address'")]
#[case::no_grammar_command(&["grammar"], "Usage: uri grammar [OPTIONS] <COMMAND>")]
#[case::nothing_to_compare(&["grammar", "diff"], "Usage: uri grammar diff <A> [B]")]
#[case::no_base(&["resolve", "a"], "<--base <BASE>|--pairs>")]
#[case::two_kinds_of_base(&["relativize", "--base", "a:", "--pairs"], "cannot be used with '--pairs'")]
#[case::steps_of_1996(
    &["resolve", "--base", "a:", "--steps", "--draft-1996"],
    "'--steps' cannot be used with '--draft-1996'"
)]
#[case::grammar_to_resolve_by(
    &["--grammar", "uri.pest", "resolve", "--base", "a:", "b"],
    "the other commands use the built-in grammar"
)]
#[case::grammar_to_normalize_by(&["--grammar", "uri.pest", "normalize", "a"], "goes with parse, tree, trace, check and validate")]
#[case::grammar_to_read_urls_by(&["--grammar", "uri.pest", "whatwg", "a"], "goes with parse, tree, trace, check and validate")]
#[case::grammar_to_compare_by(&["--grammar", "uri.pest", "compare", "a", "b"], "goes with parse, tree, trace, check and validate")]
#[case::grammar_to_edit_by(&["--grammar", "uri.pest", "edit", "a"], "goes with parse, tree, trace, check and validate")]
#[case::unknown_rung(
    &["normalize", "--rung", "protocol", "a"],
    "[possible values: string, case, percent, path, scheme]"
)]
#[case::address_to_encode(&["encode", "--for", "host", "::1"], "invalid value 'host' for '--for <COMPONENT>'")]
#[case::unknown_rule(&["check", "--as", "x"], "URI-reference, absolute-URI, relative-ref")]
#[case::column_zero(&["check", "--csv", "0"], "columns are numbered from 1")]
#[case::column_beyond_all(&["check", "--csv", "99999999999999999999"], "no record has so many columns")]
#[case::delimiter_of_two(&["check", "--csv", "1", "--delimiter", "ab"], "the delimiter is one ASCII character")]
#[case::delimiter_beyond_ascii(&["check", "--csv", "1", "--delimiter", "é"], "the delimiter is one ASCII character")]
#[case::delimiter_of_lines(&["check", "--csv", "1", "--delimiter", "\n"], "cannot be the delimiter")]
#[case::delimiter_without_csv(&["check", "--delimiter", ";"], "--csv <COLUMN>")]
#[case::comments_in_csv(&["check", "--csv", "1", "--comments", "#"], "cannot be used with")]
#[case::empty_comments(&["check", "--comments", ""], "a value is required for '--comments <PREFIX>'")]
#[case::quiet_findings(&["check", "--quiet", "--findings"], "cannot be used with '--findings'")]
#[case::quiet_json(&["check", "--quiet", "--format", "json"], "cannot be used with '--format <FORMAT>'")]
#[case::sarif_of_a_tree(&["tree", "--format", "sarif"], "[possible values: text, json]")]
#[case::line_longer_than_any(&["check", "--max-line", "4294967296"], "4294967296 is not in 0..=4294967295")]
#[case::no_steps(&["trace", "--limit", "0"], "0 is not in 1..=1000000")]
#[case::too_many_steps(&["trace", "--limit", "1000001"], "1000001 is not in 1..=1000000")]
#[case::rule_to_trace(&["trace", "--as", "IPv6adress", ""], "tip: a similar value exists: 'IPv6address'")]
#[case::limit_without_grammar(&["check", "--max-steps", "9"], "'--max-steps <STEPS>' goes with '--grammar <FILE>'")]
#[case::no_grammar(&["parse", "--grammar", "no/such.pest", "a"], "no/such.pest: No such file")]
#[case::host_without_policy(&["check", "--allow-host", "a"], "'--allow-host <HOST>' needs '--policy <PRESET|FILE>'")]
#[case::warnings_without_policy(&["validate", "--refuse-warnings"], "'--refuse-warnings' needs '--policy <PRESET|FILE>'")]
#[case::unknown_color(&["--color", "sometimes", "parse", "a"], "[possible values: auto, always, never]")]
fn is_refused(#[case] arguments: &[&str], #[case] said: &str) {
    let ran = uri(arguments, "");
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
}

#[test]
fn the_version_is_told() {
    let ran = uri(&["--version"], "");
    assert_eq!(ran.stdout, concat!("uri ", env!("CARGO_PKG_VERSION"), "\n"));
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
}

#[rstest]
fn paragraphs_of_help_have_no_odd_line_breaks(
    #[values("prove", "diff", "check", "sample", "draw", "compile")] command: &str,
    #[values(80, 120)] width: usize,
) {
    let mut wide = crate::command(&["grammar", command, "--help"]);
    wide.env("COLUMNS", width.to_string());
    let help = crate::run(wide, b"").stdout;
    let lines: Vec<&str> = help.lines().collect();
    let is_text = |line: &str| !line.is_empty() && !line.starts_with(' ') && !line.ends_with(':');
    for pair in lines.windows(2).filter(|pair| pair.iter().all(|line| is_text(line))) {
        let word = pair[1].split(' ').next().unwrap();
        assert!(pair[0].chars().count() + 1 + word.chars().count() > width, "{}", pair.join("\n"));
    }
}

#[rstest]
#[case::value(&["parse", "--as", "\x1b]0;x\x07\nerror: forged"])]
#[case::option(&["check", "--\u{9b}31m\u{202e}"])]
#[case::command(&["\x1b[2J"])]
fn is_refused_without_a_command_to_the_terminal(#[case] arguments: &[&str]) {
    let ran = uri(arguments, "");
    assert!(!ran.stderr.contains(['\x1b', '\x07', '\u{9b}', '\u{202e}']), "{}", ran.stderr);
    assert!(ran.stderr.contains("\\u{"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("\nerror: forged"), "{}", ran.stderr);
    assert_eq!(ran.status, 2);
}

#[cfg(target_os = "linux")]
#[rstest]
#[case(&["--help"])]
#[case(&["--version"])]
#[case(&["parse", "a"])]
#[case(&["parse", "--details", "--format", "json", "a"])]
#[case(&["check", "--format", "json"])]
#[case(&["check", "--format", "sarif"])]
#[case(&["extract", "--suffix"])]
#[case(&["trace", "a"])]
#[case(&["validate", "http://localhost/"])]
#[case(&["explain", "--all"])]
#[case(&["resolve", "--base", "a:b", "c"])]
#[case(&["resolve", "--steps", "--base", "a:b", "c"])]
#[case(&["relativize", "--base", "a:b", "a:c"])]
#[case(&["normalize", "--unique", "a"])]
#[case(&["compare", "a", "a"])]
#[case(&["whatwg", "http:a"])]
#[case(&["edit", "--push", "a", "b"])]
#[case(&["build", "--path", "a"])]
#[case(&["encode", "--for", "path", "a"])]
#[case(&["decode", "a"])]
#[case(&["grammar", "prove"])]
#[case(&["grammar", "diff", "-", "--all"])]
#[case(&["grammar", "check", "-"])]
#[case(&["grammar", "sample"])]
#[case(&["grammar", "draw"])]
#[case(&["grammar", "compile"])]
fn output_that_cannot_be_written_is_reported(
    #[case] arguments: &[&str],
    #[values(
        (">/dev/full", "No space left on device (os error 28)"),
        (">&-", "it is closed"),
        ("1</dev/null", "it is not open for writing")
    )]
    (to, why): (&str, &str),
) {
    let ran = crate::run(redirected(arguments, to), b"port = { DIGIT | DIGIT } // http://a/\n");
    assert_eq!(ran.stderr, format!("uri: <stdout>: {why}\n"));
    assert_eq!(ran.status, 2);
}

/// Many programs start others like that if they do not want their output.
#[cfg(target_os = "linux")]
#[rstest]
fn output_that_nobody_wants_is_no_fault(
    #[values(">/dev/null", "1<>/dev/null", ">/dev/null <&-", "<>/dev/null >&0")] to: &str,
) {
    let ran = crate::run(redirected(&["parse", "a"], to), b"");
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("", "", 0));
}

/// Otherwise a check of nothing would tell that all lines are valid.
#[cfg(unix)]
#[rstest]
#[case(&["check"])]
#[case(&["check", "-", "--csv", "1"])]
#[case(&["parse"])]
#[case(&["validate", "-"])]
#[case(&["normalize"])]
#[case(&["decode"])]
#[case(&["extract"])]
fn a_closed_standard_input_is_not_empty(#[case] arguments: &[&str]) {
    let ran = crate::run(redirected(arguments, "<&-"), b"");
    let said = "uri: <stdin>: it is closed\n";
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("", said, 2));
}

#[cfg(unix)]
pub(crate) fn redirected(arguments: &[&str], to: &str) -> std::process::Command {
    let uri = crate::command(arguments);
    let mut shell = crate::undisturbed(std::process::Command::new("sh"));
    shell.args(["-c", &format!("exec \"$0\" \"$@\" {to}")]).arg(uri.get_program()).args(arguments);
    let piped = std::process::Stdio::piped;
    shell.stdin(piped()).stdout(piped()).stderr(piped());
    shell
}
