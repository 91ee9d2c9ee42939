//! The error of a value in CSV that is not of the type of its column.

use super::sentence::{cleaned, cut};
use crate::outcome::Failure;

/// Returns the error for the user, if the text is this error of the CSV reader. The reader's line number is off by one, so
/// the row itself is shown instead.
pub(super) fn of_value(said: &str) -> Option<Failure> {
    let (value, rest) = said.strip_prefix("Error while parsing value '")?.split_once("' as type '")?;
    let (kind, rest) = rest.split_once("' for column ")?;
    let (column, rest) = rest.split_once(" at line ")?;
    let column: usize = column.parse().ok()?;
    let row = rest.split_once(". Row data: '[")?.1.strip_suffix("]'")?;
    let message = format!(
        "the value '{}' in column {} is not {kind}; its row is {}",
        cut(value),
        column.saturating_add(1),
        cut(row)
    );
    Some(Failure::data(cleaned(&message)).help(
        "types are inferred from the first rows; say them with create external table t (column type, …) …",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::integer(
        "Error while parsing value 'foo' as type 'Int64' for column 0 at line 1501. Row data: '[foo,y]'",
        Some("the value 'foo' in column 1 is not Int64; its row is foo,y")
    )]
    #[case::quotes(
        "Error while parsing value 'it's' as type 'Boolean' for column 1 at line 3. Row data: '[a,it's]'",
        Some("the value 'it's' in column 2 is not Boolean; its row is a,it's")
    )]
    #[case::another("Error while parsing value", None)]
    #[case::function("Error parsing timestamp from 'x': error parsing date", None)]
    fn sentences(#[case] said: &str, #[case] expected: Option<&str>) {
        assert_eq!(of_value(said).map(|failure| failure.message).as_deref(), expected);
    }

    #[test]
    fn long_rows_are_cut() {
        let row = "é".repeat(100_000);
        let said = format!(
            "Error while parsing value '{row}' as type 'Int64' for column 0 at line 1. Row data: '[{row}]'"
        );
        let message = of_value(&said).map(|failure| failure.message).unwrap_or_default();
        assert!((400..600).contains(&message.len()), "{message}");
    }
}
