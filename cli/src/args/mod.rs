//! The arguments of `uri`, and its help texts.
//!
//! In: the arguments of a command.
//! Out: `Args`, the command with its options and values; or a message of clap, which `usage` prints. Commands
//! with similar arguments share a file, and `shared` has the arguments that several commands use.
//! Next: `lib.rs`, which calls the command.

mod check;
mod convert;
mod edit;
mod get;
pub(crate) mod grammar;
mod parse;
mod resolve;
pub(crate) mod setup;
mod shared;
pub(crate) mod template;
pub(crate) mod usage;

use std::path::PathBuf;
use std::sync::LazyLock;

use clap::{CommandFactory, Parser, Subcommand};
use urigram::grammar::{GRAMMAR_NAME, IS_APPENDIX_A};

pub(crate) use self::check::{Check, Csv, Explain, Fix, ReportFormat, Validate, audience};
pub(crate) use self::convert::{Convert, Form};
pub(crate) use self::edit::{Build, Decode, Edit, EditOption, Encode, Part, Written};
pub(crate) use self::get::Get;
pub(crate) use self::parse::{Extract, Parse, Places, Trace};
pub(crate) use self::resolve::{Compare, Normalize, QueryKept, Relativize, Resolve, Whatwg, WithBase};
#[cfg(feature = "serve")]
pub(crate) use self::setup::Serve;
pub(crate) use self::setup::{Completions, Config, Man, Shell};
pub(crate) use self::shared::{
    By, DEFAULT_RULE, Format, Global, Help, IRI, Inputs, PolicyOptions, References, STEPS, STEPS_A_BYTE,
    Values, When,
};

const URI: Help = Help {
    details: "\
Values are arguments; without arguments, or for `-`, each line of standard input is a value. Answers are written to \
standard output, in the same order, and messages to standard error.",
    status: &[
        (0, "the command succeeded"),
        (1, "an input is invalid or refused, or there is a difference or a finding about a grammar"),
        (2, "the command could not run, or standard output is closed from the start"),
    ],
    examples: &[
        "uri parse 'http://user@example.com:8042/over/there?name=ferret#nose'",
        "uri check links.txt",
        "uri resolve --base 'http://a/b/c/d;p?q' ../g",
        "uri man check | man -l -",
    ],
    see_also: &["uri-parse", "uri-check", "uri-resolve", "uri-normalize", "uri-grammar", "uri-config"],
};

/// Parse, check, resolve, normalize and compare URIs (RFC 3986)
#[derive(Debug, Parser)]
#[command(name = "uri", version = version())]
pub(crate) struct Args {
    /// The grammar for parse, tree, trace, check and validate, like their own --grammar
    #[arg(long = "grammar", value_name = "NAME|FILE")]
    pub(crate) by: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) global: Global,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Returns the version, with the built-in grammar if that is not Appendix A.
fn version() -> String {
    let version = env!("CARGO_PKG_VERSION");
    match (GRAMMAR_NAME, IS_APPENDIX_A) {
        (_, true) => version.to_owned(),
        ("uri.pest", false) => format!("{version}, by an edited uri.pest"),
        (name, false) => format!("{version}, by {name}"),
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show the components of references
    Parse(Parse),
    /// Write components of references as text
    Get(Get),
    /// Show the parse tree of references
    Tree(References),
    /// Show how references are matched, step by step
    Trace(Trace),
    /// Check files of references, and report each invalid line
    Check(Check),
    /// Find the URIs in running text (Appendix C), or the links of HTML
    Extract(Extract),
    /// Check references, and report what is valid but misleading or dangerous (section 7)
    Validate(Validate),
    /// Correct invalid references by the likeliest suggestion
    Fix(Fix),
    /// Explain the findings of `uri validate`
    #[command(arg_required_else_help = true)]
    Explain(Explain),
    /// Find the targets of references (section 5.2)
    Resolve(Resolve),
    /// Find the shortest references to targets
    #[command(mut_args(resolve::of_targets))]
    Relativize(Relativize),
    /// Write references in their normal form (section 6.2)
    Normalize(Normalize),
    /// Show the level at which two references are equal (section 6.2)
    #[command(override_usage = resolve::COMPARE_USAGE, mut_args(resolve::of_pairs))]
    Compare(Compare),
    /// Show how the URL Standard reads references, and where that differs
    Whatwg(Whatwg),
    /// Change components, segments and pairs of references
    Edit(Edit),
    /// Put a reference together from its components (section 5.3)
    #[command(arg_required_else_help = true)]
    Build(Build),
    /// Convert IRIs to URIs, paths to `file` URIs, and back
    #[command(arg_required_else_help = true, mut_args(convert::of_values))]
    Convert(Convert),
    /// Percent-encode texts for a component (section 2)
    #[command(mut_args(edit::of_texts))]
    Encode(Encode),
    /// Decode texts that are percent-encoded (section 2)
    #[command(mut_args(edit::of_texts))]
    Decode(Decode),
    /// Expand URI Templates, or match URIs against them (RFC 6570)
    #[command(subcommand)]
    Template(template::Command),
    /// Prove, compare, check, sample, draw or compile a grammar
    #[command(subcommand)]
    Grammar(grammar::Command),
    /// Serve a page that shows a reference and its grammar at work
    #[cfg(feature = "serve")]
    Serve(Serve),
    /// Show the configuration that is in force
    Config(Config),
    /// Write a script for completing command lines in a shell
    #[command(arg_required_else_help = true)]
    Completions(Completions),
    /// Write the manual page of a command
    Man(Man),
}

/// The commands in the help of `uri`, by heading.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Inspect", &["parse", "get", "tree", "trace", "extract"]),
    ("Check", &["check", "validate", "fix", "explain"]),
    (
        "Change",
        &["resolve", "relativize", "normalize", "edit", "build", "convert", "encode", "decode", "template"],
    ),
    ("Compare", &["compare", "whatwg"]),
    (
        "Grammar",
        &[
            "grammar",
            #[cfg(feature = "serve")]
            "serve",
        ],
    ),
    ("Set up", &["config", "completions", "man"]),
];

