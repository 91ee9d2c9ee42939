//! Grammars in ABNF: accepted and refused texts, merging of files, and outlines.

mod automata;

use rstest::rstest;
use urigram_grammar::{Abnf, Dfa, Error, Grammar, Peg, keeps_outline};

use crate::common::strings;

fn read(source: &str) -> Abnf {
    Abnf::read(source, "test.abnf").unwrap_or_else(|error| panic!("{error}"))
}

fn dfa(source: &str, rule: &str) -> Dfa {
    read(source).dfa(rule).unwrap_or_else(|error| panic!("{error}"))
}

fn faults(source: &str) -> Vec<String> {
    match Abnf::read(source, "f") {
        Err(Error::Faulty(faults)) => faults.iter().map(ToString::to_string).collect(),
        other => panic!("{other:?}"),
    }
}

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
#[case::other_repetition("a = 1#DIGIT", "f:1:6: expected an element right after the count, found `#`")]
#[case::space_after_count("a = 1* DIGIT", "f:1:7: expected an element right after the count, found a space")]
#[case::count_at_the_end(
    "a = *",
    "f:1:6: expected an element right after the count, found the end of the rule"
)]
#[case::twice("a = **DIGIT", "f:1:6: expected an element right after the count, found `*`")]
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
#[case::not_ascii("a = \"aé\"", "f:1:7: a string may only contain printable ASCII: end it, and write `%xE9`")]
#[case::tab_in_string(
    "a = \"\t\"",
    "f:1:6: a string may only contain printable ASCII: end it, and write `%x9`"
)]
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
#[case::prose("a = \"x\" <any text>", "f:1:9: `<any text>` is prose: write it in ABNF")]
#[case::prose_once("a = 0*1<any text>", "f:1:8: `<any text>` is prose: write it in ABNF")]
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
    "f:1:6: a string may only contain printable ASCII: end it, and write `%xE9`"
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

const MANY: usize = 100_000;

#[rstest]
#[case::parentheses(format!("a = {}\"b\"{}", "(".repeat(MANY), ")".repeat(MANY)), "f:1:205: nesting deeper than 200")]
#[case::brackets(format!("a = {}", "[".repeat(MANY)), "f:1:205: nesting deeper than 200")]
#[case::mixed(format!("a = {}", "2*3( [".repeat(MANY)), "f:1:608: nesting deeper than 200")]
#[case::over_lines(format!("a = {}", "(\n ".repeat(MANY)), "f:201:2: nesting deeper than 200")]
#[case::count(format!("a = {}*DIGIT", "9".repeat(MANY)), "f:1:5: more than 4294967295 repetitions")]
#[case::stars(format!("a = {}", "*".repeat(MANY)), "f:1:6: expected an element right after the count, found `*`")]
#[case::equals("=".repeat(MANY), "f:1:1: expected the name of a rule, found `=`")]
fn is_refused(#[case] source: String, #[case] expected: &str) {
    assert_eq!(faults(&source), [expected]);
}

#[test]
fn many_faults_are_all_told() {
    assert_eq!(faults(&"a = (\n".repeat(1000)).len(), 1000);
    assert_eq!(faults(&"a = b\n".repeat(1000)).len(), 1999, "999 are defined again, and `b` never");
}

