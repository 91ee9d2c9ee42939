//! Faults in ABNF: their messages and positions.

use rstest::rstest;

use crate::abnf::faults;

#[rstest]
#[case::no_name("= \"a\"", "f:1:1: expected the name of a rule, found `=`")]
#[case::number_for_name("  1a = \"a\"", "f:1:3: expected the name of a rule, found `1`")]
#[case::no_equals("a = \"x\"\nb \"y\"", "f:2:3: expected `=` or `=/` after the name of the rule, found `\"`")]
#[case::underscore("a_b = \"x\"", "f:1:2: expected `=` or `=/` after the name of the rule, found `_`")]
#[case::name_alone("a", "f:1:2: expected `=` or `=/` after the name of the rule, found the end of the rule")]
#[case::other_equals("a ::= \"x\"", "f:1:3: expected `=` or `=/` after the name of the rule, found `:`")]
#[case::no_elements(
    "a =",
    "f:1:4: expected a rule, a string, a `%` value, `(` or `[`, found the end of the rule"
)]
#[case::empty_alternative(
    "a = \"x\" / / \"y\"",
    "f:1:11: expected a rule, a string, a `%` value, `(` or `[`, found `/`"
)]
#[case::other_choice("a = \"x\" | \"y\"", "f:1:9: expected `/`, another element or the next rule, found `|`")]
#[case::other_repetition("a = 1#DIGIT", "f:1:6: expected what to repeat right after the count, found `#`")]
#[case::space_after_count(
    "a = 1* DIGIT",
    "f:1:7: expected what to repeat right after the count, found a space"
)]
#[case::count_at_the_end(
    "a = *",
    "f:1:6: expected what to repeat right after the count, found the end of the rule"
)]
#[case::twice("a = **DIGIT", "f:1:6: expected what to repeat right after the count, found `*`")]
#[case::most_below_least("a = \"x\" 3*2\"y\"", "f:1:9: `3*2`: at least 3 and at most 2 is impossible")]
#[case::large_count("a = 4294967296\"x\"", "f:1:5: more than 4294967295 repetitions")]
#[case::large_least("a = 99999999999999*", "f:1:5: more than 4294967295 repetitions")]
#[case::large_most("a = 1*99999999999999DIGIT", "f:1:7: more than 4294967295 repetitions")]
#[case::open_group(
    "a =\n  \"x\" ( \"y\"",
    "f:2:12: expected `)` for the bracket in line 2, column 7, found the end of the rule"
)]
#[case::crossed("a = ( [ \"y\" ) ]", "f:1:13: expected `]` for the bracket in line 1, column 7, found `)`")]
#[case::close_alone("a = \"x\" )", "f:1:9: expected `/`, another element or the next rule, found `)`")]
#[case::open_string("a = \"x\nb = \"y\"", "f:1:7: expected `\"`, found the end of the line")]
#[case::open_string_crlf("a = \"x\r\nb = \"y\"", "f:1:7: expected `\"`, found the end of the line")]
#[case::open_string_at_the_end("a = \"x", "f:1:7: expected `\"`, found the end of the rule")]
#[case::not_ascii("a = \"aé\"", "f:1:7: a string holds printable ASCII only: end it, and write `%xE9`")]
#[case::tab_in_string("a = \"\t\"", "f:1:6: a string holds printable ASCII only: end it, and write `%x9`")]
#[case::no_base("a = %41", "f:1:6: expected `x`, `d`, `b`, `s` or `i` after `%`, found `4`")]
#[case::no_string("a = %s(\"x\")", "f:1:7: expected a string in quotes, found `(`")]
#[case::no_digits("a = %xG", "f:1:7: expected a hexadecimal digit, found `G`")]
#[case::no_decimal("a = %dA", "f:1:7: expected a decimal digit, found `A`")]
#[case::no_binary("a = %b2", "f:1:7: expected a binary digit, found `2`")]
#[case::range_without_end("a = %x41- ", "f:1:10: expected a hexadecimal digit, found a space")]
#[case::string_without_end("a = %x41.\n", "f:1:10: expected a hexadecimal digit, found the end of the line")]
#[case::range_of_strings(
    "a = %x41-42.43",
    "f:1:12: expected `/`, another element or the next rule, found `.`"
)]
#[case::backwards("a = %x42-41", "f:1:7: the range ends before it begins")]
#[case::beyond_unicode("a = %x41.110000", "f:1:10: `110000` is not a Unicode character")]
#[case::surrogate("a = %xD800-DFFF", "f:1:7: `D800` is not a Unicode character")]
#[case::large_number("a = %d99999999999999", "f:1:7: `99999999999999` is not a Unicode character")]
#[case::prose("a = \"x\" <any text>", "f:1:9: `<any text>` is prose: say it in ABNF")]
#[case::prose_once("a = 0*1<any text>", "f:1:8: `<any text>` is prose: say it in ABNF")]
#[case::open_prose("a = 0<pchar\n", "f:1:12: expected `>`, found the end of the line")]
#[case::control("a = \"x\" \u{7}", "f:1:9: expected `/`, another element or the next rule, found U+0007")]
#[case::carriage_return(
    "a = \"x\" \r \"y\"",
    "f:1:9: expected `/`, another element or the next rule, found U+000D"
)]
#[case::undefined("a = \"x\"\n    b", "f:2:5: rule `b` is not defined")]
#[case::undefined_in_prose("a = <b>", "f:1:5: rule `b` is not defined")]
#[case::undefined_never("a = 0b", "f:1:6: rule `b` is not defined")]
#[case::defined_twice("a = \"x\"\n\nA = \"y\"", "f:3:1: rule `A` is already defined in line 1")]
#[case::defined_after_adding(
    "DIGIT =/ \"x\"\nDIGIT = \"y\"",
    "f:2:1: rule `DIGIT` is already defined in line 1"
)]
#[case::adds_too_early("a =/ \"x\"\na = \"y\"", "f:1:1: no rule `a` to add to: write `=`")]
#[case::adds_to_nothing("a =/ \"x\"", "f:1:1: no rule `a` to add to: write `=`")]
#[case::not_ascii_in_prose("a = 0<é>", "f:1:7: expected `>`, found `é`")]
#[case::columns_in_characters(
    "a = \"é\"",
    "f:1:6: a string holds printable ASCII only: end it, and write `%xE9`"
)]
#[case::lines_of_a_crlf_file("; 1\r\n\r\na = \"x\"\r\n  / b\r\n", "f:4:5: rule `b` is not defined")]
fn are_told(#[case] source: &str, #[case] expected: &str) {
    assert_eq!(faults(source), [expected]);
}

#[test]
fn one_for_each_rule_that_cannot_be_read() {
    let source = "a = (\nb = \"x\" c\nd = %\ne = f";
    let expected = [
        "f:2:1: expected a rule, a string, a `%` value, `(` or `[`, found the end of the rule",
        "f:3:6: expected `x`, `d`, `b`, `s` or `i` after `%`, found the end of the line",
    ];
    assert_eq!(faults(source), expected);
}

#[test]
fn all_that_is_wrong_with_the_names_in_the_order_of_the_text() {
    let expected = [
        "f:1:5: rule `x` is not defined",
        "f:1:9: rule `y` is not defined",
        "f:2:1: rule `a` is already defined in line 1",
        "f:2:5: rule `z` is not defined",
        "f:3:1: no rule `b` to add to: write `=`",
    ];
    assert_eq!(faults("a = x / y\na = z\nb =/ a"), expected);
}
