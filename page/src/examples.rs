//! The grammars that the page offers at its start: `uri.pest`, its variants, and grammars of other texts than URIs.

use serde::Serialize;
use urigram::grammar::{GRAMMAR, VARIANTS};

/// The state of the page at its start.
#[derive(Serialize)]
pub(crate) struct Begin<F> {
    file: Option<F>,
    builtin: &'static str,
    examples: Vec<Example>,
    /// Whether a worker answers rather than a server.
    worker: bool,
}

impl<F> Begin<F> {
    /// Returns the state for a page that a server answers, with the file that it shows.
    pub(crate) fn with_server(file: Option<F>) -> Self {
        Self { file, builtin: GRAMMAR, examples: all(), worker: false }
    }
}

impl Begin<()> {
    /// Returns the state for a page that a worker answers.
    pub(crate) fn with_worker() -> Self {
        Self { worker: true, ..Self::with_server(None) }
    }
}

/// A grammar, and a text to parse with it.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Example {
    pub(crate) name: &'static str,
    title: &'static str,
    about: &'static str,
    /// The text, which the page fetches when the example is chosen.
    #[serde(skip)]
    pub(crate) grammar: &'static str,
    rule: &'static str,
    input: &'static str,
    base: &'static str,
}

const BASE: &str = "http://example.com/docs/guide";

/// Returns the examples in the order in which they are shown.
pub(crate) fn all() -> Vec<Example> {
    let mut all: Vec<Example> =
        VARIANTS.iter().filter_map(|variant| of_variant(variant.name, variant.text)).collect();
    all.extend([
        Example {
            name: "json.pest",
            title: "JSON",
            about: "RFC 8259: objects, arrays, strings and numbers. A grammar that calls itself",
            grammar: include_str!("../examples/json.pest"),
            rule: "JSON_text",
            input: "{\"name\": \"ferret\", \"legs\": [4, -0.4e1], \"wild\": false}",
            base: "",
        },
        Example {
            name: "email.pest",
            title: "E-mail addresses",
            about: "RFC 5321, section 4.1.2: what comes after `MAIL FROM`, quoted names and addresses of hosts included",
            grammar: include_str!("../examples/email.pest"),
            rule: "Mailbox",
            input: "\"a ferret\"@[IPv6:2001:db8::7]",
            base: "",
        },
    ]);
    all
}

/// Returns the grammar of the example with this name.
pub(crate) fn text(name: &str) -> Option<&'static str> {
    all().into_iter().find(|example| example.name == name).map(|example| example.grammar)
}

/// Returns the example for a variant, if this function has a row for it.
fn of_variant(name: &'static str, grammar: &'static str) -> Option<Example> {
    let (title, about, rule, input) = match name {
        "rfc3987.pest" => (
            "IRIs",
            "RFC 3987: characters beyond ASCII where URIs have them percent-encoded",
            "URI-reference",
            "http://例え.jp/引き出し?é#résumé",
        ),
        "rfc6874.pest" => (
            "Zones",
            "RFC 6874: an IPv6 address with the zone that it is meant in",
            "URI-reference",
            "http://[fe80::1%25en0]/",
        ),
        "strict-dns.pest" => (
            "DNS host names",
            "RFC 1034 and RFC 1123: hosts are only names that the DNS can look up",
            "URI-reference",
            "http://a_b.example/",
        ),
        "url1996.pest" => (
            "URLs of 1996",
            "The draft that became RFC 2396: any URL that is not absolute is relative",
            "URL-reference",
            "http:/docs/a;b?c#d",
        ),
        _ => return None,
    };
    Some(Example { name, title, about, grammar, rule, input, base: BASE })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_each_variant() {
        let names: Vec<&str> = all().iter().map(|example| example.name).collect();
        let variants: Vec<&str> = VARIANTS.iter().map(|variant| variant.name).collect();
        assert_eq!(names[..variants.len()], variants);
    }
}
