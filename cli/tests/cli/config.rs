//! The configuration file: its path, its settings, precedence, and faults.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rstest::rstest;
use serde_json::{Value, json};

use crate::{Ran, TempFile, command, run, uri};

/// A home directory that is removed when the value is dropped.
struct Home(PathBuf);

impl Home {
    fn new() -> Self {
        use std::sync::atomic::{AtomicUsize, Ordering};
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("uri-cli-config-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// Returns a home with a user's configuration file.
    fn with(text: &str) -> Self {
        let home = Self::new();
        home.write(".config/uri/config.toml", text);
        home
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// Returns a command that runs as the user with this home.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = command(arguments);
        command.env_remove("URI_CONFIG").env_remove("XDG_CONFIG_HOME");
        command.env("HOME", &self.0).env("APPDATA", self.0.join(".config")).current_dir(&self.0);
        command
    }

    fn uri(&self, arguments: &[&str]) -> Ran {
        run(self.command(arguments), b"")
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Each configuration file sets another format, so the output shows which file was read.
#[rstest]
#[case::none(&[], &[], "text")]
#[case::of_the_user(&[".config/uri/config.toml"], &[], "json")]
#[case::of_xdg(&["xdg/uri/config.toml"], &[("XDG_CONFIG_HOME", "{}/xdg")], "json")]
#[case::of_xdg_alone(&[".config/uri/config.toml"], &[("XDG_CONFIG_HOME", "{}/xdg")], "text")]
#[case::of_xdg_relative(&["xdg/uri/config.toml"], &[("XDG_CONFIG_HOME", "xdg")], "text")]
#[case::of_xdg_empty(&[".config/uri/config.toml"], &[("XDG_CONFIG_HOME", "")], "json")]
#[case::of_the_variable(&["a.toml"], &[("URI_CONFIG", "a.toml")], "json")]
#[case::of_the_variable_that_is_empty(&[".config/uri/config.toml"], &[("URI_CONFIG", "")], "text")]
#[case::of_the_working_directory(&["config.toml", "uri.toml", ".uri.toml", "uri/config.toml"], &[], "text")]
#[case::of_nobody(&[".config/uri/config.toml"], &[("HOME", "")], "text")]
#[cfg(unix)]
fn is_found(#[case] files: &[&str], #[case] variables: &[(&str, &str)], #[case] format: &str) {
    let home = Home::new();
    files.iter().for_each(|file| drop(home.write(file, "format = \"json\"")));
    let mut command = home.command(&["normalize", "a:b"]);
    for (variable, value) in variables {
        command.env(variable, value.replace("{}", home.0.to_str().unwrap()));
    }
    let ran = run(command, b"");
    let found = if ran.stdout.starts_with('{') { "json" } else { "text" };
    assert_eq!((found, ran.stderr.as_str(), ran.status), (format, "", 0));
}

#[rstest]
#[case::before(&["--no-config", "normalize", "a:b"], "a:b\n")]
#[case::after(&["normalize", "--no-config", "a:b"], "a:b\n")]
#[case::another(&["normalize", "--config", "empty.toml", "a:b"], "a:b\n")]
#[case::another_before(&["--config=empty.toml", "normalize", "a:b"], "a:b\n")]
#[case::option(&["normalize", "--format", "text", "a:b"], "a:b\n")]
#[case::as_set(&["normalize", "a:b"], "{\"input\":\"a:b\",\"output\":\"a:b\"}\n")]
fn options_go_before_it(#[case] arguments: &[&str], #[case] printed: &str) {
    let home = Home::with("format = \"json\"");
    home.write("empty.toml", "");
    assert_eq!(home.uri(arguments).printed(0), printed);
}

/// Each key, at the top level and in tables. A table takes precedence over the top level.
#[rstest]
#[case::format_of_the_command("format = \"json\"\n[normalize]\nformat = \"text\"", &["normalize", "a:b"], "a:b\n", 0)]
#[case::format_of_another("format = \"text\"\n[parse]\nformat = \"json\"", &["normalize", "a:b"], "a:b\n", 0)]
#[case::format_of_two_words("[grammar-prove]\nformat = \"json\"", &["grammar", "prove", "uri.pest", "port"], "{\"rule\":\"port\"", 0)]
#[case::format_that_few_have("[check]\nformat = \"sarif\"", &["check", "bad.txt"], "{\"$schema\":", 1)]
#[case::format_that_the_command_lacks("format = \"json\"", &["grammar", "draw", "--rule", "port"], "<svg", 0)]
#[case::grammar("grammar = \"x.pest\"", &["tree", "--as", "x", "xx"], "x", 0)]
#[case::grammar_by_name("grammar = \"rfc3987\"", &["check", "-"], "", 0)]
#[case::iris_instead("grammar = \"missing.pest\"", &["parse", "--iri", "--as", "ihost", "a"], "a\n|\n|\nhost\n", 0)]
#[case::grammar_in_a_table("[tree]\ngrammar = \"x.pest\"", &["tree", "--as", "x", "xx"], "x", 0)]
#[case::grammar_of_the_library_alone("grammar = \"x.pest\"", &["normalize", "a:b"], "a:b\n", 0)]
#[case::grammar_that_was_typed("grammar = \"x.pest\"", &["tree", "--as", "y", "--grammar", "y.pest", "y"], "y", 0)]
#[case::grammar_that_was_typed_before("grammar = \"x.pest\"", &["--grammar", "y.pest", "tree", "--as", "y", "y"], "y", 0)]
#[case::grammar_of_a_proof("grammar = \"x.pest\"", &["grammar", "prove", "uri.pest", "port"], "port: equal\n", 0)]
#[case::policy("policy = \"link\"", &["check", "script.txt"], "script.txt:1:1: error: the scheme", 1)]
#[case::policy_of_a_file("policy = \"any.toml\"", &["validate", "javascript:a"], "", 0)]
#[case::policy_in_a_table("policy = \"link\"\n[check]\npolicy = \"any.toml\"", &["check", "script.txt"], "", 0)]
#[case::policy_that_was_typed("policy = \"link\"", &["check", "--policy", "any.toml", "script.txt"], "", 0)]
#[case::policy_and_a_host("policy = \"link\"", &["validate", "--allow-host", "a.example", "http://b.example/"], "error[host-refused]", 1)]
fn sets(#[case] text: &str, #[case] arguments: &[&str], #[case] printed: &str, #[case] status: i32) {
    let home = Home::with(text);
    let uri_pest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../uri.pest");
    fs::copy(uri_pest, home.0.join("uri.pest")).unwrap();
    home.write(".config/uri/x.pest", "x = { \"x\"+ }");
    home.write(".config/uri/any.toml", "");
    home.write("any.toml", "");
    home.write("y.pest", "y = { \"y\"+ }");
    home.write("bad.txt", "a b\n");
    home.write("script.txt", "javascript:a\n");
    let stdout = home.uri(arguments).printed(status);
    assert!(stdout.starts_with(printed) && printed.is_empty() == stdout.is_empty(), "{}", stdout);
}

/// A default is ignored if it conflicts with an argument.
#[rstest]
#[case::quiet("[check]\nformat = \"sarif\"", &["check", "--quiet", "good.txt"], "")]
#[case::null("format = \"json\"", &["grammar", "sample", "--null", "-n", "1", "--length", "0"], "\0")]
#[case::base("grammar = \"missing.pest\"", &["validate", "--base", "http://example.com/", "a"], "")]
#[case::rule_of_a_part("policy = \"fetch\"", &["check", "--as", "host", "hosts.txt"], "")]
#[case::rule_of_a_part_by_its_name_in_the_grammar("policy = \"fetch\"", &["check", "--as", "reg_name", "hosts.txt"], "")]
fn gives_way(#[case] text: &str, #[case] arguments: &[&str], #[case] printed: &str) {
    let home = Home::with(text);
    home.write("good.txt", "http://example.com/\n");
    home.write("hosts.txt", "localhost\n");
    assert_eq!(home.uri(arguments).printed(0), printed);
}

/// Error messages name the defaults from the file.
#[rstest]
#[case::refused("grammar = \"missing.pest\"", &["parse", "a"], "--grammar {}/missing.pest")]
#[case::several("policy = \"missing.toml\"\nformat = \"json\"", &["check", "a"], "--format json --policy {}/missing.toml")]
fn is_named_in_errors(#[case] text: &str, #[case] arguments: &[&str], #[case] set: &str) {
    let home = Home::with(text);
    let folder = home.0.join(".config/uri");
    let folder = folder.to_str().unwrap();
    let set = set.replace("{}", folder);
    let ran = home.uri(arguments);
    let note = format!("\nuri: {folder}/config.toml has set {set}; use --no-config to ignore it\n");
    assert!(ran.stderr.ends_with(&note), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
    let typed = run(command(&[arguments, &["--no-config"]].concat()), b"");
    assert!(!typed.stderr.contains("has set"), "{}", typed.stderr);
}

#[rstest]
#[case::key("gramar = \"a\"", "1:1: unknown key `gramar`; did you mean `grammar`?")]
#[case::table("[chek]\nformat = \"json\"", "1:2: unknown key `chek`; did you mean [check]?")]
#[case::table_of_a_key("[colour]\na = 1", "1:2: unknown key `colour`; did you mean `color`?")]
#[case::unlike_any(
    "\nxyzzy = 1",
    "2:1: unknown key `xyzzy`; there are `color`, `format`, `grammar`, `policy`, and a table for each command"
)]
#[case::key_of_a_table(
    "[check]\nfromat = \"json\"",
    "2:1: unknown key `fromat` in [check]; did you mean `format`?"
)]
#[case::key_that_the_command_lacks(
    "[normalize]\npolicy = \"link\"",
    "2:1: unknown key `policy` in [normalize]; it has `format`"
)]
#[case::color_of_a_command(
    "[check]\ncolor = \"never\"",
    "2:1: unknown key `color` in [check]; it has `format`, `grammar`, `policy`"
)]
#[case::command_without_options("[serve]\nformat = \"json\"", "1:2: unknown key `serve`; there are")]
#[case::value("format = \"jsn\"", "1:10: `format` cannot be `jsn`; did you mean `json`?")]
#[case::value_unlike_any(
    "color = \"sometimes\"",
    "1:9: `color` cannot be `sometimes`; it can be `auto`, `always`, `never`"
)]
#[case::value_of_some(
    "format = \"sarif\"",
    "1:10: not every command has the format `sarif`; set it in [check] or [validate]"
)]
#[case::value_of_another(
    "[tree]\nformat = \"xml\"",
    "2:10: `format` cannot be `xml`; it can be `text`, `json`"
)]
#[case::kind("policy = 1", "1:10: `policy` is a string in quotes, not an integer")]
#[case::table_for_a_key("[format]\na = 1", "1:1: `format` is a string in quotes, not a table")]
#[case::empty("grammar = \"\"", "1:11: `grammar` is empty")]
#[case::several(
    "x = 1\n[check]\ny = 1\n",
    "1:1: unknown key `x`; there are `color`, `format`, `grammar`, `policy`, and a table for each command\n{}:3:1: unknown key `y` in [check]"
)]
#[case::syntax("color = ", "1:9: ")]
#[case::twice("color = \"auto\"\ncolor = \"auto\"", "2:1: duplicate key")]
#[case::a_command(
    "[check]\nformat = \"\\u001B]0;x\\u202E\"",
    "2:10: `format` cannot be `\\u{1b}]0;x\\u{202e}`"
)]
#[case::a_command_in_a_key("\"\\u001B[2J\" = 1", "1:1: unknown key `\\u{1b}[2J`")]
fn a_mistake_is_named(#[case] text: &str, #[case] said: &str) {
    let home = Home::new();
    let file = home.write("wrong.toml", text);
    let file = file.to_str().unwrap();
    let stderr = uri(&["--config", file, "parse", "a"], "").said(2);
    let expected = format!("{file}:{}", said.replace("{}", file));
    assert!(stderr.starts_with(&expected), "{}", stderr);
}

