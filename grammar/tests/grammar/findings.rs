//! The messages and positions of findings.

use fastrand::Rng;
use rstest::rstest;
use urigram_grammar::{Automata, Dfa, Error, Grammar, Peg};
use urigram_workbench::{Finding, FindingKind, Purpose, findings};

use crate::common;
use crate::common::read;
use crate::random;

fn all(grammar: &Grammar, starts: &[&str], needed: &[&str]) -> Vec<Finding> {
    findings(grammar, &Purpose { starts, captured: needed, ..Purpose::default() })
        .unwrap_or_else(|error| panic!("{error}"))
}

fn of_kind(grammar: &Grammar, kind: FindingKind) -> Vec<Finding> {
    all(grammar, &[], &[]).into_iter().filter(|finding| finding.kind == kind).collect()
}

/// Returns the source text of each dead alternative.
fn dead_alternatives(source: &str) -> Vec<String> {
    let grammar = read(source);
    assert_eq!(of_kind(&grammar, FindingKind::Undecided), []);
    of_kind(&grammar, FindingKind::DeadAlternative).into_iter().map(|finding| finding.text).collect()
}

#[rstest]
#[case::prefix(
    "a = { \"a\" | \"ab\" }",
    "test.pest:1:13: `\"ab\"` can never match: wherever it would, `\"a\"` before it does"
)]
#[case::member(
    "a = { 'a'..'c' | \"x\" | \"b\" }",
    "test.pest:1:24: `\"b\"` can never match: `'a'..'c'` before it matches all that it would"
)]
#[case::several(
    "a = { 'a'..'c' | 'd'..'f' | 'b'..'e' }",
    "test.pest:1:29: `'b'..'e'` can never match: wherever it would, one of those before it does"
)]
#[case::nothing("a = { \"a\" | 'z'..'b' }", "test.pest:1:13: `'z'..'b'` can never match anything")]
#[case::nothing_first(
    "a = { !\"a\" ~ \"a\" | \"b\" }",
    "test.pest:1:7: `!\"a\" ~ \"a\"` can never match anything"
)]
#[case::shortest_first(
    "o = { d | '1'..'9' ~ d }\nd = { '0'..'9' }",
    "test.pest:1:11: `'1'..'9' ~ d` can never match: wherever it would, `d` before it does"
)]
#[case::columns_are_characters(
    "a = { \"é\" | (\"x\" | \"xé\") }",
    "test.pest:1:20: `\"xé\"` can never match: wherever it would, `\"x\"` before it does"
)]
#[case::lines(
    "a = {\r\n  | \"é\" // one\r\n  | \"é\"\r\n    ~ \"x\" // two\r\n}",
    "test.pest:3:5: `\"é\"…` can never match: wherever it would, `\"é\"` before it does"
)]
#[case::long(&format!("a = {{ 'a'..'z' | \"{}\" }}", "x".repeat(100)),
    &format!("test.pest:1:18: `\"{}…` can never match: wherever it would, `'a'..'z'` before it does", "x".repeat(49)))]
fn says_why_an_alternative_is_dead(#[case] source: &str, #[case] expected: &str) {
    let found = of_kind(&read(source), FindingKind::DeadAlternative);
    assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
    let rule = source.split(' ').next().unwrap();
    assert_eq!(*found[0].rule, *rule);
}

#[rstest]
#[case::covered("a = { 'a'..'c' | \"b\" }", "leave it out")]
#[case::forestalled("a = { \"a\" | \"ab\" }", "put it before `\"a\"`")]
#[case::exchangeable(
    "a = { number | digits }\nnumber = { digits ~ (\".\" ~ digits)? }\ndigits = { '0'..'9'+ }",
    "leave it out, or let `number` match less; in the other order, `number` could never match"
)]
#[case::first_of_several(
    "a = { \"a\" ~ 'b'..'c' | \"a\" ~ 'd'..'e' | \"a\" ~ 'c'..'e' }",
    "leave it out, or put it before `\"a\" ~ 'b'..'c'`"
)]
#[case::second_of_several(
    "a = { \"a\" ~ 'd'..'e' | \"a\" ~ 'b'..'c' | \"a\" ~ 'c'..'e' }",
    "leave it out, or put it before `\"a\" ~ 'b'..'c'`"
)]
fn says_what_to_do_about_a_dead_alternative(#[case] source: &str, #[case] expected: &str) {
    let found = of_kind(&read(source), FindingKind::DeadAlternative);
    assert_eq!(found.iter().map(|found| found.help.as_deref()).collect::<Vec<_>>(), [Some(expected)]);
}

