//! The arguments of `uri template`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Arg, Subcommand};

use crate::args::shared::{Help, Inputs};

const TEMPLATE: Help = Help {
    details: "\
A template is a URI reference with expressions in braces, such as `http://example.com/{user}{?page}`. The operators are \
`+`, `#`, `.`, `/`, `;`, `?` and `&`; `:3` after a variable means the first three characters of its value, and `*` \
that the members of a list or map are written one by one.",
    status: &[
        (0, "all is well"),
        (1, "a template is invalid, or a URI does not match"),
        (2, "an argument is wrong, or an input cannot be read"),
    ],
    examples: &[
        "uri template expand --var user=fred --var page=2 'http://example.com/{user}{?page}'",
        "uri template match 'http://example.com/{user}{?page}' 'http://example.com/fred?page=2'",
    ],
    see_also: &["uri-build", "uri-encode", "uri-edit"],
};

const EXPAND: Help = Help {
    details: "\
A variable without a value is undefined, and adds nothing to the URI.

The file of --vars has a JSON object, with a string, a number, `true`, `false`, a list or an object as the value of \
each variable; `null` is undefined. A variable of --var replaces one of the file. Associative arrays can only be given \
in the file.

In JSON, each TEMPLATE has an object: `input` and `output`, or `input` and `error`. The `component` of an error is \
`expression` or `literals`.",
    status: &[
        (0, "every TEMPLATE was expanded"),
        (1, "a TEMPLATE is invalid, or has a variable with a prefix whose value is not a string"),
        (2, "an argument is wrong, or an input cannot be read"),
    ],
    examples: &[
        "uri template expand --var q='café' 'http://example.com/search{?q,lang}'",
        "uri template expand --var path=a --var path=b '/files{/path*}'",
        "uri template expand --vars values.json < templates.txt",
    ],
    see_also: &["uri-template", "uri-template-match", "uri-encode"],
};

const MATCH: Help = Help {
    details: "\
In text, each value is a line NAME=VALUE. A list has a line for each member, and a map lines NAME.KEY=VALUE. An empty \
line precedes the values of each further URI. A variable without a line is undefined. Variables that the URI does not \
determine are listed on standard error; they have the longest values that are possible, from left to right.

A URI matches if the template gives exactly this URI with the values. So `%61` is no match for the value `a`; `uri \
normalize` decodes it.

In JSON, each URI has an object: `input`, `values` and `ambiguous`, a list of the variables that the URI does not \
determine; or `input` and `error`.",
    status: &[
        (0, "every URI matches"),
        (1, "a URI does not match"),
        (2, "an argument is wrong, such as TEMPLATE, or an input cannot be read"),
    ],
    examples: &[
        "uri template match 'http://example.com/{user}{?page}' 'http://example.com/fred?page=2'",
        "uri template match --format json '/files{/path*}' /files/a/b",
    ],
    see_also: &["uri-template", "uri-template-expand", "uri-normalize"],
};

const VARIABLES: Help = Help {
    details: "\
The names are in the order of the template, each once, with spaces between them.

In JSON, each TEMPLATE has an object: `input` and `variables`, or `input` and `error`.",
    status: &[
        (0, "every TEMPLATE is valid"),
        (1, "a TEMPLATE is invalid"),
        (2, "an argument is wrong, or an input cannot be read"),
    ],
    examples: &["uri template variables 'http://example.com/{user}{?page,tag*}'"],
    see_also: &["uri-template", "uri-template-expand"],
};

/// Returns the help of a subcommand, or of `uri template` itself if the name is empty.
pub(super) fn help_of(name: &str) -> Option<&'static Help> {
    Some(match name {
        "" => &TEMPLATE,
        "expand" => &EXPAND,
        "match" => &MATCH,
        "variables" => &VARIABLES,
        _ => return None,
    })
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Write the URIs that templates give with values (RFC 6570)
    #[command(mut_args(of_templates))]
    Expand(Expand),
    /// Find the values by which a template gives URIs
    #[command(mut_args(of_uris))]
    Match(Match),
    /// Show the variables of templates
    #[command(mut_args(of_templates))]
    Variables(Inputs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct Expand {
    /// A variable and its value; given several times for the same variable, its value is a list
    #[arg(long = "var", value_name = "NAME=VALUE", value_parser = variable)]
    pub(crate) variables: Vec<(String, String)>,

    /// A file with values, as a JSON object
    #[arg(long = "vars", value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) inputs: Inputs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Match {
    /// The template
    #[arg(value_name = "TEMPLATE")]
    pub(crate) template: OsString,

    #[command(flatten)]
    pub(crate) inputs: Inputs,
}

fn variable(typed: &str) -> Result<(String, String), &'static str> {
    let (name, value) = typed.split_once('=').ok_or("there is no `=` after a name")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Adapts the arguments of a command that reads templates, not references.
fn of_templates(argument: Arg) -> Arg {
    if argument.is_positional() { argument.value_name("TEMPLATE") } else { argument }
}

/// Adapts the arguments of a command that reads a template and URIs.
fn of_uris(argument: Arg) -> Arg {
    if argument.is_positional() && argument.get_id() != "template" {
        argument.value_name("URI")
    } else {
        argument
    }
}
