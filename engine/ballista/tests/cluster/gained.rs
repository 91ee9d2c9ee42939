//! An executor that joins in the middle of a statement.

use tokio::spawn;

use crate::answer::{here, on, run};
use crate::lost::STATEMENT;
use crate::processes::Cluster;

#[tokio::test(flavor = "multi_thread")]
async fn it_takes_part() {
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
