//! Tables of files that can be read by several threads, and more than once.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::Arc;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::TableProvider;
use datafusion::common::{DataFusionError, Result};
use datafusion::datasource::file_format::FileFormat;
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl};
use datafusion::datasource::{ViewTable, provider_as_source};
use datafusion::execution::SessionState;
use datafusion::logical_expr::LogicalPlanBuilder;

use super::columns::{self, Filled};
use super::files::Found;
use super::folders;
use super::format::{self, Kind};
use super::location::url_of;
use crate::args::{InputFormat, Reading};
use crate::outcome::Failure;

/// Returns a table of all the files, which have one format. Each compression is a table of its own, and the table of
/// all is their union.
pub(super) async fn table(
    state: &SessionState,
    found: &Found,
    reading: &Reading,
    name: &str,
) -> Result<Arc<dyn TableProvider>> {
    let kinds = format::of_all(&found.files, reading, name)?;
    let Some(&kind) = kinds.first() else {
        return Err(DataFusionError::Internal("a table has at least one file".to_owned()));
    };
    let schema = columns::of(state, reading, kind, filled(&found.files, &kinds)?).await?;
    let mut groups: Vec<(Kind, Vec<PathBuf>)> = Vec::new();
    for (kind, file) in kinds.into_iter().zip(&found.files) {
        match groups.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, files)) => files.push(file.clone()),
            None => groups.push((kind, vec![file.clone()])),
        }
    }
    let folders = match &found.partitioned {
        Some(directory) => folders::columns(directory, &found.files, name)?,
        None => Vec::new(),
    };
    let mut tables = Vec::new();
    for (kind, files) in groups {
        let format = format::reader(kind, reading, state);
        match &found.partitioned {
            Some(directory) => {
                tables.extend(
                    folders::tables(state, &format, &schema, directory, &folders, &files, name).await?,
                );
            }
            None => tables.push(listed(format, &schema, &files)?),
        }
    }
    union(tables, name)
}

/// Returns a table of files that are listed one by one.
fn listed(
    format: Arc<dyn FileFormat>,
    schema: &SchemaRef,
    files: &[PathBuf],
) -> Result<Arc<dyn TableProvider>> {
    let urls = files.iter().map(|file| url_of(file)).collect::<Result<Vec<_>>>()?;
    let options = ListingOptions::new(format).with_file_extension("");
    let config = ListingTableConfig::new_with_multi_paths(urls)
        .with_listing_options(options)
        .with_schema(Arc::clone(schema));
    Ok(Arc::new(ListingTable::try_new(config)?))
}

/// Returns those files that are not empty. An empty file has no columns.
fn filled(files: &[PathBuf], kinds: &[Kind]) -> Result<Vec<Filled>> {
    let mut filled = Vec::with_capacity(files.len());
    for (file, &kind) in files.iter().zip(kinds) {
        let data = fs::metadata(file).map_err(|error| unreadable(file, &error))?;
        if data.len() > 0 {
            filled.push((file.clone(), kind));
        }
    }
    Ok(filled)
}

fn unreadable(file: &Path, error: &io::Error) -> Failure {
    Failure::unable(format!("cannot read {}: {error}", file.display()))
}

/// Returns a table of what is not on this machine, by the session's own object stores.
pub(super) async fn remote(
    state: &SessionState,
    name: &str,
    reading: &Reading,
) -> Result<Arc<dyn TableProvider>> {
    let url = ListingTableUrl::parse(name)?;
    if state.runtime_env().object_store(&url).is_err() {
        let said = format!("nothing is known of how to read {}", url.as_str());
        let help = "files are named by their paths; object stores can be read on a cluster only";
        return Err(Failure::unable(said).named(name).help(help).into());
    }
    let kind = format::of(Path::new(url.prefix().as_ref()), reading).ok_or_else(|| {
        Failure::unable(format!("the name {name} does not tell what format it has"))
            .named(name)
            .help("say it: --format text, csv, tsv, json or parquet")
    })?;
    let options = ListingOptions::new(format::reader(kind, reading, state)).with_file_extension("");
    let columns = options.infer_partitions(state, &url).await?;
    let columns = columns.into_iter().map(|column| (column, folders::of_text())).collect();
    let options = options.with_table_partition_cols(columns);
    let schema = if kind.format == InputFormat::Json {
        Arc::new(columns::objects::of_json(state, &options, slice::from_ref(&url)).await?)
    } else {
        options.infer_schema(state, &url).await?
    };
    let schema = match kind.format {
        InputFormat::Csv | InputFormat::Tsv => Arc::new(columns::csv::lossless(&schema)),
        InputFormat::Text | InputFormat::Json | InputFormat::Parquet => schema,
    };
    let config = ListingTableConfig::new(url).with_listing_options(options).with_schema(schema);
    Ok(Arc::new(ListingTable::try_new(config)?))
}

fn union(tables: Vec<Arc<dyn TableProvider>>, name: &str) -> Result<Arc<dyn TableProvider>> {
    let mut tables = tables.into_iter();
    let Some(first) = tables.next() else {
        return Err(DataFusionError::Internal("a table has at least one file".to_owned()));
    };
    let Some(second) = tables.next() else { return Ok(first) };
    let scan = |table| LogicalPlanBuilder::scan(name, provider_as_source(table), None)?.build();
    let mut union = LogicalPlanBuilder::from(scan(first)?).union(scan(second)?)?;
    for table in tables {
        union = union.union(scan(table)?)?;
    }
    Ok(Arc::new(ViewTable::new(union.build()?, None)))
}
