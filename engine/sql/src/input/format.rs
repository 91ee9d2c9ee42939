//! What a file is, by its name.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use datafusion::common::GetExt;
use datafusion::datasource::file_format::FileFormat;
use datafusion::datasource::file_format::csv::CsvFormat;
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::datasource::file_format::json::JsonFormat;
use datafusion::datasource::file_format::parquet::ParquetFormat;
use datafusion::execution::SessionState;
use urigram_text::TextFormat;

use super::files::is_pipe;
use super::magic::{self, Magic};
use crate::args::{InputFormat, Reading};
use crate::outcome::Failure;

/// How a file is compressed, and what it is otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    pub(super) format: InputFormat,
    pub(super) compression: FileCompressionType,
}

/// Returns what a file of this name is, or nothing if its name does not tell and the user does not say.
pub(super) fn of(name: &Path, reading: &Reading) -> Option<Kind> {
    let lower = name.file_name()?.to_string_lossy().to_ascii_lowercase();
    let (stem, last) = lower.rsplit_once('.').unwrap_or((&lower, ""));
    let compression = compression(&lower);
    let extension = if compression.is_compressed() {
        stem.rsplit_once('.').map_or("", |(_, extension)| extension)
    } else {
        last
    };
    let format = match extension {
        "parquet" => InputFormat::Parquet,
        "csv" => InputFormat::Csv,
        "tsv" => InputFormat::Tsv,
        "json" | "jsonl" | "ndjson" => InputFormat::Json,
        "txt" | "text" | "log" => reading.format.unwrap_or(InputFormat::Text),
        _ => reading.format?,
    };
    Some(Kind { format, compression })
}

/// Returns how a file of this name is compressed.
pub(super) fn compression(name: &str) -> FileCompressionType {
    let last = name.rsplit_once('.').map_or_else(String::new, |(_, last)| last.to_ascii_lowercase());
    match last.as_str() {
        "gz" | "zst" | "bz2" | "xz" => {
            FileCompressionType::from_str(&last).unwrap_or(FileCompressionType::UNCOMPRESSED)
        }
        _ => FileCompressionType::UNCOMPRESSED,
    }
}

/// Returns the one kind of format that all files have.
pub(super) fn of_all(
    files: &[PathBuf],
    reading: &Reading,
    name: &str,
) -> std::result::Result<Vec<Kind>, Failure> {
    let mut kinds: Vec<Kind> = Vec::with_capacity(files.len());
    for file in files {
        if is_pipe(file) {
            let said = format!("{} is a pipe or a device, which can only be read alone", file.display());
            return Err(Failure::unable(said).named(name));
        }
        let kind = of(file, reading).ok_or_else(|| {
            let shown = file.display();
            let said = format!("the name of {shown} does not tell what format it has");
            Failure::unable(said).named(name).help("say it: --format text, csv, tsv, json or parquet")
        })?;
        if let (Some(first), Some(other)) = (kinds.first(), files.first())
            && first.format != kind.format
        {
            let said = format!(
                "'{name}' has files of different formats: {} is {}, and {} is {}",
                other.display(),
                label(first.format),
                file.display(),
                label(kind.format)
            );
            return Err(Failure::unable(said)
                .named(name)
                .help("name those of one format, such as '*.parquet'"));
        }
        if kind.format == InputFormat::Parquet && kind.compression.is_compressed() {
            let said = format!("{} is a compressed file of Parquet, which cannot be read", file.display());
            return Err(Failure::unable(said)
                .named(name)
                .help("decompress it; Parquet compresses in itself"));
        }
        if let Some((said, help)) = mistaken(file, kind) {
            return Err(Failure::unable(said).named(name).help(help));
        }
        kinds.push(kind);
    }
    Ok(kinds)
}