#[test]
fn of_many_mistakes_the_first_are_named() {
    let home = Home::new();
    let text: String = (0..10_000).map(|number| format!("k{number} = 1\n")).collect();
    let file = home.write("wrong.toml", &text);
    let ran = uri(&["--config", file.to_str().unwrap(), "parse", "a"], "");
    assert_eq!((ran.stderr.lines().count(), ran.status), (21, 2));
    assert!(ran.stderr.contains(":20:1: unknown key `k19`"), "{}", ran.stderr);
    assert!(ran.stderr.ends_with("uri: and 9980 faults more\n"), "{}", ran.stderr);
}

#[rstest]
#[case::missing(&["--config", "no/such.toml", "parse", "a"], "uri: no/such.toml: No such file or directory (os error 2), the configuration file of --config\n")]
#[case::a_folder(&["--config", "/", "parse", "a"], "uri: /: Is a directory (os error 21), the configuration file of --config\n")]
#[cfg(unix)]
fn a_file_that_was_named_is_read(#[case] arguments: &[&str], #[case] said: &str) {
    assert_eq!(uri(arguments, "").said(2), said);
}

#[test]
fn not_both_options() {
    let stderr = uri(&["--config", "a.toml", "parse", "--no-config", "a"], "").said(2);
    assert!(stderr.contains("'--config <FILE>' cannot be used with '--no-config'"), "{}", stderr);
}

