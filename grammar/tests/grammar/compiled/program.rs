//! Builds programs of compiled grammars, makes texts for their rules, and compares their answers with
//! pest's.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use fastrand::Rng;
use pest_vm::Vm;
use urigram_grammar::{Automata, CharSet, Compiled, Dfa, Expr, Grammar, Peg, Target, Undo, compile};

use crate::common::{strings, vm};

pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) source: String,
    pub(crate) peg: Peg,
    pub(crate) captured: Vec<String>,
    /// How the compiled code undoes captures when it backtracks.
    pub(crate) undo: Undo,
    vm: Vm,
}

impl Subject {
    pub(crate) fn new(name: String, source: &str, mut captures: impl FnMut(&str) -> bool) -> Subject {
        let grammar = Grammar::read(source, &name).unwrap_or_else(|error| panic!("{error}"));
        let peg = Peg::new(&grammar);
        // pest also makes a node for `EOI`.
        let names = peg.names().chain(["EOI"]);
        let captured = names.filter(|name| captures(name)).map(str::to_owned).collect();
        Subject { name, source: source.to_owned(), captured, undo: Undo::Copy, vm: vm(&grammar), peg }
    }

    pub(crate) fn with(self, undo: Undo) -> Subject {
        Subject { undo, ..self }
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.peg.names()
    }

    /// Returns pest's answer, in the notation of the compiled program.
    pub(crate) fn answer(&self, rule: &str, text: &str) -> String {
        if self.peg.definition(rule).is_err() {
            return "refused".to_owned();
        }
        let start = format!("whole {rule}");
        let tree = self.vm.parse(&start, text).ok();
        let whole = tree.and_then(|mut tree| tree.next()).filter(|whole| whole.as_span().end() == text.len());
        let Some(whole) = whole else { return "no".to_owned() };
        let mut answer = "yes".to_owned();
        self.report(whole.into_inner(), &mut answer);
        answer
    }

    /// Appends the captured nodes to the answer, in postorder as the compiled code reports them.
    fn report(&self, nodes: pest::iterators::Pairs<'_, &str>, answer: &mut String) {
        for node in nodes {
            let (rule, span) = (node.as_rule(), node.as_span());
            self.report(node.into_inner(), answer);
            if self.captured.iter().any(|name| name == rule) {
                *answer += &format!(" {rule}:{}:{}", span.start(), span.end());
            }
        }
    }
}

/// A rule and a text.
pub(crate) type Question = (String, String);

pub(crate) struct Program {
    directory: PathBuf,
    /// rustc's warnings about the compiled code, which users would also see.
    pub(crate) warnings: String,
}

impl Program {
    /// Writes and builds the program. Returns rustc's messages if it does not compile.
    pub(crate) fn build(name: &str, subjects: &[Subject]) -> Result<Program, String> {
        let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("compiled-{name}"));
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).unwrap();
        let mut main = include_str!("program.in.rs").to_owned();
        let (mut modules, mut arms) = (String::new(), String::new());
        for (index, subject) in subjects.iter().enumerate() {
            // One file per grammar, so that rustc's messages identify it.
            fs::write(directory.join(format!("g{index}.rs")), module(subject)).unwrap();
            let _ = writeln!(modules, "mod g{index};");
            let _ = writeln!(arms, "        {index} => g{index}::answer(rule, text),");
        }
        main = main.replace("/* modules */", &modules).replace("/* arms */", &arms);
        fs::write(directory.join("main.rs"), main).unwrap();

        fs::write(directory.join("wide.rs"), include_str!("wide.in.rs")).unwrap();
        let wide = rustc(&directory, "--crate-type=rlib -Copt-level=3 wide.rs");
        assert!(wide.status.success(), "{}", String::from_utf8_lossy(&wide.stderr));
        fs::write(directory.join("fearless_simd.rs"), include_str!("fearless_simd.in.rs")).unwrap();
        let fearless = rustc(&directory, "--crate-type=rlib -Copt-level=3 fearless_simd.rs");
        assert!(fearless.status.success(), "{}", String::from_utf8_lossy(&fearless.stderr));
        let options = "-Copt-level=0 -Cdebuginfo=0 -Cdebug-assertions=on --extern=wide=libwide.rlib \
                       --extern=fearless_simd=libfearless_simd.rlib main.rs";
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

    /// Runs the program, and returns its answers in the order of the questions. Each question comes
    /// with the index of its grammar.
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
        bulk: true,
    };
    compile(&subject.peg, &target)
}

