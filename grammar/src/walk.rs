//! A depth-first search of the call graph, which finds a topological order and cycles.
#![expect(
    clippy::indexing_slicing,
    reason = "a rule is an index of `calls`, and an open rule is on the path at its index"
)]

/// The maximum number of rules of a path that are shown in messages, because a path may visit all rules.
const MAX_SHOWN: usize = 32;

/// The result of the search.
pub(crate) struct Walk {
    /// All rules in postorder: each rule after the rules that it calls, except on cycles. Each rule on a cycle either
    /// has an entry in `cycles` or calls an earlier rule that is on a cycle.
    pub(crate) order: Vec<usize>,
    /// For each rule with a call back to a rule on its search path, the cycle that the call closes.
    cycles: Vec<Option<Vec<Option<usize>>>>,
}

impl Walk {
    /// Returns the cycle that the rule closed during the search, if any. The cycle is shortened by [`ends`], and its
    /// first rule is repeated at the end.
    pub(crate) fn cycle(&self, rule: usize) -> Option<&[Option<usize>]> {
        self.cycles[rule].as_deref()
    }
}

/// Returns the path, with `None` for the middle of a long path.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "the path is longer than `MAX_SHOWN`"
)]
pub(crate) fn ends(path: &[usize]) -> Vec<Option<usize>> {
    if path.len() <= MAX_SHOWN {
        return path.iter().copied().map(Some).collect();
    }
    let (first, last) = (&path[..MAX_SHOWN / 2], &path[path.len() - MAX_SHOWN / 2..]);
    first.iter().copied().map(Some).chain([None]).chain(last.iter().copied().map(Some)).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    /// On the current search path, at this index.
    Open(usize),
    Done,
}

/// Searches the call graph depth-first, with an explicit stack. `calls` are the callees of each rule.
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

/// Returns the rules, as indices of `calls`, each after the rules that it calls, except on cycles. `calls` are the
/// callees of each rule.
///
/// ```
/// # use urigram_grammar::callees_first;
/// assert_eq!(callees_first(&[vec![2], vec![], vec![1, 2]]), [1, 2, 0]);
/// ```
///
/// # Panics
///
/// If a callee is not an index of `calls`.
#[must_use]
pub fn callees_first(calls: &[Vec<usize>]) -> Vec<usize> {
    walk(calls).order
}
