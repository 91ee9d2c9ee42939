//! The answers of the page's worker to many inputs of each panel are those of the commands, each in a process of its own.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use rstest::rstest;
use serde_json::{Value, json};
use urigram_page::{Answer, CommandLine, Ended, LONGEST_OUTPUT};

use super::inputs::Inputs;
use super::{SCRIPTS, module, new_folder, without_numbers};

const WORKER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../page/site/worker.js");

/// The asks of a request, which have the same grammar.
const ASKS: usize = 4;

/// Returns the number of inputs of each panel, which is larger if the environment variable `THOROUGH` is set.
fn number() -> usize {
    if std::env::var_os("THOROUGH").is_some() { 2000 } else { 40 }
}

/// Returns the lines that the worker sends as it answers the requests.
fn of_worker(module: PathBuf, requests: &[String]) -> Vec<String> {
    let mut node = Command::new("node")
        .args([&Path::new(SCRIPTS).join("worker.mjs"), Path::new(WORKER), &module])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node can be run");
    let mut stdin = node.stdin.take().unwrap();
    let stdout = BufReader::new(node.stdout.take().unwrap());
    let lines = thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(requests.concat().as_bytes()));
        stdout.lines().map(Result::unwrap).collect()
    });
    assert!(node.wait().unwrap().success());
    lines
}

/// Returns the answer by the output of the command.
fn of_command(line: &CommandLine, folder: &Path) -> Value {
    let arguments: Vec<&str> = line.arguments.iter().map(String::as_str).collect();
    let mut command = crate::command(&arguments);
    command.current_dir(folder).env("NO_COLOR", "1");
    let ran = crate::run(command, b"");
    let stderr = without_numbers(&ran.stderr);
    let ended = if ran.stdout.len() > LONGEST_OUTPUT {
        Ended { stderr, ..Ended::long() }
    } else {
        Ended { status: ran.status, stdout: ran.stdout.into_bytes(), stderr, stopped: None }
    };
    serde_json::to_value(Answer::new(line, ended)).unwrap()
}

/// Whether the time of `uri grammar diff` was up. How far it then came is different each time.
fn is_out_of_time(answer: &Value) -> bool {
    answer.to_string().contains("time")
}

#[rstest]
#[case::parse("parse")]
#[case::validate("validate")]
#[case::normalize("normalize")]
#[case::resolve("resolve")]
#[case::compare("compare")]
#[case::tree("tree")]
#[case::whatwg("whatwg")]
#[case::trace("trace")]
#[case::check("check")]
#[case::diff("diff")]
#[case::prove("prove")]
#[case::sample("sample")]
#[case::draw("draw")]
fn answers_as_the_command(#[case] panel: &str) {
    let Some(module) = module() else { return };
    let mut inputs = Inputs::new(3986);
    let requests: Vec<String> = (0..number() / ASKS).map(|_| inputs.request(panel, ASKS) + "\n").collect();
    let (mut differences, mut late, mut statuses) = (Vec::new(), 0, [0; 3]);
    thread::scope(|scope| {
        let answers = scope.spawn(|| of_worker(module, &requests));
        let expected: Vec<Vec<Value>> = requests.iter().map(|request| of_commands(request)).collect();
        let answers = answers.join().unwrap();
        let mut answers = answers.iter().map(|line| serde_json::from_str::<Value>(line).unwrap());
        for (request, expected) in requests.iter().zip(expected) {
            for expected in expected {
                // Before each answer is the one in case the command is stopped.
                let Some(mut found) = answers.by_ref().take(2).last() else { break };
                if let Value::String(said) = &mut found["said"] {
                    *said = without_numbers(said);
                }
                if let Some(status) = expected["status"].as_u64() {
                    statuses[usize::try_from(status).unwrap()] += 1;
                }
                if found == expected {
                    continue;
                }
                if panel == "diff" && is_out_of_time(&expected) | is_out_of_time(&found) {
                    late += 1;
                    continue;
                }
                differences.push(format!("{request}  native {expected}\n  worker {found}"));
            }
            assert_eq!(answers.next(), Some(json!({ "why": null })), "{request}");
        }
    });
    println!("{panel}: {statuses:?} ended with status 0, 1 and 2; {late} were out of time");
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
    assert!(late <= number() / 20, "{late} were out of time");
    assert!(statuses[0] + statuses[1] > 0 && statuses.iter().sum::<usize>() == number(), "{statuses:?}");
}

/// Returns the answers to a request by commands, one after the other.
fn of_commands(request: &str) -> Vec<Value> {
    let folder = new_folder();
    let lines = urigram_page::command_lines(request.as_bytes()).unwrap();
    for (name, text) in lines.iter().flat_map(|line| &line.files) {
        fs::write(folder.path().join(name), text.as_bytes()).unwrap();
    }
    lines.iter().map(|line| of_command(line, folder.path())).collect()
}

#[test]
fn no_panel_is_missing() {
    for panel in urigram_page::panels() {
        let case = format!("\n#[case::{panel}(\"{panel}\")]\n");
        assert_eq!(include_str!("worker.rs").matches(&case).count(), 1, "{panel}");
    }
}
