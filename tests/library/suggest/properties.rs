//! Properties of the suggestions of every text.

use proptest::prelude::*;
use rstest::rstest;
use urigram::grammar::Grammar;
use urigram::suggest::Suggestion;
use urigram::validate::Severity;
use urigram::{IriReference, UriReference};

use crate::common::extent;

/// Substrings of typed texts, valid and invalid.
const PIECES: &[&str] = &[
    "http",
    "htp",
    "https",
    "mailto",
    "file",
    "tel",
    "URL",
    ":",
    ";",
    "//",
    "/",
    "\\",
    "\\\\",
    "@",
    "[",
    "]",
    "::1",
    "2001:db8::7",
    "192.0.2.1",
    "010.1",
    "example.com",
    "www.example.com",
    "localhost",
    ",",
    ".",
    "..",
    " ",
    "\t",
    "\n",
    "\u{200B}",
    "\u{A0}",
    "\u{AD}",
    "<",
    ">",
    "\"",
    "\u{201C}",
    "\u{201D}",
    "(",
    ")",
    "`",
    "%",
    "%41",
    "%zz",
    "#",
    "?",
    "&",
    "=",
    "a",
    "b1",
    "8080",
    "80",
    "C",
    "|",
    "{id}",
    "${A}",
    "*",
    "\u{FF1A}",
    "\u{FF0F}",
    "\u{3002}",
    "\u{FF18}",
    "m\u{FC}n",
    "\u{430}",
    "user",
    "](",
    "![",
    "href=\"",
    "_",
    "-",
    "\u{2013}",
    "^",
    "\u{10FFFF}",
    "\u{301}",
];

fn texts() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..12).prop_map(|pieces| pieces.concat())
}

/// Checks that the changes turn the text into the reference, and that each has a reason.
fn check<G: Grammar>(text: &str, suggestions: &[Suggestion<G>]) -> Result<(), TestCaseError> {
    for (index, suggestion) in suggestions.iter().enumerate() {
        let (mut corrected, mut at, mut last) = (String::new(), 0, None);
        for change in suggestion.changes() {
            let range = change.range();
            prop_assert!(
                at <= range.start && last.replace(range.clone()) != Some(range.clone()),
                "{suggestion:?}"
            );
            corrected += &text[at..range.start];
            corrected += change.inserted();
            at = range.end;
            prop_assert!(!change.help().to_string().is_empty());
        }
        corrected += &text[at..];
        prop_assert_eq!(&corrected, suggestion.reference().as_str());
        prop_assert_ne!(&corrected, text);
        prop_assert!(
            suggestions[..index].iter().all(|other| other.reference().as_str() != corrected),
            "twice: {}",
            corrected
        );
    }
    Ok(())
}

/// Letters that join and that do not, parts of emoji, and characters that are part of the text between some of these.
const BESIDE_JOINERS: &[char] = &[
    'a',
    'é',
    '1',
    ' ',
    '/',
    'م',
    'ا',
    'ء',
    '\u{A872}',
    '\u{64B}',
    'क',
    '\u{94D}',
    '\u{93C}',
    '\u{1F469}',
    '\u{1F3FD}',
    '\u{1F3F4}',
    '\u{2764}',
    '\u{20E3}',
    '\u{200B}',
    '\u{200C}',
    '\u{200C}',
    '\u{200D}',
    '\u{200D}',
    '\u{FE0E}',
    '\u{FE0F}',
    '\u{E0067}',
    '\u{E007F}',
];

