//! Characters that a host cannot have (section 3.2.2), and a host beyond ASCII, which is that of an IRI (RFC 3987).
#![expect(
    clippy::arithmetic_side_effects,
    reason = "a sum is an offset in the text, or one behind a character: that of a part, and one in the part"
)]

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::grammar::{Rule, class};
use crate::mend::mistake::{Edit, Mistake, Shown};
use crate::mend::names::Named;
use crate::mend::typed::Typed;
use crate::validate::looks_like;

/// A character of ASCII that no host has.
pub(super) fn character(typed: &Typed<'_>) -> Option<Mistake> {
    let (range, host) = (typed.at.host()?, typed.host()?);
    let is_wrong =
        |own: char| own.is_ascii() && own != '%' && !typed.allows(class::REG_NAME, Rule::reg_name, own);
    let at = host.find(is_wrong).filter(|_| !host.starts_with('['))?;
    let (wrong, after) = (host.get(at..at + 1)?, host.get(at + 1..)?);
    let is_port =
        !after.is_empty() && after.bytes().all(|own| own.is_ascii_digit()) && typed.at.port().is_none();
    if is_port && at > 0 {
        let colon = Edit::new(range.start + at..range.start + at + 1, ":");
        return Some(Mistake::new("write `:` between the host and the port", [colon]));
    }
    let help = format!(
        "a host has no `{wrong}`: the name of one has letters, digits and hyphens, with a dot between labels"
    );
    Some(Mistake::unclear(help))
}

/// A host with characters beyond ASCII, where a URI is asked for.
pub(super) fn international(typed: &Typed<'_>) -> Option<Mistake> {
    let (range, host) = (typed.at.host()?, typed.host()?);
    let is_beyond = |own: char| !own.is_ascii() && !typed.allows(class::REG_NAME, Rule::reg_name, own);
    if !host.chars().any(is_beyond)
        || host.chars().any(|own| own.is_ascii() && !typed.allows(class::REG_NAME, Rule::reg_name, own))
    {
        return None;
    }
    let dns = dns_form(host);
    let mut readings: Vec<Vec<Edit>> = Vec::new();
    let is_latin = host.chars().any(|own| own.is_ascii_alphabetic());
    let foreign = || host.char_indices().filter(|(_, own)| !own.is_ascii());
    let confused = is_latin && foreign().all(|(_, own)| looks_like(own).is_some());
    let mut help = String::new();
    if confused {
        let plain = foreign().filter_map(|(at, own)| {
            let start = range.start + at;
            Some(Edit::new(start..start + own.len_utf8(), String::from(looks_like(own)?)))
        });
        readings.push(plain.collect());
        let named = foreign().next().and_then(|(_, own)| Some((own, looks_like(own)?)));
        if let Some((own, new)) = named {
            help = format!("write `{new}` for {}, unless it is meant; ", Named(own));
        }
    }
    let shown = Shown(host);
    match &dns {
        Some(dns) => {
            help += &format!("`{shown}` is the host of an IRI: in a URI its DNS name is `{}`", Shown(dns))
        }
        None => {
            help += &format!("`{shown}` is the host of an IRI: a URI has its DNS name instead, with `xn--`")
        }
    }
    readings.extend(dns.map(|dns| Vec::from([Edit::new(range, dns)])));
    Some(Mistake::of_readings(help, readings))
}

#[cfg(feature = "idna")]
fn dns_form(host: &str) -> Option<String> {
    ::idna::domain_to_ascii_strict(host).ok()
}

#[cfg(not(feature = "idna"))]
const fn dns_form(_: &str) -> Option<String> {
    None
}
