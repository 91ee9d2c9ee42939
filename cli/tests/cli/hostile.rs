//! Hostile input, and readers that close the pipe.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};

use rstest::rstest;

use crate::{TempFile, command, uri};

#[rstest]
#[case::valid("a".repeat(1 << 15), 0)]
#[case::segments("/a".repeat(1 << 14), 0)]
#[case::invalid(format!("{}\0{}", "a".repeat(1 << 14), "b".repeat(1 << 14)), 1)]
#[case::invalid_at_the_end(format!("//{}:x", "%41".repeat(1 << 13)), 1)]
#[case::beyond_ascii("漢".repeat(1 << 13), 1)]
#[case::zero_width("\u{200b}".repeat(1 << 13), 1)]
fn a_long_line_is_answered(
    #[case] line: String,
    #[case] status: i32,
    #[values(
        &["parse"],
        &["tree"],
        &["check"],
        &["check", "--explain", "--findings"],
        &["check", "--csv", "1", "--findings"],
        &["validate"],
        &["resolve", "--base", "http://a/b"],
        &["normalize", "--level", "scheme", "--unique"],
        &["edit", "--push", "x", "--set", "a=b", "--sort"]
    )]
    command: &[&str],
    #[values("text", "json")] format: &str,
) {
    let ran = uri(&[command, &["--format", format]].concat(), &line);
    assert_eq!(ran.status, status, "{:.300}", ran.stderr);
    assert!(ran.stderr.len() < 1000, "{:.1000}", ran.stderr);
}

/// Writes the text to the child's standard input, until the child stops reading.
fn feed(child: &mut Child, text: Vec<u8>) -> JoinHandle<()> {
    let mut stdin = child.stdin.take().unwrap();
    thread::spawn(move || while stdin.write_all(&text).is_ok() {})
}

/// Waits for the child, and returns its exit status and standard error.
fn end(mut child: Child, feeder: JoinHandle<()>) -> (Option<i32>, String) {
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    let status = child.wait().unwrap();
    feeder.join().unwrap();
    (status.code(), stderr)
}

#[rstest]
// As text, `check` reports only invalid lines, and the other commands only valid ones.
#[case::parse(&["parse"], "x\n", 0)]
#[case::parse_json(&["parse", "--format", "json"], "x\n", 0)]
#[case::parse_invalid(&["parse", "--format", "json"], "x y\n", 1)]
#[case::tree(&["tree"], "x\n", 0)]
#[case::trace(&["trace"], "x\n", 0)]
#[case::check(&["check"], "x y\n", 1)]
#[case::check_json(&["check", "--format", "json"], "x\n", 0)]
#[case::check_json_invalid(&["check", "--format", "json"], "x y\n", 1)]
#[ignore = "draws a quarter of a million faults"]
#[case::check_explain(&["check", "--explain"], "x y\n", 1)]
#[case::check_findings(&["check", "--findings"], "http://localhost/\n", 0)]
#[case::check_csv(&["check", "--csv", "2"], "a,x y\n", 1)]
#[case::check_sarif(&["check", "--format", "sarif"], "x y\n", 1)]
#[case::validate(&["validate"], "http://localhost/\n", 0)]
#[case::validate_invalid(&["validate"], "x y\n", 1)]
#[case::validate_json_invalid(&["validate", "--format", "json"], "x y\n", 1)]
#[case::resolve(&["resolve", "--base", "a:b"], "x\n", 0)]
#[case::resolve_invalid(&["resolve", "--pairs", "--format", "json"], "x\n", 1)]
#[case::relativize(&["relativize", "--base", "a:b"], "x:\n", 0)]
#[case::normalize(&["normalize"], "x\n", 0)]
#[case::normalize_invalid(&["normalize", "--unique", "--format", "json"], "x y\n", 1)]
#[case::compare(&["compare", "--pairs"], "x\tx\n", 0)]
#[case::compare_different(&["compare", "--pairs"], "x\ty\n", 1)]
#[case::edit(&["edit", "--push", "a"], "x\n", 0)]
#[case::edit_invalid(&["edit", "--port", "1", "--format", "json"], "x\n", 1)]
#[case::encode(&["encode", "--for", "path"], "x y\n", 0)]
#[case::encode_an_argument(&["encode", "--for", "path", "a b", "-"], "x y\n", 0)]
#[case::decode(&["decode"], "%20\n", 0)]
#[case::decode_invalid(&["decode", "--format", "json"], "%\n", 1)]
#[case::get(&["get", "{path}"], "x\n", 0)]
#[case::get_each(&["get", "{path.*}"], "x\n", 0)]
#[case::expand(&["template", "expand", "--var", "a=b"], "{a}\n", 0)]
#[case::match_nothing(&["template", "match", "--format", "json", "{a}"], "/\n", 1)]
#[case::sample(&["grammar", "sample", "-n", "1000000000"], "x\n", 0)]
#[case::check_unreadable(&["check", "--format", "json", "/", "-"], "x\n", 2)]
fn a_reader_that_leaves_takes_no_status_away(
    #[case] arguments: &[&str],
    #[case] line: &str,
    #[case] status: i32,
) {
    let mut child = command(arguments).spawn().unwrap();
    let feeder = feed(&mut child, line.repeat(1000).into());
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut String::new()).unwrap();
    drop(stdout);
    let (ended, said) = end(child, feeder);
    assert_eq!(ended, Some(status));
    assert!(!said.contains("stdout"), "{said}");
}

