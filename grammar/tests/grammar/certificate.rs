//! Certificates: that what is written is verified, and that nothing else is.

use std::sync::LazyLock;

use rstest::rstest;
use urigram_grammar::{Abnf, Claim, Error, Grammar, Peg, Statement, quoted, verify};

use crate::common;

/// More than any of these takes.
const STEPS: u64 = 10_000_000_000;

fn certificate(grammar: &Grammar, abnf: &Abnf, claims: &[Claim]) -> Result<String, Error> {
    let peg = Peg::new(grammar);
    let mut left = STEPS;
    Statement::new(&peg, abnf, claims, &mut left)?.certify(&[(false, "test.pest", grammar.text())], &mut left)
}

fn claim(rule: &str, abnf_rule: &str) -> Claim {
    Claim { rule: rule.to_owned(), abnf_rule: abnf_rule.to_owned(), is_equal: true }
}

fn small(pest: &str, abnf: &str, is_equal: bool) -> Result<String, Error> {
    let abnf = Abnf::read(&format!("r = {abnf}"), "test.abnf").unwrap();
    let claim = Claim { is_equal, ..claim("r", "r") };
    certificate(&common::read(&format!("r = @{{ {pest} }}")), &abnf, &[claim])
}

fn all(grammar: &Grammar, abnf: &Abnf) -> String {
    let names = abnf.names().map(|name| (name.replace('-', "_"), name));
    let claims: Vec<Claim> = names
        .filter(|(rule, _)| grammar.rule(rule).is_some())
        .map(|(rule, name)| claim(&rule, name))
        .collect();
    certificate(grammar, abnf, &claims).unwrap_or_else(|error| panic!("{error}"))
}

static URI: LazyLock<String> = LazyLock::new(|| {
    let abnf = Abnf::read(include_str!("../../../uri.abnf"), "uri.abnf").unwrap();
    all(&common::uri(), &abnf)
});

#[test]
#[ignore = "certifies all 36 rules"]
fn uri_pest_is_verified() {
    let proved = verify(&URI).unwrap();
    assert_eq!(proved.len(), 36);
    assert!(proved.iter().all(|claim| claim.is_equal));
}

#[rstest]
#[case::one_that_commits("\"ab\" | \"a\"", "%s\"a\" [%s\"b\"]")]
#[case::repetition("'a'..'c'* ~ \"d\"", "*%x61-63 %s\"d\"")]
#[case::bounds("'0'..'9'{2, 4}", "2*4DIGIT")]
#[case::predicates("!\"a\" ~ &'a'..'c' ~ ANY ~ ANY", "%x62-63 (%x0-D7FF / %xE000-10FFFF)")]
#[case::skip(
    "(!\"*/\" ~ ANY)* ~ \"*/\"",
    "*(%x0-29 / %x2B-D7FF / %xE000-10FFFF / 1*\"*\" (%x0-29 / %x2B-2E / %x30-D7FF / %xE000-10FFFF)) 1*\"*\" \"/\""
)]
#[case::end("\"a\" ~ EOI", "%s\"a\"")]
#[case::empty("\"\"", "\"\"")]
fn is_verified(#[case] pest: &str, #[case] abnf: &str) {
    let text = small(pest, abnf, true).unwrap();
    assert_eq!(verify(&text).map(|proved| proved.len()), Ok(1), "{text}");
}

#[test]
fn one_that_is_narrower_is_included() {
    let text = small("\"a\" | \"ab\"", "%s\"a\" [%s\"b\"]", false).unwrap();
    let proved = verify(&text).unwrap();
    assert!(!proved[0].is_equal);
    let (line, _) = text.lines().enumerate().find(|(_, line)| line.starts_with("rule ")).unwrap();
    let flaw = verify(&text.replace(" included ", " equal ")).unwrap_err();
    assert!(flaw.line > line && flaw.message == "the claim does not hold here", "{flaw}");
}

