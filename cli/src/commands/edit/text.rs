//! Typed values as the texts of components.

use urigram::percent::{Encodable, Encoded};
use urigram::{RegName, Rule, Segment};

use crate::fault::{Fault, decode};
use crate::output::visible;

/// Percent-encodes raw data; checks text that is already encoded.
pub(crate) fn data<C: Encodable>(typed: &[u8], rule: Rule, encoded: bool) -> Result<String, Fault> {
    if encoded { as_written(typed, rule) } else { Ok(Encoded::<C>::new(typed).to_cow().into_owned()) }
}

/// Checks that the rule matches the text.
pub(crate) fn as_written(typed: &[u8], rule: Rule) -> Result<String, Fault> {
    let text = decode(rule.name(), typed)?;
    rule.parse(text)?;
    Ok(text.to_owned())
}

/// Returns the text of a segment, which must not be a dot segment.
pub(crate) fn segment(typed: &[u8], encoded: bool) -> Result<String, Fault> {
    let text = data::<Segment>(typed, Rule::segment, encoded)?;
    if Segment::parse(&text)?.is_dot_segment() {
        let message = "a segment that is `.` or `..` leads elsewhere, percent-encoded or not".to_owned();
        let help = "`--path` sets a path that has such segments, `--pop` removes the last segment";
        let found = Some('.').filter(|_| typed.starts_with(b"."));
        return Err(Fault::NoAnswer { component: "segment", offset: 0, found, message, help: help.into() });
    }
    Ok(text)
}

/// Returns the text of a host. Raw text is an address, with or without brackets, or else a name.
pub(crate) fn host(typed: &[u8], encoded: bool) -> Result<String, Fault> {
    if encoded || typed.starts_with(b"[") {
        return as_written(typed, Rule::host);
    }
    if let Ok(text) = str::from_utf8(typed) {
        let mut delimiters = text.char_indices().filter(|&(_, c)| is_delimiter(c));
        if let Some((offset, found)) = delimiters.clone().next() {
            let colons = text.matches(':').count();
            // Text with a scheme or a port has one colon each, and a `/`.
            return if colons > 1 && delimiters.all(|(_, c)| c == ':') {
                address(text)
            } else {
                Err(no_name(offset, found))
            };
        }
    }
    Ok(Encoded::<RegName>::new(typed).to_cow().into_owned())
}

/// Returns an IPv6 address as an IP literal.
fn address(text: &str) -> Result<String, Fault> {
    let literal = format!("[{text}]");
    let Err(fault) = as_written(literal.as_bytes(), Rule::host) else { return Ok(literal) };
    // The offset is in the typed text.
    let fault = Rule::IPv6address.parse(text).map_or_else(Into::into, |_| fault);
    Err(if fault.found() == Some('%') {
        let (component, offset) = ("IPv6address", fault.offset());
        let message = format!("{fault}");
        let help = "leave it out: RFC 3986 has no zones in addresses";
        Fault::NoAnswer { component, offset, found: Some('%'), message, help: help.into() }
    } else {
        fault
    })
}

/// Returns whether the character delimits components, and so is probably not meant as a part of a name.
fn is_delimiter(c: char) -> bool {
    // An edited grammar that is built in may lack the rule.
    Rule::gen_delims.parse(c.encode_utf8(&mut [0; 4])).is_ok()
}

fn no_name(offset: usize, found: char) -> Fault {
    let help = match found {
        ':' => "a port goes by `--port`, and a scheme by `--scheme`",
        '@' => "a userinfo goes by `--userinfo`",
        '/' => "a path goes by `--path`",
        _ => "a name that has it is to be percent-encoded, and goes with `--encoded`",
    };
    let message = format!("unexpected {} in the host at byte {offset}", visible::character(found));
    Fault::NoAnswer { component: "host", offset, found: Some(found), message, help: help.into() }
}
