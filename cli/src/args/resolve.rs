//! The arguments of `uri resolve` and `uri relativize`.

use std::ffi::OsString;

use clap::Arg;

use super::help::Help;
use super::shared::{Format, Values};

pub(super) const RESOLVE: Help = Help {
    details: "\
With --pairs, each REF is a base, a tab and a reference.

A line ends with LF or CRLF; an empty one is the empty reference. A byte order mark at the start is skipped, \
spaces are not.

In text, a REF that has no target leaves no line on standard output. In JSON, each REF has an object: `base`, \
`reference` and `target`, or `input` and `error`. An error tells by `part` whether the `base` or the \
`reference` has it; with --base, one of the base counts its `offset` there.

With --steps, the lines of the pseudocode follow the target: conditions with whether they hold, and what each other line \
sets. Within `remove_dot_segments`, the output and the input buffer follow each step, as in the table of section 5.2.4, \
up to 64 KiB of them. In JSON, `steps` has an object for each, with `section`, `rule`, `depth`, `holds` and `sets`.",
    status: &[
        (0, "every REF has a target"),
        (1, "a REF has no target"),
        (2, "an argument is wrong, such as a --base that is not a URI, or an input cannot be read"),
    ],
    examples: &[
        "uri resolve --base 'http://a/b/c/d;p?q' ../g '?y' '#s'",
        "uri resolve --steps --base 'http://a/b/c/d;p?q' ../g",
        "uri resolve --base http://example.com/docs/ --format json < links.txt",
        "printf 'http://a/b\\tc\\nurn:a\\t#b\\n' | uri resolve --pairs",
    ],
    see_also: &["uri-relativize", "uri-normalize"],
};

pub(super) const RELATIVIZE: Help = Help {
    details: "\
With the same base, `uri resolve` makes exactly the target of the reference again: URIs are compared as they \
are written. No reference leads to a target whose path has dot segments, unless it is the path of the base, \
and the target has the query of the base or has another one.

With --pairs, each TARGET is a base, a tab and a target.

A line ends with LF or CRLF; an empty one is not a URI. A byte order mark at the start is skipped, spaces are not.

In text, a TARGET that has no reference leaves no line on standard output. In JSON, each TARGET has an object: \
`base`, `target` and `reference`, or `input` and `error`. With --pairs, an error tells by `part` whether the \
`base` or the `target` has it.",
    status: &[
        (0, "every TARGET has a reference"),
        (1, "a TARGET has no reference"),
        (2, "an argument is wrong, such as a --base that is not a URI, or an input cannot be read"),
    ],
    examples: &[
        "uri relativize --base http://example.com/docs/guide http://example.com/docs/faq",
        "uri relativize --base http://example.com/docs/ --format json < uris.txt",
        "printf 'http://a/b\\thttp://a/c\\n' | uri relativize --pairs",
    ],
    see_also: &["uri-resolve"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Resolve {
    #[command(flatten)]
    pub(crate) based: WithBase,

    /// Add the steps to each target: the lines of the pseudocode in sections 5.2.2 to 5.2.4 that are taken
    #[arg(long, conflicts_with = "draft_1996")]
    pub(crate) steps: bool,

    /// Ignore the scheme of a reference if it is that of the base, as non-strict parsers do (section 5.2.2)
    #[arg(long)]
    pub(crate) lenient: bool,

    /// Fail if there are more `..` than levels above, those in the path of the base included; otherwise they
    /// are dropped
    #[arg(long)]
    pub(crate) checked: bool,

    /// Fail if a path would begin with `//` where there is no authority; otherwise `/.` is written before it
    #[arg(long)]
    pub(crate) deny_guard: bool,

    /// Resolve as a draft of 1996 did, draft-fielding-url-syntax-01
    #[arg(long = "draft-1996")]
    pub(crate) draft_1996: bool,
}

/// References or targets, and the base that each goes with.
#[derive(Debug, clap::Args)]
pub(crate) struct WithBase {
    #[command(flatten)]
    pub(crate) base: Base,

    /// How to answer; JSON is one object a line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) values: Values,
}

#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Base {
    /// The base URI; its fragment is ignored
    #[arg(long, value_name = "BASE")]
    pub(crate) base: Option<OsString>,

    /// Take the base from what is read: a base, a tab, and what goes with it
    #[arg(long)]
    pub(crate) pairs: bool,
}

/// Adapts the arguments of a command that reads targets, not references.
pub(super) fn of_targets(argument: Arg) -> Arg {
    if argument.is_positional() { argument.value_name("TARGET") } else { argument }
}