/// The ways that do not read byte by byte.
const IN_A_BUFFER: &str = "compiled::end, in_a_buffer::<0>, in_a_buffer::<1>, in_a_buffer::<2>";

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
    // Code in constants, or for targets without vectors, reads byte by byte, so this is tested,
    // too.
    let (sink, ways, in_constants) = match subject.undo {
        Undo::Copy => ("Events", IN_A_BUFFER.to_owned() + ", compiled::end_by_byte", in_constants.as_str()),
        Undo::Mark => ("ManyEvents", IN_A_BUFFER.to_owned(), ""),
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

/// Matches the text at any offset, after another one, at the end of the buffer or before texts that could go on with its last escape.
fn in_a_buffer<const CASE: usize>(rule: Rule, text: &str, out: &mut Sink) -> usize {{
    let start = text.len() * 7 % 70;
    let after = [\"\", \"41\", \"\\0\\0\"][CASE];
    let buffer = [&*\"4\".repeat(start), text, after, if after.is_empty() {{ \"\" }} else {{ text }}].concat();
    let mut bits = compiled::Bits::new(&buffer);
    let mut before = Sink::NEW;
    compiled::end_in(&mut bits, rule, 0..start, &mut before);
    compiled::end_in(&mut bits, rule, start..start + text.len(), out)
}}

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
    Some(answers.join(\", but in another way \"))
}}
",
        variants(&names),
        variants(&captured),
        compiled.source,
        rules.collect::<String>(),
    )
}

/// The maximum number of differences in the report.
const REPORTED: usize = 5;

/// Asserts that the compiled program and pest give the same answers to all questions about each
/// grammar.
pub(crate) fn all(program: &str, subjects: &[Subject], questions: &[Vec<Question>]) {
    let program = Program::build(program, subjects).unwrap_or_else(|message| panic!("{message}"));
    let all =
        || questions.iter().enumerate().flat_map(|(at, questions)| questions.iter().map(move |q| (at, q)));
    let answers = program.answers(all());
    let mut wrong: Vec<(usize, &Question, &str)> = Vec::new();
    for ((at, question), answer) in all().zip(&answers) {
        if subjects[at].answer(&question.0, &question.1) != *answer {
            wrong.push((at, question, answer));
        }
    }
    assert_eq!(answers.len(), all().count(), "the program ended early");
    // Keeps the shortest text of each grammar, and sorts the shortest grammars first.
    wrong.sort_by_key(|(at, (_, text), _)| (subjects[*at].source.len(), *at, text.len()));
    wrong.dedup_by_key(|(at, ..)| *at);
    let mut report = String::new();
    for (at, (rule, text), answer) in wrong.iter().take(REPORTED) {
        let (subject, expected) = (&subjects[*at], subjects[*at].answer(rule, text));
        let Subject { name, source, captured, .. } = subject;
        let _ = writeln!(
            report,
            "{name}: rule {rule} on {text:?}\n  pest:     {expected}\n  compiled: {answer}\n  captured: {captured:?}\n{source}\n"
        );
    }
    assert!(wrong.is_empty(), "{} grammars differ, among them\n{report}", wrong.len());
    assert!(program.warnings.is_empty(), "{}", program.warnings);
}

/// The number of short texts for a rule, and the length from which random walks take the shortest way to
/// an accepting state.
const SHORT: usize = 400;
const LONG: usize = 30;

/// Returns questions about every rule, each with the same number of random walks.
pub(crate) fn of(subject: &Subject, walks: usize) -> Vec<Question> {
    of_rules(subject, |_| walks)
}

/// Returns questions about every rule, with `walks(rule)` random walks for each.
pub(crate) fn of_rules(subject: &Subject, walks: impl Fn(&str) -> usize) -> Vec<Question> {
    let mut automata = Automata::new(&subject.peg);
    let mut random = Rng::with_seed(1);
    let mut own: Vec<(&str, Vec<String>)> = Vec::new();
    for rule in subject.names() {
        // For a rule that is not compiled, one text suffices to check that the program does not
        // have it.
        let dfa = automata.dfa(rule);
        let texts = dfa.map_or_else(|_| vec![String::new()], |dfa| texts(&dfa, walks(rule), &mut random));
        own.push((rule, texts));
    }
    // Even a rule that accepts all texts may call rules that end at different offsets, which its automaton
    // does not show. So each rule is also tested with the texts of other rules.
    let pool: Vec<String> = own.iter().flat_map(|(_, texts)| texts).cloned().collect();
    for (rule, texts) in &mut own {
        let mut pick = || random.choice(&pool).cloned().unwrap_or_default();
        let others = (0..walks(rule)).flat_map(|_| [pick(), pick() + &pick()]);
        texts.extend(others);
        texts.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        texts.dedup();
    }
    let questions = |(rule, texts): (&str, Vec<String>)| {
        texts.into_iter().map(|text| (rule.to_owned(), text)).collect::<Vec<_>>()
    };
    own.into_iter().flat_map(questions).collect()
}

/// Returns short texts, texts from `walks` random walks that the automaton accepts, and a mutant of
/// each of these.
pub(crate) fn texts(dfa: &Dfa, walks: usize, random: &mut Rng) -> Vec<String> {
    // The alphabet has one character of each class, and U+10FFFF.
    let mut alphabet: Vec<char> = Vec::new();
    for &(c, _) in dfa.classes().stretches() {
        if alphabet.iter().all(|&known| dfa.class_of(known) != dfa.class_of(c)) {
            alphabet.push(c);
        }
    }
    alphabet.push(char::MAX);
    let size = |longest: u32| (0..=longest).map(|length| alphabet.len().pow(length)).sum::<usize>();
    let longest = (1..9).take_while(|&longest| size(longest) <= SHORT).last().unwrap_or(1);
    let mut texts = strings(&alphabet.iter().collect::<String>(), longest as usize);
    let ends = distances(dfa);
    for _ in 0..walks {
        let text = walk(dfa, &ends, random);
        let mut mutated: Vec<char> = text.chars().collect();
        for _ in 0..=random.usize(..2) {
            mutate(&mut mutated, &alphabet, random);
        }
        texts.extend([text, mutated.into_iter().collect()]);
    }
    texts
}

/// Returns for each state the distance to the nearest accepting state.
fn distances(dfa: &Dfa) -> Vec<usize> {
    let mut ends: Vec<usize> =
        (0..dfa.states()).map(|state| if dfa.is_accepting(state) { 0 } else { usize::MAX }).collect();
    loop {
        let nearer = |state: usize| {
            let next = dfa.row(state).iter().map(|&next| ends[next as usize].saturating_add(1)).min();
            next.map_or(ends[state], |next| next.min(ends[state]))
        };
        let nearer: Vec<usize> = (0..dfa.states()).map(nearer).collect();
        if nearer == ends {
            return ends;
        }
        ends = nearer;
    }
}

fn walk(dfa: &Dfa, ends: &[usize], random: &mut Rng) -> String {
    let (mut state, mut text) = (dfa.start(), String::new());
    let stop = 2 + random.usize(..10);
    while dfa.is_live(state) && !(dfa.is_accepting(state) && (text.len() > LONG || random.usize(..stop) == 0))
    {
        let nearer = |next: usize| text.len() <= LONG || ends[next] < ends[state];
        let steps: Vec<(usize, usize)> =
            dfa.row(state).iter().map(|&next| next as usize).enumerate().collect();
        let live = |&&(_, next): &&(usize, usize)| dfa.is_live(next) && nearer(next);
        let live: Vec<_> = steps.iter().filter(live).collect();
        let Some(&&(class, next)) = random.choice(&live) else { break };
        text.push(member(dfa, class, random));
        state = next;
    }
    text
}

/// Returns a character of the class, usually the first of a range, because bugs are likely there.
fn member(dfa: &Dfa, class: usize, random: &mut Rng) -> char {
    let stretches: Vec<char> =
        dfa.classes().stretches().iter().filter(|(_, of)| *of as usize == class).map(|&(c, _)| c).collect();
    let first = *random.choice(&stretches).unwrap_or(&'\0');
    let beyond = char::from_u32(first as u32 + random.usize(..40) as u32);
    beyond.filter(|&c| random.usize(..2) == 0 && dfa.class_of(c) == class).unwrap_or(first)
}

/// Deletes, inserts or replaces a character.
fn mutate(text: &mut Vec<char>, alphabet: &[char], random: &mut Rng) {
    let mut other: Vec<char> = alphabet.to_vec();
    other.extend_from_slice(text);
    let other = *random.choice(&other).unwrap_or(&'a');
    let at = random.usize(..text.len() + 1);
    match random.usize(..3) {
        0 if at < text.len() => drop(text.remove(at)),
        1 if at < text.len() => text[at] = other,
        _ => text.insert(at, other),
    }
}

/// Returns a text that is derived from the rule's expression as if it were context-free, so the rule
/// may reject it. Beyond `length` characters, the derivation prefers alternatives without calls.
pub(crate) fn derived(peg: &Peg, rule: &str, length: usize, random: &mut Rng) -> String {
    let rule = peg.definition(rule).unwrap();
    let mut derivation = Derivation { peg, length, text: String::new(), random };
    derivation.derive(&peg.definitions()[rule].expr, 0);
    derivation.text
}

/// The maximum depth of derived calls.
const DEEPEST: usize = 40;

struct Derivation<'a> {
    peg: &'a Peg,
    length: usize,
    text: String,
    random: &'a mut Rng,
}

