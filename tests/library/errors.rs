//! Error messages, their help, and their sources.

use std::error::Error;
use std::iter;

use rstest::rstest;
use urigram::build::BuildError;
use urigram::edit::EditError;
use urigram::normalize::Rung;
use urigram::policy::Policy;
use urigram::resolve::Resolver;
use urigram::{Port, Uri, UriReference, percent};

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
#[case::above_root(Resolver::new().checked(true), "../../g", "leave them out, or resolve without the option `checked`")]
#[case::guard(Resolver::new().deny_guard(true), ".//g", "without the option `deny_guard`, `/.` is written before the path")]
fn resolutions(#[case] resolver: Resolver, #[case] reference: &str, #[case] help: &str) {
    let (base, reference) = (Uri::parse("f:/a").unwrap(), UriReference::parse(reference).unwrap());
    let error = resolver.resolve(&base, &reference).unwrap_err();
    assert_eq!(error.help().to_string(), help);
}

/// Returns the error of any function of this crate, converted by `?` alone.
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
        9 => drop("rung".parse::<Rung>()?),
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
#[case::decode(6, &["two hexadecimal digits do not follow the `%` at byte 0; as itself it is written `%25`"])]
#[case::port(7, &["the port is empty"])]
#[case::file_path(8, &["the scheme is not `file`"])]
#[case::rung(9, &["no rung has this name; they are string, case, percent, path or syntax, and scheme"])]
#[case::policy(10, &["`*` is a pattern; write each name, or `.example.com` for every name below `example.com`"])]
#[case::refused(11, &["the host `a` is not allowed; allowed: none"])]
#[cfg_attr(feature = "std", case::sockets(12, &["the host is not text", "what is percent-encoded at byte 0 is not UTF-8"]))]
fn all_of_one_type(#[case] which: usize, #[case] said: &[&str]) {
    let error = any(which).unwrap_err();
    let chain = iter::successors(Some(&error as &dyn Error), |error: &&dyn Error| (*error).source());
    assert_eq!(chain.map(ToString::to_string).collect::<Vec<_>>(), said);
}
