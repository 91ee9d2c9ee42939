//! A depth-first search of the call graph, which finds a topological order and the cycles.
#![expect(
    clippy::indexing_slicing,
    reason = "a rule is an index of `calls`, and an open rule is on the path at its index"
)]

/// The maximum number of rules of a path in messages. A path may visit all rules.
const NAMED: usize = 32;

pub(crate) struct Walk {
    /// All rules, each after those that it calls, except on cycles. Each rule on a cycle either closes one or
    /// calls an earlier rule that is on one.
    pub(crate) order: Vec<usize>,
    /// For each rule that calls a rule on the path to it, the cycle.
    cycles: Vec<Option<Vec<Option<usize>>>>,
}

impl Walk {
    /// Returns the cycle that the rule closed in the search, shortened by [`ends`], with its first rule
    /// repeated at the end.
    pub(crate) fn cycle(&self, rule: usize) -> Option<&[Option<usize>]> {
        self.cycles[rule].as_deref()
    }
}

/// Returns the path, or the two ends of a long one with `None` between them.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "the path is longer than `NAMED`"
)]
pub(crate) fn ends(path: &[usize]) -> Vec<Option<usize>> {
    if path.len() <= NAMED {
        return path.iter().copied().map(Some).collect();
    }
    let (first, last) = (&path[..NAMED / 2], &path[path.len() - NAMED / 2..]);
    first.iter().copied().map(Some).chain([None]).chain(last.iter().copied().map(Some)).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    /// On the current path, at this index.
    Open(usize),
    Done,
}

/// Searches the call graph depth-first, without recursion.
pub(crate) fn walk(calls: &[Vec<usize>]) -> Walk {
    let mut order = Vec::with_capacity(calls.len());
    let mut cycles = vec![None; calls.len()];
    let mut visits = vec![Visit::New; calls.len()];
    for root in 0..calls.len() {
        if visits[root] != Visit::New {
            continue;
        }
        visits[root] = Visit::Open(0);
        let (mut path, mut rests) = (vec![root], vec![calls[root].iter()]);
        while let (Some(&id), Some(rest)) = (path.last(), rests.last_mut()) {
            let Some(&callee) = rest.next() else {
                visits[id] = Visit::Done;
                order.push(id);
                path.pop();
                rests.pop();
                continue;
            };
            match visits[callee] {
                Visit::New => {
                    visits[callee] = Visit::Open(path.len());
                    path.push(callee);
                    rests.push(calls[callee].iter());
                }
                Visit::Open(from) => {
                    let mut cycle = ends(&path[from..]);
                    cycle.push(Some(callee));
                    cycles[id] = Some(cycle);
                }
                Visit::Done => {}
            }
        }
    }
    Walk { order, cycles }
}

/// Returns the rules, as indices of `calls`, each after those that it calls, except on cycles.
///
/// ```
/// # use urigram_grammar::callees_first;
/// assert_eq!(callees_first(&[vec![2], vec![], vec![1, 2]]), [1, 2, 0]);
/// ```
///
/// # Panics
///
/// If a call is not an index.
#[must_use]
pub fn callees_first(calls: &[Vec<usize>]) -> Vec<usize> {
    walk(calls).order
}