impl Derivation<'_> {
    fn derive(&mut self, expr: &Expr, depth: usize) {
        let is_long = self.text.len() > self.length || depth > DEEPEST;
        match expr {
            Expr::Empty | Expr::Fail | Expr::Start | Expr::End | Expr::Not(_) | Expr::And(_) => {}
            Expr::Chars(set) => self.text.extend(char_of(set, self.random)),
            Expr::Call(_) if depth > 2 * DEEPEST => {}
            Expr::Call(rule) => {
                let peg = self.peg;
                self.derive(&peg.definitions()[*rule].expr, depth + 1);
            }
            Expr::Seq(parts) => parts.iter().for_each(|part| self.derive(part, depth)),
            // If the text is long, prefers alternatives without calls, with which the derivation
            // ends.
            Expr::Choice(parts) => {
                let flat: Vec<&Expr> = parts.iter().filter(|part| !is_long || !calls(part)).collect();
                let any = self.random.usize(..parts.len());
                let part = self.random.choice(&flat).copied().unwrap_or(&parts[any]);
                self.derive(part, depth);
            }
            Expr::Star(inner) => {
                let times = if is_long { 0 } else { [0, 0, 1, 1, 2, 3][self.random.usize(..6)] };
                (0..times).for_each(|_| self.derive(inner, depth));
            }
        }
    }
}

