//! States of an aggregate that are larger than a message of Ballista may be by default.

use crate::answer::{on, run};
use crate::processes::Cluster;
use crate::rows::ROWS;

/// Two and a half million forms for each of two tasks, of which at least one is read by an executor that did not write
/// it: 40 MB in one row.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "reads ten million rows, if `THOROUGH` is set"]
async fn millions_of_forms_in_one_task_are_counted() {
    let cluster = Cluster::start(2);
    let there = on(&cluster).await;
    run(&there, "set datafusion.execution.target_partitions = 2").await.unwrap();
    let statement = "select uri_count_distinct('http://a/' || id) as forms from links where id % 2 = 0";
    let answer = run(&there, statement).await.unwrap();
    assert!(answer.contains(&format!("| {} ", *ROWS / 2)), "{answer}");
}
