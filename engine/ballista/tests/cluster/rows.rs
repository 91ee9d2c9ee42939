//! Rows: a few typed references, repeated with mutations, in eight Parquet files of ten row groups.

use std::env;
use std::fmt::Write;
use std::fs::{File, create_dir_all};
use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};
use std::thread::scope;

use datafusion::arrow::array::{ArrayRef, Int64Array, RecordBatch, StringBuilder};
use datafusion::parquet::arrow::ArrowWriter;

const FILES: u64 = 8;
const GROUPS: u64 = 10;

/// How many rows there are: a hundred thousand, ten million if the environment variable `THOROUGH` is set.
pub(crate) static ROWS: LazyLock<u64> =
    LazyLock::new(|| if env::var_os("THOROUGH").is_some() { 10_000_000 } else { 100_000 });

/// How many hosts the references name, apart from mutations.
pub(crate) const HOSTS: u64 = 5_000;

const SEEDS: [&str; 8] = [
    "https://host{}.example/",
    "http://host{}.example:8080/a/b/../c?q={}",
    "https://user@host{}.example/%7Ehome/index.html#top",
    "HTTP://HOST{}.EXAMPLE/long/path/with/many/segments/and/a/file.tar.gz",
    "//host{}.example/relative?x=1&y=2",
    "../relative/path?host=host{}.example",
    "mailto:someone@host{}.example",
    "https://[2001:db8::{}]/v6",
];

/// Returns the directory with the rows, of the columns `id` and `line`, and that with the hosts, of `host` and `kind`.
pub(crate) fn tables() -> (&'static str, &'static str) {
    static TABLES: OnceLock<(String, String)> = OnceLock::new();
    let (links, hosts) = TABLES.get_or_init(|| {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cluster");
        let (links, hosts) = (root.join("links"), root.join("hosts"));
        create_dir_all(&links).unwrap();
        create_dir_all(&hosts).unwrap();
        // Two halves, for two cores.
        scope(|scope| {
            for half in 0..2 {
                let links = &links;
                scope.spawn(move || (0..FILES / 2).for_each(|file| write_links(links, 2 * file + half)));
            }
        });
        write_hosts(&hosts);
        (text(&links), text(&hosts))
    });
    (links, hosts)
}

fn text(path: &Path) -> String {
    format!("{}/", path.display())
}

fn write_links(directory: &Path, file: u64) {
    let rows = *ROWS / (FILES * GROUPS);
    let groups = (file * GROUPS..(file + 1) * GROUPS).map(|group| {
        let ids = group * rows..(group + 1) * rows;
        let mut lines = StringBuilder::new();
        let mut line = String::new();
        for id in ids.clone() {
            mutate(id, &mut line);
            lines.append_value(&line);
        }
        let ids: Int64Array = ids.map(|id| i64::try_from(id).unwrap()).collect();
        [("id", Arc::new(ids) as ArrayRef), ("line", Arc::new(lines.finish()))]
    });
    write(&directory.join(format!("{file}.parquet")), groups);
}

/// Writes the reference of this row: nine of ten are valid.
fn mutate(id: u64, line: &mut String) {
    let random = mix(id);
    let seed = SEEDS[(random % 8) as usize];
    line.clear();
    let number = (random >> 8) % HOSTS;
    for (at, part) in seed.split("{}").enumerate() {
        match (at, part) {
            (0, part) => line.push_str(part),
            (_, part) => write!(line, "{number}{part}").unwrap(),
        }
    }
    match (random >> 40) % 20 {
        0 => line.push_str("%zz"),
        1 => line.insert(line.len() / 2, ' '),
        2 | 3 => line.push_str("?again=1"),
        _ => {}
    }
}

/// The finalizer of SplitMix64: the same rows in every run.
fn mix(id: u64) -> u64 {
    let mut mixed = id.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

fn write_hosts(directory: &Path) {
    let mut hosts = StringBuilder::new();
    // Some hosts that no row has, and not all that rows have.
    let numbers = (0..2 * HOSTS).step_by(3);
    for number in numbers.clone() {
        hosts.append_value(format!("host{number}.example"));
    }
    let kinds: Int64Array = numbers.map(|number| i64::try_from(number % 7).unwrap()).collect();
    let table = [("host", Arc::new(hosts.finish()) as ArrayRef), ("kind", Arc::new(kinds))];
    write(&directory.join("hosts.parquet"), [table]);
}

fn write<const N: usize>(path: &Path, groups: impl IntoIterator<Item = [(&'static str, ArrayRef); N]>) {
    let mut writer = None;
    for group in groups {
        let batch = RecordBatch::try_from_iter(group).unwrap();
        let writer = writer.get_or_insert_with(|| {
            ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), None).unwrap()
        });
        writer.write(&batch).unwrap();
        // Ends the row group.
        writer.flush().unwrap();
    }
    writer.unwrap().close().unwrap();
}
