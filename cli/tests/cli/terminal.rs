//! Terminal output contains no characters that control the terminal, are invisible, or change the direction
//! of text.

use rstest::rstest;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use crate::{Ran, TempFile, uri};

const HOSTILE: &str = "a:\x1b]0;title\x07\u{9b}31m\u{202e}b";

/// Every command, some of them with hostile arguments.
const COMMANDS: &[&[&str]] = &[
    &["parse"],
    &["parse", "--details"],
    &["parse", "--details", "http://a%1B%E2%80%AE@b%9B/%1B%E2%80%AE?%9B=%1b%e2%80%ae"],
    &["parse", HOSTILE],
    &["parse", "--as", HOSTILE],
    &["tree"],
    &["trace"],
    &["trace", "--as", HOSTILE],
    &["trace", "--grammar", PORT, "--as", "port"],
    &["check"],
    &["fix"],
    &["fix", "--findings", "--all", HOSTILE],
    &["check", HOSTILE],
    &["check", "--explain", "--findings"],
    &["check", "--findings", "--format", "sarif"],
    &["check", "--comments", HOSTILE],
    &["check", "--csv", "1", "--findings"],
    &["check", "--csv", HOSTILE],
    &["check", "--csv", HOSTILE, PORT],
    &["extract", "--scheme", "x"],
    &["extract", "--scheme", "x", "--iri", "--places", "always"],
    &["extract", "--scheme", HOSTILE],
    &["extract", HOSTILE],
    &["validate"],
    &["validate", HOSTILE],
    &["validate", "http://a%1B%E2%80%AE@b%9B.example:0/\u{202e}"],
    &["validate", "--policy", "link"],
    &["validate", "--policy", "fetch", "--format", "sarif"],
    &["validate", "--policy", HOSTILE],
    &["validate", "--policy", "link", "--allow-host", HOSTILE],
    &["validate", "--base", HOSTILE],
    &["validate", "--base", "a:b"],
    &["validate", "--policy", PORT],
    &["check", "--policy", "fetch", "--explain"],
    &["explain", "--all"],
    &["explain", HOSTILE],
    &["resolve", "--pairs"],
    &["resolve", "--pairs", "--steps"],
    &["resolve", "--base", HOSTILE],
    &["relativize", "--base", "a:b"],
    &["relativize", "--pairs"],
    &["normalize", "--unique"],
    &["compare", "--pairs"],
    &["compare", HOSTILE, "a:b"],
    &["whatwg"],
    &["whatwg", HOSTILE],
    &["whatwg", "--base", "http://a/b", "--", HOSTILE],
    &["whatwg", "--base", HOSTILE],
    &["convert", "--to", "file", "--unix"],
    &["convert", "--to", "file", HOSTILE],
    &["convert", "--to", "path", "file:///a%1B%E2%80%AE%0A", HOSTILE],
    &["convert", "--to", "uri"],
    &["convert", "--to", "iri"],
    &["edit", "--push", "x"],
    &["edit", "--host", HOSTILE],
    &["edit", "--push", HOSTILE, "a:b"],
    &["build", "--path", HOSTILE],
    &["build", "--port", HOSTILE],
    &["encode", "--for", "path"],
    &["encode", "--for", "path", "--keep", "\u{202e}"],
    &["decode"],
    &["decode", "--form", "--whole"],
    &["decode", "--bytes", "%1B]0;title%07%E2%80%AE%C2%9B"],
    &["decode", "%1B", HOSTILE, "%", "%\u{202e}"],
    &["get", "{host}\t{path:decoded}\n"],
    &["get", HOSTILE],
    &["template", "expand", "--var", "a=\u{202e}"],
    &["template", "expand", "--var", HOSTILE, "{a}"],
    &["template", "expand", "--vars", PORT, "{a}"],
    &["template", "expand", HOSTILE],
    &["template", "match", "{+a}"],
    &["template", "match", HOSTILE, "a"],
    &["template", "match", "{a}{b}{?c*}", "%1B%E2%80%AE?%1B=%E2%80%AE"],
    &["template", "variables", HOSTILE],
    &["serve", HOSTILE],
    &["grammar", "prove", PORT],
    &["grammar", "prove", "--abnf", PORT, PORT],
    &["grammar", "diff", PORT, "--corpus", "-"],
    &["grammar", "diff", PORT, ANY],
    &["grammar", "diff", PORT, ANY, "--explain", "--all", "--captures", "all"],
    &["grammar", "check", PORT],
    &["grammar", "check", "-"],
    &["grammar", "sample", "--rule", "port", PORT],
    &["grammar", "sample", "--rule", "port", "--cover", PORT],
    &["grammar", "sample", "--rule", "port", "--near", PORT],
    &["grammar", "sample", "--rule", HOSTILE],
    &["grammar", "draw", PORT],
    &["grammar", "draw", "--rule", "port", "--through", HOSTILE, PORT],
    &["grammar", "draw", "--rule", "port", "--through", "x", "--as", HOSTILE, PORT],
    &["grammar", "compile", PORT],
    &["config"],
    &["--config", HOSTILE, "config"],
    &["--config", PORT, "config"],
    &["completions", HOSTILE],
    &["completions", "--dir", PORT],
    &["man", HOSTILE],
    &["man", "grammar", HOSTILE],
    &["man", "--dir", PORT],
];

