//! Fixes in the answers of `uri grammar check`.

use rstest::rstest;
use serde_json::Value;

use super::grammar;

fn found(text: &str) -> Vec<Value> {
    let ran = grammar(&["check", "--format", "json", "-"], text);
    assert!(ran.status < 2 && ran.stderr.is_empty(), "{}", ran.stderr);
    ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Applies the fix of the first message.
fn fixed(text: &str) -> String {
    let fix = &found(text)[0]["fix"];
    let offset = |name: &str| usize::try_from(fix[name].as_u64().unwrap()).unwrap();
    [&text[..offset("start")], fix["text"].as_str().unwrap(), &text[offset("end")..]].concat()
}

/// The message is gone then, and no other has come.
#[rstest]
#[case::string_end("a = { \"x ~ b }\nb = { \"y\" }", "a = { \"x\" ~ b }\nb = { \"y\" }")]
#[case::string_only("a = { \"x }", "a = { \"x\" }")]
#[case::string_lines(
    "a = { \"x ~ b }\nb = { \"y\" }\nc = { \"z\" }",
    "a = { \"x\" ~ b }\nb = { \"y\" }\nc = { \"z\" }"
)]
#[case::string_choice(
    "a = { \"x\" | \"y }\nb = { \"y\" }\nc = { \"z\" ~ \"w\" }",
    "a = { \"x\" | \"y\" }\nb = { \"y\" }\nc = { \"z\" ~ \"w\" }"
)]
#[case::char("a = { 'a..'z' }", "a = { 'a'..'z' }")]
#[case::char2("a = { 'a'..'z }", "a = { 'a'..'z' }")]
#[case::chars("a = { 'ab' }", "a = { \"ab\" }")]
#[case::chars1("a = { 'a' ~ \"b\" }", "a = { \"a\" ~ \"b\" }")]
#[case::comment("a = { \"x\" } /* c\nb = { \"y\" }", "a = { \"x\" } /* c */\nb = { \"y\" }")]
#[case::comment_end("a = { \"x\" } /* c", "a = { \"x\" } /* c */")]
#[case::paren("a = { (\"x\" | \"y\" }", "a = { (\"x\" | \"y\") }")]
#[case::paren2("a = { (\"x\" | \"y\"\nb = { \"y\" }", "a = { (\"x\" | \"y\") }\nb = { \"y\" }")]
#[case::brace("a = { \"x\"\nb = { \"y\" }", "a = { \"x\" }\nb = { \"y\" }")]
#[case::brace_name("a = { \"x\" ~ b\nb = { \"y\" }", "a = { \"x\" ~ b }\nb = { \"y\" }")]
#[case::brace_end("a = { \"x\"", "a = { \"x\" }")]
#[case::brace_comment("a = { \"x\" // c\nb = { \"y\" }", "a = { \"x\" // c\n}\nb = { \"y\" }")]
#[case::count("a = { \"x\"{2 ~ \"y\" }", "a = { \"x\"{2} ~ \"y\" }")]
#[case::slice("a = { PUSH(\"a\") ~ PEEK[1..2 ~ \"x\" }", "a = { PUSH(\"a\") ~ PEEK[1..2] ~ \"x\" }")]
#[case::noclose("a = { \"x\") }", "a = { \"x\" }")]
#[case::bar("a = { (| \"x\") }", "a = { (\"x\") }")]
#[case::caret("a = { ^ \"x\" }", "a = { ^\"x\" }")]
#[case::operator("a = { \"x\" \"y\" }", "a = { \"x\" ~ \"y\" }")]
#[case::operator2("a = { \"x\"c }\nc={\"y\"}", "a = { \"x\" ~ c }\nc={\"y\"}")]
#[case::eq("a { \"x\" }", "a = { \"x\" }")]
#[case::eq2("a := { \"x\" }", "a = { \"x\" }")]
#[case::eq3("a -> { \"x\" }", "a = { \"x\" }")]
#[case::body("a = \"x\" ~ \"y\"\nb = { a }", "a = { \"x\" ~ \"y\" }\nb = { a }")]
#[case::hyphen("a-b = { \"x\" }", "a_b = { \"x\" }")]
#[case::hyphen2("a = { b-c }\nb_c = { \"x\" }", "a = { b_c }\nb_c = { \"x\" }")]
#[case::semicolon("a = { \"x\" };\nb = { \"y\" }", "a = { \"x\" }\nb = { \"y\" }")]
#[case::brace2("a = { \"x\" }}\nb = { \"y\" }", "a = { \"x\" }\nb = { \"y\" }")]
#[case::doc("a = { \"x\" }\n//! about b\nb = { \"y\" }", "a = { \"x\" }\n// about b\nb = { \"y\" }")]
#[case::bom("\u{feff}a = { \"x\" }", "a = { \"x\" }")]
#[case::undefined("a = { lettr }\nletter = { \"x\" }", "a = { letter }\nletter = { \"x\" }")]
#[case::recursion("a = { a ~ \"x\" | \"y\" }", "a = { \"y\" ~ (\"x\")* }")]
#[case::recursion2(
    "expr = { expr ~ \"+\" ~ term | expr ~ \"-\" ~ term | term }\nterm = { \"y\" }",
    "expr = { term ~ (\"+\" ~ term | \"-\" ~ term)* }\nterm = { \"y\" }"
)]
#[case::variant("prot = @{ DIGIT{1, 5} }", "port = @{ DIGIT{1, 5} }")]
#[case::renamed(
    "port = @{ DIGIT{1, 5} }\nreg_names = @{ unreserved* }\n",
    "port = @{ DIGIT{1, 5} }\nreg_name = @{ unreserved* }\n"
)]
#[case::dead_order("a = { \"x\" | \"xy\" }", "a = { \"xy\" | \"x\" }")]
#[case::dead_order3("a = { \"b\" | \"x\" | \"c\" | \"xy\" }", "a = { \"b\" | \"xy\" | \"x\" | \"c\" }")]
#[case::dead_covered("a = { \"x\" | \"y\" | \"x\" }", "a = { \"x\" | \"y\" }")]
#[case::dead_range("a = { 'a'..'z' | \"x\" }", "a = { 'a'..'z' }")]
#[case::dead_several("a = { 'a'..'l' | 'm'..'z' | 'b'..'y' }", "a = { 'a'..'l' | 'm'..'z' }")]
#[case::dead_exch(
    "hour = { DIGIT | '1'..'2' ~ DIGIT }\nDIGIT = _{ '0'..'9' }",
    "hour = { '1'..'2' ~ DIGIT | DIGIT }\nDIGIT = _{ '0'..'9' }"
)]
#[case::dead_itself("a = { \"x\" | !\"y\" ~ \"y\" }", "a = { \"x\" }")]
#[case::starving("a = { \"<\" ~ ANY* ~ \">\" }", "a = { \"<\" ~ (!\">\" ~ ANY)* ~ \">\" }")]
#[case::ahead_true("a = { \"a\"* ~ !\"a\" ~ \"b\" }", "a = { \"a\"* ~ \"b\" }")]
#[case::ahead_false("a = { \"a\"* ~ &\"a\" ~ \"b\" }", "a = { \"a\"* ~ \"b\" }")]
#[case::opt_never("a = { \"x\"* ~ \"x\"? ~ \"y\" }", "a = { \"x\"* ~ \"y\" }")]
#[case::never("a = { \"x\" ~ 'z'..'a' }", "a = { \"x\" }")]
#[case::never2("a = { \"x\" ~ (!\"\" ~ \"y\") }", "a = { \"x\" ~ (\"y\") }")]
#[case::skips(
    "a = { \"x\" ~ \" \" ~ \"y\" }\nWHITESPACE = _{ \" \" }",
    "a = { \"x\" ~ \"y\" }\nWHITESPACE = _{ \" \" }"
)]
#[case::skips_opt(
    "a = { \"x\" ~ \" \"? ~ \"y\" }\nWHITESPACE = _{ \" \" }",
    "a = { \"x\" ~ \"y\" }\nWHITESPACE = _{ \" \" }"
)]
fn a_fix_leaves_no_message(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(fixed(text), expected);
    assert_eq!(found(expected), [] as [Value; 0]);
}

