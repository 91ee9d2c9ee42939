//! `uri whatwg`: how the URL Standard reads each reference, and where that differs from RFC 3986.
//!
//! In: references, and a base.
//! Out: URLs, and the components in which the two differ. `reading` has the components of both readings, and
//! `compare` finds the differences and explains them: by the `rewrites` of the whole text, by the characters that
//! `repair` encodes, and by the `reasons` for each component.
//! Next: `main`, which converts the status to an exit code.

mod compare;
mod reading;
mod reasons;
mod repair;
mod rewrites;

use urigram::{Rule, Uri, UriReference};
use url::Url;

use self::compare::Base;
use crate::answer::{self, with_base};
use crate::args::{Format, Whatwg as Arguments};
use crate::fault::{Fault, decode};
use crate::outcome::{Error, Status};
use crate::output::differences::{Difference, UrlParts, Whatwg};
use crate::output::{self, json};

pub(crate) fn run(arguments: &Arguments, status: &mut Status) -> Result<(), Error> {
    let Arguments { base, format, values } = arguments;
    let base = match base {
        None => None,
        Some(typed) => match with_base::typed_base(typed, status, with_url) {
            None => return Ok(()),
            base => base,
        },
    };
    let mut all_equal = true;
    let ended = answer::each(values, *format, status, &mut output::plain(), |out, bytes| {
        let text = decode(Rule::URI_reference.name(), bytes)?;
        let url = Url::options().base_url(base.as_ref().map(|base| &base.url)).parse(text);
        let answer = compared(text, base.as_ref(), &url);
        all_equal &= answer.url.is_some() && answer.differences.is_empty();
        match format {
            Format::Json => json::write_line(out, &answer)?,
            Format::Text => answer.draw(out)?,
        }
        Ok(())
    });
    if !all_equal {
        *status |= Status::Invalid;
    }
    ended
}

/// Returns what the URL Standard makes of a text, and where RFC 3986 reads it in another way.
fn compared<'a>(
    input: &'a str,
    base: Option<&'a Base<'_>>,
    url: &'a Result<Url, url::ParseError>,
) -> Whatwg<'a> {
    let rfc = compare::by_rfc(input, base);
    let rfc_error = UriReference::parse(input).err().map(|fault| fault.to_string());
    let (url, error, differences) = match url {
        Ok(url) => (Some(parts(url)), None, compare::differences(input, base, rfc.as_ref(), url)),
        Err(error) => {
            let (component, why) = reasons::of_error(*error);
            let differences = rfc.map(|rfc| Difference {
                component,
                rfc: rfc.get(component),
                whatwg: None,
                why: why.to_owned(),
            });
            (None, Some(error.to_string()), differences.into_iter().collect())
        }
    };
    Whatwg { input, base: base.map(|base| base.uri.as_str()), url, error, rfc_error, differences }
}

fn parts(url: &Url) -> UrlParts<'_> {
    UrlParts {
        href: url.as_str(),
        scheme: url.scheme(),
        username: url.username(),
        password: url.password(),
        host: url.host_str(),
        port: url.port(),
        path: url.path(),
        query: url.query(),
        fragment: url.fragment(),
    }
}

/// Returns the base with its URL, or why it has none.
fn with_url(uri: Uri<&str>) -> Result<Base<'_>, Fault> {
    match Url::parse(uri.as_str()) {
        Ok(url) => Ok(Base { uri, url }),
        Err(error) => {
            let (component, why) = reasons::of_error(error);
            let message = format!("no URL: {error}");
            Err(Fault::NoAnswer { component, offset: 0, found: None, message, help: why.into() })
        }
    }
}
