//! Schedules requests. A later request supersedes an earlier one.
//!
//! In: the tab, the panel and the slot of a request, and its turn, which increases within a tab.
//! Out: the result of the work, or `None` if a later request for the same panel and slot has arrived. At most
//! four commands run at once, at most three of them for the same tab, and at most one of these on a grammar.
//! Next: `http`, which answers a superseded request with 409.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::panels::Panel;
use crate::panels::panel::Request;

/// The maximum number of commands that run at once.
const MOST: usize = 4;
/// The maximum number of commands that run at once for one tab, so that one remains for other tabs. A local
/// program can evade the limit by inventing names of tabs, but it could also keep the processors busy without
/// the server.
const MOST_OF_TAB: usize = 3;

/// The requests in progress.
pub(crate) struct Turns {
    table: Mutex<Table>,
    running: Arc<Semaphore>,
}

#[derive(Default)]
struct Table {
    open: HashMap<Place, Open>,
    tabs: HashMap<String, Weak<Tab>>,
    opened: u64,
}

/// A tab, a panel, and a slot.
type Place = (String, &'static str, String);

/// The limits of a tab.
struct Tab {
    commands: Arc<Semaphore>,
    on_grammar: Arc<Semaphore>,
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
    tab: Arc<Tab>,
    is_of_grammar: bool,
    superseded: oneshot::Receiver<Infallible>,
}

/// The permits of a running command, which are released when this value is dropped.
pub(crate) struct Running {
    _of_tab: Option<OwnedSemaphorePermit>,
    _of_all: Option<OwnedSemaphorePermit>,
    /// Keeps the tab alive, so that its later requests share its limits.
    _tab: Arc<Tab>,
}

impl Turns {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self { table: Mutex::default(), running: Arc::new(Semaphore::new(MOST)) })
    }

    /// Begins a turn, and supersedes an earlier turn of the same tab, panel and slot. Returns `None` if a
    /// later turn has begun.
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
        let (tab, is_of_grammar) = (table.tab(client), panel.is_of_grammar);
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
        let [commands, on_grammar] = [MOST_OF_TAB, 1].map(|most| Arc::new(Semaphore::new(most)));
        let tab = Arc::new(Tab { commands, on_grammar });
        self.tabs.insert(client.to_owned(), Arc::downgrade(&tab));
        tab
    }
}

impl Turn {
    /// Does the work when the limits allow it. Returns the result with the permits, which are still held. If
    /// the request is superseded, drops the work and returns `None`.
    pub(crate) async fn run<T>(mut self, work: impl Future<Output = T>) -> Option<(T, Running)> {
        let (all, tab) = (Arc::clone(&self.turns.running), Arc::clone(&self.tab));
        let is_of_grammar = self.is_of_grammar;
        let in_turn = async move {
            // Acquire the tab's own permits first, so that waiting for them does not block other tabs. The
            // semaphores are never closed.
            let _on_grammar = match is_of_grammar {
                true => Some(tab.on_grammar.acquire().await),
                false => None,
            };
            let of_tab = Arc::clone(&tab.commands).acquire_owned().await.ok();
            let of_all = all.acquire_owned().await.ok();
            let done = work.await;
            (done, Running { _of_tab: of_tab, _of_all: of_all, _tab: Arc::clone(&tab) })
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
            assert!(first.run(pending::<()>()).await.is_none());
            let others = [(Some(second), 2), (other_panel, 3), (other_client, 4), (other_slot, 5)];
            for (turn, number) in others {
                assert!(turn.unwrap().run(ready(number)).await.is_some_and(|(done, _)| done == number));
            }
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
                drop(work.await);
            });
            join_all(work).await;
        });
        most.into_inner()
    }

    #[test]
    fn so_many_run_at_once() {
        let turns = Turns::new();
        let of_clients = (0..10).map(|n| begin(&turns, &n.to_string(), "check", 1).unwrap());
        assert_eq!(most_at_once(of_clients.collect()), MOST);
        assert_eq!(turns.running.available_permits(), MOST);
    }

    #[test]
    fn of_a_tab_one_works_on_the_grammar() {
        let turns = Turns::new();
        let panels = ["check", "diff", "prove", "sample", "draw"];
        // Slots have no limits of their own: they share those of the tab.
        let of_tab = |tab: &str| panels.map(|panel| begin_slot(&turns, tab, panel, panel, 1).unwrap());
        let both = of_tab("a").into_iter().chain(of_tab("b"));
        assert_eq!(most_at_once(both.collect()), 2);
        let _open = begin(&turns, "c", "check", 1);
        assert_eq!(turns.table().tabs.len(), 1);
    }

    const OF_TEXT: [&str; 5] = ["parse", "tree", "compare", "resolve", "whatwg"];

    #[test]
    fn a_tab_leaves_a_place_for_the_others() {
        let turns = Turns::new();
        let of_tab = OF_TEXT.map(|panel| begin(&turns, "a", panel, 1).unwrap());
        assert_eq!(most_at_once(of_tab.into()), MOST_OF_TAB);
    }

    #[test]
    fn a_place_is_kept_until_it_is_dropped() {
        let turns = Turns::new();
        let run =
            |client: &str, panel| begin(&turns, client, panel, 1).unwrap().run(ready(())).now_or_never();
        let mut kept: Vec<_> = OF_TEXT[..3].iter().map(|panel| run("a", panel).unwrap()).collect();
        assert!(run("a", "resolve").is_none());
        kept.push(run("b", "tree").unwrap());
        assert!(run("c", "tree").is_none());
        drop(kept);
        assert!(run("a", "resolve").is_some());
    }

    /// A waiting request is superseded immediately, so it does not delay others.
    #[test]
    fn what_waits_is_superseded_too() {
        let turns = Turns::new();
        block_on(async {
            let mut running = pin!(begin(&turns, "a", "check", 1).unwrap().run(pending::<()>()));
            let mut waiting = pin!(begin(&turns, "a", "draw", 1).unwrap().run(pending::<()>()));
            assert!(running.as_mut().now_or_never().is_none());
            assert!(waiting.as_mut().now_or_never().is_none());
            let later = begin(&turns, "a", "draw", 2).unwrap();
            assert!(waiting.as_mut().now_or_never().is_some_and(|ended| ended.is_none()));
            assert!(running.as_mut().now_or_never().is_none());
            drop(later);
        });
    }
}
