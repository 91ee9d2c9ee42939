//! `--grammar`: commands with a grammar that is loaded at run time.

use insta::assert_snapshot;
use rstest::rstest;
use serde_json::Value;

use crate::{TempFile, uri};

fn variant(name: &str) -> String {
    format!("{}/../variants/{name}.pest", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_zone_is_part_of_an_address() {
    let zones = variant("rfc6874");
    assert_snapshot!(uri(&["--grammar", &zones, "parse", "--format", "json"], "http://[fe80::1%25eth0]/\n").printed(0), @r#"{"input":"http://[fe80::1%25eth0]/","kind":"uri","scheme":"http","authority":"[fe80::1%25eth0]","userinfo":null,"host":"[fe80::1%25eth0]","host_kind":"ipv6","port":null,"path":"/","path_kind":"abempty","query":null,"fragment":null}"#);

    let ran = uri(&["parse", "--format", "json"], "http://[fe80::1%25eth0]/\n");
    assert!(ran.stdout.contains(r#""component":"host","offset":15"#), "{}", ran.stdout);
    assert_eq!(ran.status, 1);
}

#[test]
fn a_drawing_lines_up_under_what_is_shown() {
    let references = ["http://é漢/a\u{202e}b\u{ad}#c", "http://a\u{200f}:80/"];
    assert_snapshot!(uri(&[&["--grammar", &variant("rfc3987"), "parse"], &references[..]].concat(), "").printed(0), @r"
    http://é漢/a\u{202e}b\u{ad}#c
    \__/   \_/\_______________/ |
     |      |         |         |
     |      |         path      fragment
     |      authority
     scheme
           \_/
            |
           host

    http://a\u{200f}:80/
    \__/   \__________/|
     |          |      |
    scheme  authority  path
           \_______/ \/
               |     |
              host  port
    ");

    let file = TempFile::new("drawn.pest", b"x = { ANY* }");
    let ran = uri(&["--grammar", file.path(), "parse", "--as", "x", "\x1b]0;t\x07\t"], "");
    assert_snapshot!(ran.stdout, @r"
    \u{1b}]0;t\u{7}\t
    \_______________/
            |
            x
    ");
}

#[test]
fn what_quotes_would_not_show_is_expected_in_words() {
    let file = TempFile::new("words.pest", b"a = { \" \" | \"`\" | \"x\" | \">\" }");
    let ran = uri(&["--grammar", file.path(), "parse", "--as", "a", "q"], "");
    assert!(ran.stderr.contains("help: expected a space, `>`, a backtick or `x`\n"), "{}", ran.stderr);
}

/// A terminal may display letters from right to left, and combining marks on other characters.
#[test]
fn what_does_not_stay_in_its_column_is_listed() {
    let ran = uri(&["--grammar", &variant("rfc3987"), "parse", "http://אב/ג\u{202e}", "a:e\u{301}"], "");
    assert_snapshot!(ran.stdout, @r"
    scheme     http
    authority  אב
      host     אב
    path       /ג\u{202e}

    scheme  a
    path    é
    ");
}

#[test]
fn a_tree_has_the_rules_of_the_variant() {
    let ran = uri(&["tree", "--grammar", &variant("rfc6874"), "--as", "IP-literal", "[::%25a]"], "");
    assert_snapshot!(ran.stdout, @r#"
    IP-literal "[::%25a]" 0..8
      IPv6addrz "::%25a" 1..7
        IPv6address "::" 1..3
        ZoneID "a" 6..7
    "#);
}

#[test]
fn lines_are_checked_by_the_variant() {
    let ran = uri(
        &["check", "--grammar", &variant("strict-dns")],
        "http://example.com/\nhttp://a_b/\nhttp://a-/\nhttp://[::1]/\n",
    );
    assert_snapshot!(ran.stdout, @r"
    <stdin>:2:9: unexpected '_' in the host at byte 8
    <stdin>:3:10: unexpected '/' in the host at byte 9
    ");
    assert_eq!(ran.status, 1);
}

#[test]
fn a_grammar_of_its_own_needs_no_rule_of_ours() {
    let old = variant("url1996");
    let ran =
        uri(&["parse", "--grammar", &old, "--as", "URL-reference", "--format", "json", "http://a b"], "");
    assert_snapshot!(ran.stdout, @r#"{"input":"http://a b","error":{"component":"URL_reference","offset":8,"column":9,"found":" ","message":"unexpected ' ' in `URL_reference` at byte 8","help":"percent-encode it as `%20`"}}"#);
    let stderr = uri(&["check", "--grammar", &old], "a").said(2);
    let said = format!(
        "uri: {old} has no rule `URI-reference`; `--as URL_reference` or `--as opaque_URL` names a start rule of it\n"
    );
    assert_eq!(stderr, said);
}

/// Only rules of the RFC are spelled as in the RFC.
#[test]
fn a_rule_keeps_its_name() {
    let json = "JSON_text = { reg_name ~ \":\" ~ JSON_value }\nJSON_value = { \"x\" }\nreg_name = { \"y\" }";
    let file = TempFile::new("json-text.pest", json.as_bytes());
    for typed in ["JSON_text", "JSON-text"] {
        let ran = uri(&["tree", "--grammar", file.path(), "--as", typed, "y:x"], "");
        assert_eq!(ran.stdout, "JSON_text \"y:x\" 0..3\n  reg-name \"y\" 0..1\n  JSON_value \"x\" 2..3\n");
        let ran = uri(&["check", "--grammar", file.path(), "--as", typed], "y:y\n");
        assert_eq!(ran.stdout, "<stdin>:1:3: unexpected 'y' in `JSON_text` at byte 2\n");
    }
    let ran = uri(&["parse", "--grammar", file.path(), "--as", "JSON_txt", ""], "");
    assert!(ran.stderr.contains("[possible values: JSON_text, JSON_value, reg-name]"), "{}", ran.stderr);
    assert!(ran.stderr.contains("tip: a similar value exists: 'JSON_text'"), "{}", ran.stderr);
}

const LINES: &str = "\
http://u@h:80/a?q#f\n//h:80\n//h/\n//u@h\na:b\n?q?r\n#f#g\na b\n\n/a?b#\n80//h\nhttp://[::1]:8a/\nhttp://h<80\n";

/// `check` accepts the texts that a library built with the grammar would accept, which are those for which
/// `parse` shows components.
#[rstest]
#[case::other_characters("reg_name = @{ (unreserved | \"é\")* }")]
#[case::other_kinds("host = ${ reg_name }")]
#[case::delimiter("authority = ${ (userinfo ~ \"@\")? ~ host ~ (\"<\" ~ port)? }")]
#[case::order("authority = ${ (port ~ \"//\")? ~ host }\nrelative_part = ${ authority ~ path_abempty }")]
#[case::silent("port = _{ DIGIT* }")]
#[case::atomic("authority = @{ (userinfo ~ \"@\")? ~ host ~ (\":\" ~ port)? }")]
#[case::twice(
    "relative_ref = ${ relative_part ~ (\"?\" ~ query)* ~ (\"#\" ~ fragment)* }\nquery = @{ pchar* }"
)]
#[case::gap(
    "relative_ref = ${ relative_part ~ (\"?\" ~ query ~ \"r\")? ~ (\"#\" ~ fragment)? }\nquery = @{ \"q?\" }"
)]
#[case::within("reg_name = ${ scheme }")]
#[case::recursive(
    "relative_ref = ${ relative_part ~ (\"?\" ~ query ~ relative_ref?)? }\nquery = @{ \"q\" | \"r\" }"
)]
fn check_agrees_with_parse(
    #[case] text: &str,
    #[values("URI-reference", "relative-ref", "authority", "hier-part")] rule: &str,
) {
    let file = TempFile::new(&format!("agree-{rule}-{}.pest", text.len()), text.as_bytes());
    let answers = |command| {
        let ran = uri(&[command, "--grammar", file.path(), "--as", rule, "--format", "json"], LINES);
        let errors = |line: &str| line.find(r#""error":"#).map(|at| line[at..].to_owned());
        ran.stdout.lines().map(errors).collect::<Vec<_>>()
    };
    let checked = answers("check");
    assert_eq!(checked.len(), LINES.lines().count());
    assert_eq!(checked, answers("parse"));
}

#[test]
fn check_says_what_the_library_cannot_hold() {
    let text = br#"authority = ${ host ~ ("@" ~ userinfo)? }"#;
    let file = TempFile::new("unfit.pest", text);
    let ran = uri(&["check", "--grammar", file.path()], "//h/\n//h@u/\n");
    assert_eq!(
        ran.stdout,
        "<stdin>:2:1: the components of `URI-reference` are not where Appendix A has them\n"
    );
    assert_eq!(ran.status, 1);
    let explained = uri(&["check", "--explain", "--grammar", file.path()], "//h@u/\n").stdout;
    assert!(explained.contains("with nothing between them but the delimiters"), "{explained}");
}

/// The library could not be built with the grammar, so only the match counts.
#[test]
fn a_grammar_for_something_else_is_checked_by_itself() {
    let arguments = ["--grammar", &variant("url1996"), "check", "--as", "URL-reference"];
    let ran = uri(&arguments, "//u:p@a:80/x?q#f\nhttp://a b\n");
    assert_eq!(ran.stdout, "<stdin>:2:9: unexpected ' ' in `URL_reference` at byte 8\n");
    assert_eq!(ran.status, 1);
}

#[rstest]
#[case::syntax("port = @{ DIGIT* ", ":1:")]
#[case::changes_nothing("prot = @{ DIGIT* }", "has no rule `prot`; did you mean `port`?")]
#[case::undefined("port = @{ DIGITS* }", ":1:11: ")]
#[case::empty("", ":1:1: there are no rules, so uri.pest is unchanged")]
#[case::one_of_pests(
    "port = @{ ASCII_DIGIT* }\nASCII_DIGIT = { \"x\" }",
    "pest has a rule `ASCII_DIGIT` of its own"
)]
#[case::endless("port = @{ (DIGIT*)* }", ":1:")]
fn an_unusable_grammar_is_an_error_with_its_place(#[case] text: &str, #[case] said: &str) {
    let file = TempFile::new(&format!("unusable-{}.pest", text.len()), text.as_bytes());
    let stderr = uri(&["parse", "--grammar", file.path(), "a"], "").said(2);
    assert!(stderr.contains(file.path()) && stderr.contains(said), "{}", stderr);
    assert!(!stderr.contains("panicked"), "{}", stderr);
}

/// The rules have no automaton. pest reports the offset, which for an atomic rule is the start of the rule.
#[rstest]
#[case::recursion(
    "nested = { \"(\" ~ nested? ~ \")\" }\nport = @{ nested }",
    "((()))",
    "((x",
    "3: unexpected 'x' in `nested` at byte 2"
)]
#[case::too_long(
    "nested = { \"(\" ~ nested? ~ \")\" }\nport = @{ nested }",
    "()",
    "()x",
    "3: expected the end at byte 2"
)]
#[case::atomic(
    "nested = @{ \"(\" ~ nested? ~ \")\" }\nport = @{ nested }",
    "((()))",
    "(()",
    "4: `nested` ends too early at byte 3"
)]
#[case::several(
    "nested = { \"(\" ~ (nested | one_a | b){2} ~ \")\" }\none_a = { \"a\" }\nb = { \"b\" }\nport = @{ nested }",
    "(a(bb))",
    "(a(bx))",
    "5: expected `b`, `nested` or `one_a` at byte 4"
)]
#[case::unexpected(
    "nested = { \"(\" ~ !bad ~ nested ~ \")\" | \"a\" }\nbad = { \"((\" }\nport = @{ nested }",
    "(a)",
    "(((a)))",
    "2: unexpected `bad` at byte 1"
)]
#[case::empty_stack(
    "nested = @{ \"a\" ~ POP | \"b\" }\nport = @{ nested }",
    "b",
    "a",
    "1: it does not match `nested`"
)]
#[case::stack(
    "nested = { PUSH(letter) ~ end }\nletter = { ALPHA }\nend = { POP }\nport = @{ nested }",
    "aa",
    "ab",
    "2: expected `end` at byte 1"
)]
fn a_rule_beyond_automata_fails_where_pest_says(
    #[case] text: &str,
    #[case] valid: &str,
    #[case] invalid: &str,
    #[case] said: &str,
) {
    let file = TempFile::new(&format!("beyond-{valid}-{invalid}.pest"), text.as_bytes());
    let ran = uri(&["check", "--grammar", file.path(), "--as", "nested"], format!("{valid}\n{invalid}\n"));
    assert_eq!(ran.stdout, format!("<stdin>:2:{said}\n"));
    assert_eq!(ran.status, 1);
}

