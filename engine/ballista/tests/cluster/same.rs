//! The same answers as in one process.

use crate::answer::{here, on, run};
use crate::processes::Cluster;
use crate::rows::ROWS;

#[tokio::test(flavor = "multi_thread")]
async fn as_in_one_process() {
    let cluster = Cluster::start(3);
    let (here, there) = (here().await, on(&cluster).await);
    let rows = *ROWS;
    let all = format!("| {rows:<8} | 0             | {:<13} | {:<13} |", rows - 1, rows * (rows - 1) / 2);
    // So that two empty answers are not the same answer.
    let contained = [all.as_str(), "| host", "host", "| 6    |", "|"];
    for (statement, contains) in STATEMENTS.into_iter().zip(contained) {
        let expected = run(&here, statement).await.unwrap();
        assert!(expected.contains(contains), "{statement}\n{expected}");
        assert_eq!(run(&there, statement).await.unwrap(), expected, "{statement}");
    }
}

const STATEMENTS: [&str; 5] = [
    "select count(*), min(id), max(id), sum(id) from links",
    "select uri_host(line) as host, count(*) as n, sum(id) from links group by host order by n desc, host limit 50",
    "select line, id from links where id % 997 = 0 order by line desc, id",
    "select kind, count(*), sum(id), count(distinct host) from links join hosts on uri_host(line) = host \
     group by kind order by kind",
    "select count(distinct uri_host(line)), count(distinct line) from links",
];
