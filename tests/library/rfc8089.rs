//! RFC 8089: `file` URIs, and Unix and Windows file paths, on any operating system.

use proptest::prelude::*;
use rstest::rstest;
use urigram::convert::FilePathError::{
    Authority, Character, Delimiter, Device, DeviceName, DotSegment, DroppedEnd, Host, NotAbsolute, NotUtf8,
    Nul, Query, Scheme,
};
use urigram::convert::{FilePathError, FilePaths};
use urigram::{Iri, RegName, Uri, UriReference};

#[rstest]
#[case::minimal_of_appendix_b("file:/path/to/file", b"/path/to/file")]
#[case::traditional_of_appendix_b("file:///path/to/file", b"/path/to/file")]
#[case::of_this_host("file://localhost/path/to/file", b"/path/to/file")]
#[case::of_this_host_in_capitals("FILE://LocalHost/a", b"/a")]
#[case::root("file:///", b"/")]
#[case::directory("file:///a/", b"/a/")]
#[case::two_slashes("file:////a//b", b"//a//b")]
#[case::three_encoded_dots("file:///%2E%2e./a", b"/.../a")]
#[case::encoded_dot_in_a_name("file:///%2Ehidden/a%2e", b"/.hidden/a.")]
#[case::encoded_percent_sign("file:///%252e%252e/a", b"/%2e%2e/a")]
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
#[case::dot_segment("file:///srv/../etc/passwd", DotSegment { offset: 12 })]
#[case::dot("file:///./a", DotSegment { offset: 8 })]
#[case::last("file:/..", DotSegment { offset: 6 })]
#[case::encoded_dot_segment("file:///%2e%2e/etc/passwd", DotSegment { offset: 8 })]
#[case::encoded_dot_segment_in_capitals("file:///srv/%2E%2E/etc", DotSegment { offset: 12 })]
#[case::first_dot_encoded("file:/a/%2e./b", DotSegment { offset: 8 })]
#[case::last_dot_encoded("file:/a/b/.%2e", DotSegment { offset: 10 })]
#[case::encoded_dot("file:///a/%2E", DotSegment { offset: 10 })]
fn no_path_of_a_unix(#[case] uri: &str, #[case] error: FilePathError) {
    assert_eq!(Uri::parse(uri).unwrap().to_unix_path(), Err(error));
}

#[rstest]
#[case("file:///a/%2e%2E/b", "/a/../b", r"c:\a\..\b")]
#[case("file:///a/.%2e/%2e./%2e", "/a/../../.", r"c:\a\..\..\.")]
#[case("file:///a/.././b", "/a/.././b", r"c:\a\..\.\b")]
fn dot_segments_are_an_option(#[case] uri: &str, #[case] unix: &str, #[case] windows: &str) {
    let paths = FilePaths::new().dot_segments(true);
    let uri = Uri::parse(uri).unwrap();
    assert_eq!(paths.to_unix_path(&uri), Ok(unix.into()));
    let on_a_drive = Uri::try_new(uri.as_str().replace("///", "///c:/")).unwrap();
    assert_eq!(paths.to_windows_path(&on_a_drive).unwrap(), windows);
    assert!(matches!(on_a_drive.to_windows_path(), Err(DotSegment { .. })));
    assert!(matches!(FilePaths::default().to_unix_path(&uri), Err(DotSegment { .. })));
    #[cfg(all(feature = "std", unix))]
    assert_eq!(paths.to_file_path(&uri).unwrap(), std::path::Path::new(unix));
    #[cfg(feature = "std")]
    assert!(matches!(uri.to_file_path(), Err(DotSegment { .. })));
}

