//! `validate` and `policy`: from a parsed reference to its findings, and to the answer of a policy.

use urigram::UriReference;
use urigram::policy::Policy;

use crate::pass::{OURS, Pass, Prepared, Table, applying, each};

/// The findings of each reference.
pub const TABLE: Table = &[(OURS, |lines| {
    each(Prepared::of(lines.iter().copied(), |line| UriReference::parse(line).ok()), |reference| {
        reference.findings()
    })
})];

/// Whether a preset accepts each reference. `accepted` counts those that it does.
pub const POLICY: Table = &[
    (OURS, |lines| asking(lines, Policy::fetch())),
    ("urigram (link)", |lines| asking(lines, Policy::link())),
];

fn asking<'c>(lines: &'c [&'c str], policy: Policy) -> Pass<'c> {
    applying(lines, vec![policy], UriReference::parse, |policy, reference| policy.check(*reference))
}