const JSON: &str = r#"
json = { SOI ~ value ~ EOI }
value = { object | array | string | number }
object = { "{" ~ (pair ~ ("," ~ pair)*)? ~ "}" }
pair = { string ~ ":" ~ value }
array = { "[" ~ (value ~ ("," ~ value)*)? ~ "]" }
string = @{ "\"" ~ (!"\"" ~ ANY)* ~ "\"" }
number = @{ ('0'..'9')+ }
WHITESPACE = _{ " " }
"#;

#[test]
fn the_innermost_rule_is_named() {
    let file = TempFile::new("json.pest", JSON.as_bytes());
    let arguments = ["--grammar", file.path(), "--as", "json", r#"{"a": [1, x]}"#];
    let ran = uri(&[&["parse"], &arguments[..]].concat(), "");
    let shown = ran.stderr.replace(file.path(), "json.pest");
    assert_snapshot!(shown, @r#"
    error: expected `value` at byte 10
     |
     | {"a": [1, x]}
     |           ^ value
     |
     = help: `value` begins with a digit, `"`, `[` or `{`; it is defined at json.pest:3:1
    "#);
    let ran = uri(&[&["tree", "--format", "json"], &arguments[..]].concat(), "");
    let shown = ran.stdout.replace(file.path(), "json.pest");
    assert_snapshot!(shown, @r#"{"input":"{\"a\": [1, x]}","error":{"component":"value","offset":10,"column":11,"found":"x","message":"expected `value` at byte 10","help":"`value` begins with a digit, `\"`, `[` or `{`; it is defined at json.pest:3:1"}}"#);
}

const EMAIL: &str = include_str!("../../../page/examples/email.pest");
const RFC8259: &str = include_str!("../../../page/examples/json.pest");
const PEEKS: &str = r#"x = { (PUSH("a" | "b") ~ x ~ POP)? }"#;
const SKIPS: &str =
    r#"x = { "(" ~ x* ~ ")" } WHITESPACE = _{ " " } COMMENT = _{ "/*" ~ (!"*/" ~ ANY)* ~ "*/" }"#;

/// A fault lists the strings and characters that could stand where a rule got furthest.
#[rstest]
#[case::one_rule(
    RFC8259,
    "JSON_text",
    "[1, ",
    "expected `value` at byte 4",
    "`value` begins with a digit, `\"`, `-`, `[`, `{`, `false`, `null` or `true`"
)]
#[case::part_of_a_string(
    RFC8259,
    "JSON_text",
    "tru",
    "expected `value` at byte 0",
    "`value` begins with a digit, `\"`, `-`, `[`, `{`, `false`, `null` or `true`"
)]
#[case::silent_rules(
    RFC8259,
    "JSON_text",
    "[1 2]",
    "unexpected '2' in `array` at byte 3",
    "expected `,`, `]` or white space"
)]
#[case::a_rule_and_more(
    RFC8259,
    "JSON_text",
    "{1}",
    "unexpected '1' in `object` at byte 1",
    "expected `\"`, `}` or white space"
)]
#[case::atomic(RFC8259, "JSON_text", "1.", "`frac` ends too early at byte 2", "expected a digit;")]
#[case::large_set(
    RFC8259,
    "JSON_text",
    "\"abc",
    "`string` ends too early at byte 4",
    "expected `\"`, `\\` or any other character but control characters"
)]
#[case::the_end(
    RFC8259,
    "JSON_text",
    "[1]]",
    "expected the end at byte 3",
    "expected white space or the end"
)]
#[case::regular(
    EMAIL,
    "Mailbox",
    "ferret@",
    "`Mailbox` ends too early at byte 7",
    "expected a letter, a digit or `[`"
)]
#[case::either_case(
    "x = { \"(\" ~ (x | ^\"if\" | ^\"e\") ~ \")\" }",
    "x",
    "((",
    "`x` ends too early at byte 2",
    "expected `(`, `E`, `e` or `if` in either case;"
)]
#[case::predicate(
    "x = { \"(\" ~ (!\"b\" ~ 'a'..'c' | x) ~ \")\" }",
    "x",
    "(b",
    "expected `x` at byte 1",
    "`x` begins with `(`"
)]
#[case::any(
    "x = { \"(\" ~ x? ~ (!\")\" ~ ANY)+ ~ \")\" }",
    "x",
    "(a",
    "`x` ends too early at byte 2",
    "expected `)` or any other character;"
)]
#[case::stack(PEEKS, "x", "ab", "`x` ends too early at byte 2", "expected `a`, `b` or what `POP` matches;")]
#[case::skipped(SKIPS, "x", "( (", "`x` ends too early at byte 3", "expected `(` or `)`;")]
#[case::backtick(
    "x = { \"`\" ~ x? ~ (\"`\" | \"``\") }",
    "x",
    "``x",
    "unexpected 'x' in `x` at byte 2",
    "expected a backtick, \"``\" or the end;"
)]
fn a_fault_lists_what_could_stand_there(
    #[case] text: &str,
    #[case] rule: &str,
    #[case] input: &str,
    #[case] message: &str,
    #[case] help: &str,
) {
    let file = TempFile::new("lists.pest", text.as_bytes());
    let ran = uri(&["tree", "--grammar", file.path(), "--as", rule, "--format", "json", "--", input], "");
    let answer: Value = serde_json::from_str(&ran.stdout).unwrap();
    let error = &answer["error"];
    let said = |field: &str| error[field].as_str().unwrap_or_default().to_owned();
    assert_eq!(said("message"), message, "{}", said("help"));
    assert!(said("help").starts_with(help), "{}", said("help"));
}

