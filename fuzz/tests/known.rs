//! The corpora pass, each known difference has an example, and other differences are not known.

use std::fs;

use rstest::rstest;
use urigram::resolve::Resolver;
use urigram::{Uri, UriReference};
use urigram_fuzz::peers::known::{self, Known, PARSE, Parts, Reading};
use urigram_fuzz::peers::whatwg as url;
use urigram_fuzz::peers::{self, RESOLVERS, normalize, resolve};
use urigram_fuzz::targets::ALL;

/// A value for a changed component. It differs from all components of the results for the examples.
const OTHER: &str = "zz";

/// The names of the components.
const COMPONENTS: [&str; 7] = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"];

/// Returns the components with one of them changed.
fn changed<'t>(mut reading: Reading<'t>, component: &str) -> Reading<'t> {
    let mut parts = reading.parts.unwrap_or(Parts { userinfo: None, host: "", port: None });
    match component {
        "scheme" => reading.scheme = Some(OTHER),
        "userinfo" => parts.userinfo = Some(OTHER),
        "host" => parts.host = OTHER,
        "port" => parts.port = Some("99"),
        "path" => reading.path = "/zz",
        "query" => reading.query = Some(OTHER),
        _ => reading.fragment = Some(OTHER),
    }
    if matches!(component, "userinfo" | "host" | "port") {
        reading.parts = Some(parts);
    }
    reading
}

/// Returns the texts that differ from this text in one component.
fn others(text: &str) -> impl Iterator<Item = String> {
    COMPONENTS.into_iter().map(|component| recompose(&changed(Reading::split(text), component)))
}

fn recompose(reading: &Reading<'_>) -> String {
    let mut text = reading.scheme.map(|scheme| format!("{scheme}:")).unwrap_or_default();
    if let Some(Parts { userinfo, host, port }) = reading.parts {
        text += "//";
        text += &userinfo.map(|userinfo| format!("{userinfo}@")).unwrap_or_default();
        text += host;
        text += &port.map(|port| format!(":{port}")).unwrap_or_default();
    }
    text += reading.path;
    text += &reading.query.map(|query| format!("?{query}")).unwrap_or_default();
    text + &reading.fragment.map(|fragment| format!("#{fragment}")).unwrap_or_default()
}

/// Returns the library of a known difference.
fn peer(name: &str) -> &str {
    name.split(':').next().unwrap()
}

#[test]
fn has_no_finding() {
    for target in ALL {
        let path = format!("{}/corpus/{}.jsonl", env!("CARGO_MANIFEST_DIR"), target.name);
        for line in fs::read_to_string(path).unwrap().lines() {
            println!("{}: {line}", target.name);
            let input: Vec<String> = serde_json::from_str(line).unwrap();
            (target.check)(&input);
        }
    }
}

/// The example of each known difference shows it.
#[test]
fn a_known_difference_is_one() {
    for known in peers::all() {
        let target = ALL.iter().find(|target| target.name == known.target).unwrap();
        let input: Vec<String> = known.example.iter().map(|&text| text.to_owned()).collect();
        known::take_found();
        (target.check)(&input);
        let found = known::take_found();
        assert!(found.contains(known.name), "{}: {found:?}", known.name);
    }
}

/// A target is not known if it differs in another component, or if the library rejects the input instead.
#[test]
fn no_target_differs_in_one_more_component() {
    for known in resolve::RESOLVE.iter().chain(url::RESOLVE) {
        let &[base, reference, ..] = known.example else { panic!("two texts") };
        let uri = Uri::parse(base).unwrap();
        let right = Resolver::new().resolve(&uri, &UriReference::parse(reference).unwrap()).unwrap();
        let (right, theirs) = match RESOLVERS.iter().find(|(name, _)| *name == peer(known.name)) {
            Some((_, resolve)) => (right.to_string(), resolve(base, reference)),
            None => {
                let [right, base] = [right.as_str(), base].map(|text| url::parse(None, text).unwrap());
                (right.into(), url::parse(Some(&base), reference).map(String::from))
            }
        };
        let is = |theirs: Option<&str>| {
            (known.is)(&resolve::ResolveAnswers { base, reference, right: &right, theirs })
        };
        assert!(is(theirs.as_deref()), "{}", known.name);
        for other in others(theirs.as_deref().unwrap_or(&right)) {
            assert!(!is(Some(&other)), "{}: {other}", known.name);
        }
        assert!(theirs.is_none() || !is(None), "{}", known.name);
    }
}

/// A normal form is not known if it differs in another component.
#[test]
fn no_normal_form_differs_in_one_more_component() {
    for known in normalize::NORMALIZE {
        let text = known.example[0];
        let (_, normalize, level) =
            normalize::PEERS.iter().find(|(name, ..)| *name == peer(known.name)).unwrap();
        let right = UriReference::parse(text).unwrap().normalize_to(*level).to_string();
        let theirs = normalize(text).unwrap();
        let is = |theirs: &str| (known.is)(&normalize::Answers { text, right: &right, theirs });
        assert!(is(&theirs), "{}", known.name);
        for other in others(&theirs) {
            assert!(!is(&other), "{}: {other}", known.name);
        }
    }
}

/// A URL is not known if it differs in another component, or if the library rejects the text instead.
#[test]
fn no_url_differs_in_one_more_component() {
    for known in url::PARSE {
        let text = known.example[0];
        let right = Some(Reading::split(text));
        let theirs = url::parse(None, text);
        let is = |theirs, differs| (known.is)(&url::Answers { text, right, theirs, differs });
        let theirs = theirs.as_ref().map(url::read);
        let reading = theirs.unwrap_or(Reading::split(text));
        for component in COMPONENTS {
            assert!(!is(Some(changed(reading, component)), component), "{}: {component}", known.name);
        }
        assert!(theirs.is_none() || !is(None, "validity"), "{}", known.name);
    }
}

