//! `uri trace` and `uri tree`.

use insta::assert_snapshot;
use rstest::rstest;

use crate::{TempFile, uri};

/// Returns the objects of the steps, found without parsing the JSON.
fn steps(json: &str) -> Vec<&str> {
    let (_, steps) = json.split_once(r#""steps":["#).unwrap();
    steps.split("},{").collect()
}

#[test]
fn shows_why_an_alternative_is_taken() {
    assert_snapshot!(uri(&["trace", "--as", "dec-octet", "26"], "").printed(0), @r#"
    + dec_octet 0..2 "26": matches the whole text
      - "25" ~ '0'..'5' 0: failed; backtracks to byte 0 and tries alternative 2 of 5
        - "25" 0: failed: expected `"25"`, found "26"; so alternative 1 fails
      - "2" ~ '0'..'4' ~ DIGIT 0: failed; backtracks to byte 0 and tries alternative 3 of 5
        ~ "2" 0..1 "2": goes on with `'0'..'4'`
        - '0'..'4' 1: failed: expected `'0'..'4'`, found '6'; so alternative 2 fails
      - "1" ~ DIGIT ~ DIGIT 0: failed; backtracks to byte 0 and tries alternative 4 of 5
        - "1" 0: failed: expected `"1"`, found '2'; so alternative 3 fails
      + '1'..'9' ~ DIGIT 0..2 "26": alternative 4 of 5 matched, so no other is tried
        + '1'..'9' 0..1 "2": goes on with `DIGIT`
        + DIGIT 1..2 "6": so alternative 4 matches
    "#);
}

#[test]
fn shows_where_a_text_goes_on() {
    assert_snapshot!(uri(&["trace", "--as", "scheme", "a b", "1a"], "").printed(1), @r#"
    + scheme 0..1 "a": ends at byte 1, but the text goes on: ' '
      + ALPHA 0..1 "a": goes on with `(ALPHA | DIGIT | "+" | "-" | ".")*`
      + (ALPHA | DIGIT | "+" | "-" | ".")* 1..1 "": ends before ' '; so `scheme` matches

    - scheme 0: failed; the rule does not match
      - ALPHA 0: failed: expected `ALPHA`, found '1'; so `scheme` fails
    "#);
}

#[test]
fn has_an_object_for_each_value_in_json() {
    assert_snapshot!(uri(&["trace", "--as", "port", "--format", "json"], "80\nx\n").printed(1), @r#"
    {"input":"80","rule":"port","matched":true,"end":2,"complete":true,"steps":[{"id":0,"parent":null,"depth":0,"what":"port","rule":"port","start":0,"end":2,"at":{"start":1666,"end":1670},"then":"matches the whole text","subtree_end":2,"kept":true,"node":true},{"id":1,"parent":0,"depth":1,"what":"DIGIT*","rule":null,"start":0,"end":2,"at":{"start":1681,"end":1687},"then":"ends with the text; so `port` matches","subtree_end":2,"kept":true,"node":false}]}
    {"input":"x","rule":"port","matched":false,"end":0,"complete":true,"steps":[{"id":0,"parent":null,"depth":0,"what":"port","rule":"port","start":0,"end":0,"at":{"start":1666,"end":1670},"then":"ends at byte 0, but the text goes on: 'x'","subtree_end":2,"kept":true,"node":true},{"id":1,"parent":0,"depth":1,"what":"DIGIT*","rule":null,"start":0,"end":0,"at":{"start":1681,"end":1687},"then":"ends before 'x'; so `port` matches","subtree_end":2,"kept":true,"node":false}]}
    "#);
}

/// The steps that make nodes are the nodes of the tree.
#[rstest]
#[case("URI-reference", "foo://user@example.com:8042/over/there?name=ferret#nose")]
#[case("URI-reference", "//[2001:db8::7]/a//b%41")]
#[case("authority", "a@127.0.0.1.example:")]
fn agrees_with_the_tree(#[case] rule: &str, #[case] text: &str) {
    let traced = uri(&["trace", "--as", rule, "--format", "json", text], "").stdout;
    let nodes = steps(&traced).into_iter().filter(|step| step.contains(r#""node":true"#));
    let field = |step: &str, name: &str| {
        let (_, value) = step.split_once(&format!("\"{name}\":")).unwrap();
        value.split(',').next().unwrap().trim_matches('"').to_owned()
    };
    let nodes = nodes.map(|step| ["rule", "start", "end"].map(|name| field(step, name).replace('_', "-")));
    let tree = uri(&["tree", "--as", rule, "--format", "json", text], "").stdout;
    let parts = tree.split(r#"{"rule":"#).skip(1).map(|node| format!("\"rule\":{node}"));
    let expected = parts.map(|node| ["rule", "start", "end"].map(|name| field(&node, name)));
    assert_eq!(nodes.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

#[test]
fn follows_another_grammar() {
    let grammar = TempFile::new(
        "trace.pest",
        br#"list = { "(" ~ (item ~ ("," ~ item)*)? ~ ")" } item = @{ ('a'..'z')+ } WHITESPACE = _{ " " }"#,
    );
    let ran = uri(&["trace", "--grammar", grammar.path(), "--as", "list", "(a, )"], "");
    assert_snapshot!(ran.stdout, @r#"
    - list 0: failed; the rule does not match
      ~ "(" 0..1 "(": goes on with `(item ~ ("," ~ item)*)?`
      ~ (item ~ ("," ~ item)*)? 1..2 "a": goes on with `")"`
        ~ item 1..2 "a": goes on with `("," ~ item)*`
          ~ 'a'..'z' 1..2 "a": goes on with `'a'..'z'*`
          ~ 'a'..'z'* 2..2 "": ends before ','; so `item` matches
        ~ ("," ~ item)* 2..2 "": ends before ','; so the option matches
          - "," ~ item 2: failed; backtracks to byte 2, and the repetition ends after no iteration
            ~ "," 2..3 ",": goes on with `WHITESPACE*`
            ~ WHITESPACE* 3..4 " ": goes on with `item`
            - item 4: failed; so iteration 1 fails
              - 'a'..'z' 4: failed: expected `'a'..'z'`, found ')'; so `item` fails
      - ")" 2: failed: expected `")"`, found ','; so `list` fails
    "#);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));
    let before = uri(&["--grammar", grammar.path(), "trace", "--as", "list", "(a, )"], "");
    assert_eq!(before.stdout, ran.stdout);
}

#[rstest]
#[case::left_recursive("x = { x ~ \"a\" }", "rule x is left-recursive")]
#[case::unknown("x = { y }", "rule `y` is undefined")]
#[case::hides_a_builtin("ASCII = { \"a\" }", "pest has a rule `ASCII` of its own")]
fn a_grammar_is_refused_as_elsewhere(#[case] source: &str, #[case] said: &str) {
    let file = TempFile::new(&format!("trace-refused-{}.pest", source.len()), source.as_bytes());
    let arguments = ["--grammar", file.path(), "--as", "x", "a"];
    let ran = uri(&[&["trace"], &arguments[..]].concat(), "");
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    let tree = uri(&[&["tree"], &arguments[..]].concat(), "");
    assert_eq!((ran.stderr, ran.stdout.as_str(), ran.status), (tree.stderr, "", 2));
}

#[test]
fn says_that_the_limit_was_reached() {
    assert_snapshot!(uri(&["trace", "--limit", "3", "a:b"], "").printed(1), @r#"
    ? URI_reference 0: has not ended: the limit was reached
      ? URI 0: has not ended: the limit was reached
        ? scheme 0: has not ended: the limit was reached
    the limit was reached after 3 steps; `--limit` allows more
    "#);
    let ran = uri(&["trace", "--limit", "3", "--format", "json", "a:b"], "");
    assert!(ran.stdout.contains(r#""matched":false,"end":0,"complete":false"#), "{}", ran.stdout);
    assert_eq!((steps(&ran.stdout).len(), ran.status), (3, 1));
}

/// Each further letter triples the number of steps.
#[rstest]
fn a_match_of_many_steps_ends_at_the_limit(#[values("text", "json")] format: &str) {
    let file = TempFile::new(
        &format!("trace-many-{format}.pest"),
        br#"x = { "a" ~ x ~ "b" | "a" ~ x ~ "c" | "a" ~ x ~ "d" | "a" }"#,
    );
    let arguments = ["trace", "--grammar", file.path(), "--as", "x", "--format", format, "--limit", "1000"];
    let stdout = uri(&arguments, "a".repeat(100)).printed(1);
    match format {
        "json" => assert!(stdout.contains(r#""complete":false"#)),
        _ => {
            assert!(stdout.ends_with("the limit was reached after 1000 steps; `--limit` allows more\n"));
            assert_eq!(stdout.lines().count(), 1001);
        }
    }
}

#[test]
#[ignore = "prints tens of thousands of nested steps"]
fn a_text_nests_too_deep() {
    let file = TempFile::new("trace-deep.pest", br#"x = { "(" ~ x? ~ ")" }"#);
    let arguments = ["trace", "--grammar", file.path(), "--as", "x", "--limit", "1000000"];
    let ran = uri(&arguments, "(".repeat(100_000));
    assert!(ran.stdout.ends_with("\nexpressions are nested too deep to go on\n"));
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));
}

#[test]
fn what_is_not_utf_8_is_invalid() {
    let ran = uri(&["trace", "--as", "port"], b"8\n\xFF\n9\n");
    assert_eq!(ran.stdout.lines().filter(|line| line.contains("matches the whole text")).count(), 2);
    assert!(ran.stderr.starts_with("error: not UTF-8: 0xFF in the port at byte 0"), "{}", ran.stderr);
    assert_eq!(ran.status, 1);
}

/// White space is skipped before a lookahead, too, so `! =` is rejected like `!=`.
#[rstest]
#[case::by_an_automaton("x", "x! = 2", true)]
#[case::no_space("x", "x!= 2", false)]
#[case::comment("x", "x!# no\n=2", true)]
#[case::another_fault("x", "x! ?", false)]
#[case::recursive("group", "(x! = 2)", true)]
#[case::recursive_without_space("group", "(x!= 2)", false)]
#[case::positive("and", "x & y", true)]
#[case::atomic("not", "! =", false)]
#[case::atomic_without_space("not", "!=", false)]
fn says_what_is_skipped_before_a_lookahead(#[case] rule: &str, #[case] text: &str, #[case] is_skipped: bool) {
    const GRAMMAR: &str = r##"
WHITESPACE = _{ " " }
COMMENT = _{ "#" ~ (!"\n" ~ ANY)* ~ "\n" }
name = @{ ASCII_ALPHA+ }
x = { name ~ "!" ~ !"=" ~ ASCII_DIGIT }
group = { "(" ~ (x | group) ~ ")" }
and = { name ~ "&" ~ &ASCII_DIGIT ~ ANY }
not = @{ "!" ~ !"=" }
"##;
    let file = crate::TempFile::new(&format!("lookahead-{}-{rule}.pest", text.len()), GRAMMAR.as_bytes());
    let traced = uri(&["trace", "--grammar", file.path(), "--as", rule, text], "").stdout;
    let why = "matches here, because `WHITESPACE` and `COMMENT` are skipped before a lookahead, too";
    assert_eq!(
        traced.contains(why) || traced.contains(&why.replace("matches", "does not match")),
        is_skipped,
        "{traced}"
    );
    let parsed = uri(&["parse", "--grammar", file.path(), "--as", rule, text], "").stderr;
    let why = "`WHITESPACE` and `COMMENT` are skipped before the lookahead at byte";
    assert_eq!(parsed.contains(why), is_skipped, "{parsed}");
}

// `uri tree`: pest's parse tree, as text and as JSON.

#[test]
fn tree_indents_what_is_below() {
    assert_snapshot!(uri(&["tree", "foo://example.com:8042/over/there?name=ferret#nose"], "").printed(0), @r#"
    URI-reference "foo://example.com:8042/over/there?name=ferret#nose" 0..50
      URI "foo://example.com:8042/over/there?name=ferret#nose" 0..50
        scheme "foo" 0..3
        hier-part "//example.com:8042/over/there" 4..33
          authority "example.com:8042" 6..22
            host "example.com" 6..17
              reg-name "example.com" 6..17
            port "8042" 18..22
          path-abempty "/over/there" 22..33
        query "name=ferret" 34..45
        fragment "nose" 46..50
    "#);
}

#[test]
fn tree_nests_objects_in_json() {
    let ran = uri(&["tree", "--as", "host", "--format", "json", "192.0.2.16"], "");
    assert_snapshot!(ran.stdout, @r#"{"rule":"host","start":0,"end":10,"text":"192.0.2.16","children":[{"rule":"IPv4address","start":0,"end":10,"text":"192.0.2.16","children":[]}]}"#);
}

#[test]
fn tree_shows_a_set_of_characters_as_a_leaf() {
    assert_eq!(uri(&["tree", "--as", "pchar", "%41"], "").stdout, "pchar \"%41\" 0..3\n");
}

#[test]
fn tree_reports_what_parse_does() {
    let tree = uri(&["tree", "--format", "json", "http://exa mple.com/"], "");
    let parse = uri(&["parse", "--format", "json", "http://exa mple.com/"], "");
    assert_eq!(tree.stdout, parse.stdout);
    assert_eq!(tree.status, 1);
}
