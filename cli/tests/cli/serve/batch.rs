//! `uri answers`, which answers several command lines in one process, answers each as a process of its own does.

use std::fs;
use std::path::Path;

use rstest::rstest;

use crate::serve::new_folder;
use crate::{Ran, command, run};

const EDITED: &str =
    "URI = { scheme ~ \":\" ~ ANY* }\nURI_reference = { URI }\nscheme = @{ ALPHA ~ \"_\"* }\n";
const FAULTY: &str = "a = { b }\n";
const ABNF: &str = "scheme = ALPHA *\"_\"\n";

/// Runs a command in this folder.
fn alone(folder: &Path, arguments: &[&str]) -> Ran {
    let mut command = command(arguments);
    command.current_dir(folder);
    run(command, b"")
}

/// Returns the results of these commands in one process. A command that prints too much has no standard output.
fn together(folder: &Path, lines: &[&[&str]]) -> Vec<(i32, Option<String>, String)> {
    let mut command = command(&["answers"]);
    command.current_dir(folder);
    let stdin: String = lines.iter().map(|line| format!("{}\n", serde_json::json!(line))).collect();
    let printed = run(command, stdin.as_bytes()).printed(0);
    let (mut rest, mut results) = (printed.as_str(), Vec::new());
    while let Some((numbers, outputs)) = rest.split_once('\n') {
        let (status, printed, said): (i32, Option<usize>, usize) = serde_json::from_str(numbers).unwrap();
        let (stdout, outputs) = outputs.split_at(printed.unwrap_or_default());
        let (stderr, outputs) = outputs.split_at(said);
        results.push((status, printed.map(|_| stdout.to_owned()), stderr.to_owned()));
        rest = outputs;
    }
    assert_eq!(rest, "");
    results
}

fn folder() -> std::path::PathBuf {
    let folder = new_folder();
    for (name, text) in
        [("my.pest", EDITED), ("bad.pest", FAULTY), ("my.abnf", ABNF), ("long.pest", "a = { \"")]
    {
        fs::write(folder.join(name), text).unwrap();
    }
    folder
}

/// Command lines that succeed, that find something, and that cannot be carried out.
const LINES: &[&[&str]] = &[
    &["parse", "--details", "--as", "URI", "--format", "json", "--", "a_b://h:80/%41?c=d"],
    &["parse", "--details", "--grammar", "my.pest", "--format", "json", "--", "a_:c"],
    &["parse", "--details", "a://b"],
    &["parse", "--grammar", "my.pest", "--as", "nope", "--format", "json", "--", "a"],
    &["parse", "--as", "nope", "--format", "json", "--", "a"],
    &["parse", "--as=--format", "--format", "json", "--", "a b"],
    &["parse", "a b"],
    &["parse", "--color", "always", "a://b", "a b"],
    &["parse", "a://b", "a b"],
    &["validate", "--format", "json", "--", "http://a_b:80/"],
    &["validate", "--grammar", "my.pest", "--policy", "link", "--format", "json", "--", "a_:c"],
    &["validate", "--policy", "my", "--format", "json", "--", "a_:c"],
    &["validate", "http://a_b:80/"],
    &["normalize", "--level", "percent", "--format", "json", "--", "HTTP://a/../%41?%41"],
    &["normalize", "--level", "nope", "--format", "json", "--", "a"],
    &["resolve", "--steps", "--base", "http://a/b/c/d", "--format", "json", "--", "../g?y"],
    &["resolve", "--steps", "--base", "b", "--format", "json", "--", "a"],
    &["compare", "--format", "json", "--", "http://a", "http://a/"],
    &["tree", "--as", "URI", "--format", "json", "--", "a_b:c"],
    &["tree", "--grammar", "my.pest", "--format", "json", "--", "a_:c"],
    &["tree", "--grammar", "my.pest", "--max-steps", "1", "--format", "json", "--", "a_:c"],
    &["tree", "--grammar", "bad.pest", "--format", "json", "--", "a"],
    &["tree", "--grammar", "bad.pest", "--format", "json", "--", "a"],
    &["tree", "--grammar", "my.abnf", "--format", "json", "--", "a"],
    &["tree", "--grammar", "none.pest", "--format", "json", "--", "a"],
    &["tree", "--grammar", "-", "--format", "json", "--", "a"],
    &["whatwg", "--base", "http://a/", "--format", "json", "--", "\\\\h\\x"],
    &["trace", "--as", "URI", "--limit", "50", "--format", "json", "--", "a:c"],
    &["trace", "--grammar", "my.pest", "--limit", "3", "--format", "json", "--", "a_:c"],
    &["trace", "--limit", "x", "--format", "json", "--", "a"],
    &["grammar", "check", "--format", "json", "my.pest"],
    &["grammar", "check", "--format", "json", "bad.pest"],
    &["grammar", "check", "long.pest"],
    &["grammar", "check", "--expect", "scheme must match \"a\"", "--format", "json", "my.pest"],
    &["grammar", "check", "-"],
    &["grammar", "diff", "--time", "1", "--format", "json", "my.pest"],
    &["grammar", "diff", "--time", "1", "my.pest", "my.pest"],
    &["grammar", "diff", "--time", "1", "--format", "json", "bad.pest", "my.pest"],
    &["grammar", "prove", "--format", "json", "my.pest"],
    &["grammar", "prove", "--abnf", "my.abnf", "my.pest", "scheme"],
    &["grammar", "sample", "--rule", "scheme", "--seed", "3", "--format", "json", "my.pest"],
    &["grammar", "sample", "--rule", "scheme", "--near", "--seed", "3", "my.pest"],
    &["grammar", "sample", "--rule", "nope", "my.pest"],
    &["grammar", "draw", "--rule", "scheme", "--through", "a_:c", "--as", "URI", "my.pest"],
    &["grammar", "draw", "--rule", "scheme", "--through", "9", "--as", "URI", "my.pest"],
    &["grammar", "draw", "--rule", "nope", "my.pest"],
    // Standard input is empty for each command.
    &["parse", "--format", "json"],
    &["parse", "--help"],
    &["grammar", "prove", "-h"],
    &["--version"],
    &["answers", "x"],
    &["pars", "a"],
    &["http://a/"],
    &["--grammar", "my.pest", "grammar", "check"],
    &["parse", "--no-config", "--config", "x", "a"],
    &["parse", "\u{1b}[0m", "--format", "\n"],
    &[],
];

