//! `uri edit`: edits components, segments and pairs of references; and `uri build`, which makes a reference of components.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::Write;

use urigram::build::{BuildError, Builder};
use urigram::edit::EditError;
use urigram::generic::UriReference;
use urigram::grammar::{Grammar, Rfc3987};
use urigram::percent::{Encodable, Encoded};
use urigram::query::{Glob, QueryPairs};
use urigram::{Fragment, Path, Query, RegName, Rule, Segment, Userinfo, percent};

use crate::args::{Build, Edit, EditOption, Format, Inputs, Written};
use crate::fault::{Fault, decode};
use crate::outcome::{Error, Status};
use crate::output::{Reference, diagnostic, json, visible};
use crate::{answer, output};

pub(crate) fn run<G: Grammar>(arguments: &Edit, status: &mut Status) -> Result<(), Error> {
    let Edit { edits, written, inputs: Inputs { format, values }, .. } = arguments;
    let mut changes = Vec::new();
    for (option, value) in &edits.0 {
        match Change::<G>::new(*option, value.as_encoded_bytes(), *written) {
            Ok(change) => changes.push(change),
            Err(fault) => {
                // An edit with an invalid value would fail for every reference.
                *status = Status::Failed;
                diagnostic::report(value.as_encoded_bytes(), None, &fault);
            }
        }
    }
    if *status == Status::Failed {
        return Ok(());
    }
    answer::each(values, *format, status, &mut output::plain(), |out, bytes| {
        let input = decode(Rule::URI_reference.as_str(), bytes)?;
        let mut reference = UriReference::<String, G>::try_from(input)?;
        for change in &changes {
            if let Err(fault) = change.make(&mut reference) {
                let made = reference.as_str();
                return Err(if made == input { fault } else { fault.with_part_beside(made) }.into());
            }
        }
        let output = reference.as_str();
        match format {
            Format::Json => json::write_line(out, &json::Changed { input, output })?,
            Format::Text => writeln!(out, "{}", Reference(output))?,
        }
        Ok(())
    })
}

/// An edit whose value is valid by itself.
pub(crate) struct Change<G> {
    option: EditOption,
    make: Make<G>,
}

type Make<G> = Box<dyn Fn(&mut UriReference<String, G>) -> Result<(), EditError>>;

/// Returns the edit that sets a component to the text.
fn set<G: Grammar>(
    text: String,
    set: fn(&mut UriReference<String, G>, &str) -> Result<(), EditError>,
) -> Make<G> {
    Box::new(move |reference| set(reference, &text))
}

/// Returns an edit that has no value and cannot fail.
fn remove<G: Grammar, T: 'static>(remove: fn(&mut UriReference<String, G>) -> T) -> Make<G> {
    Box::new(move |reference| {
        remove(reference);
        Ok(())
    })
}

impl<G: Grammar> Change<G> {
    /// Returns the edit of this option with the typed value, or the fault of the value.
    pub(crate) fn new(option: EditOption, typed: &[u8], written: Written) -> Result<Self, Fault> {
        let make = make(option, typed, written).map_err(|fault| fault.of_option(option.as_typed()))?;
        Ok(Self { option, make })
    }

    /// Makes the edit, or leaves the reference unchanged. The offset of a fault is in the reference.
    pub(crate) fn make(&self, reference: &mut UriReference<String, G>) -> Result<(), Fault> {
        (self.make)(reference)
            .map_err(|error| self.cannot_be_made(error, reference).of_option(self.option.as_typed()))
    }

    fn cannot_be_made(&self, error: EditError, reference: &UriReference<String, G>) -> Fault {
        let path = reference.components().path().map_or(0, |path| path.start);
        let (component, offset) = match error {
            EditError::Invalid(error) => return error.into(),
            EditError::PathAfterAuthority | EditError::EmptyFirstSegment => ("path", path),
            EditError::NoAuthority { .. } => ("authority", path),
            _ => ("URI-reference", 0),
        };
        let help = error.help().to_string();
        let message = match error {
            EditError::PathAfterAuthority => {
                "after an authority, the path has to be empty or begin with `/`".to_owned()
            }
            error => error.to_string(),
        };
        Fault::at(offset, reference.as_str(), component, message, help)
    }
}

