//! `uri completions` and `uri man`.

use std::fs;
use std::path::Path;
use std::process::Command;

use insta::assert_snapshot;
use rstest::rstest;

use crate::usage::{commands, statuses, summary};
use crate::{Ran, command, run, uri};

const SHELLS: [&str; 4] = ["bash", "zsh", "fish", "powershell"];

/// Returns the completions of the last word, as a shell's script requests them.
fn complete(shell: &str, folder: &Path, words: &[&str]) -> Vec<String> {
    let mut command = command(&[]);
    command.env("URI_COMPLETE", shell).args(["--", "uri"]).args(words).current_dir(folder);
    command.env("_CLAP_COMPLETE_INDEX", words.len().to_string()).env("_CLAP_IFS", "\n");
    let stdout = run(command, b"").printed(0);
    let of_line = |line: &str| match shell {
        "zsh" => line.replace("\\:", "\u{0}").split(':').next().unwrap().replace('\u{0}', ":"),
        _ => line.split('\t').next().unwrap().to_owned(),
    };
    stdout.lines().map(of_line).collect()
}

#[rstest]
#[case::commands(&[""], &["parse", "grammar", "completions"], &["diff"])]
#[case::command(&["gr"], &["grammar"], &["parse"])]
#[case::commands_below(&["grammar", ""], &["diff", "prove"], &["parse"])]
#[case::options(&["check", "--f"], &["--format", "--findings"], &["--explain"])]
#[case::global_options(&["grammar", "diff", "--co"], &["--color", "--config", "--corpus"], &[])]
#[case::rules(&["parse", "--as", "IP"], &["IP-literal", "IPv6address", "IPvFuture"], &["URI"])]
#[case::rules_of_a_grammar(&["parse", "--grammar", "x.pest", "--as", ""], &["first", "second"], &["URI"])]
#[case::rules_of_a_grammar_in_one(&["parse", "--grammar=x.pest", "--as", ""], &["first", "second"], &["URI"])]
#[case::rules_of_a_grammar_before(&["--grammar", "x.pest", "parse", "--as", "f"], &["first"], &["second"])]
#[case::rules_of_an_argument(&["grammar", "sample", "x.pest", "--rule", ""], &["first", "second"], &["URI"])]
#[case::rules_of_what_is_no_grammar(&["parse", "--grammar", "links.txt", "--as", ""], &[], &["URI", "first"])]
#[case::rules_of_the_abnf(&["grammar", "prove", "x.pest", "f"], &["first"], &["URI"])]
#[case::policies(&["check", "--policy", ""], &["link", "fetch", "redirect", "identifier", "links.txt"], &["--format"])]
#[case::policy(&["validate", "--policy", "li"], &["link", "links.txt"], &["fetch"])]
#[case::formats(&["check", "--format", ""], &["text", "json", "sarif"], &["xml"])]
#[case::formats_in_one(&["parse", "--format=j"], &["--format=json"], &["--format=text"])]
#[case::codes(&["explain", "ipv4"], &["ipv4-like-host"], &["userinfo"])]
#[case::components(&["encode", "--for", "q"], &["query", "query-value"], &["path"])]
#[case::fields(&["get", "{ho"], &["{host}", "{host_kind}"], &["{path}"])]
#[case::fields_later(&["get", "{scheme}://{pa"], &["{scheme}://{path}", "{scheme}://{password}"], &["{path}"])]
#[case::fields_none(&["get", "{host}", "{ho"], &[], &["{host}"])]
#[case::files(&["check", "l"], &["links.txt"], &["x.pest"])]
#[case::files_of_an_option(&["parse", "--grammar", ""], &["links.txt", "x.pest", "a b/"], &["URI"])]
#[case::files_below(&["check", "a b/"], &["a b/c d.txt"], &[])]
#[case::folders(&["man", "--dir", ""], &["a b/"], &["links.txt"])]
#[case::shells(&["completions", ""], &["bash", "zsh", "fish", "powershell"], &[])]
#[case::pages(&["man", "c"], &["check", "compare", "completions", "config"], &["parse"])]
#[case::pages_below(&["man", "grammar", ""], &["diff"], &["parse"])]
#[case::nothing_of_a_reference(&["parse", "h"], &[], &["links.txt"])]
#[case::nothing_after_an_escape(&["parse", "--", "-"], &[], &["--as"])]
fn next_words(
    #[values(0, 1, 2, 3)] shell: usize,
    #[case] words: &[&str],
    #[case] offered: &[&str],
    #[case] not_offered: &[&str],
) {
    let shell = SHELLS[shell];
    let name =
        format!("uri-cli-completions-{}-{shell}-{}", std::process::id(), words.join("-").replace('/', "_"));
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(folder.join("a b")).unwrap();
    fs::write(folder.join("a b/c d.txt"), "").unwrap();
    fs::write(folder.join("links.txt"), "").unwrap();
    fs::write(folder.join("x.pest"), "first = { second }\nsecond = { \"x\" }\n").unwrap();
    let found = complete(shell, &folder, words);
    let has = |word: &&str| found.iter().any(|found| found == word);
    assert!(offered.iter().all(&has), "{found:?}");
    assert!(!not_offered.iter().any(has), "{found:?}");
    fs::remove_dir_all(&folder).unwrap();
}