#[rstest]
#[case::wider("\"a\" | \"b\"", "%s\"a\"", true, "it does not match as claimed")]
#[case::not_included("\"a\" | \"b\"", "%s\"a\"", false, "it does not match as claimed")]
#[case::start("SOI ~ \"a\"", "%s\"a\"", true, "it depends on where the input begins")]
#[case::endless("\"a\"", "*[%s\"a\"]", true, "it repeats what can be empty")]
fn is_not_certified(#[case] pest: &str, #[case] abnf: &str, #[case] is_equal: bool, #[case] why: &str) {
    let error = small(pest, abnf, is_equal).unwrap_err().to_string();
    assert_eq!(error, format!("there is no certificate of rule `r`: {why}"));
}

#[test]
#[ignore = "certifies all 36 rules"]
fn the_files_are_quoted() {
    let quoted = quoted(&URI);
    let text = common::uri().text().to_owned();
    assert_eq!(quoted.sources, [(false, "test.pest".to_owned(), text)]);
    assert!(quoted.statement.starts_with("from 0 0\n") && quoted.statement.contains("\nrule host "));
}

/// `r = @{ "a"+ ~ "b" }` and `1*%s"a" %s"b"`, written by hand but for the numbers.
fn sample() -> String {
    small("\"a\"+ ~ \"b\"", "1*%s\"a\" %s\"b\"", true).unwrap()
}

/// Replaces the first line that begins like that, and returns the message.
fn tampered(begins: &str, with: impl Fn(&str) -> String) -> (usize, usize, String) {
    let text = sample();
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| line.starts_with(begins)).unwrap();
    let mut changed: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    changed[at] = with(lines[at]);
    let changed: String = changed.iter().map(|line| format!("{line}\n")).collect();
    let Err(flaw) = verify(&changed) else { panic!("{changed}") };
    (at + 1, flaw.line, flaw.message)
}

#[rstest]
#[case::version("urigram", "urigram certificate 2", "line 1 is `urigram certificate 1`")]
#[case::class_border("from 62", "from 61 2", "not in order from 0")]
#[case::no_first_class("from 0", "from 1 0", "not in order from 0")]
#[case::surrogate("from 61", "from D800 1", "not a character")]
#[case::letter_too_far("from 61", "from 61 9", "neither a known letter nor the next")]
#[case::mark("from 62", "mark 1", "no such item")]
#[case::unknown_item("chars", "char 1", "no such item")]
#[case::unknown_letter("chars", "chars 9", "no such part")]
#[case::forward_part("seq", "seq 99 0", "no such part")]
#[case::one_part("seq", "seq 0", "too many parts, or too few")]
#[case::no_relation("rule", "rule r 0 same r 0", "not `rule NAME A equal NAME B`, nor with `included`")]
#[case::no_expression("rule", "rule r 0 equal r 99", "no such expression")]
#[case::no_claim("prove", "prove 7", "no claim to prove")]
#[case::negative("prove", "prove -1", "not a number: -1")]
#[case::huge("prove", "prove 99999999999999999999", "not a number: 99999999999999999999")]
#[case::match_of_nothing("match", "match 99 2", "no such expression")]
#[case::too_many_operands("match", "match 0 2 3 3 3 3 3", "its operands are not the formulas of its parts")]
#[case::nothing_kept("keep", "keep", "nothing to keep")]
#[case::kept_twice("keep", "keep 2 2", "kept twice")]
#[case::short_row("row", "row 0 | 0 |", "not a target for each letter, or nothing is kept")]
#[case::no_parts("row", "row 0 0 0", "not three parts")]
#[case::after_the_end("qed", "qed\nqed", "a line after `qed`, the last one")]
fn a_wrong_line_is_found(#[case] begins: &str, #[case] with: &str, #[case] message: &str) {
    let (line, found, said) = tampered(begins, |_| with.to_owned());
    assert_eq!(said, message);
    assert_eq!(found, line + with.matches('\n').count());
}

