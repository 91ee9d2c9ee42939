//! Compiled code agrees with pest: it returns the same result and reports the same captures in the
//! same order.
//!
//! Each test compiles several grammars to one program, and runs the program and pest on the same
//! texts.

#[allow(dead_code, reason = "only the names are read")]
#[path = "../../../../src/grammar/captures.rs"]
mod captures;
mod grammars;
pub(crate) mod program;
mod recursive;
mod shapes;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use fastrand::Rng;
use rstest::rstest;
use urigram_grammar::{Peg, Target, Undo, compile};

use crate::common;
use crate::common::read;
use crate::compiled::program::{Question, Subject, compiled};
use crate::random::grammar;

/// Returns the grammar three times, because the code depends on the captured rules: with all rules
/// captured, with every second rule, and with none.
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
#[case::formats("formats", grammars::FORMATS)]
#[ignore = "compiles dozens of grammars with rustc"]
#[case::names("names", grammars::NAMES)]
#[case::corners("corners", grammars::CORNERS)]
#[ignore = "compiles dozens of grammars with rustc"]
#[case::shapes("shapes", shapes::GRAMMARS)]
fn written_for_the_test(#[case] program: &str, #[case] grammars: &[(&str, &str)]) {
    let subjects: Vec<Subject> = grammars.iter().flat_map(|(name, source)| subjects(name, source)).collect();
    let questions = subjects.iter().map(|subject| program::of(subject, 150)).collect::<Vec<_>>();
    program::all(program, &subjects, &questions);
}

/// A look-up table has 64 bits per byte, one for each class, so the 65th class needs another table.
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
    let questions = subjects.iter().map(|subject| program::of(subject, 10)).collect::<Vec<_>>();
    program::all("classes", &subjects, &questions);
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
    program::all("random", &subjects, &questions.collect::<Vec<_>>());
}

#[test]
fn uri() {
    let source = include_str!("../../../../uri.pest");
    let read = |name: &str| captures::Capture::NAMES.contains(&name);
    let [all, some, none] = subjects("uri.pest", source);
    let library = Subject::new("uri.pest, captured as by the library".to_owned(), source, read);
    let subjects = [library, all, some, none];
    // Most texts are for the rules that call the others, in which every capture is tested.
    let count = |rule: &str| if rule.starts_with("URI") || rule.ends_with("part") { 400 } else { 40 };
    let questions = subjects.each_ref().map(|subject| program::of_rules(subject, count));
    program::all("uri", &subjects, &questions);
}

/// The maximum number of tests that a line of the code joins with `&&`.
const CONDITION: usize = 16;

fn compiled_code(source: &str, captured: &[&str]) -> String {
    let peg = Peg::new(&common::read(source));
    let rules: Vec<&str> = peg.names().collect();
    let target = Target {
        captured,
        capture: "super::Capture",
        sink: "super::Sink",
        undo: Undo::Copy,
        rule: "super::Rule",
        rules: &rules,
        simd: false,
        bulk: false,
    };
    compile(&peg, &target).source
}

/// Neither the time to compile nor the size of the code may grow exponentially with the nesting, nor may the
/// indentation be most of the code.
#[rstest]
#[case::optional(|inner, at| format!("({inner} ~ \"{at}\")?"))]
#[case::choice(|inner, at| format!("({inner} ~ \"{at}\" | \"q\")"))]
#[case::first_choice(|inner, at| format!("(\"q\" ~ host | {inner} ~ \"{at}\")"))]
#[case::repeated(|inner, at| format!("({inner} ~ \"{at}\")*"))]
#[case::refused(|inner, at| format!("!({inner} ~ \"{at}\") ~ host"))]
fn nested_captures(#[case] around: fn(String, usize) -> String) {
    let nested = (0..95).fold("host".to_owned(), around);
    let source = compiled_code(&format!("host = @{{ 'a'..'c'+ }}\ntop = ${{ {nested} }}"), &["host"]);
    assert!(source.contains("const fn top("));
    assert!(source.lines().all(|line| line.len() < 200));
}

fn letters(count: usize) -> String {
    ('a'..='z').cycle().take(count).collect()
}

