//! Hostile grammars.

use insta::assert_snapshot;
use rstest::rstest;

use super::grammar;

const COMMANDS: [&str; 6] = ["prove", "diff", "check", "sample", "draw", "compile"];

/// Grammars that cannot be read, and their messages.
#[rstest]
#[case::empty("", "<stdin>:1:1: there are no rules, so uri.pest is unchanged\n")]
#[case::only_comments(
    "// port = { DIGIT }\n/* */",
    "<stdin>:1:1: there are no rules, so uri.pest is unchanged\n"
)]
#[case::no_grammar("\0\u{1b}[31m", "<stdin>:1:1: expected the name of a rule, found U+0000\n")]
#[case::cut_off(
    "port = { DIGIT",
    "<stdin>:1:8: `}` is missing in rule `port`: this `{` is still open at the end of the grammar\n"
)]
#[case::left_recursive(
    "port = { port ~ DIGIT }",
    "<stdin>:1:10: rule port is left-recursive (port -> port): it calls itself before it consumes anything; begin with an expression that does not call `port`, and repeat the rest, as in `port = { first ~ (rest)* }`\n"
)]
#[case::deep(&format!("port = {{ {}DIGIT{} }}", "(".repeat(100_000), ")".repeat(100_000)),
    "<stdin>:1:209: nesting deeper than 200\n")]
#[case::large(
    "port = { DIGIT{100000} }",
    "<stdin>:1:10: a rule of more than 4096 terms, with repetitions expanded\n"
)]
#[case::undefined("port = { digit }", "<stdin>:1:10: rule `digit` is undefined; did you mean `DIGIT`?\n")]
fn is_named(
    #[case] source: &str,
    #[case] said: &str,
    #[values("prove", "diff", "check", "sample", "draw", "compile")] command: &str,
) {
    let ran = grammar(&[command, "-"], source);
    // `check` reports faults as its answer; for the other commands they are errors.
    let expected = if command == "check" { (said, "", 1) } else { ("", said, 2) };
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), expected);
}

#[rstest]
#[case::not_utf_8(b"port = { DIGIT }\n// \xC3\xA9\xFF", "<stdin>:2:5: not UTF-8: 0xFF\n")]
#[case::too_long(&[b' '; (4 << 20) + 1], "uri: <stdin>: longer than 4194304 bytes, too long for a grammar\n")]
fn is_refused(
    #[case] source: &[u8],
    #[case] said: &str,
    #[values("prove", "diff", "check", "sample", "draw", "compile")] command: &str,
) {
    assert_eq!(crate::uri(&["grammar", command, "-"], source).said(2), said);
}

#[test]
fn of_many_faults_the_first_are_shown() {
    let source: String = (0..1000).map(|n| format!("port = {{ nope{n} }}\n")).collect();
    let stderr = grammar(&["draw", "-"], &source).said(2);
    assert_eq!(stderr.lines().count(), 101);
    assert_eq!(stderr.lines().last(), Some("uri: and 1899 more"));

    let ran = grammar(&["check", "-"], &source);
    assert_eq!(ran.stdout.lines().count(), 101);
    let last = "<stdin>: and 1899 more of the kind `fault`; `--format json` has them all";
    assert_eq!(ran.stdout.lines().last(), Some(last));
    let ran = grammar(&["check", "--format", "json", "-"], &source);
    assert_eq!(ran.stdout.lines().count(), 1999);

    let refused: String = (0..1000).map(|n| format!("r{n} = {{ PUSH(\"x\") }}\n")).collect();
    let ran = grammar(&["check", "--start", "r0", "-"], &refused);
    assert_eq!(ran.stdout.lines().count(), 101);
    let ran = grammar(&["check", "--start", "r0", "--for-library", "-"], &refused);
    let missing = ran.stdout.lines().filter(|line| line.ends_with("is needed and not here")).count();
    assert_eq!(ran.stdout.lines().count(), missing + 202);
    let ran = grammar(&["compile", "-"], &refused);
    assert_eq!(ran.stderr.lines().count(), 101);
    assert_eq!(ran.stderr.lines().last(), Some("uri: and 900 more"));
}

/// Each line has a limited length, in JSON too, even if a name is long.
#[test]
fn long_names_are_shown_in_part() {
    let name = "n".repeat(100_000);
    let alternatives = " | \"x\"".repeat(50);
    let source = format!("{name} = {{ \"x\"{alternatives} }}");
    for format in ["text", "json"] {
        let ran = grammar(&["check", "--start", &name, "--format", format, "-"], &source);
        let findings = ran.stdout.lines().filter(|line| !line.starts_with("  "));
        assert_eq!(findings.count(), 50, "{:.500}", ran.stdout);
        assert!(ran.stdout.lines().all(|line| line.len() < 1000), "{:.2000}", ran.stdout);
    }
    let long = format!("a = {{ ANY* ~ \"{}\" }}", "\u{1b}x".repeat(1000));
    let ran = grammar(&["check", "-"], &long);
    assert_eq!(ran.stdout.lines().count(), 3);
    assert!(ran.stdout.lines().all(|line| line.len() < 2000), "{:.2000}", ran.stdout);
    let file = format!("{}/b.pest", "a/.".repeat(1000));
    let ran = grammar(&["check", &file], "");
    assert!(ran.stderr.starts_with("uri: …") && ran.stderr.contains("/b.pest: "), "{}", ran.stderr);
    assert!(ran.stderr.len() < 400, "{}", ran.stderr);
}

#[cfg(unix)]
#[rstest]
fn a_closed_standard_input_is_no_empty_grammar(
    #[values("prove", "diff", "check", "sample", "draw", "compile")] command: &str,
) {
    let ran = crate::run(crate::usage::redirected(&["grammar", command, "-"], "<&-"), b"");
    let said = "uri: <stdin>: it is closed\n";
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("", said, 2));
}

