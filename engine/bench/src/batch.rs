//! The references of a Parquet file, batch by batch.

use datafusion::arrow::array::{
    Array, ArrayRef, DictionaryArray, Int32Array, RecordBatch, StringArray, StringViewArray,
};
use datafusion::arrow::compute::{cast, take};
use datafusion::arrow::datatypes::{DataType, Int32Type};
use datafusion::common::cast::{as_string_array, as_string_view_array};
use datafusion::error::Result;
use datafusion::prelude::{ParquetReadOptions, SessionConfig, SessionContext};
use futures::TryStreamExt;

/// One of so many rows of the dictionary is distinct.
const REPEATS: usize = 100;

/// References in the types that they are measured in.
pub(crate) struct Batch {
    pub(crate) record: RecordBatch,
    pub(crate) views: StringViewArray,
    pub(crate) strings: StringArray,
    pub(crate) dictionary: DictionaryArray<Int32Type>,
    /// The rows of the dictionary.
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
