//! Runs a test in its own browser.

use std::panic::{AssertUnwindSafe, resume_unwind};

use futures_util::FutureExt;
use tokio::runtime::Builder;

use crate::browser::Server;
use crate::browser::{Browser, WIDE};
use crate::page::Page;

/// Opens the page of `uri serve` with these arguments, runs `test` on it, and asserts that the page has logged nothing to
/// the console and sent no request to another server.
///
/// # Panics
///
/// If `test` does, or if there is no browser.
pub fn scenario(arguments: &[&str], test: impl AsyncFnOnce(&mut Page, &Server)) {
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.unwrap_or_else(|error| panic!("no runtime: {error}"));
    runtime.block_on(async {
        let (browser, server) = (Browser::start(), Server::start(arguments));
        let client = browser.open(WIDE).await;
        let window = client.clone();
        // Chromium outlives ChromeDriver if its window is not closed.
        let ended = AssertUnwindSafe(async {
            let mut page = Page::open(client, &server.address, server.origin()).await;
            test(&mut page, &server).await;
            page.is_clean().await;
        });
        let ended = ended.catch_unwind().await;
        let _ = window.close().await;
        ended.unwrap_or_else(|panic| resume_unwind(panic));
    });
}
