//! Text files as tables, with a row for each line.
//!
//! In: names of files that a statement uses as tables, and `CREATE EXTERNAL TABLE … STORED AS TEXT`.
//! Out: tables of DataFusion's CSV reader with the single column `line`, which also work on a cluster.
//! Next: `session`.

use std::collections::HashMap;
use std::io::{IsTerminal, Read, stdin};
use std::sync::{Arc, Weak};

use async_trait::async_trait;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::catalog::{
    DynamicFileCatalog, Session, TableProvider, TableProviderFactory, UrlTableFactory,
};
use datafusion::common::{Result, ToDFSchema, exec_err, plan_err};
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl};
use datafusion::datasource::listing_table_factory::ListingTableFactory;
use datafusion::error::DataFusionError;
use datafusion::execution::SessionState;
use datafusion::logical_expr::CreateExternalTable;
use datafusion::prelude::SessionContext;
use datafusion_cli::object_storage::{StdinCarriesCommands, is_stdin_location};
use futures::TryStreamExt;
use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::{ObjectMeta, ObjectStoreExt};
use parking_lot::RwLock;
use tokio::task::spawn_blocking;

/// The name after `STORED AS`, for text files with any extension.
const STORED_AS: &str = "TEXT";

/// The object in memory that contains standard input.
const STDIN: &str = "stdin:///stdin";

/// The extensions of text files, and the name of standard input.
const TEXTS: [&str; 4] = ["txt", "log", "urls", "stdin"];

/// Returns the name of DataFusion's format for files with this extension, and options for the format.
fn format(extension: &str) -> (&str, &'static [(&'static str, &'static str)]) {
    match extension {
        text if TEXTS.contains(&text) => ("csv", &TEXT),
        "tsv" => ("csv", &[("format.delimiter", "9")]),
        "jsonl" | "ndjson" => ("json", &[]),
        other => (other, &[]),
    }
}

/// The options of the CSV reader for text files. The delimiter and the quote must be ASCII, because they are
/// sent to a cluster as strings.
const TEXT: [(&str, &str); 4] = [
    ("format.has_header", "false"),
    // The unit separator. A line that contains this character is an error.
    ("format.delimiter", "31"),
    // The line feed. No field begins with it, so this disables quoting.
    ("format.quote", "10"),
    // Lets the reader divide a file among the cores.
    ("format.newlines_in_values", "false"),
];

/// Returns options in the form that a format accepts.
fn options(options: &[(&str, &str)], compression: Option<String>) -> HashMap<String, String> {
    let own = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
    own.chain(compression.map(|compression| ("format.compression".to_owned(), compression))).collect()
}

/// Lets statements use the names of files as tables, like [`SessionContext::enable_url_table`], but also for
/// text files, tab-separated values and JSON lines. The tables are read-only.
pub(crate) fn enable(context: &SessionContext) {
    let factories = context.state_ref();
    factories.write().table_factories_mut().insert(STORED_AS.to_owned(), Arc::new(StoredAsText));
    let files = Files(context.state_weak_ref());
    let catalogs = Arc::clone(context.state().catalog_list());
    context.register_catalog_list(Arc::new(DynamicFileCatalog::new(catalogs, Arc::new(files))));
}

/// Returns the columns of text files, and the compression of the first file; `None` if there is no file.
/// Functions on URIs are faster on strings than on views, but a batch or a hash table can contain at most 2
/// GiB of strings. A cluster cannot send views.
async fn line(state: &dyn Session, texts: &[ListingTableUrl]) -> Result<Option<(SchemaRef, Option<String>)>> {
    let (mut first, mut bytes) = (None, 0_u64);
    for text in texts {
        let store = state.runtime_env().object_store(text)?;
        let mut files = text.list_all_files(state, store.as_ref(), "").await?;
        while let Some(file) = files.try_next().await? {
            let name = file.location.as_ref();
            let (_, compression) = ListingTableConfig::infer_file_extension_and_compression_type(name)?;
            let size = if compression.is_some() { u64::MAX } else { file.size };
            bytes = bytes.saturating_add(size);
            first.get_or_insert(compression);
        }
    }
    let Some(compression) = first else { return Ok(None) };
    let views = state.config_options().execution.parquet.schema_force_view_types && bytes > 1 << 31;
    let strings = if views { DataType::Utf8View } else { DataType::Utf8 };
    Ok(Some((Arc::new(Schema::new([Arc::new(Field::new("line", strings, false))])), compression)))
}

