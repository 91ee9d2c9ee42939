//! Work on all cores, its results in the order of the tasks.

use std::panic;
use std::sync::mpsc::sync_channel;
use std::thread::{self, Builder};

use crate::outcome::Error;

/// More workers would wait for the one thread that reads and the one that writes, and hold memory.
const MOST_WORKERS: usize = 8;

/// Hands each result of `work` to `take`, as soon as it is there and those before it are taken.
pub(crate) fn each<T: Send + 'static, R: Send + 'static>(
    mut tasks: impl Iterator<Item = T> + Send + 'static,
    work: impl Fn(T) -> R + Clone + Send + 'static,
    mut take: impl FnMut(R) -> Result<(), Error>,
) -> Result<(), Error> {
    let workers = thread::available_parallelism().map_or(1, |cores| cores.get().min(MOST_WORKERS));
    if workers == 1 {
        return tasks.try_for_each(|task| take(work(task)));
    }

    // The tasks go round, and so does whoever takes the results: that is what keeps the order. The threads
    // have no scope: one that waits for a task must not detain a command that can answer nobody any more.
    let mut threads = Vec::new();
    let mut desks = Vec::new();
    let mut results = Vec::new();
    for _ in 0..workers {
        let (desk, tasks) = sync_channel(1);
        let (done, result) = sync_channel(1);
        let work = work.clone();
        let worker = move || drop(tasks.into_iter().try_for_each(|task| done.send(work(task))));
        threads.push(Builder::new().spawn(worker).map_err(Error::Thread)?);
        desks.push(desk);
        results.push(result);
    }
    let reader = move || drop(tasks.zip(desks.iter().cycle()).try_for_each(|(task, desk)| desk.send(task)));
    let reader = Builder::new().spawn(reader).map_err(Error::Thread)?;

    for turn in (0..workers).cycle() {
        if let Ok(result) = results[turn].recv() {
            take(result)?;
        } else {
            // This worker has panicked, or it has no tasks left, because the reader has ended or panicked.
            let ended = threads.swap_remove(turn).join().and_then(|()| reader.join());
            ended.unwrap_or_else(|panic| panic::resume_unwind(panic));
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_order() {
        let mut taken = Vec::new();
        let slow = |task: u64| {
            thread::sleep(std::time::Duration::from_micros(task * 7919 % 1000));
            task
        };
        let take = |task| {
            taken.push(task);
            Ok(())
        };
        each(0..200, slow, take).unwrap();
        assert!(taken.into_iter().eq(0..200));
    }

    #[test]
    #[should_panic = "at task 7"]
    fn does_not_take_a_panic_for_the_end() {
        // The tasks that come after never end.
        let tasks = (0..20).chain(std::iter::from_fn(|| {
            loop {
                thread::park();
            }
        }));
        let _ = each(tasks, |task| assert!(task != 7, "at task {task}"), |()| Ok(()));
    }
}
