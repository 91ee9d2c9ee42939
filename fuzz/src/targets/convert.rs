//! Conversions. The conversion of IRIs to URIs is compared with RFC 3987 and iri-string, and comes back; the DNS form of
//! hosts and file paths are compared with url. Conversions to url, http and paths are reversible, or report a change.

use std::path::PathBuf;

use iri_string::types::IriReferenceStr;
use urigram::convert::{FilePathError, FilePaths};
use urigram::grammar::Rfc3987;
use urigram::normalize::Level;
use urigram::{Host, IriReference, RegName, Rule, Uri, UriReference};
use url::Url;

use crate::oracle::percent::Unencoded;
use crate::oracle::rfc;
use crate::oracle::rfc::Split;
use crate::source::{Of, Source};
use crate::target::Target;

/// An input is a reference, or a file path and the operating system.
pub(super) const TARGET: Target = Target { name: "convert", generate, check };

fn generate(source: &mut Source, input: &mut Vec<String>) {
    let mut text = String::new();
    match source.below(8) {
        0 => {
            text.push('/');
            for _ in 0..source.below(6) {
                text.push_str(source.token(&[
                    "a", "b.c", "/", "..", ".", "%2F", "%", " ", "?", "#", "é", "\u{ff}", "C:", "\\",
                ]));
            }
            source.mutate(&mut text);
            return input.extend([text, "unix".to_owned()]);
        }
        1 => {
            text.push_str(source.token(&[
                "C:\\",
                "c:/",
                "\\\\host\\share\\",
                "\\\\?\\C:\\",
                "\\\\?\\UNC\\h\\s\\",
                "\\\\.\\",
                "C:",
            ]));
            for _ in 0..source.below(6) {
                text.push_str(source.token(&[
                    "a", "b.c", "\\", "/", "..", ".", "nul", "COM1", ".txt", " ", "?", ":", "é", "%41", "#",
                    "CONIN$", "¹",
                ]));
            }
            source.mutate(&mut text);
            return input.extend([text, "windows".to_owned()]);
        }
        2 => {
            text.push_str(source.token(&[
                "file://",
                "file:",
                "file:///",
                "FILE://localhost",
                "file://h/s",
                "file:///c:",
            ]));
            source.text_of(Of::Uris, Rule::path_abempty, &mut text);
        }
        3 | 4 => {
            text.push_str(source.token(&["http://", "https://", "ftp://", "ws://", "HTTP://", "http:"]));
            let of = *source.one_of(&[Of::Uris, Of::Iris]);
            source.authority(of, &mut text);
            source.text_of(Of::Uris, Rule::path_abempty, &mut text);
            if source.once_in(2) {
                text.push('?');
                source.text_of(Of::Iris, Rule::query, &mut text);
            }
        }
        5 => source.reference(Of::Uris, &mut text),
        _ => source.reference(Of::Iris, &mut text),
    }
    if source.once_in(4) {
        source.mutate(&mut text);
    }
    input.push(text);
}

fn check(input: &[String]) {
    let Some(text) = input.first() else { return };
    match input.get(1).map(String::as_str) {
        Some("unix") => return check_unix_path(text),
        Some("windows") => return check_windows_path(text),
        _ => {}
    }
    let Ok(iri) = IriReference::parse(text) else { return };
    check_iri(&iri);
    if let Some(Host::RegName(name)) = iri.host() {
        check_name(name, &iri);
    }
    let Ok(reference) = UriReference::parse(text) else { return };
    check_back(&reference);
    check_url(&reference);
    check_http(&reference);
    if let Ok(uri) = Uri::parse(text) {
        check_file(&uri);
    }
}