/// Drive letters, and special schemes without an authority.
#[rstest]
#[case::drive_of_another_scheme("http://a/c:/d", "..")]
#[case::drive_in_the_reference("http://a/", "b/c:/..?d")]
#[case::host_beside_a_drive("file://h//c:", ".")]
#[case::root_of_the_drive("file:///c:/d", "/e")]
#[case::only_a_drive("file:///c:", "d")]
#[case::query_of_a_drive("file:///c:", "?d")]
#[case::another_drive("file:///c:/d", "/e:/f/..")]
#[case::rest_is_a_drive("file:///c:/d", "file:e:/f")]
#[case::rest_is_a_path("file:///c:/d/e", "file:f")]
#[case::rest_has_a_colon("http://a/b/c", "http:d:e")]
#[case::no_rest("http://a/b?c", "http:")]
#[case::more_slashes("http://a/", "http:///b/c")]
#[case::another_scheme("ws://a/", "http:b/c")]
#[case::scheme_of_the_base("http://a/", "///b")]
fn url_has_a_known_target(#[case] base: &str, #[case] reference: &str) {
    check("resolve", &[base, reference, "url"]);
}

/// File URLs, and special schemes without an authority.
#[rstest]
fn url_is_read_in_a_known_way(
    #[values(
        "http:a",
        "http:/a?b#c",
        "http:",
        "http:///a",
        "http://:1/",
        "http://@a",
        "FILE:a",
        "file:/a/..",
        "file:",
        "file:c:/..",
        "file:///c:/..",
        "file://a/c:/..",
        "file://c:/d",
        "file://c:/..?e#f",
        "file:////c:/..",
        "file://a@b/",
        "file://a:1/",
        "file://a/../c:/d",
        "a://b/c:/..",
        "a:/c:/d/../.."
    )]
    text: &str,
) {
    check("parse", &[text, "url"]);
}

/// Erratum 4547, with iref's guards.
#[rstest]
#[case::leading("a:b", "../../c")]
#[case::nothing_left("a:b/c", "..")]
#[case::empty_segment("a:b/c", "..//d?e#f")]
#[case::colon("a:", "./b:c")]
#[case::own_scheme("a:", "b:./..")]
fn iref_has_a_known_target(#[case] base: &str, #[case] reference: &str) {
    check("resolve", &[base, reference]);
}

/// Checks an input, for which all differences must be known.
fn check(target: &str, input: &[&str]) {
    let target = ALL.iter().find(|known| known.name == target).unwrap();
    let input: Vec<String> = input.iter().map(|&text| text.to_owned()).collect();
    (target.check)(&input);
}

/// The known differences of oxiri do not include accepting a text that is not an IRI, or splitting an IRI
/// differently.
#[rstest]
#[case::space("é ", "é ")]
#[case::private_use_in_a_path("\u{E000}", "\u{E000}")]
#[case::another_path("é", "")]
#[case::another_component("é#b", "é?b")]
fn is_not_a_known_way_to_read_an_iri(#[case] text: &str, #[case] theirs: &str) {
    let theirs = Some(Reading::split(theirs));
    assert!(PARSE.iter().all(|known| !(known.is)(&known::ParseAnswers { text, right: None, theirs })));
}

/// If a target has no relative reference, a library's reference is not known.
#[test]
fn no_reference_is_expected() {
    let theirs = Some("a:b");
    let answers =
        resolve::RelativizeAnswers { base: "a:", target: "a:b", ours: None, theirs, resolved: theirs };
    assert!(resolve::RELATIVIZE.iter().all(|known| !(known.is)(&answers)));
}

/// A relative reference to a wrong target is not known if the target differs in another component.
#[test]
fn no_reference_differs_in_one_more_component() {
    let is_astray = |known: &&Known<_>| known.name.contains("has another target");
    let rows: Vec<_> = resolve::RELATIVIZE.iter().filter(is_astray).collect();
    assert_eq!(rows.len(), 2);
    for known in rows {
        let &[base, target, ..] = known.example else { panic!("two texts") };
        let is = |theirs: &str| {
            let (uri, reference) = (Uri::parse(base).unwrap(), UriReference::parse(theirs).unwrap());
            let resolved = Resolver::new().resolve(&uri, &reference).unwrap();
            let (theirs, resolved) = (Some(theirs), Some(resolved.as_str()));
            (known.is)(&resolve::RelativizeAnswers { base, target, ours: Some(target), theirs, resolved })
        };
        assert!(is(""), "{}", known.name);
        for other in others("") {
            assert!(!is(&other), "{}: `{other}`", known.name);
        }
    }
}

/// A `%` without two digits explains only data that contain the `%` itself.
#[rstest]
#[case::as_it_is("100%+%41", None, "100%+A", [true, false])]
#[case::of_a_form("100%+%41", None, "100% A", [false, true])]
#[case::dropped("100%", None, "100", [false, false])]
#[case::encoded("100%25", Some("100%"), "100%", [false, false])]
fn explains_a_percent_sign(
    #[case] text: &str,
    #[case] right: Option<&str>,
    #[case] theirs: &str,
    #[case] is_known: [bool; 2],
) {
    let [plain, form] = known::PERCENT else { panic!("two differences") };
    let answers = known::PercentAnswers { text, right, theirs };
    assert_eq!([plain, form].map(|known| (known.is)(&answers)), is_known);
}
