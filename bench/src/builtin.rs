//! The built-in corpora: valid references of several shapes, from fixed seeds.

use fastrand::Rng;

use crate::corpus::Corpus;

/// The number of strings of each corpus in a comparison, where other libraries run between two passes.
pub const COUNT: usize = 2_000;

pub(crate) const WORDS: &[&str] = &[
    "a",
    "about",
    "account",
    "api",
    "archive",
    "article",
    "assets",
    "blog",
    "books",
    "cart",
    "catalog",
    "contact",
    "content",
    "data",
    "docs",
    "download",
    "en",
    "events",
    "faq",
    "files",
    "forum",
    "gallery",
    "guide",
    "help",
    "home",
    "id",
    "image",
    "index",
    "info",
    "items",
    "job",
    "list",
    "login",
    "map",
    "media",
    "my-page",
    "news",
    "order_form",
    "page",
    "people",
    "photo",
    "product",
    "profile",
    "research",
    "science",
    "search",
    "shop",
    "static",
    "story",
    "tag",
    "team",
    "topics",
    "travel",
    "user",
    "v1",
    "video",
    "weather",
    "wiki",
    "world-news",
    "~smith",
];
const SUFFIXES: &[&str] = &["com", "com", "com", "org", "net", "edu", "de", "co.uk", "io"];

/// The name of a corpus, and the function that generates one of its strings.
type Shape = (&'static str, fn(&mut Rng) -> String);

const SHAPES: &[Shape] = &[
    ("mixed", mixed),
    ("long-paths", long_path),
    ("escapes", escapes),
    ("relative", relative),
    ("ipv6", ipv6),
    ("short", short),
];

/// Returns all corpora with `count` strings each, the same at every call.
pub fn corpora(count: usize) -> Vec<Corpus> {
    SHAPES
        .iter()
        .map(|(name, shape)| {
            // Each corpus has its own generator, so that a change to one leaves the others as they are.
            let mut random = Rng::with_seed(0x3986);
            Corpus::new(name, (0..count).map(|_| shape(&mut random)))
        })
        .collect()
}

/// Returns a URI as typed and linked on the web: about 45 bytes, some with a query.
fn mixed(random: &mut Rng) -> String {
    let mut uri = origin(random);
    if random.u8(..100) < 3 {
        uri += ":8080";
    }
    for _ in 0..random.usize(0..=3) {
        uri += "/";
        uri += pick(random, WORDS);
    }
    uri += pick(random, &["/", "/", "", "/index.html", ".php", "/2014/05/17", "/1f3a9c"]);
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
fn long_path(random: &mut Rng) -> String {
    let mut uri = origin(random);
    for _ in 0..random.usize(12..=30) {
        uri += "/";
        uri += pick(random, WORDS);
    }
    uri
}

/// Returns a URI whose query is mostly `%HH`: what a search form sends for a text that is not English.
fn escapes(random: &mut Rng) -> String {
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
fn relative(random: &mut Rng) -> String {
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
fn ipv6(random: &mut Rng) -> String {
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
fn short(random: &mut Rng) -> String {
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

/// Returns one of the elements.
pub(crate) fn pick<T: Copy>(random: &mut Rng, from: &[T]) -> T {
    from[random.usize(..from.len())]
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