proptest! {
    /// The suggestion encodes what is seen, and the joiners that it keeps are kept again.
    #[test]
    fn joiners_are_kept_or_removed_once(text in prop::collection::vec(prop::sample::select(BESIDE_JOINERS), 1..12)) {
        let text = format!("https://h.example/é{}é", text.into_iter().collect::<String>());
        let encoded = |text: &str| {
            let suggestions = UriReference::suggestions(text);
            suggestions.first().expect("each text has `é`").reference().to_string()
        };
        let suggestion = encoded(&text);
        let kept = urigram::percent::decode(&suggestion).unwrap().to_string();
        let is_seen = |own: &char| !matches!(own, '\u{200B}'..='\u{200D}' | '\u{FE0E}' | '\u{FE0F}' | '\u{E0000}'..='\u{E007F}');
        prop_assert!(kept.chars().filter(is_seen).eq(text.chars().filter(is_seen)), "{:?}", kept);
        prop_assert_eq!(encoded(&kept), suggestion, "{:?}", kept);
    }

    #[test]
    fn changes_make_the_suggestion(text in texts()) {
        check(&text, &UriReference::suggestions(&text))?;
        check(&text, &IriReference::suggestions(&text))?;
    }

    /// A reference without findings has no suggestions.
    #[test]
    fn what_is_right_has_no_suggestions(text in texts()) {
        if let Ok(reference) = UriReference::parse(&text)
            && reference.findings().iter().all(|finding| finding.severity() == Severity::Note)
        {
            prop_assert_eq!(UriReference::suggestions(&text).len(), 0, "{}", text);
        }
    }

    /// `typed_host` is the host that the crate `url` finds in the text, unless it finds the same host in
    /// the suggestion.
    #[test]
    fn another_host_is_told(
        scheme in prop::sample::select(&["http://", "https:/", "http:\\\\", "//"][..]),
        host in prop::sample::select(&["a.example", "192.0.2.1", "010.1", "m\u{FC}n.de"][..]),
        between in prop::sample::select(&["", "\u{FF0F}", "\u{FF0F}@", " \u{2047}@", "\u{FF20}", "@", ":8 ", "%2F@"][..]),
        rest in texts(),
    ) {
        let text = format!("{scheme}{host}{between}{rest}");
        let base = url::Url::parse("https://base.invalid/").unwrap();
        let host = |text: &str| {
            let url = url::Url::parse(text).or_else(|_| base.join(text)).ok()?;
            let host = url.host_str().filter(|host| *host != "base.invalid")?;
            Some(host.trim_matches(['[', ']']).to_owned())
        };
        for suggestion in UriReference::suggestions(&text) {
            let (typed, meant) = (host(&text), host(suggestion.reference().as_str()));
            match suggestion.typed_host() {
                Some(told) if typed.is_some() => prop_assert_eq!(Some(told), typed.as_deref(), "{}", text),
                // `url` finds no host, because of characters around the text that urigram ignores.
                Some(told) => prop_assert_ne!(Some(told), meant.as_deref(), "{}", text),
                None => {
                    let is_label = |own: &str| !own.is_empty() && own.bytes().all(|own| own.is_ascii_alphanumeric());
                    let is_name = typed.as_ref().is_some_and(|own| own.split('.').all(is_label));
                    prop_assert!(!is_name || typed == meant, "{}: {:?}, {:?}", text, typed, meant);
                }
            }
        }
    }

    /// A suggestion has no suggestions.
    #[test]
    fn suggestions_are_final(text in texts()) {
        for suggestion in UriReference::suggestions(&text) {
            let again = UriReference::suggestions(suggestion.reference().as_str());
            // A suggestion such as `file://etc/` has a finding itself, because its host may be a directory.
            prop_assert!(again.is_empty() || suggestion.reference().as_str().starts_with("file:"), "{suggestion:?}: {again:?}");
        }
    }

    /// If the text has a plausible host, the likeliest suggestion has the same host.
    #[test]
    fn the_likeliest_suggestion_keeps_a_plausible_host(
        host in prop::sample::select(&["example.com", "localhost", "192.0.2.1", "a.example"][..]),
        delimiter in prop::sample::select(&["/", "?", "#", " ", "\t", ":x/", ":port?", ":p#", " .", ":80/ "][..]),
        rest in texts(),
    ) {
        let text = format!("http://{host}{delimiter}{rest}");
        if let Some(suggestion) = UriReference::suggestions(&text).first() {
            prop_assert_eq!(suggestion.reference().host_str(), Some(host), "{}", text);
        }
    }

    /// The help exists, and is finite even for another text than the one that was parsed.
    #[test]
    fn help_is_there(text in texts(), other in texts()) {
        if let Err(error) = UriReference::parse(&text) {
            prop_assert!(!error.explain(&text).help().to_string().is_empty());
            prop_assert!(!error.explain(&other).help().to_string().is_empty());
        }
    }
}

