//! Reads the references of a Parquet file in batches, and measures alternately two methods that give the same
//! result.

use std::hint::black_box;
use std::time::{Duration, Instant};

use datafusion::arrow::array::{
    Array, ArrayRef, DictionaryArray, Int32Array, RecordBatch, StringArray, StringViewArray,
};
use datafusion::arrow::compute::{cast, take};
use datafusion::arrow::datatypes::{DataType, Int32Type};
use datafusion::common::cast::{as_string_array, as_string_view_array};
use datafusion::error::Result;
use datafusion::prelude::{ParquetReadOptions, SessionConfig, SessionContext};
use futures::TryStreamExt;

/// The number of dictionary rows for each distinct value.
const REPEATS: usize = 100;

/// The same references in each measured type.
pub(crate) struct Batch {
    pub(crate) record: RecordBatch,
    pub(crate) views: StringViewArray,
    pub(crate) strings: StringArray,
    pub(crate) dictionary: DictionaryArray<Int32Type>,
    /// The rows of the dictionary as a plain array.
    pub(crate) repeated: StringViewArray,
}

impl Batch {
    fn of(record: RecordBatch) -> Result<Self> {
        let of_type = |data_type| -> Result<ArrayRef> { Ok(cast(record.column(0), &data_type)?) };
        let views = as_string_view_array(&of_type(DataType::Utf8View)?)?.clone();
        let strings = as_string_array(&of_type(DataType::Utf8)?)?.clone();
        let distinct = views.slice(0, views.len().div_ceil(REPEATS));
        let keys: Int32Array = (0..views.len()).map(|row| (row % distinct.len()) as i32).collect();
        let repeated = as_string_view_array(&take(&distinct, &keys, None)?)?.clone();
        let dictionary = DictionaryArray::try_new(keys, std::sync::Arc::new(distinct))?;
        Ok(Self { record, views, strings, dictionary, repeated })
    }
}

/// Calls a function with each batch of the column `line`.
pub(crate) async fn each_batch(file: &str, mut each: impl FnMut(&Batch) -> Result<()>) -> Result<()> {
    let context = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(1));
    let lines = context.read_parquet(file, ParquetReadOptions::default()).await?.select_columns(&["line"])?;
    let mut stream = lines.execute_stream().await?;
    while let Some(record) = stream.try_next().await? {
        each(&Batch::of(record)?)?;
    }
    Ok(())
}

// Alternating measurements of two methods that give the same result.

type Work = Box<dyn Fn(&Batch) -> Result<ArrayRef>>;

/// Our function and a peer's, and the times measured so far.
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

    /// Runs both functions on a batch. They alternate in running first, because the first has cache misses
    /// for the strings.
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