/// The first text is answered while the second is incomplete.
#[rstest]
#[case::edit(&["edit", "--push", "x"], b"/a\n/b", b"/c\n", b"/a/x\n/b/c/x\n")]
#[case::resolve(&["resolve", "--pairs"], b"a:b\tc\nd:e\t", b"f\n", b"a:c\nd:f\n")]
#[case::normalize_of_which_one_is_repeated(&["normalize", "--unique"], b"A:b\na:b\nC:", b"d\n", b"a:b\nc:d\n")]
#[case::compare(&["compare", "--pairs"], b"a:\tA:\nb:\t", b"b:\n", b"case\nstring\n")]
#[case::encode(&["encode", "--for", "path"], b"a b\nc", b" d\n", b"a%20b\nc%20d\n")]
#[case::encode_null(&["encode", "--for", "path", "--null"], b"a b\0c", b" d\0", b"a%20b\0c%20d\0")]
fn a_text_is_answered_before_the_next_is_read(
    #[case] arguments: &[&str],
    #[case] first: &[u8],
    #[case] second: &[u8],
    #[case] answers: &[u8],
) {
    let mut child = command(arguments).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let half = 1 + answers.iter().position(|byte| answers.last() == Some(byte)).unwrap();
    for (text, answer) in [(first, &answers[..half]), (second, &answers[half..])] {
        stdin.write_all(text).unwrap();
        let mut read = vec![0; answer.len()];
        stdout.read_exact(&mut read).unwrap();
        assert_eq!(read, answer);
    }
    drop(stdin);
    assert_eq!(stdout.read_to_end(&mut Vec::new()).unwrap(), 0);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_that_leaves_is_not_waited_for() {
    let mut child = command(&["check", "--format", "json"]).spawn().unwrap();
    drop(child.stdout.take());
    // Standard input stays open, so the child would wait for more.
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"x\n").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// The memory limit of a command in these tests, in KiB.
#[cfg(target_os = "linux")]
const LIMIT: u32 = 50_000;

#[cfg(target_os = "linux")]
fn limited(arguments: &[&str]) -> Child {
    limited_to(LIMIT, arguments)
}

#[cfg(target_os = "linux")]
fn limited_to(kibibytes: u32, arguments: &[&str]) -> Child {
    let uri = command(arguments);
    let mut limited = crate::undisturbed(Command::new("sh"));
    limited.args(["-c", &format!("ulimit -v {kibibytes}; exec \"$0\" \"$@\"")]);
    limited.arg(uri.get_program()).args(uri.get_args());
    limited.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    limited.spawn().unwrap()
}

#[cfg(target_os = "linux")]
#[rstest]
#[case::parse(&["parse"])]
// The default limit rejects lines of this length.
#[case::check(&["check", "--max-line", "4294967295"])]
#[case::decode(&["decode"])]
#[ignore = "the same by another command"]
#[case::tree(&["tree"])]
#[ignore = "the same by another command"]
#[case::trace(&["trace"])]
#[ignore = "the same by another command"]
#[case::validate(&["validate"])]
#[ignore = "the same by another command"]
#[case::check_csv(&["check", "--csv", "1", "--max-line", "4294967295"])]
#[ignore = "the same by another command"]
#[case::resolve(&["resolve", "--pairs"])]
#[ignore = "the same by another command"]
#[case::relativize(&["relativize", "--base", "a:b"])]
#[ignore = "the same by another command"]
#[case::normalize(&["normalize"])]
#[ignore = "the same by another command"]
#[case::compare(&["compare", "--pairs"])]
#[ignore = "the same by another command"]
#[case::edit(&["edit", "--push", "a"])]
#[ignore = "the same by another command"]
#[case::encode(&["encode", "--for", "path"])]
#[ignore = "the same by another command"]
#[case::expand(&["template", "expand"])]
fn a_line_longer_than_memory_is_reported(#[case] arguments: &[&str]) {
    is_longer_than_memory(arguments, "line 1");
}

#[cfg(target_os = "linux")]
#[rstest]
#[case::null(&["encode", "--for", "path", "--null"], "text 1")]
#[case::whole(&["decode", "--whole"], "the text")]
fn a_text_longer_than_memory_is_reported(#[case] arguments: &[&str], #[case] name: &str) {
    is_longer_than_memory(arguments, name);
}

#[cfg(target_os = "linux")]
fn is_longer_than_memory(arguments: &[&str], name: &str) {
    // A thread with a stack of 256 MiB reads the grammar.
    let limit = if arguments == ["trace"] { LIMIT + (256 << 10) } else { LIMIT };
    let mut child = limited_to(limit, arguments);
    let feeder = feed(&mut child, vec![b'a'; 1 << 20]);
    let (status, said) = end(child, feeder);
    assert_eq!(said, format!("uri: <stdin>: {name} is longer than memory allows\n"));
    assert_eq!(status, Some(2));
}

/// No further line can be answered once the stored normal forms fill the memory.
#[cfg(target_os = "linux")]
#[rstest]
fn memory_that_is_full_is_reported_once(#[values("text", "json")] format: &str) {
    let mut child = limited(&["normalize", "--unique", "--format", format]);
    let mut stdin = child.stdin.take().unwrap();
    let feeder = thread::spawn(move || {
        let mut lines = (0..450_000).map(|n| format!("http://example.com/{n:040}\n"));
        drop(lines.try_for_each(|line| stdin.write_all(line.as_bytes())));
    });
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    let line = output.stdout.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let said = String::from_utf8(output.stderr).unwrap();
    let why = "there is no memory left for what was read before; the rest is not read";
    assert_eq!(said.lines().next(), Some(&*format!("uri: <stdin>: line {line}: {why}")));
    assert_eq!((said.lines().count(), output.status.code()), (1, Some(2)));
}

/// An unclosed quote makes the rest of the input one record.
#[cfg(target_os = "linux")]
#[rstest]
#[case::in_the_column("1", "\"")]
#[ignore = "the same from another start"]
#[case::behind_the_column("1", "x y,\"")]
#[ignore = "the same from another start"]
#[case::before_the_column("2", "\"")]
#[ignore = "the same from another start"]
#[case::without_quotes("2", "x y,")]
#[case::of_columns("2000000000", "")]
fn a_record_that_does_not_end_takes_no_memory(#[case] column: &str, #[case] start: &'static str) {
    let mut child = limited(&["check", "--csv", column, "--max-line", "1000000"]);
    let mut stdin = child.stdin.take().unwrap();
    let feeder = thread::spawn(move || {
        let long = if start.is_empty() { [b','; 1 << 20] } else { [b'a'; 1 << 20] };
        stdin.write_all(start.as_bytes()).unwrap();
        (0..55).for_each(|_| stdin.write_all(&long).unwrap());
    });
    let mut stdout = String::new();
    child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
    let (status, said) = end(child, feeder);
    assert_eq!(stdout, "<stdin>:1: longer than 1000000 bytes; `--max-line` allows more\n");
    assert_eq!((said.as_str(), status), ("", Some(1)));
}

/// Only the first names of a header are kept.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "60 million names"]
fn a_header_of_many_names_takes_no_memory() {
    let mut child = limited_to(300_000, &["check", "--csv", "url"]);
    let mut stdin = child.stdin.take().unwrap();
    let feeder = thread::spawn(move || {
        (0..60).for_each(|_| stdin.write_all(&[b','; 1 << 20]).unwrap());
        stdin.write_all(b"\n").unwrap();
    });
    let (status, said) = end(child, feeder);
    assert!(said.ends_with(", and 62914531 more\n"), "{said:.1000}");
    assert_eq!(status, Some(2));
}

/// Each short line has a result of several hundred bytes.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "a million results"]
fn many_results_take_no_memory() {
    let mut child = limited_to(300_000, &["check", "--format", "sarif"]);
    let mut stdin = child.stdin.take().unwrap();
    let feeder = thread::spawn(move || {
        let lines = " \n".repeat(1 << 19);
        (0..2).for_each(|_| stdin.write_all(lines.as_bytes()).unwrap());
    });
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut results = 0;
    let mut line = Vec::new();
    while stdout.read_until(b'\n', &mut line).unwrap() > 0 {
        results += u32::from(line.starts_with(b"{\"ruleId\""));
        line.clear();
    }
    let (status, said) = end(child, feeder);
    assert_eq!((results, said.as_str(), status), (1 << 20, "", Some(1)));
}

#[cfg(target_os = "linux")]
#[test]
fn a_line_that_is_too_long_takes_no_memory() {
    let mut child = limited(&["check", "--max-line", "1000000"]);
    let mut stdin = child.stdin.take().unwrap();
    let feeder = thread::spawn(move || {
        let long = vec![b'a'; 1 << 20];
        (0..55).for_each(|_| stdin.write_all(&long).unwrap());
        stdin.write_all(b"\nx y\n").unwrap();
    });
    let mut stdout = String::new();
    child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
    let (status, said) = end(child, feeder);
    assert_eq!(
        stdout,
        "<stdin>:1: longer than 1000000 bytes; `--max-line` allows more\n\
         <stdin>:2:2: unexpected ' ' in the path at byte 1\n"
    );
    assert_eq!((said.as_str(), status), ("", Some(1)));
}

#[cfg(target_os = "linux")]
const MEGABYTE: usize = 1_000_000;

/// These texts have large parse trees, or take many steps and deep recursion.
#[cfg(target_os = "linux")]
#[rstest]
#[ignore = "the same with another grammar"]
#[case::as_many_nodes_as_there_can_be(MEGABYTE, "x = { y* } y = { z } z = { w } w = { ANY }")]
#[ignore = "the same with another grammar"]
#[case::again_and_again(MEGABYTE / 5, "x = { (&(&(y*) ~ y*) ~ y)* } y = { ANY }")]
#[ignore = "the same with another grammar"]
#[case::failures(MEGABYTE, "x = { (z | y)* ~ \"b\" } y = { \"a\" } z = { y{50} ~ \"b\" }")]
#[ignore = "the same with another grammar"]
#[case::deep(MEGABYTE, "x = { \"a\" ~ x ~ \"b\" | \"a\" ~ x ~ \"c\" | \"a\" }")]
#[ignore = "the same with another grammar"]
#[case::pushed(MEGABYTE, "x = { PUSH(y)* ~ (!PEEK_ALL ~ DROP)* } y = { ANY }")]
fn a_match_by_another_grammar_takes_no_more_than_so_much_memory(
    #[case] bytes: usize,
    #[case] grammar: &str,
    #[values("parse", "check", "tree", "trace")] name: &str,
) {
    takes_no_more_than_so_much_memory(bytes, grammar, name);
}

#[cfg(target_os = "linux")]
#[rstest]
#[case::parse("parse")]
#[case::check("check")]
#[case::trace("trace")]
#[ignore = "writes four million nodes"]
#[case::tree("tree")]
fn a_match_takes_no_more_than_so_much_memory(#[case] name: &str) {
    let grammar = "x = { y* } y = { z } z = { w } w = { v } v = { ANY }";
    takes_no_more_than_so_much_memory(MEGABYTE, grammar, name);
}

#[cfg(target_os = "linux")]
fn takes_no_more_than_so_much_memory(bytes: usize, grammar: &str, name: &str) {
    let file = TempFile::new(&format!("much-{name}-{}.pest", grammar.len()), grammar.as_bytes());
    let arguments = ["--grammar", file.path(), name, "--as", "x", "--format", "json"];
    let mut child = command(&arguments).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(&vec![b'a'; bytes]).unwrap();
    stdin.write_all(b"\n").unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    answers.read_until(b'\n', &mut Vec::new()).unwrap();
    // The command is waiting for another line.
    let memory = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = memory.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    assert!(peak.unwrap().parse::<u32>().unwrap() < 512 << 10, "{memory}");
    drop(stdin);
    assert!(matches!(child.wait().unwrap().code(), Some(0 | 1)));
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_utf_8_is_invalid() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let mut command = command(&["parse", "--format", "json"]);
    command.arg(OsStr::from_bytes(b"a/\xFF"));
    let ran = crate::run(command, b"");
    assert!(
        ran.stdout.starts_with(
            r#"{"input":"a/�","bytes":"612fff","error":{"component":"URI-reference","offset":2,"#
        )
    );
    assert_eq!(ran.status, 1);
}
