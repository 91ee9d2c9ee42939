//! Checks the command line of a panel against an independent table: the words of the command, options of the
//! panel, names of files in the directory of the command, and operands that cannot be read as options.

use urigram_page::CommandLine;

use Arguments::{Files, FilesAndRules, Operands};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Panel {
    pub(crate) name: &'static str,
    words: &'static [&'static str],
    /// The options with a value. Each may occur once.
    options: &'static [&'static str],
    flags: &'static [&'static str],
    arguments: Arguments,
    /// The fields of a request.
    pub(crate) fields: &'static [&'static str],
}

#[derive(Clone, Copy, Debug)]
enum Arguments {
    /// Exactly this number of operands after `--`.
    Operands(usize),
    /// At most this number of files.
    Files(usize),
    /// At most this number of files, including the value of an option, and names of rules.
    FilesAndRules(usize),
}

const fn text(
    name: &'static str,
    words: &'static [&'static str],
    options: &'static [&'static str],
    fields: &'static [&'static str],
) -> Panel {
    Panel { name, words, options, flags: &[], arguments: Operands(1), fields }
}

const fn grammar(name: &'static str, words: &'static [&'static str]) -> Panel {
    Panel { name, words, options: &["--format"], flags: &[], arguments: Files(1), fields: &[] }
}

const BY_RULE: &[&str] = &["--as", "--grammar", "--format"];

pub(crate) const PANELS: &[Panel] = &[
    text("parse", &["parse", "--details"], BY_RULE, &["input", "rule"]),
    text(
        "validate",
        &["validate"],
        &["--as", "--grammar", "--policy", "--format"],
        &["input", "rule", "policy"],
    ),
    text("normalize", &["normalize"], &["--level", "--format"], &["input", "level"]),
    text("resolve", &["resolve", "--steps"], &["--base", "--format"], &["input", "base"]),
    Panel { arguments: Operands(2), ..text("compare", &["compare"], &["--format"], &["input", "other"]) },
    text("tree", &["tree"], BY_RULE, &["input", "rule"]),
    text("whatwg", &["whatwg"], &["--base", "--format"], &["input", "base"]),
    text("trace", &["trace"], &["--as", "--grammar", "--limit", "--format"], &["input", "rule", "steps"]),
    Panel {
        options: &["--expect", "--format"],
        fields: &["keep"],
        ..grammar("check", &["grammar", "check"])
    },
    Panel { arguments: Files(2), ..grammar("diff", &["grammar", "diff", "--time", "1"]) },
    Panel {
        options: &["--abnf", "--format"],
        arguments: FilesAndRules(2),
        ..grammar("prove", &["grammar", "prove"])
    },
    Panel {
        options: &["--rule", "--seed", "--format"],
        flags: &["--near"],
        fields: &["rule", "near", "seed"],
        ..grammar("sample", &["grammar", "sample"])
    },
    Panel {
        options: &["--rule", "--through", "--as"],
        fields: &["rule", "input", "start"],
        ..grammar("draw", &["grammar", "draw"])
    },
];

/// The maximum length of an argument on Linux in bytes, including the NUL at its end.
const LONGEST_ARGUMENT: usize = 128 << 10;

/// Panics unless the panel may have this command line.
pub(crate) fn check(panel: &Panel, line: &CommandLine) {
    for argument in &line.arguments {
        assert!(!argument.contains('\0') && argument.len() < LONGEST_ARGUMENT, "{argument:?}");
    }
    assert!(!line.typed.contains(char::is_control), "{line:?}");
    for (name, _) in &line.files {
        assert!(is_plain(name), "{name:?}");
    }
    let mut names: Vec<String> = line.files.iter().map(|(name, _)| name.to_lowercase()).collect();
    names.dedup();
    assert_eq!(names.len(), line.files.len(), "one file on systems that ignore case: {names:?}");
    let arguments: Vec<&str> = line.arguments.iter().map(String::as_str).collect();
    let rest = arguments.strip_prefix(panel.words).unwrap_or_else(|| panic!("{arguments:?}"));
    let (rest, grammar) = options(panel, rest);
    let files: Vec<&str> = line.files.iter().map(|(name, _)| name.as_str()).collect();
    match panel.arguments {
        Operands(number) => {
            assert_eq!((rest.first(), rest.len()), (Some(&"--"), number + 1), "{arguments:?}");
            assert_eq!(files, grammar.into_iter().collect::<Vec<_>>());
        }
        Files(most) => {
            assert!(files.len() <= most, "{files:?}");
            assert_eq!((rest, grammar), (files.as_slice(), None), "{arguments:?}");
        }
        FilesAndRules(most) => {
            assert!(files.len() <= most, "{files:?}");
            let named: Vec<&str> = grammar.into_iter().chain(rest.iter().copied()).collect();
            let rules = named.strip_prefix(files.as_slice()).unwrap_or_else(|| panic!("{arguments:?}"));
            let is_rule = |rule: &str| rule.chars().all(|c| c.is_ascii_alphanumeric() || "=-_".contains(c));
            assert!(rules.iter().all(|rule| is_rule(rule)), "{arguments:?}");
        }
    }
}

/// Returns the arguments after the options, and the value of `--grammar` or `--abnf`.
fn options<'l>(panel: &Panel, mut rest: &'l [&'l str]) -> (&'l [&'l str], Option<&'l str>) {
    let (mut seen, mut grammar) = (Vec::new(), None);
    while let [word, after @ ..] = rest
        && word.starts_with('-')
        && *word != "--"
    {
        let name = match word.split_once('=') {
            // An option is joined with its value only if the value begins with a hyphen.
            Some((name, value)) => {
                assert!(value.starts_with('-') && panel.options.contains(&name), "{word:?}");
                rest = after;
                name
            }
            None if panel.flags.contains(word) => {
                rest = after;
                word
            }
            None => {
                assert!(panel.options.contains(word), "{word:?}");
                let [value, after @ ..] = after else { panic!("{word} has no value") };
                assert!(!value.starts_with('-'), "{value:?}");
                match *word {
                    "--grammar" | "--abnf" => grammar = Some(*value),
                    "--format" => assert_eq!(*value, "json"),
                    "--seed" | "--limit" => assert!(value.parse::<u64>().is_ok(), "{value:?}"),
                    // The name of a preset cannot be the path of a file.
                    "--policy" => {
                        assert!(value.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{value:?}")
                    }
                    _ => {}
                }
                rest = after;
                word
            }
        };
        assert!(!seen.contains(&name), "{name} is there twice");
        seen.push(name);
    }
    (rest, grammar)
}

/// Returns whether the name is a file in the directory on every system, and cannot be a word or an option of
/// a command.
fn is_plain(name: &str) -> bool {
    name.chars().all(|c| c.is_alphanumeric() || " ._-".contains(c))
        && name.starts_with(|c: char| c.is_alphanumeric() || c == '_')
        && name.contains('.')
        && name.len() <= 255
}
