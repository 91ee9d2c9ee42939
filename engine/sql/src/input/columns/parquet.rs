//! The columns of Parquet.

use std::panic::AssertUnwindSafe;
use std::path::{Display, PathBuf};
use std::sync::Arc;

use datafusion::arrow::datatypes::Schema;
use datafusion::common::{DataFusionError, Result};
use datafusion::datasource::file_format::FileFormat;
use datafusion::execution::SessionState;
use datafusion::object_store::ObjectStoreExt;
use futures::{FutureExt, StreamExt, TryStreamExt, stream};

use super::Filled;
use crate::input::location::url_of;
use crate::outcome::Failure;
use crate::panics;

/// How many files are opened at once.
const OPENED: usize = 32;

/// Returns the columns of all the files, each by its own metadata.
pub(super) async fn of_files(
    state: &SessionState,
    format: &Arc<dyn FileFormat>,
    files: Vec<Filled>,
) -> Result<Schema> {
    let schemas = stream::iter(files.clone()).map(|(file, _)| of_file(state, format, file)).buffered(OPENED);
    let schemas: Vec<Schema> = schemas.try_collect().await?;
    let mut all = Schema::empty();
    for (index, schema) in schemas.iter().enumerate() {
        all = Schema::try_merge([all, schema.clone()]).map_err(|error| {
            conflict(&files, &schemas, index).map_or_else(|| error.into(), DataFusionError::from)
        })?;
    }
    Ok(all)
}

/// Returns the error that a column of the file at `index` has another type in one before it.
fn conflict(files: &[Filled], schemas: &[Schema], index: usize) -> Option<Failure> {
    schemas[index].fields().iter().find_map(|field| {
        let (first, known) = schemas[..index].iter().enumerate().find_map(|(first, schema)| {
            let known = schema.field_with_name(field.name()).ok()?;
            known.clone().try_merge(field).is_err().then_some((first, known))
        })?;
        let (name, known, here) = (field.name(), known.data_type(), field.data_type());
        let said = format!(
            "the column {name} is {known} in {}, and {here} in {}",
            shown(files, first),
            shown(files, index)
        );
        Some(Failure::data(said).help("cast it, in a table for each file, and join these with `union all`"))
    })
}

fn shown(files: &[Filled], index: usize) -> Display<'_> {
    files[index].0.display()
}

async fn of_file(state: &SessionState, format: &Arc<dyn FileFormat>, file: PathBuf) -> Result<Schema> {
    let url = url_of(&file)?;
    let store = state.runtime_env().object_store(&url)?;
    let object = store.head(url.prefix()).await?;
    let unreadable = |error: DataFusionError| error.context(format!("cannot read {}", file.display()));
    // The library panics on some files that are damaged.
    let read = AssertUnwindSafe(format.infer_schema(state, &store, &[object])).catch_unwind().await;
    let schema = read.unwrap_or_else(|_| {
        panics::forget();
        Err(Failure::data("it is not Parquet, or damaged").into())
    });
    schema.map(Arc::unwrap_or_clone).map_err(unreadable)
}
