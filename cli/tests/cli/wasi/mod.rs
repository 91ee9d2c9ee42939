//! The command in WebAssembly answers as the native one does. These tests run only if the environment variable `URI_WASM` names
//! the module, and they need Node 20.19. `.ci/wasm` builds the module.

mod inputs;
mod worker;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

use crate::documents::{examples, fill, is_installed, shell};
use crate::pages::{EXAMPLES, PAGES, command_of};
use crate::usage::{commands, groups, help};

const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/wasi");
const LINKS: &str = "https://example.com/\nhttp://exa mple.com/\njavascript:alert(1)\n";

/// The parts of lines that a module answers in another way, with the reasons.
const OTHERWISE: &[(&str, &str)] =
    &[("uri serve", "it opens no port"), ("uri check --fix", "it cannot replace a file")];

/// Returns the path of the module, if the environment names one.
fn module() -> Option<PathBuf> {
    env::var_os("URI_WASM").map(|path| fs::canonicalize(path).expect("URI_WASM names a file"))
}

/// Returns a new folder, which is removed when the value is dropped.
fn new_folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// Returns the lines of a sample: each exit status of each command, and the examples of the pages of the commands.
fn sample() -> Vec<String> {
    let mut lines: Vec<String> = EXAMPLES.iter().map(|&(_, line)| line.to_owned()).collect();
    for page in fs::read_dir(PAGES).unwrap() {
        let page = fs::read_to_string(page.unwrap().path()).unwrap();
        lines.extend(examples(&page).iter().map(|example| example.command.to_owned()));
    }
    for (part, reason) in OTHERWISE {
        assert!(lines.iter().any(|line| line.contains(part)), "no `{part}` is left out because {reason}");
    }
    let is_same = |line: &String| !OTHERWISE.iter().any(|(part, _)| line.contains(part));
    lines.retain(|line| is_same(line) && is_installed(line));
    lines
}

/// Runs a line in a folder of its own, and returns standard output, standard error, the exit status, and the files that it wrote.
fn run(line: &str, programs: &Path, module: &Path) -> (String, String, Option<i32>, Vec<(String, String)>) {
    let folder = new_folder();
    fill(folder.path(), LINKS);
    for name in ["strict-dns.pest", "strict-dns.abnf"] {
        fs::copy(folder.path().join("variants").join(name), folder.path().join(name)).unwrap();
    }
    let Output { stdout, stderr, status } =
        shell(line, folder.path(), programs).env("URI_WASM", module).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let mut files: Vec<(String, String)> = Vec::new();
    for entry in
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file())
    {
        files.push((entry.display().to_string(), fs::read_to_string(&entry).unwrap()));
    }
    files.sort();
    let path = folder.path().to_str().unwrap();
    let files = files.into_iter().map(|(name, text)| (name.replace(path, ""), text)).collect();
    (text(stdout).replace(path, ""), without_numbers(&text(stderr).replace(path, "")), status.code(), files)
}

/// Removes the numbers of the system's errors, which WASI numbers in its own way.
fn without_numbers(said: &str) -> String {
    let mut parts = said.split(" (os error ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once(')').map_or(part, |(_, after)| after))
}

#[test]
fn answers_as_the_native_command() {
    let Some(module) = module() else { return };
    let native = Path::new(env!("CARGO_BIN_EXE_uri")).parent().unwrap();
    let (lines, next) = (sample(), AtomicUsize::new(0));
    let differences = thread::scope(|scope| {
        let runs = [(); 2].map(|()| {
            scope.spawn(|| {
                let mut differences = Vec::new();
                while let Some(line) = lines.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let [expected, found] =
                        [native, Path::new(SCRIPTS)].map(|programs| run(line, programs, &module));
                    if expected != found {
                        differences.push(format!("{line}\n native {expected:?}\n   WASI {found:?}"));
                    }
                }
                differences
            })
        });
        runs.into_iter().flat_map(|run| run.join().unwrap()).collect::<Vec<String>>()
    });
    assert!(differences.is_empty(), "{} of {}:\n{}", differences.len(), lines.len(), differences.join("\n"));
}

#[test]
fn no_command_is_missing_from_the_sample() {
    let sampled: BTreeSet<Vec<String>> = sample().iter().map(|line| command_of(line)).collect();
    let is_left_out = |path: &[String]| path == ["serve"];
    let missing: Vec<Vec<String>> = commands()
        .into_iter()
        .filter(|path| {
            groups(&help(path, "--help")).is_empty() && !is_left_out(path) && !sampled.contains(path)
        })
        .collect();
    assert_eq!(missing, [[""; 0]; 0]);
}
