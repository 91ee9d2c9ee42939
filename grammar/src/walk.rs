//! Who calls whom, walked to find an order and the cycles.

/// The most that is told of a path. A rule may stand on one through all the others, and each of them too.
const TOLD: usize = 32;

pub(crate) struct Walk {
    /// Every rule, those that it calls before it, except on a cycle. Whatever lies on a cycle either
    /// closes one or calls what does and stands before it.
    pub(crate) order: Vec<usize>,
    /// For each rule that calls one on the path to it: the cycle.
    cycles: Vec<Option<Vec<Option<usize>>>>,
}

impl Walk {
    /// The cycle that the rule was seen to close, as [`ends`] has it, from the rule where it begins to that
    /// one again.
    pub(crate) fn cycle(&self, rule: usize) -> Option<&[Option<usize>]> {
        self.cycles[rule].as_deref()
    }
}

/// A path, or of a long one its two ends, with nothing for what is left out between.
pub(crate) fn ends(path: &[usize]) -> Vec<Option<usize>> {
    if path.len() <= TOLD {
        return path.iter().copied().map(Some).collect();
    }
    let (first, last) = (&path[..TOLD / 2], &path[path.len() - TOLD / 2..]);
    first.iter().copied().map(Some).chain([None]).chain(last.iter().copied().map(Some)).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    /// At that place on the path that is being followed.
    Open(usize),
    Done,
}

/// A depth-first walk, without recursion, over the calls of each rule.
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
