//! Characters that a host cannot have (section 3.2.2), and hosts beyond ASCII, which only an IRI can have (RFC 3987).
#![expect(clippy::arithmetic_side_effects, reason = "offsets within the text")]

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::net::{Ipv4Addr, Ipv6Addr};

#[cfg(feature = "idna")]
use crate::component::dns_name as dns_form;
use crate::grammar::{Components, Rule, class};
use crate::suggest::mistake::{Edit, Mistake, Shown};
use crate::suggest::typed::Typed;
use crate::suggest::unicode_names::{Named, look_alike};
use crate::validate::looks_like;

/// Finds an ASCII character that is never valid in a host.
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
        "a host has no `{wrong}`: a host name has letters, digits and hyphens, with a dot between labels"
    );
    Some(Mistake::unclear(help))
}

/// Finds a host with characters beyond ASCII, where a URI is required.
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

#[cfg(not(feature = "idna"))]
const fn dns_form(_: &str) -> Option<String> {
    None
}

const BRACKETS: &str = "an IPv6 address is written in `[` and `]`";

/// Finds an IPv6 address without a scheme or `//` before it.
pub(super) fn address_alone(typed: &Typed<'_>) -> Option<Mistake> {
    let head = typed.head();
    let is_address = typed.at.authority().is_none() && head.contains("::") || head.matches(':').count() == 7;
    head.parse::<Ipv6Addr>().ok().filter(|_| is_address)?;
    let with =
        |scheme: &str| Vec::from([Edit::insert(0, format!("{scheme}://[")), Edit::insert(head.len(), "]")]);
    let help = format!("{BRACKETS}, and a host with a scheme before it");
    Some(Mistake::of_readings(help, ["http", "https"].map(with)))
}

/// Finds an IPv6 address without brackets, with or without a port.
pub(super) fn address_without_brackets(typed: &Typed<'_>) -> Option<Mistake> {
    let (start, end) = (typed.at.host()?.start, typed.at.authority()?.end);
    let text = typed.slice(start..end);
    let is_of_address = |own: u8| own.is_ascii_hexdigit() || matches!(own, b':' | b'.');
    if text.matches(':').count() < 2 || !text.bytes().all(is_of_address) {
        return None;
    }
    let bracketed = |length: usize| {
        let is_address = text.get(..length)?.parse::<Ipv6Addr>().is_ok();
        is_address.then(|| Vec::from([Edit::insert(start, "["), Edit::insert(start + length, "]")]))
    };
    let with_port = text.rsplit_once(':').filter(|(_, port)| port.bytes().all(|own| own.is_ascii_digit()));
    let whole = bracketed(text.len());
    let readings: Vec<_> =
        whole.into_iter().chain(with_port.and_then(|(address, _)| bracketed(address.len()))).collect();
    let has_groups = text.contains("::") || text.bytes().any(|own| own.is_ascii_alphabetic());
    (has_groups || !readings.is_empty()).then(|| Mistake::of_readings(BRACKETS, readings))
}

/// Finds a missing bracket, or brackets around text that is not an IP literal.
pub(super) fn address_brackets(typed: &Typed<'_>) -> Option<Mistake> {
    let (start, end) = (typed.at.host()?.start, typed.at.authority()?.end);
    let text = typed.slice(start..end);
    match (text.find('['), text.find(']')) {
        (Some(0), None) => {
            let inner = text.get(1..)?;
            let with_port =
                inner.rsplit_once(':').filter(|(_, port)| port.bytes().all(|own| own.is_ascii_digit()));
            let lengths =
                [Some(inner.len()), with_port.map(|(address, _)| address.len())].into_iter().flatten();
            let is_address =
                |length: &usize| inner.get(..*length).is_some_and(|own| own.parse::<Ipv6Addr>().is_ok());
            let close = |length| Vec::from([Edit::insert(start + 1 + length, "]")]);
            Some(Mistake::of_readings("close the IP literal with `]`", lengths.filter(is_address).map(close)))
        }
        (None, Some(close)) if text.get(..close)?.parse::<Ipv6Addr>().is_ok() => {
            Some(Mistake::new("open the IP literal with `[`", [Edit::insert(start, "[")]))
        }
        (Some(0), Some(close)) => {
            let inner = text.get(1..close)?;
            let is_name = |own: u8| own.is_ascii_alphanumeric() || matches!(own, b'-' | b'.' | b'_');
            let is_host = !inner.is_empty() && inner.bytes().all(is_name) && !is_future(inner);
            let edits = [Edit::remove(start..start + 1), Edit::remove(start + close..start + close + 1)];
            is_host.then(|| {
                Mistake::new("leave out the `[` and `]`: only an IPv6 address is in brackets", edits)
            })
        }
        _ => None,
    }
}

