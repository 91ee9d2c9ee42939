//! A cluster gives the same results as this process, for typed references that are repeated with mutations in
//! eight Parquet files of ten row groups.

use std::env;
use std::fmt::Write;
use std::fs::{File, create_dir_all};
use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};
use std::thread::scope;

use datafusion::arrow::array::{ArrayRef, Int64Array, RecordBatch, StringBuilder};
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::error::Result;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::prelude::{SessionConfig, SessionContext};
use rstest::rstest;

use crate::processes::Cluster;
use crate::{files, runner};

const FILES: u64 = 8;
const GROUPS: u64 = 10;

/// The number of rows: a hundred thousand, or ten million if the environment variable `THOROUGH` is set.
pub(crate) static ROWS: LazyLock<u64> =
    LazyLock::new(|| if env::var_os("THOROUGH").is_some() { 10_000_000 } else { 100_000 });

/// The number of hosts in the references before mutations.
pub(crate) const HOSTS: u64 = 5_000;

const SEEDS: [&str; 8] = [
    "https://host{}.example/",
    "http://host{}.example:8080/a/b/../c?q={}",
    "https://user@host{}.example/%7Ehome/index.html#top",
    "HTTP://HOST{}.EXAMPLE/long/path/with/many/segments/and/a/file.tar.gz",
    "//host{}.example/relative?x=1&y=2",
    "../relative/path?host=host{}.example",
    "mailto:someone@host{}.example",
    "https://[2001:db8::{}]/v6",
];

/// Returns the directories of two tables: rows with the columns `id` and `line`, and hosts with the columns `host` and
/// `kind`.
pub(crate) fn tables() -> (&'static str, &'static str) {
    static TABLES: OnceLock<(String, String)> = OnceLock::new();
    let (links, hosts) = TABLES.get_or_init(|| {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cluster");
        let (links, hosts) = (root.join("links"), root.join("hosts"));
        create_dir_all(&links).unwrap();
        create_dir_all(&hosts).unwrap();
        // Two threads, each for half of the files.
        scope(|scope| {
            for half in 0..2 {
                let links = &links;
                scope.spawn(move || (0..FILES / 2).for_each(|file| write_links(links, 2 * file + half)));
            }
        });
        write_hosts(&hosts);
        (text(&links), text(&hosts))
    });
    (links, hosts)
}

fn text(path: &Path) -> String {
    format!("{}/", path.display())
}

fn write_links(directory: &Path, file: u64) {
    let rows = *ROWS / (FILES * GROUPS);
    let groups = (file * GROUPS..(file + 1) * GROUPS).map(|group| {
        let ids = group * rows..(group + 1) * rows;
        let mut lines = StringBuilder::new();
        let mut line = String::new();
        for id in ids.clone() {
            mutate(id, &mut line);
            lines.append_value(&line);
        }
        let ids: Int64Array = ids.map(|id| i64::try_from(id).unwrap()).collect();
        [("id", Arc::new(ids) as ArrayRef), ("line", Arc::new(lines.finish()))]
    });
    write(&directory.join(format!("{file}.parquet")), groups);
}

/// Writes the reference of row `id`. Nine of ten references are valid.
fn mutate(id: u64, line: &mut String) {
    let random = mix(id);
    let seed = SEEDS[(random % 8) as usize];
    line.clear();
    let number = (random >> 8) % HOSTS;
    for (at, part) in seed.split("{}").enumerate() {
        match (at, part) {
            (0, part) => line.push_str(part),
            (_, part) => write!(line, "{number}{part}").unwrap(),
        }
    }
    match (random >> 40) % 20 {
        0 => line.push_str("%zz"),
        1 => line.insert(line.len() / 2, ' '),
        2 | 3 => line.push_str("?again=1"),
        _ => {}
    }
}

