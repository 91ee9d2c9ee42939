//! The nine alternatives of an IPv6 address: every count increased and decreased by one, every two neighbours
//! swapped, and each alternative removed.

use rstest::rstest;

use crate::mutations::Difference::{self, Different, Equal, Narrower, Wider};
use crate::mutations::check;

const ALTERNATIVES: [&str; 9] = [
    r#"(h16 ~ ":"){6} ~ ls32"#,
    r#""::" ~ (h16 ~ ":"){5} ~ ls32"#,
    r#"h16? ~ "::" ~ (h16 ~ ":"){4} ~ ls32"#,
    r#"(h16 ~ (":" ~ h16){0, 1})? ~ "::" ~ (h16 ~ ":"){3} ~ ls32"#,
    r#"(h16 ~ (":" ~ h16){0, 2})? ~ "::" ~ (h16 ~ ":"){2} ~ ls32"#,
    r#"(h16 ~ (":" ~ h16){0, 3})? ~ "::" ~ h16 ~ ":" ~ ls32"#,
    r#"(h16 ~ (":" ~ h16){0, 4})? ~ "::" ~ ls32"#,
    r#"(h16 ~ (":" ~ h16){0, 5})? ~ "::" ~ h16"#,
    r#"(h16 ~ (":" ~ h16){0, 6})? ~ "::""#,
];

/// Checks how the rule for the address changes, and with it the reference `//[`address`]`.
fn check_address(alternatives: &[&str], expected: Difference<'_>) {
    let bracketed = |address: &str| format!("//[{address}]");
    let (gains, loses) = (expected.gains().map(bracketed), expected.loses().map(bracketed));
    let reference = match (gains.as_deref(), loses.as_deref()) {
        (None, None) => Equal,
        (Some(gains), None) => Wider(gains),
        (None, Some(loses)) => Narrower(loses),
        (Some(gains), Some(loses)) => Different { gains, loses },
    };
    let variant = format!("IPv6address = @{{ {} }}", alternatives.join(" | "));
    check(&variant, &[("IPv6address", expected), ("URI_reference", reference)]);
}

fn instead(number: usize, alternative: &'static str) -> [&'static str; 9] {
    let mut alternatives = ALTERNATIVES;
    alternatives[number - 1] = alternative;
    alternatives
}

#[test]
fn as_they_are() {
    check_address(&ALTERNATIVES, Equal);
}

