//! What one call of a function has counted.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use datafusion::arrow::array::StringViewArray;
use urigram::UriReference;
use urigram_datafusion::urigram_arrow::{Invalid, kind};

use super::call::Call;
use crate::output::visible::escaped;

/// The counts of one call in a plan, from all threads.
#[derive(Debug)]
pub(super) struct Site {
    call: Call,
    /// Where the same call sees the same values, and maybe more of them.
    below: Vec<Arc<Self>>,
    values: AtomicU64,
    invalid: AtomicU64,
    first: Mutex<Option<String>>,
}

/// What was counted.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) values: u64,
    pub(super) invalid: u64,
    /// One of the invalid values, and what is wrong with it.
    pub(super) first: Option<String>,
}

impl Counts {
    pub(super) fn add(&mut self, other: Self) {
        self.values += other.values;
        self.invalid += other.invalid;
        self.first = self.first.take().or(other.first);
    }
}

impl Site {
    pub(super) fn new(call: Call, below: Vec<Arc<Self>>) -> Self {
        let (values, invalid) = (AtomicU64::new(0), AtomicU64::new(0));
        Self { call, below, values, invalid, first: Mutex::default() }
    }

    pub(super) fn call(&self) -> &Call {
        &self.call
    }

    /// Returns the counts of this site or, if those below it have seen more values, of them.
    pub(super) fn counts(&self) -> Counts {
        let mut below = Counts::default();
        self.below.iter().for_each(|site| below.add(site.counts()));
        let values = self.values.load(Ordering::Relaxed);
        if values < below.values {
            return below;
        }
        let first = self.first.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Counts { values, invalid: self.invalid.load(Ordering::Relaxed), first }
    }

    pub(super) fn add_values(&self, count: usize) {
        self.values.fetch_add(count as u64, Ordering::Relaxed);
    }

    /// Adds to the invalid values this one, which so many calls have had.
    pub(super) fn add_invalid(&self, text: &str, count: usize) {
        if count > 0 && self.invalid.fetch_add(count as u64, Ordering::Relaxed) == 0 {
            *self.first.lock().unwrap_or_else(PoisonError::into_inner) = fault(text);
        }
    }
}

pub(super) fn is_invalid(text: &str) -> bool {
    UriReference::parse(text).is_err()
}

/// Returns the sites that are below no other.
pub(super) fn highest(sites: &[Arc<Site>]) -> impl Iterator<Item = &Arc<Site>> {
    sites
        .iter()
        .filter(|site| !sites.iter().any(|other| other.below.iter().any(|below| Arc::ptr_eq(below, site))))
}

/// Returns an invalid value and what is wrong with it, as the error of a strict function shows them: shortened, and
/// without the password.
fn fault(text: &str) -> Option<String> {
    let error = kind(&StringViewArray::from(vec![text]), Invalid::Fail).err()?;
    Some(escaped(&error.row()?.without_index().to_string()))
}
