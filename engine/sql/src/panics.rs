//! Panics as errors for the user: libraries panic on some files that are damaged.

use std::env;
use std::panic::{self, PanicHookInfo};
use std::sync::{Mutex, PoisonError};

use crate::outcome::Failure;

/// What the first panic said, and where. Others follow from it.
static FIRST: Mutex<Option<String>> = Mutex::new(None);

/// Keeps what panics say instead of printing it, unless a backtrace is asked for as well.
pub(crate) fn keep() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        FIRST.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| said(info));
        if env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0") {
            print(info);
        }
    }));
}

/// Forgets a panic that was caught.
pub(crate) fn forget() {
    FIRST.lock().unwrap_or_else(PoisonError::into_inner).take();
}

/// Returns the error that the first panic is.
pub(crate) fn failure() -> Failure {
    let said = FIRST.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let said = said.unwrap_or_else(|| "a thread of the query has ended early".to_owned());
    Failure::unable(format!("a part of the program failed: {said}"))
        .help("a file may be damaged; if none is, this is a bug: https://github.com/urigram/urigram/issues")
}

fn said(info: &PanicHookInfo<'_>) -> String {
    let said = info.payload_as_str().unwrap_or("unknown");
    match info.location() {
        Some(place) => format!("{said} ({place})"),
        None => said.to_owned(),
    }
}
