//! Texts of any length that are hard for some parser, because it may read the repeated part again and again, or
//! search for something that does not follow.

/// A function that returns a text of about the given number of bytes.
pub(super) type Shape = fn(usize) -> String;

/// Returns `start`, then `piece` as many times as it fits, then `end`.
fn repeated(start: &str, piece: &str, end: &str, length: usize) -> String {
    let times = length.saturating_sub(start.len() + end.len()) / piece.len();
    [start, &piece.repeat(times), end].concat()
}

/// Returns `start`, and then as many different pieces as fit.
fn counted(start: &str, piece: fn(usize) -> String, length: usize) -> String {
    let mut text = start.to_owned();
    for number in 0.. {
        let piece = piece(number);
        if text.len() + piece.len() > length {
            break;
        }
        text += &piece;
    }
    text
}

/// The shapes, by name.
pub(super) const SHAPES: &[(&str, Shape)] = &[
    // Paths: dot segments, empty segments, escapes.
    ("a long segment", |n| repeated("http://a/", "b", "", n)),
    ("slashes", |n| repeated("", "/", "", n)),
    ("slashes after a scheme", |n| repeated("a:", "/", "b", n)),
    ("short segments", |n| repeated("http://a", "/b", "", n)),
    ("dots", |n| repeated("http://a/", ".", "", n)),
    ("segments of one dot", |n| repeated("http://a", "/.", "/", n)),
    ("segments of two dots", |n| repeated("http://a", "/..", "/", n)),
    ("relative segments of two dots", |n| repeated("", "../", "", n)),
    ("down and up", |n| repeated("http://a", "/b/..", "/c", n)),
    ("down, then up", |n| repeated("http://a", "/b", &"/..".repeat(n / 6), n)),
    ("empty segments, then up", |n| repeated("a:", "/", &"../".repeat(n / 6), n)),
    ("encoded dot segments", |n| repeated("http://a", "/%2e%2E", "", n)),
    ("encoded unreserved characters", |n| repeated("http://a/", "%41", "", n)),
    ("encoded octets", |n| repeated("http://a/", "%c3%a9", "", n)),
    ("encoded percent signs", |n| repeated("http://a/", "%25", "41", n)),
    ("parameters", |n| repeated("http://a/b", ";c=d", "", n)),
    // Authorities.
    ("colons in a literal", |n| repeated("http://[", ":", "]/", n)),
    ("groups of an address", |n| repeated("http://[", "1:", ":]/", n)),
    ("an address of the future", |n| repeated("http://[v1.", ":", "]/", n)),
    ("no closing bracket", |n| repeated("http://[v1.", "a", "", n)),
    ("opening brackets", |n| repeated("http://", "[", "", n)),
    ("closing brackets", |n| repeated("http://[", "]", "", n)),
    ("at signs", |n| repeated("http://", "@", "h", n)),
    ("colons in a userinfo", |n| repeated("http://", ":", "@h", n)),
    ("colons in an authority", |n| repeated("http://h", ":", "", n)),
    ("octets", |n| repeated("http://", "1.", "1/", n)),
    ("labels", |n| repeated("http://", "a.", "com/", n)),
    ("encoded labels", |n| repeated("http://", "xn--a.", "com/", n)),
    ("an encoded host", |n| repeated("http://", "%41", "/", n)),
    ("capitals", |n| repeated("HTTP://", "A", "/", n)),
    ("a long port", |n| repeated("http://h:", "0", "80/", n)),
    // Queries and fragments.
    ("ampersands", |n| repeated("?", "&", "", n)),
    ("equals signs", |n| repeated("?", "=", "", n)),
    ("equal pairs", |n| repeated("http://a/?", "a=b&", "", n)),
    ("different pairs", |n| counted("http://a/?", |number| format!("k{number}=v&"), n)),
    ("encoded pairs", |n| repeated("http://a/?", "%26=%3D+&", "", n)),
    ("question marks", |n| repeated("http://a/", "?", "", n)),
    ("a long fragment", |n| repeated("#", "?", "", n)),
    // Schemes.
    ("a long scheme", |n| repeated("", "a", ":", n)),
    ("no scheme after all", |n| repeated("", "a+", "/b", n)),
    ("recipients", |n| repeated("mailto:", "a@b.c,", "d@e.f", n)),
    ("parameters of a number", |n| counted("tel:+1", |number| format!(";p{number}=v"), n)),
    ("parameters of a session", |n| counted("sip:a@b", |number| format!(";p{number}=v"), n)),
    ("a name", |n| repeated("urn:a:", "b%2f", "c", n)),
    ("data", |n| repeated("data:text/plain;base64,", "AAAA", "", n)),
    ("a drive", |n| repeated("file:///c:/", "a%20b/", "", n)),
    // Texts that are not references.
    ("number signs", |n| repeated("#", "#", "", n)),
    ("colons", |n| repeated("", ":", "", n)),
    ("percent signs", |n| repeated("http://a/", "%", "", n)),
    ("spaces", |n| repeated("http://a/", " ", "", n)),
    ("white space", |n| repeated("", "\t\r\n", "", n)),
    ("backslashes", |n| repeated("http:", "\\", "a", n)),
    ("beyond ASCII", |n| repeated("http://a/", "é", "", n)),
    ("hidden characters", |n| repeated("http://a/", "\u{202e}", "", n)),
    ("null characters", |n| repeated("", "\0", "", n)),
    // Running text.
    ("schemes without an end", |n| repeated("", "http:", "", n)),
    ("schemes and slashes", |n| repeated("", "http://", "", n)),
    ("opening angle brackets", |n| repeated("", "<", "", n)),
    ("opened references", |n| repeated("", "<http://a ", "", n)),
    ("broken lines", |n| repeated("<http://a/", "b\n ", ">", n)),
    ("parentheses", |n| repeated("http://a/", "(", "", n)),
    ("quotes", |n| repeated("", "\"http://a", "", n)),
    ("full stops", |n| repeated("http://a/", ".", " ", n)),
    ("hyphens at the ends of lines", |n| repeated("http://a/", "b-\n", "", n)),
    ("names of hosts", |n| repeated("", "www.a ", "", n)),
    ("attributes", |n| counted("<a", |number| format!(" {number:x}"), n)),
    ("open elements", |n| repeated("", "<svg>", &"</math>".repeat(n / 14), n)),
    ("tags", |n| repeated("", "<base href=\"a\" ", ">", n)),
    ("header fields", |n| repeated("", "Content-Location: a\n", "", n)),
];
