//! How the URL Standard reads a reference, and where RFC 3986 reads it in another way, for `uri whatwg`.

use std::io::{self, Write};

use serde::Serialize;

use crate::output::visible::{self, Escaped};

#[derive(Serialize)]
pub(crate) struct Whatwg<'a> {
    pub(crate) input: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) base: Option<&'a str>,
    pub(crate) url: Option<UrlParts<'a>>,
    /// Why there is no URL.
    pub(crate) error: Option<String>,
    /// Why RFC 3986 rejects the input.
    pub(crate) rfc_error: Option<String>,
    pub(crate) differences: Vec<Difference>,
}

/// The parts of a URL, by the names of the URL Standard.
#[derive(Serialize)]
pub(crate) struct UrlParts<'a> {
    pub(crate) href: &'a str,
    pub(crate) scheme: &'a str,
    pub(crate) username: &'a str,
    pub(crate) password: Option<&'a str>,
    pub(crate) host: Option<&'a str>,
    pub(crate) port: Option<u16>,
    pub(crate) path: &'a str,
    pub(crate) query: Option<&'a str>,
    pub(crate) fragment: Option<&'a str>,
}

/// A component that the two read in different ways.
#[derive(Serialize)]
pub(crate) struct Difference {
    pub(crate) component: &'static str,
    /// `None` if it is undefined, or is not allowed as it is.
    pub(crate) rfc: Option<String>,
    pub(crate) whatwg: Option<String>,
    pub(crate) why: String,
}

impl Whatwg<'_> {
    pub(crate) fn draw(&self, out: &mut impl Write) -> io::Result<()> {
        match (&self.url, &self.error) {
            (Some(url), _) => writeln!(out, "{}", Escaped(url.href))?,
            (None, error) => writeln!(out, "no URL: {}", error.as_deref().unwrap_or_default())?,
        }
        if let Some(error) = &self.rfc_error {
            writeln!(out, "  not a URI reference (RFC 3986): {}", Escaped(error))?;
        }
        for Difference { component, rfc, whatwg, why } in &self.differences {
            writeln!(out, "  {component}: {} -> {}", shown(rfc), shown(whatwg))?;
            writeln!(out, "    {}", Escaped(why))?;
        }
        Ok(())
    }
}

fn shown(text: &Option<String>) -> String {
    text.as_deref().map_or("-".to_owned(), visible::quoted)
}
