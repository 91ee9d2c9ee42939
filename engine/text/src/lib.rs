//! Text files as tables of DataFusion: each line is a row of one column, `line`.
//!
//! In: text files, wherever DataFusion has an object store for them: one, a folder, or a glob.
//! Out: tables whose scans read the files in parallel, also a single large one, and whose plans can be sent to
//! other processes. `format` is what DataFusion calls a file format, `table` the table, `session` makes a
//! session know them, `source` is the scan, `read` reads, `compression` tells how files are compressed, and `codec`
//! encodes plans.
//! Next: the command `uri-sql`, and the cluster.
//!
//! ```
//! use datafusion::prelude::SessionContext;
//!
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path().to_str().unwrap();
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! std::fs::write(format!("{folder}/links.txt"), "http://example.com/\r\nmailto:a@example.com")?;
//!
//! let session = SessionContext::new().enable_url_table();
//! urigram_text::register(&session)?;
//! let lines = session
//!     .sql(&format!("select line from '{folder}/*.txt' order by line"))
//!     .await?;
//! let printed = lines.to_string().await?;
//! assert_eq!(printed.lines().nth(3), Some("| http://example.com/  |"));
//! assert_eq!(printed.lines().nth(4), Some("| mailto:a@example.com |"));
//! # Ok::<(), Box<dyn std::error::Error>>(()) })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Lines
//! - A line ends with `\n`, and a `\r` before it is dropped with it. What comes after the last `\n` is a line too, unless
//!   it is empty.
//! - An empty line is a row, with the empty string. A file without a byte has no row.
//! - A byte order mark (U+FEFF) at the beginning of a file is dropped.
//! - Text is UTF-8. In a line that is not, U+FFFD stands for each part that is invalid: no line is lost, none is an error,
//!   and none is null.
//! - A line of more than 2³¹−1 bytes is an error, which has the file and the offset.
//!
//! # Cost
//! A file is read once, in chunks of 256 KiB, and each line is copied to the batch it is in, which so has no memory but
//! for its own lines. What is read ahead does not grow with the file, but a line must fit. If no column is asked for, as in
//! `count(*)`, lines are only counted.
//!
//! A file that is not compressed is divided by bytes among the partitions of a scan, as the options
//! `datafusion.optimizer.repartition_file_scans` and `repartition_file_min_size` say; each line is in the partition that
//! has its first byte. The partitions in their order have the lines in theirs. Compressed files are not divided, nor are
//! other files in a table with compressed files; whole files are still read in parallel.
//!
//! The metric `bytes_scanned` of a scan counts what it has read of files, as they are stored. That can be slightly more than
//! their size: where a file is divided, the line across is read for both parts.
//!
//! # Streams
//! [`LineReader`] has the lines of what is not a file, such as standard input, by the same rules.
//!
//! # Clusters
//! A plan with tables of text files is encoded with [`TextLogicalCodec`] and [`TextPhysicalCodec`], which take the codecs
//! for everything else. The process that plans the query needs [`register`], all of them need the codecs.

mod codec;
mod compression;
mod format;
mod read;
mod session;
mod source;
mod table;

pub use self::codec::{TextLogicalCodec, TextPhysicalCodec};
pub use self::format::{COLUMN, TextFormat, TextFormatFactory, schema};
pub use self::read::LineReader;
pub use self::session::{register, register_on};
pub use self::table::TextTable;
