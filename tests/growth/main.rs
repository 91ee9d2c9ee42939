//! No operation takes more than linear time or memory. Instructions and bytes are counted, because
//! times vary.
//!
//! In: texts of n, 2n, 4n and 8n bytes from `shapes`, which are hard for some parser, and the `operations` of
//! the public API. Out: the instructions of each call, counted by `callgrind`, and the bytes that it allocates.
//! Next: none.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod callgrind;
mod operations;
mod shapes;

use std::{env, fmt};

use allocation_counter::measure;
use rstest::rstest;

use self::operations::OPERATIONS;
use self::shapes::{SHAPES, Shape};

/// The lengths of the texts in bytes, approximately.
const LENGTHS: [usize; 4] = [512, 1024, 2048, 4096];

/// The maximum ratio between the instructions per additional byte of long texts and those of short texts. For
/// quadratic time, the ratio is 4.
const MOST_INSTRUCTIONS: f64 = 1.35;

/// The maximum ratio for operations that are documented to sort. It is larger, because the compared
/// keys become longer, too.
const MOST_OF_SORTING: f64 = 2.0;

/// The operations that sort.
const SORTING: [&str; 2] = ["pairs: set all", "pairs: sort"];

/// The maximum ratio between the memory per byte of the longest and of the shortest text. A growing buffer may be twice
/// as long as its content. For quadratic memory, the ratio is 8.
const MOST_MEMORY: f64 = 3.0;

/// A constant number of instructions that is allowed in addition.
const SLACK: f64 = 2048.0;

/// The allowed memory of buffers that do not depend on the text: of streams, and of other
/// operations.
const BUFFERS: [usize; 2] = [200 << 10, 2 << 10];

/// The costs of an operation for a shape, one for each of the lengths.
struct Costs {
    operation: &'static str,
    shape: &'static str,
    lengths: [usize; 4],
    costs: [u64; 4],
}

impl Costs {
    /// Returns the cost of another byte between two lengths.
    fn slope(&self, from: usize, to: usize) -> f64 {
        (self.costs[to] as f64 - self.costs[from] as f64) / (self.lengths[to] - self.lengths[from]) as f64
    }

    fn are_linear(&self) -> bool {
        let most = if SORTING.contains(&self.operation) { MOST_OF_SORTING } else { MOST_INSTRUCTIONS };
        let more = self.slope(2, 3) - most * self.slope(0, 1).max(0.0);
        more * (self.lengths[3] - self.lengths[2]) as f64 <= SLACK
    }

    /// Returns whether the costs are linear, even if they grow in steps, as a buffer does that doubles its
    /// capacity.
    fn are_linear_in_steps(&self) -> bool {
        let times = self.lengths[3] as f64 / self.lengths[0] as f64;
        self.costs[3] as f64 <= MOST_MEMORY * times * self.costs[0] as f64 + SLACK
    }
}

impl fmt::Display for Costs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}: {:?} for {:?} bytes", self.operation, self.shape, self.costs, self.lengths)
    }
}

/// Runs every operation on every text of the shapes, in the order that [`all`] expects.
fn each_of(shapes: &[(&str, Shape)], mut run: impl FnMut(fn(&str), &str)) {
    for (_, shape) in shapes {
        for length in LENGTHS {
            let text = shape(length);
            for (_, operation) in OPERATIONS {
                run(*operation, &text);
            }
        }
    }
}

/// Groups the costs of single calls, which are in the order of [`each_of`], by operation and shape.
fn all(costs: &[u64]) -> Vec<Costs> {
    assert_eq!(costs.len(), SHAPES.len() * LENGTHS.len() * OPERATIONS.len());
    let mut all = Vec::new();
    for (at, (shape, make)) in SHAPES.iter().enumerate() {
        for (of, (operation, _)) in OPERATIONS.iter().enumerate() {
            let cost = |length: usize| costs[(at * LENGTHS.len() + length) * OPERATIONS.len() + of];
            let costs = [0, 1, 2, 3].map(cost);
            all.push(Costs { operation, shape, lengths: LENGTHS.map(|length| make(length).len()), costs });
        }
    }
    all
}

#[track_caller]
fn check(what: &str, costs: &[u64], are_linear: fn(&Costs) -> bool) {
    let all = all(costs);
    let steep: Vec<String> = all.iter().filter(|costs| !are_linear(costs)).map(Costs::to_string).collect();
    assert!(steep.is_empty(), "{what} grow by more than the length:\n{}", steep.join("\n"));
}

#[test]
fn thirty_shapes() {
    assert!(SHAPES.len() >= 30);
    for (name, shape) in SHAPES {
        for length in LENGTHS {
            let text = shape(length);
            assert!(
                (length * 7 / 8..=length + 64).contains(&text.len()),
                "{name}: {} for {length}",
                text.len()
            );
        }
    }
}

#[test]
fn quadratic_is_not_linear() {
    let costs = |cost: fn(u64) -> u64| {
        let costs = LENGTHS.map(|length| cost(length as u64));
        Costs { operation: "", shape: "", lengths: LENGTHS, costs }
    };
    for linear in [costs(|_| 1000), costs(|n| 30 * n + 10_000), costs(|n| 10 * n * u64::from(n.ilog2()))] {
        assert!(linear.are_linear() && linear.are_linear_in_steps(), "{linear}");
    }
    assert!(costs(|n| 2 * n.next_power_of_two()).are_linear_in_steps());
    for steep in [costs(|n| n * n / 64), costs(|n| n * n / 256)] {
        assert!(!steep.are_linear() && !steep.are_linear_in_steps(), "{steep}");
    }
    assert!(!costs(|n| 100 * n + n * n / 64).are_linear());
}

#[test]
fn memory() {
    let mut bytes = Vec::new();
    each_of(SHAPES, |operation, text| bytes.push(measure(|| operation(text)).bytes_max));
    check("bytes of memory", &bytes, Costs::are_linear_in_steps);
}

#[test]
#[ignore = "needs valgrind, and takes minutes"]
fn instructions() {
    match callgrind::instructions() {
        Some(instructions) => check("instructions", &instructions, Costs::are_linear),
        None if env::var_os("CI").is_some() && cfg!(target_os = "linux") => {
            panic!("valgrind is not installed")
        }
        None => println!("valgrind is not installed: instructions are not counted"),
    }
}

/// The documented bounds hold for texts that are long enough to make buffers of constant size
/// negligible.
#[rstest]
#[case::eight_kibibytes(8 << 10)]
#[ignore = "takes half a minute"]
#[case::thirty_two_kibibytes(32 << 10)]
fn memory_is_as_documented(#[case] length: usize) {
    let rows = include_str!("../../docs/limits.md").split("| operation | times the length |").nth(1).unwrap();
    let mut beyond = Vec::new();
    for (operation, run) in OPERATIONS {
        let row =
            rows.lines().find_map(|row| row.strip_prefix(&format!("| {operation} | "))?.strip_suffix(" |"));
        let times: usize = row.unwrap_or_else(|| panic!("{operation} has no row")).parse().unwrap();
        for (shape, make) in SHAPES {
            let text = make(length);
            let bytes = measure(|| run(&text)).bytes_max as usize;
            let most = times * text.len() + BUFFERS[usize::from(*operation != "extract from a stream")];
            if bytes > most {
                let times = bytes as f64 / length as f64;
                beyond.push(format!("{operation} of {shape}: {bytes} bytes, {times:.1} times"));
            }
        }
    }
    assert!(beyond.is_empty(), "{}", beyond.join("\n"));
}
