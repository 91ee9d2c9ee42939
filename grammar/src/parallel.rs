//! Two pieces of work at the same time.

use std::panic::resume_unwind;
use std::thread;

/// The stack, in bytes, as large as that of a main thread: on automata, recursion is bounded.
const STACK: usize = 8 << 20;

/// Does both, one of them in a thread of its own if that can be started.
pub(crate) fn both<A, B: Send>(one: impl FnOnce() -> A, other: impl FnOnce() -> B + Send) -> (A, B) {
    let mut other = Some(other);
    let mut work = || other.take().map(|other| other());
    let (one, done) = thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, &mut work);
        let one = one();
        (one, thread.ok().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))))
    });
    let Some(other) = done.unwrap_or_else(work) else {
        panic!("invariant broken: what has not been done in a thread is done here")
    };
    (one, other)
}
