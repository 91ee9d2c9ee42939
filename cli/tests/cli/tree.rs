//! `uri tree`: pest's parse tree, as text and as JSON.

use insta::assert_snapshot;

use crate::uri;

#[test]
fn indents_what_is_below() {
    let ran = uri(&["tree", "foo://example.com:8042/over/there?name=ferret#nose"], "");
    assert_snapshot!(ran.stdout, @r#"
    URI-reference "foo://example.com:8042/over/there?name=ferret#nose" 0..50
      URI "foo://example.com:8042/over/there?name=ferret#nose" 0..50
        scheme "foo" 0..3
        hier-part "//example.com:8042/over/there" 4..33
          authority "example.com:8042" 6..22
            host "example.com" 6..17
              reg-name "example.com" 6..17
            port "8042" 18..22
          path-abempty "/over/there" 22..33
        query "name=ferret" 34..45
        fragment "nose" 46..50
    "#);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
}

#[test]
fn nests_objects_in_json() {
    let ran = uri(&["tree", "--as", "host", "--format", "json", "192.0.2.16"], "");
    assert_snapshot!(ran.stdout, @r#"{"rule":"host","start":0,"end":10,"text":"192.0.2.16","children":[{"rule":"IPv4address","start":0,"end":10,"text":"192.0.2.16","children":[]}]}"#);
}

#[test]
fn shows_a_set_of_characters_as_a_leaf() {
    assert_eq!(uri(&["tree", "--as", "pchar", "%41"], "").stdout, "pchar \"%41\" 0..3\n");
}

#[test]
fn blames_as_parse_does() {
    let tree = uri(&["tree", "--format", "json", "http://exa mple.com/"], "");
    let parse = uri(&["parse", "--format", "json", "http://exa mple.com/"], "");
    assert_eq!(tree.stdout, parse.stdout);
    assert_eq!(tree.status, 1);
}
