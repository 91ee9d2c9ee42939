//! The command `uri-sql` with `--cluster`, beside the same command without it.

use std::path::Path;
use std::process::Command;

use rstest::rstest;
use tempfile::TempDir;

use crate::processes::Cluster;

/// What a run left behind: rows, what it said, and its exit status.
#[derive(Debug, PartialEq, Eq)]
struct Ran {
    rows: String,
    said: String,
    status: Option<i32>,
}

/// Runs the command in the directory. It is of another package, in the same directory as the binaries of this one.
fn run(directory: &TempDir, arguments: &[&str]) -> Ran {
    let binary = Path::new(env!("CARGO_BIN_EXE_uri-sql-executor")).with_file_name("uri-sql");
    let output =
        Command::new(&binary).args(arguments).current_dir(directory).output().unwrap_or_else(|error| {
            panic!("{}: {error}; it is built with `--test command` or `--bins`", binary.display())
        });
    Ran {
        rows: String::from_utf8(output.stdout).unwrap(),
        said: String::from_utf8(output.stderr).unwrap(),
        status: output.status.code(),
    }
}

fn directory() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let files = [
        ("links.txt", "http://example.com/a\nhttps://example.org:8080/b?q#f\nht tp://x\n"),
        ("n.csv", "a,b\n1,x\n2,y\n"),
    ];
    for (name, content) in files {
        std::fs::write(directory.path().join(name), content).unwrap();
    }
    directory
}

#[rstest]
#[case::answers(&ANSWERED, 0)]
#[case::faults_of_data(&FAULTS_OF_DATA, 1)]
fn a_cluster_prints_what_one_process_prints(#[case] statements: &[&str], #[case] status: i32) {
    let cluster = Cluster::start(2);
    let directory = directory();
    for statement in statements {
        let here = run(&directory, &[statement, "--output-format", "csv"]);
        assert_eq!(here.status, Some(status), "{statement}: {here:?}");
        assert_eq!(here.said.is_empty(), status == 0, "{statement}: {here:?}");
        let there = run(&directory, &[statement, "--output-format", "csv", "--cluster", cluster.address()]);
        assert_eq!(there, here, "{statement}");
    }
}

#[test]
fn a_cluster_says_in_one_sentence_what_fails_only_there() {
    let cluster = Cluster::start(2);
    let directory = directory();
    for (statement, status, said) in ONLY_ON_A_CLUSTER {
        let there = run(&directory, &[statement, "--cluster", cluster.address()]);
        assert_eq!((there.status, there.said.as_str()), (Some(status), said), "{statement}");
    }
}

/// The scheduler and the executors run in another directory.
#[test]
fn a_cluster_writes_where_the_command_runs() {
    let cluster = Cluster::start(1);
    let directory = directory();
    let statement = "copy (select line from 'links.txt' order by line) to 'copy.json'";
    let written = |arguments: &[&str]| {
        let ran = run(&directory, arguments);
        assert_eq!((ran.said.as_str(), ran.status), ("", Some(0)));
        let path = directory.path().join("copy.json");
        let content = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(path).unwrap();
        content
    };
    let here = written(&[statement]);
    assert_eq!(written(&[statement, "--cluster", cluster.address()]), here);
}

const ANSWERED: [&str; 12] = [
    "select uri_host(line) h, count(*) from 'links.txt' group by h order by h",
    "select l.line, n.a from 'links.txt' l join 'n.csv' n on n.a = 1 order by 1, 2",
    "create view v as select line from 'links.txt' where line like 'https%'; select uri_port(line) from v",
    "select * from uri_extract('See <http://example.com/> or mailto:a@example.org.') order by start",
    "select l.line, u.uri from 'links.txt' l cross join uri_extract('See http://example.com/.') u order by 1",
    "select * from uri_extract('none')",
    "select count(*) from uri_extract('none')",
    "select max(uri) as last from uri_extract('none')",
    "select max(line) as last from 'links.txt' where false",
    "select line from 'links.txt' limit 0",
    "select \"links.txt\".line from 'links.txt' where \"links.txt\".line like '%x' order by \"links.txt\".line",
    "select \"links.txt\".*, n.a from 'links.txt' join 'n.csv' n on n.a = 1 order by 1",
];

const FAULTS_OF_DATA: [&str; 4] = [
    "select cast(b as int) from 'n.csv'",
    "select a / (a - a) from 'n.csv'",
    "select count(*) from 'n.csv' group by 1 / (a - a)",
    "create external table t (a int, b int) stored as csv location 'n.csv'; select * from t",
];

const FAULT: &str =
    "uri-sql: uri_host_strict: `ht tp://x`: unexpected ' ' in the scheme at byte 2; remove the space from the scheme
  help: uri_host does not fail for such rows
";

const ONLY_ON_A_CLUSTER: [(&str, i32, &str); 6] = [
    ("select uri_host_strict(line) from 'links.txt'", 1, FAULT),
    ("select uri_host_strict(line) h, count(*) from 'links.txt' group by h order by h", 1, FAULT),
    ("explain analyze select uri_host_strict(line) from 'links.txt'", 1, FAULT),
    (
        "create table t as select 1 as a; select * from t",
        2,
        "uri-sql: the table t cannot be sent to a cluster, only tables of files can\n",
    ),
    (
        "select value from generate_series(1, 3)",
        2,
        "uri-sql: the table generate_series() cannot be sent to a cluster, only tables of files can\n",
    ),
    (
        "set ballista.client.pull = true; select line from 'links.txt'",
        2,
        "uri-sql: ballista.client.pull must be false, or an answer that may be wrong is not recognized\n",
    ),
];
