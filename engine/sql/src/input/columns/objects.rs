//! The columns of JSON lines in an object store, which may be the file system.

use std::io::BufReader;

use datafusion::arrow::datatypes::Schema;
use datafusion::catalog::Session;
use datafusion::common::{DataFusionError, Result};
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::datasource::listing::{ListingOptions, ListingTableUrl};
use datafusion::object_store::{GetResult, GetResultPayload, ObjectMeta, ObjectStoreExt};
use futures::{StreamExt, TryStreamExt};

use super::json::{self, Columns};
use super::{CHUNK, blocking};
use crate::outcome::Failure;

/// Returns the columns of all rows in all the objects that these name, in the order of their names.
pub(in crate::input) async fn of_json(
    state: &dyn Session,
    options: &ListingOptions,
    locations: &[ListingTableUrl],
) -> Result<Schema> {
    let compression = options.format.compression_type().unwrap_or(FileCompressionType::UNCOMPRESSED);
    let mut columns = Columns::default();
    for location in locations {
        let store = state.runtime_env().object_store(location)?;
        let objects = location.list_all_files(state, store.as_ref(), &options.file_extension).await?;
        let mut objects: Vec<ObjectMeta> = objects.try_collect().await?;
        if objects.is_empty() {
            return Err(Failure::unable(format!("there is no JSON at {location}")).into());
        }
        objects.sort_unstable_by(|a, b| a.location.cmp(&b.location));
        // An empty object is not a valid compressed file.
        for object in objects.into_iter().filter(|object| object.size > 0) {
            let name = format!("{}{}", location.object_store(), object.location);
            columns = add(columns, store.get(&object.location).await?, compression, name).await?;
        }
    }
    Ok(columns.schema())
}

/// Adds the columns of an object. Only one row and the rest of its chunk are in memory.
async fn add(
    mut columns: Columns,
    object: GetResult,
    compression: FileCompressionType,
    name: String,
) -> Result<Columns> {
    if let GetResultPayload::File(file, path) = object.payload {
        let name = path.display().to_string();
        let rows = BufReader::with_capacity(CHUNK, compression.convert_read(file)?);
        let added = blocking(move || json::add(&mut columns, rows, &name, 0).map(|_| columns)).await?;
        return Ok(added?);
    }
    let stream = object.into_stream().map_err(DataFusionError::from).boxed();
    let mut chunks = compression.convert_stream(stream)?;
    let (mut rows, mut line) = (Vec::new(), 0);
    while let Some(chunk) = chunks.try_next().await? {
        let before = rows.len();
        rows.extend_from_slice(&chunk);
        if let Some(last) = chunk.iter().rposition(|&byte| byte == b'\n') {
            let end = before + last + 1;
            line = json::add(&mut columns, &rows[..end], &name, line)?;
            rows.drain(..end);
        }
    }
    json::add(&mut columns, rows.as_slice(), &name, line)?;
    Ok(columns)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use datafusion::datasource::file_format::json::JsonFormat;
    use datafusion::object_store::ObjectStore;
    use datafusion::object_store::chunked::ChunkedStore;
    use datafusion::object_store::memory::InMemory;
    use datafusion::prelude::SessionContext;
    use url::Url;

    use super::*;

    async fn columns(objects: &[(&str, &str)]) -> Result<Schema> {
        let store = Arc::new(InMemory::new());
        for (name, content) in objects {
            store.put(&(*name).into(), content.as_bytes().to_vec().into()).await?;
        }
        // Chunks end within rows.
        let store: Arc<dyn ObjectStore> = Arc::new(ChunkedStore::new(store, 5));
        let context = SessionContext::new();
        context.register_object_store(&Url::parse("memory://bucket").unwrap(), store);
        let options = ListingOptions::new(Arc::new(JsonFormat::default())).with_file_extension(".jsonl");
        of_json(&context.state(), &options, &[ListingTableUrl::parse("memory://bucket/in/")?]).await
    }

    #[tokio::test]
    async fn of_objects_that_come_in_chunks() {
        let objects = [
            ("in/1.jsonl", "{\"a\":1}\n{\"a\":0.5,\"late\":\"a long string\"}"),
            ("in/2.jsonl", "\n\n{\"b\":[1]}\n"),
            ("in/empty.jsonl", ""),
            ("in/other.txt", "no JSON"),
        ];
        let schema = columns(&objects).await.unwrap();
        let types: Vec<_> =
            schema.fields().iter().map(|field| format!("{} {}", field.name(), field.data_type())).collect();
        assert_eq!(types, ["a Float64", "late Utf8", "b List(Int64)"]);
    }

    #[tokio::test]
    async fn of_no_rows_and_of_no_objects() {
        let schema = columns(&[("in/empty.jsonl", "")]).await.unwrap();
        assert_eq!(schema.fields().len(), 0);
        let said = columns(&[("in/other.txt", "no JSON")]).await.unwrap_err().to_string();
        assert!(said.contains("there is no JSON at memory://bucket/in/"), "{said}");
    }

    #[tokio::test]
    async fn the_object_and_the_line_of_a_fault() {
        let said = columns(&[("in/1.jsonl", "{\"a\":1}\n\n{\"a\":tru}\n")]).await.unwrap_err().to_string();
        assert!(said.contains("memory://bucket/in/1.jsonl: line 3, byte 9: this is not JSON"), "{said}");
    }
}
