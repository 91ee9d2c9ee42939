//! The error inside an error.

use std::error::Error;

use datafusion::arrow::error::ArrowError;
use datafusion::common::{DataFusionError, Diagnostic};
use datafusion::parquet::errors::ParquetError;

use crate::outcome::Failure;

/// The innermost error.
pub(super) enum Root<'a> {
    Ours(&'a Failure),
    Theirs(&'a DataFusionError),
    Arrow(&'a ArrowError),
    Other(&'a (dyn Error + 'static)),
}

/// Returns the innermost error, and the first diagnostic on the way to it.
pub(super) fn root<'a>(error: &'a DataFusionError, diagnostic: &mut Option<&'a Diagnostic>) -> Root<'a> {
    match error {
        DataFusionError::Context(_, inner) => root(inner, diagnostic),
        DataFusionError::Diagnostic(said, inner) => {
            diagnostic.get_or_insert(said);
            root(inner, diagnostic)
        }
        DataFusionError::Shared(inner) => root(inner, diagnostic),
        DataFusionError::Collection(errors) => match errors.first() {
            Some(first) => root(first, diagnostic),
            None => Root::Theirs(error),
        },
        DataFusionError::External(inner) => of_any(inner.as_ref(), diagnostic),
        DataFusionError::ArrowError(inner, _) => of_arrow(inner, diagnostic),
        DataFusionError::ParquetError(inner) => match inner.as_ref() {
            ParquetError::External(inner) => of_any(inner.as_ref(), diagnostic),
            _ => Root::Theirs(error),
        },
        _ => Root::Theirs(error),
    }
}

fn of_arrow<'a>(error: &'a ArrowError, diagnostic: &mut Option<&'a Diagnostic>) -> Root<'a> {
    match error {
        ArrowError::ExternalError(inner) => of_any(inner.as_ref(), diagnostic),
        _ => Root::Arrow(error),
    }
}

fn of_any<'a>(error: &'a (dyn Error + 'static), diagnostic: &mut Option<&'a Diagnostic>) -> Root<'a> {
    if let Some(failure) = error.downcast_ref::<Failure>() {
        Root::Ours(failure)
    } else if let Some(error) = error.downcast_ref::<DataFusionError>() {
        root(error, diagnostic)
    } else if let Some(error) = error.downcast_ref::<ArrowError>() {
        of_arrow(error, diagnostic)
    } else {
        Root::Other(error)
    }
}