#[rstest]
#[case::none("a = { \"ab\" | \"a\" }", &[])]
#[case::overlap("a = { 'a'..'c' | 'b'..'d' }", &[])]
#[case::all_of_a_kind("a = { \"x\" | \"x\" | \"x\" }", &["\"x\"", "\"x\""])]
#[case::of_different_kinds("a = { 'a'..'a' | ^\"a\" | \"A\" | \"b\"+ | \"b\"{2} }", &["\"A\"", "\"b\"{2}"])]
#[case::in_repetition("a = { (\"a\" | \"ab\")* }", &["\"ab\""])]
#[case::in_predicate("a = { !(\"a\" | \"ab\") ~ ANY }", &["\"ab\""])]
#[case::in_alternative("a = { \"x\" ~ (\"a\" | \"ab\") | \"xa\" }", &["\"ab\"", "\"xa\""])]
#[case::in_an_alternative_that_is_dead("a = { \"x\" | \"x\" ~ (\"a\" | \"ab\") }", &["\"x\" ~ (\"a\" | \"ab\")", "\"ab\""])]
#[case::behind_parentheses("a = { (\"a\" | \"b\") | \"b\" ~ \"c\" }", &["\"b\" ~ \"c\""])]
#[case::through_rules("a = { b | c }\nb = { \"x\"+ }\nc = { \"xx\" }", &["c"])]
#[case::ahead("a = { \"a\" ~ !\"b\" | \"ab\" | \"a\" }", &["\"a\""])]
#[case::what_is_ahead_is_not_taken("a = { \"a\" ~ &\"b\" | \"ac\" }", &[])]
#[case::end("a = { \"a\" ~ EOI | \"a\" }", &[])]
#[case::before_the_end("a = { \"a\" | \"a\" ~ EOI }", &["\"a\" ~ EOI"])]
#[case::start("a = { SOI ~ \"a\" | \"a\" }", &[])]
#[case::only_later("a = { SOI | !SOI ~ \"a\" | \"b\" }", &[])]
#[case::always_start_or_not("a = { SOI | !SOI ~ ANY | \"b\" }", &["\"b\""])]
#[case::context_is_not_looked_at("a = { \"a\" ~ (SOI ~ \"x\" | \"y\") }", &[])]
#[case::committed("a = { \"a\"* ~ \"b\" | \"a\"+ }", &[])]
#[case::rotated("a = { (\"a\" ~ \",\")* ~ \"a\" | \"a\" ~ \",\" ~ \"b\" }", &["\"a\" ~ \",\" ~ \"b\""])]
#[case::names_are_taken("a = { \"x\" | \"x\" }\nalternative0 = { \"y\" | \"y\" }\nalternative_ = { \"z\" }", &["\"x\"", "\"y\""])]
fn finds_dead_alternatives(#[case] source: &str, #[case] expected: &[&str]) {
    assert_eq!(dead_alternatives(source), expected);
}

const SPACE: &str = "WHITESPACE = _{ \" \" }\n";

#[rstest]
#[case::skipped("a = { \"a\" ~ \"b\" | \"a b\" }", &["\"a b\""])]
#[case::not_skipped("a = @{ \"a\" ~ \"b\" | \"a b\" }", &[])]
#[case::not_skipped_compound("a = ${ \"a\" ~ \"b\" | \"a b\" }", &[])]
#[case::both("a = { \"a\" ~ \"b\" | \"a b\" }\nb = @{ a }", &[])]
#[case::both_through_others("a = { \"a\" ~ \"b\" | \"a b\" }\nb = ${ c }\nc = _{ a }", &[])]
#[case::skipped_again("a = { \"a\" ~ \"b\" | \"a b\" }\nb = ${ c }\nc = !{ a }", &["\"a b\""])]
#[case::non_atomic("a = !{ \"a\" ~ \"b\" | \"a b\" }\nb = @{ a }", &["\"a b\""])]
#[case::dead_both_ways("a = { \"a\" ~ \"b\" | \"ab\" }\nb = @{ a }", &["\"ab\""])]
#[case::dead_in_atomic_only("a = { \"a\" ~ &\"b\" | \"ab\" }\nb = @{ a }", &["\"ab\""])]
#[case::repeated("a = { \"a\"+ ~ \"b\" | \"a a b\" }", &["\"a a b\""])]
fn minds_white_space(#[case] source: &str, #[case] expected: &[&str]) {
    assert_eq!(dead_alternatives(&format!("{SPACE}{source}")), expected);
}