/// Names that are replaced by files: a grammar that accepts everything, and a grammar with hostile ports.
const ANY: &str = "any.pest";
const PORT: &str = "port.pest";

/// Returns lines with each character that affects a terminal, alone and in two pairs.
fn lines() -> String {
    let commands = ('\0'..=char::MAX).filter(|&c| c != '\n' && is_command(c));
    commands.map(|c| format!("a{c}b\nx:{c}\tx:y\nx:y\tx:{c}\n")).collect()
}

fn is_command(c: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};
    matches!(c.general_category(), Control | Format | LineSeparator | ParagraphSeparator)
}

/// Returns the characters that affect a terminal, except line ends.
fn commands(text: &str) -> String {
    text.chars().filter(|&c| c != '\n' && is_command(c)).collect()
}

/// Runs `uri` with standard output and standard error on a pseudoterminal.
#[cfg(unix)]
pub(crate) fn on_a_terminal(arguments: &[&str], stdin: &str) -> Ran {
    let mut command = crate::command(arguments);
    command.env("NO_COLOR", "1");
    on_one(command, stdin)
}

/// Runs a command with standard output and standard error on a pseudoterminal.
#[cfg(unix)]
pub(crate) fn on_one(mut command: std::process::Command, stdin: &str) -> Ran {
    use std::io::Read;
    use std::process::Stdio;

    use rustix::fs::{Mode, OFlags};
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&terminal).unwrap();
    unlockpt(&terminal).unwrap();
    let name = ptsname(&terminal, Vec::new()).unwrap();
    let end = rustix::fs::open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
    command.stdout(Stdio::from(end.try_clone().unwrap())).stderr(Stdio::from(end));
    let mut child = command.spawn().unwrap();
    // Drop the other end of the terminal, at whose closing the reader stops.
    drop(command);
    let mut pipe = child.stdin.take().unwrap();
    let mut seen = Vec::new();
    std::thread::scope(|scope| {
        scope.spawn(move || drop(std::io::Write::write_all(&mut pipe, stdin.as_bytes())));
        // Linux reports the end of the terminal as an error.
        let _ = std::fs::File::from(terminal).read_to_end(&mut seen);
    });
    let status = child.wait().unwrap().code().unwrap();
    let stdout = String::from_utf8(seen).unwrap().replace("\r\n", "\n");
    Ran { stdout, stderr: String::new(), status }
}

/// Replaces the names of the two grammars with the paths of their files.
fn with_files<'a>(command: &[&'a str], any: &'a TempFile, port: &'a TempFile) -> Vec<&'a str> {
    let file = |argument: &&'a str| match *argument {
        ANY => any.path(),
        PORT => port.path(),
        other => other,
    };
    command.iter().map(file).collect()
}

