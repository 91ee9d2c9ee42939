//! `uri resolve --steps`: the lines of the pseudocode, which lead to the target.

use std::collections::HashMap;

use insta::assert_snapshot;
use rstest::rstest;
use serde_json::Value;

use crate::uri;

/// The references of section 5.4, which have the targets of `tests/library/section_5_4.rs`.
const SECTION_5_4: &[&str] = &[
    "g:h",
    "g",
    "./g",
    "g/",
    "/g",
    "//g",
    "?y",
    "g?y",
    "#s",
    "g#s",
    "g?y#s",
    ";x",
    "g;x",
    "g;x?y#s",
    "",
    ".",
    "./",
    "..",
    "../",
    "../g",
    "../..",
    "../../",
    "../../g",
    "../../../g",
    "../../../../g",
    "/./g",
    "/../g",
    "g.",
    ".g",
    "g..",
    "..g",
    "./../g",
    "./g/.",
    "g/./h",
    "g/../h",
    "g;x=1/./y",
    "g;x=1/../y",
    "g?y/./x",
    "g?y/../x",
    "g#s/./x",
    "g#s/../x",
    "http:g",
];

/// Returns the target that the steps set, component by component, and checks that it is the target.
fn follow(answer: &str) -> String {
    let answer: Value = serde_json::from_str(answer).unwrap();
    let mut set = HashMap::new();
    for step in answer["steps"].as_array().unwrap() {
        for (name, value) in step["sets"].as_object().unwrap() {
            set.insert(name.as_str(), value.as_str());
        }
    }
    let part = |name: &str, delimiter: &str| match set[name] {
        Some(part) => format!("{delimiter}{part}"),
        None => String::new(),
    };
    let target = format!(
        "{}:{}{}{}{}",
        set["scheme"].unwrap(),
        part("authority", "//"),
        set["path"].unwrap(),
        part("query", "?"),
        part("fragment", "#")
    );
    assert_eq!(target, answer["target"], "{answer}");
    target
}

/// Follows the steps of all pairs, and returns how many there were.
fn follow_all(options: &[&str], pairs: &str) -> usize {
    let ran = uri(&[&["resolve", "--pairs", "--steps", "--format", "json"], options].concat(), pairs);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    assert_eq!(ran.stdout.lines().count(), pairs.lines().count());
    ran.stdout.lines().map(follow).count()
}

#[test]
fn follow_the_target() {
    let ran = uri(&["resolve", "--steps", "--base", "http://a/b/c/d;p?q", "../g", "//g?y"], "");
    assert_snapshot!(ran.stdout, @r#"
    http://a/b/g
    5.2.2  if ((not strict) and (R.scheme == Base.scheme)) then                              no
    5.2.2  if defined(R.scheme) then                                                         no
    5.2.2    if defined(R.authority) then                                                    no
    5.2.2      if (R.path == "") then                                                        no
    5.2.2        if (R.path starts-with "/") then                                            no
    5.2.2          T.path = merge(Base.path, R.path);                                        path = "/b/c/../g"
    5.2.3            if defined(Base.authority) and (Base.path == "") then                   no
    5.2.3              Base.path without what is after its last "/", and R.path after it     path = "/b/c/../g"
    5.2.2          T.path = remove_dot_segments(T.path);                                     path = "/b/g"
    5.2.4            1. the input is the path                                                output = "", input = "/b/c/../g"
    5.2.4            2E. the first segment is moved to the output                            output = "/b", input = "/c/../g"
    5.2.4            2E. the first segment is moved to the output                            output = "/b/c", input = "/../g"
    5.2.4            2C. "/../" or "/.." becomes "/", and the output loses its last segment  output = "/b", input = "/g"
    5.2.4            2E. the first segment is moved to the output                            output = "/b/g", input = ""
    5.2.2        T.query = R.query;                                                          query is undefined
    5.2.2      T.authority = Base.authority;                                                 authority = "a"
    5.2.2    T.scheme = Base.scheme;                                                         scheme = "http"
    5.2.2  T.fragment = R.fragment;                                                          fragment is undefined
    http://g?y
    5.2.2  if ((not strict) and (R.scheme == Base.scheme)) then  no
    5.2.2  if defined(R.scheme) then                             no
    5.2.2    if defined(R.authority) then                        yes
    5.2.2      T.authority = R.authority;                        authority = "g"
    5.2.2      T.path = remove_dot_segments(R.path);             path = ""
    5.2.4        1. the input is the path                        output = "", input = ""
    5.2.2      T.query = R.query;                                query = "y"
    5.2.2    T.scheme = Base.scheme;                             scheme = "http"
    5.2.2  T.fragment = R.fragment;                              fragment is undefined
    "#);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
}

#[test]
fn follow_the_target_in_json() {
    let ran = uri(&["resolve", "--steps", "--format", "json", "--base", "a:b", "#c"], "");
    assert_snapshot!(ran.stdout, @r##"{"base":"a:b","reference":"#c","target":"a:b#c","steps":[{"section":"5.2.2","rule":"if ((not strict) and (R.scheme == Base.scheme)) then","depth":0,"holds":false,"sets":{}},{"section":"5.2.2","rule":"if defined(R.scheme) then","depth":0,"holds":false,"sets":{}},{"section":"5.2.2","rule":"if defined(R.authority) then","depth":1,"holds":false,"sets":{}},{"section":"5.2.2","rule":"if (R.path == \"\") then","depth":2,"holds":true,"sets":{}},{"section":"5.2.2","rule":"T.path = Base.path;","depth":3,"holds":true,"sets":{"path":"b"}},{"section":"5.2.2","rule":"if defined(R.query) then","depth":3,"holds":false,"sets":{}},{"section":"5.2.2","rule":"T.query = Base.query;","depth":4,"holds":true,"sets":{"query":null}},{"section":"5.2.2","rule":"T.authority = Base.authority;","depth":2,"holds":true,"sets":{"authority":null}},{"section":"5.2.2","rule":"T.scheme = Base.scheme;","depth":1,"holds":true,"sets":{"scheme":"a"}},{"section":"5.2.2","rule":"T.fragment = R.fragment;","depth":0,"holds":true,"sets":{"fragment":"c"}}]}"##);
}

#[test]
fn of_a_path_that_needs_a_guard() {
    let ran = uri(&["resolve", "--steps", "--base", "f:/a", ".//g"], "");
    let guard = r#"3.3  without an authority, a path that begins with "//" is written after "/."       path = "/.//g""#;
    assert_eq!(ran.stdout.lines().last(), Some(guard));
}

#[rstest]
#[case::strict(&[], "no", "http:g")]
#[case::lenient(&["--lenient"], "yes", "http://a/g")]
fn of_a_scheme_that_is_that_of_the_base(#[case] options: &[&str], #[case] holds: &str, #[case] target: &str) {
    let ran = uri(&[&["resolve", "--steps", "--base", "http://a/b", "http:g"], options].concat(), "");
    let mut lines = ran.stdout.lines();
    assert_eq!(lines.next(), Some(target));
    let first = lines.next().unwrap();
    assert!(first.starts_with("5.2.2  if ((not strict) and (R.scheme == Base.scheme)) then "), "{first}");
    assert!(first.ends_with(holds), "{first}");
}

#[test]
fn of_a_reference_without_a_target_are_none() {
    let ran = uri(&["resolve", "--steps", "--checked", "--base", "a:/b", "../../c"], "");
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 1));
    assert!(ran.stderr.starts_with("error: the path has 2 `..` more"), "{}", ran.stderr);
}

