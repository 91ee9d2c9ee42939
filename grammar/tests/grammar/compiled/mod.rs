//! Compiled code does what pest does: the same result and the same captures, in the same order.
//!
//! Each test compiles a list of grammars to one program and asks it and pest the same questions.

#[allow(dead_code, reason = "only the names are read")]
#[path = "../../../../src/grammar/captures.rs"]
mod captures;

pub(crate) mod compare;
mod corners;
pub(crate) mod derived;
mod formats;
mod large;
mod names;
mod nested;
pub(crate) mod program;
mod recursive;
mod rows;
pub(crate) mod samples;
mod shapes;
pub(crate) mod subject;

use fastrand::Rng;
use rstest::rstest;

use self::subject::Subject;
use crate::common;
use crate::random::grammar;

/// Returns the grammar with every rule captured, with every other rule, and with none: the captured rules
/// decide which code is written.
fn subjects(name: &str, source: &str) -> [Subject; 3] {
    let all = Subject::new(format!("{name}, all captured"), source, |_| true);
    let mut odd = false;
    let other = |_: &str| {
        odd = !odd;
        odd
    };
    let some = Subject::new(format!("{name}, some captured"), source, other);
    let none = Subject::new(format!("{name}, none captured"), source, |_| false);
    [all, some, none]
}

fn code(shape: &str) -> String {
    let (name, source) = shapes::GRAMMARS.iter().find(|(name, _)| *name == shape).unwrap();
    program::compiled(&Subject::new((*name).to_owned(), source, |_| true)).source
}

#[test]
fn escapes_beyond_the_limit_have_no_words() {
    let code = code(shapes::MANY_ESCAPES);
    let escapes = |word: &str| code.matches(&format!("const WORD: Option<usize> = {word}")).count();
    assert_eq!((escapes("Some("), escapes("None")), (4, 5));
    assert!(code.contains(" { 64, |words| "), "a class has words too");
}

#[test]
fn classes_beyond_the_limit_have_no_words() {
    let code = code(shapes::MANY_CLASSES);
    let classes = |bits: &str| code.matches(&format!(" {{ {bits}, |words| ")).count();
    assert!(classes("64") > 8 && classes("0") > 3, "{} and {}", classes("64"), classes("0"));
}

#[rstest]
#[ignore = "compiles dozens of grammars with rustc"]
#[case::formats("formats", formats::GRAMMARS)]
#[ignore = "compiles dozens of grammars with rustc"]
#[case::names("names", names::GRAMMARS)]
#[case::corners("corners", corners::GRAMMARS)]
#[ignore = "compiles dozens of grammars with rustc"]
#[case::shapes("shapes", shapes::GRAMMARS)]
fn written_for_the_test(#[case] program: &str, #[case] grammars: &[(&str, &str)]) {
    let subjects: Vec<Subject> = grammars.iter().flat_map(|(name, source)| subjects(name, source)).collect();
    let questions = subjects.iter().map(|subject| samples::of(subject, 150)).collect::<Vec<_>>();
    compare::all(program, &subjects, &questions);
}

/// A table has 64 bits per byte, so the 65th class needs another table.
#[test]
#[ignore = "compiles grammars of up to 200 classes with rustc"]
fn many_classes() {
    let class = |index: usize| {
        let (first, last) = (b'!' + (index / 16) as u8, b'a' + (index % 16) as u8);
        format!("c{index} = @{{ '{}'..'{}'{{2}} }}\n", char::from(first).escape_default(), char::from(last))
    };
    let source = |count: usize| {
        let rules: String = (0..count).map(class).collect();
        let calls: Vec<String> = (0..count).rev().step_by(7).map(|index| format!("c{index}")).collect();
        format!("{rules}all = {{ ({})+ }}", calls.join(" | "))
    };
    let subjects: Vec<Subject> = [8, 9, 33, 64, 65, 129, 200]
        .map(|count| Subject::new(format!("{count} classes"), &source(count), |_| true))
        .into();
    let questions = subjects.iter().map(|subject| samples::of(subject, 10)).collect::<Vec<_>>();
    compare::all("classes", &subjects, &questions);
}

#[test]
#[ignore = "compiles 150 grammars with rustc"]
fn random_grammars() {
    const ALPHABET: &str = "ab%é";
    let subjects: Vec<Subject> = (0..150)
        .map(|seed| {
            let mut random = Rng::with_seed(seed);
            let source = grammar(&mut random);
            Subject::new(format!("random grammar {seed}"), &source, |_| random.usize(..4) > 0)
        })
        .collect();
    let texts = common::strings(ALPHABET, 4);
    let questions = subjects.iter().map(|subject| {
        subject
            .names()
            .flat_map(|rule| texts.iter().map(move |text| (rule.to_owned(), text.clone())))
            .collect()
    });
    compare::all("random", &subjects, &questions.collect::<Vec<_>>());
}

#[test]
fn uri() {
    let source = include_str!("../../../../uri.pest");
    let read = |name: &str| captures::Capture::NAMES.contains(&name);
    let [all, some, none] = subjects("uri.pest", source);
    let library = Subject::new("uri.pest, captured as by the library".to_owned(), source, read);
    let subjects = [library, all, some, none];
    // The rules that these call begin and end within them, so that every capture is tested.
    let count = |rule: &str| if rule.starts_with("URI") || rule.ends_with("part") { 400 } else { 40 };
    let questions = subjects.each_ref().map(|subject| samples::of_rules(subject, count));
    compare::all("uri", &subjects, &questions);
}
