//! A scheduler and executors in processes of their own. Some executors are killed or join later.

use std::fs::read_dir;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use datafusion::error::Result;
use rstest::rstest;
use serde_json::Value;
use tempfile::TempDir;
use tokio::spawn;

use crate::rows::{here, on, run};

/// The time limit for a process to start, or for its loss to be noticed, long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(20);

/// The processes of a cluster. Dropping the value kills them and removes their directories.
pub(crate) struct Cluster {
    address: String,
    scheduler: Child,
    executors: Vec<Child>,
    directory: TempDir,
}

impl Cluster {
    /// Starts a cluster with this number of executors, and waits until all have registered.
    pub(crate) fn start(executors: usize) -> Self {
        Self::with(executors, &[])
    }

    /// Like [`Cluster::start`], with more options for the scheduler.
    pub(crate) fn with(executors: usize, options: &[&str]) -> Self {
        let directory = TempDir::with_prefix("uri-sql-cluster-").unwrap();
        let mut scheduler = Command::new(env!("CARGO_BIN_EXE_uri-sql-scheduler"))
            .args(["--bind-host", "127.0.0.1", "--external-host", "127.0.0.1", "--bind-port", "0"])
            .args(["--expire-dead-executor-interval-seconds", "1"])
            .args(options)
            .stdout(Stdio::piped())
            .stderr(std::fs::File::create(directory.path().join("scheduler.log")).unwrap())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(scheduler.stdout.take().unwrap()).read_line(&mut address).unwrap();
        let mut cluster =
            Self { address: address.trim_end().to_owned(), scheduler, executors: Vec::new(), directory };
        assert!(cluster.address.starts_with("df://"), "{}", cluster.log());
        for _ in 0..executors {
            cluster.add();
        }
        cluster
    }

    /// Returns the address of the scheduler.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Starts another executor, and waits until it has registered.
    pub(crate) fn add(&mut self) {
        let (before, number) = (self.alive(), self.executors.len());
        let (_, port) = self.address.rsplit_once(':').unwrap();
        let directory = self.work_directory(number);
        std::fs::create_dir(&directory).unwrap();
        let log = self.directory.path().join(format!("executor-{number}.log"));
        let executor = Command::new(env!("CARGO_BIN_EXE_uri-sql-executor"))
            .args(["--bind-host", "127.0.0.1", "--external-host", "127.0.0.1"])
            .args(["--scheduler-host", "127.0.0.1", "--scheduler-port", port])
            .args(["--bind-port", "0", "--bind-grpc-port", "0", "--bind-health-port", "0"])
            .args(["--vcores", "1", "--memory-pool-size", "1GB", "--work-dir"])
            .arg(&directory)
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(log).unwrap())
            .spawn()
            .unwrap();
        self.executors.push(executor);
        self.wait_for("the executor to register", |cluster| cluster.alive() > before);
    }

    /// Kills an executor without a shutdown, as a power failure does.
    pub(crate) fn kill(&mut self, number: usize) {
        self.executors[number].kill().unwrap();
        self.executors[number].wait().unwrap();
    }

    /// Returns the number of executors that the scheduler considers alive.
    pub(crate) fn alive(&self) -> usize {
        let executors: Value = serde_json::from_str(&self.get("/api/executors")).unwrap();
        executors.as_array().unwrap().len()
    }

    /// Returns the scheduler's response to an HTTP request.
    pub(crate) fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(self.address.trim_start_matches("df://")).unwrap();
        write!(stream, "GET {path} HTTP/1.0\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split_once("\r\n\r\n").unwrap().1.to_owned()
    }

    /// Returns the shuffle directory of an executor, with nested directories for each job, stage and task.
    pub(crate) fn work_directory(&self, number: usize) -> PathBuf {
        self.directory.path().join(format!("executor-{number}"))
    }

    /// Returns the largest number of stages of a job in which the executor has finished a task.
    pub(crate) fn stages(&self, number: usize) -> usize {
        let jobs = entries(&self.work_directory(number));
        jobs.iter()
            .map(|job| entries(job).iter().filter(|stage| !entries(stage).is_empty()).count())
            .max()
            .unwrap_or(0)
    }

    /// Returns the log of the scheduler.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(self.directory.path().join("scheduler.log")).unwrap()
    }

    /// Waits until the condition is true.
    pub(crate) fn wait_for(&mut self, what: &str, so: impl Fn(&Self) -> bool) {
        let began = Instant::now();
        while !so(self) {
            assert!(
                began.elapsed() < PATIENCE,
                "waited too long for {what}; the scheduler's log:\n{}",
                self.log()
            );
            sleep(PAUSE);
        }
    }
}

/// Returns the directories in a directory; none if it does not exist.
fn entries(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = read_dir(directory) else { return Vec::new() };
    entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir()).collect()
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for process in self.executors.iter_mut().chain([&mut self.scheduler]) {
            // Fails if the process has already ended.
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

// Executors are killed or join while a statement runs.

/// Every row belongs to a group, so a lost or duplicated row changes the sums. The three stages count the
/// lines of each file, the lines of all files, and the counts.
const STATEMENT: &str = "select n, count(*), min(line), max(line), sum(total) from \
     (select line, count(*) as n, sum(id) as total from links group by line) group by n order by n";

const VICTIM: usize = 1;

/// Kills an executor after its first task of this stage, while other tasks are waiting.
async fn lose_an_executor(cluster: &mut Cluster, stage: usize) -> Result<String> {
    let there = on(cluster).await;
    let statement = spawn(async move { run(&there, STATEMENT).await });
    cluster
        .wait_for("the stage to begin", |cluster| cluster.stages(VICTIM) >= stage || statement.is_finished());
    assert!(!statement.is_finished(), "the statement ended before the executor was killed");
    cluster.kill(VICTIM);
    let answer = statement.await.unwrap();
    cluster.wait_for("the loss to be noticed", |cluster| cluster.alive() == 2);
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn what_reads_files_is_repeated() {
    let mut cluster = Cluster::start(3);
    let answer = lose_an_executor(&mut cluster, 1).await.unwrap();
    assert_eq!(answer, run(&here().await, STATEMENT).await.unwrap());
}

/// A statement fails if other executors read from the lost executor. It fails immediately or, if stages are
/// repeated, at the end, because rows would be duplicated. The repeated statement succeeds.
#[rstest]
#[case::at_once(&[])]
#[case::at_the_end(&["--stage-max-failures", "4"])]
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_counted_twice(#[case] options: &[&str]) {
    let mut cluster = Cluster::with(3, options);
    let error = lose_an_executor(&mut cluster, 2).await.unwrap_err().to_string();
    let repeats = !options.is_empty();
    assert_eq!(error.contains("rows may have been counted or written twice"), repeats, "{error}");
    let answer = run(&on(&cluster).await, STATEMENT).await.unwrap();
    assert_eq!(answer, run(&here().await, STATEMENT).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_executor_that_joins_takes_part() {
    let mut cluster = Cluster::start(1);
    let there = on(&cluster).await;
    let statement = spawn(async move { run(&there, STATEMENT).await });
    cluster.wait_for("the statement to begin", |cluster| cluster.stages(0) > 0 || statement.is_finished());
    cluster.add();
    cluster.wait_for("the new executor to work", |cluster| cluster.stages(1) > 0 || statement.is_finished());
    assert!(!statement.is_finished(), "the statement ended before the new executor had done anything");

    let answer = statement.await.unwrap().unwrap();
    assert_eq!(answer, run(&here().await, STATEMENT).await.unwrap());
}
