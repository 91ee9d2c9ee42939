//! `uri-sql-executor`: Ballista's executor with the functions on URIs.

use std::net::TcpListener;
use std::process::ExitCode;
use std::sync::Arc;

use ballista_core::error::Result;
use ballista_core::object_store::{runtime_env_with_s3_support, session_config_with_s3_support};
use ballista_executor::config::Config;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_executor::health::spawn_health_server;
use mimalloc::MiMalloc;
use tokio::sync::oneshot;
use urigram_ballista::{end, general, host, log, options, session_state};

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

const NAME: &str = "uri-sql-executor";

/// Defaults of the executor, which match the scheduler's policy and let the executor wait for the scheduler.
const DEFAULTS: [(&str, &str); 2] =
    [("task_scheduling_policy", "pull-staged"), ("scheduler_connect_timeout_seconds", "60")];

#[tokio::main]
async fn main() -> ExitCode {
    let options = options(NAME, &DEFAULTS);
    end(NAME, execute(options).await)
}

async fn execute(mut options: Config) -> Result<()> {
    options.bind_host = host(&options.bind_host);
    options.external_host = options.external_host.as_deref().map(host);
    options.scheduler_host = host(&options.scheduler_host);
    if options.bind_port == 0 {
        // Ballista announces the port as given, so replace 0 by a free port.
        options.bind_port = TcpListener::bind(format!("{}:0", options.bind_host))?.local_addr()?.port();
    }
    let health = format!("{}:{}", options.bind_host, options.bind_health_port).parse().map_err(general)?;
    let mut config = ExecutorProcessConfig::try_from(options)?;
    let files = config.log_file_name_prefix();
    log(&config.special_mod_log_level, config.log_dir.as_deref(), &files, &config.log_rotation_policy)?;

    config.override_config_producer = Some(Arc::new(session_config_with_s3_support));
    config.override_runtime_producer = Some(Arc::new(runtime_env_with_s3_support));
    let functions = session_state(session_config_with_s3_support())?;
    config.override_function_registry = Some(Arc::new((&functions).into()));

    let (stop, stopped) = oneshot::channel();
    let server = spawn_health_server(health, config.health.clone(), stopped);
    let ended = start_executor_process(Arc::new(config)).await;
    // Fails if the server has already stopped.
    let _ = stop.send(());
    let _ = server.await;
    ended
}
