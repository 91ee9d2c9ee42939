//! Who calls whom, walked to find an order and the cycles.

pub(crate) struct Walk {
    /// Every rule, those that it calls before it, except on a cycle. Whatever lies on a cycle either
    /// closes one or calls what does and stands before it.
    pub(crate) order: Vec<usize>,
    /// The rule that each one was found through.
    parents: Vec<usize>,
    /// For each rule that calls one on the path to it: that one.
    closes: Vec<Option<usize>>,
}

impl Walk {
    /// The cycle that the rule was seen to close, from the rule where it begins to that one again.
    pub(crate) fn cycle(&self, rule: usize) -> Option<Vec<usize>> {
        let first = self.closes[rule]?;
        let mut cycle = vec![first];
        let mut at = rule;
        while at != first {
            cycle.push(at);
            at = self.parents[at];
        }
        cycle.push(first);
        cycle.reverse();
        Some(cycle)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    /// On the path that is being followed.
    Open,
    Done,
}

/// A depth-first walk, without recursion, over the calls of each rule.
pub(crate) fn walk(calls: &[Vec<usize>]) -> Walk {
    let mut order = Vec::with_capacity(calls.len());
    let mut parents: Vec<usize> = (0..calls.len()).collect();
    let mut closes = vec![None; calls.len()];
    let mut visits = vec![Visit::New; calls.len()];
    for root in 0..calls.len() {
        if visits[root] != Visit::New {
            continue;
        }
        visits[root] = Visit::Open;
        let mut path = vec![(root, calls[root].iter())];
        while let Some((id, rest)) = path.last_mut() {
            let id = *id;
            let Some(&callee) = rest.next() else {
                visits[id] = Visit::Done;
                order.push(id);
                path.pop();
                continue;
            };
            match visits[callee] {
                Visit::New => {
                    visits[callee] = Visit::Open;
                    parents[callee] = id;
                    path.push((callee, calls[callee].iter()));
                }
                Visit::Open => closes[id] = Some(callee),
                Visit::Done => {}
            }
        }
    }
    Walk { order, parents, closes }
}