// Long and hostile texts.

/// If a mistake is repeated very often, the number of suggestions stays small, and the stack does not overflow.
#[rstest]
#[case::spaces("http://example.com/", " a")]
#[case::invisible("http://", "a\u{200B}")]
#[case::openers("", "<")]
#[case::quotes("", "\"a")]
#[case::markdown("", "[](")]
#[case::prefixes("", "URL:")]
#[case::backslashes("http:", "\\")]
#[case::backslashes_between("http://h/", "a\\ ")]
#[case::at_signs("http://", "a@")]
#[case::colons("http://", "1:")]
#[case::hashes("http://u:p", "#a@")]
#[case::brackets("http://", "[::1")]
#[case::schemes("", "http:")]
#[case::doubled("", "http://")]
#[case::percents("http://h/", "%")]
#[case::full_width("", "\u{FF0F}")]
#[case::full_width_colons("http", "\u{FF1A}")]
#[case::dots("http://", "..")]
#[case::commas("http://a", ",a")]
#[case::braces("http://h/", "{")]
#[case::tags("", "<a href=\"")]
#[case::letters("http://", "\u{430}a")]
#[case::drives("", "C:\\")]
#[case::shares("", "\\\\a")]
#[case::ports("http://h", ":80")]
#[case::line_breaks("http://h/", "\n ")]
#[case::copies("a@b:", "a@b:")]
#[case::nothing("", "\u{0}")]
fn few_readings(#[case] before: &str, #[case] repeated: &str) {
    let text = before.to_owned() + &repeated.repeat(extent(20_000, 200_000) / repeated.len());
    assert!(UriReference::suggestions(&text).len() <= 6);
    assert!(IriReference::suggestions(&text).len() <= 6);
    if let Err(error) = UriReference::parse(&text) {
        let help = error.explain(&text).help().to_string();
        assert!(
            !help.is_empty() && help.len() < 2_000,
            "{} bytes: {}",
            help.len(),
            help.chars().take(500).collect::<String>()
        );
    }
}

/// A password is never shown.
#[rstest]
fn passwords_are_not_told(
    #[values(
        "http://user:p#secret@h/",
        "http://user:secret secret@h/",
        "http://user:secret%@h/",
        "http://user:secret@h\\a/",
        "http//user:secret@h/ a",
        "http://user:sec|ret@secret@h/",
        "http://user:<secret>@h/",
        "http://user:pa{secret}@h/",
        "http://user:${secret}@h/",
        "http://user:{secret@h/}",
        "http://user:p#{secret}@h/",
        "http://user:{secret/a}b@h/",
        "http://user:p/<secret>@h/",
        "http://user:p@a{secret}b@h/",
        "sip:user:{secret}@h"
    )]
    text: &str,
) {
    let error = UriReference::parse(text).unwrap_err();
    assert!(!error.explain(text).help().to_string().contains("secret"), "{}", error.explain(text).help());
    for suggestion in UriReference::suggestions(text) {
        assert!(!format!("{suggestion:?}").contains("secret"), "{suggestion:?}");
        assert!(suggestion.changes().all(|change| !change.help().to_string().contains("secret")));
    }
}

/// The message names the character at the fault, which may be in a password, but the help names no character of it.
#[test]
fn characters_of_a_password_are_not_listed() {
    let text = "http://u:\"^`@h/a|b";
    let error = UriReference::parse(text).unwrap_err();
    let help = "percent-encode the characters that a userinfo cannot contain, `|` as `%7C`";
    assert_eq!(error.explain(text).help().to_string(), help);
}
