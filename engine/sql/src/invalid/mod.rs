//! How many values the functions on URIs could not parse.
//!
//! In: a session, whose plans get functions that count; `urigram_datafusion` says which arguments are references.
//! Out: a line for each call of a function, after the query. `planner` takes the plans, and `plan` puts the counting
//! functions into them: `scalar` and `aggregate`, which count by `references` in a `site`. `repeated` finds a call that
//! a plan has several times, and `call` is what is shown of it.
//! Next: `run`, which asks for the report.

mod aggregate;
mod call;
mod plan;
mod planner;
mod references;
mod repeated;
mod scalar;
mod site;

use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

use datafusion::execution::session_state::SessionStateBuilder;
use datafusion::prelude::SessionContext;

use self::call::Call;
use self::planner::Planner;
use self::site::{Counts, Site};
use crate::progress::grouped;

/// The calls that are counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Invalid {
    sites: Arc<Mutex<Vec<Arc<Site>>>>,
}

impl Invalid {
    /// Counts in all plans of the session from now on.
    pub(crate) fn count_in(&self, context: &SessionContext) {
        let state = context.state();
        let planner = Arc::new(Planner::new(self.clone(), Arc::clone(state.query_planner())));
        let builder = SessionStateBuilder::new_from_existing(state).with_session_id(context.session_id());
        *context.state_ref().write() = builder.with_query_planner(planner).build();
    }

    /// Adds a call, with those further below in the plan that see the same values.
    fn add(&self, call: Call, below: Vec<Arc<Site>>) -> Arc<Site> {
        let site = Arc::new(Site::new(call, below));
        self.sites.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&site));
        site
    }

    /// Returns the counts since the last report. Calls that differ only in the tables of their columns are reported as
    /// one.
    pub(crate) fn report(&self) -> String {
        let sites = std::mem::take(&mut *self.sites.lock().unwrap_or_else(PoisonError::into_inner));
        let mut calls: Vec<(&Call, Counts)> = Vec::new();
        for site in site::highest(&sites) {
            let counts = site.counts();
            match calls.iter_mut().find(|(call, _)| call.is_as(site.call())) {
                Some((_, all)) => all.add(counts),
                None => calls.push((site.call(), counts)),
            }
        }
        let mut report = String::new();
        for (call, Counts { values, invalid, first }) in
            calls.into_iter().filter(|(_, counts)| counts.values > 0)
        {
            let are_not = if invalid == 1 { "is not a URI reference" } else { "are not URI references" };
            let (values, invalid) = (grouped(values), grouped(invalid));
            let such_as = first.map(|first| format!(", such as {first}")).unwrap_or_default();
            // Writing to a `String` cannot fail.
            let _ = writeln!(report, "{invalid} of {values} values of {call} {are_not}{such_as}");
        }
        report
    }
}
