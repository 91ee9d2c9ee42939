//! `uri convert`: IRIs and URIs (RFC 3987, section 3), and paths and `file` URIs (RFC 8089).

use std::io::Write;

use insta::assert_snapshot;
use proptest::prelude::*;
use rstest::rstest;

use crate::{command, uri};

#[rstest]
#[case::iri("uri", "http://münchen.de/straße", "http://xn--mnchen-3ya.de/stra%C3%9Fe")]
#[case::percent_encoded_name("uri", "http://b%C3%BCcher.example/", "http://xn--bcher-kva.example/")]
#[case::partly_percent_encoded_name("uri", "http://bü%63h%C3%A9.example/", "http://xn--bch-dma6g.example/")]
#[case::percent_encoded_ascii("uri", "http://b%61.example/", "http://b%61.example/")]
#[case::reference("uri", "../ü?é#日", "../%C3%BC?%C3%A9#%E6%97%A5")]
#[case::empty("uri", "", "")]
#[case::back("iri", "http://xn--mnchen-3ya.de/stra%C3%9Fe", "http://münchen.de/straße")]
#[case::back_percent_encoded("iri", "http://b%C3%BCcher.example/", "http://bücher.example/")]
#[case::back_both("iri", "http://b%C3%BCcher.xn--bcher-kva/", "http://bücher.bücher/")]
#[case::back_already("iri", "http://münchen.de/%C3%BC", "http://münchen.de/ü")]
#[case::no_name("iri", "http://xn--a/%20%2F%FF%E2%80%AE", "http://xn--a/%20%2F%FF%E2%80%AE")]
#[case::path("file", "/srv/a b#c.txt", "file:///srv/a%20b%23c.txt")]
#[case::dots("file", "/srv/./a/../../b/.", "file:///b/")]
#[case::drive("file", r"C:\a b\c#d.txt", "file:///C:/a%20b/c%23d.txt")]
#[case::drive_with_slashes("file", "c:/a/../b", "file:///c:/b")]
#[case::share("file", r"\\server\share\a b.txt", "file://server/share/a%20b.txt")]
#[case::literal("file", r"\\?\C:\a", "file:///C:/a")]
#[case::of_a_path("path", "file:///srv/a%20b%23c.txt", "/srv/a b#c.txt")]
#[case::of_this_host("path", "file://localhost/a", "/a")]
#[case::of_a_drive("path", "file:///C:/a%20b", r"C:\a b")]
#[case::of_a_drive_without_slashes("path", "file:C:/a", r"C:\a")]
#[case::of_a_share("path", "file://server/share/a%20b.txt", r"\\server\share\a b.txt")]
fn converts(#[case] to: &str, #[case] value: &str, #[case] output: &str) {
    assert_eq!(uri(&["convert", "--to", to, "--", value], "").printed(0), format!("{output}\n"));
}

#[rstest]
#[case::percent_host(&["--to", "uri", "--percent-host"], "http://münchen.de/", "http://m%C3%BCnchen.de/\n")]
#[case::unix(&["--to", "file", "--unix"], "/C:\\a", "file:///C:%5Ca\n")]
#[case::unix_back(&["--to", "path", "--unix"], "file:///C:/a", "/C:/a\n")]
#[case::windows(&["--to", "file", "--windows"], "//server/share/a", "file://server/share/a\n")]
#[case::dot_segments(&["--to", "path", "--dot-segments"], "file:///srv/%2e%2e/a", "/srv/../a\n")]
#[case::null(&["--to", "file", "--null"], "/a\nb\0/c\r\0", "file:///a%0Ab\0file:///c%0D\0")]
#[case::null_back(&["--to", "path", "-0"], "file:///a%0Ab\0file:///c\0", "/a\nb\0/c\0")]
#[case::lines(&["--to", "path"], "file:///a\r\nfile:///b", "/a\n/b\n")]
fn converts_lines_with(#[case] options: &[&str], #[case] text: &str, #[case] output: &str) {
    assert_eq!(uri(&[&["convert"], options].concat(), text).printed(0), output);
}