#[rstest]
#[case::nested(format!("r = {}\"b\"{}", "(".repeat(200), ")".repeat(200)))]
#[case::nested_options(format!("r = {}\"b\"{}", "[\"a\" ".repeat(200), "]".repeat(200)))]
#[case::nested_loops(format!("r = {}\"b\"{}", "*(\"a\" ".repeat(200), ")".repeat(200)))]
#[case::brackets_in_a_string(format!("r = \"{}b\"", "(".repeat(1000)))]
#[case::brackets_in_a_comment(format!("r = \"b\" ; {}", "(".repeat(MANY)))]
#[case::alternatives(format!("r = \"b\"{}", " / \"b\"".repeat(MANY)))]
#[case::additions(format!("r = \"b\"\n{}", "r =/ \"b\"\n".repeat(MANY)))]
#[case::elements(format!("r = \"b\"{}", " \"\"".repeat(MANY)))]
#[case::chain((0..MANY).map(|i| format!("r{i} = r{}\n", i + 1)).collect::<String>() + &format!("r{MANY} = \"b\"\nr = r0"))]
#[case::options_in_a_loop(format!("r = *( {} )", "[\"a\"] [\"b\"] ".repeat(5000)))]
#[case::blank_lines("\n".repeat(MANY) + "r = \"b\"")]
#[case::continued(format!("r ={}\"b\"", "\n ".repeat(MANY)))]
fn is_read_and_compiled(#[case] source: String) {
    // Comparing, cloning and dropping the result must not overflow the small stack of a test,
    // either.
    let abnf = read(&source);
    assert_eq!(abnf.clone(), abnf);
    let dfa = abnf.dfa("r").unwrap();
    assert!(dfa.is_live(dfa.start()) && !dfa.accepts("c"));
}

