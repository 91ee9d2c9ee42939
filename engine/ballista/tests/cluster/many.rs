//! Many statements at once.

use tokio::task::JoinSet;

use crate::answer::{here, on, run};
use crate::processes::Cluster;

const STATEMENTS: i64 = 20;

/// Each has rows of its own, so that an answer to another one is noticed.
fn statement(number: i64) -> String {
    format!(
        "select uri_host(line) as host, count(*) as n, sum(id) from links where id % {STATEMENTS} = {number} \
         group by host order by n desc, host limit 10"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn each_gets_its_own_answer() {
    let cluster = Cluster::start(3);
    let (here, there) = (here().await, on(&cluster).await);
    let mut statements = JoinSet::new();
    for number in 0..STATEMENTS {
        let there = there.clone();
        statements.spawn(async move { (number, run(&there, &statement(number)).await.unwrap()) });
    }
    let mut answered = 0;
    while let Some(answer) = statements.join_next().await {
        let (number, answer) = answer.unwrap();
        assert_eq!(answer, run(&here, &statement(number)).await.unwrap(), "{number}");
        answered += 1;
    }
    assert_eq!(answered, STATEMENTS);
}
