//! Ballista with the SQL functions on URIs: the scheduler, the executor, and the client of such a cluster.
//!
//! In: a command line (the scheduler's and the executor's are Ballista's own), or the address of a scheduler.
//! Out: a process that runs until it is stopped, or a `SessionContext` whose statements run on the cluster.
//! All three take functions and codecs from `session`, so that each can read the plans that another has written.
//! `address` reads `df://host:port`, `client` connects to it, `scheduler` and `executor` are the two processes, and
//! `process` has what both need: options, log, ports, exit status. `trusted` withholds answers that the loss of an
//! executor may have made wrong, and `again` sends their statements again; `plan` says what of a plan can be sent, and
//! `fault` what fails on a cluster, in the words of one process; `sink` recognizes the plans that write. `connections` are
//! those between executors.
//! Next: the binaries `uri-sql-scheduler` and `uri-sql-executor`, and `uri-sql --cluster`.

#![forbid(unsafe_code)]

mod address;
mod again;
mod client;
mod connections;
mod error;
pub mod executor;
mod fault;
mod plan;
mod process;
pub mod scheduler;
mod session;
mod sink;
mod trusted;

pub use client::client;
pub use error::ClusterError;
pub use fault::RemoteError;
