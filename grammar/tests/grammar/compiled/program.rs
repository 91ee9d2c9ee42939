//! The compiled grammars as one program that answers questions, one per line.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use urigram_grammar::{Compiled, Target, Undo, compile};

use crate::compiled::subject::Subject;

/// A rule and a text.
pub(crate) type Question = (String, String);

pub(crate) struct Program {
    directory: PathBuf,
    /// The warnings of rustc, which users would see too when they build the library.
    pub(crate) warnings: String,
}

impl Program {
    /// Writes and builds the program; if it does not build, returns the messages of rustc.
    pub(crate) fn build(name: &str, subjects: &[Subject]) -> Result<Program, String> {
        let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("compiled-{name}"));
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).unwrap();
        let mut main = include_str!("program.in.rs").to_owned();
        let (mut modules, mut arms) = (String::new(), String::new());
        for (index, subject) in subjects.iter().enumerate() {
            // One file per grammar, so that rustc's messages name it.
            fs::write(directory.join(format!("g{index}.rs")), module(subject)).unwrap();
            let _ = writeln!(modules, "mod g{index};");
            let _ = writeln!(arms, "        {index} => g{index}::answer(rule, text),");
        }
        main = main.replace("/* modules */", &modules).replace("/* arms */", &arms);
        fs::write(directory.join("main.rs"), main).unwrap();

        fs::write(directory.join("wide.rs"), include_str!("wide.in.rs")).unwrap();
        let wide = rustc(&directory, "--crate-type=rlib -Copt-level=3 wide.rs");
        assert!(wide.status.success(), "{}", String::from_utf8_lossy(&wide.stderr));
        let options = "-Copt-level=0 -Cdebuginfo=0 -Cdebug-assertions=on --extern=wide=libwide.rlib main.rs";
        let output = rustc(&directory, options);
        if output.status.success() {
            let warnings = String::from_utf8_lossy(&output.stderr).into_owned();
            return Ok(Program { directory, warnings });
        }
        let message = String::from_utf8_lossy(&output.stderr);
        let errors: String =
            message.split_inclusive("\n\n").filter(|part| part.starts_with("error")).collect();
        let named = |index: usize| errors.contains(&format!("--> g{index}.rs"));
        let named = subjects.iter().enumerate().filter(|&(index, _)| named(index));
        let named = named.map(|(_, subject)| format!("\n{}:\n{}\n", subject.name, subject.source));
        Err(format!("{}\n{errors}", named.collect::<String>()))
    }

    /// Returns the answers in the order of the questions, each of which begins with the index of its grammar.
    pub(crate) fn answers<'q>(&self, questions: impl Iterator<Item = (usize, &'q Question)>) -> Vec<String> {
        let mut lines = String::new();
        for (subject, (rule, text)) in questions {
            let _ = write!(lines, "{subject} {rule} ");
            text.bytes().for_each(|byte| {
                let _ = write!(lines, "{byte:02x}");
            });
            lines.push('\n');
        }
        let path = self.directory.join("questions");
        fs::write(&path, lines).unwrap();
        let questions = Stdio::from(File::open(path).unwrap());
        let output = Command::new(self.directory.join("main")).stdin(questions).output().unwrap();
        let answers = String::from_utf8(output.stdout).unwrap();
        let answers: Vec<String> = answers.lines().map(str::to_owned).collect();
        assert!(output.status.success(), "{:?}, {}", answers.last(), String::from_utf8_lossy(&output.stderr));
        answers
    }
}

fn rustc(directory: &Path, options: &str) -> Output {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    Command::new(rustc)
        .arg("--edition=2024")
        .args(options.split(' '))
        .current_dir(directory)
        .output()
        .unwrap()
}

pub(crate) fn compiled(subject: &Subject) -> Compiled {
    let captured: Vec<&str> = subject.captured.iter().map(String::as_str).collect();
    let names: Vec<&str> = subject.names().collect();
    let target = Target {
        captured: &captured,
        capture: "super::Capture",
        sink: "super::Sink",
        undo: subject.undo,
        rule: "super::Rule",
        rules: &names,
        simd: true,
    };
    compile(&subject.peg, &target)
}

/// Returns the module of a grammar: the compiled source, the enums that it refers to, and an entry point.
fn module(subject: &Subject) -> String {
    let captured: Vec<&str> = subject.captured.iter().map(String::as_str).collect();
    let names: Vec<&str> = subject.names().collect();
    let compiled = compiled(subject);
    let refused: Vec<_> = subject.names().filter(|name| subject.peg.definition(name).is_err()).collect();
    let named: Vec<_> = compiled.refused.iter().map(|refused| refused.rule.as_str()).collect();
    assert_eq!(named, refused, "{}", subject.name);

    let in_constants = format!(
        "// A mistake in code that runs in a constant is a compile error.
const _: () = {{
    let mut sink = Sink::NEW;
    compiled::parse_by_byte(Rule::r#{}, \"\", &mut sink);
}};",
        names[0]
    );
    // Constants and targets without vectors read byte by byte.
    let (sink, ways, in_constants) = match subject.undo {
        Undo::Copy => ("Events", "compiled::end, compiled::end_by_byte", in_constants.as_str()),
        Undo::Mark => ("ManyEvents", "compiled::end", ""),
    };
    let variants = |names: &[&str]| names.iter().map(|name| format!("    r#{name},\n")).collect::<String>();
    let rules = names.iter().map(|name| format!("        {name:?} => Rule::r#{name},\n"));
    format!(
        "#[allow(nonstandard_style)]
#[derive(Clone, Copy)]
pub(crate) enum Rule {{
{}}}

#[allow(dead_code, nonstandard_style)]
#[derive(Clone, Copy, Debug)]
pub(crate) enum Capture {{
{}}}

type Sink = crate::{sink}<Capture>;

mod compiled {{
{}
}}

{in_constants}

pub(crate) fn answer(rule: &str, text: &str) -> Option<String> {{
    let rule = match rule {{
{}        _ => unreachable!(),
    }};
    if !compiled::is_compiled(rule) {{
        return None;
    }}
    let ways: &[fn(Rule, &str, &mut Sink) -> usize] = &[{ways}];
    let answer = |end: &fn(Rule, &str, &mut Sink) -> usize| {{
        let mut sink = Sink::NEW;
        match end(rule, text, &mut sink) {{
            compiled::TOO_DEEP => \"too deep\".to_owned(),
            end => sink.answer(end == text.len()),
        }}
    }};
    let mut answers: Vec<String> = ways.iter().map(answer).collect();
    answers.dedup();
    Some(answers.join(\", but by bytes \"))
}}
",
        variants(&names),
        variants(&captured),
        compiled.source,
        rules.collect::<String>(),
    )
}
