//! `uri-sql-scheduler`: Ballista's scheduler with the functions on URIs. It prints its address on standard output.

use std::process::ExitCode;
use std::sync::Arc;

use ballista_core::error::Result;
use ballista_core::object_store::session_config_with_s3_support;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::{Config, SchedulerConfig};
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use mimalloc::MiMalloc;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use urigram_ballista::{Trusted, end, general, host, log, options, session_state};

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Defaults with which Ballista 55 fails a statement that has lost an executor. Without them the statement
/// could hang, or count rows twice, as explained in `docs/cluster.md`.
const DEFAULTS: [(&str, &str); 3] =
    [("scheduler_policy", "pull-staged"), ("stage_max_failures", "1"), ("executor_timeout_seconds", "30")];

const NAME: &str = "uri-sql-scheduler";

fn main() -> ExitCode {
    let options: Config = options(NAME, &DEFAULTS);
    // Plans can be deeply nested, and recursion needs a large stack.
    let runtime = Builder::new_multi_thread().enable_all().thread_stack_size(32 << 20).build();
    end(NAME, runtime.map_err(general).and_then(|runtime| runtime.block_on(serve(options))))
}

async fn serve(mut options: Config) -> Result<()> {
    options.external_host = host(&options.external_host);
    let bound = format!("{}:{}", host(&options.bind_host), options.bind_port);
    let listener = TcpListener::bind(&bound).await;
    let listener = listener.map_err(|error| general(format!("cannot listen on {bound}: {error}")))?;
    options.bind_port = listener.local_addr()?.port();
    let address = format!("df://{}:{}", options.external_host, options.bind_port);
    let files = format!("scheduler_{}_{}", options.namespace, options.bind_port);
    log(&options.log_level_setting, options.log_dir.as_deref(), &files, &options.log_rotation_policy)?;

    let config = SchedulerConfig::try_from(options)?
        .with_override_config_producer(Arc::new(session_config_with_s3_support))
        .with_override_session_builder(Arc::new(session_state));
    config.validate()?;
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let cluster = BallistaCluster::new(cluster.cluster_state(), Arc::new(Trusted(cluster.job_state())));
    let scheduler = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, Arc::new(config)).await?;
    println!("{address}");
    start_grpc_service_with_listener(listener, scheduler).await
}
