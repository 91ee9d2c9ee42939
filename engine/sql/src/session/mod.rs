//! The session of DataFusion in which the statements run.
//!
//! In: the limits and the functions on URIs.
//! Out: a `SessionContext` for this process, in which a file in quotes is a table, `SHOW` works, errors have places,
//! and what does not fit in the memory is spilled. `memory` measures the machine, `cluster` connects to a cluster
//! instead.
//! Next: `run`, which runs the statements in it.

pub(crate) mod cluster;
mod memory;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::{fs, thread};

use datafusion::catalog::DynamicFileCatalog;
use datafusion::common::Result;
use datafusion::execution::disk_manager::{DiskManagerBuilder, DiskManagerMode};
use datafusion::execution::memory_pool::{FairSpillPool, TrackConsumersPool};
use datafusion::execution::runtime_env::{RuntimeEnv, RuntimeEnvBuilder};
use datafusion::prelude::{SessionConfig, SessionContext};

use crate::args::Limits;
use crate::input::{ExternalCsv, ExternalJson, Tables};
use crate::outcome::Failure;

/// How many users of memory are named if there is too little of it.
const NAMED_CONSUMERS: NonZeroUsize = NonZeroUsize::MIN.saturating_add(2);

/// Returns how many threads work on a query.
pub(crate) fn threads(limits: &Limits) -> usize {
    limits.threads.map_or_else(|| thread::available_parallelism().map_or(1, NonZeroUsize::get), usize::from)
}

/// Returns a session that runs its queries in this process.
pub(crate) fn local(limits: &Limits) -> std::result::Result<SessionContext, Failure> {
    let unable = |error| Failure::unable(format!("cannot set up the session: {error}"));
    let config = configured(SessionConfig::new().with_target_partitions(threads(limits)));
    let context = SessionContext::new_with_config_rt(config, runtime(limits)?);
    urigram_datafusion::register_all(&mut *context.state_ref().write()).map_err(unable)?;
    urigram_datafusion::register_tables(&context);
    urigram_text::register(&context).map_err(unable)?;
    Ok(context)
}

/// Returns the same session, in which names of files are tables as well.
pub(crate) fn with_files(context: SessionContext, tables: &Arc<Tables>) -> SessionContext {
    let catalogs = Arc::clone(context.state().catalog_list());
    let catalogs = Arc::new(DynamicFileCatalog::new(catalogs, Arc::clone(tables) as _));
    let id = context.session_id();
    let config = configured(context.copied_config());
    let builder = context.into_state_builder().with_session_id(id).with_config(config);
    let state = builder
        .with_catalog_list(catalogs)
        .with_table_factory("CSV".to_owned(), Arc::<ExternalCsv>::default())
        .with_table_factory("JSON".to_owned(), Arc::<ExternalJson>::default())
        .build();
    let context = SessionContext::new_with_state(state);
    let session = context.state_weak_ref();
    tables.look_up_in(move || session.upgrade().map(|state| state.read().clone()));
    context
}

/// Sets what makes statements answer as a command should, wherever they run.
fn configured(config: SessionConfig) -> SessionConfig {
    // A file for each spilled batch: with two open files of one partition, the reader can wait for ever for the first
    // (https://github.com/apache/datafusion/issues/24883).
    let config = config.set_usize("datafusion.execution.max_spill_file_size_bytes", 1);
    let mut config = config.with_information_schema(true);
    let options = config.options_mut();
    options.sql_parser.collect_spans = true;
    // A line end in quotes is part of the field (RFC 4180), wherever a file is divided among threads.
    options.catalog.newlines_in_values = true;
    config
}

fn runtime(limits: &Limits) -> std::result::Result<Arc<RuntimeEnv>, Failure> {
    let bytes = memory::limit(limits.memory_limit);
    let pool = TrackConsumersPool::new(FairSpillPool::new(bytes), NAMED_CONSUMERS);
    let mut disk = DiskManagerBuilder::default().with_max_temp_directory_size(u64::MAX);
    if let Some(directory) = &limits.spill_dir {
        fs::create_dir_all(directory).map_err(|error| {
            Failure::unable(format!("cannot use {} as --spill-dir: {error}", directory.display()))
        })?;
        disk = disk.with_mode(DiskManagerMode::Directories(vec![directory.clone()]));
    }
    let built: Result<_> =
        RuntimeEnvBuilder::new().with_memory_pool(Arc::new(pool)).with_disk_manager_builder(disk).build_arc();
    built.map_err(|error| Failure::unable(format!("cannot set up memory and disk: {error}")))
}
