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
fn uri_pest_is_verified_slow() {
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
    assert!(ran.stdout.contains("not proved: it is not about "), "{}", ran.stdout);
    assert_eq!(ran.status, 1);
}

#[rstest]
#[case::row("\nrow ", "\nrow 9", "no such row")]
#[case::text_of_another_grammar(
    "|port = @{ DIGIT{1, 5}",
    "|port = @{ DIGIT{1, 6}",
    "not about the files that it quotes"
)]
#[case::text_that_is_no_grammar("|port = @{ DIGIT", "|port = @{ ~", "not about the files that it quotes")]
#[case::wider_claim("rule port ", "rule host ", "not about the files that it quotes")]
#[case::cut_off("\nqed\n", "\n", "no `qed` at the end")]
#[case::escape("\nprove 0\n", "\nprove \u{1b}[2J\n", "not a number: \\u{1b}[2J")]
fn a_changed_one_is_refused(#[case] from: &str, #[case] to: &str, #[case] why: &str) {
    let (certificate, _file) = written(VARIANT, &["port"]);
    let text = std::fs::read_to_string(certificate.path()).unwrap();
    assert!(text.contains(from), "{text}");
    let ran = grammar(&["verify", "-"], &text.replace(from, to));
    assert!(ran.stdout.contains(why), "{}", ran.stdout);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));
}
