//! Detects changes of the file.
//!
//! Polling also detects that an editor replaces the file, and works on any file system.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use tokio::time::{MissedTickBehavior, interval, sleep};

use super::File;

/// The polling interval.
const INTERVAL: Duration = Duration::from_millis(200);
/// The coarsest resolution of modification times, which is that of FAT.
const RESOLUTION: Duration = Duration::from_secs(2);
/// The maximum pause between two writes of a program that is writing the file.
const WRITING: Duration = Duration::from_millis(20);
/// The maximum number of pauses for a program that keeps writing the file.
const MOST_WRITES: usize = 20;
/// The number of successive polls at which the file may be missing while an editor replaces it.
const MISSING: u32 = 5;

impl File {
    /// Polls for changes while there are subscribers.
    pub(crate) async fn watch(self: Arc<Self>) {
        let mut interval = interval(INTERVAL);
        interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut last = None;
        let mut missing = 0;
        loop {
            interval.tick().await;
            if self.latest.receiver_count() == 0 {
                continue;
            }
            let stamp = self.settled(last.as_ref()).await;
            missing = if stamp.is_some() { 0 } else { missing + 1 };
            let is_same = stamp == last && stamp.as_ref().is_some_and(Stamp::is_settled);
            if !is_same && (stamp.is_some() || missing == MISSING) {
                self.refreshed().await;
                last = stamp;
            }
        }
    }

    /// Returns the stamp of the file. If the stamp differs from `last`, waits until it is stable, because
    /// many programs truncate a file before they write it.
    async fn settled(self: &Arc<Self>, last: Option<&Stamp>) -> Option<Stamp> {
        let mut stamp = self.stamp().await;
        for _ in 0..MOST_WRITES {
            if stamp.as_ref() == last {
                break;
            }
            sleep(WRITING).await;
            let later = self.stamp().await;
            if later == stamp {
                break;
            }
            stamp = later;
        }
        stamp
    }

    async fn stamp(self: &Arc<Self>) -> Option<Stamp> {
        self.blocking(|file| Stamp::of(&file.path)).await
    }
}

/// The metadata that change when the file is written or replaced.
#[derive(PartialEq, Eq)]
struct Stamp {
    changed: Option<SystemTime>,
    length: u64,
}

impl Stamp {
    fn of(path: &Path) -> Option<Self> {
        let metadata = fs::metadata(path).ok()?;
        Some(Self { changed: metadata.modified().ok(), length: metadata.len() })
    }

    /// Returns whether the modification time is so old that another change must change it.
    fn is_settled(&self) -> bool {
        let age = self.changed.and_then(|changed| changed.elapsed().ok());
        age.is_some_and(|age| age > RESOLUTION)
    }
}
