//! Error messages, their help, and their sources.

use std::error::Error;
use std::path::Path;
use std::{fs, iter};

use rstest::rstest;
use urigram::build::BuildError;
use urigram::edit::EditError;
use urigram::grammar::VARIANTS;
use urigram::normalize::Level;
use urigram::policy::Policy;
use urigram::resolve::Resolver;
use urigram::{Excerpt, Port, Rule, Uri, UriReference, percent};

type Owned = UriReference<String>;

#[rstest]
#[case::invalid("/", |r: &mut Owned| r.set_query("a b"), "percent-encode it as `%20`")]
#[case::path_after_authority("//h", |r: &mut Owned| r.set_path("a"), "set a path that begins with `/`, or an empty one")]
#[case::userinfo_alone("/a", |r: &mut Owned| r.set_userinfo("u"), "set a host before, which may be empty")]
#[case::dot_segment("/a", |r: &mut Owned| r.push_segment(".."), "a path with dot segments is set as a whole")]
#[case::empty_first_segment("", |r: &mut Owned| r.push_segment(""), "set a path that begins with `/` before")]
#[case::gap("/a", |r: &mut Owned| r.insert_segment(2, "b"), "give an index up to 1")]
fn edits(#[case] text: &str, #[case] edit: fn(&mut Owned) -> Result<(), EditError>, #[case] help: &str) {
    let error = edit(&mut UriReference::parse(text).unwrap().to_owned()).unwrap_err();
    assert_eq!(error.help().to_string(), help);
}

#[rstest]
#[case::invalid(UriReference::builder().path("/a b"), "percent-encode it as `%20`")]
#[case::no_host(UriReference::builder().port(80), "give a host, which may be empty")]
#[case::path_after_authority(UriReference::builder().host("h").path("a"), "begin the path with `/`, or leave out the host")]
#[case::two_slashes(UriReference::builder().path("//a"), "begin the path with `/.//`, or give a host, which may be empty")]
#[case::colon(UriReference::builder().path("a:b"), "begin the path with `./`, or give a scheme")]
fn builds(#[case] builder: urigram::build::Builder<'_, Owned>, #[case] help: &str) {
    let error: BuildError = builder.build().unwrap_err();
    assert_eq!(error.help().to_string(), help);
}

#[rstest]
#[case::above_root(Resolver::new().deny_above_root(true), "../../g", "leave them out, or resolve without the option `deny_above_root`")]
#[case::guard(Resolver::new().deny_guard(true), ".//g", "without the option `deny_guard`, `/.` is written before the path")]
fn resolutions(#[case] resolver: Resolver, #[case] reference: &str, #[case] help: &str) {
    let (base, reference) = (Uri::parse("f:/a").unwrap(), UriReference::parse(reference).unwrap());
    let error = resolver.resolve(&base, &reference).unwrap_err();
    assert_eq!(error.help().to_string(), help);
}

/// Returns errors of various functions of this crate, converted only by `?`.
fn any(which: usize) -> Result<(), urigram::Error> {
    let base = Uri::parse("http://a/b")?;
    match which {
        0 => drop(Uri::parse("a")?),
        1 => drop(Uri::try_from(UriReference::parse("a")?)?),
        2 => drop(Uri::builder("s").path("//").build()?),
        3 => base.to_owned().set_path("a")?,
        4 => drop(base.resolve_str(" ")?),
        5 => drop(base.relativize(&Uri::parse("http://a/./b")?)?),
        6 => drop(percent::decode("%")?),
        7 => drop(Port::parse("")?.to_u16()?),
        8 => drop(base.to_unix_path()?),
        9 => drop("level".parse::<Level>()?),
        10 => drop(Policy::link().allow_host("*")?),
        11 => drop(Policy::redirect().check(base)?),
        #[cfg(feature = "std")]
        _ => drop(UriReference::parse("//%FF:1")?.socket_addrs()?),
        #[cfg(not(feature = "std"))]
        _ => {}
    }
    Ok(())
}