fn make<G: Grammar>(option: EditOption, typed: &[u8], written: Written) -> Result<Make<G>, Fault> {
    let encoded = written.encoded;
    Ok(match option {
        EditOption::Scheme => set(as_written::<G>(typed, Rule::scheme)?, |it, text| it.set_scheme(text)),
        EditOption::NoScheme => remove(UriReference::remove_scheme),
        EditOption::NoAuthority => remove(UriReference::remove_authority),
        EditOption::Userinfo => {
            set(data::<G, Userinfo<'static, G>>(typed, Rule::userinfo, encoded)?, |it, text| {
                it.set_userinfo(text)
            })
        }
        EditOption::NoUserinfo => remove(UriReference::remove_userinfo),
        EditOption::Host => set(host_text::<G>(typed, encoded)?, |it, text| it.set_host(text)),
        EditOption::Port => set(as_written::<G>(typed, Rule::port)?, |it, text| it.set_port(text)),
        EditOption::NoPort => remove(UriReference::remove_port),
        EditOption::Path => {
            set(data::<G, Path<'static, G>>(typed, Rule::path, encoded)?, |it, text| it.set_path(text))
        }
        EditOption::NoPath => set(String::new(), |it, text| it.set_path(text)),
        EditOption::Push => {
            set(segment::<G>(typed, encoded)?, |it, text| it.push_segment(Segment::try_from(text)?))
        }
        EditOption::AppendPath => {
            let path = data::<G, Path<'static, G>>(typed, Rule::path, encoded)?;
            set(without_dots::<G>(path, typed)?, |it, text| it.append_path(text))
        }
        EditOption::Pop => remove(|it| it.pop_segment()),
        EditOption::Query => {
            set(data::<G, Query<'static, G>>(typed, Rule::query, encoded)?, |it, text| it.set_query(text))
        }
        EditOption::NoQuery => remove(UriReference::remove_query),
        EditOption::Set => {
            let pair = Pair::<G>::new(typed, written)?;
            Box::new(move |it| it.set_query(pair.set(it.query(), written)))
        }
        EditOption::Append => {
            let pair = Pair::<G>::new(typed, written)?;
            Box::new(move |it| it.set_query(pair.append(it.query(), written)))
        }
        EditOption::Unset => {
            let keys = keys::<G>(typed, written)?;
            Box::new(move |it| {
                match it.query().and_then(|query| unset(query, &keys, written)) {
                    None => {}
                    Some(text) if text.is_empty() => _ = it.remove_query(),
                    Some(text) => it.set_query(text)?,
                }
                Ok(())
            })
        }
        EditOption::Sort => Box::new(move |it| {
            let sorted = it.query().map(|query| sort(query, written));
            sorted.map_or(Ok(()), |query| it.set_query(query))
        }),
        EditOption::Fragment => {
            set(data::<G, Fragment<'static, G>>(typed, Rule::fragment, encoded)?, |it, text| {
                it.set_fragment(text)
            })
        }
        EditOption::NoFragment => remove(UriReference::remove_fragment),
    })
}

/// A pair of a query, encoded.
struct Pair<G>(QueryPairs<G>);

impl<G: Grammar> Pair<G> {
    /// Returns the pair that was typed as `KEY=VALUE`, or as a `KEY` without a value.
    fn new(typed: &[u8], written: Written) -> Result<Self, Fault> {
        if typed.is_empty() {
            return Err(no_pair(
                0,
                None,
                "a pair cannot be empty",
                "a pair is a key, or a key, `=` and a value",
            ));
        }
        if !written.encoded {
            let mut pairs = pairs(None, written);
            match memchr::memchr(b'=', typed) {
                Some(end) => pairs.append(&typed[..end], &typed[end + 1..]),
                None => pairs.append_key(typed),
            }
            return Ok(Self(pairs));
        }
        let text = as_written::<G>(typed, Rule::query)?;
        let separator = char::from(written.separated.query_separator);
        match text.find(separator) {
            None => Ok(Self(pairs(Some(Query::try_from(&*text)?), written))),
            Some(at) => Err(no_pair(
                at,
                Some(separator),
                "this is more than one pair",
                "each pair goes by an option of its own",
            )),
        }
    }

