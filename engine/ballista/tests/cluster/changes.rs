//! Executors that are killed, and others that join, in the middle of a statement.

use rstest::rstest;
use tokio::spawn;

use crate::answer::{here, on, run};
use crate::processes::Cluster;

/// Every row is in some group, so that one that is lost or counted twice changes the sums. In three stages: the lines of each
/// file are counted, then those of all files, then the counts.
const STATEMENT: &str = "select n, count(*), min(line), max(line), sum(total) from \
     (select line, count(*) as n, sum(id) as total from links group by line) group by n order by n";

const VICTIM: usize = 1;

/// The executor dies when it has finished its first task of this stage; more of them are waiting. Either the others repeat its
/// tasks, or the statement fails, and is answered when it is sent again: a wrong answer is none of these.
#[rstest]
#[case::in_the_first_stage(1)]
#[case::when_others_read_what_it_shuffled(2)]
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_or_counted_twice(#[case] stage: usize) {
    let mut cluster = Cluster::start(3);
    let there = on(&cluster).await;
    let statement = spawn({
        let there = there.clone();
        async move { run(&there, STATEMENT).await }
    });
    cluster
        .wait_for("the stage to begin", |cluster| cluster.stages(VICTIM) >= stage || statement.is_finished());
    assert!(!statement.is_finished(), "the statement ended before the executor was killed");
    cluster.kill(VICTIM);

    let expected = run(&here().await, STATEMENT).await.unwrap();
    match statement.await.unwrap() {
        Ok(answer) => assert_eq!(answer, expected),
        Err(error) => eprintln!("the statement failed: {error}"),
    }
    cluster.wait_for("the loss to be noticed", |cluster| cluster.alive() == 2);
    assert_eq!(run(&there, STATEMENT).await.unwrap(), expected);
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
