//! Runs commands one after the other in a process, with limits on time and memory.
//!
//! In: a program that has the command `answers`, command lines, and the files that they read.
//! Out: the output of each command, or the reason why it was stopped. The others then run in another process.
//! Dropping the receiver kills the process.
//! Next: `http`, which turns the output into an answer.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use tokio::io::{
    AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWriteExt, BufReader, copy, sink,
};
use tokio::process::{Child, Command};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::panels::answer::Ended;
use crate::panels::panel::CommandLine;

/// The command of the program that runs the commands.
const ANSWERS: &str = "answers";
/// The variable by which a process limits its own address space, on systems that support this limit, and the
/// limit in bytes. It suffices for a few stacks of 256 MiB, which are mostly untouched, and the heap.
const ADDRESS_SPACE: (&str, &str) = ("URI_ADDRESS_SPACE", "1073741824");
/// The variable by which a process limits its own processor time, on systems that support this limit. It ends
/// the process even if the server was killed.
const CPU_TIME: &str = "URI_CPU_TIME";
/// The maximum length of the messages, in bytes. Longer messages are truncated.
const LONGEST_MESSAGES: usize = 256 << 10;
/// The maximum length of the line before an output: a status and two lengths.
const LONGEST_LINE: u64 = 64;
/// The message that Rust prints before it aborts.
const OUT_OF_MEMORY: &str = "memory allocation of ";

impl Ended {
    fn failed(error: &io::Error) -> Self {
        Self::stopped(format!("it could not be run: {error}"))
    }

    fn late(time: Duration) -> Self {
        Self::stopped(format!("it was stopped because it took longer than {time:?}"))
    }
}

/// Creates a directory for temporary files that other users can neither read nor write.
pub(crate) fn directory(temporary: &Path) -> io::Result<TempDir> {
    tempfile::Builder::new().prefix("uri-serve-").tempdir_in(temporary)
}

/// Runs the commands, and returns the receiver of their results, in order.
pub(crate) fn run(
    program: PathBuf,
    lines: Arc<[CommandLine]>,
    temporary: PathBuf,
    time: Duration,
) -> Receiver<Ended> {
    let (sender, results) = channel(1);
    // The task outlives the receiver until the process has ended.
    tokio::spawn(async move {
        let mut rest = &lines[..];
        while !rest.is_empty() && !sender.is_closed() {
            let ended = run_some(&program, rest, &temporary, time, &sender).await;
            let number = match ended {
                Ok(number) => number,
                Err(error) => {
                    let _ = sender.send(Ended::failed(&error)).await;
                    1
                }
            };
            rest = &rest[number..];
        }
    });
    results
}

/// Runs the commands in a process until it ends or is too slow. Sends the results, and returns their number; or
/// returns an error if the process could not be started. The process has a new directory, which is removed when
/// it ends.
///
/// The directory is not inside a directory of the server. Cleanup programs may remove a directory that exists
/// for long, and then another user could create a directory of the same name.
async fn run_some(
    program: &Path,
    lines: &[CommandLine],
    temporary: &Path,
    time: Duration,
    sender: &Sender<Ended>,
) -> io::Result<usize> {
    let directory = directory(temporary)?;
    let files: BTreeMap<_, _> =
        lines.iter().flat_map(|line| &line.files).map(|(name, text)| (name, text)).collect();
    for (name, text) in files {
        std::fs::write(directory.path().join(name), text.as_bytes())?;
    }
    let mut child = start(program, lines.len(), directory.path(), time)?;
    let number = tokio::select! {
        number = send_all(&mut child, lines, time, sender) => number,
        () = sender.closed() => lines.len(),
    };
    // Has no effect if the process has ended.
    let killed = child.kill().await;
    drop(directory);
    killed.and(Ok(number))
}