#[rstest]
#[case::normal("{")]
#[case::silent("_{")]
#[case::non_atomic("!{")]
#[case::atomic("@{")]
#[case::compound_atomic("${")]
fn nothing_is_skipped_in_what_is_skipped(#[case] brace: &str) {
    let rule = format!("{brace} \"x\" ~ \"y\" | \"xxy\" | \"xy\" }}");
    let source = |name: &str| format!("{name} = {rule}\na = {{ \"a\" ~ \"b\" }}");
    assert_eq!(dead_alternatives(&source("WHITESPACE")), ["\"xy\""]);
    assert_eq!(dead_alternatives(&source("COMMENT")), ["\"xy\""]);
}

/// pest's optimizer turns the last two alternatives into `("a" ~ ",")* ~ ("a" | "b")`, which matches `a,b`.
/// So the third alternative is not dead. Considered alone, the second alternative would become `"a" ~ (","
/// ~ "a")*`, which matches the `a` of `a,b`, and the third would be dead.
#[test]
fn what_the_optimizer_makes_of_a_choice_counts() {
    let source = "a = ${ \"b\" | (\"a\" ~ \",\")* ~ \"a\" | (\"a\" ~ \",\")* ~ \"b\" }";
    assert!(common::dfa(source, "a").accepts("a,b"));
    assert_eq!(dead_alternatives(source), [""; 0]);
    let shorter = "a = ${ \"b\" | (\"a\" ~ \",\")* ~ \"a\" }";
    assert!(!common::dfa(shorter, "a").accepts("a,b"));
}

#[test]
fn the_real_grammar_has_no_dead_alternatives() {
    let uri = common::uri();
    let starts = ["URI_reference", "absolute_URI", "path", "reserved"];
    assert_eq!(all(&uri, &starts, &["host", "port"]), []);
    let found = all(&uri, &[], &[]);
    assert!(found.iter().all(|finding| finding.kind == FindingKind::Start));
    assert_eq!(found.iter().map(|finding| &*finding.rule).collect::<Vec<_>>(), starts);
}

/// The pitfalls that the comments of `uri.pest` describe.
#[rstest]
#[case::octet("dec_octet = @{ DIGIT | '1'..'9' ~ DIGIT | \"1\" ~ DIGIT{2} | \"2\" ~ '0'..'4' ~ DIGIT | \"25\" ~ '0'..'5' }",
    &["'1'..'9' ~ DIGIT", "\"1\" ~ DIGIT{2}", "\"2\" ~ '0'..'4' ~ DIGIT", "\"25\" ~ '0'..'5'"])]
#[case::host("host = ${ reg_name | IP_literal }\nreg_name = @{ (unreserved | pct_encoded | \"[\")+ }", &["IP_literal"])]
#[case::path("path = ${ path_rootless | path_noscheme | path_absolute | path_empty }", &["path_noscheme"])]
fn finds_the_traps_of_the_real_grammar(#[case] variant: &str, #[case] expected: &[&str]) {
    let grammar = Grammar::read_over(&common::uri(), variant, "variant.pest").unwrap();
    let found = of_kind(&grammar, FindingKind::DeadAlternative);
    assert_eq!(found.iter().map(|finding| finding.text.as_str()).collect::<Vec<_>>(), expected);
    assert!(found.iter().all(|finding| *finding.file == *"variant.pest" && finding.line == 1));
}

#[rstest]
#[case::used("a = { b }\nb = { \"x\" }", &["a"], &[], &[])]
#[case::unused("a = { b }\nb = { \"x\" }\n  c = { d }\nd = { \"y\" }", &["a"], &[],
    &["test.pest:3:3: rule `c` is not used: no start rule leads to it", "test.pest:4:1: rule `d` is not used: no start rule leads to it"])]
