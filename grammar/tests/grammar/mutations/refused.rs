//! Mutations that pest rejects, so that no proof is needed to find them.

use rstest::rstest;
use urigram_grammar::Error;

use crate::mutations::mutated;

/// pest's message for an alternative that cannot fail before others, and for such a repetition.
const CHOICE: &str = "expression cannot fail; following choices cannot be reached";
const REPETITION: &str = "expression inside repetition cannot fail and will repeat infinitely";

#[rstest]
#[case::reference_in_the_other_order("URI_reference = ${ relative_ref | URI }", &[CHOICE])]
#[case::empty_path_first(
    r#"hier_part = ${ path_empty | "//" ~ authority ~ path_abempty | path_absolute | path_rootless }"#,
    &[CHOICE]
)]
#[case::any_path_for_an_absolute_one(
    r#"relative_part = ${ "//" ~ authority ~ path_abempty | path_abempty | path_noscheme | path_empty }"#,
    &[CHOICE]
)]
#[case::name_first("host = ${ reg_name | IP_literal | IPv4address }", &[CHOICE])]
#[case::name_before_ipv4("host = ${ IP_literal | reg_name | IPv4address }", &[CHOICE])]
#[case::name_repeated_twice("reg_name = @{ (unreserved* | pct_encoded | sub_delims)* }", &[REPETITION, CHOICE])]
#[case::count_of_nothing(r#"IPv6address = @{ (h16 ~ (":" ~ h16){0, 0})? ~ "::" }"#, &["cannot repeat 0 times"])]
#[case::paths_in_the_order_of_the_abnf(
    "path = ${ path_abempty | path_absolute | path_noscheme | path_rootless | path_empty }",
    &[CHOICE]
)]
#[case::path_without_its_slash(
    r#"path = ${ path_absolute ~ !"/" | path_abempty | path_noscheme ~ !":" | path_rootless | path_empty }"#,
    &[CHOICE]
)]
fn where_it_stands(#[case] variant: &str, #[case] expected: &[&str]) {
    let Err(Error::Faulty(faults)) = mutated(variant) else { panic!("{variant}") };
    assert!(faults.iter().all(|fault| *fault.file == *"mutation.pest"), "{faults:?}");
    assert_eq!(faults.iter().map(|fault| fault.message.as_str()).collect::<Vec<_>>(), expected);
}

/// The alternative that follows one that now matches the empty string is that of the empty path.
#[rstest]
#[case::path_that_may_be_empty(r#"path_rootless = @{ segment ~ ("/" ~ segment)* }"#, 2)]
#[case::segment_that_may_be_empty("segment_nz = _{ pchar* }", 2)]
#[case::path_without_a_scheme_that_may_be_empty(r#"path_noscheme = @{ segment ~ ("/" ~ segment)* }"#, 1)]
#[case::first_segment_that_may_be_empty("segment_nz_nc = _{ (unreserved | pct_encoded | sub_delims)* }", 1)]
fn where_it_is_called(#[case] variant: &str, #[case] places: usize) {
    let Err(Error::Faulty(faults)) = mutated(variant) else { panic!("{variant}") };
    let expected = vec![format!("{CHOICE} (with mutation.pest laid over it)"); places];
    assert_eq!(faults.iter().map(|fault| fault.message.as_str()).collect::<Vec<_>>(), expected);
}
