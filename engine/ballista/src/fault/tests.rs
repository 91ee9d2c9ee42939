//! Errors on their way from an executor to the client, in Ballista's own messages.

use std::sync::Arc;

use ballista_core::error::BallistaError;
use ballista_core::serde::protobuf::FailedTask;
use ballista_core::serde::protobuf::failed_task::FailedReason;
use datafusion::arrow::error::ArrowError;
use datafusion::error::DataFusionError;
use rstest::rstest;

use super::engine::sendable;
use super::{RemoteError, received, uri};

/// Returns the error that a client gets for one of an executor.
fn sent(error: DataFusionError) -> DataFusionError {
    let task = FailedTask::from(BallistaError::from(sendable(error, false)));
    received(DataFusionError::Execution(format!(
        "Job a failed: Job failed due to stage 1 failed: {}\n",
        task.error
    )))
}

#[rstest]
#[case::cast(ArrowError::CastError("Cannot cast string 'x'".to_owned()))]
#[case::parse(ArrowError::ParseError("Error while parsing value 'x'".to_owned()))]
#[case::division(ArrowError::DivideByZero)]
fn errors_of_arrow_arrive_as_such(#[case] error: ArrowError, #[values(true, false)] in_a_writer: bool) {
    let said = error.to_string();
    let error: DataFusionError = match in_a_writer {
        true => BallistaError::from(error).into_datafusion(),
        false => error.into(),
    };
    let shared = DataFusionError::Shared(Arc::new(error)).context("in a stage");
    let DataFusionError::ArrowError(arrived, None) = sent(shared) else { panic!("{said}") };
    assert_eq!(arrived.to_string(), said);
}

#[rstest]
#[case::execution(DataFusionError::Execution("a \"b\"\n".to_owned()), DataFusionError::Execution("a \"b\"\n".to_owned()))]
#[case::internal(
    DataFusionError::Internal("no".to_owned()),
    unable(&DataFusionError::Internal("no".to_owned()).strip_backtrace())
)]
#[case::file(std::io::Error::other("no such file").into(), unable("no such file"))]
#[case::memory(
    DataFusionError::ResourcesExhausted("too much".to_owned()),
    DataFusionError::External(Box::new(RemoteError::Exhausted { said: "too much".to_owned() }))
)]
fn errors_of_datafusion_arrive_as_what_they_say(
    #[case] error: DataFusionError,
    #[case] expected: DataFusionError,
) {
    assert_eq!(format!("{:?}", sent(error)), format!("{expected:?}"));
}

/// Returns the error as it comes out of a shuffle writer.
fn writer(error: DataFusionError) -> DataFusionError {
    DataFusionError::Shared(Arc::new(BallistaError::from(error).into_datafusion()))
}

fn unable(said: &str) -> DataFusionError {
    DataFusionError::External(Box::new(RemoteError::Unable { said: said.to_owned() }))
}

#[rstest]
#[case::fault_of_data(DataFusionError::Execution("no".to_owned()), false)]
#[case::file(std::io::Error::other("no").into(), true)]
#[case::shared_file(DataFusionError::Shared(Arc::new(std::io::Error::other("no").into())), true)]
#[case::ballista(BallistaError::IoError(std::io::Error::other("no")).into_datafusion(), true)]
#[case::file_in_a_writer(writer(std::io::Error::other("no").into()), true)]
#[case::fault_of_data_in_a_writer(writer(DataFusionError::Execution("no".to_owned())), false)]
#[case::cancelled(BallistaError::Cancelled.into_datafusion(), true)]
fn tasks_are_repeated_for_the_same_errors_as_in_ballista(
    #[case] error: DataFusionError,
    #[case] repeated: bool,
) {
    assert_eq!(FailedTask::from(BallistaError::from(sendable(error, false))).retryable, repeated);
}

#[rstest]
#[case::file(std::io::Error::other("no").into(), "no")]
#[case::file_in_a_writer(writer(std::io::Error::other("no").into()), "no")]
#[case::fault_of_data(DataFusionError::Execution("no".to_owned()), "no")]
#[case::cancelled(BallistaError::Cancelled.into_datafusion(), "Task cancelled")]
#[case::lost_executor(
    BallistaError::FetchFailed("e".to_owned(), 1, 2, "refused".to_owned()).into_datafusion(),
    "Shuffle fetch partition error from Executor e, map_stage 1, map_partition 2, error desc: refused"
)]
fn no_error_repeats_a_task_that_writes(#[case] error: DataFusionError, #[case] said: &str) {
    let task = FailedTask::from(BallistaError::from(sendable(error, true)));
    assert!(!task.retryable);
    assert!(matches!(task.failed_reason, Some(FailedReason::ExecutionError(_))), "{task:?}");
    assert_eq!(uri::find(&task.error).unwrap().said, said);
}
