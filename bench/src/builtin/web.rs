//! References as they are typed, linked and logged on the web.

use fastrand::Rng;

use super::words::{WORDS, pick};

const SUFFIXES: &[&str] = &["com", "com", "com", "org", "net", "edu", "de", "co.uk", "io"];

/// Returns a URI as typed and linked on the web: about 45 bytes, some with a query.
pub(super) fn mixed(random: &mut Rng) -> String {
    let mut uri = origin(random);
    if random.u8(..100) < 3 {
        uri += ":8080";
    }
    for _ in 0..random.usize(0..=3) {
        uri += "/";
        uri += pick(random, WORDS);
    }
    uri += pick(random, &["/", "/", "", "/index.html", "/index.php", "/2014/05/17", "/1f3a9c"]);
    if random.u8(..100) < 25 {
        uri += "?";
        uri += &query(random);
    }
    if random.u8(..100) < 6 {
        uri += "#";
        uri += pick(random, WORDS);
    }
    uri
}

/// Returns a URI whose path has some twenty segments.
pub(super) fn long_path(random: &mut Rng) -> String {
    let mut uri = origin(random);
    for _ in 0..random.usize(12..=30) {
        uri += "/";
        uri += pick(random, WORDS);
    }
    uri
}

/// Returns a URI whose query is mostly `%HH`: what a search form sends for a text that is not English.
pub(super) fn escapes(random: &mut Rng) -> String {
    let mut uri = origin(random);
    uri += "/search?q=";
    for _ in 0..random.usize(8..=32) {
        match random.usize(..8) {
            0 => uri += pick(random, &["+", "%20", "%2C+", "."]),
            1 => uri += pick(random, WORDS),
            _ => uri += &format!("%{:02X}", random.usize(0x80..=0xF4)),
        }
    }
    uri
}

/// Returns a relative reference, as links within a site are written.
pub(super) fn relative(random: &mut Rng) -> String {
    let mut reference = String::from(match random.usize(..8) {
        0 | 1 => "/",
        2 => "../",
        3 => "../../",
        4 => "./",
        5 => "//example.com/",
        _ => "",
    });
    for _ in 0..random.usize(0..=3) {
        reference += pick(random, WORDS);
        reference += "/";
    }
    reference += pick(random, WORDS);
    reference += pick(random, &[".html", ".png", ".css", "", ""]);
    if random.u8(..100) < 20 {
        reference += "?";
        reference += &query(random);
    }
    if random.u8(..100) < 10 {
        reference += "#";
        reference += pick(random, WORDS);
    }
    reference
}

/// Returns a URI whose host is an IPv6 address, usually with a port.
pub(super) fn ipv6(random: &mut Rng) -> String {
    let mut uri = String::from(pick(random, &["http://[", "https://[", "ws://["]));
    let groups = |random: &mut Rng, count| {
        let groups: Vec<_> = (0..count).map(|_| format!("{:x}", random.usize(..0x1_0000))).collect();
        groups.join(":")
    };
    match random.usize(..6) {
        0 => uri += "::1",
        1 => uri += &groups(random, 8),
        2 => {
            uri += "::ffff:192.0.2.";
            uri += &random.usize(..256).to_string();
        }
        3 => {
            uri += "fe80::";
            uri += &groups(random, 4);
        }
        _ => {
            uri += "2001:db8:";
            let count = random.usize(0..=4);
            uri += &groups(random, count);
            uri += if count == 0 { ":" } else { "::" };
            uri += &groups(random, 1);
        }
    }
    uri += "]";
    if random.u8(..100) < 80 {
        uri += &format!(":{}", random.usize(80..=65_535));
    }
    for _ in 0..random.usize(0..=2) {
        uri += "/";
        uri += pick(random, WORDS);
    }
    uri
}

/// Returns a reference of a few bytes, for which the call costs more than the characters.
pub(super) fn short(random: &mut Rng) -> String {
    let letter = char::from(b'a' + random.usize(..26) as u8);
    match random.usize(..10) {
        0 => format!("{letter}"),
        1 => format!("../{letter}"),
        2 => format!("#{letter}"),
        3 => format!("?{letter}"),
        4 => format!("/{letter}"),
        5 => format!("./{letter}/"),
        6 => String::from("/"),
        7 => String::from("."),
        8 => format!("{letter}:b"),
        _ => format!("//{letter}"),
    }
}

/// Returns what a server's log has for a request: mostly its target, which is a path with a query or without, and some
/// referrers and requests to proxies, which are absolute.
pub(super) fn log(random: &mut Rng) -> String {
    let mut reference = if random.u8(..100) < 30 { origin(random) } else { String::new() };
    match random.usize(..10) {
        0 | 1 => reference += "/",
        2 => {
            reference +=
                pick(random, &["/favicon.ico", "/robots.txt", "/wp-login.php", "/.env", "/sitemap.xml"])
        }
        3 | 4 => {
            reference += "/static/";
            reference += pick(random, WORDS);
            reference += &format!(".{:08x}", random.u32(..));
            reference += pick(random, &[".js", ".css", ".woff2", ".png"]);
        }
        5 => {
            reference += &format!("/api/v{}/", random.usize(1..4));
            reference += pick(random, WORDS);
            reference += &format!("/{}", random.u32(..1_000_000));
        }
        _ => {
            for _ in 0..random.usize(1..=4) {
                reference += "/";
                reference += pick(random, WORDS);
            }
        }
    }
    if random.u8(..100) < 35 {
        reference += "?";
        reference += &query(random);
        if random.u8(..100) < 30 {
            reference += &format!("&utm_source={}&sid={:016x}", pick(random, WORDS), random.u64(..));
        }
    }
    reference
}

/// Returns a scheme and a host.
fn origin(random: &mut Rng) -> String {
    let scheme = pick(random, &["https", "https", "https", "http"]);
    let www = pick(random, &["www.", "www.", "", "en."]);
    let (first, second) = (pick(random, WORDS), pick(random, WORDS));
    format!("{scheme}://{www}{first}{second}.{}", pick(random, SUFFIXES))
}

/// Returns a few keys with values.
fn query(random: &mut Rng) -> String {
    let pairs: Vec<_> = (0..random.usize(1..=3))
        .map(|_| {
            format!("{}={}", pick(random, WORDS), pick(random, &["1", "42", "true", "a%20b", "x+y", "8f3e"]))
        })
        .collect();
    pairs.join("&")
}
