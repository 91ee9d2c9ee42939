//! Two ways to the same result, measured in turns.

use std::hint::black_box;
use std::time::{Duration, Instant};

use datafusion::arrow::array::{Array, ArrayRef};
use datafusion::error::Result;

use crate::Batch;

type Work = Box<dyn Fn(&Batch) -> Result<ArrayRef>>;

/// Ours and a peer's, with what they took up to now.
pub(crate) struct Pair {
    name: &'static str,
    work: [Work; 2],
    taken: [Duration; 2],
    rows: usize,
    batches: usize,
}

impl Pair {
    pub(crate) fn new(
        name: &'static str,
        ours: impl Fn(&Batch) -> Result<ArrayRef> + 'static,
        theirs: impl Fn(&Batch) -> Result<ArrayRef> + 'static,
    ) -> Self {
        Self {
            name,
            work: [Box::new(ours), Box::new(theirs)],
            taken: [Duration::ZERO; 2],
            rows: 0,
            batches: 0,
        }
    }

    /// Runs both on a batch. Which is first changes with each batch: the first finds the strings in no cache.
    pub(crate) fn run(&mut self, batch: &Batch) -> Result<()> {
        let first = self.batches % 2;
        for which in [first, 1 - first] {
            let start = Instant::now();
            black_box((self.work[which])(batch)?);
            self.taken[which] += start.elapsed();
        }
        self.rows += batch.views.len();
        self.batches += 1;
        Ok(())
    }

    pub(crate) fn report(&self) {
        let [ours, theirs] = self.taken.map(|taken| taken.as_nanos() as f64 / self.rows.max(1) as f64);
        println!("{:44} {ours:10.1} {theirs:10.1} {:7.2}", self.name, theirs / ours);
    }
}