#[rstest]
fn lead_to_the_targets_of_section_5_4(#[values(&[], &["--lenient"])] options: &[&str]) {
    let pairs: String =
        SECTION_5_4.iter().map(|reference| format!("http://a/b/c/d;p?q\t{reference}\n")).collect();
    assert_eq!(follow_all(options, &pairs), 42);
}

/// All paths of up to four of these segments, with what may be before and after them.
#[rstest]
fn lead_to_the_target_of_each_small_path(#[values("a:", "a://h")] before: &str
) {
    const SEGMENTS: [&str; 4] = ["", ".", "..", "g"];
    let mut paths = vec![String::new()];
    let mut longest = paths.clone();
    for _ in 0..4 {
        longest =
            longest.iter().flat_map(|path| SEGMENTS.map(|segment| format!("{path}/{segment}"))).collect();
        paths.extend(longest.clone());
    }
    let rootless =
        paths.iter().filter(|path| !path.starts_with("//")).map(|path| path.trim_start_matches('/'));
    let references: Vec<&str> = paths.iter().map(String::as_str).chain(rootless).collect();
    let bases = ["", "/", "/b", "/b/", "/b/../c", "/../b/c", "/./b", "/b//c"];
    let pair = |base: &&str, reference: &&str| format!("{before}{base}?q\t{reference}\n");
    let pairs = bases.iter().flat_map(|base| references.iter().map(move |reference| pair(base, reference)));
    assert!(follow_all(&[], &pairs.collect::<String>()) > 4000);
}

#[rstest]
fn lead_to_the_target_of_random_references(
    #[values("1", "2")] seed: &str,
    #[values(&[], &["--lenient"])] options: &[&str],
) {
    let sample = |rule| uri(&["grammar", "sample", "--rule", rule, "-n", "1000", "--seed", seed], "").stdout;
    let (bases, references) = (sample("URI"), sample("URI-reference"));
    let pairs =
        bases.lines().zip(references.lines()).map(|(base, reference)| format!("{base}\t{reference}\n"));
    assert_eq!(follow_all(options, &pairs.collect::<String>()), 1000);
}

/// Each of a path's steps repeats what is left of it, so not all are listed.
#[test]
fn of_a_long_path_are_summed_up() {
    let reference = "x/../".repeat(100_000);
    let ran = uri(&["resolve", "--steps", "--format", "json", "--pairs"], format!("http://h\t{reference}\n"));
    assert!(ran.stdout.len() < 5 * reference.len(), "{}", ran.stdout.len());
    assert!(ran.stdout.contains("2. 200001 more times, until the input is empty"));
    assert_eq!(follow(&ran.stdout), "http://h/");

    let reference = "x/".repeat(200);
    let ran = uri(&["resolve", "--steps", "--format", "json", "--pairs"], format!("http://h\t{reference}\n"));
    let (listed, left_out) = (ran.stdout.matches(r#""rule":"2E."#).count(), "2. 39 more times");
    assert_eq!((listed, ran.stdout.contains(left_out)), (162, true));
}
