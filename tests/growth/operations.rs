//! The operations of the public API, each on a text.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::hint::black_box;

use urigram::extract::Extractor;
use urigram::grammar::{Components, tree};
use urigram::normalize::{Level, Normalized};
use urigram::percent::{self, Encoder};
use urigram::policy::Policy;
use urigram::query::{Glob, QueryPairs};
use urigram::resolve::Resolver;
#[cfg(feature = "template")]
use urigram::template::{Template, Values};
use urigram::{
    Fragment, IriReference, Path, Query, RegName, Segment, Uri, UriReference, Userinfo, base, draft1996,
    rfc6874,
};

type Operation = fn(&str);

fn used<T>(value: T) {
    drop(black_box(value));
}

/// Calls a function with the text, if it is a reference.
fn reference(text: &str, then: impl FnOnce(UriReference<&str>)) {
    if let Ok(reference) = UriReference::parse(text) {
        then(reference);
    }
}

/// Calls a function with the text, if it is a URI.
fn uri(text: &str, then: impl FnOnce(Uri<&str>)) {
    if let Ok(uri) = Uri::parse(text) {
        then(uri);
    }
}

/// Edits a URI with a function that also gets the text, such as a new value of a component.
fn edited(text: &str, edit: impl FnOnce(&mut Uri<String>, &str)) {
    let mut uri: Uri<String> = "http://u@h:1/a/b?c=d&e#f".parse().unwrap();
    edit(&mut uri, text);
    black_box(uri);
}

/// Resolves a reference against a base, and with each option.
fn resolve(base: &Uri<&str>, reference: &UriReference<&str>) {
    let resolver = Resolver::new();
    let all = [resolver, resolver.lenient(true), resolver.deny_above_root(true), resolver.deny_guard(true)];
    for resolver in all {
        let _ = black_box(resolver.resolve(base, reference));
    }
    let _ = black_box(draft1996::resolve(resolver, base, reference));
}

/// Calls a function with the pairs of the text as a query.
fn pairs(text: &str, edit: impl FnOnce(&mut QueryPairs)) {
    let query = Query::encode(text).to_cow();
    if let Ok(query) = Query::parse(&query) {
        let mut pairs = QueryPairs::from(query.pairs());
        edit(&mut pairs);
        black_box(pairs);
    }
}

fn normalize(text: &str, level: Level) {
    reference(text, |reference| used(reference.normalize_to(level)));
}

/// Checks the text by a policy without a limit on the length.
fn policy(text: &str, policy: Policy) {
    uri(text, |uri| match black_box(policy.max_length(usize::MAX).check(uri)) {
        Ok(checked) => used(checked.policy_findings()),
        Err(refused) => used((refused.to_string(), refused.policy_findings().len())),
    });
}

