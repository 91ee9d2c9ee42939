//! Connections to other executors, kept for the next time.
//!
//! Ballista has the same, but only inside its own engine.

use std::collections::HashMap;
use std::fmt;
use std::mem::take;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use ballista_core::client::BallistaClient;
use ballista_core::client_pool::{BallistaClientPool, PooledClient};
use ballista_core::error::Result;
use ballista_core::extension::BallistaConfigGrpcEndpoint;
use ballista_core::utils::GrpcClientConfig;

/// Where a connection leads, and how it was made.
type Key = (String, u16, GrpcClientConfig);

/// Connections that nobody uses, each with the time when it was given back.
#[derive(Default)]
struct Idle(Mutex<HashMap<Key, Vec<(BallistaClient, Instant)>>>);

impl Idle {
    /// Returns the connection that was used last.
    fn take(&self, key: &Key) -> Option<BallistaClient> {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Some(idle.get_mut(key)?.pop()?.0)
    }

    fn put(&self, key: Key, connection: BallistaClient) {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        idle.entry(key).or_default().push((connection, Instant::now()));
    }

    /// Closes those that have not been used for so long.
    fn close(&self, age: Duration) {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (key, mut connections) in take(&mut *idle) {
            connections.retain(|(_, since)| since.elapsed() < age);
            if !connections.is_empty() {
                idle.insert(key, connections);
            }
        }
    }
}

/// Connections that are kept for a time.
pub(crate) struct Connections {
    kept: Duration,
    idle: Arc<Idle>,
}

impl Connections {
    /// Returns connections that are kept for so long.
    pub(crate) fn kept(kept: Duration) -> Self {
        Self { kept, idle: Arc::default() }
    }
}

impl fmt::Debug for Connections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connections").field("kept", &self.kept).finish_non_exhaustive()
    }
}

#[async_trait]
impl BallistaClientPool for Connections {
    async fn acquire(
        &self,
        host: &str,
        port: u16,
        config: &GrpcClientConfig,
        endpoint: Option<Arc<BallistaConfigGrpcEndpoint>>,
    ) -> Result<PooledClient> {
        self.idle.close(self.kept);
        let key = (host.to_owned(), port, config.clone());
        let connection = match self.idle.take(&key) {
            Some(connection) => connection,
            None => {
                BallistaClient::try_new(
                    host,
                    port,
                    config.max_message_size,
                    config.use_tls,
                    endpoint,
                    config.io_retries_times,
                    config.io_retry_wait_time_ms,
                    config.initial_connection_window_size,
                    config.initial_stream_window_size,
                )
                .await?
            }
        };
        let idle = Arc::clone(&self.idle);
        Ok(PooledClient::new(connection, Box::new(move |connection| idle.put(key, connection))))
    }

    async fn evict_idle(&self) {
        self.idle.close(self.kept);
    }
}