#[rstest]
#[case::text("text", "a terminal")]
#[case::json("json", "a pipe")]
#[ignore = "each format is tested with one of the two outputs"]
#[case::text_in_a_pipe("text", "a pipe")]
#[ignore = "each format is tested with one of the two outputs"]
#[case::json_on_a_terminal("json", "a terminal")]
fn no_escape_reaches_the_terminal(#[case] format: &str, #[case] to: &str) {
    is_without_escapes(&[], format, to);
}

#[rstest]
#[ignore = "each command by three other grammars"]
fn no_escape_reaches_the_terminal_by(
    #[values(
        &["--grammar", ANY],
        &["--grammar", concat!(env!("CARGO_MANIFEST_DIR"), "/../variants/rfc3987.pest")],
        &["--grammar", HOSTILE]
    )]
    grammar: &[&str],
    #[values("text", "json")] format: &str,
    #[values("a pipe", "a terminal")] to: &str,
) {
    is_without_escapes(grammar, format, to);
}

fn is_without_escapes(grammar: &[&str], format: &str, to: &str) {
    if to == "a terminal" && cfg!(not(unix)) {
        return;
    }
    let id = format!("{}-{format}-{to}", grammar.last().map_or(0, |name| name.len()));
    let any = TempFile::new(&format!("any-{id}"), b"x = { ANY* }");
    let hostile = "\u{1b}]0;x\u{7}\u{9b}31m\u{202e}";
    let port = format!("port = {{ \"{hostile}\" | \"{hostile}\" ~ \"y\" }}");
    let port = TempFile::new(&format!("port-{id}"), port.as_bytes());
    let lines = lines();
    for &command in COMMANDS {
        let mut arguments = with_files(&[grammar, command].concat(), &any, &port);
        if grammar == ["--grammar", ANY] && !command.contains(&"--as") {
            arguments.extend(["--as", "x"]);
        }
        let has_none = ["completions", "man", "serve"].contains(&command[0]);
        if !has_none && !matches!(command, ["grammar", "draw" | "compile", ..] | [.., "sarif"]) {
            arguments.extend(["--format", format]);
        }
        let ran = match to {
            #[cfg(unix)]
            "a terminal" => on_a_terminal(&arguments, &lines),
            _ => uri(&arguments, &lines),
        };
        let Ran { mut stdout, stderr, .. } = ran;
        match command {
            // Data for another program are not escaped.
            ["decode" | "get", ..] | ["convert", _, "path", ..] | ["extract", .., "--iri", _, _]
                if format == "text" && to == "a pipe" =>
            {
                stdout.clear()
            }
            // The style sheet contains tabs.
            ["grammar", "draw", ..] => stdout = stdout.replace('\t', ""),
            _ => {}
        }
        assert_eq!(commands(&stdout), "", "{arguments:?}: {stdout:?}");
        assert_eq!(commands(&stderr), "", "{arguments:?}: {stderr:?}");
    }
}

#[test]
fn every_command_is_tried() {
    for command in crate::usage::commands() {
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        assert!(COMMANDS.iter().any(|tried| tried.starts_with(&command)), "{command:?}");
    }
}

/// `decode` passes octets unchanged to another program.
#[test]
fn data_go_to_a_pipe_as_they_are() {
    let ran = uri(&["decode", "%1B]0;x%07%E2%80%AE"], "");
    assert_eq!((ran.stdout.as_str(), ran.status), ("\x1b]0;x\x07\u{202e}\n", 0));
}

#[cfg(unix)]
#[test]
fn data_are_shown_on_a_terminal() {
    let ran = on_a_terminal(&["decode", "%1B]0;x%07%0A%E2%80%AE"], "");
    assert_eq!((ran.stdout.as_str(), ran.status), ("\\u{1b}]0;x\\u{7}\n\\u{202e}\n", 0));
}
