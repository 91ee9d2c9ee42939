//! Compares queries with queries over a precomputed column of hosts, on one and two threads.

use std::sync::Arc;
use std::time::Instant;

use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::common::DFSchema;
use datafusion::error::Result;
use datafusion::execution::FunctionRegistry;
use datafusion::logical_expr::{Expr, col, lit};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::prelude::{ParquetReadOptions, SessionConfig, SessionContext};
use tempfile::TempDir;
use tokio::runtime::Builder;

use crate::batch::Pair;

const ROUNDS: usize = 3;

const BY_HOST: &str = "select uri_host(line) host, count(*) from links group by host";
const BY_COLUMN: &str = "select host, count(*) from hosts group by host";

pub(crate) fn report(file: &str) -> Result<()> {
    let folder = TempDir::new()?;
    let hosts = folder.path().join("hosts.parquet").to_string_lossy().into_owned();
    Query { file, hosts: &hosts, threads: 2 }
        .seconds(&format!("copy (select uri_host(line) host from links) to '{hosts}'"), false)?;

    println!("\n{:44} {:>10} {:>10} {:>7}", "seconds for a query", "urigram", "peer", "ratio");
    for threads in [1, 2] {
        let query = Query { file, hosts: &hosts, threads };
        let name = format!("group by host / by a column, {threads} threads");
        pair(&name, || query.seconds(BY_HOST, true), || query.seconds(BY_COLUMN, true))?;
    }
    let on = |threads| Query { file, hosts: &hosts, threads }.seconds(BY_HOST, true);
    pair("group by host, 2 threads / 1 thread", || on(2), || on(1))
}

/// Runs both queries alternately, and reports the medians.
fn pair(name: &str, ours: impl Fn() -> Result<f64>, theirs: impl Fn() -> Result<f64>) -> Result<()> {
    let (mut our_times, mut their_times) = (vec![], vec![]);
    for _ in 0..ROUNDS {
        our_times.push(ours()?);
        their_times.push(theirs()?);
    }
    let (ours, theirs) = (median(our_times), median(their_times));
    println!("{name:44} {ours:10.2} {theirs:10.2} {:7.2}", theirs / ours);
    Ok(())
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The tables and threads of a query.
struct Query<'a> {
    file: &'a str,
    hosts: &'a str,
    threads: usize,
}

impl Query<'_> {
    /// Returns the seconds that a statement takes in a new session.
    fn seconds(&self, statement: &str, has_hosts: bool) -> Result<f64> {
        let runtime = Builder::new_multi_thread().worker_threads(self.threads).enable_all().build()?;
        runtime.block_on(async {
            let config = SessionConfig::new().with_target_partitions(self.threads);
            let mut context = SessionContext::new_with_config(config);
            urigram_datafusion::register_all(&mut context)?;
            context.register_parquet("links", self.file, ParquetReadOptions::default()).await?;
            if has_hosts {
                context.register_parquet("hosts", self.hosts, ParquetReadOptions::default()).await?;
            }
            let start = Instant::now();
            context.sql(statement).await?.collect().await?;
            Ok(start.elapsed().as_secs_f64())
        })
    }
}

// Functions compared with the functions of datafusion-spark.

pub(crate) fn pairs() -> Result<Vec<Pair>> {
    let mut context = SessionContext::new();
    urigram_datafusion::register_all(&mut context)?;
    urigram_datafusion::register_spark(&mut context)?;
    let uri_host = expression(&context, context.udf("uri_host")?.call(vec![col("line")]))?;
    let parse_url = expression(&context, context.udf("try_parse_url")?.call(vec![col("line"), lit("HOST")]))?;
    let of = |function: &Arc<dyn PhysicalExpr>| {
        let function = Arc::clone(function);
        move |batch: &crate::Batch| function.evaluate(&batch.record)?.into_array(batch.record.num_rows())
    };
    Ok(vec![Pair::new("uri_host / try_parse_url of datafusion-spark", of(&uri_host), of(&parse_url))])
}

fn expression(context: &SessionContext, expression: Expr) -> Result<Arc<dyn PhysicalExpr>> {
    let schema = Schema::new(vec![Field::new("line", DataType::Utf8View, true)]);
    context.create_physical_expr(expression, &DFSchema::try_from(schema)?)
}
