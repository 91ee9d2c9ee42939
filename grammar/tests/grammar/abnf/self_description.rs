//! The ABNF of ABNF, RFC 5234, section 4: read, and compared with what the reader accepts.

use rstest::rstest;
use urigram_grammar::Abnf;

use crate::abnf::read;
use crate::common::strings;

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

/// Every short string between the two others is accepted by the reader exactly if the RFC's rule matches it.
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
