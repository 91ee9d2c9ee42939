//! The same answers as in one process.

use crate::answer::{here, on, run};
use crate::processes::Cluster;

/// What each answer must contain, so that two empty ones are not the same answer.
#[tokio::test(flavor = "multi_thread")]
async fn as_in_one_process() {
    let cluster = Cluster::start(3);
    let (here, there) = (here().await, on(&cluster).await);
    for (statement, contains) in STATEMENTS {
        let expected = run(&here, statement).await.unwrap();
        assert!(expected.contains(contains), "{statement}\n{expected}");
        assert_eq!(run(&there, statement).await.unwrap(), expected, "{statement}");
    }
}

const STATEMENTS: [(&str, &str); 5] = [
    (
        "select count(*), min(id), max(id), sum(id) from links",
        "| 10000000 | 0             | 9999999       | 49999995000000 |",
    ),
    (
        "select uri_host(line) as host, count(*) as n, sum(id) from links group by host order by n desc, host limit 50",
        "| host",
    ),
    ("select line, id from links where id % 99991 = 0 order by line desc, id", "host"),
    (
        "select kind, count(*), sum(id), count(distinct host) from links join hosts on uri_host(line) = host \
         group by kind order by kind",
        "| 6    |",
    ),
    ("select count(distinct uri_host(line)), count(distinct line) from links", "|"),
];
