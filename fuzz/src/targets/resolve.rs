//! Resolution. Compared with the pseudocode of section 5.2, strict and not, with the draft of 1996, and with
//! fluent-uri, iri-string, iref, oxiri and url. Each target parses to its components. Two references and their join have the
//! same target with each of several base URIs.

use urigram::resolve::{ResolveError, Resolver};
use urigram::{Uri, UriReference, draft1996};
use url::Url;

use crate::oracle::rfc::Split;
use crate::oracle::{draft_1996, rfc};
use crate::peers::known::known;
use crate::peers::resolve::{RESOLVE, ResolveAnswers};
use crate::peers::whatwg::RESOLVE as URL_RESOLVE;
use crate::peers::{RESOLVERS, whatwg};
use crate::source::Source;
use crate::target::Target;

/// An input is a base and a reference. A third text may be `url` to compare only with the crate of this name,
/// which is slow.
pub(super) const TARGET: Target = Target { name: "resolve", generate, check };

/// The third text of an input for [`check_url`].
const URL: &str = "url";

fn generate(source: &mut Source, input: &mut Vec<String>) {
    let (base, mut reference) = (source.valid_uri(), source.valid_reference());
    if source.once_in(16) {
        source.mutate(&mut reference);
    }
    input.extend([base, reference]);
    if source.once_in(16) {
        input.push(URL.to_owned());
    }
}

fn check(input: &[String]) {
    let [base_text, text, ..] = input else { return };
    let (Ok(base), Ok(reference)) = (Uri::parse(base_text), UriReference::parse(text)) else {
        return;
    };
    if input.get(2).is_some_and(|name| name == URL) {
        return check_url(base_text, text);
    }
    let (right, dropped) = rfc::resolve(base_text, text, true);
    let target = target(Resolver::new().resolve(&base, &reference));
    assert_eq!(target, right.as_str(), "section 5.2");
    let parsed = Uri::parse(&right).expect("the target is a URI");
    assert_eq!(target.components(), parsed.components(), "the components of the target");
    assert_eq!(base.resolve_str(text).as_ref(), Ok(&target), "from a text");

    let mut buffer = String::new();
    let borrowed = Resolver::new().resolve_into(&base, &reference, &mut buffer);
    assert_eq!(borrowed.map(|target| target.to_owned()).as_ref(), Ok(&target), "into a buffer");

    let mut buffer = String::from(text.as_str());
    let components = Resolver::new().append_to(&base, &reference, &mut buffer);
    assert_eq!(components.as_ref(), Ok(target.components()), "the components of what is appended");
    assert_eq!(buffer.strip_prefix(text.as_str()), Some(target.as_str()), "appended to a buffer");

    let checked = Resolver::new().deny_above_root(true).resolve(&base, &reference).err();
    assert_eq!(checked, (dropped > 0).then_some(ResolveError::AboveRoot { count: dropped }), "section 5.4.2");
    check_guard(&base, &reference, &right);

    let lenient = Resolver::new().lenient(true).resolve(&base, &reference);
    assert_eq!(self::target(lenient), rfc::resolve(base_text, text, false).0.as_str(), "not strict");
    let (draft, _) = draft_1996::resolve(base_text, text);
    assert_eq!(
        self::target(draft1996::resolve(Resolver::new(), &base, &reference)),
        draft.as_str(),
        "of 1996"
    );

    check_joins(base_text, text);

    for (peer, resolve) in RESOLVERS {
        let theirs = resolve(base_text, text);
        if theirs.as_deref() != Some(&*right) {
            let answers =
                ResolveAnswers { base: base_text, reference: text, right: &right, theirs: theirs.as_deref() };
            known(RESOLVE, peer, &answers, |is| is(&answers));
        }
    }
}

/// Base URIs with each kind of path.
const BASES: &[&str] = &[
    "http://h",
    "http://h/a/b",
    "http://h//a/",
    "zz:",
    "zz:abc",
    "zz:a/b/c",
    "zz:/",
    "zz:/a/../b/c",
    "zz:/.//a",
];

/// Checks the joins of the reference, the base, and the base without its scheme, with each other.
fn check_joins(base: &str, reference: &str) {
    let (_, relative) = base.split_once(':').expect("a base URI has a scheme");
    let texts = [reference, relative, base].into_iter().filter(|text| UriReference::parse(text).is_ok());
    for a in texts.clone() {
        for b in texts.clone() {
            check_join(a, b, base);
        }
    }
}

fn check_join(a: &str, b: &str, base: &str) {
    fn parse(text: &str) -> UriReference<&str> {
        UriReference::parse(text).expect("it was parsed before")
    }
    for is_strict in [true, false] {
        let joined = match Resolver::new().lenient(!is_strict).join(&parse(a), &parse(b)) {
            Ok(joined) => joined,
            Err(ResolveError::DependsOnBase) if !is_strict => continue,
            Err(error) => panic!("`{a}` and `{b}` have a join: {error}"),
        };
        assert_eq!(joined.components(), parse(joined.as_str()).components(), "the components of `{joined}`");
        for base in BASES.iter().copied().chain([base]) {
            let of_both = rfc::resolve(&rfc::resolve(base, a, is_strict).0, b, is_strict).0;
            let of_join = rfc::resolve(base, joined.as_str(), is_strict).0;
            assert_eq!(of_join, of_both, "with `{base}`, the join `{joined}` of `{a}` and `{b}`");
        }
    }
}

fn target(target: Result<Uri<String>, ResolveError>) -> Uri<String> {
    target.expect("a target")
}

/// Checks that with `deny_guard` exactly the targets with a guard are errors. A `/.` that comes from the path
/// of the base is not a guard.
fn check_guard(base: &Uri<&str>, reference: &UriReference<&str>, right: &str) {
    let is_of_base =
        reference.scheme().is_none() && reference.authority().is_none() && reference.path().as_str() == "";
    let is_guarded = !is_of_base
        && Uri::parse(right)
            .is_ok_and(|right| right.authority().is_none() && right.path().as_str().starts_with("/.//"));
    let denied = Resolver::new().deny_guard(true).resolve(base, reference).err();
    assert_eq!(denied, is_guarded.then_some(ResolveError::ReadsAsAuthority), "a guard");
}

/// Compares with `url`, if the base and the target are URLs: the result should be the right target, parsed as
/// a URL.
fn check_url(base: &str, reference: &str) {
    let split = Split::of(base);
    if !whatwg::is_split_alike(split.scheme.unwrap_or_default(), split.authority) {
        return;
    }
    let (right, _) = rfc::resolve(base, reference, true);
    let (Some(url), Some(right)) = (whatwg::parse(None, base), whatwg::parse(None, &right)) else {
        return;
    };
    let theirs = whatwg::parse(Some(&url), reference);
    if theirs.as_ref() != Some(&right) {
        let theirs = theirs.as_ref().map(Url::as_str);
        let answers = ResolveAnswers { base, reference, right: right.as_str(), theirs };
        known(URL_RESOLVE, "url", &answers, |is| is(&answers));
    }
}
