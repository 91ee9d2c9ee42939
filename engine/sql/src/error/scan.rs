//! The files that an error of a row is about, which the readers of CSV and JSON do not say.

use std::collections::BTreeSet;
use std::io::{self, ErrorKind};

use datafusion::arrow::error::ArrowError;
use datafusion::common::DataFusionError;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::datasource::listing::ListingTable;
use datafusion::datasource::source_as_provider;
use datafusion::logical_expr::LogicalPlan;

use super::root::{Root, root};
use super::unread;
use super::value::of_value;
use crate::outcome::Failure;

/// How many files are named.
const MOST_NAMED: usize = 5;

/// Returns the files and directories of CSV and JSON that the plan reads.
pub(crate) fn files(plan: &LogicalPlan) -> Vec<String> {
    let mut files = BTreeSet::new();
    add(plan, &mut files);
    files.into_iter().collect()
}

fn add(plan: &LogicalPlan, files: &mut BTreeSet<String>) {
    // The closure returns no error.
    let _ = plan.apply_with_subqueries(|node| {
        if let LogicalPlan::TableScan(scan) = node {
            if let Some(view) = scan.source.get_logical_plan() {
                add(&view, files);
            } else if let Ok(table) = source_as_provider(&scan.source)
                && let Some(table) = table.downcast_ref::<ListingTable>()
                && matches!(table.options().format.get_ext().as_str(), "csv" | "json")
            {
                files.extend(table.table_paths().iter().map(|path| format!("/{}", path.prefix())));
            }
        }
        Ok(TreeNodeRecursion::Continue)
    });
}

/// Returns whether the error is about the content of a file, rather than about the system.
fn is_of_data(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::UnexpectedEof | ErrorKind::InvalidData | ErrorKind::InvalidInput)
}

/// Adds the file to the error, or those that it may be.
pub(super) fn located(failure: Failure, error: &DataFusionError, files: &[String]) -> Failure {
    let is_of_a_row = match root(error, &mut None) {
        Root::Arrow(ArrowError::CsvError(_) | ArrowError::JsonError(_)) => true,
        // Functions on texts have such errors as well.
        Root::Arrow(ArrowError::ParseError(said)) => {
            of_value(said).is_some() || said.starts_with("Error parsing column ")
        }
        // Truncated compressed data.
        Root::Theirs(DataFusionError::IoError(error)) | Root::Arrow(ArrowError::IoError(_, error)) => {
            is_of_data(error)
        }
        Root::Other(error) => error.downcast_ref().is_some_and(is_of_data),
        _ => false,
    };
    if !is_of_a_row || unread(error).is_some() {
        return failure;
    }
    match files {
        [] => failure,
        [file] => Failure { message: format!("cannot read {file}: {}", failure.message), ..failure },
        files => {
            let named = files.iter().take(MOST_NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
            let more = files.len().saturating_sub(MOST_NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            failure.help(format!("it is in one of these files: {named}{more}"))
        }
    }
}
