//! Runs a command in its own process, with limits on time and memory.
//!
//! In: a program, its arguments, and the files that it reads.
//! Out: its output, or the reason why it was stopped. Dropping the future kills the process.
//! Next: `http`, which turns the output into an answer.

use std::convert::Infallible;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tempfile::TempDir;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{Child, Command};
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::panels::panel::CommandLine;

/// The variable by which a command limits its own address space, on systems that support this limit, and the
/// limit in bytes. It suffices for a few stacks of 256 MiB, which are mostly untouched, and the heap.
const ADDRESS_SPACE: (&str, &str) = ("URI_ADDRESS_SPACE", "1073741824");
/// The variable by which a command limits its own processor time, on systems that support this limit. It ends
/// the command even if the server was killed.
const CPU_TIME: &str = "URI_CPU_TIME";
/// The maximum length of the output in bytes, twice the length of ten thousand steps.
const LONGEST_OUTPUT: u64 = 8 << 20;
/// The maximum length of the messages, in bytes. Longer messages are truncated.
const LONGEST_MESSAGES: u64 = 256 << 10;
/// The message that Rust prints before it aborts.
const OUT_OF_MEMORY: &str = "memory allocation of ";

/// The result of a command.
#[derive(Debug)]
pub(crate) struct Ended {
    /// The exit status, or 2 if the command was stopped.
    pub(crate) status: i32,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
    /// The reason why there is no answer, if the command was stopped.
    pub(crate) stopped: Option<String>,
}

impl Ended {
    /// Returns the result of a command that could not be run.
    pub(crate) fn failed(error: io::Error) -> Self {
        Self::stopped(format!("it could not be run: {error}"))
    }

    fn late(time: Duration) -> Self {
        Self::stopped(format!("it was stopped because it took longer than {time:?}"))
    }

    fn stopped(why: String) -> Self {
        Self { status: 2, stdout: Vec::new(), stderr: String::new(), stopped: Some(why) }
    }
}

/// Creates a directory for temporary files that other users can neither read nor write.
pub(crate) fn directory(temporary: &Path) -> io::Result<TempDir> {
    tempfile::Builder::new().prefix("uri-serve-").tempdir_in(temporary)
}

/// Runs a command in a new directory, which is removed when the command ends.
///
/// The directory is not inside a directory of the server. Cleanup programs may remove a directory that exists
/// for long, and then another user could create a directory of the same name.
pub(crate) async fn run(
    program: &Path,
    line: &CommandLine,
    temporary: &Path,
    time: Duration,
) -> io::Result<Ended> {
    let directory = directory(temporary)?;
    for (name, text) in &line.files {
        std::fs::write(directory.path().join(name), text)?;
    }
    let mut child = start(program, &line.arguments, directory.path(), time)?;
    let (_waits, nobody_waits) = oneshot::channel::<Infallible>();
    // A separate task outlives this future, and waits until the process has ended.
    let task = tokio::spawn(async move {
        let ended = tokio::select! {
            ended = timeout(time, ended(&mut child)) => ended.unwrap_or_else(|_| Ok(Ended::late(time))),
            _ = nobody_waits => Err(ErrorKind::Interrupted.into()),
        };
        // Has no effect if the process has ended.
        let killed = child.kill().await;
        drop(directory);
        killed.and(ended)
    });
    task.await?
}

fn start(program: &Path, arguments: &[String], directory: &Path, time: Duration) -> io::Result<Child> {
    // The limit is in whole seconds, and later than the server's own limit, because two threads may work on
    // the grammars of a request.
    let seconds = 2 * time.as_secs() + 4;
    Command::new(program)
        .args(arguments)
        .current_dir(directory)
        .env(ADDRESS_SPACE.0, ADDRESS_SPACE.1)
        .env(CPU_TIME, seconds.to_string())
        .env("NO_COLOR", "1")
        // Answers must not depend on the user's configuration.
        .env("URI_CONFIG", "")
        .env("RUST_BACKTRACE", "0")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
}

/// Waits until the command ends or has printed too much.
async fn ended(child: &mut Child) -> io::Result<Ended> {
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let (stdout, stderr) = tokio::join!(read(stdout, LONGEST_OUTPUT), read(stderr, LONGEST_MESSAGES));
    let (stdout, stderr) = (stdout?, String::from_utf8_lossy(&stderr?).into_owned());
    if stdout.len() as u64 > LONGEST_OUTPUT {
        let mebibytes = LONGEST_OUTPUT >> 20;
        return Ok(Ended::stopped(format!("it was stopped because it printed more than {mebibytes} MiB")));
    }
    let status = child.wait().await?;
    let stopped = why_stopped(status, &stderr);
    Ok(Ended { status: status.code().unwrap_or(2), stdout, stderr, stopped })
}