#[rstest]
#[case::parse(0, &["the scheme is missing"])]
#[case::rejected(1, &["the scheme is missing"])]
#[case::build(2, &["without an authority, the path cannot begin with `//` at byte 0"])]
#[case::edit(3, &["after an authority, the path has to be empty or begin with `/` at byte 0"])]
#[case::resolve(4, &["unexpected ' ' in the path at byte 0"])]
#[case::relativize(5, &["no reference has this target: resolution would remove the dot segments of its path"])]
#[case::decode(6, &["two hexadecimal digits do not follow the `%` at byte 0; write `%25` for a literal `%`"])]
#[case::port(7, &["the port is empty"])]
#[case::file_path(8, &["the scheme is not `file`"])]
#[case::level(9, &["no level has this name; they are string, case, percent, path or syntax, and scheme"])]
#[case::policy(10, &["`*` is a pattern; write each name, or `.example.com` for every name below `example.com`"])]
#[case::refused(11, &["the host `a` is not allowed; allowed: none"])]
#[cfg_attr(feature = "std", case::sockets(12, &["the host is not text", "the percent-encoded octets at byte 0 are not UTF-8"]))]
fn all_of_one_type(#[case] which: usize, #[case] said: &[&str]) {
    let error = any(which).unwrap_err();
    let chain = iter::successors(Some(&error as &dyn Error), |error: &&dyn Error| (*error).source());
    assert_eq!(chain.map(ToString::to_string).collect::<Vec<_>>(), said);
}

// Excerpts of texts, which need not be references, show no password (section 7.5).

#[rstest]
#[case::whole("http://exa mple.com", "http://exa mple.com")]
#[case::empty("", "")]
#[case::control_characters("a\n\u{1b}[31mb", "a\\n\\u{1b}[31mb")]
#[case::bidirectional("a\u{202e}b", "a\\u{202e}b")]
#[case::quotes(r#"a\b'c"d"#, r#"a\b'c"d"#)]
#[case::password("http://u:secret@a b", "http://u:***@a b")]
#[case::password_with_an_at_sign("http://u:sec@ret@a b", "http://u:***@a b")]
#[case::password_with_a_slash("http://u:sec/ret@a/", "http://u:***@a/")]
#[case::password_with_a_number_sign("http://u:sec#r et@a/", "http://u:***@a/")]
#[case::password_with_a_space("http://u:sec ret@a/", "http://u:***@a/")]
#[case::encoded_colon("http://u%3Asecret@a b", "http://u%3A***@a b")]
#[case::behind_other_text("see http://u:secret@a", "see http://u:***@a")]
#[case::in_a_query("http://h/?to=http://u:secret@h/ x", "http://h/?to=http://u:***@h/ x")]
#[case::behind_a_port("http://h:80//a//b//u:secret@h", "http://h:80//a//b//u:***@h")]
#[case::digits_before_a_slash("http://u:1/secret@h", "http://u:1/secret@h")]
#[case::encoded("?to=http%3A%2F%2Fu:secret%40a&b=c@d", "?to=http%3A%2F%2Fu:***%40a&b=c@d")]
#[case::of_sip("sip:u:secret@a b", "sip:u:***@a b")]
#[case::no_password("http://u:@a b", "http://u:@a b")]
#[case::a_port("http://a:80/b c@d", "http://a:80/b c@d")]
#[case::an_address("http://[::1]/b c@d", "http://[::1]/b c@d")]
fn what_is_shown(#[case] text: &str, #[case] shown: &str) {
    let excerpt = Excerpt::around(text, 0);
    assert_eq!(excerpt.to_string(), shown);
    assert_eq!(format!("{:?}", excerpt.clone()), format!("Excerpt(`{shown}`)"));
}

#[rstest]
#[case::before(&format!("/{} ", "%41".repeat(100)), 301, &format!("…{} ", &"%41".repeat(100)[220..]))]
#[case::after(&format!("/ {}", "é".repeat(100)), 1, &format!("/ {}…", "é".repeat(20)))]
#[case::both(&format!("{} {}", "a".repeat(100), "b".repeat(100)), 100, &format!("…{} {}…", "a".repeat(80), "b".repeat(39)))]
#[case::in_the_password(&format!("http://u:{} {}@a", "a".repeat(200), "b".repeat(200)), 209, "…***…")]
#[case::behind_the_password(&format!("http://u:{}@{} ", "a".repeat(200), "b".repeat(70)), 280, &format!("…***@{} ", "b".repeat(70)))]
#[case::behind_the_end(&"a".repeat(100), usize::MAX, &format!("…{}", "a".repeat(80)))]
fn a_long_text_is_cut(#[case] text: &str, #[case] offset: usize, #[case] shown: &str) {
    assert_eq!(Excerpt::around(text, offset).to_string(), shown);
}

