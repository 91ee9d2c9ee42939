//! What `--help` and `-h` say of each command: all texts as snapshots, and one form for all.

use rstest::rstest;

use crate::{Ran, uri};

/// Returns the paths of all commands, such as `grammar diff`, as the help lists them; the first is empty.
pub(crate) fn commands() -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    let mut read = 0;
    while let Some(path) = commands.get(read).cloned() {
        read += 1;
        let help = help(&path, "--help");
        let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
        let names = listed.take_while(|line| !line.is_empty()).filter_map(|line| {
            let name = line.strip_prefix("  ").filter(|name| !name.starts_with(' '))?;
            name.split_whitespace().next().filter(|name| *name != "help")
        });
        commands.extend(names.map(|name| [path.as_slice(), &[name.to_owned()]].concat()));
    }
    assert!(commands.len() > 25, "{commands:?}");
    commands
}

/// Returns the first line of what the help says of a command.
pub(crate) fn summary(path: &[String]) -> String {
    help(path, "-h").lines().next().unwrap().to_owned()
}

/// Returns each exit status that the help lists, and what it means.
pub(crate) fn statuses(path: &[String]) -> Vec<(i32, String)> {
    let mut wide = crate::command(&arguments(path, "--help"));
    wide.env("COLUMNS", "1000");
    let help = crate::run(wide, b"").stdout;
    let lines = section(&help, "Exit status:");
    let status = |line: &&str| {
        let (status, when) = line.split_once("  ").unwrap();
        (status.parse().unwrap(), when.to_owned())
    };
    lines.iter().map(status).collect()
}

fn arguments<'a>(path: &'a [String], option: &'a str) -> Vec<&'a str> {
    path.iter().map(String::as_str).chain([option]).collect()
}

fn help(path: &[String], option: &str) -> String {
    let Ran { stdout, stderr, status } = uri(&arguments(path, option), "");
    assert_eq!((stderr.as_str(), status), ("", 0), "{path:?}");
    stdout
}

/// Returns the lines below a heading, without their indentation.
fn section<'h>(help: &'h str, heading: &str) -> Vec<&'h str> {
    let (_, section) = help.split_once(&format!("\n\n{heading}\n")).unwrap_or_else(|| panic!("{help}"));
    let lines = section.split("\n\n").next().unwrap().lines();
    lines.map(|line| line.strip_prefix("  ").unwrap_or_else(|| panic!("{heading}{line}"))).collect()
}

#[cfg(feature = "serve")]
#[test]
fn texts() {
    for path in commands() {
        let name = [&["uri".to_owned()], path.as_slice()].concat().join("-");
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(name, help(&path, "--help"));
        });
    }
}

/// The exit status and the examples are at the end, and `-h` has them, too.
#[test]
fn form() {
    for path in commands() {
        let (long, short) = (help(&path, "--help"), help(&path, "-h"));
        let (_, end) = long.split_once("\n\nExit status:\n").unwrap_or_else(|| panic!("{long}"));
        assert!(short.ends_with(end), "{short}");
        assert!(long.lines().count() >= short.lines().count(), "{path:?}");
        assert_eq!(end.matches("\n\n").count(), 1, "{end}");

        let statuses = statuses(&path);
        assert!(
            [&[0, 2][..], &[0, 1, 2]]
                .contains(&statuses.iter().map(|(status, _)| *status).collect::<Vec<_>>().as_slice())
        );
        for (_, when) in &statuses {
            assert!(
                !when.ends_with('.') && when.starts_with(char::is_lowercase) || when.starts_with("a "),
                "{when}"
            );
        }
        let typed = [&["uri".to_owned()], path.as_slice()].concat().join(" ");
        for example in section(&long, "Examples:") {
            assert!(example.contains(&typed), "{example}");
        }
    }
}

#[rstest]
#[case::group(&["grammar"])]
#[case::explain(&["explain"])]
#[case::build(&["build"])]
#[case::completions(&["completions"])]
fn is_shown_where_nothing_is_typed(#[case] arguments: &[&str]) {
    let ran = uri(arguments, "");
    assert!(ran.stderr.contains("\n\nExit status:\n  0  "), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
}
