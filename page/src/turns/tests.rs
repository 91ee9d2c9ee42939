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

/// Returns how many of these ran at once at most.
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
    // Whatever the slot, which is no other tab.
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
    let run = |client: &str, panel| begin(&turns, client, panel, 1).unwrap().run(ready(())).now_or_never();
    let mut kept: Vec<_> = OF_TEXT[..3].iter().map(|panel| run("a", panel).unwrap()).collect();
    assert!(run("a", "resolve").is_none());
    kept.push(run("b", "tree").unwrap());
    assert!(run("c", "tree").is_none());
    drop(kept);
    assert!(run("a", "resolve").is_some());
}

/// A request that waits is superseded at once, and so does not hold up the others.
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
