//! Runs the command: from the options and the session to the last row.

use std::env::{set_current_dir, var_os};
use std::io::{IsTerminal, read_to_string, stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::{fs, io};

use ballista_core::extension::{SessionConfigExt, SessionStateExt};
use datafusion::common::Result;
use datafusion::config::ConfigOptions;
use datafusion::error::DataFusionError;
use datafusion::execution::SessionStateBuilder;
use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::runtime_env::{RuntimeEnv, RuntimeEnvBuilder};
use datafusion::prelude::{SessionConfig, SessionContext};
use datafusion_cli::catalog::DynamicObjectStoreCatalog;
use datafusion_cli::exec::exec_from_commands;
use datafusion_cli::functions::ParquetMetadataFunc;
use datafusion_cli::object_storage::instrumented::InstrumentedObjectStoreRegistry;
use datafusion_cli::object_storage::{StdinCarriesCommands, is_stdin_location};
use datafusion_cli::print_format::PrintFormat;
use datafusion_cli::print_options::{MaxRows, PrintOptions};
use tokio::sync::Notify;
use tokio::task::spawn_blocking;
use urigram_datafusion::{register_all, register_spark, register_tables};

use crate::args::Args;
use crate::cluster::{PrepareForCluster, address};
use crate::{prompt, text};

/// Runs the statements, or the prompt.
pub(crate) async fn run(args: Args, interrupts: &Notify) -> Result<ExitCode> {
    if let Some(directory) = &args.data_path {
        set_current_dir(directory).map_err(|error| of_file(directory, error))?;
    }
    let from_stdin = args.file.iter().any(|file| is_stdin(file));
    let prompts = args.sql.is_empty() && args.command.is_empty() && args.file.is_empty();
    let config = config(&args, from_stdin || prompts)?;
    let stores = Arc::new(InstrumentedObjectStoreRegistry::new());
    let environment = environment(&args).with_object_store_registry(stores.clone()).build_arc()?;
    let session = session(config, environment, args.cluster.as_deref())?;

    let is_table = matches!(args.format, PrintFormat::Automatic | PrintFormat::Table);
    let is_shown = is_table && stdout().is_terminal();
    let maxrows = if is_shown { MaxRows::Limited(40) } else { MaxRows::Unlimited };
    let mut options = PrintOptions {
        format: args.format,
        quiet: args.quiet || !stdout().is_terminal(),
        maxrows: args.maxrows.unwrap_or(maxrows),
        color: args.color,
        instrumented_registry: stores,
    };
    if prompts && stdin().is_terminal() {
        let ended = prompt::run(&session, &mut options, interrupts).await;
        return ended.map(|()| ExitCode::SUCCESS).map_err(|error| DataFusionError::External(error.into()));
    }
    let files = if prompts { vec![PathBuf::from("-")] } else { args.file };
    let read = move || files.iter().map(|file| read(file)).collect::<Result<Vec<_>>>();
    let statements = async {
        // On another thread, so that Ctrl-C is handled during the read.
        let files = spawn_blocking(read).await.map_err(|error| DataFusionError::External(error.into()))??;
        exec_from_commands(&session, [args.sql, args.command, files].concat(), &options).await
    };
    tokio::select! {
        ended = statements => ended.map(|()| ExitCode::SUCCESS),
        () = interrupts.notified() => Ok(ExitCode::from(130)),
    }
}

fn config(args: &Args, stdin_has_statements: bool) -> Result<SessionConfig> {
    let mut options = ConfigOptions::from_env()?;
    // The default of Ballista, which cannot know the number of cores of its executors.
    if var_os("DATAFUSION_EXECUTION_TARGET_PARTITIONS").is_none() && args.cluster.is_some() {
        options.execution.target_partitions = 16;
    }
    if var_os("DATAFUSION_FORMAT_NULL").is_none() {
        "NULL".clone_into(&mut options.format.null);
    }
    let config = SessionConfig::from(options).with_information_schema(true);
    Ok(if stdin_has_statements { config.with_extension(Arc::new(StdinCarriesCommands)) } else { config })
}

/// Returns a builder with the limits. Operators that can spill share the memory equally. Otherwise one sort
/// could use all of it, and the others would fail.
fn environment(args: &Args) -> RuntimeEnvBuilder {
    let mut environment = RuntimeEnvBuilder::new();
    if let Some(bytes) = args.memory_limit {
        environment = environment.with_memory_pool(Arc::new(FairSpillPool::new(bytes)));
    }
    match args.disk_limit {
        Some(bytes) => environment.with_max_temp_directory_size(bytes as u64),
        None => environment,
    }
}

fn read(file: &Path) -> Result<String> {
    let text = if is_stdin(file) { read_to_string(stdin()) } else { fs::read_to_string(file) };
    text.map(|text| text.trim_start_matches('\u{feff}').to_owned()).map_err(|error| of_file(file, error))
}

fn is_stdin(file: &Path) -> bool {
    file.to_str().is_some_and(|name| name == "-" || is_stdin_location(name))
}

fn of_file(file: &Path, error: io::Error) -> DataFusionError {
    DataFusionError::Execution(format!("{}: {error}", file.display()))
}

// The session: DataFusion's shell and Ballista's client with the functions on URIs.

/// Returns a session with the functions on URIs. Its statements run in this process, or on the Ballista cluster of a
/// scheduler, such as `df://localhost:50050`.
///
/// The name of a file in quotes, such as `'links.txt'`, is a table. The setting `max_spill_file_size_bytes`
/// is always 1, regardless of `config`.
///
/// ```
/// # async fn example() -> datafusion::error::Result<()> {
/// let session = uri_sql::session(Default::default(), Default::default(), None)?;
/// session.sql("select uri_host(line) from 'links.txt'").await?.show().await?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// If the address of the scheduler does not have this form, or a function cannot be registered. The session
/// connects only when the first statement runs.
pub fn session(
    config: SessionConfig,
    environment: Arc<RuntimeEnv>,
    cluster: Option<&str>,
) -> Result<SessionContext> {
    // `RepartitionExec` deadlocks when it reads a spill file that is still being written
    // (apache/datafusion#24883), so each batch is written to its own file.
    let mut config = config.set_usize("datafusion.execution.max_spill_file_size_bytes", 1);
    if cluster.is_some() {
        // With the adaptive planner of Ballista 55, a statement hangs if an executor is lost, and some
        // ordered unions also hang.
        config = config.upgrade_for_ballista().with_ballista_adaptive_query_planner(false);
    }
    let mut state = SessionStateBuilder::new()
        .with_config(config)
        .with_runtime_env(environment)
        .with_default_features()
        .build();
    if let Some(scheduler) = cluster {
        let address = address(scheduler).map_err(DataFusionError::Configuration)?;
        // Ballista uses gRPC, which is HTTP/2 without TLS here, so the scheme is `http`.
        state = state.upgrade_for_ballista(format!("http://{address}"))?;
        state.add_analyzer_rule(Arc::new(PrepareForCluster));
    }
    register_all(&mut state)?;
    register_spark(&mut state)?;
    let context = SessionContext::new_with_state(state);
    register_tables(&context);
    context.register_udtf("parquet_metadata", Arc::new(ParquetMetadataFunc {}));
    text::enable(&context);
    let stores =
        DynamicObjectStoreCatalog::new(Arc::clone(context.state().catalog_list()), context.state_weak_ref());
    context.register_catalog_list(Arc::new(stores));
    Ok(context)
}
