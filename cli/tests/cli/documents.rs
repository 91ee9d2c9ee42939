//! Runs the examples of the documents in a shell, and checks the table of commands in `docs/command.md`.
//!
//! The examples run in a folder with the files that they read, and their output is compared with the
//! document. Examples that build something or start a server are skipped.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use rstest::rstest;

use crate::usage::{commands, statuses, summary};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
/// The files that the examples read, besides the grammars.
const FILES: &[(&str, &str)] = &[
    ("links.tsv", "1\ta\thttp://example.com/\n2\tb\thttp://example.org/\n"),
    ("schemes.txt", "http\nmailto\n"),
    ("blocklist.txt", "# advertising\n\nhttp://example.com/\n"),
    ("members.csv", "name;homepage\nfred;http://example.com/\n"),
    ("photo.jpg", "not UTF-8"),
];
const LINKS: &str = "https://example.com/\njavascript:alert(1)\n";
const LINKS_WITH_A_FAULT: &str = "http://example.com/\nhttp://exa mple.com/\n";
/// The beginnings of commands that are skipped.
const LEFT_OUT: [&str; 2] = ["cargo ", "URI_GRAMMAR="];

/// A command and its output.
struct Example<'a> {
    command: &'a str,
    printed: Vec<&'a str>,
}

fn examples(document: &str) -> Vec<Example<'_>> {
    let mut examples: Vec<Example<'_>> = Vec::new();
    for block in document.split("```console\n").skip(1) {
        for line in block.split("```").next().unwrap().lines() {
            match line.strip_prefix("$ ") {
                Some(command) => examples.push(Example { command, printed: Vec::new() }),
                None => examples.last_mut().unwrap().printed.push(line),
            }
        }
    }
    examples.retain(|example| !LEFT_OUT.iter().any(|start| example.command.starts_with(start)));
    examples
}

/// Runs a command in this folder, and returns its output and exit status.
fn run(command: &str, folder: &Path) -> (String, Option<i32>) {
    let programs = Path::new(env!("CARGO_BIN_EXE_uri")).parent().unwrap().to_owned();
    let path = env::var_os("PATH").unwrap();
    let path = env::join_paths([programs].into_iter().chain(env::split_paths(&path))).unwrap();
    let output = crate::undisturbed(Command::new("sh"))
        .args(["-c", command])
        .env("PATH", path)
        .current_dir(folder)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout) + &text(output.stderr), output.status.code())
}

fn is_installed(command: &str) -> bool {
    !command.contains("| jq ") || Command::new("jq").arg("--version").output().is_ok()
}

#[rstest]
#[case::validation("docs/validation.md", 3, LINKS)]
#[case::grammar("docs/grammar.md", 12, LINKS)]
#[case::command_line("docs/command-line.md", 30, LINKS)]
#[case::cookbook_of_types("docs/cookbook/types.md", 5, LINKS)]
#[case::readme_of_the_command("cli/README.md", 3, LINKS_WITH_A_FAULT)]
fn runs_as_shown(#[case] document: &str, #[case] at_least: usize, #[case] links: &str) {
    let name = format!("uri-documents-{}-{at_least}", std::process::id());
    let folder = env::temp_dir().join(name);
    fs::create_dir_all(folder.join("variants")).unwrap();
    for (file, text) in FILES.iter().chain([&("links.txt", links)]) {
        fs::write(folder.join(file), text).unwrap();
    }
    for file in ["uri.pest", "README.md"] {
        fs::copy(Path::new(ROOT).join(file), folder.join(file)).unwrap();
    }
    for variant in fs::read_dir(Path::new(ROOT).join("variants")).unwrap().map(Result::unwrap) {
        fs::copy(variant.path(), folder.join("variants").join(variant.file_name())).unwrap();
    }

    let text = fs::read_to_string(Path::new(ROOT).join(document)).unwrap();
    let examples = examples(&text);
    assert!(examples.len() >= at_least, "{}", examples.len());
    for Example { command, printed } in examples.iter().filter(|example| is_installed(example.command)) {
        let (found, status) = run(command, &folder);
        assert!(matches!(status, Some(0 | 1)), "{command}\n{found}");
        if !printed.is_empty() {
            assert_eq!(found.lines().collect::<Vec<_>>(), *printed, "{command}");
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_readme_shows_what_its_first_command_prints() {
    let readme = fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap();
    let arguments = readme.lines().find_map(|line| line.strip_prefix("cargo run --quiet -- ")).unwrap();
    let shown = readme.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    let (found, status) = run(&format!("uri {arguments}"), &env::temp_dir());
    assert_eq!((found.as_str(), status), (shown, Some(1)));
}

/// The example writes the log that the document shows.
#[test]
fn the_log_has_what_the_policy_refuses() {
    let folder = env::temp_dir().join(format!("uri-documents-{}-log", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("links.txt"), LINKS).unwrap();
    let document = fs::read_to_string(Path::new(ROOT).join("docs/validation.md")).unwrap();
    let example = examples(&document).into_iter().find(|example| example.command.contains("--format sarif"));
    run(example.unwrap().command, &folder);
    let log = fs::read_to_string(folder.join("links.sarif")).unwrap();
    assert!(log.contains("scheme-refused"), "{log}");
    fs::remove_dir_all(&folder).unwrap();
}

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
fn status_examples() -> Vec<(&'static str, i32)> {
    let (_, rest) = DOCS.split_once("Each exit status once").unwrap();
    let (_, block) = rest.split_once("```console\n").unwrap();
    let lines = block.split("```").next().unwrap().lines();
    lines
        .map(|line| line.strip_prefix("$ ").unwrap().rsplit_once(" # ").unwrap())
        .map(|(line, status)| (line.trim_end(), status.parse().unwrap()))
        .collect()
}

/// Returns the command at the end of a line.
fn command_of(line: &str) -> Vec<&str> {
    let words: Vec<&str> = line
        .rsplit("uri ")
        .next()
        .unwrap()
        .split(' ')
        .skip_while(|word| word.starts_with('-') || word.ends_with(".toml"))
        .collect();
    let length = if ["grammar", "template"].contains(&words[0]) { 2 } else { 1 };
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
    for (line, status) in status_examples() {
        assert!(shown.insert((command_of(line), status), line).is_none(), "{line}");
    }
    let mut listed = BTreeSet::new();
    for Row { command, statuses, .. } in rows() {
        listed.extend(statuses.into_iter().map(|(status, _)| (command.clone(), status)));
    }
    // `serve::end` tests Ctrl-C.
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
    for (line, status) in status_examples() {
        let mut shell = crate::undisturbed(Command::new("sh"));
        let output = shell.args(["-c", line]).env("PATH", &path).current_dir(&folder).output().unwrap();
        let (stdout, stderr) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(status), "{line}: {stdout}{stderr}");
        // With status 2 only an error is printed. With status 1 something is printed.
        match status {
            2 => assert!(stdout.is_empty() && !stderr.is_empty(), "{line}: {stdout}{stderr}"),
            1 => assert!(!stdout.is_empty() || !stderr.is_empty(), "{line}"),
            _ => assert!(stderr.is_empty(), "{line}: {stderr}"),
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}
