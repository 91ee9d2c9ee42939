//! `uri grammar prove --certificate` and `uri grammar verify`.

use rstest::rstest;

use super::{URI, grammar, unique};
use crate::TempFile;

const VARIANT: &str = "port = @{ DIGIT{1, 5} }\n";

/// Writes the certificate of these rules of a grammar.
fn written(pest: &str, rules: &[&str]) -> (TempFile, TempFile) {
    let certificate = TempFile::new(&unique("certificate"), b"");
    let file = TempFile::new(&unique("a.pest"), pest.as_bytes());
    let ran = grammar(&[&["prove", "--certificate", certificate.path(), file.path()], rules].concat(), "");
    assert_eq!((ran.stderr.as_str(), ran.status), ("", i32::from(pest == VARIANT)));
    (certificate, file)
}

/// The proof of all rules.
#[test]
#[ignore = "certifies all 36 rules"]
fn uri_pest_is_verified() {
    let certificate = TempFile::new(&unique("certificate"), b"");
    let proved = grammar(&["prove", "--certificate", certificate.path()], "");
    assert_eq!((proved.stderr.as_str(), proved.status), ("", 0));
    let abnf = URI.replace(".pest", ".abnf");
    let ran = grammar(&["verify", certificate.path(), "--grammar", URI, "--abnf", &abnf], "");
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    // What is certified are strings, not what is captured in them.
    let rules: String = proved
        .stdout
        .lines()
        .map(|line| line.split_inclusive(": equal").next().unwrap_or(line).to_owned() + "\n")
        .collect();
    assert_eq!(ran.stdout, format!("grammar uri.pest\nabnf uri.abnf\n{rules}"));
}

#[test]
fn a_variant_is_included() {
    let (certificate, file) = written(VARIANT, &["port", "scheme"]);
    let ran = grammar(&["verify", certificate.path(), "--grammar", file.path()], "");
    assert!(ran.stdout.ends_with("abnf uri.abnf\nport: included\nscheme: equal\n"), "{}", ran.stdout);
    let json = grammar(&["verify", certificate.path(), "--format", "json"], "").stdout;
    assert_eq!(json.lines().next(), Some(r#"{"rule":"port","abnf_rule":"port","relation":"included"}"#));
    let ran = grammar(&["verify", certificate.path(), "--grammar", URI], "");
    let said = ": not proved: it is about ";
    assert!(ran.stdout.contains(said) && ran.stdout.contains(", where line 39 is `"), "{}", ran.stdout);
    assert_eq!(ran.status, 1);
}

#[rstest]
#[case::row("\nrow ", "\nrow 9", "no such row")]
#[case::text_of_another_grammar(
    "|port = @{ DIGIT{1, 5}",
    "|port = @{ DIGIT{1, 6}",
    " not proved: for the files that it quotes, `seq "
)]
#[case::text_that_is_no_grammar(
    "|port = @{ DIGIT",
    "|port = @{ ~",
    " not proved: the grammar that it quotes cannot be read: "
)]
#[case::text_that_is_no_abnf(
    "|port          = *DIGIT",
    "|port = {",
    " not proved: the ABNF that it quotes cannot be read: uri.abnf:"
)]
#[case::two_grammars(
    "\nabnf ",
    "\ngrammar b.pest\n|a = { b }\nabnf ",
    " not proved: it quotes several grammars"
)]
#[case::no_abnf("\nabnf ", "\ngrammar ", " not proved: it quotes several grammars")]
#[case::wider_claim("rule port ", "rule host ", " not proved: for the files that it quotes, `")]
#[case::unknown_rule("rule port ", "rule prot ", " the files that it quotes: there is no rule `prot`")]
#[case::line_breaks("\n", "\r\n", "; found `urigram certificate 1\\r`\n")]
#[case::cut_off("\nqed\n", "\n", ": not proved: it ends without `qed`\n")]
#[case::cut_off_in_a_line("\nqed\n", "\nqe", ": not proved: the file ends within a line; found `qe`\n")]
#[case::after_the_end(
    "\nqed\n",
    "\nqed\n\n",
    ": not proved: a line after `qed`, the last one; found an empty line\n"
)]
#[case::another_version(
    "certificate 1",
    "certificate 2",
    ":1: not proved: no certificate: line 1 is `urigram certificate 1`; found `urigram certificate 2`\n"
)]
#[case::escape("\nprove 0\n", "\nprove \u{1b}[2J\n", "not a number: \\u{1b}[2J")]
fn a_changed_one_is_refused(#[case] from: &str, #[case] to: &str, #[case] why: &str) {
    let (certificate, _file) = written(VARIANT, &["port"]);
    let text = std::fs::read_to_string(certificate.path()).unwrap();
    assert!(text.contains(from), "{text}");
    let ran = grammar(&["verify", "-"], &text.replace(from, to));
    assert!(ran.stdout.contains(why), "{}", ran.stdout);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));
}

#[rstest]
#[case::empty("", "<stdin>:1: not proved: no certificate: it ends without `qed`\n")]
#[case::text(
    "no\nproof\n",
    "<stdin>:1: not proved: no certificate: line 1 is `urigram certificate 1`; found `no`\n"
)]
#[case::long_line(
    &"x".repeat(1000),
    "<stdin>:1: not proved: no certificate: the file ends within a line; \
     found `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…`\n"
)]
fn what_is_no_certificate_is_refused(#[case] text: &str, #[case] said: &str) {
    let ran = grammar(&["verify", "-"], text);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), (said, "", 1));
}

#[test]
fn says_what_it_is_of_instead() {
    let (certificate, file) = written(VARIANT, &["port"]);
    let more = TempFile::new(&unique("more.abnf"), b"zone = unreserved\n");
    let ran = grammar(&["verify", certificate.path(), "--abnf", more.path()], "");
    let said = format!("it is about uri.abnf, and not about uri.abnf and {}\n", more.path());
    assert!(ran.stdout.ends_with(&said), "{}", ran.stdout);
    let five = TempFile::new(&unique("b.pest"), b"port = @{ DIGIT{1, 6} }\n");
    let ran = grammar(&["verify", certificate.path(), "--grammar", five.path()], "");
    let said = format!(
        "it is about {}, where line 39 is `port = @{{ DIGIT{{1, 5}} }}`, and not about {}, where it is \
         `port = @{{ DIGIT{{1, 6}} }}`\n",
        file.path(),
        five.path()
    );
    assert!(ran.stdout.ends_with(&said), "{}", ran.stdout);
}