#[rstest]
fn a_start_rule_is_suggested(#[values("parse", "tree", "trace", "check", "validate")] command: &str) {
    let file = TempFile::new(&format!("suggested-{command}.pest"), JSON.as_bytes());
    let ran = uri(&[command, "--grammar", file.path(), "-"], "x");
    let said =
        format!("uri: {} has no rule `URI-reference`; `--as json` names its start rule\n", file.path());
    assert_eq!((ran.stderr, ran.stdout.as_str(), ran.status), (said, "", 2));
}

#[test]
fn the_grammar_does_not_come_from_where_the_input_does() {
    let ran = uri(&["--grammar", "-", "check"], "port = @{ DIGIT* }");
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
}

/// Alternatives with a common prefix: each further `a` triples the time.
const SLOW: &[u8] = br#"x = { "a" ~ x ~ "b" | "a" ~ x ~ "c" | "a" ~ x ~ "d" | "a" }"#;

#[rstest]
fn a_match_that_takes_too_long_is_given_up(#[values("parse", "check", "tree")] command: &str) {
    let file = TempFile::new(&format!("slow-{command}.pest"), SLOW);
    let lines = "aaaaaaaaaaaaaaaaaa\naab\n";
    let ran = uri(&["--grammar", file.path(), command, "--as", "x"], lines);
    let said = "`x` takes more than 1003600 steps to match; `--max-steps` allows more\n";
    match command {
        "check" => assert_eq!(ran.stdout, ["<stdin>:1:1: ", said].concat()),
        _ => {
            assert!(ran.stderr.starts_with(&["error: ", said].concat()), "{}", ran.stderr);
            assert!(ran.stdout.contains("aab"), "{}", ran.stdout);
        }
    }
    assert_eq!(ran.status, 1);
    let stdout = uri(&["--grammar", file.path(), command, "--as", "x", "--format", "json"], lines).printed(1);
    let answers: Vec<_> = stdout.lines().collect();
    assert!(
        answers[0]
            .contains(r#""error":{"component":"x","offset":0,"column":1,"found":null,"message":"`x` takes"#)
    );
    assert!(answers.len() == 2 && !answers[1].contains("error"), "{}", stdout);
}

#[test]
fn more_or_fewer_steps_can_be_allowed() {
    let file = TempFile::new("steps.pest", SLOW);
    let check = |steps, letters| {
        let arguments = ["check", "--grammar", file.path(), "--as", "x", "--max-steps", steps];
        let ran = uri(&arguments, "a".repeat(letters));
        assert!(ran.stderr.is_empty(), "{}", ran.stderr);
        ran.stdout
    };
    assert_eq!(
        check("0", 8),
        "<stdin>:1:1: `x` takes more than 1600 steps to match; `--max-steps` allows more\n"
    );
    assert_eq!(check("1000000", 8), "<stdin>:1:9: `x` ends too early at byte 8\n");
    assert!(check("1000000", 12).contains("takes more than 1002400 steps"));
    assert_eq!(check("100000000", 12), "<stdin>:1:13: `x` ends too early at byte 12\n");
    assert_eq!(check("18446744073709551615", 9), "<stdin>:1:10: `x` ends too early at byte 9\n");
}

#[test]
fn the_lines_of_a_corpus_have_the_same_limit() {
    let file = TempFile::new("slow-corpus.pest", b"scheme = @{ (&(ALPHA*) ~ ALPHA)+ }");
    let judge = |steps| {
        let corpus = ["--rule", "URI-reference", "--corpus", "-", "--max-steps", steps];
        let ran = uri(&[&["grammar", "diff", file.path()], &corpus[..]].concat(), "a".repeat(5000) + ":");
        assert_eq!(ran.stderr, "");
        ran.stdout
    };
    let stopped = judge("1000000");
    assert!(stopped.contains("now rejected, as `URI-reference` takes more than 2000200 steps"), "{stopped}");
    let all = judge("1000000000");
    assert!(all.contains("0 of 1 lines change"), "{all}");
}

#[rstest]
#[case::segments(format!("http://é.example/{}", "漢/a~b:@".repeat(12_000)))]
#[case::slashes(format!("//h{}", "/".repeat(100_000)))]
#[case::triplets(format!("?{}", "%41".repeat(33_000)))]
#[case::last_alternatives(format!("a:{}#{}", "@".repeat(50_000), "?".repeat(50_000)))]
fn a_long_iri_takes_no_option(#[case] iri: String, #[values("parse", "check", "tree")] command: &str) {
    let ran = uri(&["--grammar", &variant("rfc3987"), command], &iri);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
}

#[test]
fn what_is_expected_does_not_command_a_terminal() {
    let file = TempFile::new("escape.pest", b"port = @{ \"\\u{1b}\" ~ \"c\" }");
    let ran = uri(&["parse", "--grammar", file.path(), "--as", "port", "a"], "");
    assert!(ran.stderr.contains("expected `\\u{1b}`"), "{}", ran.stderr);
}

#[test]
fn depth_ends_in_an_error() {
    let file = TempFile::new("deep.pest", b"nested = @{ \"(\" ~ nested? ~ \")\" }\nport = @{ nested }");
    let deep = ["(".repeat(1_000_000), ")".repeat(1_000_000)].concat();
    let ran = uri(&["check", "--grammar", file.path(), "--as", "nested"], deep);
    assert_eq!(ran.stdout, "<stdin>:1:1: too little of the stack is left to build a tree\n");
    assert_eq!(ran.status, 1);
}

/// A file of ABNF is no grammar in pest's notation.
#[rstest]
#[case::of_the_rfc(include_str!("../../../uri.abnf"), "expected")]
#[case::one_rule("port = *DIGIT ; decimal\n", "expected")]
fn abnf_is_recognized(#[case] text: &str, #[case] said: &str) {
    let file = TempFile::new(&format!("abnf-{}.abnf", text.len()), text.as_bytes());
    let stderr = uri(&["parse", "--grammar", file.path(), "a"], "").said(2);
    assert!(stderr.contains(said) && stderr.contains(": this is ABNF (RFC 5234)"), "{stderr}");
    assert!(stderr.contains("`uri grammar prove GRAMMAR --abnf "), "{stderr}");
}