#[test]
fn a_long_cycle_is_found() {
    let source: String = (0..MANY).map(|i| format!("r{i} = \"b\" [r{}]\n", (i + 1) % MANY)).collect();
    match read(&source).dfa("r7") {
        Err(Error::Refused(refused)) => {
            assert!(refused.to_string().starts_with("rule `r7` is recursive: r7 -> r8"))
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn many_cycles_take_no_more_than_one() {
    let source: String = (0..MANY).map(|i| format!("r{i} = \"b\" [r{} / r0]\n", (i + 1) % MANY)).collect();
    assert!(read(&source).dfa("r0").is_err());
}

fn over(base: &Abnf, source: &str) -> Abnf {
    Abnf::read_over(base, source, "over.abnf").unwrap_or_else(|error| panic!("{error}"))
}

fn accepts(abnf: &Abnf, rule: &str, text: &str) -> bool {
    abnf.dfa(rule).is_ok_and(|dfa| dfa.accepts(text))
}

const BASE: &str = "list = item *( \",\" item )\nitem = \"a\"";

#[test]
fn a_rule_of_the_same_name_replaces_the_one_below() {
    let abnf = over(&read(BASE), "ITEM = \"b\" / list-end\nlist-end = \".\"");
    assert_eq!(abnf.names().collect::<Vec<_>>(), ["list", "ITEM", "list-end"]);
    assert!(accepts(&abnf, "list", "b,.") && !accepts(&abnf, "list", "a"));
}

#[test]
fn the_file_may_call_rules_below() {
    let abnf = over(&read(BASE), "lists = 2*( list \";\" )");
    assert!(accepts(&abnf, "lists", "a;a,a;"));
    let error = Abnf::read_over(&read(BASE), "lists = 2*lost", "over.abnf").unwrap_err();
    assert_eq!(error.to_string(), "over.abnf:1:11: rule `lost` is not defined");
}

#[test]
fn alternatives_are_added_to_rules_of_the_file_and_below() {
    let abnf = read("a = \"x\"\na =/ \"y\" / \"z\"\nA =/ %s\"w\" \"v\"");
    assert!(["x", "y", "z", "wv"].iter().all(|text| accepts(&abnf, "a", text)));
    assert_eq!(abnf.names().count(), 1);
    let abnf = over(&read(BASE), "item =/ DIGIT\nDIGIT =/ \"_\"");
    assert!(accepts(&abnf, "list", "a,1,_") && !accepts(&abnf, "list", "b"));
    assert_eq!(abnf.names().collect::<Vec<_>>(), ["list", "item", "DIGIT"]);
}

#[test]
fn what_was_read_is_laid_over_what_was_read() {
    let (base, upper) = (read(BASE), read("item = DIGIT\nDIGIT = \"7\""));
    let abnf = upper.over(&base);
    assert!(accepts(&abnf, "list", "7,7") && !accepts(&abnf, "list", "1"));
    assert_eq!(abnf, over(&base, "item = DIGIT\nDIGIT = \"7\""));
    assert_eq!(read("").over(&base), base);
    assert!(accepts(&base.over(&upper), "HEXDIG", "7"), "built-in rules replace nothing");
    assert!(!accepts(&base.over(&upper), "HEXDIG", "1"));
}

const URI: &str = include_str!("../../../../uri.abnf");

fn squeezed(text: &str) -> String {
    text.lines().map(|line| format!(" {}\n", line.split_whitespace().collect::<Vec<_>>().join(" "))).collect()
}

#[rstest]
#[case::crlf(URI.replace('\n', "\r\n"))]
#[case::no_last_line_end(URI.trim_end().to_owned())]
#[case::indented(URI.replace('\n', "\n   "))]
#[case::all_indented(format!("   {}", URI.replace('\n', "\n   ")))]
#[case::tabs(format!("\t{}", URI.replace('\n', "\n\t")))]
#[case::crlf_indented(format!("   {}", URI.replace('\n', "\r\n   ")))]
#[case::indentation_lost(squeezed(URI))]
#[case::blank_lines(URI.replace('\n', "\n\n \n; comment\n"))]
#[case::no_blank_lines(URI.replace("\n\n", "\n"))]
#[case::wide(URI.replace(' ', " \t "))]
#[case::further_in(URI.replace("\nscheme", "\n   scheme"))]
fn does_not_matter(#[case] source: String) {
    assert_ne!(source, URI, "there is something to see");
    assert_eq!(read(&source), read(URI));
}

#[rstest]
#[case::definition_later("r\n =\n \"a\" ;\n\n / \"b\"")]
#[case::comment_between("r = ; first\n  \"a\" / ; second\n; in no column\n  \"b\"")]
#[case::in_brackets("r = (\n \"a\"\n / \"b\"\n )")]
#[case::next_to_each_other("r=\"a\"/\"b\"")]
#[case::slash_in_the_first_column("r = \"a\"\n/ \"b\"")]
fn a_rule_may_take_many_lines(#[case] source: &str) {
    assert_eq!(read(source).dfa("r"), read("r = \"a\" / \"b\"").dfa("r"));
}

#[rstest]
#[case::nothing("")]
#[case::comment("; nothing")]
#[case::blank(" \r\n\t\n")]
fn a_file_may_have_no_rules(#[case] source: &str) {
    assert_eq!(read(source).names().count(), 0);
}

const REPORTED: &[&str] = &[
    "URI",
    "absolute_URI",
    "relative_ref",
    "scheme",
    "authority",
    "userinfo",
    "host",
    "IPvFuture",
    "IPv6address",
    "IPv4address",
    "reg_name",
    "port",
    "path_abempty",
    "path_absolute",
    "path_noscheme",
    "path_rootless",
    "path_empty",
    "query",
    "fragment",
];

fn keeps(variant: &str) -> Result<bool, Error> {
    let base = Grammar::read(include_str!("../../../../uri.pest"), "uri.pest")?;
    let abnf = Abnf::read(include_str!("../../../../uri.abnf"), "uri.abnf")?;
    let grammar = match variant {
        "" => base,
        variant => Grammar::read_over(&base, variant, "variant.pest")?,
    };
    keeps_outline(&Peg::new(&grammar), &abnf, REPORTED)
}

#[rstest]
#[case::as_it_is("")]
#[case::other_characters("query = @{ (pchar | \"[\" | \"]\")* }")]
#[case::fewer_characters("scheme = @{ ('a'..'z')+ }")]
#[case::beyond_ascii(include_str!("../../../../variants/rfc3987.pest"))]
#[case::a_host_without_addresses("host = { reg_name }")]
#[case::no_fragment("relative_ref = { relative_part ~ (\"?\" ~ query)? }")]
#[case::a_rule_that_reports_nothing("host = { reg_name }\ngreeting = { \"hi\" }")]
#[case::a_predicate("authority = { !\"x\" ~ (userinfo ~ \"@\")? ~ host ~ (\":\" ~ port)? }")]
fn kept(#[case] variant: &str) -> Result<(), Error> {
    assert!(keeps(variant)?);
    Ok(())
}

#[rstest]
#[case::twice("relative_ref = { relative_part ~ (\"?\" ~ query)* ~ (\"#\" ~ fragment)? }")]
#[case::another_order("relative_ref = { relative_part ~ (\"#\" ~ fragment)? ~ (\"?\" ~ query)? }")]
#[case::text_between("hier_part = { \"//\" ~ authority ~ \"!\"? ~ path_abempty }")]
#[case::text_behind("relative_ref = { relative_part ~ (\"#\" ~ fragment ~ \"#\")? }")]
#[case::text_before("URI = { \"<\"? ~ scheme ~ \":\" ~ hier_part }")]
#[case::an_address_beside_the_host("authority = { IPv4address ~ \".\" ~ host }")]
#[case::an_address_in_the_host("host = { \"x\" ~ IPv4address | reg_name }")]
#[case::a_zone(include_str!("../../../../variants/rfc6874.pest"))]
#[case::a_rule_that_no_abnf_has("host = { reg_name }\npair = { query ~ \" \" ~ query }")]
#[case::by_a_rule_that_no_abnf_has(
    "authority = { (userinfo ~ \"@\")? ~ rest }\nrest = _{ host ~ (\":\" ~ port)? }"
)]
#[case::a_rule_without_automaton("host = { PUSH(\"x\") ~ reg_name ~ POP }")]
#[case::a_character_that_stands_for_a_rule("port = @{ \"\u{fdd0}\"* }")]
#[case::text_of_a_rule_whose_name_another_has_in_capitals(
    "authority = { text ~ host }\ntext = _{ \"xy\" }\nTEXT = _{ \"\" }"
)]
#[case::only_after_a_predicate("authority = { &\"x\" ~ host ~ \"!\" | host }")]
fn not_kept(#[case] variant: &str) -> Result<(), Error> {
    assert!(!keeps(variant)?);
    Ok(())
}

