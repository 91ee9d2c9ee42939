//! Where the rows of a query go, by the arguments.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use console::Term;
use datafusion::common::DataFusionError;
use datafusion::execution::SendableRecordBatchStream;
use datafusion::prelude::SessionContext;
use futures::StreamExt;

use super::Form;
use super::json::Json;
use super::parquet;
use super::partial::Partial;
use super::plans::Plans;
use super::separated::Separated;
use super::table::Table;
use super::vertical::Vertical;
use crate::args::{OutputFormat, Writing};
use crate::outcome::Failure;
use crate::repeated::repeated;

/// Where rows go, and in what form.
pub(crate) struct Destination {
    format: OutputFormat,
    /// The file; without, it is standard output.
    file: Option<PathBuf>,
    /// Whether nobody has asked for the format.
    is_default: bool,
}

/// Why not all rows were written.
#[derive(Debug)]
pub(crate) enum Stopped {
    Query(DataFusionError),
    Output(io::Error),
    File(Failure),
}

impl From<DataFusionError> for Stopped {
    fn from(error: DataFusionError) -> Self {
        Self::Query(error)
    }
}

impl Destination {
    /// Decides before anything is read, so that no query runs in vain.
    pub(crate) fn of(writing: &Writing) -> Result<Self, Failure> {
        let Some(path) = &writing.output else {
            let default = if io::stdout().is_terminal() { OutputFormat::Table } else { OutputFormat::Plain };
            let format = writing.output_format.unwrap_or(default);
            if format == OutputFormat::Parquet {
                let said = "Parquet cannot be written to standard output";
                return Err(Failure::unable(said).help("name a file: --output rows.parquet"));
            }
            return Ok(Self { format, file: None, is_default: writing.output_format.is_none() });
        };
        let shown = path.display();
        let Some(format) = writing.output_format.or_else(|| of_name(path)) else {
            let said = format!("the name of {shown} does not tell what format it should have");
            let help =
                "say it: --output-format parquet, csv, tsv or json; or name it .parquet, .csv, .tsv or .json";
            return Err(Failure::unable(said).help(help));
        };
        match fs::metadata(path) {
            Ok(data) if data.is_dir() => Err(Failure::unable(format!("{shown} is a directory"))),
            Ok(data) if data.is_file() && !writing.overwrite => {
                Err(Failure::unable(format!("{shown} exists already")).help("--overwrite replaces it"))
            }
            Ok(data) if !data.is_file() && format == OutputFormat::Parquet => {
                Err(Failure::unable(format!("{shown} is not a file, and Parquet needs one")))
            }
            _ => match path.parent() {
                Some(parent) if !parent.as_os_str().is_empty() && !parent.is_dir() => {
                    Err(Failure::unable(format!("there is no directory {} for {shown}", parent.display())))
                }
                _ => Ok(Self { format, file: Some(path.clone()), is_default: false }),
            },
        }
    }

    /// Returns whether the rows go to a file that --output names.
    pub(crate) fn is_file(&self) -> bool {
        self.file.is_some()
    }

    /// Writes all rows, and returns how many there were. `shows` is called before the first of them is shown to
    /// someone, be it on a terminal or by the program behind a pipe.
    pub(crate) async fn write(
        &self,
        local: &SessionContext,
        rows: SendableRecordBatchStream,
        is_plan: bool,
        shows: impl FnMut(),
    ) -> Result<u64, Stopped> {
        if matches!(self.format, OutputFormat::Json | OutputFormat::Parquet)
            && let Some(name) = repeated(&rows.schema())
        {
            let said = format!("two columns are called {name}, and the format needs a name for each");
            return Err(Stopped::File(Failure::unable(said).help("rename one of them: select … as other")));
        }
        let Some(path) = &self.file else {
            let mut form = if is_plan && self.is_default { Box::new(Plans) } else { self.form() };
            return stream(rows, form.as_mut(), io::stdout().lock(), shows, Stopped::Output).await;
        };
        let unwritable = |error: io::Error| {
            Stopped::File(Failure::unable(format!("cannot write {}: {error}", path.display())))
        };
        if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
            // A device or a pipe has no other name.
            let file = File::options().write(true).open(path).map_err(unwritable)?;
            return stream(rows, self.form().as_mut(), file, || {}, unwritable).await;
        }
        let partial = Partial::beside(path).map_err(Stopped::File)?;
        let count = if self.format == OutputFormat::Parquet {
            parquet::write(local, rows, partial.path()).await?
        } else {
            let file = File::create(partial.path()).map_err(unwritable)?;
            stream(rows, self.form().as_mut(), file, || {}, unwritable).await?
        };
        partial.complete().map_err(unwritable)?;
        Ok(count)
    }

    fn form(&self) -> Box<dyn Form> {
        let terminal = Term::stdout();
        let screen = (self.file.is_none() && terminal.is_term()).then(|| usize::from(terminal.size().1));
        let styled = screen.is_some() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        match self.format {
            OutputFormat::Table => Box::new(Table::new(screen, styled)),
            OutputFormat::Vertical => Box::new(Vertical::new(Vec::new(), screen, styled)),
            OutputFormat::Json => Box::new(Json),
            OutputFormat::Csv => Box::new(Separated::Commas),
            OutputFormat::Tsv => Box::new(Separated::Tabs { header: true }),
            // Parquet has a writer of its own.
            OutputFormat::Plain | OutputFormat::Parquet => Box::new(Separated::Tabs { header: false }),
        }
    }
}

/// Returns the format that the name of a file tells.
fn of_name(path: &Path) -> Option<OutputFormat> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "parquet" => Some(OutputFormat::Parquet),
        "csv" => Some(OutputFormat::Csv),
        "tsv" => Some(OutputFormat::Tsv),
        "json" | "jsonl" | "ndjson" => Some(OutputFormat::Json),
        "txt" => Some(OutputFormat::Plain),
        _ => None,
    }
}

/// Writes the batches as they come.
async fn stream(
    mut rows: SendableRecordBatchStream,
    form: &mut dyn Form,
    mut out: impl Write,
    mut shows: impl FnMut(),
    unwritable: impl Fn(io::Error) -> Stopped,
) -> Result<u64, Stopped> {
    let mut buffer = Vec::new();
    let mut count = 0;
    form.begin(&rows.schema(), &mut buffer).map_err(&unwritable)?;
    while let Some(batch) = rows.next().await {
        let batch = batch?;
        count += batch.num_rows() as u64;
        form.rows(&batch, &mut buffer).map_err(&unwritable)?;
        if !buffer.is_empty() {
            shows();
            out.write_all(&buffer).and_then(|()| out.flush()).map_err(&unwritable)?;
            buffer.clear();
        }
    }
    form.end(&mut buffer).map_err(&unwritable)?;
    shows();
    out.write_all(&buffer).and_then(|()| out.flush()).map_err(&unwritable)?;
    Ok(count)
}
