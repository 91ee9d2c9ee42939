//! Work on all cores, with the results in the order of the tasks.

use std::panic;
use std::sync::mpsc::sync_channel;
use std::thread::{self, Builder};

use crate::outcome::Error;

/// More workers would wait for the one thread that reads and the one that writes, and only take memory.
const MOST_WORKERS: usize = 8;

/// Passes each result of `work` to `take`, in the order of the tasks, as soon as it is available.
pub(crate) fn each<T: Send + 'static, R: Send + 'static>(
    mut tasks: impl Iterator<Item = T> + Send + 'static,
    work: impl Fn(T) -> R + Clone + Send + 'static,
    mut take: impl FnMut(R) -> Result<(), Error>,
) -> Result<(), Error> {
    let workers = thread::available_parallelism().map_or(1, |cores| cores.get().min(MOST_WORKERS));
    if workers == 1 {
        return tasks.try_for_each(|task| take(work(task)));
    }

    // Tasks are assigned to the workers in turn, and results are taken in the same turn, which preserves the
    // order. The threads are not scoped: one that waits for a task must not delay the end of a command whose
    // output is closed.
    let mut threads = Vec::new();
    let mut senders = Vec::new();
    let mut results = Vec::new();
    for _ in 0..workers {
        let (sender, tasks) = sync_channel(1);
        let (done, result) = sync_channel(1);
        let work = work.clone();
        let worker = move || drop(tasks.into_iter().try_for_each(|task| done.send(work(task))));
        threads.push(Builder::new().spawn(worker).map_err(Error::Thread)?);
        senders.push(sender);
        results.push(result);
    }
    let reader = move || {
        drop(tasks.zip(senders.iter().cycle()).try_for_each(|(task, sender)| sender.send(task)));
    };
    let reader = Builder::new().spawn(reader).map_err(Error::Thread)?;

    for turn in (0..workers).cycle() {
        if let Ok(result) = results[turn].recv() {
            take(result)?;
        } else {
            // This worker has panicked, or has no more tasks, because the reader has ended or panicked.
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
        // The tasks after these never end.
        let tasks = (0..20).chain(std::iter::from_fn(|| {
            loop {
                thread::park();
            }
        }));
        let _ = each(tasks, |task| assert!(task != 7, "at task {task}"), |()| Ok(()));
    }
}