/// The configuration file does not affect completions.
#[test]
fn a_wrong_configuration_does_not_matter() {
    let file = crate::TempFile::new("completions.toml", b"format = 1");
    let mut command = command(&["--", "uri", "parse", "--format", "j"]);
    command.env("URI_COMPLETE", "fish").env("URI_CONFIG", file.path());
    assert_eq!(run(command, b"").printed(0), "json\n");
}

#[test]
fn a_shell_that_is_unknown_is_an_error() {
    let mut command = command(&["--", "uri", ""]);
    command.env("URI_COMPLETE", "sh");
    let stderr = run(command, b"").said(2);
    assert!(stderr.contains("unknown shell `sh`"), "{}", stderr);
}

#[rstest]
#[case("bash", "_clap_complete_uri() {")]
#[case("zsh", "#compdef uri\n")]
#[case("fish", "complete --keep-order --exclusive --command uri ")]
#[case("powershell", "Register-ArgumentCompleter -Native -CommandName uri ")]
#[case("pwsh", "Register-ArgumentCompleter -Native -CommandName uri ")]
fn scripts(#[case] shell: &str, #[case] begins: &str) {
    let stdout = uri(&["completions", shell], "").printed(0);
    assert!(stdout.trim_start().starts_with(begins), "{}", stdout);
    assert!(stdout.contains("URI_COMPLETE"), "{}", stdout);
    // An installed script must not contain the path of the command that wrote it.
    assert!(!stdout.contains("/uri"), "{}", stdout);
}

/// PowerShell expands strings when a script evaluates them, so completing `"$(command)"` could run the
/// command.
#[test]
fn powershell_does_not_run_what_is_typed() {
    let script = uri(&["completions", "powershell"], "").stdout;
    for evaluates in
        ["Invoke-Expression", "iex", "ScriptBlock]::Create", "InvokeScript", "ExpandString", "-Command "]
    {
        assert!(!script.contains(evaluates), "{script}");
    }
    insta::assert_snapshot!(script);
}

/// PowerShell before 7.3 drops empty arguments.
#[test]
fn an_empty_word_of_powershell() {
    let mut command = command(&["--", "uri", "completions"]);
    command.env("URI_COMPLETE", "powershell").env("URI_COMPLETE_INDEX", "2");
    let stdout = run(command, b"").printed(0);
    assert!(stdout.lines().any(|line| line.starts_with("bash")), "{}", stdout);
}

#[test]
fn scripts_in_a_folder() {
    let folder = std::env::temp_dir().join(format!("uri-cli-completions-{}", std::process::id()));
    assert_eq!(uri(&["completions", "--dir", folder.to_str().unwrap()], "").printed(0), "");
    for (shell, name) in SHELLS.iter().zip(["uri.bash", "_uri", "uri.fish", "_uri.ps1"]) {
        assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), uri(&["completions", shell], "").stdout);
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), SHELLS.len());
    fs::remove_dir_all(&folder).unwrap();
}

