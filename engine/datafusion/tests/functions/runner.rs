//! Runs files of statements with their results, in the format of sqllogictest. `UPDATE_SQL=1` writes the
//! results. The tests of other crates use this module, too.

use std::path::Path;

use datafusion::arrow::array::{Array, RecordBatch};
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::error::DataFusionError;
use datafusion::prelude::SessionContext;
use sqllogictest::{AsyncDB, DBOutput, DefaultColumnType, Runner};

/// Runs a file. `label` is the engine name for `onlyif` and `skipif`, and `files` replaces `$FILES` in the
/// statements.
pub(crate) async fn run(session: SessionContext, file: &Path, label: &str, files: &str) {
    let mut runner = Runner::new(|| async { Ok(Session(session.clone())) });
    runner.add_label(label);
    runner.set_var("FILES".to_owned(), files.to_owned());
    if std::env::var_os("UPDATE_SQL").is_some() {
        let same = sqllogictest::default_validator;
        let column = sqllogictest::default_column_validator;
        let normalizer = sqllogictest::default_normalizer;
        runner.update_test_file(file, " ", same, normalizer, column).await.unwrap();
        return;
    }
    if let Err(error) = runner.run_file_async(file).await {
        panic!("{}", error.display(false));
    }
}

struct Session(SessionContext);

#[async_trait::async_trait]
impl AsyncDB for Session {
    type Error = DataFusionError;
    type ColumnType = DefaultColumnType;

    async fn run(&mut self, sql: &str) -> Result<DBOutput<DefaultColumnType>, DataFusionError> {
        let frame = self.0.sql(sql).await?;
        let columns = frame.schema().fields().len();
        let batches = frame.collect().await?;
        if columns == 0 {
            return Ok(DBOutput::StatementComplete(0));
        }
        let rows = batches.iter().flat_map(rows).collect();
        Ok(DBOutput::Rows { types: vec![DefaultColumnType::Any; columns], rows })
    }

    async fn shutdown(&mut self) {}
}

/// Returns the cells of each row. Null is `NULL`, and an empty string `(empty)`, as in DataFusion's own
/// files.
fn rows(batch: &RecordBatch) -> Vec<Vec<String>> {
    let options = FormatOptions::new().with_null("NULL");
    let cell = |column: &dyn Array, row| {
        let cell = ArrayFormatter::try_new(column, &options).unwrap().value(row).to_string();
        if cell.is_empty() { "(empty)".to_owned() } else { cell }
    };
    (0..batch.num_rows())
        .map(|row| batch.columns().iter().map(|column| cell(column, row)).collect())
        .collect()
}