/// Returns whether the text begins like an `IPvFuture`: `v1.`.
fn is_future(text: &str) -> bool {
    let version = text.strip_prefix(['v', 'V']).and_then(|rest| rest.split_once('.'));
    version.is_some_and(|(version, _)| version.bytes().all(|own| own.is_ascii_hexdigit()))
}

/// Finds a mistake within the brackets.
pub(super) fn address_literal(typed: &Typed<'_>) -> Option<Mistake> {
    let host = typed.host()?.strip_prefix('[')?;
    let Some((inner, after)) = host.split_once(']') else {
        return Some(Mistake::unclear("close the IP literal with `]`"));
    };
    let (address, zone) =
        inner.split_once('%').map_or((inner, None), |(address, zone)| (address, Some(zone)));
    let is_address = address.parse::<Ipv6Addr>().is_ok();
    if zone.is_some() && is_address {
        let is_encoded = zone.is_some_and(|zone| zone.len() > 2 && zone.starts_with("25"));
        return Some(Mistake::unclear(if is_encoded {
            "RFC 3986 has no zone after an IPv6 address: parse by RFC 6874, with the types of `urigram::rfc6874` or \
             `--grammar rfc6874`, or leave out the zone"
        } else {
            "RFC 3986 has no zone after an IPv6 address; RFC 6874 adds it, as in `[fe80::1%25eth0]`: parse by RFC 6874, \
             with the types of `urigram::rfc6874` or `--grammar rfc6874`"
        }));
    }
    if is_address {
        let what = after.chars().next()?;
        return Some(Mistake::unclear(format!(
            "only `:` and a port may follow `]`, not `{}`",
            what.escape_debug()
        )));
    }
    if address.starts_with(['v', 'V']) {
        return None;
    }
    let groups = || address.split(':');
    let ipv4 = groups().next_back().filter(|last| last.contains('.') && last.parse::<Ipv4Addr>().is_err());
    Some(Mistake::unclear(if address.matches("::").count() > 1 || address.contains(":::") {
        "`::` can occur once in an IPv6 address, in place of groups of zeros"
    } else if ipv4.is_some() {
        "an IPv4 address at the end of an IPv6 address has four octets from 0 to 255, without leading zeros"
    } else if groups().any(|group| group.len() > 4) {
        "a group of an IPv6 address has at most four hexadecimal digits"
    } else if address.chars().any(|own| !own.is_ascii_hexdigit() && !matches!(own, ':' | '.')) {
        "an IPv6 address has hexadecimal digits and `:`"
    } else {
        "an IPv6 address has eight groups, or fewer and one `::` in place of groups of zeros"
    }))
}

/// The maximum number of characters that a help names.
const MOST_NAMED: usize = 3;

/// Finds characters that look like ASCII delimiters, digits or letters, in the scheme, the authority and the delimiters between
/// them.
#[expect(
    clippy::arithmetic_side_effects,
    reason = "characters end in the text; the plain text that is meant is not longer"
)]
pub(super) fn look_alikes_before_the_path(typed: &Typed<'_>) -> Option<Mistake> {
    if typed.text.is_ascii() {
        return None;
    }
    let plain = |character: char| look_alike(character).unwrap_or(character);
    let meant = Components::split(&typed.text.chars().map(plain).collect::<String>());
    // Without a scheme and an authority, such a character at the start of the path may be intended.
    let end = if meant.authority().is_some() || meant.scheme().is_some() {
        meant.path_range().start + 1
    } else {
        0
    };
    let scheme = meant.scheme().map_or(0, |scheme| scheme.end);
    let (mut edits, mut named, mut place) = (Vec::new(), Vec::new(), 0);
    for (at, character) in typed.text.char_indices() {
        let letter = || looks_like(character).filter(|_| place < scheme);
        if place >= end {
            break;
        }
        let new = look_alike(character).filter(|new| place + 1 < end || *new == '/').or_else(letter);
        place += plain(character).len_utf8();
        let Some(new) = new.filter(|_| !character.is_ascii()) else { continue };
        edits.push(Edit::new(at..at + character.len_utf8(), String::from(new)));
        if named.len() <= MOST_NAMED && !named.contains(&(character, new)) {
            named.push((character, new));
        }
    }
    let more = if named.len() > MOST_NAMED { ", and so on" } else { "" };
    let phrases = named.iter().take(MOST_NAMED).map(|(own, new)| format!("`{new}` for {}", Named(*own)));
    let help = format!("write {}{more}", phrases.collect::<Vec<_>>().join(", "));
    (!edits.is_empty()).then(|| Mistake::new(help, edits))
}
