//! The arguments of `uri parse`, and what is said of it and of `uri tree`.

use super::help::{FAILED, Help};
use super::shared::{By, Format, Values};

pub(super) const PARSE: Help = Help {
    details: "\
In text, the components are drawn below the reference as in section 3 of RFC 3986, or listed if the drawing would be \
too wide; characters that a terminal would obey are escaped. In JSON, every string is as it was.

In JSON, --details adds an object `details`: `spans`, where each component lies, as offsets of its start and end in \
bytes; `port`, its number, the default of the scheme and whether the two are equal; `segments` and `pairs`, the parts \
of the path and the query with their offsets; and `decoded`, the components without percent-encoding. What is \
undefined, or not UTF-8, is null.",
    status: &[(0, "every REF matches the rule"), (1, "a REF does not match the rule"), FAILED],
    examples: &[
        "uri parse 'foo://user@example.com:8042/over/there?name=ferret#nose'",
        "uri parse --details 'http://example.com:80/a%20b/?q=%C3%A9'",
        "uri parse --as authority 'user@[2001:db8::7]:80'",
        "uri parse --format json - < references.txt",
    ],
    see_also: &["uri-tree", "uri-trace", "uri-check"],
};

pub(super) const TREE: Help = Help {
    details: "\
In text, each node is a line, indented below the node that it belongs to. In JSON, each REF has one object, with the \
nodes in it. Rules have the names that the grammar gives them.",
    status: &[(0, "every REF matches the rule"), (1, "a REF does not match the rule"), FAILED],
    examples: &[
        "uri tree 'urn:example:animal:ferret:nose'",
        "uri tree --as IPv6address --format json '2001:db8::192.0.2.1'",
    ],
    see_also: &["uri-parse", "uri-trace"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Parse {
    #[command(flatten)]
    pub(crate) by: By,

    /// Add where the components lie, the segments of the path and the pairs of the query, the number of the port,
    /// and what is percent-encoded decoded
    #[arg(long)]
    pub(crate) details: bool,

    /// How to answer; JSON is one object a line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) values: Values,
}