/// The finalizer of SplitMix64, so that every run has the same rows.
fn mix(id: u64) -> u64 {
    let mut mixed = id.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

fn write_hosts(directory: &Path) {
    let mut hosts = StringBuilder::new();
    // Some of these hosts occur in no row, and some hosts of the rows are missing.
    let numbers = (0..2 * HOSTS).step_by(3);
    for number in numbers.clone() {
        hosts.append_value(format!("host{number}.example"));
    }
    let kinds: Int64Array = numbers.map(|number| i64::try_from(number % 7).unwrap()).collect();
    let table = [("host", Arc::new(hosts.finish()) as ArrayRef), ("kind", Arc::new(kinds))];
    write(&directory.join("hosts.parquet"), [table]);
}

fn write<const N: usize>(path: &Path, groups: impl IntoIterator<Item = [(&'static str, ArrayRef); N]>) {
    let mut writer = None;
    for group in groups {
        let batch = RecordBatch::try_from_iter(group).unwrap();
        let writer = writer.get_or_insert_with(|| {
            ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), None).unwrap()
        });
        writer.write(&batch).unwrap();
        // Ends the row group.
        writer.flush().unwrap();
    }
    writer.unwrap().close().unwrap();
}

// A cluster gives the same results as this process.

/// The statement files that also run in this process.
#[tokio::test(flavor = "multi_thread")]
async fn files_of_statements() {
    let cluster = Cluster::start(2);
    let files = files::written();
    let folders = ["datafusion/tests/functions/sql", "sql/tests/shell/sql"];
    let mut ran = 0;
    for folder in folders {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join(folder);
        for file in std::fs::read_dir(folder).unwrap() {
            let (session, file) = (session_on(&cluster), file.unwrap().path());
            runner::run(session, &file, "cluster", files.path().to_str().unwrap()).await;
            ran += 1;
        }
    }
    assert!(ran > 10, "{ran}");
}

#[rstest]
#[case::count("select count(*), min(id), max(id), sum(id) from links")]
#[case::groups(
    "select uri_host(line) as host, count(*) as n, sum(id) from links group by host order by n desc, host limit 50"
)]
#[case::order("select line, id from links where id % 997 = 0 order by line desc, id")]
#[case::join(
    "select kind, count(*), sum(id), count(distinct host) from links join hosts on uri_host(line) = host \
     group by kind order by kind"
)]
#[case::distinct("select count(distinct uri_host(line)), uri_count_distinct(line) from links")]
#[tokio::test(flavor = "multi_thread")]
async fn many_rows(#[case] statement: &str) {
    let cluster = Cluster::start(3);
    let expected = run(&here().await, statement).await.unwrap();
    // Two empty results would be equal, and an empty table has four lines.
    assert!(expected.lines().count() > 4, "{expected}");
    assert_eq!(run(&on(&cluster).await, statement).await.unwrap(), expected);
}

/// Ballista sends an error as text, which contains the same error as in this process.
#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_row() {
    let cluster = Cluster::start(1);
    let files = files::written();
    let statement = format!("select uri_host_strict(line) from '{}/password.txt'", files.path().display());
    let expected = "uri_host_strict: `http://u:***@a b/`: unexpected ' ' in the host at byte 17; remove the space from the host";
    for session in [here().await, on(&cluster).await] {
        let error = run(&session, &statement).await.unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
        assert!(!error.contains("secret"), "{error}");
    }
    assert!(!cluster.log().contains("secret"));
}

/// The states of the aggregate, 16 bytes for each form, exceed the maximum size of a message.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "reads ten million rows, if `THOROUGH` is set"]
async fn millions_of_forms_are_counted() {
    let cluster = Cluster::start(2);
    let there = on(&cluster).await;
    run(&there, "set datafusion.execution.target_partitions = 2").await.unwrap();
    let statement = "select uri_count_distinct('http://a/' || id) as forms from links where id % 2 = 0";
    let answer = run(&there, statement).await.unwrap();
    assert!(answer.contains(&format!("| {} ", *ROWS / 2)), "{answer}");
}

// Runs statements in this process or on a cluster, and writes their results as text.

/// Returns a session in this process, with the tables of rows.
pub(crate) async fn here() -> SessionContext {
    with_tables(uri_sql::session(SessionConfig::new(), Arc::default(), None).unwrap()).await
}

/// Returns a session on a cluster, with the tables of rows.
pub(crate) async fn on(cluster: &Cluster) -> SessionContext {
    with_tables(session_on(cluster)).await
}

pub(crate) fn session_on(cluster: &Cluster) -> SessionContext {
    let config = SessionConfig::new().with_information_schema(true).with_target_partitions(8);
    uri_sql::session(config, Arc::default(), Some(cluster.address())).unwrap()
}

async fn with_tables(session: SessionContext) -> SessionContext {
    let (links, hosts) = tables();
    for (name, directory) in [("links", links), ("hosts", hosts)] {
        session.register_parquet(name, directory, Default::default()).await.unwrap();
    }
    session
}

/// Returns the rows of a statement as a table.
pub(crate) async fn run(session: &SessionContext, statement: &str) -> Result<String> {
    let rows = session.sql(statement).await?.collect().await?;
    Ok(pretty_format_batches(&rows)?.to_string())
}
