//! The arguments of `uri resolve`, `relativize`, `normalize`, `compare` and `whatwg`.

use std::ffi::OsString;

use clap::{Arg, ValueEnum};
use urigram::normalize::Rung;

use crate::args::shared::{FAILED, Help, Inputs};

pub(super) const RESOLVE: Help = Help {
    details: "\
With --pairs, each REF is a base, a tab and a reference.

A line ends with LF or CRLF; an empty one is the empty reference. A byte order mark at the start is skipped, \
spaces are not.

In text, a REF that has no target leaves no line on standard output. In JSON, each REF has an object: `base`, \
`reference` and `target`, or `input` and `error`. An error tells by `part` whether the `base` or the \
`reference` has it; with --base, one of the base counts its `offset` there.

With --steps, the lines of the pseudocode follow the target: conditions with their results, and the other lines with \
the values that they set. Within `remove_dot_segments`, the output and the input buffer follow each step, as in the \
table of section 5.2.4, up to 64 KiB of them. In JSON, `steps` has an object for each, with `section`, `rule`, \
`depth`, `holds` and `sets`.",
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

/// References or targets, and their bases.
#[derive(Debug, clap::Args)]
pub(crate) struct WithBase {
    #[command(flatten)]
    pub(crate) base: Base,

    #[command(flatten)]
    pub(crate) inputs: Inputs,
}

#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Base {
    /// The base URI; its fragment is ignored
    #[arg(long, value_name = "BASE")]
    pub(crate) base: Option<OsString>,

    /// Read the base with each value: a base, a tab, and the value
    #[arg(long)]
    pub(crate) pairs: bool,
}

/// Adapts the arguments of a command that reads targets, not references.
pub(super) fn of_targets(argument: Arg) -> Arg {
    if argument.is_positional() { argument.value_name("TARGET") } else { argument }
}

pub(super) const NORMALIZE: Help = Help {
    details: "\
A relative reference keeps its dot segments: they are removed when it is resolved.

--unique keeps all normal forms in memory. If there is none left, the command ends.

In JSON, each REF has an object: `input` and `output`, or `input` and `error`. With --unique, one that has the \
normal form of an earlier REF has `same_as`, too: the earlier one's `line`, counted from 1 over all that is read, \
its `input`, and the `rung` on which the two are equal, as `uri compare` names it.",
    status: &[
        (0, "every REF is valid"),
        (1, "a REF is invalid"),
        (2, "an argument is wrong, an input cannot be read, or --unique takes more memory than there is"),
    ],
    examples: &[
        "uri normalize 'eXAMPLE://a/./b/../b/%63/%7bfoo%7d'",
        "uri normalize --rung scheme HTTP://www.EXAMPLE.com:80",
        "uri normalize --unique --format json - < links.txt",
    ],
    see_also: &["uri-compare", "uri-resolve"],
};

pub(super) const COMPARE_USAGE: &str = "\
uri compare [OPTIONS] <A> <B>
       uri compare [OPTIONS] --pairs [PAIR]...";

pub(super) const COMPARE: Help = Help {
    details: "\
The answer is the first of string, case, percent, path and scheme on which the two are equal, or different. `path` is \
what `uri normalize` does by default. Relative references are compared as they are.

With --pairs, each PAIR is two references and a tab between them. In JSON, an error tells by `part` which of the \
two has it, `first` or `second`.",
    status: &[
        (0, "the two references of every pair are equal on a rung"),
        (1, "the two references of a pair are different, or one of them is invalid"),
        FAILED,
    ],
    examples: &[
        "uri compare http://example.com http://example.com:80/",
        "uri compare --format json 'urn:a:%7e' 'URN:A:~'",
        "printf 'http://a\\thttp://a/\\nhttp://a\\thttp://b\\n' | uri compare --pairs",
    ],
    see_also: &["uri-normalize", "uri-whatwg"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Normalize {
    /// How far to normalize; each rung includes those before it
    #[arg(long, visible_alias = "level", value_name = "RUNG", default_value = "path")]
    pub(crate) rung: UpTo,

    /// Leave out references with the normal form of an earlier one, and print their number on standard error; in JSON,
    /// name the earlier one
    #[arg(long)]
    pub(crate) unique: bool,

    /// Leave out fragments, which do not count for retrieval (section 6.1)
    #[arg(long)]
    pub(crate) no_fragment: bool,

    #[command(flatten)]
    pub(crate) inputs: Inputs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum UpTo {
    /// Nothing (section 6.2.1)
    String,
    /// The scheme and the host in lower case, hexadecimal digits in upper case (section 6.2.2.1)
    Case,
    /// No unreserved character percent-encoded (section 6.2.2.2)
    Percent,
    /// No dot segments in a URI, and no empty port (section 6.2.2.3): all of syntax-based normalization, and also
    /// called `syntax`
    #[value(alias = "syntax")]
    Path,
    /// The rules of the scheme, such as its default port (section 6.2.3)
    Scheme,
}

impl From<UpTo> for Rung {
    fn from(up_to: UpTo) -> Self {
        match up_to {
            UpTo::String => Self::String,
            UpTo::Case => Self::Case,
            UpTo::Percent => Self::Percent,
            UpTo::Path => Self::Path,
            UpTo::Scheme => Self::Scheme,
        }
    }
}

/// Two references, or pairs of them.
#[derive(Debug, clap::Args)]
pub(crate) struct Compare {
    /// Compare the two references of each pair that is read
    #[arg(long)]
    pub(crate) pairs: bool,

    /// Leave fragments out, as where only what is retrieved counts (section 6.1)
    #[arg(long)]
    pub(crate) no_fragment: bool,

    #[command(flatten)]
    pub(crate) inputs: Inputs,
}

/// Adapts the arguments of a command that reads two references, or pairs.
pub(super) fn of_pairs(argument: Arg) -> Arg {
    match argument.get_id().as_str() {
        "values" => argument.help(
            "Two references; with --pairs, pairs, and with none, or for `-`, each line of standard input",
        ),
        _ => argument,
    }
}

pub(super) const WHATWG: Help = Help {
    details: "\
The URL Standard of the WHATWG is what browsers follow; here it is as the crate `url` implements it. With a base, its \
URL is compared with the target of RFC 3986, else with the reference as it is.

In text, the URL comes first, and then each component that differs: what it is according to RFC 3986, what it is in \
the URL, `-` where it is undefined, and why. In JSON, each REF has an object: `input`, `base` if there is one, `url` with its \
parts, or null and an `error`, `rfc_error` if RFC 3986 rejects the input, and `differences`. If it does, they are those \
between the URL and what RFC 3986 would accept: with the characters percent-encoded that it does not allow. A component \
with such characters has `rfc` null.",
    status: &[
        (0, "every REF has a URL, and both have the same components"),
        (1, "a component differs, or there is no URL"),
        (2, "an argument is wrong, such as a --base that is not a URI or a URL, or an input cannot be read"),
    ],
    examples: &[
        "uri whatwg 'HTTP://Example.com:80\\a/./b c'",
        "uri whatwg --base http://example.com/a/ 'http:b' //example.org",
        "uri whatwg --format json - < links.txt",
    ],
    see_also: &["uri-compare", "uri-resolve"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Whatwg {
    /// The base URI, which has to be a URL too
    #[arg(long, value_name = "BASE")]
    pub(crate) base: Option<OsString>,

    #[command(flatten)]
    pub(crate) inputs: Inputs,
}
