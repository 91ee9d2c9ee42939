//! Folders such as `day=1`, as columns of the files in them.
//!
//! DataFusion lists a directory by itself, by how the names of files end, and leaves out without a word what does not
//! fit. So its list is compared with the files that were found.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, SchemaRef};
use datafusion::catalog::TableProvider;
use datafusion::common::Result;
use datafusion::datasource::file_format::FileFormat;
use datafusion::datasource::listing::helpers::pruned_partition_list;
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl};
use datafusion::execution::SessionState;
use datafusion::object_store;
use futures::TryStreamExt;

use super::location::url_of;
use crate::outcome::Failure;

/// Columns, by their names and types.
type Columns = Vec<(String, DataType)>;

/// Returns the type of a column whose values are in the names of folders.
pub(super) fn of_text() -> DataType {
    DataType::Dictionary(Box::new(DataType::UInt16), Box::new(DataType::Utf8))
}

/// Returns the columns that are the folders of all the files.
pub(super) fn columns(directory: &Path, files: &[PathBuf], name: &str) -> Result<Columns, Failure> {
    let Some(first) = files.first() else { return Ok(Vec::new()) };
    let columns = keys(first, directory);
    if let Some(other) = files.iter().find(|file| keys(file, directory) != columns) {
        let said =
            format!("the folders of {} and {} are not the same columns", first.display(), other.display());
        return Err(by_pattern(said, name));
    }
    Ok(columns.into_iter().map(|column| (column, of_text())).collect())
}

/// Returns tables of exactly these files of a directory, which are of one kind.
pub(super) async fn tables(
    state: &SessionState,
    format: &Arc<dyn FileFormat>,
    schema: &SchemaRef,
    directory: &Path,
    columns: &Columns,
    files: &[PathBuf],
    name: &str,
) -> Result<Vec<Arc<dyn TableProvider>>> {
    let url = url_of(directory)?;
    let listed = |ending: &str| {
        let options = ListingOptions::new(Arc::clone(format)).with_file_extension(ending);
        Listed { state, url: url.clone(), options: options.with_table_partition_cols(columns.clone()) }
    };
    // One ending for all is one table, which is read fastest.
    let all = listed(&common_ending(files));
    if all.fault(directory, files, name).await?.is_none() {
        return Ok(vec![all.table(schema)?]);
    }
    let mut groups: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for file in files {
        groups.entry(extension(file)).or_default().push(file.clone());
    }
    let mut tables = Vec::with_capacity(groups.len());
    for (ending, files) in groups {
        let group = listed(&ending);
        if let Some(fault) = group.fault(directory, &files, name).await? {
            return Err(fault.into());
        }
        tables.push(group.table(schema)?);
    }
    Ok(tables)
}

/// What DataFusion reads of a directory.
struct Listed<'a> {
    state: &'a SessionState,
    url: ListingTableUrl,
    options: ListingOptions,
}

impl Listed<'_> {
    /// Returns the error that not exactly these files would be read, if so.
    async fn fault(&self, directory: &Path, files: &[PathBuf], name: &str) -> Result<Option<Failure>> {
        let store = self.state.runtime_env().object_store(&self.url)?;
        let (ending, columns) = (&self.options.file_extension, &self.options.table_partition_cols);
        let listed =
            pruned_partition_list(self.state, store.as_ref(), &self.url, &[], ending, columns).await?;
        let mut listed: BTreeSet<object_store::path::Path> =
            listed.map_ok(|file| file.object_meta.location).try_collect().await?;
        for file in files {
            let is_listed = listed.remove(&self.location(file, directory)?);
            // A file without a byte has no rows.
            if !is_listed && fs::metadata(file)?.len() > 0 {
                let said = format!("{} is not in a folder that only has columns above it", file.display());
                return Ok(Some(by_pattern(said, name)));
            }
        }
        Ok(listed.first().map(|other| {
            let said = format!(
                "/{other} has the name of such a file as '{name}' is read from, but is not one of them"
            );
            by_pattern(said, name)
        }))
    }

    /// Returns what the file is called in the list.
    fn location(&self, file: &Path, directory: &Path) -> Result<object_store::path::Path> {
        let folders = file.strip_prefix(directory).unwrap_or(file);
        let parts = self.url.prefix().parts().map(|part| part.as_ref().to_owned());
        let parts = parts.chain(folders.iter().map(|part| part.to_string_lossy().into_owned()));
        Ok(object_store::path::Path::parse(parts.collect::<Vec<_>>().join("/"))
            .map_err(object_store::Error::from)?)
    }

    fn table(self, schema: &SchemaRef) -> Result<Arc<dyn TableProvider>> {
        let config = ListingTableConfig::new(self.url).with_listing_options(self.options);
        let config = config.with_schema(Arc::clone(schema));
        Ok(Arc::new(ListingTable::try_new(config)?))
    }
}

fn by_pattern(said: String, name: &str) -> Failure {
    let help = format!(
        "name the files by a pattern, such as '{}/**/*'; folders are not columns then",
        name.trim_end_matches('/')
    );
    Failure::unable(said).named(name).help(help)
}

/// Returns the names of the columns that are folders between the directory and the file.
fn keys(file: &Path, directory: &Path) -> Vec<String> {
    let folders = file.strip_prefix(directory).ok().and_then(Path::parent);
    let folders = folders.into_iter().flat_map(Path::iter).map(|folder| folder.to_string_lossy());
    folders.filter_map(|folder| Some(folder.split_once('=')?.0.to_owned())).collect()
}

/// Returns how the names of all files end.
fn common_ending(files: &[PathBuf]) -> String {
    let mut names = files.iter().filter_map(|file| file.file_name()).map(|name| name.to_string_lossy());
    let first = names.next().unwrap_or_default().into_owned();
    names.fold(first, |ending, name| {
        let same = ending.chars().rev().zip(name.chars().rev()).take_while(|(a, b)| a == b);
        let same: usize = same.map(|(c, _)| c.len_utf8()).sum();
        ending[ending.len() - same..].to_owned()
    })
}

/// Returns the end of the file's name from its last dot; in front of a compression, from the dot before.
fn extension(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.rsplit_once('.').map_or("", |(stem, _)| stem);
    let is_compressed = super::format::compression(&name).is_compressed();
    let stem = if is_compressed { stem.rsplit_once('.').map_or(stem, |(stem, _)| stem) } else { stem };
    if stem.is_empty() { name.into_owned() } else { name[stem.len()..].to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::date("d/log.2024-01-01.txt", ".txt")]
    #[case::compressed("a.b.txt.gz", ".txt.gz")]
    #[case::only_compression("a.gz", ".gz")]
    #[case::upper_case("a.TXT", ".TXT")]
    #[case::none("d/part-1", "part-1")]
    fn extensions(#[case] file: &str, #[case] ending: &str) {
        assert_eq!(extension(Path::new(file)), ending);
    }

    #[rstest]
    #[case::one(&["d/a.txt"], "a.txt")]
    #[case::dates(&["d/1.a.txt", "e/2.a.txt"], ".a.txt")]
    #[case::wide(&["é.txt", "\u{169}.txt"], ".txt")]
    #[case::none(&["a.txt", "b.TXT"], "")]
    fn common_endings(#[case] files: &[&str], #[case] ending: &str) {
        let files: Vec<_> = files.iter().map(PathBuf::from).collect();
        assert_eq!(common_ending(&files), ending);
    }
}