#[rstest]
#[case::a_file_behind("from 0", |line: &str| format!("{line}\n|more"), "files come first")]
#[case::target("row", |line: &str| line.replacen("row ", "row 9", 1), "no such row")]
#[case::more_digits("row", |line: &str| line.replacen("| ", "| 0", 1), "not a value for each formula that is kept")]
#[case::no_digit("row", |line: &str| line.replacen("0 |", "g |", 1), "not hexadecimal")]
#[case::unknown_place("row", |line: &str| format!("{line} 999"), "no such place")]
#[case::claim_unknown("row", |line: &str| format!("{line} 0 1 2 3 4"), "the claim does not hold here")]
fn a_changed_line_is_found(#[case] begins: &str, #[case] with: fn(&str) -> String, #[case] message: &str) {
    assert_eq!(tampered(begins, with).2, message);
}

/// Whatever else passes proves the same of the same expressions.
#[test]
fn no_change_proves_anything_else() {
    let text = sample();
    let (statement, proved) = (quoted(&text).statement, verify(&text).unwrap());
    let proof_from = text.find("prove ").unwrap();
    let mut passed = 0;
    for at in 0..text.len() {
        for byte in ["0", "1", "2", "5", "f", " ", "\n", "|", "x", "é"] {
            let changed = format!("{}{byte}{}", &text[..at], &text[at + 1..]);
            let Ok(again) = verify(&changed) else { continue };
            let same_letters = quoted(&changed).statement == statement;
            // A border between letters that are treated alike, a name, or a comment.
            let is_harmless = same_letters || at < proof_from && again.len() == proved.len();
            assert!(is_harmless, "{changed}");
            passed += 1;
        }
        assert!(verify(&text[..at]).is_err(), "cut off at {at}");
    }
    assert!(passed > 0, "some lines are only quoted");
}

#[test]
fn a_missing_line_is_found() {
    let text = sample();
    let from = text.lines().position(|line| line.starts_with("from ")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    for missing in from..lines.len() {
        let rest = lines.iter().enumerate().filter(|(line, _)| *line != missing);
        let changed: String = rest.map(|(_, line)| format!("{line}\n")).collect();
        let is_border = lines[missing].starts_with("from ");
        assert!(is_border || verify(&changed).is_err(), "{changed}");
    }
}

#[rstest]
#[case::empty("")]
#[case::nonsense("\u{0}\n")]
#[case::no_claims("urigram certificate 1\nqed\n")]
#[case::many_letters("urigram certificate 1\nfrom 0 999999999\n")]
#[case::rows_of_no_proof("urigram certificate 1\nfrom 0 0\nempty\nrule r 0 equal r 0\nrow 0 | |\n")]
#[case::not_proved("urigram certificate 1\nfrom 0 0\nempty\nrule r 0 equal r 0\nqed\n")]
#[case::no_rows(
    "urigram certificate 1\nfrom 0 0\nempty\nrule r 0 equal r 0\nprove 0\nmatch 0 2\nkeep 3\nqed\n"
)]
#[case::repetition_of_nothing(
    "urigram certificate 1\nfrom 0 0\nempty\nmany 0\nrule r 1 equal r 1\nprove 0\nmatch 0 4\nmatch 1 2 3\nkeep 3\nrow 0 | 0 |\nqed\n"
)]
fn nonsense_is_refused(#[case] text: &str) {
    assert!(verify(text).is_err());
}

/// Rows that would take too many steps are refused before any is taken.
#[test]
fn the_steps_are_limited() {
    let mut text = "urigram certificate 1\nfrom 0 0\nempty\nrule r 0 equal r 0\nprove 0\n".to_owned();
    text.push_str(&"match 0 2\n".repeat(100_000));
    text.push_str("keep 2\n");
    text.push_str(&"row 0 | 1 |\n".repeat(100_000));
    text.push_str("qed\n");
    assert_eq!(verify(&text).unwrap_err().message, "no rows, or more than 268435456 steps");
}
