//! Parsing. Both parsers are compared with Appendix B and the automata of the ABNF, with pest's tree, and with
//! fluent-uri, iri-string, iref, oxiri and url.

use urigram::grammar::{Components, HostKind, PathKind};
use urigram::{AbsoluteUri, IriReference, RelativeRef, Rule, Uri, UriReference};

use crate::input::pools::Of;
use crate::input::source::Source;
use crate::oracle::automata::{self, Automata};
use crate::oracle::nodes;
use crate::oracle::reading::{Parts, Reading};
use crate::peers::known::known;
use crate::peers::known::parse::{Answers, PARSE};
use crate::peers::known::whatwg::{Answers as UrlAnswers, PARSE as URL_PARSE};
use crate::peers::parse::{IRIS, Reader, URIS};
use crate::peers::whatwg;
use crate::target::{Seen, Target};

/// One text, and perhaps the name of a rule, or `url` for a comparison with that library alone, which takes longer.
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
        return input.extend([text, rule.name().to_owned()]);
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

fn check(input: &[String], seen: &mut Seen) {
    let Some(text) = input.first() else { return };
    match input.get(1).map(|name| (name, name.parse::<Rule>().ok())) {
        Some((_, Some(rule))) => check_rule(rule, text, seen),
        Some((name, None)) if name == URL => check_url(text, seen),
        Some((_, None)) => {}
        None => {
            check_uri(text, seen);
            if !text.is_ascii() {
                check_iri(text, seen);
            }
        }
    }
}

/// Checks that a rule matches by the library if it does by the automaton, and as pest does.
fn check_rule(rule: Rule, text: &str, seen: &mut Seen) {
    let is_valid = rule.parse(text).is_ok();
    assert_eq!(automata::URIS.get(rule).accepts(text), is_valid, "by the ABNF: {rule}");
    assert_eq!(nodes::agree(rule, text), is_valid, "by pest: {rule}");
    seen.count(if is_valid { "a rule matches" } else { "a rule does not match" });
}

fn check_uri(text: &str, seen: &mut Seen) {
    let reference = UriReference::parse(text).ok();
    let ours = reference.as_ref().map(|reference| {
        let host = reference.host_str().unwrap_or_default();
        let reading = Reading {
            scheme: reference.scheme().map(|scheme| scheme.as_str()),
            authority: reference.authority().map(|authority| authority.as_str()),
            parts: reference.authority().map(|authority| Parts {
                userinfo: authority.userinfo().map(|userinfo| userinfo.as_str()),
                host,
                port: authority.port().map(|port| port.as_str()),
            }),
            path: reference.path().as_str(),
            query: reference.query().map(|query| query.as_str()),
            fragment: reference.fragment().map(|fragment| fragment.as_str()),
        };
        (reading, reference.components().path_kind(), reference.components().host_kind())
    });
    if let Some(reference) = &reference {
        assert_eq!(reference.components(), &Components::split(text), "by Appendix B");
    }
    let right = right(text, &automata::URIS);
    assert_eq!(ours, right, "by Appendix B and the ABNF");
    assert_eq!(automata::URIS.get(Rule::URI_reference).accepts(text), right.is_some(), "by the ABNF");
    assert_eq!(nodes::agree(Rule::URI_reference, text), right.is_some(), "by pest");

    let right = right.map(|(reading, ..)| reading);
    let (has_scheme, has_fragment) =
        right.map_or((false, false), |right| (right.scheme.is_some(), right.fragment.is_some()));
    assert_eq!(Uri::parse(text).is_ok(), has_scheme, "a URI has a scheme");
    assert_eq!(AbsoluteUri::parse(text).is_ok(), has_scheme && !has_fragment, "section 4.3");
    assert_eq!(RelativeRef::parse(text).is_ok(), right.is_some() && !has_scheme, "section 4.2");
    compare(URIS, text, right, seen);
    seen.count(kind(right));
}

fn check_iri(text: &str, seen: &mut Seen) {
    let reference = IriReference::parse(text).ok();
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
        (reading, reference.components().path_kind(), reference.components().host_kind())
    });
    if let Some(reference) = &reference {
        assert_eq!(reference.components(), &Components::split(text), "IRI, by Appendix B");
    }
    let right = right(text, &automata::IRIS);
    assert_eq!(ours, right, "IRI, by Appendix B and the ABNF");
    assert_eq!(automata::IRIS.get(Rule::URI_reference).accepts(text), right.is_some(), "IRI, by the ABNF");
    compare(IRIS, text, right.map(|(reading, ..)| reading), seen);
    seen.count(if right.is_some() { "an IRI beyond ASCII" } else { "not an IRI" });
}

type Right<'t> = (Reading<'t>, Option<PathKind>, Option<HostKind>);

fn right<'t>(text: &'t str, rules: &Automata) -> Option<Right<'t>> {
    Reading::of(text, rules)
        .map(|(reading, path)| (reading, Some(path), reading.parts.and_then(|parts| parts.host_kind(rules))))
}

fn compare(peers: &[(&str, Reader)], text: &str, right: Option<Reading<'_>>, seen: &mut Seen) {
    for (peer, read) in peers {
        let theirs = read(text);
        // A library that does not split the authority is not asked for its parts.
        let comparable = match (right, theirs) {
            (Some(right), Some(theirs)) if theirs.parts.is_none() => Some(Reading { parts: None, ..right }),
            _ => right,
        };
        if theirs != comparable {
            let answers = Answers { text, right: comparable, theirs };
            seen.count(known(PARSE, peer, &answers, |is| is(&answers)));
        }
    }
}

/// Compares with `url`, where the text is a URI or an IRI, or is neither.
fn check_url(text: &str, seen: &mut Seen) {
    let rules = if text.is_ascii() { &automata::URIS } else { &automata::IRIS };
    let right = right(text, rules).map(|(reading, ..)| reading).filter(|reading| reading.scheme.is_some());
    let url = whatwg::parse(None, text);
    let theirs = url.as_ref().map(whatwg::read);
    let outcome = match (right, theirs) {
        (Some(right), Some(theirs)) => {
            for differs in right.differences(&theirs) {
                count_url(&UrlAnswers { text, right: Some(right), theirs: Some(theirs), differs }, seen);
            }
            "a URI, and a URL"
        }
        (None, None) => "neither a URI nor a URL",
        _ => {
            count_url(&UrlAnswers { text, right, theirs, differs: "validity" }, seen);
            if right.is_some() { "a URI, and no URL" } else { "a URL, and no URI" }
        }
    };
    seen.count(outcome);
}

fn count_url(answers: &UrlAnswers<'_>, seen: &mut Seen) {
    seen.count(known(URL_PARSE, "url", answers, |is| is(answers)));
}

fn kind(right: Option<Reading<'_>>) -> &'static str {
    match right {
        None => "not a reference",
        Some(right) if right.scheme.is_some() => "a URI",
        Some(_) => "a relative reference",
    }
}