fn abnf() -> Abnf {
    read(include_str!("../data/abnf.abnf"))
}

#[test]
fn is_read() {
    assert_eq!(abnf().names().count(), 21);
    let recursive = abnf().dfa("rulelist").unwrap_err().to_string();
    let cycle = "alternation -> concatenation -> repetition -> element -> group -> alternation";
    assert_eq!(recursive, format!("rule `alternation`, which `rulelist` calls, is recursive: {cycle}"));
}

/// The reader accepts a grammar with a short string in the gap of its text if and only if the RFC's
/// rule matches that string.
#[rstest]
#[case::kind("num-val", "r = ", "%", "xb0", "")]
#[case::hexadecimal("num-val", "r = ", "%x", "0.-", "")]
#[case::decimal("num-val", "r = ", "%d", "0.-x", "")]
#[case::binary("num-val", "r = ", "%b", "0.-d", "")]
#[case::string("char-val", "r = ", "\"", "a~ \té", "\"")]
#[case::prose("prose-val", "r = 0", "<", "<a \té", ">")]
#[case::counted("repeat", "r = ", "0", "0*", "DIGIT")]
#[case::from_zero("repeat", "r = ", "*", "0*", "DIGIT")]
#[case::sign("defined-as", "DIGIT", "", "=/ \t", "\"a\"")]
#[case::name("rulename", "", "r", "1A-_", "=BIT")]
fn agrees_with_the_reader(
    #[case] rule: &str,
    #[case] before: &str,
    #[case] first: &str,
    #[case] alphabet: &str,
    #[case] after: &str,
) {
    let dfa = abnf().dfa(rule).unwrap();
    let last = if matches!(rule, "char-val" | "prose-val") { after } else { "" };
    for middle in strings(alphabet, 5) {
        let source = format!("{before}{first}{middle}{after}");
        let expected = dfa.accepts(&format!("{first}{middle}{last}"));
        assert_eq!(Abnf::read(&source, "f").is_ok(), expected, "{source:?}");
    }
}
