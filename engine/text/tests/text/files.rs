//! Files for the tests, and the lines that a session reads from them.

use std::path::Path;

use datafusion::arrow::array::{Array, ArrayRef, RecordBatch};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::cast::as_string_array;
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};
use futures::{StreamExt, TryStreamExt, stream};
use tempfile::TempDir;

/// A folder with files.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    /// Returns the folder with files of these names and contents.
    pub(crate) fn with<const N: usize>(files: [(&str, &[u8]); N]) -> Self {
        let folder = Self::new();
        for (name, bytes) in files {
            folder.write(name, bytes);
        }
        folder
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Returns the location of a file, or of the folder for the empty name.
    pub(crate) fn at(&self, name: &str) -> String {
        format!("{}/{name}", self.0.path().to_str().unwrap())
    }
}

/// Returns `bytes` as a file with this compression has them.
pub(crate) async fn compressed(bytes: &[u8], compression: FileCompressionType) -> Vec<u8> {
    let bytes = bytes::Bytes::copy_from_slice(bytes);
    let plain = stream::iter([Ok(bytes)]).boxed();
    let pieces = compression.convert_to_compress_stream(plain).unwrap();
    pieces.try_collect::<Vec<_>>().await.unwrap().concat()
}

/// Returns a session that knows text files and takes locations for tables, with files divided however small.
pub(crate) fn session(partitions: usize) -> SessionContext {
    let mut config = SessionConfig::new().with_target_partitions(partitions);
    config.options_mut().optimizer.repartition_file_min_size = 1;
    let session = SessionContext::new_with_config(config).enable_url_table();
    urigram_text::register(&session).unwrap();
    session
}

pub(crate) async fn sql(session: &SessionContext, statement: &str) -> Result<Vec<String>> {
    Ok(texts(&session.sql(statement).await?.collect().await?))
}

/// Returns the values of the first column, as text.
pub(crate) fn texts(batches: &[RecordBatch]) -> Vec<String> {
    let mut texts = vec![];
    for batch in batches {
        let column: ArrayRef = cast(batch.column(0), &DataType::Utf8).unwrap();
        let column = as_string_array(&column).unwrap();
        assert_eq!(column.null_count(), 0);
        texts.extend(column.iter().flatten().map(str::to_owned));
    }
    texts
}
