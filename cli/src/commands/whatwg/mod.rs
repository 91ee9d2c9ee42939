//! `uri whatwg`: how the URL Standard reads each reference, and where that differs from RFC 3986.
//!
//! In: references, and a base.
//! Out: URLs, and the components that differ, each with an explanation: a rewrite of the whole text,
//! characters that have to be percent-encoded, or one of the `reasons` for the component.
//! Next: `lib.rs`, which converts the status to an exit code.

mod reasons;

use std::collections::HashSet;
use std::io;
use std::io::Write;

use serde::Serialize;
use urigram::{Rule, Uri, UriReference};
use url::Url;

use crate::args::{Format, Inputs, Whatwg as Arguments};
use crate::commands::whatwg::reasons::{REWRITES, Repaired, Rewrite, encode, percent, repair};
use crate::fault::{Fault, decode};
use crate::outcome::{Error, Status};
use crate::output::visible::Escaped;
use crate::output::{json, visible};
use crate::{answer, output};

pub(crate) fn run(arguments: &Arguments, status: &mut Status) -> Result<(), Error> {
    let Arguments { base, inputs: Inputs { format, values } } = arguments;
    let base = match base {
        None => None,
        Some(typed) => {
            match answer::typed_base(typed, status, |typed| answer::base_uri(typed).and_then(with_url)) {
                None => return Ok(()),
                base => base,
            }
        }
    };
    let mut all_equal = true;
    let ended = answer::each(values, *format, status, &mut output::plain(), |out, bytes| {
        let text = decode(Rule::URI_reference.as_str(), bytes)?;
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

/// Returns the URL that the URL Standard reads in the text, and the components that RFC 3986 reads
/// differently.
fn compared<'a>(
    input: &'a str,
    base: Option<&'a Base<'_>>,
    url: &'a Result<Url, url::ParseError>,
) -> Whatwg<'a> {
    let rfc = by_rfc(input, base);
    let rfc_error = UriReference::parse(input).err().map(|fault| fault.to_string());
    let (url, error, differences) = match url {
        Ok(url) => (Some(parts(url)), None, differences(input, base, rfc.as_ref(), url)),
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

/// Returns the base with its URL. Fails if the URL Standard rejects the base.
fn with_url(uri: Uri<&str>) -> Result<Base<'_>, Fault> {
    match Url::parse(uri.as_str()) {
        Ok(url) => Ok(Base { uri, url }),
        Err(error) => {
            let (component, why) = reasons::of_error(error);
            let message = format!("no URL: {error}");
            Err(Fault::at(0, "", component, message, why))
        }
    }
}

#[derive(Serialize)]
struct Whatwg<'a> {
    input: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    base: Option<&'a str>,
    url: Option<UrlParts<'a>>,
    /// Why the URL Standard rejects the input.
    error: Option<String>,
    /// Why RFC 3986 rejects the input.
    rfc_error: Option<String>,
    differences: Vec<Difference>,
}

/// The parts of a URL, by the names of the URL Standard.
#[derive(Serialize)]
struct UrlParts<'a> {
    href: &'a str,
    scheme: &'a str,
    username: &'a str,
    password: Option<&'a str>,
    host: Option<&'a str>,
    port: Option<u16>,
    path: &'a str,
    query: Option<&'a str>,
    fragment: Option<&'a str>,
}

/// A component that the two standards read differently.
#[derive(Serialize)]
struct Difference {
    component: &'static str,
    /// `None` if RFC 3986 does not define the component, or allows it only with characters encoded.
    rfc: Option<String>,
    whatwg: Option<String>,
    why: String,
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

/// The maximum number of characters listed in a reason.
const NAMED: usize = 3;

/// A base as both standards read it.
struct Base<'a> {
    uri: Uri<&'a str>,
    url: Url,
}

/// A text after some of the rewrites, repaired so that RFC 3986 may allow it.
struct Stage {
    repaired: Repaired,
    /// The components of the target; `None` if even the repaired text is rejected.
    reading: Option<Reading>,
}

impl Stage {
    fn of(text: &str, base: Option<&Base<'_>>) -> Self {
        let repaired = repair(text);
        let reading = by_rfc(&repaired.text, base);
        Self { repaired, reading }
    }