/// The operations, by name.
pub(super) const OPERATIONS: &[(&str, Operation)] = &[
    ("parse", |text| used((UriReference::parse(text), IriReference::parse(text)))),
    ("parse, by RFC 6874", |text| used(rfc6874::UriReference::parse(text))),
    ("split", |text| used(Components::split(text))),
    ("a tree", |text| {
        if let Ok(tree) = tree::parse(urigram::Rule::URI_reference, text) {
            let _ = black_box(tree::lower(tree));
        }
    }),
    ("an error", |text| {
        if let Err(error) = UriReference::parse(text) {
            black_box((error.to_string(), error.help().to_string(), error.explain(text).to_string()));
        }
    }),
    ("help", |text| {
        if let Err(error) = UriReference::parse(text) {
            black_box(error.explain(text).help().to_string());
        }
    }),
    ("suggestions", |text| {
        for suggestion in UriReference::suggestions(text) {
            suggestion.changes().for_each(|change| used(change.help().to_string()));
        }
    }),
    ("components", |text| {
        reference(text, |reference| {
            black_box((reference.host(), reference.port().map(|port| port.to_u16())));
            reference.path().segments().for_each(|segment| used(segment.is_dot_segment()));
            black_box(reference.path().segments().rev().count());
            black_box(reference.query().map(|query| query.pairs().count()));
            black_box((reference.form(), reference.without_fragment().as_str().len()));
        });
    }),
    ("redact", |text| reference(text, |reference| used(reference.redacted().hiding(&["k1"]).to_string()))),
    ("findings", |text| {
        reference(text, |reference| {
            for finding in reference.findings() {
                black_box((finding.message().to_string(), finding.help().to_string()));
            }
        });
    }),
    ("the policy for links", |text| policy(text, Policy::link())),
    ("the policy for fetching", |text| policy(text, Policy::fetch())),
    ("the policy for redirects", |text| policy(text, Policy::redirect())),
    ("the policy for identifiers", |text| policy(text, Policy::identifier())),
    ("resolve", |text| {
        let base = Uri::parse("http://a/b/c/d;p?q").unwrap();
        reference(text, |reference| resolve(&base, &reference));
    }),
    ("append many targets", |text| {
        let base = Uri::parse("a:b").unwrap();
        let mut buffer = String::new();
        for piece in text.split('/') {
            let piece = format!("g/../{piece}");
            reference(&piece, |reference| used(Resolver::new().append_to(&base, &reference, &mut buffer)));
        }
    }),
    ("resolve against it", |text| {
        uri(text, |base| {
            for reference in ["", "../../g", "?y", "#s", "g:h"] {
                resolve(&base, &UriReference::parse(reference).unwrap());
            }
        });
    }),
    ("relativize", |text| {
        uri(text, |target| {
            let base = target.to_owned().into_inner() + "/x";
            if let Ok(base) = Uri::parse(&base) {
                let _ = black_box((
                    base.relativize(&target),
                    target.relativize(&base),
                    target.relativize(&target),
                ));
            }
        });
    }),
    ("join", |text| {
        reference(text, |reference| {
            let base = UriReference::parse("a/b/c").unwrap();
            let _ =
                black_box((base.join(&reference), reference.join(&base), reference.relativize(&reference)));
        });
    }),
    ("normalize: case", |text| normalize(text, Level::Case)),
    ("normalize: percent", |text| normalize(text, Level::Percent)),
    ("normalize: path", |text| normalize(text, Level::Path)),
    ("normalize: scheme", |text| normalize(text, Level::Scheme)),
    ("compare", |text| {
        reference(text, |reference| {
            let other = text.to_owned() + "x";
            if let Ok(other) = UriReference::parse(&other) {
                black_box((reference.compare(&other), reference.equivalent(&other, Level::Scheme)));
            }
            let mut hasher = DefaultHasher::new();
            Normalized::new(reference, Level::Scheme).hash(&mut hasher);
            black_box((reference.compare(&reference), hasher.finish()));
        });
    }),
    ("build", |text| {
        let built = Uri::builder("http").userinfo(Userinfo::encode(text)).host(RegName::encode(text));
        let built = built.segments([text]).query(Query::encode(text)).fragment(Fragment::encode(text));
        let _ = black_box(built.build());
        let _ = black_box(Uri::builder("a").path(text).query(text).build());
    }),
    ("edit the scheme", |text| edited(text, |uri, text| used(uri.set_scheme(text)))),
    ("edit the authority", |text| {
        edited(text, |uri, text| {
            let _ = (uri.set_authority(text), uri.set_userinfo(Userinfo::encode(text)), uri.set_port(text));
            let _ = (uri.set_host(RegName::encode(text)), uri.remove_authority());
        });
    }),
    ("edit the path", |text| {
        edited(text, |uri, text| {
            let _ =
                (uri.set_path(text), uri.set_path(Path::encode(text)), uri.append_path(Path::encode(text)));
            let _ = (uri.push_segment(text), uri.insert_segment(1, text), uri.pop_segment());
        });
    }),
    ("edit the segments", |text| {
        edited(text, |uri, text| {
            let _ = uri.extend_segments(text.split('/').map(Segment::encode));
        });
    }),
    ("edit the query", |text| {
        edited(text, |uri, text| {
            let _ = (
                uri.set_query(text),
                uri.set_query(Query::encode(text)),
                uri.set_fragment(text),
                uri.remove_query(),
            );
        });
    }),
    ("pairs: read", |text| {
        pairs(text, |pairs| {
            pairs.iter().for_each(|(key, value)| used((key.to_bytes().len(), value.is_some())));
            black_box((
                pairs.as_query().pairs().get("x"),
                pairs.as_query().form_pairs().get_all("x").count(),
            ));
        });
    }),
    ("pairs: append, set, remove", |text| {
        pairs(text, |pairs| {
            pairs.append(text, text);
            pairs.set("a", text);
            pairs.remove(text);
            pairs.remove_matching(&Glob::new("*a*b%*c"));
            pairs.remove_tracking();
            pairs.retain(|key, _| key.to_bytes().len() != 1);
        });
    }),
    ("pairs: set all", |text| {
        pairs(text, |pairs| {
            let other = pairs.clone();
            pairs.set_pairs(other.iter());
        });
    }),
    ("pairs: sort", |text| pairs(text, QueryPairs::sort)),
    ("encode", |text| {
        for encoder in [Encoder::<Path>::new(), Encoder::data(), Encoder::form()] {
            black_box(encoder.encode(text).to_cow());
            black_box(encoder.encode(text).to_string());
        }
    }),
    ("decode", |text| {
        for decoded in [percent::decode(text), percent::decode_form(text)].into_iter().flatten() {
            black_box((
                decoded.to_bytes(),
                decoded.to_str().is_ok(),
                decoded.to_string_lossy(),
                decoded.chunks().count(),
            ));
        }
    }),
    ("to an IRI and back", |text| {
        if let Ok(iri) = IriReference::parse(text) {
            let uri = iri.to_uri_reference().unwrap();
            black_box(uri.to_iri_reference().unwrap());
            black_box(IriReference::from(uri));
        }
    }),
    ("to a path of a file", |text| {
        uri(text, |uri| used((uri.to_unix_path(), uri.to_windows_path())));
        let _ = black_box((Uri::from_unix_path(text), Uri::from_windows_path(text)));
    }),
    ("extract", |text| used(Extractor::new().in_text(text).count())),
    ("extract, also without schemes", |text| {
        let extractor = Extractor::new().suffix("https").unwrap();
        black_box(extractor.in_text(text).map(|found| found.into_inner().as_str().len()).sum::<usize>());
    }),
    ("extract from a stream", |text| used(Extractor::new().in_reader(text.as_bytes()).count())),
    ("the base in a message", |text| used(base::in_message(text))),
    #[cfg(feature = "template")]
    ("match a URI against a template", |text| {
        for template in
            ["{+a,b,c}{?d,e*,f*}{&g*,h*}", "http://a{/b*,c}{;d*,e}{#f*}", "{a}{.b*}{c:9}{?k1*,k2}"]
        {
            black_box(Template::parse(template).unwrap().match_uri(text));
        }
    }),
    #[cfg(feature = "template")]
    ("match a template against a URI", |text| {
        let variables = |end: &str| {
            let names = text.split(|character: char| !character.is_ascii_alphanumeric());
            let names: Vec<String> = names.map(|name| format!("x{name}{end}")).collect();
            names.join(",")
        };
        for template in [format!("{{?{}}}", variables("*")), format!("{{/{}}}", variables(""))] {
            let template = Template::parse(&template).unwrap();
            black_box((template.match_uri("?x1=a&xk7=b&xv=c"), template.match_uri("/a/b/c")));
            black_box(template.expand(&Values::new().with("x", ["a", "b"])).unwrap().len());
        }
    }),
    #[cfg(feature = "idna")]
    ("to hosts of the DNS", |text| {
        if let Ok(iri) = IriReference::parse(text) {
            let uri = iri.to_uri_reference_idna();
            let _ = black_box(uri.map(|uri| uri.to_iri_reference_idna()));
        }
    }),
    #[cfg(feature = "url")]
    ("to a url::Url and back", |text| {
        uri(text, |uri| used(url::Url::try_from(uri).map(|url| Uri::try_from(&url).is_ok())));
    }),
    #[cfg(feature = "http")]
    ("to an http::Uri and back", |text| {
        uri(text, |uri| used(http::Uri::try_from(uri).map(|uri| Uri::try_from(&uri).is_ok())));
    }),
    #[cfg(feature = "serde")]
    ("serialize and deserialize", |text| {
        reference(text, |reference| {
            let json = serde_json::to_string(&reference).unwrap();
            let _ = black_box(serde_json::from_str::<UriReference<String>>(&json));
        });
    }),
    #[cfg(feature = "form")]
    ("pairs: to fields and back", |text| {
        let query = Query::encode(text).to_cow();
        let Ok(query) = Query::parse(&query) else { return };
        if let Ok(fields) = query.pairs().deserialize::<Vec<(String, String)>>() {
            let mut pairs = QueryPairs::form();
            pairs.append_fields(&fields).unwrap();
            black_box(pairs);
        }
    }),
    #[cfg(feature = "html")]
    ("the base in HTML", |text| used(base::in_html(text))),
];