/// Help does not depend on the configuration file, and is shown even if the file is wrong.
#[test]
fn help_is_always_the_same() {
    let (plain, wrong) = (Home::new(), Home::with("format = 1"));
    for arguments in [&["--help"][..], &["check", "--help"], &["--version"]] {
        assert_eq!(wrong.uri(arguments).stdout, plain.uri(arguments).stdout);
    }
    assert_eq!(wrong.uri(&["check"]).status, 2);
}

#[test]
fn is_shown() {
    let home = Home::with(
        "format = \"json\"\npolicy = \"a \\\"b\\\".toml\"\n[check]\nformat = \"sarif\"\npolicy = \"link\"\n",
    );
    let folder = home.0.join(".config/uri");
    let folder = folder.to_str().unwrap();
    let ran = home.uri(&["config", "--format", "text"]);
    let expected = format!(
        "# {folder}/config.toml\nformat = \"json\"\npolicy = \"{folder}/a \\\"b\\\".toml\"\n\n\
         [check]\nformat = \"sarif\"\npolicy = \"link\"\n"
    );
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), (expected.as_str(), "", 0));

    // The output is a configuration with the same meaning.
    let copy = TempFile::new("config-copy.toml", ran.stdout.as_bytes());
    let again = uri(&["--config", copy.path(), "config", "--format", "text"], "");
    assert_eq!(again.stdout.split_once('\n').unwrap().1, ran.stdout.split_once('\n').unwrap().1);

    let ran = home.uri(&["config"]);
    let set = |command: Value, key, value: &str, line| json!({"command": command, "key": key, "value": value, "line": line});
    let expected = json!({
        "file": format!("{folder}/config.toml"), "exists": true, "named_by": "default",
        "settings": [
            set(Value::Null, "format", "json", 1),
            set(Value::Null, "policy", &format!("{folder}/a \"b\".toml"), 2),
            set(json!("check"), "format", "sarif", 4),
            set(json!("check"), "policy", "link", 5),
        ],
    });
    assert_eq!(serde_json::from_str::<Value>(&ran.stdout).unwrap(), expected);
}

#[rstest]
#[case::absent(&["config"], "# no configuration: {}/.config/uri/config.toml does not exist\n")]
#[case::excluded(&["config", "--no-config"], "# no configuration, by --no-config\n")]
fn that_there_is_none_is_shown(#[case] arguments: &[&str], #[case] shown: &str) {
    let home = Home::new();
    let stdout = home.uri(arguments).printed(0);
    assert_eq!(stdout, shown.replace("{}", home.0.to_str().unwrap()));
}

/// The tests ignore the configuration of the user who runs them.
#[test]
fn the_tests_have_none() {
    let home = Home::with("format = 1");
    let mut command = command(&["parse", "a:b"]);
    command.env("HOME", &home.0).env("XDG_CONFIG_HOME", home.0.join(".config"));
    assert_eq!(run(command, b"").status, 0);
}
