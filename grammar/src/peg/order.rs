//! Definitions put in the order of their calls, those at fault left out.

use std::mem;
use std::sync::Arc;

use crate::error::Reason;
use crate::message::path;
use crate::peg::expr::Expr;
use crate::peg::recursive;
use crate::peg::rule::Rule;
use crate::peg::sorter::{Place, Sorter};
use crate::peg::translate::Draft;
use crate::walk::walk;

pub(crate) struct Sorted {
    /// Each of the first `decided` calls only rules before it, and no two of these are the same. The others are
    /// recursive, and may call any.
    pub(crate) rules: Vec<Rule>,
    pub(crate) decided: usize,
    /// Where each draft went that is not recursive.
    pub(crate) places: Vec<Place>,
    /// Where each draft went, recursive or not.
    pub(crate) definitions: Vec<Place>,
}

/// `keeps_calls` tells whether calls of the grammar's rules stay calls, even of mere character sets.
#[expect(clippy::indexing_slicing, reason = "a draft and what it calls are indices of `drafts`")]
pub(crate) fn sort(mut drafts: Vec<Draft>, keeps_calls: bool) -> Sorted {
    let calls: Vec<Vec<usize>> = drafts.iter().map(|draft| draft.rule.expr.calls()).collect();
    let walk = walk(&calls);
    let mut sorter = Sorter::new(drafts.len(), keeps_calls);
    for &id in &walk.order {
        let fault = match walk.cycle(id) {
            Some(cycle) => {
                let cycle = path(cycle, |id| drafts[id].rule.name.as_str());
                Some(Arc::new(Reason::Recursive { cycle }))
            }
            None => drafts[id].stack.clone().or_else(|| sorter.fault(&calls[id])),
        };
        sorter.places[id] = match fault {
            Some(fault) => Err(fault),
            None => {
                let expr = mem::replace(&mut drafts[id].rule.expr, Expr::Empty);
                sorter.place(&drafts[id].rule, expr)
            }
        };
    }
    let decided = sorter.rules.len();
    let definitions = recursive::append(&mut sorter, &mut drafts, &walk.order, &calls);
    Sorted { rules: sorter.rules, decided, places: sorter.places, definitions }
}
