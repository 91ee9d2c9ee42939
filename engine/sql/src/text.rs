//! Text files as tables, a row for each line.
//!
//! In: names of files that a statement uses as tables, and `CREATE EXTERNAL TABLE … STORED AS TEXT`.
//! Out: tables of DataFusion's CSV reader with the one column `line`, which a cluster knows, too.
//! Next: `session`.

use std::collections::HashMap;
use std::io::{IsTerminal, Read, stdin};
use std::sync::{Arc, Weak};

use async_trait::async_trait;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::catalog::{
    CatalogProviderList, DynamicFileCatalog, Session, TableProvider, TableProviderFactory, UrlTableFactory,
};
use datafusion::common::{GetExt, Result, ToDFSchema, exec_err, plan_err};
use datafusion::datasource::file_format::csv::{CsvFormat, CsvFormatFactory};
use datafusion::datasource::file_format::json::JsonFormatFactory;
use datafusion::datasource::file_format::{FileFormat, FileFormatFactory};
use datafusion::datasource::listing::{
    ListingTable, ListingTableConfig, ListingTableConfigExt, ListingTableUrl,
};
use datafusion::datasource::listing_table_factory::ListingTableFactory;
use datafusion::error::DataFusionError;
use datafusion::execution::SessionState;
use datafusion::logical_expr::CreateExternalTable;
use datafusion::prelude::SessionContext;
use datafusion_cli::object_storage::{StdinCarriesCommands, is_stdin_location};
use futures::TryStreamExt;
use object_store::ObjectStoreExt;
use object_store::memory::InMemory;
use object_store::path::Path;
use parking_lot::RwLock;
use tokio::task::spawn_blocking;

/// The delimiter of a text is the unit separator: a line that contains one is an error. Both bytes have to be ASCII to be sent
/// to a cluster.
const UNIT_SEPARATOR: &str = "31";

/// A quote of a line feed is never opened: no field of one column begins with it.
const LINE_FEED: &str = "10";

const TEXT: [(&str, &str); 4] = [
    ("format.has_header", "false"),
    ("format.delimiter", UNIT_SEPARATOR),
    ("format.quote", LINE_FEED),
    // Otherwise a file is not divided among the cores.
    ("format.newlines_in_values", "false"),
];

/// `text` is the name after `STORED AS`, `stdin` that of the object into which standard input is read.
const EXTENSIONS_OF_TEXT: [&str; 5] = ["text", "txt", "log", "urls", "stdin"];

const STDIN: &str = "stdin:///stdin";

/// Lets statements use the names of files as tables, as [`SessionContext::enable_url_table`] does, also those of texts, of tables
/// with tabs and of JSON lines.
pub(crate) fn register(context: &SessionContext) -> Result<()> {
    let state = context.state_ref();
    let mut state = state.write();
    let csv = || Arc::new(CsvFormatFactory::new()) as Arc<dyn FileFormatFactory>;
    let mut formats: Vec<_> =
        EXTENSIONS_OF_TEXT.map(|extension| Named { extension, format: csv(), options: &TEXT }).into();
    formats.push(Named { extension: "tsv", format: csv(), options: &[("format.delimiter", "9")] });
    for extension in ["jsonl", "ndjson"] {
        formats.push(Named { extension, format: Arc::new(JsonFormatFactory::new()), options: &[] });
    }
    for format in formats {
        state.register_file_format(Arc::new(format), false)?;
    }
    state.table_factories_mut().insert("TEXT".to_owned(), Arc::new(StoredAsText));
    Ok(())
}

/// Returns the tables of a session, and those of the files.
pub(crate) fn files(context: &SessionContext) -> Arc<dyn CatalogProviderList> {
    let files = Files(context.state_weak_ref());
    Arc::new(DynamicFileCatalog::new(Arc::clone(context.state().catalog_list()), Arc::new(files)))
}

/// A format under another extension, with options of its own.
#[derive(Debug)]
struct Named {
    extension: &'static str,
    format: Arc<dyn FileFormatFactory>,
    options: &'static [(&'static str, &'static str)],
}

impl FileFormatFactory for Named {
    fn create(&self, state: &dyn Session, given: &HashMap<String, String>) -> Result<Arc<dyn FileFormat>> {
        let own = self.options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
        self.format.create(state, &own.chain(given.clone()).collect())
    }

    fn default(&self) -> Arc<dyn FileFormat> {
        self.format.default()
    }
}

impl GetExt for Named {
    fn get_ext(&self) -> String {
        self.extension.to_owned()
    }
}

fn is_text(format: &dyn FileFormat) -> bool {
    format.downcast_ref::<CsvFormat>().is_some_and(|csv| csv.delimiter().to_string() == UNIT_SEPARATOR)
}

/// Returns the columns of texts, or none if there is no file. Functions on URIs are faster on strings than on views; but a batch, or a
/// hash table, can have at most 2 GiB of strings. A cluster sends no views.
async fn line(state: &dyn Session, texts: &[ListingTableUrl]) -> Result<Option<SchemaRef>> {
    let mut bytes: Option<u64> = None;
    for text in texts {
        let store = state.runtime_env().object_store(text)?;
        let mut files = text.list_all_files(state, store.as_ref(), "").await?;
        while let Some(file) = files.try_next().await? {
            let name = file.location.as_ref();
            let (_, compression) = ListingTableConfig::infer_file_extension_and_compression_type(name)?;
            let size = if compression.is_some() { u64::MAX } else { file.size };
            bytes = Some(bytes.unwrap_or(0).saturating_add(size));
        }
    }
    let Some(bytes) = bytes else { return Ok(None) };
    let views = state.config_options().execution.parquet.schema_force_view_types && bytes > 1 << 31;
    let strings = if views { DataType::Utf8View } else { DataType::Utf8 };
    Ok(Some(Arc::new(Schema::new([Arc::new(Field::new("line", strings, false))]))))
}

/// Tables of files by their names.
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
        let Ok(url) = ListingTableUrl::parse(name) else { return Ok(None) };
        // No such file: the planner reports an unknown table.
        let Ok(table) = ListingTableConfig::new(url).infer_options(&state).await else { return Ok(None) };
        let table = table.infer_partitions_from_path(&state).await?;
        let table = match &table.options {
            Some(options) if is_text(options.format.as_ref()) => {
                let Some(line) = line(&state, &table.table_paths).await? else { return Ok(None) };
                table.with_schema(line)
            }
            _ => table.infer_schema(&state).await?,
        };
        Ok(Some(Arc::new(ListingTable::try_new(table)?)))
    }
}

/// Reads standard input into the store where the shell keeps it, for `STORED AS` too.
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
    // So that Ctrl-C is heard meanwhile.
    let text = spawn_blocking(read).await.map_err(|error| DataFusionError::External(error.into()))??;
    let store = InMemory::new();
    store.put(&Path::from("stdin"), text.into()).await?;
    environment.register_object_store(url.as_ref(), Arc::new(store));
    Ok(())
}

/// `CREATE EXTERNAL TABLE … STORED AS TEXT`, whose column may have another name.
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
        let Some(line) = line(state, &texts).await? else {
            return plan_err!("there is no file {}", table.locations.join(" "));
        };
        if table.schema.fields().is_empty() {
            table.schema = Arc::new(line.to_dfschema()?);
        }
        let first = table.locations.first().map_or("", String::as_str);
        if let (_, Some(compression)) = ListingTableConfig::infer_file_extension_and_compression_type(first)?
        {
            table.options.entry("format.compression".to_owned()).or_insert(compression);
        }
        ListingTableFactory::new().create(state, &table).await
    }
}
