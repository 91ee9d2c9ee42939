//! Schedules requests. A later request supersedes an earlier one.
//!
//! In: the tab and the slot of a request, and its turn, which increases within a tab.
//! Out: the result of the work, or `None` if a later request of the same slot has arrived. At most four requests
//! are worked on at once, at most three of them of the same tab, and at most one of these on a grammar.
//! Next: `http`, which answers a superseded request with 409.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::{Semaphore, oneshot};

use crate::panels::Request;

/// The maximum number of processes that run at once.
const MOST: usize = 4;
/// The maximum number of processes that run at once for one tab, so that one remains for other tabs. A local
/// program can evade the limit by inventing names of tabs, but it could also keep the processors busy without
/// the server.
const MOST_OF_TAB: usize = 3;

/// The requests in progress.
pub(crate) struct Turns {
    table: Mutex<Table>,
    running: Semaphore,
}

#[derive(Default)]
struct Table {
    open: HashMap<Place, Open>,
    tabs: HashMap<String, Weak<Tab>>,
    opened: u64,
}

/// A tab and a slot.
type Place = (String, String);

/// The limits of a tab.
struct Tab {
    running: Semaphore,
    on_grammar: Semaphore,
}

struct Open {
    turn: u64,
    number: u64,
    /// Dropped when a later request supersedes this one.
    _superseded: oneshot::Sender<Infallible>,
}

/// The turn of a request, which ends when this value is dropped.
pub(crate) struct Turn {
    turns: Arc<Turns>,
    place: Place,
    number: u64,
    /// Keeps the tab alive, so that its later requests share its limits.
    tab: Arc<Tab>,
    is_of_grammar: bool,
    superseded: oneshot::Receiver<Infallible>,
}

impl Turns {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self { table: Mutex::default(), running: Semaphore::new(MOST) })
    }

    /// Begins a turn, and supersedes an earlier turn of the same tab and slot. Returns `None` if a later turn
    /// has begun.
    pub(crate) fn begin(self: &Arc<Self>, request: &Request) -> Option<Turn> {
        let &Request { ref client, ref slot, turn, is_of_grammar, .. } = request;
        let (mut table, place) = (self.table(), (client.clone(), slot.clone()));
        if table.open.get(&place).is_some_and(|open| open.turn > turn) {
            return None;
        }
        table.opened += 1;
        let number = table.opened;
        let (sender, superseded) = oneshot::channel();
        table.open.insert(place.clone(), Open { turn, number, _superseded: sender });
        let tab = table.tab(client);
        Some(Turn { turns: Arc::clone(self), place, number, tab, is_of_grammar, superseded })
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn tab(&mut self, client: &str) -> Arc<Tab> {
        self.tabs.retain(|_, tab| tab.strong_count() > 0);
        if let Some(tab) = self.tabs.get(client).and_then(Weak::upgrade) {
            return tab;
        }
        let [running, on_grammar] = [MOST_OF_TAB, 1].map(Semaphore::new);
        let tab = Arc::new(Tab { running, on_grammar });
        self.tabs.insert(client.to_owned(), Arc::downgrade(&tab));
        tab
    }
}