#[case::several_starts("a = { \"x\" }\nb = { \"x\" }", &["b", "a"], &[], &[])]
#[case::space_is_used("a = { b }\nb = { \"x\" }\nWHITESPACE = { c }\nc = { \"y\" }\nCOMMENT = { \"z\" }", &["a"], &[], &[])]
#[case::start("a = { b }\nb = { \"x\" }\nc = { b ~ c? }", &[], &[],
    &["test.pest:1:1: rule `a` is a start rule: no other leads to it", "test.pest:3:1: rule `c` is a start rule: no other leads to it"])]
#[case::circle("b = { \"x\" ~ a? }\na = { \"y\" ~ b? }\nWHITESPACE = { c }\nc = { \" \" }", &[], &[],
    &["test.pest:1:1: rule `b` is a start rule: no other leads to it"])]
#[case::missing("host = { \"x\" }", &["start"], &["host", "hst", "start"],
    &["test.pest:1:1: rule `start` is needed and not here", "test.pest:1:1: rule `hst` is needed and not here; did you mean `host`?",
      "test.pest:1:1: rule `host` is not used: no start rule leads to it"])]
#[case::needed_is_not_started_with("a = { \"x\" }\nb = { \"x\" }", &["a"], &["b"], &["test.pest:2:1: rule `b` is not used: no start rule leads to it"])]
#[case::refused("a = { PUSH(\"x\") ~ b }\nb = { \"x\" | \"xy\" }\nc = { a }", &["c"], &[],
    &["test.pest:1:1: `PUSH` in rule `a` uses pest's stack",
      "test.pest:2:13: `\"xy\"` can never match: wherever it would, `\"x\"` before it does",
      "test.pest:3:1: `PUSH` in rule `a`, which `c` calls, uses pest's stack"])]
#[case::empty("", &[], &[], &[])]
#[case::empty_and_needed("", &["a"], &[], &["test.pest:1:1: rule `a` is needed and not here"])]
fn tells_which_rules_are_used(
    #[case] source: &str,
    #[case] starts: &[&str],
    #[case] needed: &[&str],
    #[case] expected: &[&str],
) {
    let found = all(&read(source), starts, needed);
    assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), expected);
}

#[test]
fn only_a_captured_rule_has_to_make_a_node() {
    let grammar = read("a = { \"(\" ~ b ~ \")\" }\nb = _{ \"x\"* }");
    let asked = |captured, needed| {
        findings(&grammar, &Purpose { starts: &["a"], captured, needed, ..Purpose::default() })
            .map(|found| found.len())
    };
    assert_eq!(asked(&[], &["b"]).unwrap(), 0);
    assert_eq!(asked(&["b"], &[]).unwrap(), 1);
    assert_eq!(asked(&[], &["c"]).unwrap(), 1);
}

#[rstest]
#[case::too_many("// sample: 1 | 2\na = { \"a\" }", "test.pest:1:12: 2 weights for 1 alternative", "1 | 2")]
#[case::no_number(
    "a = { b }\n\n  /// sample: 1 | +\nb = { \"b\" | \"c\" }",
    "test.pest:3:19: expected a weight, a whole number up to 1000000",
    "+"
)]
#[case::no_list(
    "// sample:\na = { \"a\" }",
    "test.pest:1:11: expected a weight, a whole number up to 1000000",
    ""
)]
#[case::twice(
    "// sample: 1\n// sample: 2\na = { \"a\" }",
    "test.pest:2:12: rule `a` has weights already",
    "2"
)]
fn says_which_weights_cannot_be_read(#[case] source: &str, #[case] expected: &str, #[case] text: &str) {
    let found = of_kind(&read(source), FindingKind::Weights);
    assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
    assert_eq!(found[0].text, text);
}

#[test]
fn weights_that_can_be_read_are_not_reported() {
    let source = "// sample: 1 | 2\na = { \"a\" | \"b\" }\n// samples of it\nb = { a }";
    assert_eq!(of_kind(&read(source), FindingKind::Weights), []);
}

