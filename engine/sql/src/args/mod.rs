//! The arguments of `uri-sql`, and its help texts.
//!
//! In: the arguments of the process.
//! Out: `Args`, the statements, the files and the options; or a message of clap, which `usage` prints, and
//! `wrapped` fits to the terminal. `size` reads amounts of memory.
//! Next: `main`, which runs the statements.

mod examples;
pub(crate) mod size;
pub(crate) mod usage;
mod wrapped;

use std::path::PathBuf;

use clap::{Parser, ValueEnum};

use self::examples::EXAMPLES;
use self::size::Size;

/// Answer a query in SQL over files of URIs, with functions for URIs (RFC 3986)
///
/// A table is a file in single quotes: Parquet, CSV, JSON lines, or text, of which each line is a row with the one
/// column `line`. It can be a pattern ('links/*.parquet'), a directory, or '-' for standard input.
#[derive(Debug, Parser)]
#[command(name = "uri-sql", version, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// One or several statements, separated by `;`; with none, they are read from standard input
    #[arg(value_name = "SQL")]
    pub(crate) sql: Option<String>,

    /// Files that are one table together, each read once, for statements that read `from files`
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Read the statements from this file; the positional arguments are then the files of the table `files`
    #[arg(short = 'f', long = "file", value_name = "SCRIPT")]
    pub(crate) script: Option<PathBuf>,

    /// Report on standard error how many values the functions on URIs could not parse, and one of them for each call
    #[arg(long, conflicts_with_all = ["cluster", "explain"])]
    pub(crate) invalid: bool,

    /// Print how the queries would be run instead of running them
    #[arg(long)]
    pub(crate) explain: bool,

    /// Run the queries on the Ballista cluster of this scheduler, such as df://localhost:50050. Its executors have limits of their own
    #[arg(long, value_name = "URI")]
    pub(crate) cluster: Option<String>,

    /// Show neither progress nor numbers of rows and times, which are shown on a terminal
    #[arg(short, long)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) writing: Writing,

    #[command(flatten)]
    pub(crate) limits: Limits,
}

/// How to read files.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct Reading {
    /// The format of standard input and of files whose name does not tell it; .txt and .log are text unless this
    /// says otherwise
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<InputFormat>,

    /// CSV has no header: the columns are column_1, column_2, and so on
    #[arg(long)]
    pub(crate) no_header: bool,

    /// The character between the fields of CSV, `\t` for a tab [default: `,`, and a tab for TSV]
    #[arg(long, value_name = "CHARACTER", value_parser = delimiter)]
    pub(crate) delimiter: Option<u8>,
}

/// Where and how to write rows.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct Writing {
    /// Write the rows to this file, in the format of its extension: parquet, csv, tsv, json or jsonl
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Replace the file of --output if there is one, once the query has succeeded
    #[arg(long, requires = "output")]
    pub(crate) overwrite: bool,

    /// How to write the rows [default: by the extension of --output; else `table` on a terminal, and `plain`]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) output_format: Option<OutputFormat>,
}

/// What a query may use.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct Limits {
    /// Memory for sorting, grouping and joining, such as 2GB, 512MiB or 50%; what does not fit is spilled to disk, or
    /// is an error. Queries that run at once each have a limit of their own [default: 70 % of the machine's memory, or of
    /// the container's]
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory_limit: Option<Size>,

    /// The directory for what does not fit in memory [default: that for temporary files]
    #[arg(long, value_name = "DIRECTORY")]
    pub(crate) spill_dir: Option<PathBuf>,

    /// How many threads work on a query [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum InputFormat {
    /// Each line is a row, with the one column `line`
    Text,
    /// Comma-separated values (RFC 4180)
    Csv,
    /// Tab-separated values
    Tsv,
    /// One JSON object a line; the columns are those of all lines, so that files are read twice
    #[value(alias = "jsonl", alias = "ndjson")]
    Json,
    Parquet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// Aligned columns, cut to the width of the terminal
    Table,
    /// A line for each value, for rows with many columns
    Vertical,
    /// Tab-separated values without a header; `\t`, `\n`, `\r` and `\\` are escaped, and null is `\N`
    Plain,
    /// Comma-separated values (RFC 4180); null is empty, and the empty string is `""`
    Csv,
    /// As `plain`, with a header
    Tsv,
    /// One JSON object a line
    #[value(alias = "jsonl", alias = "ndjson")]
    Json,
    /// Only with --output
    Parquet,
}

fn delimiter(typed: &str) -> Result<u8, &'static str> {
    match typed.as_bytes() {
        b"\\t" => Ok(b'\t'),
        b"\"" | b"\r" | b"\n" | b"\\r" | b"\\n" => {
            Err("a quote or the end of a line cannot be the delimiter")
        }
        [ascii @ 0..=0x7F] => Ok(*ascii),
        _ => Err("the delimiter is one ASCII character"),
    }
}
