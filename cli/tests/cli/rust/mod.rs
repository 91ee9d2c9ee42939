//! `uri parse --format rust`. The tests in `snippets.rs` are what it prints: they are compiled, and run.

#[rustfmt::skip]
mod snippets;

use std::{env, fs};

use insta::assert_snapshot;

use crate::uri;

/// The names of the tests, and the arguments for which they are printed.
const SNIPPETS: &[(&str, &[&str])] = &[
    ("of_section_3", &["foo://user@example.com:8042/over/there?name=ferret#nose"]),
    ("urn", &["urn:example:animal:ferret:nose"]),
    ("relative_reference", &["../a%20b/?q#f"]),
    ("empty_reference", &[""]),
    ("network_path", &["//[::1]:0080/x"]),
    ("ipv4", &["http://192.0.2.16/"]),
    ("ipvfuture", &["http://[v7.x]/"]),
    ("all_empty", &["a://@:?#"]),
    ("port_that_is_no_number", &["//a:65536"]),
    ("password", &["ftp://user:secret@h"]),
    ("apostrophe", &["a:'b'?'('"]),
    ("upper_case", &["HTTP://EXAMPLE/%7Efoo"]),
    ("uri", &["--as", "URI", "a:b#c"]),
    ("absolute_uri", &["--as", "absolute-URI", "a:b?c"]),
    ("relative_ref", &["--as", "relative-ref", "b?c"]),
    ("several", &["http://a/", "http://127.0.0.1/", "b", "http://[::1]/"]),
];

fn rust(arguments: &[&str]) -> String {
    let ran = uri(&[&["parse", "--format", "rust"], arguments].concat(), "");
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    ran.stdout
}

#[test]
fn a_reference() {
    assert_snapshot!(rust(&["foo://user@example.com:8042/over/there?name=ferret#nose"]), @r#"
    use urigram::Uri;

    let uri = Uri::parse("foo://user@example.com:8042/over/there?name=ferret#nose")?;
    assert_eq!(uri.scheme(), "foo");
    assert_eq!(uri.userinfo().unwrap().as_str(), "user");
    assert_eq!(uri.host_str(), Some("example.com"));
    assert_eq!(uri.port().unwrap().to_u16(), Ok(8042));
    assert_eq!(uri.path(), "/over/there");
    assert_eq!(uri.query().unwrap().as_str(), "name=ferret");
    assert_eq!(uri.fragment().unwrap().as_str(), "nose");
    "#);
    assert_snapshot!(rust(&["//[::1]/"]), @r#"
    use urigram::{Host, RelativeRef};

    let reference = RelativeRef::parse("//[::1]/")?;
    assert_eq!(reference.host_str(), Some("[::1]"));
    assert_eq!(reference.host(), Some(Host::Ipv6("::1".parse().unwrap())));
    assert_eq!(reference.path(), "/");
    "#);
}

#[test]
fn several_import_each_type_once() {
    assert_snapshot!(rust(&["http://a/", "http://127.0.0.1/", "b", "c"]), @r#"
    use urigram::Uri;

    let uri = Uri::parse("http://a/")?;
    assert_eq!(uri.scheme(), "http");
    assert_eq!(uri.host_str(), Some("a"));
    assert_eq!(uri.path(), "/");

    use urigram::Host;

    let uri = Uri::parse("http://127.0.0.1/")?;
    assert_eq!(uri.scheme(), "http");
    assert_eq!(uri.host_str(), Some("127.0.0.1"));
    assert_eq!(uri.host(), Some(Host::Ipv4("127.0.0.1".parse().unwrap())));
    assert_eq!(uri.path(), "/");

    use urigram::RelativeRef;

    let reference = RelativeRef::parse("b")?;
    assert_eq!(reference.path(), "b");

    let reference = RelativeRef::parse("c")?;
    assert_eq!(reference.path(), "c");
    "#);
}

#[test]
fn a_fault_takes_no_code_with_it() {
    let ran = uri(&["parse", "--format", "rust"], "a b\nurn:a\n");
    assert_snapshot!(ran.stdout, @r#"
    use urigram::Uri;

    let uri = Uri::parse("urn:a")?;
    assert_eq!(uri.scheme(), "urn");
    assert_eq!(uri.path(), "a");
    "#);
    assert!(ran.stderr.starts_with("error: unexpected ' ' in the path at byte 1"), "{}", ran.stderr);
    assert_eq!(ran.status, 1);
}

/// With `UPDATE_SNIPPETS=1` the file is written anew.
#[test]
fn all_snippets_are_compiled() {
    let mut file = "//! What `uri parse --format rust` prints, each as a test.\n".to_owned();
    for (name, arguments) in SNIPPETS {
        let body: String = rust(arguments)
            .lines()
            .map(|line| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") })
            .collect();
        file +=
            &format!("\n#[test]\nfn {name}() -> Result<(), urigram::ParseError> {{\n{body}    Ok(())\n}}\n");
    }
    if env::var_os("UPDATE_SNIPPETS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/rust/snippets.rs");
        fs::write(path, &file).unwrap();
    }
    assert_eq!(file, include_str!("snippets.rs"), "if that is meant, call this test with UPDATE_SNIPPETS=1");
}