#[rstest]
#[case::none(&["completions"], "Usage: uri completions [OPTIONS] [SHELL]")]
#[case::unknown(&["completions", "sh"], "[possible values: bash, zsh, fish, powershell]")]
#[case::both(&["completions", "--dir", "a", "bash"], "'--dir <DIR>' cannot be used with '[SHELL]'")]
fn is_refused(#[case] arguments: &[&str], #[case] said: &str) {
    let stderr = uri(arguments, "").said(2);
    assert!(stderr.contains(said), "{}", stderr);
}

/// Calls the command as the bash script does.
#[cfg(unix)]
#[rstest]
#[case::values("(uri parse --format '')", 3, "text\njson\n")]
#[case::rules("(uri parse --as IPv)", 3, "IPvFuture\nIPv6address\nIPv4address\n")]
#[case::codes("(uri explain ipv4)", 2, "ipv4-like-host\n")]
#[case::value_after_its_name("(uri check --policy = id)", 4, "identifier\n")]
#[case::value_that_begins("(uri check --format =)", 3, "text\njson\nsarif\n")]
#[case::word_after_a_value("(uri check --format = json --find)", 5, "--findings\n")]
#[case::value_after_others("(uri check --format = json --policy = id)", 7, "identifier\n")]
fn in_bash(#[case] words: &str, #[case] at: usize, #[case] offered: &str) {
    let script = uri(&["completions", "bash"], "").stdout;
    let call = format!(
        "{script}\nCOMP_WORDS={words}; COMP_CWORD={at}; word=${{COMP_WORDS[{at}]}}; _uri_complete uri \"${{word#=}}\" x\n\
         printf '%s\\n' \"${{COMPREPLY[@]}}\"; complete -p uri >&2"
    );
    let folder = Path::new(env!("CARGO_BIN_EXE_uri")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let output = Command::new("bash").args(["--norc", "-c", &call]).env("PATH", path).output().unwrap();
    let (found, registered) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(found, offered);
    assert!(registered.contains(" -F _uri_complete ") && registered.contains(" -o nospace "), "{registered}");
}

// `uri man`: the pages and their sections.

fn man(arguments: &[&str]) -> String {
    let Ran { stdout, stderr, status } = uri(&[&["man"], arguments].concat(), "");
    assert_eq!((stderr.as_str(), status), ("", 0));
    stdout
}

/// Returns the manual page of the command at this path.
fn page(path: &[String]) -> String {
    man(&path.iter().map(String::as_str).collect::<Vec<_>>())
}

fn name(path: &[String]) -> String {
    [&["uri".to_owned()], path].concat().join("-")
}

/// Returns the lines below a heading, as text without bold.
fn section(page: &str, heading: &str) -> String {
    let quoted = if heading.contains(' ') { format!("\"{heading}\"") } else { heading.to_owned() };
    let (_, section) =
        page.split_once(&format!("\n.SH {quoted}\n")).unwrap_or_else(|| panic!("{heading}: {page}"));
    let section = section.split("\n.SH ").next().unwrap();
    section.replace("\\fB", "").replace("\\fR", "").replace("\\-", "-").replace("\\*(Aq", "'")
}

/// The sections of each page, in the order of man-pages(7).
const HEADINGS: [&str; 9] = [
    "NAME",
    "SYNOPSIS",
    "DESCRIPTION",
    "OPTIONS",
    "EXIT STATUS",
    "ENVIRONMENT",
    "FILES",
    "EXAMPLES",
    "SEE ALSO",
];

#[test]
fn each_page_has_all_sections() {
    for path in commands() {
        let page = page(&path);
        let headings = page.lines().filter_map(|line| line.strip_prefix(".SH "));
        let headings = headings.map(|name| name.trim_matches('"'));
        // Options may have headings of their own.
        let known: Vec<&str> = headings.filter(|heading| HEADINGS.contains(heading)).collect();
        assert_eq!(known, HEADINGS, "{path:?}");
        let is_group = path.is_empty() || path == ["grammar"] || path == ["template"];
        assert_eq!(page.contains("\n.SH COMMANDS\n"), is_group, "{path:?}");
    }
}

#[test]
fn each_page_says_what_the_help_says() {
    for path in commands() {
        let page = page(&path);
        let name = name(&path);
        assert!(page.contains(&format!(
            "\n.TH {} 1 \"\" \"uri {}\" ",
            name.to_uppercase(),
            env!("CARGO_PKG_VERSION")
        )));
        let summary = summary(&path).replace('`', "");
        let (named, about) = section(&page, "NAME")
            .trim_end()
            .split_once(" - ")
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
            .unwrap();
        assert_eq!((named, about.to_lowercase()), (name, summary.to_lowercase()));
        assert!(section(&page, "DESCRIPTION").starts_with(&format!("{summary}.\n")), "{page}");
        for (status, when) in statuses(&path) {
            let term = format!(".TP\n{status}\n{}", when.replace('`', ""));
            assert!(section(&page, "EXIT STATUS").contains(&term), "{page}: {term}");
        }
    }
}

/// Pages contain no backticks, which some programs show as quotes, and no backslashes that roff would read as
/// escapes.
#[test]
fn pages_are_read_as_they_are_meant() {
    for path in commands() {
        let page = page(&path);
        assert!(!page.contains('`') && !page.contains("\\\\") && !page.contains("\n\n"), "{page}");
        assert!(page.lines().all(|line| !line.starts_with('\'')), "{page}");
        // A page needs the macro definitions only once.
        assert_eq!(page.matches(".ds Aq").count(), 2, "{page}");
    }
    assert!(section(&man(&["config"]), "DESCRIPTION").contains("%APPDATA%\\euri\\econfig.toml"));
}

/// Every page that a page refers to exists.
#[test]
fn no_page_is_missing() {
    let pages: Vec<String> = commands().iter().map(|path| name(path)).collect();
    for path in commands() {
        let see_also = section(&page(&path), "SEE ALSO");
        let named: Vec<&str> = see_also.trim_end().split(", ").collect();
        let (last, named) = named.split_last().unwrap();
        assert_eq!(*last, "RFC 3986");
        assert!(!named.is_empty());
        for other in named.iter().map(|other| other.strip_suffix("(1)").unwrap()) {
            assert!(pages.iter().any(|page| page == other) && other != name(&path), "{other}");
        }
    }
}

#[test]
fn a_page() {
    assert_snapshot!(man(&["completions"]));
}

#[test]
fn all_pages_are_written_to_a_folder() {
    let folder = std::env::temp_dir().join(format!("uri-cli-man-{}", std::process::id()));
    let below = folder.join("man1");
    assert_eq!(man(&["--dir", below.to_str().unwrap()]), "");
    let mut found: Vec<String> = fs::read_dir(&below)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let mut expected: Vec<String> = commands().iter().map(|path| format!("{}.1", name(path))).collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
    assert_eq!(fs::read_to_string(below.join("uri-grammar-diff.1")).unwrap(), man(&["grammar", "diff"]));
    fs::remove_dir_all(&folder).unwrap();
}

#[rstest]
#[case::unknown(&["man", "pars"], "invalid value 'pars' for '[COMMAND]...'")]
#[case::near(&["man", "pars"], "tip: a similar value exists: 'parse'")]
#[case::unknown_below(&["man", "grammar", "dif"], "tip: a similar value exists: 'diff'")]
#[case::nothing_below(&["man", "parse", "diff"], "`uri parse` has no commands below it")]
#[case::folder_and_command(&["man", "--dir", "a", "parse"], "'--dir <DIR>' cannot be used with '[COMMAND]...'")]
fn man_is_refused(#[case] arguments: &[&str], #[case] said: &str) {
    let stderr = uri(arguments, "").said(2);
    assert!(stderr.contains(said), "{}", stderr);
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let ran = uri(&["man", "--dir", "/dev/null/a"], "");
    let said = "uri: /dev/null/a: Not a directory (os error 20)\n";
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("", said, 2));
}
