//! The arguments of `uri resolve`, `relativize`, `normalize`, `compare` and `whatwg`.

use std::ffi::OsString;

use clap::{Arg, ValueEnum};
use urigram::normalize::Level;

use crate::args::shared::{FAILED, Help, Inputs, Separated};

pub(super) const RESOLVE: Help = Help {
    details: "\
If the base is relative, the join of base and REF takes the place of the target: for each base URI, its target is that \
of REF with the target of the base. It keeps dot segments that can be removed for some base URIs alone.

With --pairs, each REF is a base, a tab and a reference.

A line ends with LF or CRLF; an empty line is the empty reference. A byte order mark at the start is skipped, but \
spaces are not.

In text, nothing is written to standard output for a REF without a target. In JSON, each REF has an object: `base`, \
`reference` and `target`, or `input` and `error`. The `part` of an error is `base` or `reference`; with --base, the \
`offset` of an error in the base counts in the base.

With --steps, the lines of the pseudocode follow the target: conditions with their results, and other lines with the \
values that they set. In `remove_dot_segments`, the output and the input buffer follow each step, as in the table of \
section 5.2.4, up to a total of 64 KiB. In JSON, `steps` has an object for each step, with `section`, `rule`, \
`depth`, `holds` and `sets`. With --steps or --draft-1996, the base has to be a URI, because section 5.2 and the draft \
have no steps for a relative base.",
    status: &[
        (0, "every REF has a target"),
        (1, "a REF has no target"),
        (2, "an argument is wrong, such as a --base that is not a reference, or an input cannot be read"),
    ],
    examples: &[
        "uri resolve --base 'http://a/b/c/d;p?q' ../g '?y' '#s'",
        "uri resolve --base /static/ admin/x",
        "uri resolve --steps --base 'http://a/b/c/d;p?q' ../g",
        "uri resolve --base http://example.com/docs/ --format json < links.txt",
        "printf 'http://a/b\\tc\\nurn:a\\t#b\\n' | uri resolve --pairs",
    ],
    see_also: &["uri-relativize", "uri-normalize"],
};

