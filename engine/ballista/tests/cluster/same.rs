//! The same answers as in one process.

use std::path::Path;

use rstest::rstest;

use crate::answer::{here, on, run, session_on};
use crate::processes::Cluster;
use crate::rows::ROWS;
use crate::{files, runner};

/// The files of statements that also run in one process.
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
    // The lines around the header and the end are four: two empty answers are the same answer.
    assert!(expected.lines().count() > 4, "{expected}");
    assert_eq!(run(&on(&cluster).await, statement).await.unwrap(), expected);
}

/// Ballista sends an error as text, in which ours is as it is in one process.
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

/// States of an aggregate that are larger than a message may be: 16 bytes for each form.
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