#[test]
fn each_is_answered_as_by_a_process_of_its_own() {
    let folder = folder();
    let together = together(&folder, LINES);
    assert_eq!(together.len(), LINES.len());
    for (line, found) in LINES.iter().zip(together) {
        let Ran { status, stdout, stderr } = alone(&folder, line);
        assert_eq!(found, (status, Some(stdout), stderr), "{line:?}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn statuses_of_all_kinds_are_in_the_table() {
    let folder = folder();
    let statuses: Vec<i32> = together(&folder, LINES).into_iter().map(|(status, ..)| status).collect();
    assert!([0, 1, 2].iter().all(|status| statuses.contains(status)), "{statuses:?}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn each_panel_is_in_the_table() {
    for panel in urigram_page::panels() {
        let lines = LINES.iter().filter(|line| line.iter().take(2).any(|word| *word == panel));
        assert!(lines.count() > 0, "{panel}");
    }
}

/// The next command runs in the same process.
#[rstest]
#[case::tree(&["tree", "--max-steps", "100000000"])]
#[case::trace(&["trace", "--limit", "100000"])]
fn what_prints_too_much_ends_without_output(#[case] arguments: &[&str]) {
    let folder = folder();
    let rules: String = (1..10).map(|n| format!("r{n} = {{ r{} }}\n", n + 1)).collect();
    fs::write(folder.join("deep.pest"), "r0 = { r1+ }\nr10 = { \"a\" }\n".to_owned() + &rules).unwrap();
    let long = "a".repeat(20_000);
    let of_long = ["--grammar", "deep.pest", "--as", "r0", "--format", "json", "--", &long];
    let lines = [&[arguments, &of_long].concat(), &["parse", "a:b"][..]];
    let results = together(&folder, &lines);
    assert_eq!((&results[0].1, &*results[0].2), (&None, ""));
    let Ran { status, stdout, stderr } = alone(&folder, lines[1]);
    assert_eq!(results[1..], [(status, Some(stdout), stderr)]);
    fs::remove_dir_all(folder).unwrap();
}

/// Results are written as soon as they are known.
#[rstest]
#[case::no_json("[\"parse\", \"a:b\"]\nx\n", "[0,", "uri: <stdin>: expected value at line 1 column 1\n")]
#[case::no_array("{}\n", "", "uri: <stdin>: invalid type: map, expected a sequence at line 1 column 0\n")]
fn what_is_no_command_line_ends_it(#[case] stdin: &str, #[case] printed: &str, #[case] said: &str) {
    let ran = run(command(&["answers"]), stdin.as_bytes());
    assert_eq!((ran.status, ran.stderr.as_str()), (2, said));
    assert!(ran.stdout.starts_with(printed) && ran.stdout.is_empty() == printed.is_empty(), "{}", ran.stdout);
}

#[rstest]
#[case::no_json("x", "uri: <stdin>: the body: expected value at line 1 column 1\n")]
#[case::no_panel(
    r#"{"client": "1", "turn": 1, "asks": [{"panel": "x", "fields": {}}]}"#,
    "uri: <stdin>: there is no panel `x`\n"
)]
fn what_is_no_request_of_a_page_ends_it(#[case] stdin: &str, #[case] said: &str) {
    let Ran { status, stdout, stderr } = run(command(&["answers", "page"]), stdin.as_bytes());
    assert_eq!((status, stdout.as_str(), stderr.as_str()), (2, "", said));
}

/// The command is for the page only.
#[test]
fn it_is_not_in_the_help() {
    let help = run(command(&["--help"]), b"").printed(0);
    assert!(help.contains("\n  serve ") && !help.contains("answers  "), "{help}");
    assert!(run(command(&["answers", "x"]), b"").said(2).contains("unrecognized subcommand"));
}