/// One more group after the `::` adds addresses of eight groups with a `::` that stands for none. One more or
/// one less loses addresses that begin with `::`: the next alternative takes all but the last group, and a
/// choice does not backtrack.
#[rstest]
#[case(1, r#"(h16 ~ ":"){7} ~ ls32"#, Different { gains: "a:a:a:a:a:a:a:a:a", loses: "a:a:a:a:a:a:a:a" })]
#[case(1, r#"(h16 ~ ":"){5} ~ ls32"#, Different { gains: "a:a:a:a:a:a:a", loses: "a:a:a:a:a:a:a:a" })]
#[case(2, r#""::" ~ (h16 ~ ":"){6} ~ ls32"#, Different { gains: "::a:a:a:a:a:a:a:a", loses: "::a:a:a:a:a:a:a" })]
#[case(2, r#""::" ~ (h16 ~ ":"){4} ~ ls32"#, Narrower("::a:a:a:a:a:a:a"))]
#[case(3, r#"h16? ~ "::" ~ (h16 ~ ":"){5} ~ ls32"#, Different { gains: "a::a:a:a:a:a:a:a", loses: "::a:a:a:a:a:a" })]
#[case(3, r#"h16? ~ "::" ~ (h16 ~ ":"){3} ~ ls32"#, Narrower("::a:a:a:a:a:a"))]
#[case(4, r#"(h16 ~ (":" ~ h16){0, 1})? ~ "::" ~ (h16 ~ ":"){4} ~ ls32"#, Different { gains: "a:a::a:a:a:a:a:a", loses: "::a:a:a:a:a" })]
#[case(4, r#"(h16 ~ (":" ~ h16){0, 1})? ~ "::" ~ (h16 ~ ":"){2} ~ ls32"#, Narrower("::a:a:a:a:a"))]
#[case(5, r#"(h16 ~ (":" ~ h16){0, 2})? ~ "::" ~ (h16 ~ ":"){3} ~ ls32"#, Different { gains: "a:a:a::a:a:a:a:a", loses: "::a:a:a:a" })]
#[case(5, r#"(h16 ~ (":" ~ h16){0, 2})? ~ "::" ~ h16 ~ ":" ~ ls32"#, Narrower("::a:a:a:a"))]
#[case(6, r#"(h16 ~ (":" ~ h16){0, 3})? ~ "::" ~ (h16 ~ ":"){2} ~ ls32"#, Different { gains: "a:a:a:a::a:a:a:a", loses: "::a:a:a" })]
#[case(6, r#"(h16 ~ (":" ~ h16){0, 3})? ~ "::" ~ ls32"#, Narrower("::a:a:a"))]
#[case(7, r#"(h16 ~ (":" ~ h16){0, 4})? ~ "::" ~ h16 ~ ":" ~ ls32"#, Different { gains: "a:a:a:a:a::a:a:a", loses: "::a:a" })]
#[case(7, r#"(h16 ~ (":" ~ h16){0, 4})? ~ "::" ~ h16"#, Narrower("::a:a"))]
#[case(8, r#"(h16 ~ (":" ~ h16){0, 5})? ~ "::" ~ ls32"#, Different { gains: "a:a:a:a:a:a::a:a", loses: "::a" })]
#[case(8, r#"(h16 ~ (":" ~ h16){0, 5})? ~ "::""#, Narrower("::a"))]
#[case(9, r#"(h16 ~ (":" ~ h16){0, 6})? ~ "::" ~ h16"#, Different { gains: "a:a:a:a:a:a:a::a", loses: "::" })]
fn more_or_fewer_at_the_end(
    #[case] number: usize,
    #[case] alternative: &'static str,
    #[case] expected: Difference<'_>,
) {
    check_address(&instead(number, alternative), expected);
}

/// One more group before the `::` of the last alternative adds nothing: eight groups match the first
/// alternative, and a choice does not backtrack.
#[rstest]
#[case(2, r#"h16? ~ "::" ~ (h16 ~ ":"){5} ~ ls32"#, Wider("a::a:a:a:a:a:a:a"))]
#[case(3, r#"(h16 ~ (":" ~ h16){0, 1})? ~ "::" ~ (h16 ~ ":"){4} ~ ls32"#, Wider("a:a::a:a:a:a:a:a"))]
#[case(3, r#""::" ~ (h16 ~ ":"){4} ~ ls32"#, Narrower("a::a:a:a:a:a:a"))]
#[case(4, r#"(h16 ~ (":" ~ h16){0, 2})? ~ "::" ~ (h16 ~ ":"){3} ~ ls32"#, Wider("a:a:a::a:a:a:a:a"))]
#[case(4, r#"h16? ~ "::" ~ (h16 ~ ":"){3} ~ ls32"#, Narrower("a:a::a:a:a:a:a"))]
#[case(5, r#"(h16 ~ (":" ~ h16){0, 3})? ~ "::" ~ (h16 ~ ":"){2} ~ ls32"#, Wider("a:a:a:a::a:a:a:a"))]
#[case(5, r#"(h16 ~ (":" ~ h16){0, 1})? ~ "::" ~ (h16 ~ ":"){2} ~ ls32"#, Narrower("a:a:a::a:a:a:a"))]
#[case(6, r#"(h16 ~ (":" ~ h16){0, 4})? ~ "::" ~ h16 ~ ":" ~ ls32"#, Wider("a:a:a:a:a::a:a:a"))]
#[case(6, r#"(h16 ~ (":" ~ h16){0, 2})? ~ "::" ~ h16 ~ ":" ~ ls32"#, Narrower("a:a:a:a::a:a:a"))]
#[case(7, r#"(h16 ~ (":" ~ h16){0, 5})? ~ "::" ~ ls32"#, Wider("a:a:a:a:a:a::a:a"))]
#[case(7, r#"(h16 ~ (":" ~ h16){0, 3})? ~ "::" ~ ls32"#, Narrower("a:a:a:a:a::a:a"))]
#[case(8, r#"(h16 ~ (":" ~ h16){0, 6})? ~ "::" ~ h16"#, Wider("a:a:a:a:a:a:a::a"))]
#[case(8, r#"(h16 ~ (":" ~ h16){0, 4})? ~ "::" ~ h16"#, Narrower("a:a:a:a:a:a::a"))]
#[case(9, r#"(h16 ~ (":" ~ h16){0, 7})? ~ "::""#, Equal)]
#[case(9, r#"(h16 ~ (":" ~ h16){0, 5})? ~ "::""#, Narrower("a:a:a:a:a:a:a::"))]
fn more_or_fewer_at_the_start(
    #[case] number: usize,
    #[case] alternative: &'static str,
    #[case] expected: Difference<'_>,
) {
    check_address(&instead(number, alternative), expected);
}

