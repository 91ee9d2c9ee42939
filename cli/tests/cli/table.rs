//! The table of all commands in `docs/command.md`: what `--help` says is there, and each exit status happens.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::help::{commands, statuses, summary};

const DOCS: &str = include_str!("../../../docs/command.md");

/// A row of the table.
struct Row<'d> {
    command: Vec<&'d str>,
    summary: &'d str,
    statuses: Vec<(i32, String)>,
}

fn rows() -> Vec<Row<'static>> {
    let (_, table) =
        DOCS.split_once("| command | summary | prints | 0 | 1 | 2 |\n|---|---|---|---|---|---|\n").unwrap();
    let rows = table.lines().take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [command, summary, prints, statuses @ ..] = cells.as_slice() else { panic!("{row}") };
        assert!(statuses.len() == 3 && !prints.is_empty(), "{row}");
        let command = command.trim_matches('`').strip_prefix("uri ").unwrap().split(' ').collect();
        let statuses = (0..).zip(statuses).filter(|(_, when)| !when.is_empty());
        Row {
            command,
            summary,
            statuses: statuses.map(|(status, when)| (status, (*when).to_owned())).collect(),
        }
    })
    .collect()
}

/// Returns the examples below the table: a command line, and its exit status.
fn examples() -> Vec<(&'static str, i32)> {
    let (_, rest) = DOCS.split_once("Each exit status once").unwrap();
    let (_, block) = rest.split_once("```console\n").unwrap();
    let lines = block.split("```").next().unwrap().lines();
    lines
        .map(|line| line.strip_prefix("$ ").unwrap().rsplit_once(" # ").unwrap())
        .map(|(line, status)| (line.trim_end(), status.parse().unwrap()))
        .collect()
}

/// Returns the command that a line ends with.
fn command_of(line: &str) -> Vec<&str> {
    let words: Vec<&str> = line
        .rsplit("uri ")
        .next()
        .unwrap()
        .split(' ')
        .skip_while(|word| word.starts_with('-') || word.ends_with(".toml"))
        .collect();
    let length = if words[0] == "grammar" { 2 } else { 1 };
    words[..length].to_vec()
}

#[test]
fn has_what_the_help_says() {
    let commands: Vec<Vec<String>> = commands();
    let is_group =
        |path: &[String]| commands.iter().any(|other| other.len() > path.len() && other.starts_with(path));
    let single: BTreeSet<Vec<&str>> = commands
        .iter()
        .filter(|path| !is_group(path))
        .map(|path| path.iter().map(String::as_str).collect())
        .collect();
    let rows = rows();
    assert_eq!(rows.iter().map(|row| row.command.clone()).collect::<BTreeSet<_>>(), single);
    assert_eq!(rows.len(), single.len());
    for Row { command, summary: expected, statuses: listed } in rows {
        let path: Vec<String> = command.iter().map(|&name| name.to_owned()).collect();
        assert_eq!(summary(&path), expected, "{command:?}");
        assert_eq!(statuses(&path), listed, "{command:?}");
    }
}

#[test]
fn each_status_happens() {
    let mut shown: BTreeMap<(Vec<&str>, i32), &str> = BTreeMap::new();
    for (line, status) in examples() {
        assert!(shown.insert((command_of(line), status), line).is_none(), "{line}");
    }
    let mut listed = BTreeSet::new();
    for Row { command, statuses, .. } in rows() {
        listed.extend(statuses.into_iter().map(|(status, _)| (command.clone(), status)));
    }
    // Ctrl-C is for `serve::end`.
    assert!(listed.remove(&(vec!["serve"], 0)));
    assert_eq!(shown.keys().cloned().collect::<BTreeSet<_>>(), listed);

    let folder = std::env::temp_dir().join(format!("uri-cli-table-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let variants = Path::new(env!("CARGO_MANIFEST_DIR")).join("../variants");
    for name in ["strict-dns.pest", "strict-dns.abnf"] {
        fs::copy(variants.join(name), folder.join(name)).unwrap();
    }
    fs::write(folder.join("links.txt"), "https://example.com/\nhttp://exa mple.com/\n").unwrap();
    let programs = Path::new(env!("CARGO_BIN_EXE_uri")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    for (line, status) in examples() {
        let mut shell = crate::undisturbed(Command::new("sh"));
        let output = shell.args(["-c", line]).env("PATH", &path).current_dir(&folder).output().unwrap();
        let (stdout, stderr) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(status), "{line}: {stdout}{stderr}");
        // What could not run has no answer, and says why; what could run says something, unless all is well.
        match status {
            2 => assert!(stdout.is_empty() && !stderr.is_empty(), "{line}: {stdout}{stderr}"),
            1 => assert!(!stdout.is_empty() || !stderr.is_empty(), "{line}"),
            _ => assert!(stderr.is_empty(), "{line}: {stderr}"),
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}
