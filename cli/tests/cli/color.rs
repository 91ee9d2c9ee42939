//! `--color`, and the variables that it goes before.

use rstest::rstest;

use crate::{TempFile, command, run};

/// What is written with styles: an answer, an error of a command, help, and an error of the arguments.
const STYLED: [&[&str]; 5] = [
    &["parse", "http://example.com/"],
    &["validate", "http://0x7f.1/"],
    &["parse", "a b"],
    &["parse", "--help"],
    &["parse", "--as", "URL", "a"],
];

fn has_styles(arguments: &[&str], variables: &[(&str, &str)]) -> bool {
    let mut command = command(arguments);
    command.envs(variables.iter().copied());
    let ran = run(command, b"");
    (ran.stdout + &ran.stderr).contains('\x1b')
}

#[rstest]
#[case::a_pipe(&[], &[], false)]
#[case::auto(&["--color", "auto"], &[], false)]
#[case::always(&["--color", "always"], &[], true)]
#[case::always_in_one(&["--color=always"], &[], true)]
#[case::always_without_colors(&["--color", "always"], &[("NO_COLOR", "1")], true)]
#[case::never_by_force(&["--color", "never"], &[("CLICOLOR_FORCE", "1")], false)]
#[case::by_force(&[], &[("CLICOLOR_FORCE", "1")], true)]
#[case::auto_by_force(&["--color", "auto"], &[("CLICOLOR_FORCE", "1")], true)]
#[case::no_color_by_force(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], false)]
fn is_wanted(#[case] options: &[&str], #[case] variables: &[(&str, &str)], #[case] expected: bool) {
    for arguments in STYLED {
        assert_eq!(
            has_styles(&[options, arguments].concat(), variables),
            expected,
            "{options:?} {arguments:?}"
        );
        assert_eq!(
            has_styles(&[arguments, options].concat(), variables),
            expected,
            "{arguments:?} {options:?}"
        );
    }
}

#[rstest]
#[case::always("always", true)]
#[case::never("never", false)]
fn is_configured(#[case] color: &str, #[case] expected: bool) {
    let file = TempFile::new(&format!("color-{color}.toml"), format!("color = \"{color}\"").as_bytes());
    let against: &[(&str, &str)] = if expected { &[] } else { &[("CLICOLOR_FORCE", "1")] };
    for arguments in STYLED {
        let by_variable = [&[("URI_CONFIG", file.path())], against].concat();
        assert_eq!(has_styles(arguments, &by_variable), expected, "{arguments:?}");
        assert_eq!(has_styles(&[&["--config", file.path()], arguments].concat(), against), expected);
        let typed = if expected { "never" } else { "always" };
        assert_eq!(has_styles(&[arguments, &["--color", typed]].concat(), &by_variable), !expected);
    }
}

/// JSON is for programs.
#[rstest]
#[case(&["parse", "a:b"])]
#[case(&["validate", "http://0x7f.1/"])]
#[case(&["grammar", "prove", "uri.pest"])]
fn is_not_for_programs(#[case] arguments: &[&str]) {
    assert!(!has_styles(&[arguments, &["--format", "json", "--color", "always"]].concat(), &[]));
}

#[cfg(unix)]
#[rstest]
#[case::auto(&[], true)]
#[case::never(&["--color", "never"], false)]
fn on_a_terminal(#[case] options: &[&str], #[case] expected: bool) {
    for arguments in STYLED {
        let mut command = command(&[options, arguments].concat());
        command.env("TERM", "xterm");
        let ran = crate::terminal::on_one(command, "");
        assert_eq!(ran.stdout.contains('\x1b'), expected, "{arguments:?}: {}", ran.stdout);
    }
}