impl Turn {
    /// Does the work when the limits allow it, and returns the result. If the request is superseded, drops the
    /// work and returns `None`.
    pub(crate) async fn run<T>(mut self, work: impl Future<Output = T>) -> Option<T> {
        let (all, tab, is_of_grammar) = (&self.turns.running, &self.tab, self.is_of_grammar);
        let in_turn = async {
            // Acquire the tab's own permits first, so that waiting for them does not block other tabs. The
            // semaphores are never closed.
            let _on_grammar = match is_of_grammar {
                true => Some(tab.on_grammar.acquire().await),
                false => None,
            };
            let _of_tab = tab.running.acquire().await;
            let _of_all = all.acquire().await;
            work.await
        };
        tokio::select! {
            biased;
            _ = &mut self.superseded => None,
            done = in_turn => Some(done),
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut table = self.turns.table();
        if table.open.get(&self.place).is_some_and(|open| open.number == self.number) {
            table.open.remove(&self.place);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};
    use std::pin::pin;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::FutureExt;
    use futures_util::future::join_all;

    use super::*;

    fn block_on<T>(work: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(work)
    }

    /// Begins a turn of a request that is about the grammar if its slot is `grammar` or begins so.
    fn begin(turns: &Arc<Turns>, client: &str, slot: &str, turn: u64) -> Option<Turn> {
        let (client, slot, is_of_grammar) = (client.to_owned(), slot.to_owned(), slot.starts_with("grammar"));
        turns.begin(&Request { client, slot, turn, is_of_grammar, lines: Vec::new() })
    }

    #[test]
    fn a_later_turn_supersedes() {
        let turns = Turns::new();
        let first = begin(&turns, "a", "x", 1).unwrap();
        let second = begin(&turns, "a", "x", 2).unwrap();
        let [other_slot, other_client] = [begin(&turns, "a", "y", 1), begin(&turns, "b", "x", 1)];
        block_on(async {
            assert!(first.run(pending::<()>()).await.is_none());
            for (turn, number) in [(Some(second), 2), (other_slot, 3), (other_client, 4)] {
                assert_eq!(turn.unwrap().run(ready(number)).await, Some(number));
            }
        });
    }

    #[test]
    fn an_earlier_turn_comes_too_late() {
        let turns = Turns::new();
        let second = begin(&turns, "a", "x", 2);
        assert!(begin(&turns, "a", "x", 1).is_none());
        drop(second);
        assert!(begin(&turns, "a", "x", 1).is_some());
        assert!(turns.table().open.is_empty());
    }

    /// Runs these turns, and returns the maximum number that ran at once.
    fn most_at_once(turns: Vec<Turn>) -> usize {
        let (running, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        block_on(async {
            let work = turns.into_iter().map(async |turn| {
                let work = turn.run(async {
                    most.fetch_max(running.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
                    tokio::task::yield_now().await;
                    running.fetch_sub(1, Ordering::Relaxed);
                });
                work.await.unwrap();
            });
            join_all(work).await;
        });
        most.into_inner()
    }

    #[test]
    fn so_many_run_at_once() {
        let turns = Turns::new();
        let of_clients = (0..10).map(|n| begin(&turns, &n.to_string(), "grammar", 1).unwrap());
        assert_eq!(most_at_once(of_clients.collect()), MOST);
        assert_eq!(turns.running.available_permits(), MOST);
    }

    #[test]
    fn of_a_tab_one_works_on_the_grammar() {
        let turns = Turns::new();
        // Slots have no limits of their own: they share those of the tab.
        let slots = ["grammar", "grammar 2", "grammar 3"];
        let of_tab = |tab: &str| slots.map(|slot| begin(&turns, tab, slot, 1).unwrap());
        let both = of_tab("a").into_iter().chain(of_tab("b"));
        assert_eq!(most_at_once(both.collect()), 2);
        let _open = begin(&turns, "c", "grammar", 1);
        assert_eq!(turns.table().tabs.len(), 1);
    }

    const SLOTS: [&str; 5] = ["1", "2", "3", "4", "5"];

    #[test]
    fn a_tab_leaves_a_place_for_the_others() {
        let turns = Turns::new();
        let of_tab = SLOTS.map(|slot| begin(&turns, "a", slot, 1).unwrap());
        assert_eq!(most_at_once(of_tab.into()), MOST_OF_TAB);
    }

    #[test]
    fn a_place_is_kept_until_the_work_is_done_or_dropped() {
        let turns = Turns::new();
        let run = |client: &str, slot| {
            let mut run = Box::pin(begin(&turns, client, slot, 1).unwrap().run(pending::<()>()));
            assert!(run.as_mut().now_or_never().is_none());
            run
        };
        let is_free =
            |client: &str| begin(&turns, client, "x", 1).unwrap().run(ready(())).now_or_never().is_some();
        let mut kept: Vec<_> = SLOTS[..3].iter().map(|slot| run("a", slot)).collect();
        assert!(!is_free("a"));
        assert!(is_free("b"));
        kept.push(run("b", "1"));
        assert!(!is_free("c"));
        drop(kept);
        assert!(is_free("a"));
    }

    /// A waiting request is superseded immediately, so it does not delay others.
    #[test]
    fn what_waits_is_superseded_too() {
        let turns = Turns::new();
        block_on(async {
            let mut running = pin!(begin(&turns, "a", "grammar", 1).unwrap().run(pending::<()>()));
            let mut waiting = pin!(begin(&turns, "a", "grammar 2", 1).unwrap().run(pending::<()>()));
            assert!(running.as_mut().now_or_never().is_none());
            assert!(waiting.as_mut().now_or_never().is_none());
            let later = begin(&turns, "a", "grammar 2", 2).unwrap();
            assert!(waiting.as_mut().now_or_never().is_some_and(|ended| ended.is_none()));
            assert!(running.as_mut().now_or_never().is_none());
            drop(later);
        });
    }
}