/// Provides tables by file names.
#[derive(Debug)]
struct Files(Weak<RwLock<SessionState>>);

#[async_trait]
impl UrlTableFactory for Files {
    async fn try_new(&self, name: &str) -> Result<Option<Arc<dyn TableProvider>>> {
        let Some(state) = self.0.upgrade() else { return exec_err!("the session has ended") };
        let state = state.read().clone();
        let name = if name == "-" || is_stdin_location(name) {
            read_stdin(&state).await?;
            STDIN
        } else {
            name
        };
        let url = ListingTableUrl::parse(name)?;
        let store = state.runtime_env().object_store(&url)?;
        let files: Vec<_> = url.list_all_files(&state, store.as_ref(), "").await?.try_collect().await?;
        // Files such as `_SUCCESS` contain no data, so they come last.
        let order = |file: &ObjectMeta| {
            let is_hidden = file.location.filename().is_some_and(|name| name.starts_with(['_', '.']));
            (is_hidden, file.location.clone())
        };
        let Some(first) = files.iter().min_by_key(|file| order(file)) else {
            // The planner reports the unknown table.
            return if name.contains(['.', '/']) { plan_err!("there is no file {name}") } else { Ok(None) };
        };
        let (extension, compression) =
            ListingTableConfig::infer_file_extension_and_compression_type(first.location.as_ref())?;
        let (stock, own) = format(&extension);
        let Some(factory) = state.get_file_format_factory(stock) else {
            return plan_err!(
                "the format of {name} is not known by its name: CREATE EXTERNAL TABLE … STORED AS states it"
            );
        };
        // The name of standard input contains no dot.
        let dot = if name == STDIN { "" } else { "." };
        let suffix = format!("{dot}{extension}");
        let suffix = compression.iter().fold(suffix, |suffix, packed| format!("{suffix}.{packed}"));
        let stock = factory.create(&state, &options(own, compression))?;
        let options = ListingOptions::new(stock).with_file_extension(suffix);
        let table = ListingTableConfig::new(url).with_listing_options(options);
        let table = table.infer_partitions_from_path(&state).await?;
        let table = match line(&state, &table.table_paths).await? {
            Some((line, _)) if TEXTS.contains(&extension.as_str()) => table.with_schema(line),
            _ => table.infer_schema(&state).await?,
        };
        Ok(Some(Arc::new(ListingTable::try_new(table)?)))
    }
}

/// Reads standard input into the object store where the shell keeps it. Also used for `STORED AS`.
async fn read_stdin(state: &SessionState) -> Result<()> {
    let url = ListingTableUrl::parse(STDIN)?;
    let environment = state.runtime_env();
    if environment.object_store(&url).is_ok() {
        return Ok(());
    }
    if stdin().is_terminal() || state.config().get_extension::<StdinCarriesCommands>().is_some() {
        return exec_err!("standard input has no rows: the statements come from it, or a terminal");
    }
    let read = || {
        let mut text = Vec::new();
        stdin().lock().read_to_end(&mut text).map(|_| text)
    };
    // On another thread, so that Ctrl-C is handled during the read.
    let text = spawn_blocking(read).await.map_err(|error| DataFusionError::External(error.into()))??;
    let store = InMemory::new();
    store.put(&Path::from("stdin"), text.into()).await?;
    environment.register_object_store(url.as_ref(), Arc::new(store));
    Ok(())
}

/// `CREATE EXTERNAL TABLE … STORED AS TEXT`. The column may have another name.
#[derive(Debug)]
struct StoredAsText;

#[async_trait]
impl TableProviderFactory for StoredAsText {
    async fn create(
        &self,
        state: &dyn Session,
        table: &CreateExternalTable,
    ) -> Result<Arc<dyn TableProvider>> {
        let mut table = table.clone();
        let texts = table.locations.iter().map(ListingTableUrl::parse).collect::<Result<Vec<_>>>()?;
        let Some((line, compression)) = line(state, &texts).await? else {
            return plan_err!("there is no file {}", table.locations.join(" "));
        };
        if table.schema.fields().is_empty() {
            let folders =
                table.table_partition_cols.iter().map(|name| Field::new(name, DataType::Utf8, false));
            let columns = line.fields().iter().cloned().chain(folders.map(Arc::new));
            table.schema = Arc::new(Schema::new(columns.collect::<Vec<_>>()).to_dfschema()?);
        }
        table.file_type = "csv".to_owned();
        table.options.extend(options(&TEXT, compression));
        ListingTableFactory::new().create(state, &table).await
    }
}
