//! What a client needs to know of an error.

use std::error::Error;
use std::io;

use ballista_core::error::BallistaError;
use datafusion::arrow::error::ArrowError;
use datafusion::error::DataFusionError;
use urigram_datafusion::FunctionError;

use super::remote::RemoteError;

/// What failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// The strict function of this name.
    Row(String),
    Cast,
    Parse,
    Division,
    /// Anything else that is a fault of data.
    Data,
    Exhausted,
    /// What is no fault of data.
    Unable,
}

/// An error, without its types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) kind: Kind,
    pub(super) said: String,
}

impl Fault {
    fn new(kind: Kind, said: impl ToString) -> Self {
        Self { kind, said: said.to_string() }
    }

    /// Returns what the client needs to know of an error of a stage, or nothing if it is one that Ballista acts upon.
    pub(super) fn of(error: &DataFusionError) -> Option<Self> {
        let function = FunctionError::in_chain(error).filter(|error| error.row().is_some());
        if let Some(error) = function {
            return Some(Self::new(Kind::Row(error.function().to_owned()), error));
        }
        Some(match error.find_root() {
            DataFusionError::External(error) => return Self::of_any(error.as_ref()),
            DataFusionError::ArrowError(error, _) => return Self::of_arrow(error),
            DataFusionError::Execution(said) => Self::new(Kind::Data, said),
            DataFusionError::ParquetError(error) => Self::new(Kind::Data, error),
            DataFusionError::ResourcesExhausted(said) => Self::new(Kind::Exhausted, said),
            DataFusionError::IoError(error) => Self::new(Kind::Unable, error),
            DataFusionError::ObjectStore(error) => Self::new(Kind::Unable, error),
            error => Self::new(Kind::Unable, error.strip_backtrace()),
        })
    }

    fn of_any(error: &(dyn Error + Send + Sync + 'static)) -> Option<Self> {
        if let Some(error) = error.downcast_ref() {
            return Self::of_ballista(error);
        }
        let kind = if error.is::<io::Error>() { Kind::Unable } else { Kind::Data };
        Some(Self::new(kind, error))
    }

    /// Ballista's own errors have no source, although there are others in them.
    fn of_ballista(error: &BallistaError) -> Option<Self> {
        match error {
            BallistaError::DataFusionError(error) => Self::of(error),
            BallistaError::ArrowError(error) => Self::of_arrow(error),
            BallistaError::IoError(error) => Some(Self::new(Kind::Unable, error)),
            BallistaError::General(said) | BallistaError::Internal(said) => {
                Some(Self::new(Kind::Unable, said))
            }
            _ => None,
        }
    }

    fn of_arrow(error: &ArrowError) -> Option<Self> {
        Some(match error {
            ArrowError::ExternalError(error) => match error.downcast_ref() {
                Some(error) => return Self::of(error),
                None => return Self::of_any(error.as_ref()),
            },
            ArrowError::CastError(said) => Self::new(Kind::Cast, said),
            ArrowError::ParseError(said) => Self::new(Kind::Parse, said),
            ArrowError::DivideByZero => Self::new(Kind::Division, error),
            ArrowError::IoError(said, _) => Self::new(Kind::Unable, said),
            _ => Self::new(Kind::Data, error),
        })
    }

    /// Returns the error again, with the type that it had if the client can make one.
    pub(super) fn into_error(self) -> DataFusionError {
        let Self { kind, said } = self;
        let arrow = |error| DataFusionError::ArrowError(Box::new(error), None);
        let remote = |error| DataFusionError::External(Box::new(error));
        match kind {
            Kind::Row(function) => remote(RemoteError::Row { function, said }),
            Kind::Cast => arrow(ArrowError::CastError(said)),
            Kind::Parse => arrow(ArrowError::ParseError(said)),
            Kind::Division => arrow(ArrowError::DivideByZero),
            Kind::Data => DataFusionError::Execution(said),
            Kind::Exhausted => remote(RemoteError::Exhausted { said }),
            Kind::Unable => remote(RemoteError::Unable { said }),
        }
    }
}
