//! `uri fix`, and `uri check --fix`.

use insta::assert_snapshot;
use rstest::rstest;

use crate::{TempFile, command, run, uri};

#[rstest]
#[case::space("http://h/a b%20c", "http://h/a%20b%20c")]
#[case::several("htp//exmaple,com /a", "http://exmaple.com/a")]
#[case::delimiters("<http://example.com/a b>", "http://example.com/a%20b")]
#[case::percent("http://h/100%", "http://h/100%25")]
#[case::backslashes(r"http://h\a", "http://h/a")]
fn the_likeliest_suggestion(#[case] typed: &str, #[case] fixed: &str) {
    let ran = uri(&["fix", typed], "");
    assert_eq!((ran.stdout, ran.status), (format!("{fixed}\n"), 0));
    assert!(ran.stderr.starts_with("uri: argument 1: "), "{}", ran.stderr);
    assert_eq!(uri(&["fix", fixed], "").printed(0), format!("{fixed}\n"));
}

#[test]
fn says_what_was_changed() {
    let ran = uri(&["fix"], "http://h/a b\nhttp://h/\nhttp://h:a/\nwww.example.com\n");
    assert_eq!(ran.stdout, "http://h/a%20b\nhttp://h/\nhttp://h:a/\nwww.example.com\n");
    assert_snapshot!(ran.stderr, @r#"
    uri: line 1: percent-encode the space as `%20`
    error: unexpected 'a' in the port at byte 9
      |
    3 | http://h:a/
      |          ^ port
      |
      = help: a port has only decimal digits
    uri: line 4: valid, but --findings would write a scheme before the host: `https://` or `http://`
    "#);
    assert_eq!(ran.status, 1);
}

#[rstest]
#[case::likeliest(&["--findings", "www.example.com"], "https://www.example.com\n")]
#[case::all(&["--findings", "--all", "www.example.com"], "https://www.example.com\nhttp://www.example.com\n")]
#[case::as_uri(&["--as", "URI", "www.example.com"], "https://www.example.com\n")]
#[case::of_the_policy(&["--policy", "fetch", "--allow-host", "www.example.com", "htp://www.example.com/"], "http://www.example.com/\n")]
fn on_request(#[case] arguments: &[&str], #[case] fixed: &str) {
    let ran = uri(&[&["fix"], arguments].concat(), "");
    assert_eq!((ran.stdout.as_str(), ran.status), (fixed, 0), "{}", ran.stderr);
}

#[test]
fn nothing_of_the_input_is_lost() {
    let mut child = command(&["fix"]);
    child.stdin(std::process::Stdio::piped());
    let mut child = child.spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"a\xFFb\n\nhttp://h\0/\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.stdout, b"a\xFFb\n\nhttp://h/\n");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn json_has_the_same_keys() {
    let ran = uri(&["fix", "--format", "json", "--all", "http://h/a b", "http://h/", "http://h:a/"], "");
    assert_snapshot!(ran.stdout, @r#"
    {"input":"http://h/a b","output":"http://h/a%20b","accepted":true,"error":null,"findings":[],"suggestions":[{"uri":"http://h/a%20b","typed_host":null,"changes":[{"start":10,"end":11,"inserted":"%20","help":"percent-encode the space as `%20`"}]}]}
    {"input":"http://h/","output":"http://h/","accepted":true,"error":null,"findings":[],"suggestions":[]}
    {"input":"http://h:a/","output":"http://h:a/","accepted":false,"error":{"component":"port","offset":9,"column":10,"found":"a","message":"unexpected 'a' in the port at byte 9","help":"a port has only decimal digits"},"findings":[],"suggestions":[]}
    "#);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));
}

const LINES: &[u8] =
    b"\xEF\xBB\xBFhttp://h/a b\r\n\nhttp://h/\nhttp://h:a/\nx\xFF\n# a comment\nhttp://h/c d";
const FIXED: &[u8] =
    b"\xEF\xBB\xBFhttp://h/a%20b\r\n\nhttp://h/\nhttp://h:a/\nx\xFF\n# a comment\nhttp://h/c%20d";

#[test]
fn rewrites_a_file() {
    let file = TempFile::new("fix-lines.txt", LINES);
    let ran = uri(&["check", "--fix", "--summary", "--comments", "#", file.path()], "");
    assert_eq!(std::fs::read(file.path()).unwrap(), FIXED);
    let named = |text: &str| text.replace(file.path(), "links.txt");
    assert_snapshot!(named(&ran.stdout), @r#"
    links.txt:4:10: unexpected 'a' in the port at byte 9
    links.txt:5:2: not UTF-8: 0xFF in the URI-reference at byte 1
    "#);
    assert_snapshot!(named(&ran.stderr), @r#"
    links.txt:1: percent-encode the space as `%20`
    links.txt:7: percent-encode the space as `%20`
    6 lines, 2 corrected, 2 invalid
    "#);
    assert_eq!(ran.status, 1);
    // The corrected lines are kept by a second run.
    let ran = uri(&["check", "--fix", "--quiet", "--comments", "#", file.path()], "");
    assert_eq!(ran.printed(1), "");
    assert_eq!(std::fs::read(file.path()).unwrap(), FIXED);
}

/// In place, a correction loses nothing that was typed, unless this is requested.
#[rstest]
#[case::port("http://h:80 80/", "http://h:8080/")]
#[case::host("http://a b.example/", "http://ab.example/")]
#[case::text_behind("www.example.com foo", "https://www.example.com")]
#[case::text_after_a_tab("example.com\tnote", "https://example.com")]
#[case::delimiters("<http://h/a>", "http://h/a")]
#[case::space_around(" http://h/a", "http://h/a")]
#[case::backslash(r"http://h\a", "http://h/a")]
#[case::comma("http://example,com/", "http://example.com/")]
#[case::scheme("htp://example.com/", "http://example.com/")]
#[case::some_kept("http://h:80 80/a b", "http://h:8080/a%20b")]
fn in_place_a_loss_is_requested(#[case] typed: &str, #[case] fixed: &str) {
    let line = format!("{typed}\n");
    let file = TempFile::new(
        &format!("fix-loss-{}-{}.txt", typed.len(), typed.matches(char::is_alphabetic).count()),
        line.as_bytes(),
    );
    let check = |arguments: &[&str]| uri(&[&["check", "--fix"], arguments, &[file.path()]].concat(), "");
    let read = || std::fs::read_to_string(file.path()).unwrap();
    for arguments in [&["--as", "URI", "--findings"][..], &["--as", "URI", "--findings", "--diff"]] {
        let ran = check(arguments);
        assert_eq!((read(), ran.status), (line.clone(), 1), "{}", ran.stderr);
        let said = format!(":1: left as it is, but --unsafe-fixes would write `{fixed}`: ");
        assert!(ran.stderr.contains(&said), "{}", ran.stderr);
    }
    let ran = check(&["--as", "URI", "--findings", "--unsafe-fixes"]);
    assert_eq!((read(), ran.status), (format!("{fixed}\n"), 0), "{}", ran.stderr);
}

#[rstest]
#[case::space("http://h/a b", "http://h/a%20b")]
#[case::percent("http://h/100%", "http://h/100%25")]
#[case::before_a_host("www.example.com/a b", "https://www.example.com/a%20b")]
#[case::colon("http//example.com/", "http://example.com/")]
#[case::slashes("http:example.com/", "http://example.com/")]
#[case::port("http://h:8080/a|b", "http://h:8080/a%7Cb")]
fn in_place_nothing_is_lost(#[case] typed: &str, #[case] fixed: &str) {
    let file = TempFile::new(&format!("fix-kept-{}-{}.txt", typed.len(), fixed.len()), typed.as_bytes());
    let ran = uri(&["check", "--fix", "--as", "URI", "--findings", file.path()], "");
    assert_eq!(
        (std::fs::read_to_string(file.path()).unwrap(), ran.status),
        (fixed.to_owned(), 0),
        "{}",
        ran.stderr
    );
}

#[cfg(unix)]
#[test]
fn keeps_permissions_and_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let file = TempFile::new("fix-mode.txt", b"a b\n");
    std::fs::set_permissions(file.path(), std::fs::Permissions::from_mode(0o640)).unwrap();
    let link = format!("{}.link", file.path());
    symlink(file.path(), &link).unwrap();
    assert_eq!(uri(&["check", "--fix", "--quiet", &link], "").printed(0), "");
    let is_link = std::fs::symlink_metadata(&link).unwrap().is_symlink();
    std::fs::remove_file(&link).unwrap();
    assert!(is_link);
    assert_eq!(std::fs::read(file.path()).unwrap(), b"a%20b\n");
    assert_eq!(std::fs::metadata(file.path()).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn shows_a_diff() {
    let lines: String = (0..30)
        .map(|n| {
            if [4, 6, 13, 21, 29].contains(&n) {
                format!("http://h/{n} {n}\n")
            } else {
                format!("http://h/{n}\n")
            }
        })
        .collect();
    let file = TempFile::new("fix-diff.txt", lines.trim_end().as_bytes());
    let ran = uri(&["check", "--fix", "--diff", file.path()], "");
    assert_eq!(std::fs::read(file.path()).unwrap(), lines.trim_end().as_bytes());
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));
    assert_snapshot!(ran.stdout.replace(file.path(), "links.txt"), @r#"
    --- links.txt
    +++ links.txt
    @@ -2,16 +2,16 @@
     http://h/1
     http://h/2
     http://h/3
    -http://h/4 4
    +http://h/4%204
     http://h/5
    -http://h/6 6
    +http://h/6%206
     http://h/7
     http://h/8
     http://h/9
     http://h/10
     http://h/11
     http://h/12
    -http://h/13 13
    +http://h/13%2013
     http://h/14
     http://h/15
     http://h/16
    @@ -19,7 +19,7 @@
     http://h/18
     http://h/19
     http://h/20
    -http://h/21 21
    +http://h/21%2021
     http://h/22
     http://h/23
     http://h/24
    @@ -27,4 +27,4 @@
     http://h/26
     http://h/27
     http://h/28
    -http://h/29 29
    \ No newline at end of file
    +http://h/29%2029
    \ No newline at end of file
    "#);
}

/// Applies a unified diff to the lines of a file, which keep their endings, and fails if a hunk does not fit.
fn patched(text: &str, diff: &str) -> String {
    let old: Vec<&str> = text.split_inclusive('\n').collect();
    let (mut new, mut at) = (String::new(), 0);
    let mut diff = diff.split_inclusive('\n').peekable();
    assert!(diff.next().unwrap().starts_with("--- ") && diff.next().unwrap().starts_with("+++ "));
    while let Some(head) = diff.next() {
        let places = head.strip_prefix("@@ -").and_then(|rest| rest.strip_suffix(" @@\n")).unwrap();
        let number = |text: &str| text.parse::<usize>().unwrap();
        let [from, to] = places.split_once(" +").map(<[&str; 2]>::from).unwrap().map(|place| {
            let (start, count) = place.split_once(',').unwrap();
            (number(start), number(count))
        });
        // The lines before the hunk are kept. It has as many lines as before.
        assert_eq!(from, to);
        new.extend(old[at..from.0 - 1].iter().copied());
        at = from.0 - 1;
        let (mut removed, mut added) = (0, 0);
        while let Some(line) = diff.next_if(|line| !line.starts_with("@@ ")) {
            let has_end = diff.next_if(|next| next.starts_with("\\ No newline")).is_none();
            let line = if has_end { line } else { line.strip_suffix('\n').unwrap() };
            let (sign, line) = line.split_at(1);
            if sign != "+" {
                assert_eq!(old[at], line);
                (at, removed) = (at + 1, removed + 1);
            }
            if sign != "-" {
                new += line;
                added += 1;
            }
            assert!(matches!(sign, "+" | "-" | " "), "{sign}{line}");
        }
        assert_eq!((removed, added), (from.1, to.1));
    }
    new.extend(old[at..].iter().copied());
    new
}

/// The diff, applied, makes the same file as `--fix`.
#[rstest]
#[case::first_and_last(&[0, 39])]
#[case::apart(&[3, 10, 18, 30])]
#[case::neighbors(&[5, 6, 7, 8, 20, 21])]
#[case::one(&[20])]
#[case::all(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])]
#[case::none(&[])]
fn the_diff_is_a_patch(#[case] wrong: &[usize], #[values(true, false)] has_end: bool) {
    let mut lines: String =
        (0..40).map(|n| if wrong.contains(&n) { format!("a {n}\n") } else { format!("{n}\n") }).collect();
    if !has_end {
        lines.pop();
    }
    let file = TempFile::new(&format!("fix-patch-{}-{has_end}.txt", wrong.len()), lines.as_bytes());
    let diff = uri(&["check", "--fix", "--diff", file.path()], "").printed(i32::from(!wrong.is_empty()));
    let fixed = if wrong.is_empty() { lines.clone() } else { patched(&lines, &diff) };
    assert_eq!(fixed, lines.replace(' ', "%20"), "{diff}");
    uri(&["check", "--fix", "--quiet", file.path()], "").printed(0);
    assert_eq!(std::fs::read_to_string(file.path()).unwrap(), fixed);
}

#[rstest]
#[case::stdin(&["--fix", "-"], "for standard input, use `uri fix`")]
#[case::missing(&["--fix", "no/such.txt"], "uri: no/such.txt: No such file")]
#[case::folder(&["--fix", "."], "uri: .: only a regular file can be corrected")]
#[case::no_file(&["--fix"], "<FILE>")]
#[case::no_fix(&["--diff", "a"], "--fix")]
#[case::csv(&["--fix", "--csv", "1", "a"], "cannot be used with")]
fn is_refused(#[case] arguments: &[&str], #[case] said: &str) {
    let ran = run(command(&[&["check"], arguments].concat()), b"");
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
}
