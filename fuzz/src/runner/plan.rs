//! What to run.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::tally::Tally;
use super::watch::{Watched, watch};
use super::worker::Worker;
use crate::target::{Target, keep_messages_of_panics};

/// Which targets to run, and for how long.
pub struct Plan {
    /// The targets, each with the inputs of its corpus.
    pub targets: Vec<(&'static Target, Vec<Vec<String>>)>,
    /// When each target has had its share of the time.
    pub time: Duration,
    /// The number of inputs after which a target ends before that.
    pub most: Option<u64>,
    /// The number of threads.
    pub jobs: usize,
    /// The seed; each thread derives its own.
    pub seed: u64,
}

/// How long a target runs before the next has its turn.
const TURN: Duration = Duration::from_millis(500);

/// Runs a plan: first the corpus, then random inputs, the targets in turns. Calls back with the tallies after each round.
///
/// # Errors
///
/// Those of the callback.
pub fn run<E>(plan: &Plan, mut round_ended: impl FnMut(&[Tally]) -> Result<(), E>) -> Result<Vec<Tally>, E> {
    keep_messages_of_panics();
    let mut tallies: Vec<Tally> = plan.targets.iter().map(|_| Tally::default()).collect();
    let mut workers: Vec<Worker<'_>> =
        (0..plan.jobs).map(|job| Worker::new(&plan.targets, plan.seed.wrapping_add(job as u64))).collect();
    for (at, tally) in tallies.iter_mut().enumerate() {
        tally.add(workers[0].replay(at));
    }
    let end = Instant::now() + plan.time;
    let is_done = |tally: &Tally| plan.most.is_some_and(|most| tally.tried >= most);
    while Instant::now() < end && !tallies.iter().all(is_done) {
        for (at, tally) in tallies.iter_mut().enumerate().filter(|(_, tally)| !is_done(tally)) {
            let most = plan.most.map_or(u64::MAX, |most| most - tally.tried);
            turn(&mut workers, at, most, end, tally);
        }
        round_ended(&tallies)?;
    }
    Ok(tallies)
}

/// Runs one target on all threads.
fn turn(workers: &mut [Worker<'_>], at: usize, most: u64, end: Instant, tally: &mut Tally) {
    let share = most.div_ceil(workers.len() as u64);
    let until = end.min(Instant::now() + TURN);
    let running = AtomicUsize::new(workers.len());
    let watched: Vec<Watched> = workers.iter().map(|_| Watched::default()).collect();
    let begun = Instant::now();
    let run = |(worker, watched): (&mut Worker<'_>, &Watched)| {
        let turn = worker.turn(at, share, until, watched);
        running.fetch_sub(1, Ordering::Release);
        turn
    };
    thread::scope(|scope| {
        let run = &run;
        let pairs = workers.iter_mut().zip(&watched);
        let threads: Vec<_> = pairs.map(|pair| scope.spawn(move || run(pair))).collect();
        watch(&watched, &running);
        for thread in threads {
            match thread.join() {
                Ok(turn) => tally.add(turn),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    tally.time += begun.elapsed();
}