#[test]
fn findings_are_in_the_files_that_were_merged() {
    let base = read("// A.\na = { b | c }\nb = { \"x\" }\nc = { \"y\" }\n");
    let variant = "//! V.\n\nc = { b ~ \"x\" }\nd = { \"x\" | \"xx\" }";
    let merged = Grammar::read_over(&base, variant, "variant.pest").unwrap();
    let found = all(&merged, &["a"], &[]);
    let places = found.iter().map(|f| format!("{}:{}:{} {}", f.file, f.line, f.column, f.text));
    assert_eq!(
        places.collect::<Vec<_>>(),
        ["test.pest:2:11 c", "variant.pest:4:1 d", "variant.pest:4:13 \"xx\""]
    );
}

#[rstest]
#[case::counts("a = { (!(\"a\" ~ ANY{18} ~ \"a\") ~ ANY)* ~ \"x\" | \"b\" }".to_owned(), "a", "test.pest:1:7: the choice is too large")]
#[case::nests((0..30).map(|i| format!("r{i} = {{ {}\"b\"{} }}\n", "(\"a\" | ".repeat(90), ")".repeat(90))).collect(),
    "", "test.pest:1:1: the grammar is too large")]
fn says_what_it_could_not_search(#[case] source: String, #[case] rule: &str, #[case] expected: &str) {
    let found = of_kind(&read(&source), FindingKind::Undecided);
    assert_eq!(found.len(), 1);
    assert_eq!(*found[0].rule, *rule);
    assert_eq!(
        found[0].to_string(),
        format!("{expected} to be searched for alternatives that can never match")
    );
}

#[rstest]
#[case::nothing(String::new())]
#[case::only_comments("// a = { \"x\" | \"x\" }\n/* */".to_owned())]
#[ignore = "another large grammar"]
#[case::space(format!("{}a = {{ \"x\" | \"x\" }}", " \n".repeat(1 << 19)))]
#[ignore = "another large grammar"]
#[case::comments(format!("a = {{ \"x\" {} | \"x\" }}", "/* | */".repeat(1 << 17)))]
#[ignore = "another large grammar"]
#[case::long_string(format!("a = {{ \"x\" | \"{}\" | \"x\" }}", "é".repeat(1 << 19)))]
#[case::long_names(format!("{0} = {{ {0}_ | \"x\" }}\n{0}_ = {{ \"x\" }}", "a".repeat(1 << 19)))]
#[ignore = "another large grammar"]
#[case::rules((0..8000).map(|i| format!("r{i} = {{ \"x\" | \"x\" }}    ")).collect())]
#[case::slow_alternatives(format!("a = {{ \"x\"{} }}", " | \"x\"".repeat(400)))]
#[ignore = "another large grammar"]
#[case::parentheses(format!("a = {{ {}\"b\"{} }}", "(\"b\" | ".repeat(60), ")".repeat(60)))]
#[case::circles((0..8000).map(|i| format!("r{i} = {{ \"x\" ~ r{}? }}\n", i ^ 1)).collect())]
#[ignore = "another large grammar"]
#[case::prefixes((1..300).map(|i| format!("alternative{} = {{ \"x\" | \"x\" }}\n", "_".repeat(i))).collect())]
#[ignore = "another large grammar"]
#[case::unicode((0..400).map(|i| format!("r{i} = {{ LETTER | UPPERCASE ~ \"x\" | \"x\" }}\n")).collect())]
fn survives(#[case] source: String) {
    let grammar = read(&source);
    let found = all(&grammar, &[], &[]);
    let needed: Vec<String> = (0..1000).map(|i| format!("x{i}")).collect();
    let needed: Vec<&str> = needed.iter().map(String::as_str).collect();
    let missing = all(&grammar, &[], &needed).len() - found.len();
    assert_eq!(missing, needed.len());
}

const BASE: &str = r#"
reference = { host ~ (":" ~ port)? ~ tail? }
host      = { "[" ~ address ~ "]" | reg_name }
reg_name  = @{ letter* }
address   = @{ (letter | ":")+ }
port      = @{ '0'..'9'* }
letter    = _{ 'a'..'z' }
tail      = { "/" }
"#;

