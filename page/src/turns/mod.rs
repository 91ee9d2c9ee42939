//! Which requests are worked on, and which a later one has made pointless.
//!
//! In: the tab that asks, the panel, its slot, and the turn: later requests of a tab have greater numbers.
//! Out: the end of the work, or that a later request for the same panel and slot has come. At most four commands run at once,
//! and of those on a grammar one for each tab.
//! Next: `http`, which answers a superseded request with 409.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::{Semaphore, oneshot};

use crate::panels::Panel;
use crate::panels::request::Request;

/// How many commands run at once.
const MOST: usize = 4;

/// The requests that are worked on.
pub(crate) struct Turns {
    table: Mutex<Table>,
    running: Semaphore,
}

#[derive(Default)]
struct Table {
    open: HashMap<Place, Open>,
    /// For each tab, the one command on a grammar that may run.
    on_grammars: HashMap<String, Weak<Semaphore>>,
    opened: u64,
}

/// A panel of a tab, and which of the requests it is that the panel makes at once.
type Place = (String, &'static str, String);

struct Open {
    turn: u64,
    number: u64,
    /// Dropped when the request is superseded.
    _superseded: oneshot::Sender<Infallible>,
}

/// The turn of a request, until it is dropped.
pub(crate) struct Turn {
    turns: Arc<Turns>,
    place: Place,
    number: u64,
    on_grammar: Option<Arc<Semaphore>>,
    superseded: oneshot::Receiver<Infallible>,
}

impl Turns {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self { table: Mutex::default(), running: Semaphore::new(MOST) })
    }

    /// Begins a turn, which supersedes an earlier one of the same tab, panel and slot. Returns nothing if a later one
    /// has begun.
    pub(crate) fn begin(self: &Arc<Self>, request: &Request, panel: &Panel) -> Option<Turn> {
        let Request { client, slot, turn, .. } = request;
        let (mut table, turn) = (self.table(), *turn);
        let place = (client.clone(), panel.name, slot.clone());
        if table.open.get(&place).is_some_and(|open| open.turn > turn) {
            return None;
        }
        table.opened += 1;
        let number = table.opened;
        let (sender, superseded) = oneshot::channel();
        table.open.insert(place.clone(), Open { turn, number, _superseded: sender });
        let on_grammar = panel.is_of_grammar.then(|| table.on_grammar(client));
        Some(Turn { turns: Arc::clone(self), place, number, on_grammar, superseded })
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn on_grammar(&mut self, client: &str) -> Arc<Semaphore> {
        self.on_grammars.retain(|_, one| one.strong_count() > 0);
        if let Some(one) = self.on_grammars.get(client).and_then(Weak::upgrade) {
            return one;
        }
        let one = Arc::new(Semaphore::new(1));
        self.on_grammars.insert(client.to_owned(), Arc::downgrade(&one));
        one
    }
}

impl Turn {
    /// Does the work when it is its turn. Returns nothing if the request is superseded, which drops the work.
    pub(crate) async fn run<T>(mut self, work: impl Future<Output = T>) -> Option<T> {
        let (turns, on_grammar) = (Arc::clone(&self.turns), self.on_grammar.clone());
        let in_turn = async {
            // The semaphores are never closed.
            let _one = match &on_grammar {
                Some(one) => Some(one.acquire().await),
                None => None,
            };
            let _running = turns.running.acquire().await;
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
    use crate::panels::find;

    fn block_on<T>(work: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(work)
    }

    fn begin(turns: &Arc<Turns>, client: &str, panel: &str, turn: u64) -> Option<Turn> {
        begin_slot(turns, client, panel, "", turn)
    }

    fn begin_slot(turns: &Arc<Turns>, client: &str, panel: &str, slot: &str, turn: u64) -> Option<Turn> {
        let body = serde_json::json!({ "client": client, "slot": slot, "turn": turn, "fields": {} });
        turns.begin(&Request::read(body.to_string().as_bytes()).unwrap(), find(panel).unwrap())
    }

    #[test]
    fn a_later_turn_supersedes() {
        let turns = Turns::new();
        let first = begin(&turns, "a", "tree", 1).unwrap();
        let second = begin(&turns, "a", "tree", 2).unwrap();
        let [other_panel, other_client] = [begin(&turns, "a", "parse", 1), begin(&turns, "b", "tree", 1)];
        let other_slot = begin_slot(&turns, "a", "tree", "other", 1);
        block_on(async {
            assert_eq!(first.run(pending::<()>()).await, None);
            assert_eq!(second.run(ready(2)).await, Some(2));
            assert_eq!(other_panel.unwrap().run(ready(3)).await, Some(3));
            assert_eq!(other_client.unwrap().run(ready(4)).await, Some(4));
            assert_eq!(other_slot.unwrap().run(ready(5)).await, Some(5));
        });
    }

    #[test]
    fn an_earlier_turn_comes_too_late() {
        let turns = Turns::new();
        let second = begin(&turns, "a", "tree", 2);
        assert!(begin(&turns, "a", "tree", 1).is_none());
        drop(second);
        assert!(begin(&turns, "a", "tree", 1).is_some());
        assert!(turns.table().open.is_empty());
    }

    /// The most that ran at once of ten.
    fn most_at_once(turns: impl Iterator<Item = Turn>) -> usize {
        let (running, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        block_on(async {
            let work = turns.map(|turn| {
                turn.run(async {
                    most.fetch_max(running.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
                    tokio::task::yield_now().await;
                    running.fetch_sub(1, Ordering::Relaxed);
                })
            });
            assert_eq!(join_all(work).await.len(), 10);
        });
        most.into_inner()
    }

    #[test]
    fn so_many_run_at_once() {
        let turns = Turns::new();
        let of_clients = (0..10).map(|n| begin(&turns, &n.to_string(), "check", 1).unwrap());
        assert_eq!(most_at_once(of_clients.collect::<Vec<_>>().into_iter()), MOST);
        assert_eq!(turns.running.available_permits(), MOST);
    }

    #[test]
    fn of_a_tab_one_works_on_the_grammar() {
        let turns = Turns::new();
        let panels = ["check", "diff", "prove", "sample", "draw"];
        // Whatever the slot, which is no other tab.
        let of_tab = |tab: &str| panels.map(|panel| begin_slot(&turns, tab, panel, panel, 1).unwrap());
        let both = of_tab("a").into_iter().chain(of_tab("b"));
        assert_eq!(most_at_once(both), 2);
        let _open = begin(&turns, "c", "check", 1);
        assert_eq!(turns.table().on_grammars.len(), 1);
    }

    /// A request that waits is superseded at once, and so does not hold up the others.
    #[test]
    fn what_waits_is_superseded_too() {
        let turns = Turns::new();
        block_on(async {
            let mut running = pin!(begin(&turns, "a", "check", 1).unwrap().run(pending::<()>()));
            let mut waiting = pin!(begin(&turns, "a", "draw", 1).unwrap().run(pending::<()>()));
            assert_eq!(running.as_mut().now_or_never(), None);
            assert_eq!(waiting.as_mut().now_or_never(), None);
            let later = begin(&turns, "a", "draw", 2).unwrap();
            assert_eq!(waiting.as_mut().now_or_never(), Some(None));
            assert_eq!(running.as_mut().now_or_never(), None);
            drop(later);
        });
    }
}