fn start(program: &Path, commands: usize, directory: &Path, time: Duration) -> io::Result<Child> {
    // The limit is in whole seconds, and later than the server's own limit, because two threads may work on
    // the grammars of a command.
    let seconds = (2 * time.as_secs() + 4) * commands as u64;
    Command::new(program)
        .arg(ANSWERS)
        .current_dir(directory)
        .env(ADDRESS_SPACE.0, ADDRESS_SPACE.1)
        .env(CPU_TIME, seconds.to_string())
        .env("NO_COLOR", "1")
        // Answers must not depend on the user's configuration.
        .env("URI_CONFIG", "")
        .env("RUST_BACKTRACE", "0")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
}

/// Sends the results of the commands until the process ends or is too slow, and returns their number.
async fn send_all(child: &mut Child, lines: &[CommandLine], time: Duration, sender: &Sender<Ended>) -> usize {
    let (Some(mut stdin), Some(stdout), Some(stderr)) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        unreachable!("the three streams of the process are pipes");
    };
    let asked: String = lines.iter().map(|line| format!("{}\n", serde_json::json!(line.arguments))).collect();
    // Errors do not matter: a process that has not read all ends without all results.
    tokio::spawn(async move { stdin.write_all(asked.as_bytes()).await });
    let messages = tokio::spawn(read(stderr, LONGEST_MESSAGES));
    let mut stdout = BufReader::new(stdout);
    for number in 1..=lines.len() {
        // Wait for the place first, so that at most one result waits for the client.
        let Ok(place) = sender.reserve().await else { break };
        let ended = match timeout(time, next(&mut stdout)).await {
            Ok(Ok(ended)) => {
                place.send(ended);
                continue;
            }
            Ok(Err(_)) => timeout(time, end(child, messages)).await.unwrap_or_else(|_| Ended::late(time)),
            Err(_) => Ended::late(time),
        };
        place.send(ended);
        return number;
    }
    lines.len()
}

/// Reads the result of the next command, or returns an error if the process has ended.
async fn next(stdout: &mut (impl AsyncBufRead + Unpin)) -> io::Result<Ended> {
    let mut line = Vec::new();
    (&mut *stdout).take(LONGEST_LINE).read_until(b'\n', &mut line).await?;
    let (status, printed, said): (i32, Option<usize>, usize) = serde_json::from_slice(&line)?;
    let mut stdout_of = vec![0; printed.unwrap_or_default()];
    stdout.read_exact(&mut stdout_of).await?;
    let mut stderr = vec![0; said.min(LONGEST_MESSAGES)];
    stdout.read_exact(&mut stderr).await?;
    copy(&mut stdout.take((said - stderr.len()) as u64), &mut sink()).await?;
    let stderr = String::from_utf8_lossy(&stderr).into_owned();
    Ok(match printed {
        Some(_) => Ended { status, stdout: stdout_of, stderr, stopped: None },
        None => Ended { stderr, ..Ended::long() },
    })
}

/// Waits for the end of the process, and returns the result of the command during which it ended.
async fn end(child: &mut Child, messages: JoinHandle<io::Result<Vec<u8>>>) -> Ended {
    let (status, messages) = match tokio::join!(child.wait(), messages) {
        (Ok(status), Ok(Ok(messages))) => (status, messages),
        (Err(error), _) | (_, Ok(Err(error))) => return Ended::failed(&error),
        (_, Err(error)) => return Ended::failed(&error.into()),
    };
    let stderr = String::from_utf8_lossy(&messages).into_owned();
    let why = why_ended(status, &stderr);
    Ended { stderr, ..Ended::stopped(why) }
}

/// Reads at most so many bytes, and closes the pipe.
async fn read(pipe: impl AsyncRead + Unpin, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    pipe.take(most as u64).read_to_end(&mut bytes).await?;
    Ok(bytes)
}