pub(super) const RELATIVIZE: Help = Help {
    details: "\
With the same base, `uri resolve` returns exactly the target for the reference: URIs are compared as they are written. \
No reference resolves to a target with dot segments, unless its path equals the path of the base, and the target has a \
query or the base has none.

If the base is relative, so may be the TARGET. Then there is no reference to a TARGET without the authority, the `/` \
at the start or the first directory of the base.

With --pairs, each TARGET is a base, a tab and a target.

A line ends with LF or CRLF; an empty line is the empty reference. A byte order mark at the start is skipped, but \
spaces are not.

In text, nothing is written to standard output for a TARGET without a reference. In JSON, each TARGET has an object: \
`base`, `target` and `reference`, or `input` and `error`. With --pairs, the `part` of an error is `base` or `target`.",
    status: &[
        (0, "every TARGET has a reference"),
        (1, "a TARGET has no reference"),
        (2, "an argument is wrong, such as a --base that is not a reference, or an input cannot be read"),
    ],
    examples: &[
        "uri relativize --base http://example.com/docs/guide http://example.com/docs/faq",
        "uri relativize --path-relative --base http://a/dir_a/foo.html http://a/dir_b/bar.html",
        "uri relativize --base http://example.com/docs/ --format json < uris.txt",
        "printf 'http://a/b\\thttp://a/c\\n' | uri relativize --pairs",
    ],
    see_also: &["uri-resolve"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Resolve {
    #[command(flatten)]
    pub(crate) based: WithBase,

    /// Add the steps to each target: the executed lines of the pseudocode in sections 5.2.2 to 5.2.4
    #[arg(long, conflicts_with = "draft_1996")]
    pub(crate) steps: bool,

    /// Ignore the scheme of a reference if it equals that of the base, as non-strict parsers do (section 5.2.2)
    #[arg(long)]
    pub(crate) lenient: bool,

    /// Fail if there are more `..` than levels above them, including the levels of the base's path; otherwise they
    /// are dropped
    #[arg(long)]
    pub(crate) deny_above_root: bool,

    /// Fail if a path would begin with `//` without an authority; otherwise `/.` is written before it
    #[arg(long)]
    pub(crate) deny_guard: bool,

    /// Resolve as specified by a draft of 1996, draft-fielding-url-syntax-01
    #[arg(long = "draft-1996")]
    pub(crate) draft_1996: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Relativize {
    #[command(flatten)]
    pub(crate) based: WithBase,

    /// Prefer a relative path, such as `../a`, to a shorter absolute path, such as `/a`
    #[arg(long)]
    pub(crate) path_relative: bool,
}

/// References or targets, and their bases.
#[derive(Debug, clap::Args)]
pub(crate) struct WithBase {
    #[command(flatten)]
    pub(crate) base: Base,

    /// Read and write IRIs, which may contain non-ASCII characters (RFC 3987)
    #[arg(long)]
    pub(crate) iri: bool,

    #[command(flatten)]
    pub(crate) inputs: Inputs,
}

#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Base {
    /// The base, a URI or a relative reference; its fragment is ignored
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
A relative reference keeps its dot segments, because resolution removes them.

Pairs of the query are left out and sorted only on request, because a URI without them is another URI to the syntax. \
Keys are compared without percent-encoding, and case counts. In a GLOB, `*` stands for any characters, `\\*` for a \
`*` itself, and `\\\\` for a `\\`. A pair is left out if --drop-query or --drop-tracking say so, also with --keep-query. If no pairs are left, \
neither is the `?`.

--unique keeps all normal forms in memory. If memory is exhausted, the command ends.

In JSON, each REF has an object: `input` and `output`, or `input` and `error`. With --unique, a REF with the normal \
form of an earlier REF also has `same_as`: the `line` of the earlier REF, counted from 1 over all input, its `input`, \
and the `level` at which the two are equal, named as in `uri compare`.",
    status: &[
        (0, "every REF is valid"),
        (1, "a REF is invalid"),
        (2, "an argument is wrong, an input cannot be read, or --unique takes more memory than there is"),
    ],
    examples: &[
        "uri normalize 'eXAMPLE://a/./b/../b/%63/%7bfoo%7d'",
        "uri normalize --level scheme HTTP://www.EXAMPLE.com:80",
        "uri normalize --drop-tracking --sort-query 'http://example.com/?utm_source=mail&b=2&a=1'",
        "uri normalize --unique --format json - < links.txt",
    ],
    see_also: &["uri-compare", "uri-resolve"],
};

pub(super) const COMPARE_USAGE: &str = "\
uri compare [OPTIONS] <A> <B>
       uri compare [OPTIONS] --pairs [PAIR]...";

pub(super) const COMPARE: Help = Help {
    details: "\
The answer is the first of the levels string, case, percent, path and scheme at which the two references are equal, or \
different. By default, `uri normalize` goes as far as `path`. Relative references are compared without resolution. \
Two references with different fragments are different, and standard error says so if they are equal otherwise; \
--no-fragment compares the resources alone, as for retrieval or for the names of RFC 8141.

With --pairs, each PAIR is two references separated by a tab. In JSON, the `part` of an error is `first` or `second`.",
    status: &[
        (0, "the two references of every pair are equal at a level"),
        (1, "the two references of a pair are different, or one of them is invalid"),
        FAILED,
    ],
    examples: &[
        "uri compare http://example.com http://example.com:80/",
        "uri compare --format json 'urn:a:%7e' 'URN:A:~'",
        "uri compare --idna http://münchen.de/ http://xn--mnchen-3ya.de/",
        "printf 'http://a\\thttp://a/\\nhttp://a\\thttp://b\\n' | uri compare --pairs",
    ],
    see_also: &["uri-normalize", "uri-whatwg"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Normalize {
    /// How far to normalize; each level includes those before it
    #[arg(long, value_name = "LEVEL", default_value = "path")]
    pub(crate) level: UpTo,

    /// Leave out references with the normal form of an earlier one, and print their number on standard error; in JSON,
    /// name the earlier one
    #[arg(long)]
    pub(crate) unique: bool,

    /// Leave out fragments, which do not count for retrieval (section 6.1)
    #[arg(long, visible_alias = "drop-fragment")]
    pub(crate) no_fragment: bool,

    #[command(flatten)]
    pub(crate) query: QueryKept,

    /// Read and write IRIs, which may contain non-ASCII characters (RFC 3987)
    #[arg(long)]
    pub(crate) iri: bool,

    #[command(flatten)]
    pub(crate) inputs: Inputs,
}

/// The pairs of a query that are kept, and their order.
#[derive(Debug, clap::Args)]
pub(crate) struct QueryKept {
    /// Leave out the pairs of the query with such a key, in which a `*` stands for any characters; can be given several
    /// times
    #[arg(long, value_name = "GLOB")]
    pub(crate) drop_query: Vec<OsString>,

    /// Leave out all pairs of the query but those with such a key; can be given several times
    #[arg(long, value_name = "GLOB")]
    pub(crate) keep_query: Vec<OsString>,

    /// Leave out the pairs of the query that trackers add to links, such as utm_source and fbclid
    #[arg(long)]
    pub(crate) drop_tracking: bool,

    /// Sort the pairs of the query by their keys; pairs with the same key stay in their order
    #[arg(long)]
    pub(crate) sort_query: bool,

    #[command(flatten)]
    pub(crate) separated: Separated,
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

impl From<UpTo> for Level {
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

/// Two references, or pairs of references on standard input.
#[derive(Debug, clap::Args)]
pub(crate) struct Compare {
    /// Compare the two references of each pair that is read
    #[arg(long)]
    pub(crate) pairs: bool,

    /// Ignore fragments, which do not count for retrieval (section 6.1)
    #[arg(long)]
    pub(crate) no_fragment: bool,

    /// Compare IRIs, which may contain non-ASCII characters (RFC 3987)
    #[arg(long)]
    pub(crate) iri: bool,

    /// Compare IRIs, and at the level `scheme` the DNS forms of their hosts: `münchen.de` is `xn--mnchen-3ya.de`
    #[arg(long)]
    pub(crate) idna: bool,

    #[command(flatten)]
    pub(crate) inputs: Inputs,
}

/// Adapts the arguments of a command that reads two references, or pairs of references.
pub(super) fn of_pairs(argument: Arg) -> Arg {
    match argument.get_id().as_str() {
        "values" => argument.help(
            "Two references; with --pairs, any number of pairs; with no pair, or for `-`, each line of standard input",
        ),
        _ => argument,
    }
}

pub(super) const WHATWG: Help = Help {
    details: "\
Browsers follow the URL Standard of the WHATWG, which is implemented here by the crate `url`. With a base, the URL is \
compared with the target of RFC 3986, otherwise with the reference itself.

In text, the URL comes first, and then each component that differs: its value by RFC 3986, its value in the URL, `-` \
if it is undefined, and the reason. In JSON, each REF has an object: `input`; `base` if there is one; `url` with its \
parts, or null and an `error`; `rfc_error` if RFC 3986 rejects the input; and `differences`. If RFC 3986 rejects the \
input, the URL is compared with the input after percent-encoding the characters that RFC 3986 does not allow. A \
component with such characters has `rfc` null.",
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