#[test]
fn dot_segments_are_removed_by_resolution_and_normalization() {
    let base = Uri::parse("file:///srv/files/").unwrap();
    let written = Uri::parse("file:///srv/files/../../etc").unwrap();
    assert_eq!(written.to_unix_path(), Err(DotSegment { offset: 18 }));
    assert_eq!(written.normalize().to_unix_path().unwrap(), b"/etc");
    assert_eq!(base.resolve(&written).unwrap().to_unix_path().unwrap(), b"/etc");
    let encoded = Uri::parse("file:///srv/files/%2e%2e/%2e%2e/etc").unwrap();
    assert_eq!(base.resolve(&encoded).unwrap(), encoded);
    assert_eq!(encoded.to_unix_path(), Err(DotSegment { offset: 18 }));
    assert_eq!(encoded.normalize().to_unix_path().unwrap(), b"/etc");
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
    assert_eq!(FilePaths::new().dot_segments(true).to_unix_path(&made).unwrap(), path.as_bytes());
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
#[case::share_alone("file://host/share", r"\\host\share")]
#[case::address("file://192.0.2.1/share/", r"\\192.0.2.1\share\")]
#[case::fragment("file:///c:/a#b", r"c:\a")]
#[case::like_devices(
    "file:///c:/CONSOLE/com/lpt0/com10/nul%20a/aux-/a.prn",
    r"c:\CONSOLE\com\lpt0\com10\nul a\aux-\a.prn"
)]
#[case::superscript_four("file:///c:/com%E2%81%B4", "c:\\com\u{2074}")]
#[case::dots_and_spaces_first("file:///c:/.a/..b/%20c", r"c:\.a\..b\ c")]
#[case::delete_and_beyond("file:///c:/%7F%C2%80", "c:\\\x7F\u{80}")]
#[case::share_like_a_pipe("file://host/pipes/a", r"\\host\pipes\a")]
#[case::file_like_a_share_of_pipes("file:///c:/pipe/a", r"c:\pipe\a")]
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
#[case::dots_as_a_share("file://host/../a", DotSegment { offset: 12 })]
#[case::dot_segment("file:///C:/a/../b", DotSegment { offset: 13 })]
#[case("file:////host", NotAbsolute)]
#[case("file:///c:/a/b%2Fc", Delimiter { offset: 14 })]
#[case("file:c:/%5C", Delimiter { offset: 8 })]
#[case("file:///c:/%00", Nul { offset: 11 })]
#[case("file:///c:/%FF", NotUtf8)]
#[case::device_by_the_host("file://./pipe/a", Host)]
#[case::device_by_the_path("file:////./pipe/a", DotSegment { offset: 9 })]
#[case::device_by_a_host_with_a_space("file://.%20/C/a", Host)]
#[case::device_by_a_path_with_spaces("file:////%20./C/a", Host)]
#[case::three_dots("file://.../C/a", Host)]
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
#[case("file://a%22b/share/a", Host)]
#[case("file://a%7Cb/share/a", Host)]
#[case("file://a%3C/share/a", Host)]
#[case("file://a%1Fb/share/a", Host)]
#[case::encoded_dot_segment("file:///c:/%2e%2e/a", DotSegment { offset: 11 })]
#[case::encoded_dots_as_a_host("file:////%2e/pipe/a", DotSegment { offset: 9 })]
#[case::encoded_dots_as_a_share("file://host/%2E%2E/a", DotSegment { offset: 12 })]
#[case::encoded_dots_before_a_drive("file:///%2e/c:/a", DotSegment { offset: 8 })]
#[case::stream("file:///C:/a:b", Character { found: ':', offset: 12 })]
#[case::encoded_stream("file:///C:/%41%3Ab", Character { found: ':', offset: 14 })]
#[case::stream_of_a_kind("file:///C:/a::$DATA", Character { found: ':', offset: 12 })]
#[case::stream_of_a_directory("file:///C:/a:$I30:$INDEX_ALLOCATION/b", Character { found: ':', offset: 12 })]
#[case::stream_in_a_share("file://host/share:a/b", Character { found: ':', offset: 17 })]
#[case::second_drive("file:///C:/b/D:/a", Character { found: ':', offset: 14 })]
#[case::question_mark("file:///C:/a%3F", Character { found: '?', offset: 12 })]
#[case::asterisk("file:///C:/*", Character { found: '*', offset: 11 })]
#[case::less_than("file:///C:/%3C", Character { found: '<', offset: 11 })]
#[case::greater_than("file:///C:/%3E", Character { found: '>', offset: 11 })]
#[case::quotation_mark("file:///C:/%22", Character { found: '"', offset: 11 })]
#[case::bar("file:///C:/%C3%A9%7C", Character { found: '|', offset: 17 })]
#[case::line_feed("file:///C:/a%0Ab", Character { found: '\n', offset: 12 })]
#[case::last_control("file:///C:/%1F", Character { found: '\x1F', offset: 11 })]
#[case::device("file:///C:/a/CON", DeviceName { offset: 13 })]
#[case::device_as_a_directory("file:///C:/prn/a", DeviceName { offset: 11 })]
#[case::device_with_extensions("file:///C:/Aux.tar.gz", DeviceName { offset: 11 })]
#[case::device_with_a_dot("file:///C:/nul.", DeviceName { offset: 11 })]
#[case::device_with_spaces("file:///C:/nul%20%20.txt", DeviceName { offset: 11 })]
#[case::device_with_a_space("file:///C:/nul%20", DeviceName { offset: 11 })]
#[case::encoded_device("file:///C:/%4e%55%4C", DeviceName { offset: 11 })]
#[case::serial_port("file:///C:/com1", DeviceName { offset: 11 })]
#[case::printer_port("file:///C:/LPT9.a", DeviceName { offset: 11 })]
#[case::superscript_one("file:///C:/COM%C2%B9", DeviceName { offset: 11 })]
#[case::superscript_two("file:///C:/lpt%C2%B2.txt", DeviceName { offset: 11 })]
#[case::superscript_three("file:///C:/lpt%C2%B3", DeviceName { offset: 11 })]
#[case::console_input("file:///C:/conin$", DeviceName { offset: 11 })]
#[case::console_output("file:///C:/CONOUT$.x", DeviceName { offset: 11 })]
#[case::device_in_a_share("file://host/share/nul", DeviceName { offset: 18 })]
#[case::device_as_a_share("file://host/nul/a", DeviceName { offset: 12 })]
#[case::dot_at_the_end("file:///C:/secret.", DroppedEnd { offset: 17 })]
#[case::space_at_the_end("file:///C:/a/secret%20/b", DroppedEnd { offset: 19 })]
#[case::three_dots("file:///C:/...", DroppedEnd { offset: 13 })]
#[case::dots_and_a_space("file:///C:/..%20/a", DroppedEnd { offset: 13 })]
#[case::space_alone("file:///C:/%20", DroppedEnd { offset: 11 })]
#[case::dot_after_a_share("file://host/share./a", DroppedEnd { offset: 17 })]
#[case::pipe("file://host/pipe/a", Device)]
#[case::pipe_of_this_host("file:////localhost/PIPE/a", Device)]
#[case::encoded_pipe("file://host/%70ipe/a", Device)]
#[case::mailslot("file://host/Mailslot/a", Device)]
#[case::share_of_pipes("file://host/ipc$/a", Device)]
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
#[case::device(r"C:\a\Nul.txt", DeviceName { offset: 5 })]
#[case::device_after_slashes("C:/con", DeviceName { offset: 3 })]
#[case::device_in_a_share(r"\\host\share\com1", DeviceName { offset: 13 })]
#[case::device_to_the_letter(r"\\?\C:\aux", DeviceName { offset: 7 })]
#[case::device_in_a_share_to_the_letter(r"\\?\UNC\h\s\é\aux", DeviceName { offset: 15 })]
#[case::stream(r"C:\a:b", Character { found: ':', offset: 4 })]
#[case::stream_to_the_letter(r"\\?\C:\é:b", Character { found: ':', offset: 9 })]
#[case::question_mark(r"C:\a?", Character { found: '?', offset: 4 })]
#[case::control("C:\\a\t", Character { found: '\t', offset: 4 })]
#[case::dot_at_the_end(r"C:\a.\b", DroppedEnd { offset: 4 })]
#[case::space_at_the_end(r"C:\a ", DroppedEnd { offset: 4 })]
#[case::dot_at_the_end_to_the_letter(r"\\?\C:\a.", DroppedEnd { offset: 8 })]
#[case::pipe(r"\\host\pipe\a", Device)]
#[case::pipe_to_the_letter(r"\\?\UNC\localhost\pipe\a", Device)]
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

