//! Parsing. Both parsers are compared with Appendix B and the automata of the ABNF, with pest's tree, and
//! with fluent-uri, iri-string, iref, oxiri and url.

use urigram::grammar::{Components, Grammar, HostKind, PathKind};
use urigram::{AbsoluteUri, IriReference, ParseError, RelativeRef, Rule, Uri, UriReference, generic};

use crate::compiled;
use crate::oracle::{self, Automata, Parts, Reading, diagnose};
use crate::peers::known::{PARSE, ParseAnswers, known};
use crate::peers::whatwg::{Answers as UrlAnswers, PARSE as URL_PARSE};
use crate::peers::{IRIS, Reader, URIS, whatwg};
use crate::source::{Of, Source};
use crate::target::Target;

/// An input is a text. A second text may be the name of a rule, or `url` to compare only with the crate of
/// this name, which is slow.
pub(super) const TARGET: Target = Target { name: "parse", generate, check };

/// The second text of an input for [`check_url`].
const URL: &str = "url";

fn generate(source: &mut Source, input: &mut Vec<String>) {
    let mut text = String::new();
    if source.once_in(16) {
        let rule = *source.one_of(Rule::ALL);
        let sampled =
            *source.one_of(&[Rule::IPv6address, Rule::IPv4address, Rule::path_abempty, Rule::scheme]);
        source.text_of(Of::Uris, sampled, &mut text);
        source.mutate(&mut text);
        return input.extend([text, rule.as_str().to_owned()]);
    }
    let of = if source.once_in(4) { Of::Iris } else { Of::Uris };
    if source.once_in(16) {
        source.uri(of, &mut text);
        source.mutate(&mut text);
        return input.extend([text, URL.to_owned()]);
    }
    source.reference(of, &mut text);
    source.mutate(&mut text);
    input.push(text);
}

fn check(input: &[String]) {
    let Some(text) = input.first() else { return };
    match input.get(1).map(|name| (name, name.parse::<Rule>().ok())) {
        Some((_, Some(rule))) => check_rule(rule, text),
        Some((name, None)) if name == URL => check_url(text),
        Some((_, None)) => {}
        None => {
            check_uri(text);
            if !text.is_ascii() {
                compare(IRIS, text, check_reading(IriReference::parse(text).ok(), text, &oracle::IRIS));
            }
        }
    }
}

/// Checks that the library matches a rule if and only if the automaton does, and agrees with pest.
fn check_rule(rule: Rule, text: &str) {
    let is_valid = rule.parse(text).is_ok();
    assert_eq!(oracle::URIS.get(rule).accepts(text), is_valid, "by the ABNF: {rule}");
    assert_eq!(compiled::agree(rule, text), is_valid, "by pest: {rule}");
}

fn check_uri(text: &str) {
    check_in_a_buffer(text);
    let right = check_reading(UriReference::parse(text).ok(), text, &oracle::URIS);
    assert_eq!(compiled::agree(Rule::URI_reference, text), right.is_some(), "by pest");
    let (has_scheme, has_fragment) =
        right.map_or((false, false), |right| (right.scheme.is_some(), right.fragment.is_some()));
    assert_eq!(Uri::parse(text).is_ok(), has_scheme, "a URI has a scheme");
    assert_eq!(AbsoluteUri::parse(text).is_ok(), has_scheme && !has_fragment, "section 4.3");
    assert_eq!(RelativeRef::parse(text).is_ok(), right.is_some() && !has_scheme, "section 4.2");
    compare(URIS, text, right);
}

/// Checks that a string of a buffer is parsed as it is alone, with the same error.
fn check_in_a_buffer(text: &str) {
    let (buffer, place) = compiled::surrounded(text);
    macro_rules! alike {
        ($($Type:ident)*) => {$(
            let parsed = $Type::bulk(&buffer).parse(place.clone()).map(|reference| *reference.components());
            let alone = $Type::parse(text).map(|reference| *reference.components());
            assert_eq!(parsed, alone, "in a buffer and alone: {}", stringify!($Type));
        )*};
    }
    alike! { UriReference Uri AbsoluteUri RelativeRef IriReference }
}