    /// Returns the query with this pair in place of the first pair with the same key, or else appended. Further
    /// pairs with the key are removed.
    fn set(&self, query: Option<Query<'_, G>>, written: Written) -> String {
        let mut pairs = pairs(query, written);
        pairs.set_pairs(self.0.iter());
        pairs.into_string()
    }

    /// Returns the query with this pair at the end.
    fn append(&self, query: Option<Query<'_, G>>, written: Written) -> String {
        let separator = char::from(written.separated.query_separator);
        match query.map_or("", Query::as_str) {
            "" => self.0.as_str().to_owned(),
            text => format!("{text}{separator}{}", self.0),
        }
    }
}

/// Returns the pairs of a query; no pairs if it is undefined.
fn pairs<G: Grammar>(query: Option<Query<'_, G>>, written: Written) -> QueryPairs<G> {
    let query = query.unwrap_or_else(|| Query::try_from("").expect("a query may be empty"));
    QueryPairs::from(written.separated.query_separator.pairs(query, written.form))
}

/// Returns the pattern of typed keys.
fn keys<G: Grammar>(typed: &[u8], written: Written) -> Result<Glob, Fault> {
    if !written.encoded {
        // `KEY=VALUE` is an error: it is the syntax of `--set`, and as a key it would match no pair.
        return match memchr::memchr(b'=', typed) {
            None => Ok(Glob::new(typed)),
            Some(at) => Err(no_pair(
                at,
                Some('='),
                "a key goes without a value",
                "to name a key that has a `=`, write it as `%3D`, with `--encoded`",
            )),
        };
    }
    let text = as_written::<G>(typed, Rule::query)?;
    let separator = char::from(written.separated.query_separator);
    if let Some((at, found)) = text.char_indices().find(|&(_, c)| c == separator || c == '=') {
        return Err(no_pair(at, Some(found), "a key does not have it", "as data it is percent-encoded"));
    }
    let decode = if written.form { percent::decode_form_lenient } else { percent::decode_lenient };
    // In encoded text a `*` is a wildcard, and one that is data is `%2A`; a `\` is always data.
    let pieces = text.split('*').map(|piece| {
        let data = decode(piece).to_bytes().into_owned();
        data.into_iter()
            .flat_map(|octet| if matches!(octet, b'*' | b'\\') { vec![b'\\', octet] } else { vec![octet] })
            .collect()
    });
    Ok(Glob::new(pieces.collect::<Vec<Vec<u8>>>().join(&b'*')))
}

/// Returns the query without the pairs whose key matches, which may be empty; `None` if there is no such pair.
fn unset<G: Grammar>(query: Query<'_, G>, keys: &Glob, written: Written) -> Option<String> {
    let mut pairs = pairs(Some(query), written);
    let found = pairs.remove_matching(keys);
    found.then(|| if pairs.is_empty() { String::new() } else { pairs.into_string() })
}

/// Returns the query with its pairs sorted by their keys.
fn sort<G: Grammar>(query: Query<'_, G>, written: Written) -> String {
    let mut pairs = pairs(Some(query), written);
    pairs.sort();
    pairs.into_string()
}

fn no_pair(offset: usize, found: Option<char>, message: &str, help: &'static str) -> Fault {
    let message = format!("{message} at byte {offset}");
    Fault::Other { component: "pair".into(), offset, found, message, help: help.into() }
}

/// Percent-encodes raw data, or checks text that is already encoded.
pub(crate) fn data<G: Grammar, C: Encodable>(
    typed: &[u8],
    rule: Rule,
    encoded: bool,
) -> Result<String, Fault> {
    if encoded { as_written::<G>(typed, rule) } else { Ok(Encoded::<C>::new(typed).to_cow().into_owned()) }
}

/// Checks that the rule matches the typed text, and returns the text.
fn as_written<G: Grammar>(typed: &[u8], rule: Rule) -> Result<String, Fault> {
    let text = decode(rule.as_str(), typed)?;
    G::components(rule, text)?;
    Ok(text.to_owned())
}