/// Returns whether a name is valid for a file on Windows, or is a dot segment.
fn is_of_a_file(name: &str) -> bool {
    let lower = name.to_lowercase();
    let stem = lower.split_once('.').map_or(&*lower, |(stem, _)| stem).trim_end_matches(' ');
    let mut ports =
        ["com", "lpt"].iter().flat_map(|port| "123456789¹²³".chars().map(move |one| format!("{port}{one}")));
    let is_device =
        ["con", "prn", "aux", "nul", "conin$", "conout$"].contains(&stem) || ports.any(|port| port == stem);
    let is_reserved = name.contains(|c: char| c < ' ' || r#"<>:"/\|?*"#.contains(c));
    [".", ".."].contains(&name) || !is_device && !is_reserved && !name.ends_with(['.', ' '])
}

proptest! {
    #[test]
    fn paths_of_a_unix_round_trip(path in prop::collection::vec(1..=u8::MAX, 0..40)) {
        let path = [b"/", &*path].concat();
        let uri = Uri::from_unix_path(&path).unwrap();
        prop_assert!(Uri::parse(uri.as_str()).is_ok());
        prop_assert_eq!(FilePaths::new().dot_segments(true).to_unix_path(&uri).unwrap(), path);
    }

    /// For any Windows path, with any host and share, conversion returns an error, or a URI that converts back to the path.
    #[test]
    fn paths_of_windows_round_trip(
        root in r"[A-Za-z]:|\\\\[a-b.:?* %&@#é]{0,3}\\[a-b.:?* %&@#é]{0,3}",
        names in r"(\\([^\\/\x00]{0,5}|[a-c. :]{1,3}|(com1|NUL)[. a]{0,2})){1,4}",
    ) {
        let path = root + &names;
        if let Ok(uri) = Uri::from_windows_path(&path) {
            prop_assert_eq!(FilePaths::new().dot_segments(true).to_windows_path(&uri), Ok(path));
        } else {
            prop_assert!(path.starts_with(r"\\") || !names.split('\\').all(is_of_a_file), "{}", path);
        }
    }

    /// Names that are invalid on Windows are rejected in a URI and in a path alike.
    #[test]
    fn names_on_windows(name in "[^\\\\/\\x00]{0,5}|[a-c. :]{1,3}|(com1|NUL)[. a]{0,2}") {
        let path = format!(r"C:\{name}\a");
        let mut uri = Uri::parse("file:///C:").unwrap().to_owned();
        if !["", ".", ".."].contains(&&*name) {
            uri.push_segment(&*name)?;
            uri.push_segment("a")?;
            prop_assert_eq!(uri.to_windows_path().ok(), is_of_a_file(&name).then(|| path.clone()));
        }
        prop_assert_eq!(Uri::from_windows_path(&path).is_ok(), is_of_a_file(&name));
    }

    /// The path of a resolved URI has no dot segments, encoded or not, so it leads to the same file as the URI.
    #[test]
    fn no_path_leads_out_of_what_is_resolved(reference in "([ac:/]|\\.|%2[eE]|%2F|%5C|%20){0,9}") {
        let base = Uri::parse("file:///c:/c/c/").unwrap();
        let Ok(reference) = UriReference::parse(&reference) else { return Ok(()) };
        let Ok(uri) = base.resolve(&reference) else { return Ok(()) };
        let is_dots = |name: &str| name == "." || name == "..";
        if let Ok(path) = uri.to_unix_path() {
            prop_assert!(!String::from_utf8(path).unwrap().split('/').any(is_dots));
            prop_assert_eq!(uri.normalize().to_unix_path(), uri.to_unix_path());
        }
        if let Ok(path) = uri.to_windows_path() {
            prop_assert!(!path.split('\\').any(is_dots));
            prop_assert!(path.split('\\').skip(1).all(is_of_a_file));
        }
    }

    /// Only a host name has shares. A device such as `.` has none, and Windows drops dots and spaces at the end of a name, which
    /// may leave this device. A name with a delimiter or a wildcard is not a host.
    #[test]
    fn hosts_that_have_shares(
        host in "([ab.*]|%00|%2[0AFe]|%3[AF]|%5C){1,3}",
        share in "[a.]{0,2}",
    ) {
        let Ok(uri) = Uri::try_new(format!("file://{host}/{share}/b")) else { return Ok(()) };
        let dots = uri.as_str().len() - share.len() - "/b".len();
        let host = RegName::parse(&host)?.decode().to_string();
        let is_empty_or_dots = |name: &str| name.trim_end_matches(['.', ' ']).is_empty();
        let dropped_end = !is_empty_or_dots(&share) && share.ends_with('.');
        let is_host = !is_empty_or_dots(&host) && !host.contains(['*', '?', ':', '/', '\\', '\0']);
        let path = format!(r"\\{host}\{share}\b");
        let expected = match (is_host, is_empty_or_dots(&share)) {
            _ if matches!(&*share, "." | "..") => Err(DotSegment { offset: dots }),
            (false, _) => Err(Host),
            (true, true) => Err(NotAbsolute),
            (true, false) if dropped_end => Err(DroppedEnd { offset: uri.as_str().len() - "./b".len() }),
            (true, false) => Ok(path.clone()),
        };
        prop_assert_eq!(uri.to_windows_path(), expected);
        if !host.contains(['/', '\\', '\0']) {
            let has_share = !is_empty_or_dots(&share) && !dropped_end;
            prop_assert_eq!(Uri::from_windows_path(&path).is_ok(), is_host && has_share);
        }
    }

    /// A path that is converted literally converts back to the same file, and normalization does not change its URI.
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

    /// For any URI, conversion returns an error, or a path that converts back to the same file.
    #[test]
    fn any_file_uri(rest in "([a-c:./?%]|%2F|%5C|%00|%2E|//|c:/){0,8}") {
        let Ok(uri) = Uri::try_new(format!("file:{rest}")) else { return Ok(()) };
        if let Ok(path) = uri.to_unix_path() {
            prop_assert_eq!(Uri::from_unix_path(&path).unwrap().to_unix_path().unwrap(), path);
        }
        if let Ok(path) = uri.to_windows_path() {
            prop_assert_eq!(Uri::from_windows_path(&path).unwrap().to_windows_path().unwrap(), path);
        }
    }
}
