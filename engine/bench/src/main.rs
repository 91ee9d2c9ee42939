//! Compares kernels, functions and queries with their peers: `urigram-engine-bench FILE`.
//!
//! The file is a Parquet file with references in the column `line`. Each line of the report has two times and
//! their ratio, which is greater than 1 if urigram is faster. `engine/RESULTS.md` has the results.

mod batch;
mod kernels;
mod queries;

use std::env;

use datafusion::error::{DataFusionError, Result};
use tokio::runtime::Runtime;

use self::batch::{Batch, each_batch};

fn main() -> Result<()> {
    let file = env::args().nth(1).ok_or_else(|| {
        DataFusionError::Execution("name a Parquet file with references in the column `line`".to_owned())
    })?;
    println!("{:44} {:>10} {:>10} {:>7}", "nanoseconds for a row", "urigram", "peer", "ratio");
    let mut pairs = kernels::pairs()?;
    pairs.extend(queries::pairs()?);
    let each = |batch: &Batch| pairs.iter_mut().try_for_each(|pair| pair.run(batch));
    Runtime::new()?.block_on(each_batch(&file, each))?;
    for pair in &pairs {
        pair.report();
    }
    queries::report(&file)
}
