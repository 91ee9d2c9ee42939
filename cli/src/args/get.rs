//! The arguments of `uri get`.

use crate::args::shared::{Help, Inputs, Separated};

pub(super) const GET: Help = Help {
    details: "\
FIELDS is the text to write for each REF. Fields are in braces, such as `{host}`; `{{` and `}}` are braces, `\\t` is a \
tab, `\\n` a line feed, and `\\\\` a backslash.

Fields:

  input                         the REF itself
  kind host_kind path_kind      as in uri parse --format json
  scheme authority userinfo user password host port
  path query fragment
  registrable                   the registrable domain of the host
  path.N                        a segment, from 0, or from -1, the last
  query.KEY                     the value of the first pair with this key
  path.*                        each segment: an answer for each of them
  query.*                       each pair; also query.*.key, query.*.value
  query.KEY.*                   each value of a key

The registrable domain is by the Public Suffix List in version 2.1.247 of the crate `psl`.

A field is written as it is in the REF. A form follows a colon, as in `{path:decoded}`:

  decoded                       without percent-encoding
  form                          the same for a query in which + is a space
  unicode ascii                 the host for people, or in its DNS form
  number                        the port as a number
  default                       the same, or else the default of the scheme
  is_default                    true if it is that default, or false
  start end                     the offsets in bytes

An undefined field is written as nothing, or as the text after a `?`: `{query?none}` is `none` without a query, and \
nothing for an empty query. A KEY is compared as data; a `:`, `?`, `}`, `*` or `%` in it is percent-encoded, so a `*` is \
written `%2A`. All fields \
with `*` have to be of the same list, and a REF whose list is empty has no answer.

On a terminal, characters that would control it are escaped. Elsewhere, such as in a file or a pipe, the values are \
written unchanged: decoded data may contain line ends, and --null and JSON separate the answers reliably.

In JSON, each answer is an object with `input` and `output`, and an invalid REF has `input` and `error`.",
    status: &[
        (0, "every REF is valid, whether the fields are defined or not"),
        (1, "a REF is invalid, or a decoded field is not UTF-8"),
        (2, "an argument is wrong, such as an unknown field, or an input cannot be read"),
    ],
    examples: &[
        "uri get '{host}' https://user@example.com:8042/over/there",
        "uri get '{scheme}://{host}:{port:default}' https://example.com/",
        "uri get '{query.q:form}' 'https://example.com/?q=caf%C3%A9+au+lait'",
        "uri get '{query.*.key}\\t{query.*.value:decoded}' 'https://example.com/?a=1&b=%20'",
        "uri get '{host}' < links.txt | sort | uniq -c",
    ],
    see_also: &["uri-parse", "uri-edit", "uri-normalize"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Get {
    /// The text to write for each REF, with fields in braces, such as `{host}`
    #[arg(value_name = "FIELDS")]
    pub(crate) fields: String,

    /// End each answer with a NUL instead of a line feed
    #[arg(short = '0', long)]
    pub(crate) null: bool,

    #[command(flatten)]
    pub(crate) separated: Separated,

    /// Read IRIs, which may contain non-ASCII characters (RFC 3987)
    #[arg(long)]
    pub(crate) iri: bool,

    #[command(flatten)]
    pub(crate) inputs: Inputs,
}
