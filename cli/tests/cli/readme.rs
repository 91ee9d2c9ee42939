//! The examples of the README, as a shell runs them.

use std::fs;
use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../../../README.md");

/// A command, and what it prints.
struct Example<'a> {
    command: &'a str,
    printed: Vec<&'a str>,
}

/// Returns the commands in the section with this heading.
fn examples<'a>(heading: &str) -> Vec<Example<'a>> {
    let (_, section) = README.split_once(&format!("\n## {heading}\n")).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let mut examples: Vec<Example<'a>> = Vec::new();
    for block in section.split("```console\n").skip(1) {
        for line in block.split("```").next().unwrap().lines() {
            match line.strip_prefix("$ ") {
                Some(command) => examples.push(Example { command, printed: Vec::new() }),
                None => examples.last_mut().unwrap().printed.push(line),
            }
        }
    }
    examples
}

/// Runs a command in this folder, and returns what it prints.
fn run(command: &str, folder: &Path) -> (String, String) {
    let programs = Path::new(env!("CARGO_BIN_EXE_uri")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let output =
        Command::new("sh").args(["-c", command]).env("PATH", path).current_dir(folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

#[test]
fn validate_what_people_type() {
    let folder = std::env::temp_dir().join(format!("uri-cli-readme-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("links.txt"), "https://example.com/\njavascript:alert(1)\n").unwrap();
    let examples = examples("Validate what people type");
    assert!(examples.len() > 4);
    for Example { command, printed } in examples {
        let (stdout, stderr) = run(command, &folder);
        assert_eq!(stderr, "", "{command}");
        if !printed.is_empty() {
            assert_eq!(stdout.lines().collect::<Vec<_>>(), printed, "{command}");
        }
    }
    let log = fs::read_to_string(folder.join("links.sarif")).unwrap();
    assert!(log.contains("scheme-not-allowed"), "{log}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn try_a_variant() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut compared = 0;
    for Example { command, printed } in examples("Try a variant") {
        if command.contains(" grammar diff ") {
            let (stdout, stderr) = run(command, &root);
            assert_eq!(stderr, "", "{command}");
            assert_eq!(stdout.lines().collect::<Vec<_>>(), printed, "{command}");
            compared += 1;
        }
    }
    assert_eq!(compared, 4);
}
