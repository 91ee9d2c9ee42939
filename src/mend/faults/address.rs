//! IPv6 addresses, and the brackets around them (section 3.2.2).
#![expect(clippy::arithmetic_side_effects, reason = "offsets in the host, which lies in the text")]

use alloc::format;
use alloc::vec::Vec;
use core::net::{Ipv4Addr, Ipv6Addr};

use crate::mend::mistake::{Edit, Mistake};
use crate::mend::typed::Typed;

const BRACKETS: &str = "an IPv6 address is written in `[` and `]`";

/// An IPv6 address without anything before it.
pub(super) fn alone(typed: &Typed<'_>) -> Option<Mistake> {
    let head = typed.head();
    let is_address = typed.at.authority().is_none() && head.contains("::") || head.matches(':').count() == 7;
    head.parse::<Ipv6Addr>().ok().filter(|_| is_address)?;
    let with =
        |scheme: &str| Vec::from([Edit::insert(0, format!("{scheme}://[")), Edit::insert(head.len(), "]")]);
    let help = format!("{BRACKETS}, and a host with a scheme before it");
    Some(Mistake::of_readings(help, ["http", "https"].map(with)))
}

/// An IPv6 address without brackets, perhaps with a port.
pub(super) fn without_brackets(typed: &Typed<'_>) -> Option<Mistake> {
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

/// A bracket that is missing, or around what is no IP literal.
pub(super) fn brackets(typed: &Typed<'_>) -> Option<Mistake> {
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
            Some(Mistake::of_readings("close the IP literal by `]`", lengths.filter(is_address).map(close)))
        }
        (None, Some(close)) if text.get(..close)?.parse::<Ipv6Addr>().is_ok() => {
            Some(Mistake::new("open the IP literal by `[`", [Edit::insert(start, "[")]))
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

/// Returns whether the text begins like an address of a future version, `v1.`.
fn is_future(text: &str) -> bool {
    let version = text.strip_prefix(['v', 'V']).and_then(|rest| rest.split_once('.'));
    version.is_some_and(|(version, _)| version.bytes().all(|own| own.is_ascii_hexdigit()))
}

/// What is wrong within the brackets.
pub(super) fn literal(typed: &Typed<'_>) -> Option<Mistake> {
    let host = typed.host()?.strip_prefix('[')?;
    let Some((inner, after)) = host.split_once(']') else {
        return Some(Mistake::unclear("close the IP literal by `]`"));
    };
    let (address, zone) =
        inner.split_once('%').map_or((inner, None), |(address, zone)| (address, Some(zone)));
    let is_address = address.parse::<Ipv6Addr>().is_ok();
    if zone.is_some() && is_address {
        return Some(Mistake::unclear(
            "RFC 3986 has no zone after an IPv6 address; RFC 6874, which has it, writes it as in `[fe80::1%25eth0]`",
        ));
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
        "`::` can stand once in an IPv6 address, for as many groups of zeros as are missing"
    } else if ipv4.is_some() {
        "an IPv6 address ends with four octets from 0 to 255, without leading zeros, or with none"
    } else if groups().any(|group| group.len() > 4) {
        "a group of an IPv6 address has at most four hexadecimal digits"
    } else if address.chars().any(|own| !own.is_ascii_hexdigit() && !matches!(own, ':' | '.')) {
        "an IPv6 address has hexadecimal digits and `:`"
    } else {
        "an IPv6 address has eight groups, or fewer and one `::` for the groups of zeros that are missing"
    }))
}
