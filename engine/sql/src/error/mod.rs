//! Errors of DataFusion as a user should read them.
//!
//! In: an error, which wraps others, and the statements.
//! Out: a `Failure`: one sentence without the names of libraries and phases, the place underlined if it is known, what
//! to do, and the exit status. `root` finds the error inside the error, `sentence` cleans what it says, `exhausted`,
//! `plan`, `remote` and `value` are for errors that need words of their own, `scan` names files, and `place` draws.
//! Next: `run`, which ends with it.

mod exhausted;
pub(crate) mod place;
mod plan;
mod remote;
mod root;
pub(crate) mod scan;
mod sentence;
mod value;

use std::error::Error;
use std::io;

use datafusion::arrow::error::ArrowError;
use datafusion::common::{Column, DataFusionError, Diagnostic, Location, SchemaError};
use datafusion::sql::sqlparser::parser::ParserError;
use urigram_datafusion::FunctionError;

use self::exhausted::exhausted;
use self::place::Place;
use self::plan::{of_plan, of_unsupported};
use self::remote::of_remote;
use self::root::{Root, root};
pub(crate) use self::sentence::{cleaned, cut};
use self::sentence::{lenient, located};
use self::value::of_value;
use crate::outcome::{Failure, Status};
use crate::panics;
use crate::secret::starred;

/// Returns the error for the user.
pub(crate) fn explain(error: &DataFusionError, statements: &str) -> Failure {
    let statements = &starred(statements);
    let mut diagnostic = None;
    let mut failure = match root(error, &mut diagnostic) {
        Root::Ours(failure) => failure.clone(),
        Root::Theirs(error) => of_datafusion(error, statements),
        Root::Arrow(error) => of_arrow(error),
        Root::Other(error) if error.is::<io::Error>() => Failure::unable(cleaned(&error.to_string())),
        Root::Other(error) => of_other(error),
    };
    if let Some(diagnostic) = diagnostic {
        add(diagnostic, &mut failure, statements);
    }
    if let Some(file) = unread(error)
        && !failure.message.starts_with("cannot read ")
    {
        failure.message = format!("{}: {}", cleaned(file), failure.message);
    }
    if failure.excerpt.is_none()
        && let Some(name) = &failure.named
    {
        failure.excerpt = Place::of_name(statements, &starred(name)).map(|place| place.draw(statements));
    }
    failure
}

/// Returns the error of a query that reads these files for the user.
pub(crate) fn explain_scan(error: &DataFusionError, statements: &str, files: &[String]) -> Failure {
    scan::located(explain(error, statements), error, files)
}

/// Returns which file could not be read, if the error has it as context: what is wrong in it does not tell.
fn unread(error: &DataFusionError) -> Option<&str> {
    let mut next: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = next {
        match error.downcast_ref() {
            Some(DataFusionError::Context(said, _)) if said.starts_with("cannot read ") => return Some(said),
            _ => next = error.source(),
        }
    }
    None
}

fn of_other(error: &(dyn Error + 'static)) -> Failure {
    if let Some(error) = error.downcast_ref() {
        return of_remote(error);
    }
    let failure = Failure::data(cleaned(&error.to_string()));
    let strict = error.downcast_ref().filter(|error: &&FunctionError| error.row().is_some());
    match strict.and_then(|error| lenient(error.function())) {
        Some(help) => failure.help(format!("{help}, and --invalid counts them")),
        None => failure,
    }
}

fn of_datafusion(error: &DataFusionError, statements: &str) -> Failure {
    match error {
        DataFusionError::SQL(error, _) => {
            let said = match error.as_ref() {
                ParserError::TokenizerError(said) | ParserError::ParserError(said) => said.as_str(),
                ParserError::RecursionLimitExceeded => "expressions are nested too deeply",
            };
            let (said, place) = located(said);
            let mut failure = Failure::unable(format!("this is not SQL: {}", cleaned(said)));
            failure.excerpt = place.map(|place| place.draw(statements));
            failure
        }
        DataFusionError::ResourcesExhausted(said) => exhausted(said),
        DataFusionError::Execution(said) => Failure::data(cleaned(said)),
        DataFusionError::ExecutionJoin(_) => panics::failure(),
        DataFusionError::IoError(error) => Failure::unable(cleaned(&error.to_string())),
        DataFusionError::ObjectStore(error) => Failure::unable(cleaned(&error.to_string())),
        DataFusionError::ParquetError(error) => Failure::data(cleaned(&error.to_string())),
        DataFusionError::NotImplemented(said) => of_unsupported(said),
        DataFusionError::SchemaError(error, _) => of_schema(error),
        DataFusionError::Plan(said) => of_plan(said),
        DataFusionError::Configuration(said)
        | DataFusionError::Internal(said)
        | DataFusionError::Substrait(said)
        | DataFusionError::Ffi(said) => Failure::unable(cleaned(said)),
        other => Failure::unable(cleaned(&other.strip_backtrace())),
    }
}

fn of_arrow(error: &ArrowError) -> Failure {
    match error {
        ArrowError::IoError(said, _) => Failure::unable(cleaned(said)),
        ArrowError::DivideByZero => Failure::data("division by zero"),
        ArrowError::CsvError(said) | ArrowError::JsonError(said) => Failure::data(cleaned(said)),
        ArrowError::ParseError(said) => of_value(said).unwrap_or_else(|| Failure::data(cleaned(said))),
        other => Failure::data(cleaned(&other.to_string())),
    }
}

fn of_schema(error: &SchemaError) -> Failure {
    let SchemaError::FieldNotFound { field, valid_fields } = error else {
        return Failure::unable(cleaned(&error.to_string()));
    };
    let failure = Failure::unable(format!("there is no column {}", field.flat_name()));
    // Tables need to be told apart only if there are several.
    let is_one = valid_fields.windows(2).all(|pair| pair[0].relation == pair[1].relation);
    let name = |field: &Column| match is_one {
        true => Column::new_unqualified(field.name()).quoted_flat_name(),
        false => field.quoted_flat_name(),
    };
    let names: Vec<_> = valid_fields.iter().map(name).collect();
    if names.is_empty() { failure } else { failure.help(format!("the columns are {}", names.join(", "))) }
}

/// Adds what DataFusion says for users, and where.
fn add(diagnostic: &Diagnostic, failure: &mut Failure, statements: &str) {
    let is_ours = failure.named.is_some();
    if !is_ours {
        let (said, _) = located(&diagnostic.message);
        let said = cleaned(said);
        match said.strip_prefix("table '").and_then(|rest| rest.strip_suffix("' not found")) {
            Some(table) => {
                failure.message = format!("there is no table {table}");
                failure.help =
                    vec![format!("a file is a table if its name stands in quotes: from '{table}'")];
            }
            None if failure.message.starts_with("this is not SQL")
                || failure.message.starts_with("there is no") => {}
            None => failure.message = said,
        }
        if failure.help.is_empty() {
            failure.help.extend(diagnostic.notes.iter().map(|note| sentence::note(&note.message)));
            failure.help.extend(diagnostic.helps.iter().map(|help| sentence::note(&help.message)));
        }
    }
    if let Some(span) = diagnostic.span {
        let one = |location: Location| (location.line as usize, location.column as usize);
        let place = Place::new(one(span.start), one(span.end));
        failure.excerpt = Some(place.draw(statements));
    }
    failure.status = Status::Unable;
}