    /// Returns whether the rewrite between this stage and `next` explains the difference in the component.
    fn differs(&self, next: &Self, component: &str) -> bool {
        match (&self.reading, &next.reading, &self.repaired.fault) {
            (Some(before), Some(after), _) => before.get(component) != after.get(component),
            (_, _, Some(fault)) => fault.component().as_str() == component,
            _ => false,
        }
    }

    /// Returns the component; `None` if RFC 3986 allows it only with characters encoded.
    fn accepted(&self, component: &str) -> Option<String> {
        if self.encoded(component).is_empty() { self.reading.as_ref()?.get(component) } else { None }
    }

    /// Returns whether `path` is the path of the reference before resolution.
    fn has_path(&self, path: &Option<String>) -> bool {
        let reference = UriReference::parse(self.repaired.text.as_str());
        reference.is_ok_and(|reference| path.as_deref() == Some(reference.path().as_str()))
    }

    /// Returns the characters of the component that were percent-encoded by the repair.
    fn encoded(&self, component: &str) -> Vec<char> {
        let Ok(reference) = UriReference::parse(self.repaired.text.as_str()) else { return Vec::new() };
        let at = reference.components();
        let range = match component {
            "userinfo" => at.userinfo(),
            "host" => at.host(),
            "path" => at.path(),
            "query" => at.query(),
            "fragment" => at.fragment(),
            _ => None,
        };
        let Some(range) = range else { return Vec::new() };
        let inside = self.repaired.encoded.iter().filter(|(place, _)| range.contains(place));
        let mut found: Vec<char> = inside.map(|(_, c)| *c).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Returns the components of a reference or, with a base, of its target; `None` if RFC 3986 rejects the text.
fn by_rfc(text: &str, base: Option<&Base<'_>>) -> Option<Reading> {
    let reference = UriReference::parse(text).ok()?;
    let Some(base) = base else { return Some(Reading::by_rfc(&reference)) };
    let target = base.uri.resolve(&reference).ok()?;
    Some(Reading::by_rfc(&target.borrowed().into()))
}

/// Returns the components that the two standards read differently. `rfc` is the components of the unchanged
/// input.
fn differences(input: &str, base: Option<&Base<'_>>, rfc: Option<&Reading>, url: &Url) -> Vec<Difference> {
    let whatwg = Reading::by_whatwg(url);
    let mut text = input.to_owned();
    let mut last = Stage::of(&text, base);
    let mut reasons: [Vec<String>; COMPONENTS.len()] = Default::default();
    for Rewrite { apply, why } in REWRITES {
        let rewritten = apply(&text, base.map(|base| &base.url));
        if rewritten == text {
            continue;
        }
        text = rewritten;
        let next = Stage::of(&text, base);
        for (component, reasons) in COMPONENTS.iter().zip(&mut reasons) {
            if last.differs(&next, component) {
                reasons.push((*why).to_owned());
            }
        }
        last = next;
    }
    let mut differences = Vec::new();
    for (component, mut reasons) in COMPONENTS.into_iter().zip(reasons) {
        let whatwg = whatwg.get(component);
        let as_read = match rfc {
            Some(rfc) => rfc.get(component),
            None => last.accepted(component).filter(|text| Some(text) != whatwg.as_ref()),
        };
        reasons.extend(of_component(url, component, &last, &whatwg));
        let differs = match rfc {
            Some(_) => as_read != whatwg,
            None => !reasons.is_empty(),
        };
        if differs {
            if reasons.is_empty() {
                reasons.push(reasons::OTHERWISE.to_owned());
            }
            differences.push(Difference { component, rfc: as_read, whatwg, why: reasons.join("; ") });
        }
    }
    differences
}

/// Returns the reasons why the URL Standard reads a component of the rewritten text differently.
fn of_component(url: &Url, component: &'static str, last: &Stage, whatwg: &Option<String>) -> Vec<String> {
    let Some(reading) = &last.reading else {
        let is_cause =
            last.repaired.fault.as_ref().is_some_and(|fault| fault.component().as_str() == component);
        return if is_cause { vec![reasons::ACCEPTED.to_owned()] } else { Vec::new() };
    };
    let rfc = reading.get(component);
    let encoded = last.encoded(component);
    if component == "path" && rfc != *whatwg && url.cannot_be_a_base() && last.has_path(whatwg) {
        return vec![reasons::OPAQUE.to_owned()];
    }
    if encoded.is_empty() {
        return if rfc == *whatwg {
            Vec::new()
        } else {
            reasons::of(url, component, &rfc, whatwg).into_iter().map(str::to_owned).collect()
        };
    }
    let text = whatwg.as_deref().unwrap_or_default();
    let in_url: HashSet<char> = text.chars().collect();
    let (kept, others): (Vec<char>, Vec<char>) = encoded.iter().partition(|c| in_url.contains(c));
    let is_written = others.iter().take(NAMED).any(|c| text.contains(&percent(*c)));
    let what_of_others = if is_written { ", which the URL Standard percent-encodes" } else { "" };
    let groups = [(kept, ", which the URL Standard keeps"), (others, what_of_others)];
    let mut reasons = Vec::new();
    for (characters, what) in groups.iter().filter(|(characters, _)| !characters.is_empty()) {
        reasons.push(format!("RFC 3986 does not allow {} here{what}", named(characters)));
    }
    let repaired = whatwg.as_ref().map(|text| repair_component(text, &encoded));
    if rfc != repaired {
        // A host is compared before the repair, other components after it.
        let (rfc, whatwg) = match component {
            "host" => (rfc.map(|host| reasons::percent_decoded(&host)), whatwg),
            _ => (rfc, &repaired),
        };
        reasons.extend(reasons::of(url, component, &rfc, whatwg).into_iter().map(str::to_owned));
    }
    reasons
}

/// Percent-encodes the characters of a URL's component that are encoded in the repaired text.
fn repair_component(text: &str, encoded: &[char]) -> String {
    let (mut text, _) = encode(text);
    for c in encoded.iter().filter(|c| "[]#@".contains(**c)) {
        text = text.replace(*c, &percent(*c));
    }
    text
}

/// Returns the characters as a list in a sentence.
fn named(characters: &[char]) -> String {
    let shown = |c: &char| match c {
        ' ' => "a space".to_owned(),
        '`' => "a backtick".to_owned(),
        c => format!("`{c}`"),
    };
    let list = characters.iter().take(NAMED).map(shown).collect::<Vec<_>>().join(", ");
    match characters.len().saturating_sub(NAMED) {
        0 => list,
        more => format!("{list} and {more} other characters"),
    }
}

/// The names of the components that both standards define.
const COMPONENTS: [&str; 7] = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"];

/// The text of each of [`COMPONENTS`]; `None` if it is undefined.
struct Reading([Option<String>; COMPONENTS.len()]);

impl Reading {
    fn by_rfc(reference: &UriReference<&str>) -> Self {
        let owned = |text: &str| text.to_owned();
        Self([
            reference.scheme().map(|it| owned(it.as_str())),
            reference.userinfo().map(|it| owned(it.as_str())),
            reference.host_str().map(owned),
            reference.port().map(|it| owned(it.as_str())),
            Some(owned(reference.path().as_str())),
            reference.query().map(|it| owned(it.as_str())),
            reference.fragment().map(|it| owned(it.as_str())),
        ])
    }

    fn by_whatwg(url: &Url) -> Self {
        let userinfo = match (url.username(), url.password()) {
            ("", None) => None,
            (name, None) => Some(name.to_owned()),
            (name, Some(password)) => Some(format!("{name}:{password}")),
        };
        Self([
            Some(url.scheme().to_owned()),
            userinfo,
            url.has_authority().then(|| url.host_str().unwrap_or_default().to_owned()),
            url.port().map(|port| port.to_string()),
            Some(url.path().to_owned()),
            url.query().map(str::to_owned),
            url.fragment().map(str::to_owned),
        ])
    }

    /// Returns the component of this name, or `None` if the name is unknown. `authority` joins the userinfo,
    /// host and port.
    fn get(&self, component: &str) -> Option<String> {
        if component == "authority" {
            let [_, userinfo, host, port, ..] = &self.0;
            let userinfo = userinfo.as_ref().map_or(String::new(), |userinfo| format!("{userinfo}@"));
            let port = port.as_ref().map_or(String::new(), |port| format!(":{port}"));
            return host.as_ref().map(|host| format!("{userinfo}{host}{port}"));
        }
        let at = COMPONENTS.iter().position(|name| *name == component)?;
        self.0.get(at)?.clone()
    }
}
