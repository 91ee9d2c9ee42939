//! The options: most options of `datafusion-cli`, and `--cluster`.

use std::path::PathBuf;

use clap::Parser;
use datafusion::prelude::SessionContext;
use datafusion_cli::print_format::PrintFormat;
use datafusion_cli::print_options::MaxRows;

use crate::cluster::address;

/// SQL over files, with functions on URIs (RFC 3986).
///
/// The name of a file in single quotes is a table: Parquet, CSV, JSON lines, Avro, Arrow, and texts such as `links.txt`, with
/// a row for each line in the column `line`. So is a folder or a pattern, such as 'crawl/*.parquet'; '-' is standard input as
/// text.
#[derive(Debug, Parser)]
#[command(name = "uri-sql", version, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Statements to run, separated by `;`; without any, they are read from a prompt, or from standard input
    #[arg(value_name = "SQL", conflicts_with = "file")]
    pub(crate) sql: Vec<String>,

    /// Statements to run, like the arguments without an option
    #[arg(short, long, value_name = "SQL", conflicts_with = "file")]
    pub(crate) command: Vec<String>,

    /// Files with statements to run; `-` is standard input
    #[arg(short, long)]
    pub(crate) file: Vec<PathBuf>,

    /// Run the statements on the Ballista cluster of this scheduler
    #[arg(long, value_name = "df://HOST:PORT", conflicts_with_all = ["memory_limit", "disk_limit"])]
    #[arg(value_parser = |given: &str| address(given).map(|_| given.to_owned()))]
    pub(crate) cluster: Option<String>,

    /// The format of rows
    #[arg(long, value_enum, default_value_t = PrintFormat::Automatic)]
    pub(crate) format: PrintFormat,

    /// The maximum number of rows to write, or `inf` [default: 40 of a table on a terminal]
    #[arg(long)]
    pub(crate) maxrows: Option<MaxRows>,

    /// Write only rows, as if standard output were not a terminal
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Highlight statements at the prompt
    #[arg(long)]
    pub(crate) color: bool,

    /// The directory to which the names of files are relative [default: the current one]
    #[arg(short = 'p', long, value_name = "DIR")]
    pub(crate) data_path: Option<PathBuf>,

    /// The maximum memory of statements, such as 4g; beyond it they spill to the disk, or fail [default: no limit]
    #[arg(short, long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory_limit: Option<usize>,

    /// The maximum size of spilled data on the disk, such as 200g [default: 100g]
    #[arg(short, long, value_name = "SIZE", value_parser = size)]
    pub(crate) disk_limit: Option<usize>,
}

const EXAMPLES: &str = "\
Examples:
  uri-sql \"select uri_host(line) host, count(*) from 'links.txt' group by host\"
  zcat links.gz | uri-sql \"select line, uri_error(line)['help'] from '-' where not uri_is_valid(line)\"
  uri-sql \"copy (select uri_normalize(line) uri from 'links.txt') to 'links.parquet'\"
  uri-sql \"show functions like 'uri_%'\"

Settings are those of DataFusion: `set datafusion.execution.target_partitions = 1`, or
DATAFUSION_EXECUTION_TARGET_PARTITIONS=1 in the environment.";

fn size(given: &str) -> Result<usize, String> {
    let size = given.to_uppercase();
    let size = size.strip_suffix('B').unwrap_or(&size);
    // `parse_capacity_limit` also reads `nan` as a number.
    let limit = SessionContext::parse_capacity_limit("SIZE", size).ok().filter(|_| !size.contains("NAN"));
    limit.ok_or_else(|| "expected a number and k, m or g, such as 4g".to_owned())
}
