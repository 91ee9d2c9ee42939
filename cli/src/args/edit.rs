//! The arguments of `uri edit` and `uri build`.

use std::ffi::OsString;

use super::help::Help;
use super::ordered::{Additions, Edits};
use super::shared::{Format, Values};

pub(super) const EDIT: Help = Help {
    details: "\
The edits are made one after another, as they are typed. If a REF cannot have one, it is left out, and the \
others go on. If none can, as with a port that is not a number, nothing is read.

What the options are given is raw text: what its component may not have is percent-encoded, a `%` too, as `%25`. \
A path, a query or a userinfo keeps its delimiters; a segment, a key or a value has none: it is data. With \
--encoded the text is taken as it is written, and has to be valid; to do both, edit what `uri edit --encoded` has \
made. The first `=` of a pair ends its key; a KEY alone is a pair without a value.

Where a path would be read as an authority or as a scheme, `/.` or `./` is written before it.

A line ends with LF or CRLF; an empty one is the empty reference. In JSON, each REF has an object: `input` and \
`output`, or `input` and `error`. An error tells by `part` which option cannot be done, and counts its `offset` \
in the reference that the edits before it have made.",
    status: &[
        (0, "every REF was edited"),
        (1, "a REF is invalid, or cannot have an edit"),
        (2, "an argument is wrong, such as an edit that no REF can have, or an input cannot be read"),
    ],
    examples: &[
        "uri edit --push 'a/b' --set 'k=v&w' http://h/x",
        "uri edit --scheme https --no-port --unset utm_source < links.txt",
        "uri edit --encoded --path '/a%2Fb' --no-query --format json - < links.txt",
    ],
    see_also: &["uri-build", "uri-encode"],
};

pub(super) const BUILD: Help = Help {
    details: "\
What the options are given is raw text: what its component may not have is percent-encoded, a `%` too, as `%25`. \
A path, a query or a userinfo keeps its delimiters; a segment, a key or a value has none: it is data. With \
--encoded the text is taken as it is written, and has to be valid. The first `=` of a pair ends its key; a \
KEY alone is a pair without a value.

First the components are put together; then segments and pairs are added, as they are typed. Components that \
cannot stand together are an error: a userinfo or a port without a host, and by section 3.3 a path that does not \
begin with `/` after a host, that begins with `//` without one, or whose first segment has a colon without a \
scheme.

In JSON, the answer is an object with `output`, or with `input`, which is the text to blame, and `error`, \
which tells by `part` whose option it is.",
    status: &[
        (0, "the reference was built"),
        (1, "the components cannot stand together"),
        (2, "an argument is wrong, such as a port that is not a number"),
    ],
    examples: &[
        "uri build --scheme http --host example.com --push 'My Documents' --append 'q=1&2'",
        "uri build --scheme urn --path isbn:0451450523",
        "uri build --encoded --host '[2001:db8::7]' --port 8042 --path /a%2Fb",
    ],
    see_also: &["uri-edit", "uri-encode"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Edit {
    #[command(flatten)]
    pub(crate) edits: Edits,

    #[command(flatten)]
    pub(crate) written: Written,

    /// How to answer; JSON is one object a line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) values: Values,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Build {
    /// The scheme
    #[arg(long, value_name = "SCHEME", allow_hyphen_values = true)]
    pub(crate) scheme: Option<OsString>,

    /// The userinfo, such as `user:password`
    #[arg(long, value_name = "USERINFO", allow_hyphen_values = true)]
    pub(crate) userinfo: Option<OsString>,

    /// The host: a name, or an IP address, in brackets or without
    #[arg(long, value_name = "HOST", allow_hyphen_values = true)]
    pub(crate) host: Option<OsString>,

    /// The port
    #[arg(long, value_name = "PORT", allow_hyphen_values = true)]
    pub(crate) port: Option<OsString>,

    /// The path
    #[arg(long, value_name = "PATH", allow_hyphen_values = true)]
    pub(crate) path: Option<OsString>,

    /// The query
    #[arg(long, value_name = "QUERY", allow_hyphen_values = true)]
    pub(crate) query: Option<OsString>,

    /// The fragment
    #[arg(long, value_name = "FRAGMENT", allow_hyphen_values = true)]
    pub(crate) fragment: Option<OsString>,

    #[command(flatten)]
    pub(crate) additions: Additions,

    #[command(flatten)]
    pub(crate) written: Written,

    /// How to answer; JSON is one object
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

/// How what is typed is written.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Written {
    /// Take the values of options as they are written: they are percent-encoded already
    #[arg(long)]
    pub(crate) encoded: bool,

    /// Take the query as the pairs of a form, application/x-www-form-urlencoded, in which `+` is a space
    #[arg(long)]
    pub(crate) form: bool,
}
