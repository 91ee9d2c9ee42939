//! What one call of a function has counted.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use urigram::UriReference;

use crate::output::visible::{cut, escaped};

/// The columns that a value is cut to.
const COLUMNS: usize = 60;

/// The counts of one call, from all threads.
#[derive(Debug)]
pub(super) struct Site {
    call: String,
    values: AtomicU64,
    invalid: AtomicU64,
    first: Mutex<Option<String>>,
}

impl Site {
    pub(super) fn new(call: String) -> Self {
        Self { call, values: AtomicU64::new(0), invalid: AtomicU64::new(0), first: Mutex::default() }
    }

    /// Returns the call as it stands in the query.
    pub(super) fn call(&self) -> &str {
        &self.call
    }

    pub(super) fn values(&self) -> u64 {
        self.values.load(Ordering::Relaxed)
    }

    pub(super) fn invalid(&self) -> u64 {
        self.invalid.load(Ordering::Relaxed)
    }

    /// Returns one of the invalid values, and what is wrong with it.
    pub(super) fn first(&self) -> Option<String> {
        self.first.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn add_values(&self, count: usize) {
        self.values.fetch_add(count as u64, Ordering::Relaxed);
    }

    /// Counts the value if it is no URI reference, and returns whether it is none.
    pub(super) fn examine(&self, text: &str) -> bool {
        let Err(error) = UriReference::parse(text) else { return false };
        if self.invalid.fetch_add(1, Ordering::Relaxed) == 0 {
            let said = format!("'{}': {}", cut(&escaped(text), COLUMNS), escaped(&error.to_string()));
            *self.first.lock().unwrap_or_else(PoisonError::into_inner) = Some(said);
        }
        true
    }
}
