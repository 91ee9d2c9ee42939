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

/// Returns the page of the command with this path.
fn page(path: &[String]) -> String {
    man(&path.iter().map(String::as_str).collect::<Vec<_>>())
}

fn name(path: &[String]) -> String {
    [&["uri".to_owned()], path].concat().join("-")
}

/// Returns the lines below a heading, as text without bold.
fn section(page: &str, heading: &str) -> String {
    let quoted = if heading.contains(' ') { format!("\"{heading}\"") } else { heading.to_owned() };
    let (_, section) =
        page.split_once(&format!("\n.SH {quoted}\n")).unwrap_or_else(|| panic!("{heading}: {page}"));
    let section = section.split("\n.SH ").next().unwrap();
    section.replace("\\fB", "").replace("\\fR", "").replace("\\-", "-").replace("\\*(Aq", "'")
}

/// What there is on each page, in the order of man-pages(7).
const HEADINGS: [&str; 9] = [
    "NAME",
    "SYNOPSIS",
    "DESCRIPTION",
    "OPTIONS",
    "EXIT STATUS",
    "ENVIRONMENT",
    "FILES",
    "EXAMPLES",
    "SEE ALSO",
];

#[test]
fn each_page_has_all_sections() {
    for path in commands() {
        let page = page(&path);
        let headings = page.lines().filter_map(|line| line.strip_prefix(".SH "));
        let headings = headings.map(|name| name.trim_matches('"'));
        // Some options have a heading of their own.
        let known: Vec<&str> = headings.filter(|heading| HEADINGS.contains(heading)).collect();
        assert_eq!(known, HEADINGS, "{path:?}");
        let is_group = path.is_empty() || path == ["grammar"];
        assert_eq!(page.contains("\n.SH COMMANDS\n"), is_group, "{path:?}");
    }
}

#[test]
fn each_page_says_what_the_help_says() {
    for path in commands() {
        let page = page(&path);
        let name = name(&path);
        assert!(page.contains(&format!(
            "\n.TH {} 1 \"\" \"uri {}\" ",
            name.to_uppercase(),
            env!("CARGO_PKG_VERSION")
        )));
        let summary = summary(&path).replace('`', "");
        let (named, about) = section(&page, "NAME")
            .trim_end()
            .split_once(" - ")
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
            .unwrap();
        assert_eq!((named, about.to_lowercase()), (name, summary.to_lowercase()));
        assert!(section(&page, "DESCRIPTION").starts_with(&format!("{summary}.\n")), "{page}");
        for (status, when) in statuses(&path) {
            let term = format!(".TP\n{status}\n{}", when.replace('`', ""));
            assert!(section(&page, "EXIT STATUS").contains(&term), "{page}: {term}");
        }
    }
}

/// Neither backticks, which some programs show as quotes, nor backslashes that would be read as an escape.
#[test]
fn pages_are_read_as_they_are_meant() {
    for path in commands() {
        let page = page(&path);
        assert!(!page.contains('`') && !page.contains("\\\\") && !page.contains("\n\n"), "{page}");
        assert!(page.lines().all(|line| !line.starts_with('\'')), "{page}");
        // The definitions that a page needs once.
        assert_eq!(page.matches(".ds Aq").count(), 2, "{page}");
    }
    assert!(section(&man(&["config"]), "DESCRIPTION").contains("%APPDATA%\\euri\\econfig.toml"));
}

/// A page that others name is there.
#[test]
fn no_page_is_missing() {
    let pages: Vec<String> = commands().iter().map(|path| name(path)).collect();
    for path in commands() {
        let see_also = section(&page(&path), "SEE ALSO");
        let named: Vec<&str> = see_also.trim_end().split(", ").collect();
        let (last, named) = named.split_last().unwrap();
        assert_eq!(*last, "RFC 3986");
        assert!(!named.is_empty());
        for other in named.iter().map(|other| other.strip_suffix("(1)").unwrap()) {
            assert!(pages.iter().any(|page| page == other) && other != name(&path), "{other}");
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
    let mut expected: Vec<String> = commands().iter().map(|path| format!("{}.1", name(path))).collect();
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