/// A repetition does not backtrack: it takes the first colon of the `::`.
#[rstest]
#[case(4, r#"((h16 ~ ":"){0, 1} ~ h16)? ~ "::" ~ (h16 ~ ":"){3} ~ ls32"#, Narrower("a::a:a:a:a:a"))]
#[case(5, r#"((h16 ~ ":"){0, 2} ~ h16)? ~ "::" ~ (h16 ~ ":"){2} ~ ls32"#, Narrower("a::a:a:a:a"))]
#[case(6, r#"((h16 ~ ":"){0, 3} ~ h16)? ~ "::" ~ h16 ~ ":" ~ ls32"#, Narrower("a::a:a:a"))]
#[case(7, r#"((h16 ~ ":"){0, 4} ~ h16)? ~ "::" ~ ls32"#, Narrower("a::a:a"))]
#[case(8, r#"((h16 ~ ":"){0, 5} ~ h16)? ~ "::" ~ h16"#, Narrower("a::a"))]
#[case(9, r#"((h16 ~ ":"){0, 6} ~ h16)? ~ "::""#, Narrower("a::"))]
fn by_the_letter_of_the_abnf(
    #[case] number: usize,
    #[case] alternative: &'static str,
    #[case] expected: Difference<'_>,
) {
    check_address(&instead(number, alternative), expected);
}

/// Only in the first two alternatives can neither match a prefix of the other.
#[rstest]
#[case(1, Equal)]
#[case(2, Narrower("::a:a:a:a:a:a:a"))]
#[case(3, Narrower("::a:a:a:a:a:a"))]
#[case(4, Narrower("::a:a:a:a:a"))]
#[case(5, Narrower("::a:a:a:a"))]
#[case(6, Narrower("::a:a:a"))]
#[case(7, Narrower("::a:a"))]
#[case(8, Narrower("::a"))]
fn behind_the_next(#[case] number: usize, #[case] expected: Difference<'_>) {
    let mut alternatives = ALTERNATIVES;
    alternatives.swap(number - 1, number);
    check_address(&alternatives, expected);
}

#[rstest]
#[case(1, Narrower("a:a:a:a:a:a:a:a"))]
#[case(2, Narrower("::a:a:a:a:a:a:a"))]
#[case(3, Narrower("::a:a:a:a:a:a"))]
#[case(4, Narrower("::a:a:a:a:a"))]
#[case(5, Narrower("::a:a:a:a"))]
#[case(6, Narrower("::a:a:a"))]
#[case(7, Narrower("::a:a"))]
#[case(8, Narrower("::a"))]
#[case(9, Narrower("::"))]
fn missing(#[case] number: usize, #[case] expected: Difference<'_>) {
    let mut alternatives = ALTERNATIVES.to_vec();
    alternatives.remove(number - 1);
    check_address(&alternatives, expected);
}
