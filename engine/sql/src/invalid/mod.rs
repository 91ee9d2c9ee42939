//! How many values the lenient functions on URIs could not parse.
//!
//! In: a session, whose plans get functions that count.
//! Out: a line for each call of a function, after the query. `rule` puts the counting functions into plans, `counted`
//! is such a function, and `site` what it has counted.
//! Next: `run`, which asks for the report.

mod counted;
mod rule;
mod site;

use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

use datafusion::prelude::SessionContext;

use self::rule::Count;
use self::site::Site;
use crate::progress::grouped;

/// The calls that are counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Invalid {
    sites: Arc<Mutex<Vec<Arc<Site>>>>,
}

impl Invalid {
    /// Counts in all plans of the session from now on.
    pub(crate) fn count_in(&self, context: &SessionContext) {
        context.add_optimizer_rule(Arc::new(Count::new(self.clone())));
    }

    fn add(&self, call: String) -> Arc<Site> {
        let site = Arc::new(Site::new(call));
        self.sites.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&site));
        site
    }

    /// Returns the counts since the last report. A call that a plan has several times, as in a condition and in its
    /// result, is reported once, where it saw the most values.
    pub(crate) fn report(&self) -> String {
        let sites = std::mem::take(&mut *self.sites.lock().unwrap_or_else(PoisonError::into_inner));
        let mut most: Vec<&Site> = Vec::new();
        for site in sites.iter().map(Arc::as_ref).filter(|site| site.values() > 0) {
            match most.iter_mut().find(|other| other.call() == site.call()) {
                Some(other) if other.values() < site.values() => *other = site,
                Some(_) => {}
                None => most.push(site),
            }
        }
        let mut report = String::new();
        for site in most {
            let (call, values, invalid) = (site.call(), grouped(site.values()), grouped(site.invalid()));
            // Writing to a `String` cannot fail.
            let _ = match site.first() {
                None => writeln!(report, "0 of {values} values of {call} are no URI references"),
                Some(first) => {
                    writeln!(
                        report,
                        "{invalid} of {values} values of {call} are no URI references, such as {first}"
                    )
                }
            };
        }
        report
    }
}