fn found(variant: &str, starts: &[&str]) -> Vec<(FindingKind, String)> {
    let base = Grammar::read(BASE, "base.pest").unwrap();
    let grammar = Grammar::read_over(&base, variant, "v.pest").unwrap();
    let purpose = Purpose { starts, ..Purpose::default() };
    let found = findings(&grammar, &purpose).unwrap().into_iter();
    found.map(|finding| (finding.kind, finding.to_string())).collect()
}

#[rstest]
#[case::similar_name("reg_nam = @{ 'a'..'f'* }\nport = @{ '0'..'9' }", "1:1", "reg_nam", "reg_name")]
#[case::called_by_the_variant(
    "host = { reg_name }\nreg_names = @{ 'a'..'f'* }",
    "2:1",
    "reg_names",
    "reg_name"
)]
#[case::same_body("host = { reg_name }\nother = @{ letter* }", "2:1", "other", "reg_name")]
#[case::of_most_rules(
    "reference = { host }\nhost = { reg_name }\nname = @{ letter* }\nletter = _{ 'a'..'z' }",
    "3:1",
    "name",
    "reg_name"
)]
fn names_the_rule_that_is_taken_from_the_base(
    #[case] variant: &str,
    #[case] place: &str,
    #[case] name: &str,
    #[case] old: &str,
    #[values(&[], &["reference"])] starts: &[&str],
) {
    let message = format!(
        "v.pest:{place}: rule `{name}` is not used, and `{old}` is taken from base.pest: to replace that, name this rule `{old}`"
    );
    let found = found(variant, starts);
    let of_rule = |(_, said): &&(FindingKind, String)| said.contains(&format!("rule `{name}`"));
    let of_rule: Vec<_> = found.iter().filter(of_rule).collect();
    assert_eq!(of_rule, [&(FindingKind::Renamed, message)]);
}

#[rstest]
#[case::used("host = { reg_nam }\nreg_nam = @{ 'a'..'f'* }", &["reference"])]
#[case::asked_for("host = { address }\nreg_nam = @{ 'a'..'f'* }", &["reference", "reg_nam"])]
#[case::replaced("reg_name = @{ 'a'..'f'* }\nreg_nam = @{ 'a'..'f' }", &["reference"])]
#[case::unlike("port = @{ '0'..'9' }\nquery = @{ 'a'..'f'* }", &["reference"])]
#[case::not_used_there_either("host = { port }\nreg_nam = @{ 'a'..'f'* }", &["reference"])]
fn finds_no_slip(#[case] variant: &str, #[case] starts: &[&str]) {
    let found = found(variant, starts);
    assert!(found.iter().all(|(kind, _)| *kind != FindingKind::Renamed), "{found:?}");
}

/// In a grammar of one file, an uncalled rule is not a mistake.
#[test]
fn is_only_said_of_variants() {
    let grammar = Grammar::read(&format!("{BASE}reg_nam = {{ \"x\" }}"), "g.pest").unwrap();
    let found = findings(&grammar, &Purpose { starts: &["reference"], ..Purpose::default() }).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].kind, FindingKind::Unused);
}

fn dead(grammar: &Grammar) -> Vec<Finding> {
    let found = findings(grammar, &Purpose::default()).unwrap();
    found.into_iter().filter(|finding| finding.kind == FindingKind::DeadAlternative).collect()
}

pub(crate) fn automata(grammar: &Grammar) -> Vec<Result<Dfa, Error>> {
    let peg = Peg::new(grammar);
    let mut automata = Automata::new(&peg);
    peg.names().map(|name| automata.dfa(name)).collect()
}

/// Returns the byte offset of a position in the text.
pub(crate) fn offset(source: &str, line: usize, column: usize) -> usize {
    let before: usize = source.split_inclusive('\n').take(line - 1).map(str::len).sum();
    before + source[before..].char_indices().nth(column - 1).unwrap().0
}

/// Returns the text without the alternative, and without the `|` before or after it.
fn without(source: &str, dead: &Finding) -> String {
    let from = offset(source, dead.line, dead.column);
    let (before, rest) = source.split_at(from);
    let after = rest.strip_prefix(dead.text.as_str()).unwrap();
    match before.trim_end().strip_suffix('|') {
        Some(before) => format!("{before}{after}"),
        None => format!("{before}{}", after.trim_start().strip_prefix('|').unwrap()),
    }
}