/// The help of these messages does not say what to write, or not where.
#[rstest]
#[case::weights("// sample: 3\na = { \"x\" | \"y\" }")]
#[case::zero("a = { \"x\"{0} }")]
#[case::again("a = { \"x\" }\na = { \"y\" }")]
#[case::endless("a = { (\"x\"?)* }")]
#[case::cannot_fail("a = { \"x\"? | \"y\" }")]
#[case::several_rules("a = { b ~ \"x\" | \"y\" }\nb = { a ~ \"z\" | \"w\" }")]
#[case::comment_between("a = { \"x\" | /* or */ \"x\" }")]
#[case::tag("a = { #t = !\"x\" ~ \"y\" }")]
#[case::unclosed_at_all("a = { \"x\" ~ ( ~ }")]
#[case::starving_all("a = { \"x\"+ ~ \"x\" }")]
#[case::starving_rule("a = { b ~ b }\nb = { (!\"xx\" ~ ANY)+ }")]
#[case::starving_brackets("a = { ((\"x\" | \"y\")+) ~ \"x\"+ }")]
#[case::starving_any("a = { ANY+ ~ ANY }")]
#[case::skipped_option("a = { \"x\"? ~ \"x\" }")]
#[case::comment_within("a = { a ~ \"x\" // a must match \"zx\"\n | \"z\" }")]
fn a_message_has_no_fix(#[case] text: &str) {
    assert!(found(text).iter().all(|line| line["fix"].is_null()), "{:?}", found(text));
}

/// Of two calls of an undefined rule, each has its own fix.
#[test]
fn a_fix_leaves_the_other_messages() {
    let text = "a = { lettr ~ lettr }\nletter = { \"x\" }";
    assert_eq!(fixed(text), "a = { letter ~ lettr }\nletter = { \"x\" }");
    assert_eq!(fixed(&fixed(text)), "a = { letter ~ letter }\nletter = { \"x\" }");
}

/// A variant is merged into uri.pest, but the fix is for its own file.
#[test]
fn a_fix_is_for_the_file_of_a_variant() {
    let text = "// é\nport = @{ DIGT{1, 5} }\nhost = ${ IP_literal | IPv4address | reg_name }\n";
    assert_eq!(fixed(text), text.replace("DIGT", "DIGIT"));
}
