//! Running targets for a time or a number of inputs.
//!
//! In: a `Plan`.
//! Out: a `Tally` for each target. A `worker` on each thread makes batches of inputs and checks them; `watch` ends the
//! process if one takes too long, `totals` keeps the counts of several runs, and `report` is what is printed.
//! Next: `main`.

pub mod plan;
pub mod report;
pub mod tally;
pub mod totals;
mod watch;
mod worker;