/// Compares the components of a reference with those of Appendix B and the ABNF, which are returned.
fn check_reading<'t, G: Grammar>(
    reference: Option<generic::UriReference<&'t str, G>>,
    text: &'t str,
    rules: &Automata,
) -> Option<Reading<'t>> {
    let ours = reference.as_ref().map(|reference| {
        let reading = Reading {
            scheme: reference.scheme().map(|scheme| scheme.as_str()),
            authority: reference.authority().map(|authority| authority.as_str()),
            parts: reference.authority().map(|authority| Parts {
                userinfo: authority.userinfo().map(|userinfo| userinfo.as_str()),
                host: authority.host_str(),
                port: authority.port().map(|port| port.as_str()),
            }),
            path: reference.path().as_str(),
            query: reference.query().map(|query| query.as_str()),
            fragment: reference.fragment().map(|fragment| fragment.as_str()),
        };
        assert_eq!(reference.components(), &Components::split(text), "by Appendix B");
        (reading, reference.components().path_kind(), reference.components().host_kind())
    });
    let right = right(text, rules);
    assert_eq!(ours, right, "by Appendix B and the ABNF");
    assert_eq!(rules.get(Rule::URI_reference).accepts(text), right.is_some(), "by the ABNF");
    right.map(|(reading, ..)| reading)
}

type Right<'t> = (Reading<'t>, Option<PathKind>, Option<HostKind>);

fn right<'t>(text: &'t str, rules: &Automata) -> Option<Right<'t>> {
    Reading::of(text, rules)
        .map(|(reading, path)| (reading, Some(path), reading.parts.and_then(|parts| parts.host_kind(rules))))
}

fn compare(peers: &[(&str, Reader)], text: &str, right: Option<Reading<'_>>) {
    for (peer, read) in peers {
        let theirs = read(text);
        // If the library does not split authorities, ignore the parts of the authority.
        let comparable = match (right, theirs) {
            (Some(right), Some(theirs)) if theirs.parts.is_none() => Some(Reading { parts: None, ..right }),
            _ => right,
        };
        if theirs != comparable {
            let answers = ParseAnswers { text, right: comparable, theirs };
            known(PARSE, peer, &answers, |is| is(&answers));
        }
    }
}

/// Compares with `url`: the components of a URI or an IRI, or the rejection of another text.
fn check_url(text: &str) {
    let rules = if text.is_ascii() { &oracle::URIS } else { &oracle::IRIS };
    let right = right(text, rules).map(|(reading, ..)| reading).filter(|reading| reading.scheme.is_some());
    let url = whatwg::parse(None, text);
    let theirs = url.as_ref().map(whatwg::read);
    let differences = match (right, theirs) {
        (Some(right), Some(theirs)) => right.differences(&theirs),
        (None, None) => vec![],
        _ => vec!["validity"],
    };
    for differs in differences {
        let answers = UrlAnswers { text, right, theirs, differs };
        known(URL_PARSE, "url", &answers, |is| is(&answers));
    }
}

/// An input is a text.
pub(super) const FAULT: Target = Target { name: "fault", generate: generate_faulty, check: check_faulty };

fn generate_faulty(source: &mut Source, input: &mut Vec<String>) {
    let of = if source.once_in(8) { Of::Iris } else { Of::Uris };
    let mut text = String::new();
    source.reference(of, &mut text);
    source.edit(&mut text);
    input.push(text);
}

fn check_faulty(input: &[String]) {
    let Some(text) = input.first() else { return };
    let uris = &oracle::URIS;
    let error = UriReference::parse(text).err();
    check_fault(Rule::URI_reference, text, error.as_ref(), uris);
    check_fault(Rule::URI, text, Uri::parse(text).err().as_ref(), uris);
    check_fault(Rule::absolute_URI, text, AbsoluteUri::parse(text).err().as_ref(), uris);
    check_fault(Rule::relative_ref, text, RelativeRef::parse(text).err().as_ref(), uris);
    let iri = IriReference::parse(text).err();
    check_fault(Rule::URI_reference, text, iri.as_ref(), &oracle::IRIS);
    // As slow as all the checks above, and almost independent of the text.
    if text.len().is_multiple_of(8) {
        check_messages(text, error.as_ref());
    }
}

fn check_fault(start: Rule, text: &str, error: Option<&ParseError>, rules: &Automata) {
    let place = error.map(|error| (error.component(), error.offset()));
    assert_eq!(place, diagnose(start, text, rules), "the fault: {start}");
    let Some(error) = error else { return };
    assert_eq!(text[error.offset()..].chars().next(), error.found(), "the character found: {start}");
}

fn check_messages(text: &str, error: Option<&ParseError>) {
    if let Some(error) = error {
        assert!(!error.to_string().is_empty() && !error.help().to_string().is_empty(), "a message and help");
        assert!(!error.explain(text).help().to_string().is_empty(), "help in the text");
        assert!(!error.explain(text).to_string().is_empty(), "a snippet");
    }
    for suggestion in Uri::suggestions(text) {
        assert!(Uri::parse(suggestion.reference().as_str()).is_ok(), "what is suggested as a URI");
    }
    for suggestion in UriReference::suggestions(text) {
        assert!(UriReference::parse(suggestion.reference().as_str()).is_ok(), "what is suggested");
        for change in suggestion.changes() {
            assert!(text.get(change.range()).is_some(), "where it differs");
        }
    }
}
