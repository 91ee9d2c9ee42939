//! Which requests are worked on, and which a later one has made pointless.
//!
//! In: the tab that asks, the panel, its slot, and the turn: later requests of a tab have greater numbers.
//! Out: the end of the work, or that a later request for the same panel and slot has come. At most four commands run at
//! once, of which three for the same tab, and of those on a grammar one.
//! Next: `http`, which answers a superseded request with 409.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::panels::Panel;
use crate::panels::panel::Request;

/// How many commands run at once.
const MOST: usize = 4;
/// How many commands of one tab run at once, so that a place is left for the others. A program of this machine can make
/// up names of tabs, and take all places; it could keep the processors busy without the server, too.
const MOST_OF_TAB: usize = 3;

/// The requests that are worked on.
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

/// A panel of a tab, and which of the requests it is that the panel makes at once.
type Place = (String, &'static str, String);

/// What a tab may have running.
struct Tab {
    commands: Arc<Semaphore>,
    on_grammar: Arc<Semaphore>,
}

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
    tab: Arc<Tab>,
    is_of_grammar: bool,
    superseded: oneshot::Receiver<Infallible>,
}

/// The place of a command among those that run, until it is dropped.
pub(crate) struct Running {
    _of_tab: Option<OwnedSemaphorePermit>,
    _of_all: Option<OwnedSemaphorePermit>,
    /// As long as this exists, later requests of the tab count with it.
    _tab: Arc<Tab>,
}

impl Turns {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self { table: Mutex::default(), running: Arc::new(Semaphore::new(MOST)) })
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
    /// Does the work when it is its turn, and returns what comes of it with its place, which it keeps. Returns nothing if
    /// the request is superseded, which drops the work.
    pub(crate) async fn run<T>(mut self, work: impl Future<Output = T>) -> Option<(T, Running)> {
        let (all, tab) = (Arc::clone(&self.turns.running), Arc::clone(&self.tab));
        let is_of_grammar = self.is_of_grammar;
        let in_turn = async move {
            // First those that only the tab waits for. The semaphores are never closed.
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
mod tests;