/// Reads at most one byte more than the limit, and closes the pipe.
async fn read(pipe: Option<impl AsyncRead + Unpin>, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        pipe.take(limit + 1).read_to_end(&mut bytes).await?;
    }
    Ok(bytes)
}

/// Returns the reason why a command was stopped.
fn why_stopped(status: ExitStatus, stderr: &str) -> Option<String> {
    match status.code() {
        Some(_) => None,
        None if stderr.contains(OUT_OF_MEMORY) => {
            Some("it was stopped because it needed more than 1 GiB of memory".to_owned())
        }
        None => Some(format!("it was ended by the system: {status}")),
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::Duration;

    use rstest::rstest;

    use super::{Ended, run};
    use crate::panels::panel::CommandLine;

    /// Runs a shell script, and returns its result and the number of files that remain.
    fn script(script: &str, time: Duration) -> (Ended, usize) {
        let below = tempfile::tempdir().unwrap();
        let arguments = ["-c", script].map(str::to_owned).to_vec();
        let files = vec![("a.pest".to_owned(), "x".to_owned())];
        let line = CommandLine { arguments, files, abnf: None, typed: String::new() };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let ended = runtime.block_on(run(Path::new("/bin/sh"), &line, below.path(), time)).unwrap();
        (ended, std::fs::read_dir(below.path()).unwrap().count())
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn what_is_printed_is_returned() {
        let (ended, left) = script("cat a.pest; echo no >&2; exit 1", LONG);
        let found = (ended.status, ended.stdout.as_slice(), ended.stderr.as_str(), ended.stopped);
        assert_eq!(found, (1, &b"x"[..], "no\n", None));
        assert_eq!(left, 0);
    }

    #[test]
    fn the_command_limits_itself() {
        let (ended, _) = script("echo $URI_ADDRESS_SPACE $URI_CPU_TIME", Duration::from_millis(60_500));
        assert_eq!(ended.stdout, b"1073741824 124\n");
    }

    #[test]
    fn the_command_has_no_configuration() {
        let (ended, _) = script("echo \"${URI_CONFIG-as it was}\"", LONG);
        assert_eq!(ended.stdout, b"\n");
    }

    #[rstest]
    #[case::slow("exec sleep 600", Duration::from_millis(50), "it took longer than 50ms")]
    #[case::output_without_end(
        "while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done | cat",
        LONG,
        "more than 8 MiB"
    )]
    #[case::out_of_memory(
        "echo memory allocation of 9 bytes failed >&2; kill -ABRT $$",
        LONG,
        "more than 1 GiB"
    )]
    #[case::killed("kill -KILL $$", LONG, "ended by the system: signal: 9")]
    fn what_is_stopped_says_why(#[case] of: &str, #[case] time: Duration, #[case] why: &str) {
        let (ended, left) = script(of, time);
        assert!(ended.stopped.as_ref().is_some_and(|stopped| stopped.contains(why)), "{ended:?}");
        assert_eq!((ended.status, left), (2, 0));
    }

    #[test]
    fn what_nobody_waits_for_is_killed() {
        let below = tempfile::tempdir().unwrap();
        let script = "echo $$ > ../id.new; mv ../id.new ../id; exec sleep 600";
        let arguments = ["-c", script].map(str::to_owned).to_vec();
        let line = CommandLine { arguments, files: Vec::new(), abnf: None, typed: String::new() };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let id = below.path().join("id");
            let begun = async {
                while !id.exists() {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            };
            tokio::select! {
                ended = run(Path::new("/bin/sh"), &line, below.path(), LONG) => panic!("{ended:?}"),
                () = begun => {}
            }
            let id = std::fs::read_to_string(id).unwrap();
            let is_there = || {
                let asked =
                    std::process::Command::new("/bin/sh").args(["-c", &format!("kill -0 {id}")]).output();
                asked.unwrap().status.success()
            };
            for _ in 0..1000 {
                if !is_there() {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            panic!("it is still there");
        });
    }

    #[test]
    fn messages_without_end_are_cut_off() {
        let (ended, _) = script("yes 2>/dev/null | head -c 1000000 >&2; exit 3", LONG);
        assert_eq!(ended.stderr.len(), (256 << 10) + 1);
    }
}
