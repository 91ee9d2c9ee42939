//! RFC 8089: `file` URIs, and the paths of files on a Unix and on Windows, whatever the host.

use proptest::prelude::*;
use rstest::rstest;
use urigram::FilePathError::{
    Authority, Delimiter, Device, DotSegment, Host, NotAbsolute, NotUtf8, Nul, Query, Scheme,
};
use urigram::{FilePathError, Iri, RegName, Uri};

#[rstest]
#[case::minimal_of_appendix_b("file:/path/to/file", b"/path/to/file")]
#[case::traditional_of_appendix_b("file:///path/to/file", b"/path/to/file")]
#[case::of_this_host("file://localhost/path/to/file", b"/path/to/file")]
#[case::of_this_host_in_capitals("FILE://LocalHost/a", b"/a")]
#[case::root("file:///", b"/")]
#[case::directory("file:///a/", b"/a/")]
#[case::two_slashes("file:////a//b", b"//a//b")]
#[case::dot_segments("file:///a/../%2E/b", b"/a/.././b")]
#[case::space("file:///Laguna%20Beach", b"/Laguna Beach")]
#[case::octets("file:///%FF%C3%A9", b"/\xFF\xC3\xA9")]
#[case::backslash("file:///a%5Cb", b"/a\\b")]
#[case::drive("file:///c:/a", b"/c:/a")]
#[case::fragment("file:///a%23#b", b"/a#")]
fn a_path_of_a_unix(#[case] uri: &str, #[case] path: &[u8]) {
    assert_eq!(Uri::parse(uri).unwrap().to_unix_path().unwrap(), path);
}

#[rstest]
#[case("http:///a", Scheme)]
#[case("file://host.example.com/path/to/file", Host)]
#[case("file://localhost.example/a", Host)]
#[case("file://me@/a", Authority)]
#[case("file://localhost:80/a", Authority)]
#[case("file:///a?b", Query)]
#[case("file:///a?", Query)]
#[case("file:a/b", NotAbsolute)]
#[case("file:", NotAbsolute)]
#[case("file://", NotAbsolute)]
#[case("file:///a/b%2fc", Delimiter { offset: 11 })]
#[case("file:/%2F", Delimiter { offset: 6 })]
#[case("file:///a/b/c%00", Nul { offset: 13 })]
#[case::after_other_octets("file:///%41b%C3%A9%2F", Delimiter { offset: 18 })]
fn no_path_of_a_unix(#[case] uri: &str, #[case] error: FilePathError) {
    assert_eq!(Uri::parse(uri).unwrap().to_unix_path(), Err(error));
}

#[rstest]
#[case::of_appendix_b("/path/to/file", "file:///path/to/file")]
#[case::root("/", "file:///")]
#[case::two_slashes("//a//b/", "file:////a//b/")]
#[case::special("/a?b#c%d e\\f", "file:///a%3Fb%23c%25d%20e%5Cf")]
#[case::not_ascii("/é", "file:///%C3%A9")]
#[case::dot_segments("/a/../b", "file:///a/../b")]
fn of_a_path_of_a_unix(#[case] path: &str, #[case] uri: &str) {
    let made = Uri::from_unix_path(path).unwrap();
    assert_eq!(made, uri);
    assert_eq!(made.components(), Uri::parse(uri).unwrap().components());
    assert_eq!(made.to_unix_path().unwrap(), path.as_bytes());
}

#[rstest]
#[case("", NotAbsolute)]
#[case("a/b", NotAbsolute)]
#[case("./a", NotAbsolute)]
#[case("/a\0b", Nul { offset: 2 })]
fn no_uri_of_a_path_of_a_unix(#[case] path: &str, #[case] error: FilePathError) {
    assert_eq!(Uri::from_unix_path(path), Err(error));
}

#[rstest]
#[case::of_appendix_e_2("file:///c:/path/to/file", r"c:\path\to\file")]
#[case::minimal_of_appendix_e_2("file:c:/path/to/file", r"c:\path\to\file")]
#[case::of_appendix_e_3_1(
    "file://host.example.com/Share/path/to/file.txt",
    r"\\host.example.com\Share\path\to\file.txt"
)]
#[case::of_appendix_e_3_2("file:////host.example.com/path/to/file", r"\\host.example.com\path\to\file")]
#[case::with_five_slashes("file://///host.example.com/path/to/file", r"\\host.example.com\path\to\file")]
#[case::one_slash("file:/C:/a", r"C:\a")]
#[case::of_this_host("file://localhost/C:/a", r"C:\a")]
#[case::drive_alone("file:///C:", r"C:\")]
#[case::root_of_a_drive("file:///C:/", r"C:\")]
#[case::encoded_colon("file:///c%3A/a", r"c:\a")]
#[case::space_and_more("file:///C:/My%20Documents/%C3%A9%25", r"C:\My Documents\é%")]
#[case::dot_segments("file:///C:/a/../b", r"C:\a\..\b")]
#[case::share_alone("file://host/share", r"\\host\share")]
#[case::address("file://192.0.2.1/share/", r"\\192.0.2.1\share\")]
#[case::fragment("file:///c:/a#b", r"c:\a")]
fn a_path_of_windows(#[case] uri: &str, #[case] path: &str) {
    assert_eq!(Uri::parse(uri).unwrap().to_windows_path().unwrap(), path);
}

