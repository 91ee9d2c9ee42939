//! Strings: samples of the grammar, unusual forms, and mutations of both.

use std::path::Path;
use std::sync::LazyLock;
use std::{env, fs};

use urigram_grammar::{Automata, Grammar, Peg};
use urigram_workbench::Sampler;

use crate::typed;

/// Unusual forms, valid and invalid.
pub(crate) const ODD: &[&str] = &[
    "",
    "#",
    "?",
    "?#",
    "/",
    "//",
    "///",
    "////",
    ":",
    "a:",
    "a:?",
    "a:#",
    "1a:",
    "a+.-1:b",
    "//@",
    "//:",
    "//@:",
    "//a:",
    "//a@:1",
    "//a:b@c:1",
    "//u:p@h:080",
    "http://a:65535/",
    "http://a:65536/",
    "http://a:00000000000080/",
    "http://a:99999999999999999999999/",
    "https://example.com:",
    "HTTP://EXAMPLE.com:80/%7e/../b/./c?%41#%42",
    "http://[::1]:8080/",
    "http://[::ffff:127.0.0.1]/",
    "http://[v1.a:b]/",
    "http://[1::2::3]/",
    "http://[::1",
    "http://127.0.0.1/",
    "http://127.0.0.001/",
    "http://256.1.1.1/",
    "http://0x7f.1/",
    "http://1/",
    "http://a..b/",
    "/a/b/c",
    "a/b/c",
    "./a:b",
    "a:b/../c",
    "..",
    ".",
    "../..",
    "/../a/./b/",
    "/.//a",
    "a:/.//b",
    "a:/..//b",
    "//a//b//",
    "?a=1&b=2&a=3",
    "?a",
    "?a&a=&=&==&&",
    "?%61=%62&a=c",
    "?a+b=c+d&a%2Bb=%26",
    "?%FF=1&%FE=2&%FF=3",
    "?a=%E9&b=%C3%A9",
    "?q=caf%C3%A9&q=x",
    "?%F0%9F%98%80=%F0%9F",
    "?q=%00%0A%1B",
    "?token=secret&key=a#token=b&x",
    "x?a=%EF%BF%BD&%FF",
    "http://fred:secret@example.com/?token=1",
    "ftp://fred%3Asecret@a/",
    "sip:alice:secret@example.com;transport=udp",
    "sip:a?b:c@d",
    "mailto:fred@example.com?subject=a%20b",
    "urn:isbn:0451450523",
    "URN:ISBN:%31",
    "tel:+1-201-555-0123",
    "data:text/plain;base64,SGVsbG8=",
    "file:///etc/passwd",
    "file://localhost/c:/x",
    "ldap://[2001:db8::7]/c=GB?objectClass?one",
    "news:comp.infosystems.www.servers.unix",
    "telnet://192.0.2.16:80/",
    "http://a/b/c/d;p?q",
    "http://a/b/c/d;p?q#s",
    "javascript:alert(1)",
    "http://xn--nxasmq6b/",
    "http://a_b.c/",
    "http://%41.example/",
    "http://a%2Fb/",
    "http://a/%2e%2E/b",
    "http://exa mple.com/",
    " http://a",
    "http://a ",
    "http://a\\b",
    "http://a^b",
    "http://a/%zz",
    "http://a/%",
    "http://a/%4",
    "http://münchen.example/ü",
    "http://例え.jp/漢?字#😀",
    "\u{feff}http://a",
    "a\u{202e}b",
    "\u{0}",
    "\n",
    "http://a\nb",
    "<http://a/>",
    "http://a|b",
    "http://a[b]c/",
    "http://u:p@h@i/",
    "http://a:b/",
    "http://a:8o/",
    "//a:b:c",
    "%",
    "%41",
    "%zz",
    "+",
    "a+b",
    "http://example.com/a/very/long/path/that/is/no/inline/view?with=a&long=query&and=pairs%20of#a-fragment-that-is-long-too",
    "http://user:a-long-password@www.a-rather-long-host-name.example.com:8080/p",
    "twelve-bytes",
    "thirteen-byte",
    "/twelve/byte",
    "See http://a.example/x, <http://b.example/y z> and (mailto:fred@example.com).",
    "http://a/-\nb http://c.",
    "https://example.com/%E4%B8%AD%E6%96%87",
    "http://example.com/%C3%28",
    "http://A%CC%8A.example",
    "http://a/?a=b;c=d",
    "a?b?c#d?e",
    "a#b#c",
];

/// The characters that mutations insert: delimiters, other special characters, and some that are allowed
/// nowhere.
const WRITTEN: &[char] = &[
    ':', '/', '?', '#', '[', ']', '@', '!', '$', '&', '\'', '(', ')', '*', '+', ',', ';', '=', '%', '.', '-',
    '_', '~', 'a', 'F', '0', '9', 'g', ' ', '\\', '^', '"', '<', '>', '\u{0}', '\u{7f}', 'é', '漢', '😀',
    '\u{feff}',
];

/// A deterministic generator of numbers (splitmix64).
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }
}

/// Twenty thousand strings, or a million if the environment variable `THOROUGH` is set.
pub(crate) static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let length = if env::var_os("THOROUGH").is_some() { 1_000_000 } else { 20_000 };
    let mut numbers = Numbers(20);
    let mut texts: Vec<String> = ODD.iter().map(|&text| text.to_owned()).collect();
    for (rule, count) in [("URI_reference", length / 5), ("URI", length / 10)] {
        texts.extend(sampler(rule).strings(7).take(count));
    }
    let samples = texts.len();
    while texts.len() < length {
        let from = if numbers.below(2) == 0 { ODD.len() } else { samples };
        let mut text = texts[numbers.below(from)].clone();
        for _ in 0..=numbers.below(3) {
            text = mutated(&text, &mut numbers);
        }
        texts.push(text);
    }
    // Shuffled, so that adjacent strings have different origins.
    for index in (1..texts.len()).rev() {
        texts.swap(index, numbers.below(index + 1));
    }
    texts
});

/// Lines as users type them, and the lines of the file named by `URIGRAM_CORPUS`.
pub(crate) static CORPUS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut lines = typed::lines(5000);
    if let Some(path) = env::var_os("URIGRAM_CORPUS") {
        lines.extend(fs::read_to_string(&path).unwrap().lines().map(str::to_owned));
    }
    lines
});

fn sampler(rule: &str) -> Sampler {
    let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../uri.pest")).unwrap();
    let peg = Peg::new(&Grammar::read(&source, "uri.pest").unwrap());
    Sampler::between(&Automata::new(&peg).dfa(rule).unwrap(), 0..=32).unwrap()
}

fn mutated(text: &str, numbers: &mut Numbers) -> String {
    if numbers.below(4) == 0 && !text.is_empty() {
        let mut bytes = text.as_bytes().to_vec();
        let at = numbers.below(bytes.len());
        bytes[at] ^= 1 << numbers.below(8);
        return String::from_utf8_lossy(&bytes).into_owned();
    }
    let mut characters: Vec<char> = text.chars().collect();
    let (at, written) = (numbers.below(characters.len() + 1), WRITTEN[numbers.below(WRITTEN.len())]);
    match (numbers.below(4), characters.get(at).copied()) {
        (0, Some(_)) => characters[at] = written,
        (1, Some(_)) => drop(characters.remove(at)),
        (2, Some(same)) => characters.insert(at, same),
        (3, Some(_)) => characters.extend(ODD[numbers.below(ODD.len())].chars()),
        _ => characters.insert(at, written),
    }
    characters.into_iter().collect()
}