/// Texts are cut at character boundaries, and the excerpt has a bounded length.
#[rstest]
fn any_text_can_be_shown(#[values("é", "漢", "😀", "//u:", "@", "%2F%2Fu:", "sip:")] unit: &str
) {
    for (before, after) in (0..60).flat_map(|before| (0..60).map(move |after| (before, after))) {
        let text = [unit.repeat(before), "é".to_owned(), unit.repeat(after)].concat();
        for offset in [0, unit.len() * before, unit.len() * before + 1, text.len()] {
            let shown = Excerpt::around(&text, offset).to_string();
            assert!(shown.chars().count() < 200, "{shown}");
        }
    }
}

// The drawing of a fault under the text that contains it.

/// Returns the line with the text and the line with the `^`.
fn drawn(text: &str) -> (String, String) {
    let drawn = UriReference::parse(text).unwrap_err().explain(text).to_string();
    let lines: Vec<_> = drawn.lines().collect();
    (lines[2].strip_prefix("  | ").unwrap().to_owned(), lines[3].strip_prefix("  | ").unwrap().to_owned())
}

#[rstest]
#[case::space("a b", "a b", " ^")]
#[case::at_the_end("a%", "a%", "  ^")]
#[case::control("a\x1b[31m", "a\\u{1b}[31m", " ^^^^^^")]
#[case::tab("a\tb", "a\\tb", " ^^")]
#[case::line_feed("a\nb", "a\\nb", " ^^")]
#[case::turned_round("a\u{202e}b", "a\\u{202e}b", " ^^^^^^^^")]
#[case::right_to_left("a\u{5d0}b", "a\\u{5d0}b", " ^^^^^^^")]
#[case::combining("e\u{301}", "e\\u{301}", " ^^^^^^^")]
#[case::blank("a\u{2800}\u{a0}", "a\\u{2800}\\u{a0}", " ^^^^^^^^")]
#[case::beyond_ascii("é", "é", "^")]
#[case::backslash("a\\b", "a\\b", " ^")]
fn shows(#[case] text: &str, #[case] shown: &str, #[case] mark: &str) {
    assert_eq!(drawn(text), (shown.to_owned(), mark.to_owned()));
}

#[rstest]
#[case::start(0, false, true)]
#[case::middle(5_000, true, true)]
#[case::end(9_999, true, false)]
fn cuts(#[case] offset: usize, #[case] before: bool, #[case] after: bool) {
    let mut text = "a".repeat(10_000);
    text.replace_range(offset..=offset, " ");
    let (shown, mark) = drawn(&text);
    assert_eq!(shown.chars().nth(mark.len() - 1), Some(' '));
    assert_eq!((shown.starts_with('…'), shown.ends_with('…')), (before, after));
    assert!(shown.trim_matches('…').len() <= 76);
}

/// Under another text than the one that was parsed, the `^` is in the wrong column, but nothing panics.
#[test]
fn goes_with_any_text() {
    let error = Rule::path.parse("aaaaa b").unwrap_err();
    assert!(error.explain("").to_string().contains("\n  | ^\n"));
    assert!(error.explain("ééé").to_string().contains("\n  |   ^\n"));
    assert_eq!(Uri::parse("").unwrap_err().explain("").to_string().lines().count(), 5);
}

// Functions that only the command uses.

#[test]
fn has_each_variant() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.filter(|file| file.extension().is_some_and(|end| end == "pest")).collect();
    files.sort();
    let found: Vec<_> = files
        .iter()
        .map(|file| (file.file_name().unwrap().to_str().unwrap(), fs::read_to_string(file).unwrap()))
        .collect();
    let listed: Vec<_> = VARIANTS.iter().map(|variant| (variant.name, variant.text.to_owned())).collect();
    assert_eq!(listed, found);
}