#[rstest]
#[case("https://host/share/a", Scheme)]
#[case("file://me@host/share/a", Authority)]
#[case("file://host:445/share/a", Authority)]
#[case("file:///c:/a?b", Query)]
#[case("file:///a/b", NotAbsolute)]
#[case("file:a", NotAbsolute)]
#[case("file:", NotAbsolute)]
#[case("file:c:a", NotAbsolute)]
#[case("file:///cc:/a", NotAbsolute)]
#[case("file:///1:/a", NotAbsolute)]
#[case("file://host", NotAbsolute)]
#[case("file://host/", NotAbsolute)]
#[case("file://host/../a", NotAbsolute)]
#[case("file:////host", NotAbsolute)]
#[case("file:///c:/a/b%2Fc", Delimiter { offset: 14 })]
#[case("file:c:/%5C", Delimiter { offset: 8 })]
#[case("file:///c:/%00", Nul { offset: 11 })]
#[case("file:///c:/%FF", NotUtf8)]
#[case::device_by_the_host("file://./pipe/a", Host)]
#[case::device_by_the_path("file:////./pipe/a", Host)]
#[case::literal_by_the_host("file://%3F/c:/a", Host)]
#[case::literal_by_the_path("file:////%3f/c:/a", Host)]
#[case("file://[::1]/share/a", Host)]
#[case("file://a%5Cb/share/a", Host)]
#[case("file://%FF/share/a", Host)]
#[case("file://a*/share/a", Host)]
#[case("file://a%3Ab/share/a", Host)]
#[case("file://a%3Fb/share/a", Host)]
#[case("file://a%00b/share/a", Host)]
#[case("file://a%2Fb/share/a", Host)]
#[case("file:////a*/share/a", Host)]
#[case("file://///", Host)]
fn no_path_of_windows(#[case] uri: &str, #[case] error: FilePathError) {
    assert_eq!(Uri::parse(uri).unwrap().to_windows_path(), Err(error));
}

#[rstest]
#[case::of_appendix_e_2(r"c:\path\to\file", "file:///c:/path/to/file", r"c:\path\to\file")]
#[case::slashes("C:/a/b", "file:///C:/a/b", r"C:\a\b")]
#[case::root(r"C:\", "file:///C:/", r"C:\")]
#[case::special(r"C:\100% #1\é;", "file:///C:/100%25%20%231/%C3%A9;", r"C:\100% #1\é;")]
#[case::of_appendix_e_3_1(r"\\host\Share\a b", "file://host/Share/a%20b", r"\\host\Share\a b")]
#[case::share_with_slashes("//host/Share/a", "file://host/Share/a", r"\\host\Share\a")]
#[case::share_alone(r"\\host\share", "file://host/share", r"\\host\share")]
#[case::odd_host(r"\\a b\share", "file://a%20b/share", r"\\a b\share")]
#[case::of_this_host(r"\\LOCALHOST\c$\a", "file:////LOCALHOST/c$/a", r"\\LOCALHOST\c$\a")]
#[case::literal(r"\\?\C:\a", "file:///C:/a", r"C:\a")]
#[case::literal_share(r"\\?\UNC\host\share\a", "file://host/share/a", r"\\host\share\a")]
#[case::hidden_share(r"\\host\.git\a", "file://host/.git/a", r"\\host\.git\a")]
#[case::host_with_a_dot_first(r"\\.host\share", "file://.host/share", r"\\.host\share")]
fn of_a_path_of_windows(#[case] path: &str, #[case] uri: &str, #[case] again: &str) {
    let made = Uri::from_windows_path(path).unwrap();
    assert_eq!(made, uri);
    assert_eq!(made.to_windows_path().unwrap(), again);
}

#[rstest]
#[case("", NotAbsolute)]
#[case("a", NotAbsolute)]
#[case(r"\a", NotAbsolute)]
#[case("C:", NotAbsolute)]
#[case("C:a", NotAbsolute)]
#[case(r"1:\a", NotAbsolute)]
#[case(r"é:\a", NotAbsolute)]
#[case(r"\\", NotAbsolute)]
#[case(r"\\host", NotAbsolute)]
#[case(r"\\host\", NotAbsolute)]
#[case(r"\\host\.", NotAbsolute)]
#[case(r"\\host\..\x", NotAbsolute)]
#[case(r"\\\share\a", Host)]
#[case(r"\\a:b\share", Host)]
#[case(r"\\h?\s", Host)]
#[case(r"\\h*\s", Host)]
#[case(r"\\..\share", Host)]
#[case(r"\\?\UNC\.\pipe", DotSegment { offset: 8 })]
#[case(r"\\?\UNC\?\C:\a", Host)]
#[case(r"\\?\C:\a\..\b", DotSegment { offset: 9 })]
#[case(r"\\?\UNC\host\share\.", DotSegment { offset: 19 })]
#[case(r"\\host\\a", NotAbsolute)]
#[case(r"\\.\pipe\a", Device)]
#[case("//./pipe/a", Device)]
#[case("//?/C:/a", Device)]
#[case(r"\\?\Volume{0}\a", Device)]
#[case(r"\\?\C:", Device)]
#[case(r"\\?\C:\a/b", Delimiter { offset: 8 })]
#[case("C:\\a\0", Nul { offset: 4 })]
fn no_uri_of_a_path_of_windows(#[case] path: &str, #[case] error: FilePathError) {
    assert_eq!(Uri::from_windows_path(path), Err(error));
}

