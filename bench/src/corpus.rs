//! Corpora of references. They are read from a file, or generated from a fixed seed in several shapes. The strings
//! of a corpus are contiguous in memory.

use std::path::Path;
use std::{fs, io};

use fastrand::Rng;

/// The number of strings of each corpus in a comparison of libraries.
pub const COUNT: usize = 2_000;

/// The name of a corpus, and the function that generates one of its strings.
type Shape = (&'static str, fn(&mut Rng) -> String);

/// All generated corpora. The last one has references of RFC 3987, the others have references of
/// RFC 3986.
const SHAPES: &[Shape] = &[
    ("mixed", mixed),
    ("long-paths", long_path),
    ("escapes", escapes),
    ("relative", relative),
    ("ipv6", ipv6),
    ("short", short),
    ("log", log),
    ("rdf", rdf),
    ("urns", urn),
    ("iris", iri),
];

/// Returns all corpora with `count` strings each. The result is deterministic.
pub fn corpora(count: usize) -> Vec<Corpus> {
    names().filter_map(|name| corpus(name, count)).collect()
}

/// Returns the names of the corpora.
pub fn names() -> impl Iterator<Item = &'static str> {
    SHAPES.iter().map(|(name, _)| *name)
}

/// Returns the generated corpus with this name, if there is one.
pub fn corpus(name: &str, count: usize) -> Option<Corpus> {
    let (name, shape) = SHAPES.iter().find(|(shape, _)| *shape == name)?;
    // Each corpus has its own generator, so that a change to one does not affect the others.
    let mut random = Rng::with_seed(0x3986);
    Some(Corpus::new(name, (0..count).map(|_| shape(&mut random))))
}

/// The strings of a measurement.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// The name in the report.
    pub name: String,
    text: String,
}

impl Corpus {
    /// Returns a corpus of the strings, which must not contain line breaks.
    pub fn new(name: &str, strings: impl IntoIterator<Item = String>) -> Self {
        let mut text = String::new();
        for string in strings {
            text += &string;
            text.push('\n');
        }
        Self { name: name.to_owned(), text }
    }

    /// Reads the lines of a file, and ignores a byte order mark. The name of the corpus is the file's
    /// stem.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not UTF-8, because every library here parses `&str`.
    pub fn read(path: &Path) -> io::Result<Self> {
        let mut text = fs::read_to_string(path)?;
        if text.starts_with('\u{FEFF}') {
            text.remove(0);
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { name, text })
    }

    /// Returns the strings.
    pub fn lines(&self) -> Vec<&str> {
        self.text.lines().collect()
    }
}

const SUFFIXES: &[&str] = &["com", "com", "com", "org", "net", "edu", "de", "co.uk", "io"];

/// Returns a URI such as people type and pages link: about 45 bytes, sometimes with a query.
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

/// Returns a URI whose query is mostly `%HH`, as sent by a search form for text that is not ASCII.
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

/// Returns a relative reference, such as a link within a site.
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

