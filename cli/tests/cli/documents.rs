//! Runs the examples of the documents in a shell.
//!
//! The examples run in a folder with the files that they read, and their output is compared with the
//! document. Examples that build something or start a server are skipped.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use rstest::rstest;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
/// The files that the examples read, besides the grammars.
const FILES: &[(&str, &str)] = &[
    ("links.tsv", "1\ta\thttp://example.com/\n2\tb\thttp://example.org/\n"),
    ("schemes.txt", "http\nmailto\n"),
    ("blocklist.txt", "# advertising\n\nhttp://example.com/\n"),
    ("members.csv", "name;homepage\nfred;http://example.com/\n"),
    ("photo.jpg", "not UTF-8"),
    (
        "visited.txt",
        "https://example.com/?b=2&a=1\nHTTPS://example.com:443/?a=1&b=2#top\n\
         https://example.com/?a=1&b=2&utm_source=mail\nhttps://example.com/?a=2\n",
    ),
];
const LINKS: &str = "https://example.com/\njavascript:alert(1)\n";
const LINKS_WITH_A_FAULT: &str = "http://example.com/\nhttp://exa mple.com/\n";
/// The beginnings of commands that are skipped.
const LEFT_OUT: [&str; 2] = ["cargo ", "URI_GRAMMAR="];

/// A command and its output.
pub(crate) struct Example<'a> {
    pub(crate) command: &'a str,
    printed: Vec<&'a str>,
}

pub(crate) fn examples(document: &str) -> Vec<Example<'_>> {
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
    let programs = Path::new(env!("CARGO_BIN_EXE_uri")).parent().unwrap();
    let output = shell(command, folder, programs).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout) + &text(output.stderr), output.status.code())
}

/// Returns a shell that runs a command in this folder, with the `uri` of another folder.
pub(crate) fn shell(command: &str, folder: &Path, programs: &Path) -> Command {
    let path = env::var_os("PATH").unwrap();
    let path = env::join_paths([programs.to_owned()].into_iter().chain(env::split_paths(&path))).unwrap();
    let mut shell = crate::undisturbed(Command::new("sh"));
    shell.args(["-c", command]).env("PATH", path).current_dir(folder);
    shell
}

pub(crate) fn is_installed(command: &str) -> bool {
    !command.contains("| jq ") || Command::new("jq").arg("--version").output().is_ok()
}

#[rstest]
#[case::readme("README.md", 3, LINKS)]
#[case::validation("docs/validation.md", 3, LINKS)]
#[case::grammar("docs/grammar.md", 12, LINKS)]
#[case::shell("docs/cookbook/shell.md", 20, LINKS)]
#[case::cookbook_of_types("docs/cookbook/types.md", 5, LINKS)]
#[case::readme_of_the_command("cli/README.md", 3, LINKS_WITH_A_FAULT)]
fn runs_as_shown(#[case] document: &str, #[case] at_least: usize, #[case] links: &str) {
    assert!(run_examples(Path::new(document), links) >= at_least);
}

/// The pages of the commands, which have examples with their output.
#[test]
fn pages_run_as_shown() {
    let pages = fs::read_dir(Path::new(ROOT).join("docs/command")).unwrap();
    let examples = pages.map(|page| run_examples(&page.unwrap().path(), LINKS)).sum::<usize>();
    assert!(examples > 50, "{examples}");
}

/// Creates a folder with the files that the examples read.
pub(crate) fn fill(folder: &Path, links: &str) {
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
}

/// Runs the examples of a document in a folder of their own, and returns their number.
fn run_examples(document: &Path, links: &str) -> usize {
    let path = document.strip_prefix(ROOT).unwrap_or(document).to_str().unwrap().replace(['/', '\\'], "-");
    let name = format!("uri-documents-{path}-{}", std::process::id());
    let folder = env::temp_dir().join(name);
    fill(&folder, links);

    let text = fs::read_to_string(Path::new(ROOT).join(document)).unwrap();
    let examples = examples(&text);
    for Example { command, printed } in examples.iter().filter(|example| is_installed(example.command)) {
        let (found, status) = run(command, &folder);
        assert!(matches!(status, Some(0 | 1)), "{command}\n{found}");
        if !printed.is_empty() {
            assert_eq!(found.lines().collect::<Vec<_>>(), *printed, "{command}");
        }
    }
    fs::remove_dir_all(&folder).unwrap();
    examples.len()
}

/// Returns the cells of a row of a table, in which `\\|` is a `|`.
fn cells(row: &str) -> Vec<String> {
    let cells = row.replace("\\|", "\0");
    cells.trim_matches('|').split('|').map(|cell| cell.trim().replace('\0', "|")).collect()
}

#[test]
fn each_option_of_trurl_has_a_command() {
    let folder = env::temp_dir().join(format!("uri-documents-{}-trurl", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("links.txt"), LINKS).unwrap();
    let document = fs::read_to_string(Path::new(ROOT).join("docs/migrate/trurl.md")).unwrap();
    let rows = document.lines().filter(|line| line.starts_with("| `trurl "));
    let mut tried = 0;
    for row in rows {
        let cells = cells(row);
        let [_, command, printed] = cells.as_slice() else { panic!("{row}") };
        let code = |cell: &str| Some(cell.strip_prefix('`')?.strip_suffix('`')?.to_owned());
        let Some(command) = code(command) else { continue };
        let (found, status) = run(&command, &folder);
        assert_eq!(status, Some(0), "{command}\n{found}");
        if let Some(printed) = code(printed) {
            assert_eq!(found.lines().collect::<Vec<_>>().join("⏎"), printed, "{command}");
        }
        tried += 1;
    }
    assert!(tried > 30, "{tried}");
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
