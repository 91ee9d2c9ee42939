//! Names of things: of RDF and URNs, and names that are not in English.

use fastrand::Rng;

use super::words::{WORDS, pick};

/// Vocabularies, up to the name of the term.
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

/// Where things are described, up to the name of the thing.
const ENTITIES: &[&str] = &[
    "http://dbpedia.org/resource/",
    "http://dbpedia.org/ontology/",
    "http://dbpedia.org/property/",
    "http://dbpedia.org/resource/Category:",
    "http://example.org/data/people#",
    "http://example.org/data/",
];

/// Returns a name as RDF has them: a term of a vocabulary, an entity, or a thing by its number.
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

/// Returns a URN of one of the namespaces that are used most.
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

/// Returns an IRI whose path, and often whose host, query or fragment, has letters that are not of ASCII.
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