/// Returns a reference such as in a server's log: usually the target of a request, which is a path with or without a
/// query, but sometimes a URI, as in a referrer or in a request to a proxy.
pub(crate) fn log(random: &mut Rng) -> String {
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

/// RDF vocabularies. The URI of a term is one of these and the name of the term.
const VOCABULARIES: &[&str] = &[
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "http://www.w3.org/2000/01/rdf-schema#",
    "http://www.w3.org/2001/XMLSchema#",
    "http://www.w3.org/2002/07/owl#",
    "http://www.w3.org/2004/02/skos/core#",
    "http://www.w3.org/ns/prov#",
    "http://xmlns.com/foaf/0.1/",
    "http://purl.org/dc/terms/",
    "http://schema.org/",
];

/// Sources of RDF entities. The URI of an entity is one of these and the name of the entity.
const ENTITIES: &[&str] = &[
    "http://dbpedia.org/resource/",
    "http://dbpedia.org/ontology/",
    "http://dbpedia.org/property/",
    "http://dbpedia.org/resource/Category:",
    "http://example.org/data/people#",
    "http://example.org/data/",
];

/// Returns a URI from RDF: a term of a vocabulary, a named entity, or a numbered entity.
pub(super) fn rdf(random: &mut Rng) -> String {
    match random.usize(..10) {
        0..3 => format!("{}{}", pick(random, VOCABULARIES), camel(random)),
        3..8 => {
            let mut iri = String::from(pick(random, ENTITIES));
            iri += &title(random);
            match random.usize(..8) {
                0 => iri += &format!("_({})", pick(random, WORDS)),
                1 => iri += ",_%C3%89ire",
                2 => iri += &format!("__{}", random.usize(1..20)),
                _ => {}
            }
            iri
        }
        8 => format!("http://www.wikidata.org/entity/Q{}", random.u32(1..120_000_000)),
        _ => format!("http://example.org/graph/{:08x}#{}", random.u32(..), pick(random, WORDS)),
    }
}

/// Returns a URN of a common namespace.
pub(super) fn urn(random: &mut Rng) -> String {
    match random.usize(..10) {
        0..4 => {
            let [a, b, c, d] = [(); 4].map(|()| random.u16(..));
            format!("urn:uuid:{:08x}-{a:04x}-{b:04x}-{c:04x}-{d:04x}{:08x}", random.u32(..), random.u32(..))
        }
        4 => format!("urn:isbn:978{:010}", random.u64(..10_000_000_000)),
        5 => {
            let arcs: Vec<_> = (0..random.usize(2..8)).map(|_| random.u16(..20_000).to_string()).collect();
            format!("urn:oid:1.3.6.1.{}", arcs.join("."))
        }
        6 => format!("urn:nbn:de:{:03}-{}{}", random.usize(..1_000), pick(random, WORDS), random.u32(..)),
        7 => match random.usize(..3) {
            0 => format!("urn:ietf:rfc:{}", random.usize(1..10_000)),
            1 => format!("urn:ietf:params:xml:ns:{}-{}", pick(random, WORDS), pick(random, WORDS)),
            _ => format!("urn:ietf:params:oauth:token-type:{}", pick(random, WORDS)),
        },
        8 => {
            let (owner, text) = (pick(random, WORDS), title(random).replace('_', "+"));
            format!("urn:publicid:-:{owner}:DTD+{text}:EN")
        }
        _ => format!(
            "urn:lex:eu:council:directive:{}-{:02}-{:02};{}-{}",
            random.usize(1990..2026),
            random.usize(1..13),
            random.usize(1..29),
            random.usize(1990..2026),
            random.usize(1..200)
        ),
    }
}

/// Words that are not in English.
const FOREIGN: &[&str] = &[
    "Köln",
    "Übersicht",
    "straße",
    "café",
    "éléphant",
    "naïve",
    "año",
    "niñez",
    "São_Paulo",
    "smørrebrød",
    "łódź",
    "Россия",
    "город",
    "Википедия",
    "Ελλάδα",
    "مصر",
    "ישראל",
    "北京",
    "日本語",
    "東京都",
    "위키백과",
    "हिन्दी",
    "ไทย",
    "𠮷野家",
];

/// Returns an IRI with non-ASCII letters in its path, and often in its host, query or fragment.
pub(super) fn iri(random: &mut Rng) -> String {
    let mut iri = String::from(pick(random, &["http://", "https://"]));
    if random.u8(..100) < 30 {
        iri += pick(random, &["münchen.example", "例え.テスト", "пример.испытание", "παράδειγμα.δοκιμή"]);
    } else {
        iri += pick(random, &["de", "ru", "ja", "www"]);
        iri += ".example.org";
    }
    for _ in 0..random.usize(..3) {
        iri += "/";
        iri += pick(random, WORDS);
    }
    iri += "/";
    iri += pick(random, FOREIGN);
    if random.u8(..100) < 40 {
        iri += "_";
        iri += pick(random, FOREIGN);
    }
    if random.u8(..100) < 20 {
        iri += &format!("?q={}&{}=1", pick(random, FOREIGN), pick(random, WORDS));
    }
    if random.u8(..100) < 20 {
        iri += "#";
        iri += pick(random, FOREIGN);
    }
    iri
}

/// Returns two words as the name of a property: `worldNews`.
fn camel(random: &mut Rng) -> String {
    let mut term = letters(pick(random, WORDS));
    term += &capital(&letters(pick(random, WORDS)));
    term
}

/// Returns up to four words as the title of an article: `World_News`.
fn title(random: &mut Rng) -> String {
    let words: Vec<_> = (0..random.usize(1..5)).map(|_| capital(&letters(pick(random, WORDS)))).collect();
    words.join("_")
}

fn letters(word: &str) -> String {
    word.chars().filter(char::is_ascii_alphanumeric).collect()
}

fn capital(word: &str) -> String {
    let mut word = word.to_owned();
    if let Some(first) = word.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    word
}

/// Some sixty words.
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

/// Returns one of the elements.
pub(crate) fn pick<T: Copy>(random: &mut Rng, from: &[T]) -> T {
    from[random.usize(..from.len())]
}

#[cfg(test)]
mod tests {
    use urigram::IriReference;

    use super::{Corpus, corpora};

    #[test]
    fn libraries_accept_all_strings() {
        for corpus in corpora(500) {
            for line in corpus.lines() {
                assert!(IriReference::parse(line).is_ok(), "{line}");
                assert_eq!(urigram::UriReference::parse(line).is_ok(), corpus.name != "iris", "{line}");
                assert_eq!(fluent_uri::UriRef::parse(line).is_ok(), corpus.name != "iris", "{line}");
                assert!(oxiri::IriRef::parse(line).is_ok(), "{line}");
                assert!(iref::IriRef::new(line).is_ok(), "{line}");
            }
        }
    }

    #[test]
    fn strings_differ() {
        for corpus in corpora(200) {
            let mut lines = corpus.lines();
            lines.sort_unstable();
            lines.dedup();
            assert!(lines.len() > 100 || corpus.name == "short", "{}: {}", corpus.name, lines.len());
        }
    }

    #[test]
    fn the_same_at_every_call() {
        let lines = |corpora: Vec<Corpus>| corpora.iter().map(|c| c.lines().join(" ")).collect::<Vec<_>>();
        assert_eq!(lines(corpora(50)), lines(corpora(50)));
    }
}
