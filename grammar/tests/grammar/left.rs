//! Left recursion: the message names the cycle, and shows the rule as a repetition.

use rstest::rstest;
use urigram_grammar::{Error, Grammar};

fn fault(source: &str) -> String {
    let Err(Error::Faulty(faults)) = Grammar::read(source, "g.pest") else { panic!("it is read: {source}") };
    assert_eq!(faults.len(), 1, "{faults:?}");
    faults[0].message.clone()
}

#[rstest]
#[case::binary("sum = { sum ~ \"+\" ~ n | n }", "sum = { n ~ (\"+\" ~ n)* }")]
#[case::both_sides("sum = { sum ~ \"+\" ~ sum | n }", "sum = { n ~ (\"+\" ~ sum)* }")]
#[case::two_operators(
    "sum = { sum ~ \"+\" ~ n | sum ~ \"-\" ~ n | n }",
    "sum = { n ~ (\"+\" ~ n | \"-\" ~ n)* }"
)]
#[case::two_ends("sum = { n | sum ~ \"+\" ~ n | \"x\" }", "sum = { (n | \"x\") ~ (\"+\" ~ n)* }")]
#[case::longer_end("sum = { sum ~ \"+\" | n ~ \"x\"? }", "sum = { n ~ \"x\"? ~ (\"+\")* }")]
#[case::atomic("sum = @{ sum ~ n | n }", "sum = @{ n ~ (n)* }")]
#[case::silent("sum = _{ sum ~ n | n }", "sum = _{ n ~ (n)* }")]
#[case::on_lines("sum = ${\n  sum ~ n\n  | \"x\"\n}", "sum = ${ \"x\" ~ (n)* }")]
fn shows_the_repetition(#[case] rule: &str, #[case] instead: &str) {
    let begin =
        "rule sum is left-recursive (sum -> sum): where it calls itself, nothing has been consumed; write ";
    assert_eq!(fault(&format!("{rule}\nn = {{ '0'..'9' }}")), format!("{begin}`{instead}`"));
    // What is shown can be read.
    Grammar::read(&format!("{instead}\nn = {{ '0'..'9' }}"), "g.pest").unwrap();
}

/// Rules for which there is no such repetition, or none that is as easily read.
#[rstest]
#[case::no_end("sum = { sum ~ n }")]
#[case::no_other_end("sum = { sum ~ n | sum ~ \"x\" }")]
#[case::itself("sum = { sum | n }")]
#[case::not_at_the_start("sum = { n? ~ sum | \"x\" }")]
#[case::in_brackets("sum = { (sum | n) ~ \"+\" | n }")]
#[case::in_a_predicate("sum = { !sum ~ n | n }")]
#[case::repeated("sum = { sum? ~ n | n }")]
#[case::comment("sum = { sum ~ n ~ /* c */ n | n }")]
#[case::line_break("sum = { sum ~ n ~\n n | n }")]
#[case::may_be_empty("sum = { sum ~ n? | n }")]
#[case::long(&format!("sum = {{ sum ~ n | \"{}\" }}", "x".repeat(200)))]
fn says_how_to_repeat(#[case] rule: &str) {
    let message = "rule sum is left-recursive (sum -> sum): where it calls itself, nothing has been consumed; \
                   put first what does not call `sum`, and repeat the rest, as in `sum = { first ~ (rest)* }`";
    assert_eq!(fault(&format!("{rule}\nn = {{ '0'..'9' }}")), message);
}
