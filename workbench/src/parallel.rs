//! Runs two closures in parallel.

use std::panic::resume_unwind;
use std::thread;

/// The stack size in bytes, as large as that of a main thread. Operations on automata recurse at most
/// 1,000 levels into a formula and 4,096 levels into an expression.
const STACK: usize = 8 << 20;

/// Runs both closures, one of them in a new thread, or one after the other if no thread can be
/// started.
pub(crate) fn both<A, B: Send>(one: impl FnOnce() -> A, other: impl FnOnce() -> B + Send) -> (A, B) {
    if cfg!(target_family = "wasm") {
        return (one(), other());
    }
    let mut other = Some(other);
    let mut work = || other.take().map(|other| other());
    let (one, done) = thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, &mut work);
        let one = one();
        (one, thread.ok().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))))
    });
    let other = done.unwrap_or_else(work).expect("work not done in a thread is done here");
    (one, other)
}

#[cfg(test)]
mod tests {
    use super::both;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn each_does_its_own() {
        let (mut one, mut other) = (1, 2);
        assert_eq!(both(|| one += 1, || std::mem::replace(&mut other, 5)), ((), 2));
        assert_eq!((one, other), (2, 5));
    }

    #[test]
    fn a_panic_is_passed_on() {
        let panics = |one: bool, other: bool| {
            catch_unwind(AssertUnwindSafe(|| both(|| assert!(one, "one"), || assert!(other, "other"))))
                .map_err(|panic| *panic.downcast_ref::<&str>().unwrap())
        };
        assert_eq!(panics(true, false), Err("other"));
        assert_eq!(panics(false, true), Err("one"));
        assert_eq!(panics(true, true), Ok(((), ())));
    }
}