/// Returns the reason why the process ended before it answered.
fn why_ended(status: ExitStatus, stderr: &str) -> String {
    match status.code() {
        Some(code) => format!("it ended with exit status {code} before it answered"),
        None if stderr.contains(OUT_OF_MEMORY) => {
            "it was stopped because it needed more than 1 GiB of memory".to_owned()
        }
        None => format!("it was ended by the system: {status}"),
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::sync::Arc;
    use std::time::Duration;

    use rstest::rstest;

    use super::{Ended, LONGEST_MESSAGES, run};
    use crate::panels::request;

    /// Starts this script instead of `uri answers` for so many commands on a grammar, and passes the receiver of the results
    /// to `take`. Returns its result and the number of directories that remain.
    fn with_script<T>(
        script: &str,
        commands: usize,
        time: Duration,
        take: impl AsyncFnOnce(tokio::sync::mpsc::Receiver<Ended>, &Path) -> T,
    ) -> (T, usize) {
        let folder = tempfile::tempdir().unwrap();
        let (program, below) = (folder.path().join("uri"), folder.path().join("below"));
        fs::create_dir(&below).unwrap();
        // Written by another process: a child that another test starts meanwhile would have the file open for writing, and it
        // could not be run.
        let written = std::process::Command::new("/bin/sh")
            .args(["-c", "printf '%s\\n' '#!/bin/sh' \"$1\" > \"$0\" && chmod 700 \"$0\""])
            .arg(&program)
            .arg(script)
            .status();
        assert!(written.unwrap().success());
        let ask = r#"{"panel": "check", "fields": {"keep": ""}}"#;
        let asks = vec![ask; commands].join(",");
        let body = format!(r#"{{"client": "1", "turn": 1, "grammar": "x", "asks": [{asks}]}}"#);
        let lines = Arc::from(request(body.as_bytes()).unwrap().lines);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let taken = runtime.block_on(async {
            let taken = take(run(program, lines, below.clone(), time), folder.path()).await;
            // The directory is removed after the last result was sent.
            for _ in 0..1000 {
                if fs::read_dir(&below).unwrap().next().is_none() {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            taken
        });
        (taken, fs::read_dir(&below).unwrap().count())
    }

    /// Returns the results of so many commands.
    fn results(script: &str, commands: usize, time: Duration) -> Vec<Ended> {
        let (results, left) = with_script(script, commands, time, async |mut receiver, _| {
            let mut results = Vec::new();
            while let Some(ended) = receiver.recv().await {
                results.push(ended);
            }
            results
        });
        assert_eq!((results.len(), left), (commands, 0));
        results
    }

    fn result(script: &str, time: Duration) -> Ended {
        results(script, 1, time).remove(0)
    }

    const LONG: Duration = Duration::from_secs(60);
    /// Reads the command lines, and prints the results of three commands.
    const THREE: &str =
        "read a; read b; echo '[0,2,0]'; echo 1; echo '[1,0,3]'; echo no; echo '[2,1,1]'; echo a";

    #[test]
    fn what_is_printed_is_returned() {
        let found = results(THREE, 2, LONG);
        let found: Vec<_> =
            found.iter().map(|ended| (ended.status, &*ended.stdout, &*ended.stderr)).collect();
        assert_eq!(found, [(0, &b"1\n"[..], ""), (1, b"", "no\n")]);
    }

    #[test]
    fn command_lines_and_files_are_given() {
        let script = "test $# = 1 && test $1 = answers && echo \"[0,$(($(wc -c < grammar.pest) + 53)),0]\" && cat && cat grammar.pest";
        let ended = result(script, LONG);
        assert_eq!(
            ended.stdout, b"[\"grammar\",\"check\",\"--format\",\"json\",\"grammar.pest\"]\nx",
            "{ended:?}"
        );
    }

    #[rstest]
    #[case::address_space("$URI_ADDRESS_SPACE", 1, "1073741824")]
    #[case::time("$URI_CPU_TIME", 1, "124")]
    #[case::time_of_several("$URI_CPU_TIME", 3, "372")]
    #[case::no_configuration("[${URI_CONFIG-as it was}]", 1, "[]")]
    fn variables(#[case] of: &str, #[case] commands: usize, #[case] expected: &str) {
        let script =
            format!("v=\"{of}\"; while read line; do echo \"[0,${{#v}},0]\"; printf %s \"$v\"; done");
        let results = results(&script, commands, Duration::from_millis(60_500));
        assert!(results.iter().all(|ended| ended.stdout == expected.as_bytes()), "{results:?}");
    }

    #[rstest]
    #[case::slow("exec sleep 600", Duration::from_millis(50), "it took longer than 50ms")]
    #[case::long_output("echo '[0,null,0]'", LONG, "more than 8 MiB")]
    #[case::exit("exit 101", LONG, "it ended with exit status 101 before it answered")]
    #[case::exit_without_an_answer("true", LONG, "it ended with exit status 0 before it answered")]
    #[case::out_of_memory(
        "echo memory allocation of 9 bytes failed >&2; kill -ABRT $$",
        LONG,
        "more than 1 GiB"
    )]
    #[case::killed("kill -KILL $$", LONG, "ended by the system: signal: 9")]
    #[case::killed_while_it_answers("echo '[0,9,0]'; kill -KILL $$", LONG, "ended by the system: signal: 9")]
    #[case::no_answer("echo '[0,9,0'; exec sleep 600", Duration::from_millis(50), "it took longer than 50ms")]
    fn what_is_stopped_says_why(#[case] of: &str, #[case] time: Duration, #[case] why: &str) {
        let ended = result(of, time);
        assert!(ended.stopped.as_ref().is_some_and(|stopped| stopped.contains(why)), "{ended:?}");
        assert_eq!(ended.status, 2);
    }

    #[rstest]
    #[case::ended("echo no >&2; exit 101")]
    #[case::long_output("echo '[2,null,3]'; echo no")]
    fn what_is_stopped_has_its_messages(#[case] of: &str) {
        let ended = result(of, LONG);
        assert_eq!((ended.stopped.is_some(), &*ended.stderr), (true, "no\n"));
    }

    #[test]
    fn the_same_process_answers_after_a_long_output() {
        let results = results("echo '[0,null,0]'; echo '[0,1,0]'; printf 1; exec sleep 600", 2, LONG);
        let found: Vec<_> = results.iter().map(|ended| (ended.stopped.is_some(), &*ended.stdout)).collect();
        assert_eq!(found, [(true, &b""[..]), (false, b"1")]);
    }

    /// The process answers the first of its commands and ends, so that the second is stopped, and another process answers
    /// the others.
    #[test]
    fn another_process_answers_what_is_left() {
        let results = results("read line; echo '[0,1,0]'; printf 1; kill -KILL $$", 5, LONG);
        let stopped: Vec<_> = results.iter().map(|ended| ended.stopped.is_some()).collect();
        assert_eq!(stopped, [false, true, false, true, false]);
    }

    #[test]
    fn a_program_that_is_not_there_is_named_each_time() {
        let lines =
            request(br#"{"client": "1", "turn": 1, "asks": [{"panel": "check", "fields": {"keep": ""}}]}"#);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let ended = runtime.block_on(async {
            let lines = Arc::from(lines.unwrap().lines);
            run("/nowhere/uri".into(), lines, std::env::temp_dir(), LONG).recv().await
        });
        assert!(ended.unwrap().stopped.is_some_and(|stopped| stopped.starts_with("it could not be run: ")));
    }

    #[test]
    fn what_nobody_waits_for_is_killed() {
        let script = "echo $$ > ../../id.new; mv ../../id.new ../../id; exec sleep 600";
        let is_there = |id: &str| {
            let asked = std::process::Command::new("/bin/sh").args(["-c", &format!("kill -0 {id}")]).output();
            asked.unwrap().status.success()
        };
        let (is_left, left) = with_script(script, 1, LONG, async |receiver, folder| {
            while !folder.join("id").exists() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            let id = fs::read_to_string(folder.join("id")).unwrap();
            assert!(is_there(&id));
            drop(receiver);
            for _ in 0..1000 {
                if !is_there(&id) {
                    return false;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            true
        });
        assert_eq!((is_left, left), (false, 0));
    }

    #[test]
    fn long_messages_are_cut_off() {
        let script =
            "read line; echo '[3,1,1000000]'; printf 1; yes | head -c 1000000; echo '[0,1,0]'; printf 2";
        let results = results(script, 2, LONG);
        assert_eq!((results[0].status, results[0].stderr.len()), (3, LONGEST_MESSAGES));
        assert_eq!(results[1].stdout, b"2");
    }
}
