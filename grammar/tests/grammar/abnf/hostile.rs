//! Hostile ABNF, made to break the reader or the code that uses its result.

use rstest::rstest;
use urigram_grammar::Error;

use crate::abnf::{faults, read};

const MANY: usize = 100_000;

#[rstest]
#[case::parentheses(format!("a = {}\"b\"{}", "(".repeat(MANY), ")".repeat(MANY)), "f:1:205: nesting deeper than 200")]
#[case::brackets(format!("a = {}", "[".repeat(MANY)), "f:1:205: nesting deeper than 200")]
#[case::mixed(format!("a = {}", "2*3( [".repeat(MANY)), "f:1:608: nesting deeper than 200")]
#[case::over_lines(format!("a = {}", "(\n ".repeat(MANY)), "f:201:2: nesting deeper than 200")]
#[case::count(format!("a = {}*DIGIT", "9".repeat(MANY)), "f:1:5: more than 4294967295 repetitions")]
#[case::stars(format!("a = {}", "*".repeat(MANY)), "f:1:6: expected what to repeat right after the count, found `*`")]
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
    // The result must also be compared, copied and dropped on a test's small stack.
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
