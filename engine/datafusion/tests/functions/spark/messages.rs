//! What errors show of a text: no password, and not more than a few words around the fault.

use rstest::rstest;

use super::error;

#[rstest]
#[case::password(
    "parse_url('http://user:secret@h/ x', 'HOST')",
    "parse_url: `http://user:***@h/ x` is not a URI"
)]
#[case::fault_in_the_password(
    "parse_url('http://u:se cret@h/', 'HOST')",
    "parse_url: `http://u:***@h/` is not a URI"
)]
#[case::to_decode(
    "url_decode('http://u:secret@h/%2x')",
    "url_decode: `http://u:***@h/%2x` cannot be decoded"
)]
#[case::encoded(
    "url_decode('http%3A%2F%2Fu%3Asecret%40h%2F%2x')",
    "url_decode: `http%3A%2F%2Fu%3A***%40h%2F%2x` cannot be decoded"
)]
#[case::encoded_in_small_letters(
    "url_decode('http%3a%2f%2fu%3asecret%2f%40h%2f%')",
    "url_decode: `http%3a%2f%2fu%3a***%40h%2f%` cannot be decoded"
)]
#[case::encoded_in_a_query(
    "url_decode('//h/?to=http%3A%2F%2Fu%3Asecret%40h&%')",
    "url_decode: `//h/?to=http%3A%2F%2Fu%3A***%40h&%` cannot be decoded"
)]
#[case::encoded_of_sip(
    "url_decode('sip%3Au%3Asecret%40h%')",
    "url_decode: `sip%3Au%3A***%40h%` cannot be decoded"
)]
#[case::encoded_port(
    "url_decode('http%3A%2F%2Fh%3A80%2Fa%40b%')",
    "`http%3A%2F%2Fh%3A80%2Fa%40b%` cannot be decoded"
)]
#[case::control_character(
    "url_decode(concat('a', chr(27), '%'))",
    "url_decode: `a\\u{1b}%` cannot be decoded"
)]
#[tokio::test]
async fn without_passwords(#[case] call: &str, #[case] message: &str) {
    let found = error(call).await;
    assert!(found.contains(message), "{found}");
    assert!(!found.contains("cret"), "{found}");
}

#[rstest]
#[case::parse_url("parse_url(repeat('a b', 100000), 'HOST')", "`a ba")]
#[case::at_the_end("parse_url(concat(repeat('a', 100000), ' '), 'HOST')", "aaa ` is not a URI")]
#[case::url_decode("url_decode(concat(repeat('a', 100000), '%', repeat('x', 100000)))", "aaa%xxx")]
#[case::key("parse_url('/?a', 'QUERY', repeat('a+', 100000) || '+')", "the key `a+a+")]
#[case::key_too_large("parse_url('/?a', 'QUERY', repeat('(a{999}){999}', 10))", "the key `(a{999}")]
#[case::key_not_compiled(
    "parse_url('/?a', 'QUERY', repeat('a', 100000) || '[z-a]')",
    "invalid character class range"
)]
#[tokio::test]
async fn in_a_few_words(#[case] call: &str, #[case] shown: &str) {
    let found = error(call).await;
    assert!(found.contains(shown) && found.len() < 1000, "{found}");
}
