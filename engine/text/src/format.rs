//! The file format: what DataFusion knows of text files before it reads them.

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::catalog::Session;
use datafusion::common::stats::Precision;
use datafusion::common::{GetExt, Statistics, plan_err};
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::datasource::file_format::{FileFormat, FileFormatFactory};
use datafusion::datasource::physical_plan::{FileScanConfig, FileSource};
use datafusion::datasource::source::DataSourceExec;
use datafusion::datasource::table_schema::TableSchema;
use datafusion::error::Result;
use datafusion::object_store::{ObjectMeta, ObjectStore};
use datafusion::physical_plan::ExecutionPlan;

use crate::compression::Compression;
use crate::source::TextSource;

/// The name of the column that has the lines.
pub const COLUMN: &str = "line";

/// The extension that a text file has unless another is given.
const EXTENSION: &str = "txt";

/// Returns the schema of text files: the column `line`, of type `Utf8View`, never null.
///
/// ```
/// use datafusion::arrow::datatypes::DataType;
///
/// let schema = urigram_text::schema();
/// assert_eq!(schema.field(0).name(), "line");
/// assert_eq!(schema.field(0).data_type(), &DataType::Utf8View);
/// ```
pub fn schema() -> SchemaRef {
    Arc::new(Schema::new(vec![Field::new(COLUMN, DataType::Utf8View, false)]))
}

/// Text files, each line a row.
///
/// It is for [`ListingOptions`](datafusion::datasource::listing::ListingOptions), where more is to be said of a table
/// than [`TextTable`](crate::TextTable) takes. Files are decompressed as their names say (`.gz`, `.bz2`, `.xz`,
/// `.zst`), each for itself.
///
/// ```
/// use std::sync::Arc;
/// use datafusion::datasource::listing::ListingOptions;
/// use urigram_text::TextFormat;
///
/// let options = ListingOptions::new(Arc::new(TextFormat::default())).with_file_extension(".log");
/// assert_eq!(options.file_extension, ".log");
/// ```
#[derive(Clone, Debug, Default)]
pub struct TextFormat {
    pub(crate) compression: Compression,
}

impl TextFormat {
    /// Returns the format of files that are all compressed like this, or all not compressed, whatever their names.
    ///
    /// ```
    /// use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
    /// use urigram_text::TextFormat;
    ///
    /// let format = TextFormat::default().with_compression(FileCompressionType::GZIP);
    /// ```
    pub fn with_compression(self, compression: FileCompressionType) -> Self {
        Self { compression: Compression::All(compression) }
    }
}

#[async_trait]
impl FileFormat for TextFormat {
    fn get_ext(&self) -> String {
        EXTENSION.to_owned()
    }

    fn get_ext_with_compression(&self, compression: &FileCompressionType) -> Result<String> {
        Ok(format!("{EXTENSION}{}", compression.get_ext()))
    }

    fn compression_type(&self) -> Option<FileCompressionType> {
        match self.compression {
            Compression::ByName => None,
            Compression::All(compression) => Some(compression),
        }
    }

    async fn infer_schema(
        &self,
        _state: &dyn Session,
        _store: &Arc<dyn ObjectStore>,
        _objects: &[ObjectMeta],
    ) -> Result<SchemaRef> {
        Ok(schema())
    }

    /// Returns the size of a file that is not compressed, and that no line is null. The number of lines is not known
    /// without reading the file.
    async fn infer_stats(
        &self,
        _state: &dyn Session,
        _store: &Arc<dyn ObjectStore>,
        table_schema: SchemaRef,
        object: &ObjectMeta,
    ) -> Result<Statistics> {
        let mut statistics = Statistics::new_unknown(&table_schema);
        if let Some(line) = statistics.column_statistics.first_mut() {
            line.null_count = Precision::Exact(0);
        }
        let compressed = self.compression.of(&object.location).is_compressed();
        if let Ok(size) = usize::try_from(object.size)
            && !compressed
        {
            statistics.total_byte_size = Precision::Inexact(size);
        }
        Ok(statistics)
    }

    async fn create_physical_plan(
        &self,
        _state: &dyn Session,
        config: FileScanConfig,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        check(config.file_schema())?;
        Ok(DataSourceExec::from_data_source(config))
    }

    fn file_source(&self, schema: TableSchema) -> Arc<dyn FileSource> {
        Arc::new(TextSource::new(schema, self.compression))
    }
}

/// Returns an error unless `schema` has one column, of type `Utf8View`. Its name is free.
pub(crate) fn check(schema: &Schema) -> Result<()> {
    let types: Vec<_> = schema.fields().iter().map(|field| field.data_type()).collect();
    if types == [&DataType::Utf8View] {
        return Ok(());
    }
    let found = schema
        .fields()
        .iter()
        .map(|field| format!("{} {}", field.name(), field.data_type()))
        .collect::<Vec<_>>();
    plan_err!(
        "a table of text files has one column of type Utf8View (VARCHAR or TEXT in SQL), but this one is declared with \
         ({})",
        found.join(", ")
    )
}

/// Makes the format of text files for a session, with the options of a statement.
///
/// The one option is `format.compression`: `gzip`, `bzip2`, `xz`, `zstd`, or `uncompressed`, for all files alike.
/// [`register`](crate::register) adds one factory for each extension.
#[derive(Debug)]
pub struct TextFormatFactory {
    extension: &'static str,
}

impl TextFormatFactory {
    /// Returns the factory for files with this extension, which is written without a dot.
    ///
    /// ```
    /// use datafusion::common::GetExt;
    /// use urigram_text::TextFormatFactory;
    ///
    /// assert_eq!(TextFormatFactory::new("log").get_ext(), "log");
    /// ```
    pub fn new(extension: &'static str) -> Self {
        Self { extension }
    }
}

impl GetExt for TextFormatFactory {
    fn get_ext(&self) -> String {
        self.extension.to_owned()
    }
}

impl FileFormatFactory for TextFormatFactory {
    fn create(&self, _state: &dyn Session, options: &HashMap<String, String>) -> Result<Arc<dyn FileFormat>> {
        let mut format = TextFormat::default();
        for (name, value) in options {
            match name.strip_prefix("format.").unwrap_or(name) {
                "compression" => format.compression = Compression::from_name(Some(value))?,
                _ => {
                    return plan_err!(
                        "text files have no option {name}; the one option is format.compression"
                    );
                }
            }
        }
        Ok(Arc::new(format))
    }

    fn default(&self) -> Arc<dyn FileFormat> {
        Arc::new(TextFormat::default())
    }
}