/// Checks that exactly the non-ASCII characters are encoded.
fn check_iri(iri: &IriReference<&str>) {
    let text = iri.as_str();
    let mut right = String::new();
    for c in text.chars() {
        match c.is_ascii() {
            true => right.push(c),
            false => right += &Unencoded::all(Rule::path, false).text(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    let uri = iri.to_uri_reference().expect("an IRI is mapped to a URI");
    assert_eq!(uri.as_str(), right, "RFC 3987, section 3.1");
    let parsed = UriReference::parse(&right).expect("a URI");
    assert_eq!(uri.components(), parsed.components(), "the components of the URI");
    assert_eq!(IriReference::from(parsed).as_str(), right, "a URI is an IRI");
    let theirs = IriReferenceStr::new(text).map(|iri| iri.encode_to_uri().to_string());
    assert_eq!(theirs.as_deref(), Ok(&*right), "by iri-string");

    let Ok(named) = iri.to_uri_reference_idna() else { return };
    let host = iri.host_str().unwrap_or_default();
    if right == text && !host.contains('%') {
        return assert_eq!(named.as_str(), text, "nothing to convert");
    }
    if host.is_ascii() && !host.contains('%') {
        return assert_eq!(named.as_str(), right, "a host that is in ASCII");
    }
    // A name that has no characters beyond ASCII stays percent-encoded.
    if named.host_str() == Some(host) {
        return;
    }
    // `url` parses a number as an address, but in RFC 3986 it is a name.
    if let Ok(url) = Url::parse(&format!("http://{host}/"))
        && let Some(name) = url.domain()
    {
        assert_eq!(named.host_str(), Some(name), "by url: {host}");
    }
}

/// Checks the name in Unicode and in its DNS form.
fn check_name(name: RegName<'_, Rfc3987>, iri: &IriReference<&str>) {
    let written = name.as_str();
    let (unicode, ascii) = (name.to_unicode(), name.to_ascii());
    let in_unicode = RegName::<Rfc3987>::try_from(&*unicode).expect("a name");
    if let Ok(ascii) = &ascii {
        assert!(ascii.is_ascii(), "in ASCII: {ascii}");
        let back = in_unicode.to_ascii().expect("a name in Unicode has a DNS form");
        let is_decoded = written.contains('%') && written == *ascii;
        assert!(is_decoded || back.eq_ignore_ascii_case(ascii), "the same name: {unicode}");
    }
    let named = iri.to_uri_reference_idna().ok();
    assert_eq!(named.as_ref().map(|uri| uri.host_str()), ascii.ok().as_deref().map(Some), "of the IRI");
}

/// Checks that the IRI of a URI is one, and maps back to the URI (RFC 3987, section 3.2).
fn check_back(uri: &UriReference<&str>) {
    let iri = uri.to_iri_reference().expect("a URI is mapped to an IRI");
    assert!(IriReference::parse(iri.as_str()).is_ok(), "an IRI");
    let back = iri.to_uri_reference().expect("an IRI is mapped to a URI");
    assert!(back.equivalent(uri, Level::Percent), "back from an IRI: {iri}");
    let again = back.to_iri_reference().expect("a URI is mapped to an IRI");
    assert_eq!(again, iri, "nothing more to decode");

    let named = uri.to_iri_reference_idna().expect("a URI is mapped to an IRI");
    let (back, right) = (named.to_uri_reference_idna(), IriReference::from(*uri).to_uri_reference_idna());
    match (&back, &right) {
        (Ok(back), Ok(right)) => {
            assert!(back.equivalent(right, Level::Percent), "back from the name in Unicode: {named}");
        }
        _ => assert_eq!(back.is_ok(), right.is_ok(), "an error on both ways: {named}"),
    }
    let is_named = matches!(uri.host(), Some(Host::RegName(name)) if name.as_str().contains('%'));
    assert!(is_named || right.is_ok_and(|right| right == *uri), "a URI without a percent-encoded name");
}

fn check_url(reference: &UriReference<&str>) {
    let text = reference.as_str();
    let right = Url::parse(text).ok().filter(|url| url.as_str() == text);
    let url = Url::try_from(reference).ok();
    assert_eq!(url, right, "the same text for url");
    let Some(url) = url else { return };
    let back = Uri::try_from(&url);
    assert_eq!(back.as_ref().map(Uri::as_str), Ok(text), "back from url");
}

fn check_http(reference: &UriReference<&str>) {
    let Ok(http) = http::Uri::try_from(reference) else { return };
    let split = Split::of(reference.as_str());
    let lower = |scheme: &str| scheme.to_ascii_lowercase();
    assert_eq!(http.scheme_str().map(lower), split.scheme.map(lower), "the scheme for http");
    assert_eq!(
        http.authority().map(|authority| authority.as_str()),
        split.authority,
        "the authority for http"
    );
    assert_eq!((http.query(), split.fragment), (split.query, None), "the query for http");
    let is_same_path = http.path() == split.path || split.path.is_empty() && http.path() == "/";
    assert!(is_same_path, "the path for http: {}", http.path());
    let back = UriReference::try_from(&http).expect("back from http");
    let again = Split::of(back.as_str());
    assert_eq!(again.scheme.map(lower), split.scheme.map(lower), "the scheme from http");
    assert_eq!((again.authority, again.query), (split.authority, split.query), "back from http");
}

fn check_file(uri: &Uri<&str>) {
    let split = Split::of(uri.as_str());
    let is_file = split.scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("file"));
    match uri.to_unix_path() {
        Ok(path) => {
            assert!(is_file && split.query.is_none(), "a URI of a file");
            let host = split.authority.unwrap_or_default();
            assert!(host.is_empty() || host.eq_ignore_ascii_case("localhost"), "no other host");
            let octets = rfc::decode(split.path, false).unwrap_or_default();
            assert!(octets.iter().map(|octet| octet.value).eq(path.iter().copied()), "section 2.1");
            let again = Uri::from_unix_path(&path).and_then(|uri| uri.to_unix_path());
            assert_eq!(again.as_ref(), Ok(&path), "back from a path");
            let slashes = |octets: &[u8]| octets.iter().filter(|octet| **octet == b'/').count();
            assert_eq!(slashes(&path), slashes(split.path.as_bytes()), "no encoded delimiter");
        }
        Err(FilePathError::Scheme) => assert!(!is_file, "the scheme"),
        Err(_) => {}
    }
    if let Ok(path) = uri.to_windows_path() {
        assert!(is_file && split.query.is_none(), "a URI of a file");
        let again = Uri::from_windows_path(&path).map(|uri| uri.to_windows_path());
        let has_dots = path.split('\\').any(|name| name == "." || name == "..");
        assert!(again == Ok(Ok(path.clone())) || has_dots, "back from a path of Windows: {path}, {again:?}");
    }
}

fn check_unix_path(text: &str) {
    let octets: Vec<u8> = text.chars().map(|c| c as u8).collect();
    let is_path = octets.first() == Some(&b'/') && !octets.contains(&0);
    let uri = Uri::from_unix_path(&octets);
    assert_eq!(uri.is_ok(), is_path, "a path: {uri:?}");
    let Ok(uri) = uri else { return };
    let right = format!("file://{}", Unencoded::all(Rule::path, false).text(&octets));
    assert_eq!(uri.as_str(), right, "the URI");
    assert_eq!(FilePaths::new().dot_segments(true).to_unix_path(&uri), Ok(octets.clone()), "and back");
    check_by_url(&octets, uri.as_str());
}

/// Checks that `url` converts the URI to the same path. `url` removes dot segments and empty names, has rules
/// for drives, and supports only the paths of this operating system.
fn check_by_url(path: &[u8], uri: &str) {
    let is_plain = path[1..].split(|octet| *octet == b'/').all(|name| !matches!(name, b"" | b"." | b".."));
    if let Ok(url) = Url::parse(uri)
        && is_plain
        && cfg!(unix)
        && !path.contains(&b':')
        && !path.contains(&b'|')
    {
        let theirs = url.to_file_path().map(PathBuf::into_os_string);
        assert_eq!(theirs.as_ref().map(|path| path.as_encoded_bytes()), Ok(path), "by url");
    }
}

fn check_windows_path(text: &str) {
    let Ok(uri) = Uri::from_windows_path(text) else { return };
    let again = FilePaths::new().dot_segments(true).to_windows_path(&uri).expect("the file of a path");
    assert_eq!(Uri::from_windows_path(&again).as_ref(), Ok(&uri), "the same file");
    let is_plain = !text.starts_with(r"\\?\") && !text.contains('/');
    let with_root = |path: &str| if path.ends_with('\\') { path.to_owned() } else { format!("{path}\\") };
    if is_plain {
        assert_eq!(with_root(&again), with_root(text), "the same path");
    }
}