/// Returns the text of a segment, which must not be a dot segment.
pub(crate) fn segment<G: Grammar>(typed: &[u8], encoded: bool) -> Result<String, Fault> {
    without_dots::<G>(data::<G, Segment<'static, G>>(typed, Rule::segment, encoded)?, typed)
}

/// Checks that no segment of a path is a dot segment.
fn without_dots<G: Grammar>(text: String, typed: &[u8]) -> Result<String, Fault> {
    let mut segments = text.split('/').map(Segment::<G>::try_from);
    if let Some(index) = segments.position(|segment| segment.is_ok_and(|segment| segment.is_dot_segment())) {
        let offset = typed.split(|&byte| byte == b'/').take(index).map(|before| before.len() + 1).sum();
        let message = "a segment that is `.` or `..` leads elsewhere, percent-encoded or not".to_owned();
        let help = "`--path` sets a path that has such segments, `--pop` removes the last segment";
        let found = Some('.').filter(|_| typed[offset..].starts_with(b"."));
        return Err(Fault::Other { component: "segment".into(), offset, found, message, help: help.into() });
    }
    Ok(text)
}

/// Returns the text of a host. Raw text is an address, with or without brackets, or else a name.
fn host_text<G: Grammar>(typed: &[u8], encoded: bool) -> Result<String, Fault> {
    if encoded || typed.starts_with(b"[") {
        return as_written::<G>(typed, Rule::host);
    }
    if let Ok(text) = str::from_utf8(typed) {
        let mut delimiters = text.char_indices().filter(|&(_, c)| is_delimiter(c));
        if let Some((offset, found)) = delimiters.clone().next() {
            let colons = text.matches(':').count();
            // Only an IPv6 address contains several colons and no other delimiter.
            return if colons > 1 && delimiters.all(|(_, c)| c == ':') {
                address::<G>(text)
            } else {
                Err(no_name(offset, found))
            };
        }
    }
    let name = Encoded::<RegName<'static, G>>::new(typed).to_cow();
    // An IRI may contain the name unchanged.
    let dns_name = str::from_utf8(typed).ok().filter(|text| name != *text).and_then(dns_name);
    Ok(dns_name.unwrap_or_else(|| name.into_owned()))
}

/// Returns the DNS form of an internationalized domain name.
fn dns_name(text: &str) -> Option<String> {
    if text.is_ascii() || text.contains('%') {
        return None;
    }
    RegName::<Rfc3987>::try_from(text).ok()?.to_ascii().ok().map(Cow::into_owned)
}

/// Returns an IPv6 address in brackets.
fn address<G: Grammar>(text: &str) -> Result<String, Fault> {
    let literal = format!("[{text}]");
    let Err(fault) = as_written::<G>(literal.as_bytes(), Rule::host) else { return Ok(literal) };
    // Parsed without brackets, the offset of the fault is in the typed text.
    let fault = Rule::IPv6address.parse(text).map_or_else(Into::into, |_| fault);
    Err(match fault.found() {
        Some('%') => {
            let help = "leave it out: RFC 3986 has no zones in addresses";
            Fault::at(fault.offset(), text, "IPv6address", fault.to_string(), help)
        }
        _ => fault,
    })
}

/// Returns whether the character delimits components, and is therefore unlikely in a name.
fn is_delimiter(c: char) -> bool {
    // A build with an edited grammar may lack the rule.
    Rule::gen_delims.parse(c.encode_utf8(&mut [0; 4])).is_ok()
}

fn no_name(offset: usize, found: char) -> Fault {
    let help = match found {
        ':' => "a port goes by `--port`, and a scheme by `--scheme`",
        '@' => "a userinfo goes by `--userinfo`",
        '/' => "a path goes by `--path`",
        _ => "percent-encode it in the name, and add `--encoded`",
    };
    let message = format!("unexpected {} in the host at byte {offset}", visible::character(found));
    Fault::Other { component: "host".into(), offset, found: Some(found), message, help: help.into() }
}

/// The reason why no reference is built.
struct Refused {
    status: Status,
    typed: Vec<u8>,
    fault: Box<Fault>,
}

impl Refused {
    /// Returns the error for a value that is invalid by itself.
    fn alone(typed: &[u8], fault: Fault) -> Self {
        Self { status: Status::Failed, typed: typed.into(), fault: fault.into() }
    }

    /// Returns the error for a value that cannot be combined with the others.
    fn beside(typed: impl Into<Vec<u8>>, fault: Fault) -> Self {
        Self { status: Status::Invalid, typed: typed.into(), fault: fault.into() }
    }
}

/// `uri build`: builds a reference from its components.
pub(crate) fn build<G: Grammar>(arguments: &Build, status: &mut Status) -> Result<(), Error> {
    let format = arguments.format;
    let mut out = output::plain();
    match built::<G>(arguments) {
        Ok(reference) => match format {
            Format::Json => json::write_line(&mut out, &json::Built { output: reference.as_str() })?,
            Format::Text => writeln!(out, "{}", Reference(reference.as_str()))?,
        },
        Err(Refused { status: refused, typed, fault }) => {
            *status = refused;
            match format {
                Format::Json => json::write_line(&mut out, &json::Invalid::new(&typed, &fault))?,
                Format::Text => diagnostic::report(&typed, None, &fault),
            }
        }
    }
    Ok(out.flush()?)
}

fn built<G: Grammar>(arguments: &Build) -> Result<UriReference<String, G>, Refused> {
    let Build { additions, written, .. } = arguments;
    let mut reference = components(arguments, *written)?;
    for (option, typed) in &additions.0 {
        let typed = typed.as_encoded_bytes();
        let change =
            Change::<G>::new(*option, typed, *written).map_err(|fault| Refused::alone(typed, fault))?;
        change.make(&mut reference).map_err(|fault| Refused::beside(reference.as_str(), fault))?;
    }
    Ok(reference)
}

/// Returns the reference without the additions.
fn components<G: Grammar>(
    arguments: &Build,
    Written { encoded, .. }: Written,
) -> Result<UriReference<String, G>, Refused> {
    let Build { scheme, userinfo, host, port, path, query, fragment, .. } = arguments;
    let scheme = text("--scheme", scheme, |typed| as_written::<G>(typed, Rule::scheme))?;
    let userinfo = text("--userinfo", userinfo, |typed| {
        data::<G, Userinfo<'static, G>>(typed, Rule::userinfo, encoded)
    })?;
    let host = text("--host", host, |typed| host_text::<G>(typed, encoded))?;
    let port = text("--port", port, |typed| as_written::<G>(typed, Rule::port))?;
    let path = text("--path", path, |typed| data::<G, Path<'static, G>>(typed, Rule::path, encoded))?
        .unwrap_or_default();
    let query = text("--query", query, |typed| data::<G, Query<'static, G>>(typed, Rule::query, encoded))?;
    let fragment = text("--fragment", fragment, |typed| {
        data::<G, Fragment<'static, G>>(typed, Rule::fragment, encoded)
    })?;

    let builder = UriReference::<String, G>::builder()
        .path(&path)
        .optional(scheme.as_ref(), Builder::scheme)
        .optional(userinfo.as_ref(), Builder::userinfo)
        .optional(host.as_ref(), Builder::host)
        .optional(port.as_ref(), Builder::port)
        .optional(query.as_ref(), Builder::query)
        .optional(fragment.as_ref(), Builder::fragment);
    builder.build_guarded().map_err(|error| {
        let (option, text) = match error {
            BuildError::NoHost { component: Rule::port } => {
                ("--port", port.expect("the port with the fault was typed"))
            }
            BuildError::NoHost { .. } => {
                ("--userinfo", userinfo.expect("the userinfo with the fault was typed"))
            }
            _ => ("--path", path),
        };
        let fault = not_together(error, &text).of_option(option);
        Refused::beside(text, fault)
    })
}

/// Returns the text of a component from the value of its option.
fn text(
    option: &'static str,
    typed: &Option<OsString>,
    text: impl FnOnce(&[u8]) -> Result<String, Fault>,
) -> Result<Option<String>, Refused> {
    let Some(typed) = typed else { return Ok(None) };
    let typed = typed.as_encoded_bytes();
    text(typed).map(Some).map_err(|fault| Refused::alone(typed, fault.of_option(option)))
}

/// Returns the fault of components that are valid alone but not together. `text` is the component at fault.
fn not_together(error: BuildError, text: &str) -> Fault {
    let (component, offset) = match error {
        BuildError::Invalid(error) => return error.into(),
        BuildError::NoHost { component: rule } => (rule.as_str(), 0),
        _ => ("path", 0),
    };
    Fault::at(offset, text, component, error.to_string(), error.help().to_string())
}
