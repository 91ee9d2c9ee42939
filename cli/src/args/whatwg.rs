//! The arguments of `uri whatwg`.

use std::ffi::OsString;

use super::help::Help;
use super::shared::{Format, Values};

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

    /// How to answer; JSON is one object a line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) values: Values,
}
