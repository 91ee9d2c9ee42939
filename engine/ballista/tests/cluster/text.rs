//! Text files as tables.

use std::fmt::Write;

use crate::answer::{here, on, run};
use crate::processes::Cluster;

/// Large enough to be divided among tasks.
#[tokio::test(flavor = "multi_thread")]
async fn each_line_is_a_row() {
    let cluster = Cluster::start(2);
    let directory = tempfile::tempdir().unwrap();
    let mut lines = String::new();
    for number in 0..1_000_000 {
        writeln!(lines, "http://host{}.example/{number}", number % 100).unwrap();
    }
    let path = directory.path().join("links.txt");
    std::fs::write(&path, lines).unwrap();
    let path = path.display();
    let here = here().await;
    urigram_text::register(&here).unwrap();
    let mut answers = Vec::new();
    for session in [here, on(&cluster).await] {
        let session = session.enable_url_table();
        let statement =
            format!("select uri_host(line) as host, count(*) from '{path}' group by host order by host");
        answers.push(run(&session, &statement).await.unwrap());
    }
    assert!(answers[0].contains("| host99.example | 10000    |"), "{}", answers[0]);
    assert_eq!(answers[1], answers[0]);
}
