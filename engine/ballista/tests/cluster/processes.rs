//! One scheduler and its executors, as processes of their own.

use std::fs::read_dir;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// How long a process may take to start or to be noticed as lost, on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(20);

/// Kills all processes and removes their directories when it is dropped.
pub(crate) struct Cluster {
    address: String,
    scheduler: Child,
    executors: Vec<Child>,
    directory: TempDir,
}

impl Cluster {
    /// Returns a cluster of so many executors, which have all registered.
    pub(crate) fn start(executors: usize) -> Self {
        Self::with(executors, &[])
    }

    /// As [`Cluster::start`], with more options of the scheduler.
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

    /// The address of the scheduler.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Starts one executor more and waits until the scheduler counts it.
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

    /// Kills an executor as a power failure would.
    pub(crate) fn kill(&mut self, number: usize) {
        self.executors[number].kill().unwrap();
        self.executors[number].wait().unwrap();
    }

    /// How many executors the scheduler hears of.
    pub(crate) fn alive(&self) -> usize {
        let executors: Value = serde_json::from_str(&self.get("/api/executors")).unwrap();
        executors.as_array().unwrap().len()
    }

    /// What the scheduler answers to a request over HTTP.
    pub(crate) fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(self.address.trim_start_matches("df://")).unwrap();
        write!(stream, "GET {path} HTTP/1.0\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split_once("\r\n\r\n").unwrap().1.to_owned()
    }

    /// Where an executor shuffles: a directory for each job, in it one for each stage, in it one for each task.
    pub(crate) fn work_directory(&self, number: usize) -> PathBuf {
        self.directory.path().join(format!("executor-{number}"))
    }

    /// Of how many stages of one job the executor has finished a task.
    pub(crate) fn stages(&self, number: usize) -> usize {
        let jobs = entries(&self.work_directory(number));
        jobs.iter()
            .map(|job| entries(job).iter().filter(|stage| !entries(stage).is_empty()).count())
            .max()
            .unwrap_or(0)
    }

    /// What the scheduler has logged.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(self.directory.path().join("scheduler.log")).unwrap()
    }

    /// Waits until it is so.
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

/// The directories in a directory, none if there is no such directory.
fn entries(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = read_dir(directory) else { return Vec::new() };
    entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir()).collect()
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for process in self.executors.iter_mut().chain([&mut self.scheduler]) {
            // It may have ended already.
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}
