//! Executors that are killed, and others that join, in the middle of a statement.

use datafusion::error::Result;
use rstest::rstest;
use tokio::spawn;

use crate::answer::{here, on, run};
use crate::processes::Cluster;

/// Every row is in some group, so that one that is lost or counted twice changes the sums. In three stages: the lines of each
/// file are counted, then those of all files, then the counts.
const STATEMENT: &str = "select n, count(*), min(line), max(line), sum(total) from \
     (select line, count(*) as n, sum(id) as total from links group by line) group by n order by n";

const VICTIM: usize = 1;

/// The executor dies when it has finished its first task of this stage; more of them are waiting.
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

/// A statement fails if others read from the lost executor, at once or, if stages are repeated, at its end, where its rows would be
/// there twice. Sent again, it is answered.
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