/// rustc parses `a && b && c` as nested expressions, so a long text must not be one expression.
#[rstest]
#[case::text("\"{}\"")]
#[case::insensitive("^\"{}\"")]
#[case::optional("\"{}\"? ~ \"b\"")]
#[case::insensitive_option("^\"{}\"? ~ \"b\"")]
#[case::alternatives("\"{}\" | ^\"{}\" | \"b\"")]
#[case::span("(\"%{}\" | \"b\")*")]
#[case::wide("\"{}é{}\" | \"é\"")]
fn long_literals_do_not_nest(#[case] body: &str) {
    let source = compiled_code(&format!("top = {{ {} }}", body.replace("{}", &letters(50_000))), &["top"]);
    let (mut depth, mut deepest) = (0usize, 0);
    for line in source.lines().filter(|line| !line.trim_start().starts_with("//")) {
        assert!(line.matches("&&").count() < CONDITION, "{line}");
        depth += line.matches('{').count();
        depth -= line.matches('}').count();
        deepest = deepest.max(depth);
    }
    assert!(deepest < 10, "{deepest}");
}

/// Literals with lengths around the maximum for one condition, and far beyond it.
#[test]
#[ignore = "compiles long literals with rustc"]
fn long_literals_match() {
    let body = |length: usize| {
        let (text, quotes) = (letters(length), "\\\"\\\\\\n'".repeat(length.min(200) / 4));
        format!(
            "option{length} = ${{ (\"{text}\" ~ \"{quotes}\")? ~ ^\"{text}\"? ~ mark }}
             span{length} = @{{ (\"%{text}\" | \"+\")* ~ ^\"{text}\" ~ \"{text}{text}\" }}
             wide{length} = @{{ \"{text}é{text}\" | \"{text}+\" | ^\"{text}-\" }}\n"
        )
    };
    let lengths = [15, 16, 17, 32, 33, 4_000];
    let source = lengths.map(body).concat() + "mark = { \"!\" }";
    let subject = Subject::new("long literals".to_owned(), &source, |_| true);
    let questions: Vec<Question> = lengths.iter().flat_map(|&length| questions(length)).collect();
    let matched = questions.iter().filter(|(rule, text)| subject.answer(rule, text) != "no").count();
    assert!(matched > 50 && matched < questions.len() / 2, "{matched} of {}", questions.len());
    program::all("long", &[subject], &[questions]);
}

/// Returns matching texts, and mutants of each text: with one character more, with one less, and with
/// one replaced at several offsets.
fn questions(length: usize) -> Vec<Question> {
    let (text, quotes) = (letters(length), "\"\\\n'".repeat(length.min(200) / 4));
    let upper = text.to_uppercase();
    let matching = [
        ("option", "!".to_owned()),
        ("option", format!("{text}{quotes}!")),
        ("option", format!("{text}{quotes}{upper}!")),
        ("option", format!("{upper}!")),
        ("span", format!("{upper}{text}{text}")),
        ("span", format!("%{text}+%{text}{text}{text}{text}")),
        ("wide", format!("{text}é{text}")),
        ("wide", format!("{text}+")),
        ("wide", format!("{upper}-")),
    ];
    let mut questions = Vec::new();
    for (rule, text) in matching {
        let rule = format!("{rule}{length}");
        let mut ask = |text: String| questions.push((rule.clone(), text));
        ask(format!("{text}a"));
        let places: Vec<(usize, char)> = text.char_indices().collect();
        for at in [0, 1, 15, 16, 17, 31, 32, 33, length - 1, length, length + 1, 2 * length, places.len() - 1]
        {
            let Some(&(at, c)) = places.get(at) else { continue };
            let (before, after) = (&text[..at], &text[at + c.len_utf8()..]);
            ask(before.to_owned());
            ask(format!("{before}{after}"));
            ask(format!("{before}0{after}"));
        }
        ask(text);
    }
    questions
}

/// A silent rule is inlined in its callers only if it is short, even if it has few alternatives.
#[test]
fn long_silent_rules_are_written_once() {
    let alternatives: Vec<String> = ('a'..='h').map(|c| format!("\"{c}{}\"", letters(200))).collect();
    let mut source = format!("any = _{{ {} }}\n", alternatives.join(" | "));
    for at in 0..80 {
        let _ = writeln!(source, "r{at} = {{ any ~ \"{at}\" }}");
    }
    let code = compiled_code(&source, &[]);
    assert_eq!(code.matches("scan::text(").count(), alternatives.len());
}

/// All short texts are tested, so that each run ends at each possible offset and before each
/// possible character.
#[test]
#[ignore = "compiles 60 grammars with rustc"]
fn of_random_machines() {
    let subject =
        |seed| Subject::new(format!("random row {seed}"), &alike(&mut Rng::with_seed(seed)), |_| true);
    let row = |subject: &Subject| compiled(subject).source.contains("let end = scan::up_to");
    let subjects: Vec<Subject> = (0..500).map(subject).filter(row).take(60).collect();
    assert_eq!(subjects.len(), 60, "few grammars have such a row");
    let texts = common::strings("01a.:", 5);
    let question = |text: &String| ("top".to_owned(), text.clone());
    let questions: Vec<Vec<_>> = subjects.iter().map(|_| texts.iter().map(question).collect()).collect();
    program::all("rows", &subjects, &questions);
}

/// Returns a choice of short sequences that begin with the same characters, followed by another expression.
/// Longer sequences come first, because the compiler makes a state machine only of a choice that matches the
/// longest prefix.
fn alike(random: &mut Rng) -> String {
    let digits = [
        "'0'..'1'",
        "\"1\" ~ \"0\" | '0'..'1'",
        "\"1\" ~ '0'..'1' | \"0\"",
        "\"1\" ~ \"1\" ~ \"0\" | \"1\"",
        "'0'..'1'{1,2}",
    ];
    let others = ["'0'..'1' | \"a\"", "\"a\" | \"0\"", "'0'..'1'"];
    let counts = ["", "{2}", "{1,2}", "{1,2}", "{1,3}", "{1,3}", "{2,3}"];
    let usual = counts[random.usize(..counts.len())];
    let longer = ["h ~ \":\" ~ d ~ \".\" ~ d", "h ~ \":\" ~ h ~ \".\"", "d ~ \".\" ~ d", "h ~ \":\" ~ h"];
    let shorter = ["h ~ \":\"", "d ~ \".\"", "h", "d"];
    let mut sequences = Vec::new();
    for sequence in longer.into_iter().chain(shorter) {
        if random.usize(..2) == 0 {
            let count = if random.usize(..4) == 0 { counts[random.usize(..counts.len())] } else { usual };
            sequences.push(sequence.replace('h', &format!("h{count}")));
        }
    }
    sequences.push("d ~ \"a\"".to_owned());
    let bodies = [
        ("top", "$", "m ~ rest".to_owned()),
        ("m", "@", sequences.join(" | ")),
        ("d", "@", digits[random.usize(..digits.len())].to_owned()),
        ("h", "@", others[random.usize(..others.len())].to_owned()),
        ("rest", "@", "ANY*".to_owned()),
    ];
    bodies.map(|(name, modifier, body)| format!("{name} = {modifier}{{ {body} }}\n")).concat()
}

#[test]
fn the_compiled_list_answers() {
    let readme = include_str!("../../../README.md");
    let (before, from) = readme.split_once("```rust,ignore\n#[allow(nonstandard_style)]").unwrap();
    let (program, _) = from.split_once("```").unwrap();
    let (_, grammar) = before.rsplit_once("`list = ").unwrap();
    let (grammar, _) = grammar.split_once("`,").unwrap();
    let target = Target {
        rules: &["list"],
        captured: &["list"],
        rule: "super::Rule",
        capture: "super::Rule",
        sink: "super::Captures",
        undo: Undo::Mark,
        simd: false,
        bulk: false,
    };
    let compiled = compile(&Peg::new(&read(&format!("list = {grammar}"))), &target);
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    fs::create_dir_all(&directory).unwrap();
    let source = format!("#[allow(nonstandard_style)]{program}\nmod compiled {{\n{}}}\n", compiled.source);
    fs::write(directory.join("main.rs"), source).unwrap();
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let built =
        Command::new(rustc).args(["--edition=2024", "main.rs"]).current_dir(&directory).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let ran = Command::new(directory.join("main")).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}
