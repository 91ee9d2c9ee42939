//! What client, scheduler and executor have in common: functions, codecs, object stores.

use std::path::PathBuf;
use std::sync::Arc;

use ballista_core::RuntimeProducer;
use ballista_core::extension::SessionConfigExt;
use ballista_core::object_store::{
    runtime_env_with_s3_support, session_config_with_s3_support, session_state_with_s3_support,
};
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::serde::{BallistaLogicalExtensionCodec, BallistaPhysicalExtensionCodec};
use datafusion::error::Result;
use datafusion::execution::SessionState;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::prelude::SessionConfig;
use datafusion_proto::logical_plan::LogicalExtensionCodec;
use datafusion_proto::physical_plan::PhysicalExtensionCodec;
use urigram_datafusion::register_all;
use urigram_text::{TextLogicalCodec, TextPhysicalCodec, register_on};

/// The largest message between two processes, in bytes. Ballista's 16 MiB are too few for a row that is an aggregate's
/// whole state, which cannot be divided: `uri_count_distinct` has 16 bytes in it for each form.
pub(crate) const MESSAGE: u32 = 1 << 30;

/// Returns the settings with which a session begins: Ballista's own, those of S3, two without which Ballista 55 does
/// not recover from the loss of an executor, and larger messages; a client can `set` them again.
pub(crate) fn config() -> SessionConfig {
    session_config_with_s3_support()
        // The adaptive planner forgets where a finished stage has left its output: the statement never ends.
        .with_ballista_adaptive_query_planner(false)
        // The block reader fails the statement if a connection breaks before the schema has arrived.
        .with_ballista_shuffle_reader_remote_prefer_flight(true)
        .with_ballista_grpc_client_max_message_size(MESSAGE as usize)
        .with_ballista_logical_extension_codec(logical_codec())
        .with_ballista_physical_extension_codec(physical_codec())
}

/// Returns the codec of tables: Ballista's, and that of text files.
pub(crate) fn logical_codec() -> Arc<dyn LogicalExtensionCodec> {
    Arc::new(TextLogicalCodec::new(Arc::new(BallistaLogicalExtensionCodec::default())))
}

/// Returns the codec of scans, likewise.
pub(crate) fn physical_codec() -> Arc<dyn PhysicalExtensionCodec> {
    Arc::new(TextPhysicalCodec::new(Arc::new(BallistaPhysicalExtensionCodec::default())))
}

/// Returns a session with the functions on URIs and the tables of text files, for the scheduler and the client.
pub(crate) fn state(config: SessionConfig) -> Result<SessionState> {
    let mut state = session_state_with_s3_support(config)?;
    register_all(&mut state)?;
    register_on(&mut state)?;
    Ok(state)
}

/// Returns the same functions for the executor.
pub(crate) fn functions() -> Result<BallistaFunctionRegistry> {
    Ok((&state(config())?).into())
}

/// Returns the object stores of an executor, which spills to this directory rather than to that of the system.
pub(crate) fn runtime(spill: PathBuf) -> RuntimeProducer {
    Arc::new(move |config| {
        RuntimeEnvBuilder::from_runtime_env(runtime_env_with_s3_support(config)?.as_ref())
            .with_temp_file_path(&spill)
            .build_arc()
    })
}