#[test]
fn of_an_iri() {
    let iri = Iri::parse("file:///é/%C3%BC").unwrap();
    assert_eq!(iri.to_unix_path().unwrap(), "/é/ü".as_bytes());
}

#[cfg(all(feature = "std", unix))]
#[test]
fn a_path_of_this_system() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;

    let path = Path::new(OsStr::from_bytes(b"/a\xFF b"));
    let uri = Uri::from_file_path(path).unwrap();
    assert_eq!(uri, "file:///a%FF%20b");
    assert_eq!(uri.to_file_path().unwrap(), path);
}

proptest! {
    #[test]
    fn paths_of_a_unix_round_trip(path in prop::collection::vec(1..=u8::MAX, 0..40)) {
        let path = [b"/", &*path].concat();
        let uri = Uri::from_unix_path(&path).unwrap();
        prop_assert!(Uri::parse(uri.as_str()).is_ok());
        prop_assert_eq!(uri.to_unix_path().unwrap(), path);
    }

    /// Any path at all: an error, or a URI that leads back to it, whatever the host and the share look like.
    #[test]
    fn paths_of_windows_round_trip(
        root in r"[A-Za-z]:|\\\\[a-b.:?* %&@#é]{0,3}\\[a-b.:?* %&@#é]{0,3}",
        names in r"(\\[^\\/\x00]{0,5}){1,4}",
    ) {
        let path = root + &names;
        if let Ok(uri) = Uri::from_windows_path(&path) {
            prop_assert_eq!(uri.to_windows_path(), Ok(path));
        } else {
            prop_assert!(path.starts_with(r"\\"), "{}", path);
        }
    }

    /// Only the name of a host has shares: no device has, nor what has a character that delimits or stands for
    /// others.
    #[test]
    fn hosts_that_have_shares(
        host in "([ab.*]|%00|%2[AFe]|%3[AF]|%5C){1,3}",
        share in "[a.]{0,2}",
    ) {
        let Ok(uri) = Uri::parse_owned(format!("file://{host}/{share}/b")) else { return Ok(()) };
        let host = RegName::parse(&host)?.decode().to_string();
        let is_empty_or_dots = |name: &str| ["", ".", ".."].contains(&name);
        let is_host = !is_empty_or_dots(&host) && !host.contains(['*', '?', ':', '/', '\\', '\0']);
        let path = format!(r"\\{host}\{share}\b");
        let expected = match (is_host, is_empty_or_dots(&share)) {
            (false, _) => Err(Host),
            (true, true) => Err(NotAbsolute),
            (true, false) => Ok(path.clone()),
        };
        prop_assert_eq!(uri.to_windows_path(), expected);
        if !host.contains(['/', '\\', '\0']) {
            prop_assert_eq!(Uri::from_windows_path(&path).is_ok(), is_host && !is_empty_or_dots(&share));
        }
    }

    /// What is taken to the letter is the same file after that, and normalization leaves it alone.
    #[test]
    fn paths_to_the_letter_round_trip(
        root in r"[A-Za-z]:|UNC\\[a-b.:?*]{0,3}\\[a-b.]{0,3}",
        names in r"(\\[a-b. ]{0,3}){1,4}",
    ) {
        let path = root + &names;
        let Ok(uri) = Uri::from_windows_path(&format!(r"\\?\{path}")) else { return Ok(()) };
        let path = path.replacen(r"UNC\", r"\\", 1);
        prop_assert_eq!(uri.to_windows_path(), Ok(path.clone()));
        prop_assert_eq!(uri.normalize().to_windows_path(), Ok(path));
    }

    /// Any URI at all: a path or an error, and the path leads back to the same file.
    #[test]
    fn any_file_uri(rest in "([a-c:./?%]|%2F|%5C|%00|%2E|//|c:/){0,8}") {
        let Ok(uri) = Uri::parse_owned(format!("file:{rest}")) else { return Ok(()) };
        if let Ok(path) = uri.to_unix_path() {
            prop_assert_eq!(Uri::from_unix_path(&path).unwrap().to_unix_path().unwrap(), path);
        }
        if let Ok(path) = uri.to_windows_path() {
            prop_assert_eq!(Uri::from_windows_path(&path).unwrap().to_windows_path().unwrap(), path);
        }
    }
}
