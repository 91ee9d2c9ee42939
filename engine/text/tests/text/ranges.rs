//! Files that are divided among partitions: the same lines in the same order, wherever they are divided.

use std::sync::Arc;

use datafusion::arrow::array::RecordBatch;
use datafusion::datasource::file_format::FileFormat;
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::{FileGroup, FileScanConfigBuilder};
use datafusion::datasource::source::DataSourceExec;
use datafusion::error::Result;
use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::object_store::chunked::ChunkedStore;
use datafusion::object_store::local::LocalFileSystem;
use datafusion::object_store::memory::InMemory;
use datafusion::object_store::path::Path;
use datafusion::object_store::{ObjectStore, ObjectStoreExt};
use datafusion::physical_plan::collect_partitioned;
use datafusion::prelude::{SessionConfig, SessionContext};
use rstest::rstest;
use urigram_text::TextFormat;

use crate::files::{Folder, texts};

/// Where the bytes come from.
#[derive(Clone, Copy, Debug)]
enum Store {
    /// A local file, which is opened.
    Local,
    /// A stream with one piece.
    Memory,
    /// A stream with pieces of this many bytes.
    Pieces(usize),
}

/// A file in a store, and the session that reads it.
struct Stored {
    session: SessionContext,
    url: ObjectStoreUrl,
    size: u64,
    _folder: Folder,
}

impl Stored {
    async fn new(store: Store, text: &[u8]) -> Self {
        let folder = Folder::with([("x.txt", text)]);
        let local = LocalFileSystem::new_with_prefix(folder.path()).unwrap();
        let memory = InMemory::new();
        memory.put(&Path::from("x.txt"), text.to_vec().into()).await.unwrap();
        let store: Arc<dyn ObjectStore> = match store {
            Store::Local => Arc::new(local),
            Store::Memory => Arc::new(memory),
            Store::Pieces(size) => Arc::new(ChunkedStore::new(Arc::new(memory), size)),
        };
        let mut config = SessionConfig::new().with_batch_size(1000);
        config.options_mut().execution.enable_file_stream_work_stealing = false;
        let session = SessionContext::new_with_config(config);
        let url = ObjectStoreUrl::parse("test://files").unwrap();
        session.register_object_store(url.as_ref(), store);
        Self { session, url, size: text.len() as u64, _folder: folder }
    }

    /// Returns the lines of the ranges that end at `ends` and at the end of the file.
    async fn lines(&self, ends: &[u64]) -> Result<Vec<String>> {
        let mut start = 0;
        let mut groups = vec![];
        for &end in ends.iter().chain([&self.size]) {
            let file = PartitionedFile::new("x.txt", self.size).with_range(start as i64, end as i64);
            groups.push(FileGroup::new(vec![file]));
            start = end;
        }
        let source = TextFormat::default().file_source(urigram_text::schema().into());
        let config = FileScanConfigBuilder::new(self.url.clone(), source).with_file_groups(groups).build();
        let plan = DataSourceExec::from_data_source(config);
        let batches = collect_partitioned(plan, self.session.task_ctx()).await?;
        Ok(texts(&batches.into_iter().flatten().collect::<Vec<RecordBatch>>()))
    }
}

fn expected(text: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(text).lines().map(str::to_owned).collect()
}

#[rstest]
#[tokio::test]
async fn small_files_can_be_divided_anywhere(
    #[values(Store::Local, Store::Memory, Store::Pieces(1), Store::Pieces(3))] store: Store,
    #[values("a\r\nb\n\nccc\r\n\r\nd", "\n\n\n", "é\n\u{1f600}\r\n", "none")] text: &str,
) {
    let stored = Stored::new(store, text.as_bytes()).await;
    for first in 0..=stored.size {
        for second in first..=stored.size {
            let lines = stored.lines(&[first, second]).await.unwrap();
            assert_eq!(lines, expected(text.as_bytes()), "divided at {first} and {second}");
        }
    }
}

/// The size of a chunk, and how much is fetched after a range to complete its last line.
const BOUNDARIES: [u64; 2] = [256 << 10, 64 << 10];

#[rstest]
#[tokio::test]
async fn large_files_can_be_divided_anywhere(
    #[values(Store::Local, Store::Memory, Store::Pieces(5000), Store::Pieces(300_000))] store: Store,
    #[values("\n", "\r\n")] line_end: &str,
) {
    // Lines from none to 700,000 bytes, which take several chunks, and several fetches after a range.
    let lengths =
        (0..4000).map(|n| n % 120).chain([700_000, 5, 70_000, 0, 300_000]).chain((0..4000).map(|n| n % 50));
    let lines: Vec<_> =
        lengths.enumerate().map(|(n, length)| format!("{n}/{}", "x".repeat(length))).collect();
    let text = lines.join(line_end);
    let stored = Stored::new(store, text.as_bytes()).await;
    for boundary in BOUNDARIES {
        for shift in [-2, -1, 0, 1, 2] {
            let ends: Vec<_> = (1..6)
                .filter_map(|n| (boundary * n).checked_add_signed(shift))
                .filter(|&end| end < stored.size)
                .collect();
            assert!(stored.lines(&ends).await.unwrap() == lines, "divided at {ends:?}");
        }
    }
    let in_one_line: Vec<_> = (300_000..900_000).step_by(100_000).collect();
    assert!(stored.lines(&in_one_line).await.unwrap() == lines, "divided at {in_one_line:?}");
}

#[rstest]
#[tokio::test]
async fn a_range_of_a_compressed_file_is_an_error() {
    let store = InMemory::new();
    store.put(&Path::from("x.txt.gz"), vec![0; 10].into()).await.unwrap();
    let session = SessionContext::new();
    let url = ObjectStoreUrl::parse("test://files").unwrap();
    session.register_object_store(url.as_ref(), Arc::new(store));
    let source = TextFormat::default().file_source(urigram_text::schema().into());
    let file = PartitionedFile::new("x.txt.gz", 10).with_range(0, 5);
    let config = FileScanConfigBuilder::new(url, source).with_file(file).build();
    let error = collect_partitioned(DataSourceExec::from_data_source(config), session.task_ctx()).await;
    let error = error.unwrap_err().to_string();
    assert!(error.contains("x.txt.gz is compressed, so that no range of it can be read alone"), "{error}");
}
