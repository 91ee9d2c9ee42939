//! The table: text files at one or more locations.

use std::borrow::Cow;
use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::{Schema, SchemaRef};
use datafusion::catalog::{ScanArgs, ScanResult, Session, TableProvider};
use datafusion::common::{Constraints, Statistics, plan_err};
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl};
use datafusion::error::Result;
use datafusion::logical_expr::dml::InsertOp;
use datafusion::logical_expr::{Expr, LogicalPlan, TableProviderFilterPushDown, TableType};
use datafusion::physical_plan::ExecutionPlan;
use futures::StreamExt;

use crate::compression::Compression;
use crate::format::{TextFormat, schema};

/// The lines of text files, as a table whose plans can be sent to other processes.
///
/// It is a [`ListingTable`] of [`TextFormat`] in all but one respect: DataFusion encodes a `ListingTable` only for the
/// formats that it knows itself, and leaves any other table to the codec, here
/// [`TextLogicalCodec`](crate::TextLogicalCodec).
#[derive(Clone, Debug)]
pub struct TextTable {
    listing: ListingTable,
    compression: Compression,
}

impl TextTable {
    /// Returns the table of the lines of all files at `locations`.
    ///
    /// A location is a file, a folder (all files in it and below, whatever their names), a glob such as
    /// `logs/*.txt.gz`, or the same with a scheme, such as `s3://bucket/logs/`, if the session has an object store
    /// for it. All locations must be in one object store. Files are listed, but none is read.
    ///
    /// ```
    /// use datafusion::prelude::SessionContext;
    /// use urigram_text::TextTable;
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("links.txt");
    /// # let path = path.to_str().unwrap();
    /// # tokio::runtime::Runtime::new()?.block_on(async {
    /// std::fs::write(path, "http://example.com/\nmailto:a@example.com\n")?;
    ///
    /// let session = SessionContext::new();
    /// let table = TextTable::open(&session.state(), [path]).await?;
    /// let lines = session.read_table(std::sync::Arc::new(table))?;
    /// assert_eq!(lines.count().await?, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(()) })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no location, if a location is no path, glob or URI, if it has no file, or if two locations are in
    /// different object stores.
    pub async fn open(
        session: &dyn Session,
        locations: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Self> {
        let paths = locations
            .into_iter()
            .map(|location| ListingTableUrl::parse(location.as_ref()))
            .collect::<Result<Vec<_>>>()?;
        let Some(first) = paths.first() else {
            return plan_err!("a table of text files needs at least one location, but there is none");
        };
        let store = session.runtime_env().object_store(first)?;
        for path in &paths {
            if path.object_store() != first.object_store() {
                return plan_err!(
                    "the locations of a table must be in one object store, but {first} and {path} are not"
                );
            }
            let mut files = path.list_all_files(session, store.as_ref(), "").await?;
            if files.next().await.transpose()?.is_none() {
                let glob = path.get_glob().as_ref().map(|glob| glob.as_str());
                return plan_err!("there is no file at {path}{}", glob.unwrap_or_default());
            }
        }
        let options = ListingOptions::new(Arc::new(TextFormat::default())).with_file_extension("");
        let config = ListingTableConfig::new_with_multi_paths(paths)
            .with_listing_options(options)
            .with_schema(schema());
        let cache = session.runtime_env().cache_manager.get_file_statistic_cache();
        let listing = ListingTable::try_new(config)?.with_cache(cache);
        Ok(Self::new(listing, Compression::ByName))
    }

    /// Returns the same table with this type, or `None` if its files are not text files.
    ///
    /// Sessions with [`register`](crate::register) do it themselves for the tables in a query.
    pub fn of_listing(listing: &ListingTable) -> Option<Self> {
        let format = listing.options().format.downcast_ref::<TextFormat>()?;
        Some(Self::new(listing.clone(), format.compression))
    }

    /// Returns the table of the files in `listing`, whose format must be that of text files, with `compression`.
    pub(crate) fn new(listing: ListingTable, compression: Compression) -> Self {
        Self { listing, compression }
    }

    /// Returns the table of files that this is, with its locations, options and columns.
    pub fn listing(&self) -> &ListingTable {
        &self.listing
    }

    pub(crate) fn compression(&self) -> Compression {
        self.compression
    }
}

#[async_trait]
impl TableProvider for TextTable {
    fn schema(&self) -> SchemaRef {
        self.listing.schema()
    }

    fn constraints(&self) -> Option<&Constraints> {
        self.listing.constraints()
    }

    fn table_type(&self) -> TableType {
        self.listing.table_type()
    }

    fn get_table_definition(&self) -> Option<&str> {
        self.listing.get_table_definition()
    }

    fn get_logical_plan(&self) -> Option<Cow<'_, LogicalPlan>> {
        self.listing.get_logical_plan()
    }

    fn get_column_default(&self, column: &str) -> Option<&Expr> {
        self.listing.get_column_default(column)
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        self.listing.scan(state, projection, filters, limit).await
    }

    async fn scan_with_args<'a>(&self, state: &dyn Session, args: ScanArgs<'a>) -> Result<ScanResult> {
        self.listing.scan_with_args(state, args).await
    }

    fn supports_filters_pushdown(&self, filters: &[&Expr]) -> Result<Vec<TableProviderFilterPushDown>> {
        self.listing.supports_filters_pushdown(filters)
    }

    fn statistics(&self) -> Option<Statistics> {
        self.listing.statistics()
    }

    async fn insert_into(
        &self,
        state: &dyn Session,
        input: Arc<dyn ExecutionPlan>,
        op: InsertOp,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        self.listing.insert_into(state, input, op).await
    }
}

/// Returns the columns of a table that are in its files, without those that are in the names of folders.
pub(crate) fn file_schema(table: &ListingTable) -> Schema {
    let partitions = &table.options().table_partition_cols;
    let schema = table.schema();
    let fields = schema.fields().iter();
    let in_files = fields.filter(|field| partitions.iter().all(|(name, _)| name != field.name()));
    Schema::new(in_files.cloned().collect::<Vec<_>>())
}
