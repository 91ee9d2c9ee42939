//! `uri grammar draw`: railroad diagrams.

use insta::assert_snapshot;
use rstest::rstest;

use super::{ODD, grammar};

/// Renewed by `cargo run -- grammar draw > docs/uri.svg`.
#[test]
fn the_drawing_in_the_documents_is_up_to_date() {
    let drawn = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/uri.svg")).unwrap();
    let stdout = grammar(&["draw"], "").printed(0);
    assert!(stdout == drawn, "`cargo run -- grammar draw > docs/uri.svg` renews it");
}

/// Returns the drawing without its style sheets.
fn drawing(svg: &str) -> String {
    let (head, rest) = svg.split_once("<style").unwrap();
    let (_, rest) = rest.rsplit_once("</style>").unwrap();
    format!("{head}{}", rest.trim_start())
}

#[test]
fn draws_the_rules_asked_for() {
    let stdout = grammar(&["draw", "--rule", "digit", "--rule", "sign", "-"], ODD).printed(0);
    assert_snapshot!(drawing(&stdout), @r#"
    <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" class="railroad" viewBox="0 0 162 201">
    <rect width="100%" height="100%" class="railroad_canvas"/>
    <g class="verticalgrid">
    <text class="rule" id="digit" x="10" y="36">
    digit</text>
    <g class="sequence">
    <path d=" M 10 67 a 5 5 0 0 1 5 -5 a 5 5 0 0 1 5 5 a 5 5 0 0 1 -5 5 a 5 5 0 0 1 -5 -5 m 10 0 h 5"/>
    <g class="terminal" data-end="153" data-start="145">
    <rect height="22" rx="10" ry="10" width="84" x="35" y="56"/>
    <text x="77" y="72">
    &#x27;0&#x27;..&#x27;9&#x27;</text>
    </g>
    <path d=" M 129 67 h 5 a 5 5 0 0 1 5 -5 a 5 5 0 0 1 5 5 a 5 5 0 0 1 -5 5 a 5 5 0 0 1 -5 -5"/>
    <path d=" M 25 67 h 10"/>
    <path d=" M 119 67 h 10"/>
    </g>
    <text class="rule" id="sign" x="10" y="116">
    sign</text>
    <g class="sequence">
    <path d=" M 10 147 a 5 5 0 0 1 5 -5 a 5 5 0 0 1 5 5 a 5 5 0 0 1 -5 5 a 5 5 0 0 1 -5 -5 m 10 0 h 5"/>
    <g class="choice" data-end="180" data-start="171">
    <path d=" M 35 147 h 24 m 44 0 h 24"/>
    <g class="terminal" data-end="174" data-start="171">
    <rect height="22" rx="10" ry="10" width="44" x="59" y="136"/>
    <text x="81" y="152">
    &quot;+&quot;</text>
    </g>
    <path d=" M 35 147 a 12 12 0 0 1 12 12 v 9 m 68 0 v -9 a 12 12 0 0 1 12 -12"/>
    <path d=" M 47 168 v 0 a 12 12 0 0 0 12 12 m 44 0 h 0 a 12 12 0 0 0 12 -12 v 0"/>
    <g class="terminal" data-end="180" data-start="177">
    <rect height="22" rx="10" ry="10" width="44" x="59" y="169"/>
    <text x="81" y="185">
    &quot;-&quot;</text>
    </g>
    </g>
    <path d=" M 137 147 h 5 a 5 5 0 0 1 5 -5 a 5 5 0 0 1 5 5 a 5 5 0 0 1 -5 5 a 5 5 0 0 1 -5 -5"/>
    <path d=" M 25 147 h 10"/>
    <path d=" M 127 147 h 10"/>
    </g>
    </g>
    </svg>
    "#);
}

/// The places of expressions, without brackets around them, and none for the rules of a variant's base.
#[rstest]
#[case::own("x = { (\"é\" | y){2} ~ \"z\" } y = { \"b\" }", &["(\"é\" | y){2} ~ \"z\"", "(\"é\" | y){2}", "\"é\" | y", "\"é\"", "y", "\"z\"", "\"b\""])]
#[case::of_a_variant("// é\nport = @{ DIGIT{,5} }", &["DIGIT{,5}", "DIGIT"])]
fn expressions_have_their_places(#[case] source: &str, #[case] expected: &[&str]) {
    let stdout = grammar(&["draw", "-"], source).printed(0);
    let places = stdout.split(" data-end=\"").skip(1);
    let number = |text: &str| text.split('"').next().unwrap().parse::<usize>().unwrap();
    let ranges = places.map(|place| (place.split_once(" data-start=\"").unwrap().1, place));
    let mut ranges: Vec<_> = ranges.map(|(start, end)| (number(start), number(end))).collect();
    ranges.sort_unstable_by_key(|(start, end)| (*start, usize::MAX - end));
    let texts: Vec<&str> = ranges.into_iter().map(|(start, end)| &source[start..end]).collect();
    assert_eq!(texts, expected);
}

/// Returns the texts in a drawing, in order.
fn texts(svg: &str) -> Vec<&str> {
    let texts = svg.split("<text ").skip(1);
    texts.map(|text| text.split_once(">\n").unwrap().1.split_once("</text>").unwrap().0).collect()
}

#[test]
fn draws_every_kind_of_expression_as_it_is_written() {
    let source = r#"
        a = { "x" | ^"y" | '0'..'9' | b }
        b = { &"x" ~ !"y" ~ "z"? ~ "z"* ~ "z"+ ~ "z"{2} ~ "z"{3,} ~ "z"{,4} ~ "z"{5, 6} }
        c = @{ PUSH("x") ~ PEEK[0..-1] ~ PEEK[1..] ~ PEEK ~ POP ~ SOI }
        d = ${ "\"<&>'\\\n\u{1b}\u{202e}é" ~ '\''..'"' ~ "" }
    "#;
    let stdout = grammar(&["draw", "-"], source).printed(0);
    assert_snapshot!(texts(&stdout).join("\n"), @r"
    a
    &quot;x&quot;
    ^&quot;y&quot;
    &#x27;0&#x27;..&#x27;9&#x27;
    b
    b
    followed by
    &quot;x&quot;
    not followed by
    &quot;y&quot;
    &quot;z&quot;
    &quot;z&quot;
    &quot;z&quot;
    2 times
    &quot;z&quot;
    at least 3 times
    &quot;z&quot;
    at most 4 times
    &quot;z&quot;
    5 to 6 times
    &quot;z&quot;
    c
    PUSH
    &quot;x&quot;
    PEEK[0..-1]
    PEEK[1..]
    PEEK
    POP
    SOI
    d
    &quot;\&quot;&lt;&amp;&gt;&#x27;\\\n\u{1b}\u{202e}é&quot;
    &#x27;\&#x27;&#x27;..&#x27;&quot;&#x27;
    &quot;&quot;
    ");
    assert_eq!(stdout.matches("<a ").count(), 1, "to a rule that is drawn");
}

#[test]
fn a_rule_has_to_be_there() {
    let stderr = grammar(&["draw", "--rule", "hots"], "").said(2);
    assert_eq!(stderr, "uri: uri.pest has no rule `hots`; did you mean `host`?\n");
}

/// Returns the texts of the boxes on the path of the match.
fn taken(svg: &str) -> Vec<&str> {
    let boxes = svg.split("<g class=\"taken\"").skip(1);
    boxes.map(|one| texts(one)[0]).collect()
}

#[test]
fn draws_the_path_of_a_match() {
    let stdout = grammar(&["draw", "--rule", "authority", "--through", "http://u@[::1]/"], "").printed(0);
    assert_eq!(taken(&stdout), ["userinfo", "&quot;@&quot;", "host"]);
    assert!(stdout.contains("<path class=\"taken\""));
}

#[test]
fn draws_the_path_of_the_attempt_that_came_furthest() {
    let stdout =
        grammar(&["draw", "--rule", "IP_literal", "--as", "host", "--through", "[v1.a"], "").printed(0);
    assert_eq!(taken(&stdout), ["&quot;[&quot;", "IPvFuture"]);
}

#[test]
fn says_that_a_match_does_not_come_to_a_rule() {
    let ran = grammar(&["draw", "--rule", "query", "--through", "a"], "");
    assert_eq!(taken(&ran.stdout), [""; 0]);
    assert!(ran.stderr.starts_with("uri: uri.pest: no path through `query`: "), "{}", ran.stderr);
    assert_eq!(ran.status, 0);
}