/// Returns the command with all help, as `--help` shows it.
pub(crate) fn command() -> clap::Command {
    static COMMAND: LazyLock<clap::Command> = LazyLock::new(|| {
        let command = documented(Args::command(), &mut Vec::new());
        let template = template_by_groups(&command);
        command.help_template(template)
    });
    COMMAND.clone()
}

/// Returns a template for the help that lists the subcommands by [`GROUPS`]. clap itself has one list.
fn template_by_groups(command: &clap::Command) -> String {
    let (header, literal) = (command.get_styles().get_header(), command.get_styles().get_literal());
    let mut template = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for (heading, names) in GROUPS {
        template += &format!("\n{header}{heading}:{header:#}\n");
        for &name in names {
            let about = command.find_subcommand(name).and_then(clap::Command::get_about);
            let about = about.expect("each command has a summary");
            template += &format!("  {literal}{name:<11}{literal:#}  {about}\n");
        }
    }
    template + &format!("\n{header}Options:{header:#}\n{{options}}{{after-help}}")
}

/// Adds the help of the command and its subcommands. `path` is the path of the command below `uri`.
fn documented(command: clap::Command, path: &mut Vec<String>) -> clap::Command {
    let help = help_of(path.as_slice()).expect("each command has a help text");
    help.add_to(command).mut_subcommands(|command| {
        path.push(command.get_name().to_owned());
        let documented = documented(command, path);
        path.pop();
        documented
    })
}

/// Returns the help of the command with this path below `uri`.
pub(crate) fn help_of(path: &[impl AsRef<str>]) -> Option<&'static Help> {
    Some(match path {
        [] => &URI,
        [group, rest @ ..] if group.as_ref() == "grammar" => {
            return grammar::help_of(rest.first().map_or("", AsRef::as_ref));
        }
        [group, rest @ ..] if group.as_ref() == "template" => {
            return template::help_of(rest.first().map_or("", AsRef::as_ref));
        }
        [command, ..] => match command.as_ref() {
            "parse" => &parse::PARSE,
            "get" => &get::GET,
            "tree" => &parse::TREE,
            "trace" => &parse::TRACE,
            "check" => &check::CHECK,
            "extract" => &parse::EXTRACT,
            "validate" => &check::VALIDATE,
            "fix" => &check::FIX,
            "explain" => &check::EXPLAIN,
            "resolve" => &resolve::RESOLVE,
            "relativize" => &resolve::RELATIVIZE,
            "normalize" => &resolve::NORMALIZE,
            "compare" => &resolve::COMPARE,
            "whatwg" => &resolve::WHATWG,
            "edit" => &edit::EDIT,
            "build" => &edit::BUILD,
            "convert" => &convert::CONVERT,
            "encode" => &edit::ENCODE,
            "decode" => &edit::DECODE,
            #[cfg(feature = "serve")]
            "serve" => &setup::SERVE,
            "config" => &setup::CONFIG,
            "completions" => &setup::COMPLETIONS,
            "man" => &setup::MAN,
            _ => return None,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_is_well_formed() {
        command().debug_assert();
    }

    #[test]
    fn each_command_is_in_a_group() {
        let command = Args::command();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        let mut names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        grouped.sort_unstable();
        names.sort_unstable();
        assert_eq!(grouped, names);
    }

    /// All summaries and helps of arguments start with a capital letter and end without a period.
    #[test]
    fn helps_have_one_form() {
        let mut open = vec![command()];
        while let Some(command) = open.pop() {
            let about = command
                .get_about()
                .into_iter()
                .chain(command.get_arguments().filter_map(clap::Arg::get_help));
            for text in about.map(ToString::to_string) {
                let begins = text.starts_with(|c: char| c.is_uppercase() || c == '`');
                assert!(
                    begins && !text.ends_with('.') && !text.contains('\n'),
                    "{}: {text}",
                    command.get_name()
                );
            }
            open.extend(command.get_subcommands().cloned());
        }
    }
}
