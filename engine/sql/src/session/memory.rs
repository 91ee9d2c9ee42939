//! How much memory a query may use.

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use crate::args::size::Size;

/// The share of the memory that is used by default; the rest is for what DataFusion does not count: buffers of files,
/// rows on their way between threads, and the system.
const DEFAULT_SHARE: f64 = 0.7;

/// The memory of a machine that does not tell.
const UNKNOWN: u64 = 4 << 30;

/// Returns the limit in bytes.
pub(super) fn limit(asked: Option<Size>) -> usize {
    match asked {
        Some(Size::Bytes(bytes)) => bytes,
        Some(Size::Share(share)) => share_of_machine(share),
        None => share_of_machine(DEFAULT_SHARE),
    }
}

fn share_of_machine(share: f64) -> usize {
    // The product of a share and a number of bytes is positive, and `as` takes the largest if it is too large.
    (total() as f64 * share) as usize
}

/// Returns the memory of the machine, or of the container if that has less.
fn total() -> u64 {
    let only_memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(only_memory);
    let machine = match system.total_memory() {
        0 => UNKNOWN,
        bytes => bytes,
    };
    system.cgroup_limits().map_or(machine, |container| container.total_memory.clamp(1, machine))
}