/// Recursive alternatives have no automaton, but the other alternatives of the choice are still
/// analyzed.
#[rstest]
#[case::last("b = { \"<\" | \"<=\" | \"(\" ~ b ~ \")\" }", "\"<=\"")]
#[case::first("b = { \"(\" ~ b ~ \")\" | \"<\" | \"<=\" }", "\"<=\"")]
#[case::between("b = { \"<\" | \"(\" ~ b ~ \")\" | \"<=\" }", "\"<=\"")]
#[case::called("b = { \"<\" | \"<=\" | o }\no = { \"{\" ~ b ~ \"}\" }", "\"<=\"")]
fn beside_recursive_alternatives(#[case] source: &str, #[case] expected: &str) {
    let found = dead(&read(source));
    assert_eq!(found.iter().map(|finding| &*finding.text).collect::<Vec<_>>(), [expected]);
}

#[rstest]
#[case::some(60)]
#[ignore = "hundreds of grammars"]
#[case::many(600)]
fn what_is_found_can_go(#[case] grammars: u64) {
    let mut gone = 0;
    for seed in 0..grammars {
        let source = random::grammar(&mut Rng::with_seed(seed));
        let grammar = read(&source);
        let before = automata(&grammar);
        for dead in dead(&grammar) {
            let shorter = without(&source, &dead);
            assert_eq!(automata(&read(&shorter)), before, "{dead}\n{source}\n{shorter}");
            gone += 1;
        }
    }
    assert!(gone > grammars / 6, "{gone}");
}

/// Checks by automata that no dead alternative is missed. An alternative is not dead if there is a text in
/// which it matches and all earlier ones fail, at the start or after a character.
#[rstest]
#[case::some(80)]
#[ignore = "hundreds of grammars"]
#[case::many(800)]
fn no_other_is_dead(#[case] grammars: u64) {
    let (mut alive, mut gone) = (0, 0);
    for seed in 0..grammars {
        let mut random = Rng::with_seed(seed);
        let parts: [String; 3] = std::array::from_fn(|_| random::expr(&mut random, &[], 2));
        let [a, b, c] = &parts;
        let choice = format!("r = @{{ {a} | {b} | {c} }}\n");
        if Grammar::read(&choice, "random.pest").is_err() {
            continue;
        }
        let asked = format!(
            "a = @{{ {a} }}\nb = @{{ {b} }}\nc = @{{ {c} }}\n
            turn0 = @{{ a ~ ANY* }}\nlater0 = @{{ ANY ~ turn0 }}\n
            turn1 = @{{ !a ~ b ~ ANY* }}\nlater1 = @{{ ANY ~ turn1 }}\n
            turn2 = @{{ !a ~ !b ~ c ~ ANY* }}\nlater2 = @{{ ANY ~ turn2 }}"
        );
        let found = findings(&read(&choice), &Purpose::default()).unwrap();
        let mut column = "r = @{ ".len() + 1;
        for (at, part) in parts.iter().enumerate() {
            let is_empty = |name: &str| {
                let dfa = common::dfa(&asked, name);
                !dfa.is_live(dfa.start())
            };
            let is_dead = is_empty(&format!("turn{at}")) && is_empty(&format!("later{at}"));
            let is_found = found.iter().any(|finding| {
                finding.kind == FindingKind::DeadAlternative
                    && finding.column == column
                    && finding.text == *part
            });
            // If a part of an alternative is the reason why it is dead, the finding is about this
            // part.
            let columns = column..column + part.chars().count();
            let has_reason = found.iter().any(|finding| {
                matches!(finding.kind, FindingKind::StarvingRepetition | FindingKind::LookaheadAlwaysFalse)
                    && columns.contains(&finding.column)
            });
            assert!(is_dead || !is_found, "seed {seed}: {part} in {choice}");
            assert!(!is_dead || is_found || has_reason, "seed {seed}: {part} in {choice}");
            *if is_dead { &mut gone } else { &mut alive } += 1;
            column += part.chars().count() + " | ".len();
        }
    }
    assert!(alive.min(gone) > grammars * 3 / 8, "{alive} {gone}");
}