/// These grammars can be read, and each command gives an answer.
#[rstest]
#[case::comment(format!("port = {{ DIGIT }} // {}", "x".repeat(4 << 19)))]
#[case::rules((0..5000).map(|n| format!("r{n} = {{ \"a\" }}\n")).collect())]
#[case::chain((0..5000).map(|n| format!("r{n} = {{ \"a\" ~ r{} }}\n", n + 1)).chain(["r5000 = { \"b\" }".to_owned()]).collect())]
#[case::nested(format!("r = {{ {}\"c\"{} }}", "(\"a\" ~ (\"b\" | ".repeat(95), "))".repeat(95)))]
#[case::sequence(format!("r = {{ \"a\"{} }}", " ~ \"b\"".repeat(1000)))]
#[case::alternatives(format!("r = {{ \"a\"{} }}", " | \"b\"".repeat(300)))]
#[case::exponential((8..30).map(|n| format!("r{n} = {{ (!(\"a\" ~ ANY{{{n}}} ~ \"b\") ~ ANY)* }}\n")).collect())]
#[case::keywords("match = { fn }\nfn = { \"x\" }".to_owned())]
#[ignore = "large grammars, by each command"]
fn is_answered(#[case] source: String) {
    for command in COMMANDS {
        let ran = grammar(&[command, "-"], &source);
        assert!(!ran.stderr.contains("panicked"), "{command}: {:.500}", ran.stderr);
        assert!((0..=2).contains(&ran.status), "{command}: {:.500}", ran.stderr);
    }
}

/// Only linear algorithms finish in time for these grammars.
#[rstest]
#[case::chain((0..6000).map(|n| format!("r{n} = {{ r{0} | \"a\" ~ r{0} }}\n", n + 1)).chain(["r6000 = { \"b\" }".to_owned()]).collect())]
#[case::twice((0..6000).map(|n| format!("r{n} = {{ r{0} ~ \"a\" | r{0} }}\n", n + 1)).chain(["r6000 = { \"b\" }".to_owned()]).collect())]
#[case::alternatives(format!("r = {{ \"a\"{} }}", " | \"b\" ~ \"c\"".repeat(800)))]
#[case::hub((0..6000).map(|n| format!("r{n} = {{ hub | \"x{n}\" }}\n")).chain([format!("hub = {{ \"a\"{} }}", " | \"b\"".repeat(500))]).collect())]
#[case::nested((0..80).map(|n| format!("r{n} = {{ {}\"c\"{} }}\n", "(\"a\" ~ (\"b\" | ".repeat(95), "))".repeat(95))).collect())]
fn is_checked_and_drawn(#[case] source: String) {
    let checked = grammar(&["check", "--start", "r1", "-"], &source.replace("r = ", "r1 = "));
    assert_eq!((checked.stderr.as_str(), checked.status), ("", 1));
    let drawn = grammar(&["draw", "-"], &source);
    assert!(drawn.stdout.ends_with("</svg>\n"), "{:.500}", drawn.stderr);
    assert_eq!((drawn.stderr.as_str(), drawn.status), ("", 0));
}

#[test]
#[ignore = "compiles strings of 600,000 characters"]
fn a_long_string_is_compiled_or_refused() {
    let of_length =
        |mark, length| grammar(&["compile", "-"], &format!("port = @{{ {mark}\"{}\" }}", "a".repeat(length)));
    let ran = of_length("", 600_000);
    assert!(ran.stdout.contains(&"a".repeat(600_000)), "{:.300}", ran.stderr);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    let ran = of_length("^", 60_000);
    assert!(ran.stdout.contains("at + 59999"), "{:.300}", ran.stderr);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    let stderr = of_length("^", 600_000).said(2);
    assert!(stderr.starts_with("uri: <stdin>: its code takes "), "{:.300}", stderr);
}

#[test]
fn no_escape_reaches_the_terminal() {
    let source =
        "port = { \"\u{1b}]0;x\u{7}\u{9b}31m\u{202e}\" | \"\u{1b}]0;x\u{7}\u{9b}31m\u{202e}\" ~ \"y\" }";
    for command in COMMANDS {
        for format in ["text", "json"] {
            let arguments = [command, "-", "--format", format];
            let has_format = !matches!(command, "draw" | "compile");
            let ran = grammar(if has_format { &arguments } else { &arguments[..2] }, source);
            let escapes = |c: char| c.is_control() && c != '\n' && c != '\t' || c == '\u{202e}';
            assert!(!ran.stdout.contains(escapes), "{command}: {:?}", ran.stdout);
            assert!(!ran.stderr.contains(escapes), "{command}: {:?}", ran.stderr);
        }
    }
}

#[test]
fn a_rule_that_cannot_be_compiled_does_not_stop_the_others() {
    assert_snapshot!(grammar(
        &["diff", "-", "--all", "--rule", "port", "--rule", "host", "--rule", "query"],
        "host = { \"(\" ~ host? ~ \")\" }",
    ).printed(1), @r#"
    port: equal
    host: changed: no longer accepts "", components differ: "()" has reg_name "()" there, nothing here
    query: equal
    "#);
}

#[cfg(unix)]
#[test]
fn a_file_name_stays_on_its_line() {
    let file = crate::TempFile::new(&super::unique("x\nb:1:1: forged\u{9b}31m"), b"port = { nope }");
    for command in COMMANDS {
        let ran = grammar(&[command, file.path()], "");
        let said = ran.stdout + &ran.stderr;
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains("x\\nb:1:1: forged\\u{9b}31m:1:10: rule `nope` is undefined"), "{said}");
    }
}