fn calls(expr: &Expr) -> bool {
    match expr {
        Expr::Call(_) => true,
        Expr::Seq(parts) | Expr::Choice(parts) => parts.iter().any(calls),
        Expr::Star(inner) | Expr::Not(inner) | Expr::And(inner) => calls(inner),
        _ => false,
    }
}

fn char_of(set: &CharSet, random: &mut Rng) -> Option<char> {
    let &(first, last) = random.choice(set.ranges())?;
    let beyond = char::from_u32(first as u32 + random.usize(..70) as u32);
    Some(beyond.filter(|c| *c <= last && random.bool()).unwrap_or(first))
}

/// Returns the text with a part deleted, repeated, replaced or moved, or with a character inserted.
pub(crate) fn mutated(text: &str, random: &mut Rng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let at = random.usize(..=chars.len());
    let end = (at + random.usize(..4)).min(chars.len());
    let part: Vec<char> = chars[at..end].to_vec();
    let other = random.choice(&chars).copied().unwrap_or('é');
    match random.usize(..5) {
        0 => drop(chars.drain(at..end)),
        1 => drop(chars.splice(at..at, part)),
        2 => drop(chars.splice(at..end, [other])),
        3 => drop(chars.splice(at..at, [[' ', 'é', '(', '0', '"', '.'][random.usize(..6)]])),
        _ => {
            chars.drain(at..end);
            let to = random.usize(..=chars.len());
            chars.splice(to..to, part);
        }
    }
    chars.into_iter().collect()
}
