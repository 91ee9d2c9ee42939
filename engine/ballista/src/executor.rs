//! The process `uri-sql-executor`.

use std::fs::create_dir_all;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ballista_executor::config::Config;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_executor::health::spawn_health_server;
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio::time::sleep;

use crate::fault::Engine;
use crate::process::{self, Failure, Log};
use crate::session;

const NAME: &str = "uri-sql-executor";

/// How long to wait before the next attempt to reach the scheduler.
const RETRY: Duration = Duration::from_millis(500);

/// The options that say how large a message may be.
const MESSAGES: [&str; 2] =
    ["grpc_server_max_decoding_message_size", "grpc_server_max_encoding_message_size"];

/// Runs an executor with the options of Ballista's own until it is stopped.
///
/// Differences from Ballista's: port 0 takes a free port; it spills to its work directory; a work directory that was
/// not given is temporary and is removed at the end; a port that is taken, and a scheduler that does not answer in
/// time, end it with an error.
///
/// ```sh
/// uri-sql-executor --scheduler-host 10.0.0.1 --external-host 10.0.0.2 --work-dir /mnt/nvme/uri-sql --vcores 16
/// ```
pub fn main() -> ExitCode {
    let about = "Runs the parts of SQL on URIs that a scheduler sends (Ballista)";
    let options = process::options(NAME, about, "task_scheduling_policy", &MESSAGES);
    let ended = Builder::new_multi_thread().enable_all().build();
    process::end(NAME, ended.map_err(Into::into).and_then(|runtime| runtime.block_on(run(options))))
}

async fn run(mut options: Config) -> Result<(), Failure> {
    let host = process::resolve(&options.bind_host).await?;
    let ports = [options.bind_port, options.bind_grpc_port, options.bind_health_port];
    let [port, grpc_port, health_port] = process::ports(&options.bind_host, ports).await?;
    options.bind_host = host;
    (options.bind_port, options.bind_grpc_port) = (port, grpc_port);
    let health_address = format!("{}:{health_port}", options.bind_host).parse()?;

    let mut config = ExecutorProcessConfig::try_from(options)?;
    Log {
        level: &config.special_mod_log_level,
        threads: config.print_thread_info,
        directory: config.log_dir.as_deref(),
        file: config.log_file_name_prefix(),
        rotation: &config.log_rotation_policy,
    }
    .begin()?;
    wait_for_scheduler(&mut config).await?;
    let directory = WorkDirectory::of(&mut config)?;
    config.override_config_producer = Some(Arc::new(session::config));
    config.override_runtime_producer = Some(session::runtime(directory.path.clone()));
    config.override_logical_codec = Some(session::logical_codec());
    config.override_physical_codec = Some(session::physical_codec());
    config.override_execution_engine = Some(Arc::new(Engine::new(config.client_ttl)));
    config.override_function_registry = Some(Arc::new(session::functions()?));

    let (stop, stopped) = oneshot::channel();
    let health = spawn_health_server(health_address, config.health.clone(), stopped);
    let ended = start_executor_process(Arc::new(config)).await;
    drop(stop);
    health.await??;
    Ok(ended?)
}

/// Waits until the scheduler listens, for as long as the options say.
///
/// Ballista's own loop for this measures the age of a clock that it has just started, and never ends.
async fn wait_for_scheduler(config: &mut ExecutorProcessConfig) -> Result<(), Failure> {
    let patience = Duration::from_secs(config.scheduler_connect_timeout_seconds.into());
    config.scheduler_connect_timeout_seconds = 0;
    let (host, port) = (config.scheduler_host.as_str(), config.scheduler_port);
    let began = Instant::now();
    while let Err(error) = TcpStream::connect((host, port)).await {
        if began.elapsed() >= patience {
            return Err(format!("cannot reach the scheduler at {host}:{port}: {error}").into());
        }
        sleep(RETRY).await;
    }
    Ok(())
}

/// Where an executor keeps what it shuffles and spills.
struct WorkDirectory {
    path: PathBuf,
    /// Removes the directory at the end, if it was not given.
    _temporary: Option<TempDir>,
}

impl WorkDirectory {
    /// Creates the work directory, a temporary one unless the options name it.
    fn of(config: &mut ExecutorProcessConfig) -> Result<Self, Failure> {
        let temporary = match &config.work_dir {
            Some(given) => {
                create_dir_all(given)
                    .map_err(|error| format!("cannot create the work directory {given}: {error}"))?;
                None
            }
            None => Some(TempDir::with_prefix("uri-sql-executor-")?),
        };
        if let Some(directory) = &temporary {
            config.work_dir = Some(directory.path().display().to_string());
        }
        let path = config.work_dir.clone().unwrap_or_default().into();
        Ok(Self { path, _temporary: temporary })
    }
}
