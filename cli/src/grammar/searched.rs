//! How far the search went for differences of a rule that has no automaton.

use std::fmt::{self, Display};

use serde::Serialize;
use urigram_grammar::Extent;

/// How far a search went that found no difference.
#[derive(Serialize)]
pub(super) struct Searched {
    /// The length up to which all strings were compared, if any were.
    length: Option<usize>,
    strings: u64,
    /// The strings that took too long to be compared.
    #[serde(skip_serializing_if = "is_zero")]
    undecided: u64,
    seconds: f64,
}

impl From<Extent> for Searched {
    fn from(Extent { length, strings, undecided, time }: Extent) -> Self {
        let seconds = (time.as_secs_f64() * 10.0).round() / 10.0;
        Self { length, strings, undecided, seconds }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Display for Searched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Searched { length, strings, undecided, seconds } = self;
        f.write_str("no difference found")?;
        if let Some(length) = length {
            write!(f, " up to length {length}")?;
        }
        write!(f, " ({} strings", grouped(*strings))?;
        if *undecided > 0 {
            write!(f, ", {} of them too slow to compare", grouped(*undecided))?;
        }
        write!(f, "), {seconds} s")
    }
}

/// Returns the number with a comma after each three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let (first, rest) = digits.split_at(first);
    let rest = (0..rest.len()).step_by(3).map(|at| &rest[at..at + 3]);
    let groups: Vec<&str> = Some(first).filter(|first| !first.is_empty()).into_iter().chain(rest).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let numbers = [0, 12, 123, 1_234, 123_456, 2_114_907].map(grouped);
        assert_eq!(numbers, ["0", "12", "123", "1,234", "123,456", "2,114,907"]);
    }
}
