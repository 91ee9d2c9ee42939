//! `uri man`: the pages, and what is on each of them.

use std::fs;

use insta::assert_snapshot;
use rstest::rstest;

use crate::help::{commands, statuses, summary};
use crate::{Ran, uri};

fn man(arguments: &[&str]) -> String {
    let Ran { stdout, stderr, status } = uri(&[&["man"], arguments].concat(), "");
    assert_eq!((stderr.as_str(), status), ("", 0));
    stdout
}

/// Returns the headings of a page.
fn headings(page: &str) -> Vec<&str> {
    page.lines().filter_map(|line| line.strip_prefix(".SH ")).map(|name| name.trim_matches('"')).collect()
}

/// What roff escapes.
fn in_roff(text: &str) -> String {
    text.replace('-', "\\-").replace('\'', "\\*(Aq")
}

/// In the order of man-pages(7).
const HEADINGS: [&str; 11] = [
    "NAME",
    "SYNOPSIS",
    "DESCRIPTION",
    "OPTIONS",
    "COMMANDS",
    "EXIT STATUS",
    "ENVIRONMENT",
    "FILES",
    "EXAMPLES",
    "SEE ALSO",
    "",
];

#[test]
fn each_command_has_a_page() {
    for path in commands() {
        let arguments: Vec<&str> = path.iter().map(String::as_str).collect();
        let page = man(&arguments);
        let name = [&["uri"], arguments.as_slice()].concat().join("-");
        assert!(page.contains(&format!("\n.TH {} 1 ", name.to_uppercase())), "{page}");
        let (named, about) =
            page.split_once(".SH NAME\n").unwrap().1.lines().next().unwrap().split_once(" \\- ").unwrap();
        assert_eq!(
            (named, about.to_lowercase()),
            (in_roff(&name).as_str(), in_roff(&summary(&path)).to_lowercase())
        );

        // Edits have headings of their own between these.
        let known: Vec<&str> =
            headings(&page).into_iter().filter(|heading| HEADINGS.contains(heading)).collect();
        let is_group = arguments.is_empty() || arguments == ["grammar"];
        let expected: Vec<&str> = HEADINGS
            .into_iter()
            .filter(|heading| !heading.is_empty() && (is_group || *heading != "COMMANDS"))
            .collect();
        assert_eq!(known, expected, "{name}");
        for (status, when) in statuses(&path) {
            let when = in_roff(&when).replace('`', "");
            let said = page.replace("\\fB", "").replace("\\fR", "");
            assert!(said.contains(&format!("\n.TP\n{status}\n{when}\n")), "{name}: {status} {when}");
        }
        assert!(!arguments.is_empty() == page.contains("\\fBuri\\fR(1), "), "{page}");
        assert!(!page.contains('`') || page.contains(".SH OPTIONS"), "{page}");
        // What is defined once.
        assert_eq!(page.matches(".ds Aq").count(), 2, "{page}");
    }
}

/// A page that others name is there.
#[test]
fn no_page_is_missing() {
    let pages: Vec<String> =
        commands().iter().map(|path| [&["uri".to_owned()], path.as_slice()].concat().join("-")).collect();
    for path in commands() {
        let page = man(&path.iter().map(String::as_str).collect::<Vec<_>>());
        let (_, see_also) = page.split_once(".SH \"SEE ALSO\"\n").unwrap();
        let named = see_also
            .split("\\fB")
            .skip(1)
            .map(|rest| rest.split("\\fR(1)").next().unwrap().replace("\\-", "-"));
        for name in named {
            assert!(pages.contains(&name), "{name}");
        }
    }
}

#[test]
fn a_page() {
    assert_snapshot!(man(&["completions"]));
}

#[test]
fn all_pages_are_written_to_a_folder() {
    let folder = std::env::temp_dir().join(format!("uri-cli-man-{}", std::process::id()));
    let below = folder.join("man1");
    assert_eq!(man(&["--dir", below.to_str().unwrap()]), "");
    let mut found: Vec<String> = fs::read_dir(&below)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let mut expected: Vec<String> = commands()
        .iter()
        .map(|path| format!("{}.1", [&["uri".to_owned()], path.as_slice()].concat().join("-")))
        .collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
    assert_eq!(fs::read_to_string(below.join("uri-grammar-diff.1")).unwrap(), man(&["grammar", "diff"]));
    fs::remove_dir_all(&folder).unwrap();
}

#[rstest]
#[case::unknown(&["man", "pars"], "invalid value 'pars' for '[COMMAND]...'")]
#[case::near(&["man", "pars"], "tip: a similar value exists: 'parse'")]
#[case::unknown_below(&["man", "grammar", "dif"], "tip: a similar value exists: 'diff'")]
#[case::nothing_below(&["man", "parse", "diff"], "`uri parse` has no commands below it")]
#[case::folder_and_command(&["man", "--dir", "a", "parse"], "'--dir <DIR>' cannot be used with '[COMMAND]...'")]
fn is_refused(#[case] arguments: &[&str], #[case] said: &str) {
    let ran = uri(arguments, "");
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let ran = uri(&["man", "--dir", "/dev/null/a"], "");
    let said = "uri: /dev/null/a: Not a directory (os error 20)\n";
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("", said, 2));
}
