//! The process `uri-sql-scheduler`.

use std::process::ExitCode;
use std::sync::Arc;

use ballista_core::extension::SessionConfigExt;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::{Config, SchedulerConfig};
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use tokio::runtime::Builder;

use crate::process::{self, Failure, Log};
use crate::session;
use crate::trusted::Trusted;

const NAME: &str = "uri-sql-scheduler";

/// The planner is recursive: a statement with a long chain of `or` needs more than the usual stack.
const STACK: usize = 32 << 20;

/// The options that say how large a message may be.
const MESSAGES: [&str; 3] = [
    "grpc_server_max_decoding_message_size",
    "grpc_server_max_encoding_message_size",
    "grpc_client_max_message_size",
];

/// Runs a scheduler with the options of Ballista's own until it is stopped.
///
/// It prints its address, `df://host:port`, as soon as it listens; `--bind-port 0` takes a free port. Returns only if
/// the scheduler cannot run.
///
/// ```sh
/// uri-sql-scheduler --bind-host 10.0.0.1 --external-host 10.0.0.1
/// ```
pub fn main() -> ExitCode {
    let about = "Plans SQL on URIs and distributes it over executors (Ballista)";
    let options = process::options(NAME, about, "scheduler_policy", &MESSAGES);
    let ended = Builder::new_multi_thread().enable_all().thread_stack_size(STACK).build();
    process::end(NAME, ended.map_err(Into::into).and_then(|runtime| runtime.block_on(run(options))))
}

async fn run(mut options: Config) -> Result<(), Failure> {
    Log {
        level: &options.log_level_setting,
        threads: options.print_thread_info,
        directory: options.log_dir.as_deref(),
        file: format!("scheduler_{}_{}_{}", options.namespace, options.external_host, options.bind_port),
        rotation: &options.log_rotation_policy,
    }
    .begin()?;
    let listener = process::listen(&options.bind_host, options.bind_port).await?;
    // The executors report to this port.
    options.bind_port = listener.local_addr()?.port();
    let address = format!("df://{}:{}", options.external_host, options.bind_port);
    let config = config(options)?;
    config.validate()?;
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let cluster = BallistaCluster::new(cluster.cluster_state(), Arc::new(Trusted(cluster.job_state())));
    let scheduler = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, Arc::new(config)).await?;
    println!("{address}");
    Ok(start_grpc_service_with_listener(listener, scheduler).await?)
}

fn config(options: Config) -> Result<SchedulerConfig, Failure> {
    let mut config = SchedulerConfig::try_from(options)?;
    config.override_logical_codec = Some(session::logical_codec());
    config.override_physical_codec = Some(session::physical_codec());
    // A producer of settings takes precedence over this option of the command line, unless it passes it on.
    let message = config.grpc_client_max_message_size as usize;
    Ok(config
        .with_override_config_producer(Arc::new(move || {
            session::config().with_ballista_grpc_client_max_message_size(message)
        }))
        .with_override_session_builder(Arc::new(session::state)))
}