#[cfg(unix)]
#[rstest]
#[case("a b", "/a%20b")]
#[case("./a", "/a")]
#[case(".", "/")]
#[case("a/..", "/")]
#[case("./C:/a", "/C:/a")]
fn a_relative_path_begins_at_the_working_directory(#[case] path: &str, #[case] end: &str) {
    let here =
        uri(&["convert", "--to", "file", std::env::current_dir().unwrap().to_str().unwrap()], "").printed(0);
    let output = uri(&["convert", "--to", "file", path], "").printed(0);
    assert_eq!(output, format!("{}{end}\n", here.trim_end()));
    let above = uri(&["convert", "--to", "file", "../a"], "").printed(0);
    assert_eq!(above, format!("{}/a\n", here.trim_end().rsplit_once('/').unwrap().0));
}

#[test]
fn faults_are_drawn() {
    let values = ["http://mün_chen.de/", "http://a b/"];
    assert_snapshot!(uri(&["convert", "--to", "uri", values[0], values[1]], "").said(1), @r#"
    error: the host `mün_chen.de` is not an internationalized domain name
     |
     | http://mün_chen.de/
     |        ^ host
     |
     = help: correct the name, or percent-encode it with `--percent-host`
    error: unexpected ' ' in the host at byte 8
     |
     | http://a b/
     |         ^ host
     |
     = help: remove the space from the host
    "#);
    let values = "file:///srv/../a\nfile:///a%2Fb\nfile://h\nhttp://a/\nfile:///a?b\nfile://u@h/s/a\na\n";
    assert_snapshot!(uri(&["convert", "--to", "path", "--format", "json"], values).printed(1), @r#"
    {"input":"file:///srv/../a","error":{"component":"path","offset":12,"column":13,"found":".","message":"there is a name `.` or `..` at byte 12, which means another directory","help":"normalize the URI first, or keep them with `--dot-segments`"}}
    {"input":"file:///a%2Fb","error":{"component":"path","offset":9,"column":10,"found":"%","message":"there is a slash or backslash within a name, at byte 9","help":"write a `/` between names; within a name, no system has it"}}
    {"input":"file://h","error":{"component":"path","offset":8,"column":9,"found":null,"message":"the path is not absolute","help":"begin with `/`, or on Windows with a drive and its root, `C:\\`, or with a host and a share, `\\\\host\\share`"}}
    {"input":"http://a/","error":{"component":"scheme","offset":0,"column":1,"found":"h","message":"the scheme is not `file`","help":"the URI of a file begins with `file:`"}}
    {"input":"file:///a?b","error":{"component":"query","offset":9,"column":10,"found":"?","message":"a `file` URI has no query; as part of a file name, a `?` is written `%3F`","help":"leave out the query, or write `%3F` for a `?` in a name"}}
    {"input":"file://u@h/s/a","error":{"component":"authority","offset":7,"column":8,"found":"u","message":"a `file` URI has no userinfo and no port","help":"leave out the userinfo and the port"}}
    {"input":"a","error":{"component":"scheme","offset":1,"column":2,"found":null,"message":"the scheme is missing","help":"a URI begins with a scheme and a colon, such as `http:`"}}
    "#);
    let values = "\nC:\\nul\n\\\\?\\C:\\..\\a\n\\\\server\n/a\0b\n";
    assert_snapshot!(uri(&["convert", "--to", "file", "--format", "json"], values).printed(1), @r#"
    {"input":"","error":{"component":"path","offset":0,"column":1,"found":null,"message":"the path is empty","help":"`.` is the working directory"}}
    {"input":"C:\\nul","error":{"component":"path","offset":3,"column":4,"found":"n","message":"the name at byte 3 is a device name on Windows","help":"use another name, which also differs before the first dot"}}
    {"input":"\\\\?\\C:\\..\\a","error":{"component":"path","offset":7,"column":8,"found":".","message":"there is a name `.` or `..` at byte 7, which means another directory","help":"leave out the `\\\\?\\`, after which Windows takes names literally"}}
    {"input":"\\\\server","error":{"component":"path","offset":0,"column":1,"found":"\\","message":"the path is not absolute","help":"begin with `/`, or on Windows with a drive and its root, `C:\\`, or with a host and a share, `\\\\host\\share`"}}
    {"input":"/a\u0000b","error":{"component":"path","offset":2,"column":3,"found":"\u0000","message":"there is a NUL in the path, at byte 2","help":"leave out the NUL: no file name contains it"}}
    "#);
}

#[rstest]
#[case(&["--to", "iri", "--percent-host"], "'--percent-host' goes with '--to uri'")]
#[case(&["--to", "uri", "--unix"], "'--unix' goes with '--to file' or '--to path'")]
#[case(&["--to", "file", "--dot-segments"], "'--dot-segments' goes with '--to path'")]
#[case(&["--to", "file", "--windows", "--unix"], "'--windows' cannot be used with '--unix'")]
#[case(&["a"], "--to <FORM>")]
#[case(&["--to", "url"], "[possible values: uri, iri, file, path]")]
fn is_refused(#[case] options: &[&str], #[case] said: &str) {
    let stderr = uri(&[&["convert"], options].concat(), "a\n").said(2);
    assert!(stderr.contains(said), "{stderr}");
}

/// Returns the answers for values, both ended by NUL.
fn converted(options: &[&str], values: &[u8]) -> Vec<u8> {
    let mut child = command(&[&["convert", "--null"], options].concat()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(values).unwrap());
        child.wait_with_output().unwrap().stdout
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// Paths that are not UTF-8, too, without dot segments.
    #[test]
    fn paths_of_unix_come_back(names in prop::collection::vec(prop::collection::vec(b'/'..=u8::MAX, 0..9), 200)) {
        let paths: Vec<u8> = names.iter().flat_map(|name| [b"/", &**name, b"\0"].concat()).collect();
        let uris = converted(&["--to", "file", "--unix"], &paths);
        prop_assert_eq!(converted(&["--to", "path", "--unix"], &uris), paths);
    }

    #[test]
    fn paths_of_windows_come_back(paths in prop::collection::vec(r"([A-Z]:|\\\\[a-c]{1,2}\\[a-c ]{1,2}d)(\\[a-c é#%]{0,3}e){1,3}", 200)) {
        let paths: Vec<u8> = paths.iter().flat_map(|path| [path.as_bytes(), b"\0"].concat()).collect();
        let uris = converted(&["--to", "file"], &paths);
        prop_assert_eq!(converted(&["--to", "path"], &uris), paths);
    }

    /// The URI of an IRI does not change on its way to an IRI and back, and is also that of the IRI made of the IRI.
    #[test]
    fn uris_come_back(
        iris in prop::collection::vec(
            "(http:)?//(m[\u{FC}\u{E9}]n|m%C3%BCn|\u{E9}%C3%BC|%C3%A9%61|xn--mn-xka|a%62|\u{65E5}\u{672C}|[a-z]{1,3})\\.de(/[a-z~\u{E9}\u{202E}]{0,3}|/%C3%A9|/%FF)?(\\?(\u{E9}|\u{E000}|&|%41){0,3})?",
            200,
        ),
    ) {
        let iris: Vec<u8> = iris.iter().flat_map(|iri| [iri.as_bytes(), b"\0"].concat()).collect();
        let uris = converted(&["--to", "uri"], &iris);
        let unreserved = |text: Vec<u8>| String::from_utf8(text).unwrap().replace("%41", "A").replace("%62", "b");
        let right = unreserved(uris.clone());
        for text in [&uris, &iris] {
            let again = converted(&["--to", "uri"], &converted(&["--to", "iri"], text));
            prop_assert_eq!(unreserved(again), &*right);
        }
    }
}
