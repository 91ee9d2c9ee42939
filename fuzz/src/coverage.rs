//! Which branches of the generated parsers have been taken.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

/// The grammar and the function of each point.
const POINTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/points.rs"));

static TAKEN: [AtomicBool; POINTS.len()] = [const { AtomicBool::new(false) }; POINTS.len()];

thread_local! {
    static IS_NEW: Cell<bool> = const { Cell::new(false) };
}

/// Notes that a branch was taken. The generated code calls it with the number of the branch.
#[inline]
pub(crate) fn hit(point: usize) {
    if !TAKEN[point].load(Ordering::Relaxed) {
        take(point);
    }
}

#[cold]
fn take(point: usize) {
    TAKEN[point].store(true, Ordering::Relaxed);
    IS_NEW.set(true);
}

/// Returns whether this thread took a branch, since it last asked, that none had taken.
pub fn take_new() -> bool {
    IS_NEW.replace(false)
}

/// Returns the branches that were taken.
pub fn taken() -> Vec<usize> {
    (0..POINTS.len()).filter(|&point| TAKEN[point].load(Ordering::Relaxed)).collect()
}

/// Forgets which branches were taken.
pub fn reset() {
    for taken in &TAKEN {
        taken.store(false, Ordering::Relaxed);
    }
}

/// Returns for each grammar how many of its branches were taken, and how many there are.
pub fn by_grammar() -> Vec<(&'static str, usize, usize)> {
    POINTS
        .chunk_by(|(grammar, _), (next, _)| grammar == next)
        .scan(0, |first, points| {
            let at = *first;
            *first += points.len();
            let taken = TAKEN[at..*first].iter().filter(|taken| taken.load(Ordering::Relaxed)).count();
            Some((points[0].0, taken, points.len()))
        })
        .collect()
}
