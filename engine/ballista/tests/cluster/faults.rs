//! One row of many that is not a URI reference.

use datafusion::error::DataFusionError;
use datafusion::prelude::CsvReadOptions;
use urigram_ballista::RemoteError;

use crate::answer::{on, run};
use crate::processes::Cluster;

/// Fails for such a row.
const STRICT: &str = "uri_host_strict";
/// Returns null for such a row.
const LENIENT: &str = "uri_host";

const POISON: &str = "http://exa mple.com/";

#[tokio::test(flavor = "multi_thread")]
async fn fails_the_strict_form_with_its_place() {
    let cluster = Cluster::start(3);
    let there = on(&cluster).await;
    let poisoned = tempfile::NamedTempFile::with_suffix(".csv").unwrap();
    std::fs::write(poisoned.path(), format!("line\n{POISON}\n")).unwrap();
    there
        .register_csv("poisoned", poisoned.path().to_str().unwrap(), CsvReadOptions::default())
        .await
        .unwrap();
    let statement = |function: &str| {
        let links = "select line from links where uri_host(line) is not null";
        format!("select count(*), count({function}(line)) from ({links} union all select line from poisoned)")
    };

    let error = run(&there, &statement(STRICT)).await.unwrap_err();
    let DataFusionError::External(error) = error else { panic!("{error:?}") };
    let Some(RemoteError::Row { function, said }) = error.downcast_ref() else { panic!("{error:?}") };
    assert_eq!(function, STRICT);
    let expected = format!("{STRICT}: `{POISON}`: unexpected ' ' in the host at byte 10");
    assert!(said.starts_with(&expected), "{said}");
    let answer = run(&there, &statement(LENIENT)).await.unwrap();
    let numbers: Vec<u64> =
        answer.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
    let [rows, hosts] = numbers[..] else { panic!("{answer}") };
    assert_eq!(rows, hosts + 1, "{answer}");
}