/// Returns why a file cannot be of this kind, by its first bytes, and what helps. Who reads it says what else is wrong.
fn mistaken(file: &Path, kind: Kind) -> Option<(String, String)> {
    let start = File::open(file).and_then(|mut file| magic::start(&mut file)).ok()?;
    let (shown, format) = (file.display(), label(kind.format));
    if kind.format == InputFormat::Parquet {
        let is_empty = start.is_empty();
        return is_empty.then(|| (format!("{shown} is empty"), "a file of Parquet has a schema".to_owned()));
    }
    let found = magic::of(&start).filter(|_| !kind.compression.is_compressed())?;
    let (found, help) = match found {
        Magic::Parquet => ("a file of Parquet", "name it `.parquet`, or say it: --format parquet".to_owned()),
        Magic::Compressed(compression) => {
            let extension = compression.get_ext();
            ("compressed", format!("name it `{extension}`, or decompress it: … | uri-sql \"… from '-'\""))
        }
    };
    Some((format!("{shown} is {found}, and not {format}"), help))
}

pub(super) const fn label(format: InputFormat) -> &'static str {
    match format {
        InputFormat::Text => "text",
        InputFormat::Csv => "CSV",
        InputFormat::Tsv => "TSV",
        InputFormat::Json => "JSON",
        InputFormat::Parquet => "Parquet",
    }
}

/// Returns the character between the fields.
pub(super) fn delimiter(format: InputFormat, reading: &Reading) -> u8 {
    reading.delimiter.unwrap_or(if format == InputFormat::Tsv { b'\t' } else { b',' })
}

/// Returns DataFusion's reader of the format.
pub(super) fn reader(kind: Kind, reading: &Reading, state: &SessionState) -> Arc<dyn FileFormat> {
    let options = state.default_table_options();
    match kind.format {
        InputFormat::Parquet => Arc::new(ParquetFormat::default().with_options(options.parquet)),
        InputFormat::Json => {
            let format = JsonFormat::default().with_options(options.json);
            Arc::new(format.with_file_compression_type(kind.compression))
        }
        InputFormat::Csv | InputFormat::Tsv => {
            let newlines = state.config_options().catalog.newlines_in_values;
            let format = CsvFormat::default().with_options(options.csv).with_has_header(!reading.no_header);
            let format =
                format.with_delimiter(delimiter(kind.format, reading)).with_newlines_in_values(newlines);
            Arc::new(format.with_file_compression_type(kind.compression))
        }
        InputFormat::Text => Arc::new(TextFormat::default().with_compression(kind.compression)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const GZIP: FileCompressionType = FileCompressionType::GZIP;
    const PLAIN: FileCompressionType = FileCompressionType::UNCOMPRESSED;

    fn reading(format: Option<InputFormat>) -> Reading {
        Reading { format, no_header: false, delimiter: None }
    }

    #[rstest]
    #[case::parquet("a/b.parquet", InputFormat::Parquet, PLAIN)]
    #[case::lines("b.ndjson", InputFormat::Json, PLAIN)]
    #[case::upper_case("B.CSV", InputFormat::Csv, PLAIN)]
    #[case::compressed("b.tsv.gz", InputFormat::Tsv, GZIP)]
    #[case::log("access.log", InputFormat::Text, PLAIN)]
    #[case::zstd("access.log.zst", InputFormat::Text, FileCompressionType::ZSTD)]
    fn names_tell(#[case] name: &str, #[case] format: InputFormat, #[case] compression: FileCompressionType) {
        assert_eq!(of(Path::new(name), &reading(None)), Some(Kind { format, compression }));
    }

    #[rstest]
    #[case::nothing("links")]
    #[case::unknown("links.dat")]
    #[case::only_compression("links.gz")]
    #[case::hidden(".csv.d")]
    fn names_do_not_tell(#[case] name: &str) {
        assert_eq!(of(Path::new(name), &reading(None)), None);
        let format = InputFormat::Json;
        assert_eq!(of(Path::new(name), &reading(Some(format))).map(|kind| kind.format), Some(format));
    }

    #[rstest]
    #[case::text("kasztp.txt", InputFormat::Csv)]
    #[case::parquet("a.parquet", InputFormat::Parquet)]
    fn the_user_says_what_the_name_does_not(#[case] name: &str, #[case] format: InputFormat) {
        let kind = of(Path::new(name), &reading(Some(InputFormat::Csv)));
        assert_eq!(kind.map(|kind| kind.format), Some(format));
    }
}
