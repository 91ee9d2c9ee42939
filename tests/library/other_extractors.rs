//! Other extractors of links: what is found in the texts of their tests, and the differences, with the reasons for them in the
//! table of the module `extract`.

use rstest::rstest;
use urigram::extract::Extractor;
use urigram::grammar::Rfc3987;

use crate::appendix_c::check;

fn with_schemes() -> Extractor<Rfc3987> {
    Extractor::default().mail_addresses(true)
}

/// A `|` marks the start and end of each URI. The texts are those of the tests of linkify 0.11 (MIT or Apache-2.0), with its
/// results, in the order and by the names of its tests.
#[rstest]
#[case::email_no_links(&["foo", "@", "a@", "@a", "@@@"])]
#[case::email_simple(&["|foo@example.com|", "|foo.bar@example.com|"])]
#[case::email_space_separation(&["foo |a@b.com|", "|a@b.com| foo", "\n|a@b.com|", "|a@b.com|\n"])]
#[case::email_special_separation(&["(|a@example.com|)", "\"|a@example.com|\"", ",|a@example.com|,", ":|a@example.com|:", ";|a@example.com|;"])]
#[case::email_dots(&[".@example.com", "foo.@example.com", ".|foo@example.com|", "|a@example.com|."])]
#[case::email_domain_without_dot(&["a@b", "a@b.", "|a@b.com|."])]
#[case::email_dashes(&["|a@example.com|-", "|a@foo-bar.com|", "a@-foo.com", "a@b-."])]
#[case::email_multiple(&["|a@example.com| |b@example.com|", "|a@example.com| @ |b@example.com|"])]
#[case::email_multiple_delimited_hard(&["|a@xy.com|;|b@xy.com|,|c@xy.com|"])]
#[case::no_uris(&["foo", ":", "://", ":::"])]
#[case::schemes(&["://foo", "1://foo", "123://foo", "+://foo", "-://foo", ".://foo", "|a://foo|", "|a123://foo|", "|a123b://foo|", "|a+b://foo|", "|a-b://foo|", "|a.b://foo|", "|ABC://foo|", ".|http://example.org/|", "1.|http://example.org/|"])]
#[case::authority(&["ab://", "file://", "file:// ", "\"file://\"", "|file://somefile|", "|file://../relative|", "|http://a|."])]
#[case::local_links(&["|http://127.0.0.1|", "|http://127.0.0.1/|"])]
#[case::single_links(&["|ab://c|", "|http://example.org/|", "|http://example.org/123|", "|http://example.org/?foo=test&bar=123|", "|http://example.org/?foo=%20|", "|http://example.org/%3C|"])]
#[case::space_characters_stop_url(&["foo |http://example.org/|", "|http://example.org/| bar", "|http://example.org/|\tbar", "|http://example.org/|\nbar", "|http://example.org/|\u{b}bar", "|http://example.org/|\u{c}bar", "|http://example.org/|\rbar"])]
#[case::illegal_characters_stop_url(&["|http://example.org/|<", "|http://example.org/|>", "|http://example.org/|<>", "|http://example.org/|\u{0}", "|http://example.org/|\u{e}", "|http://example.org/|\u{7f}", "|http://example.org/|\u{9f}"])]
#[case::delimiter_at_end(&["|http://example.org/|.", "|http://example.org/|..", "|http://example.org/|,", "|http://example.org/|:", "|http://example.org/|?", "|http://example.org/|!", "|http://example.org/|;"])]
#[case::delimiter_followed_by_slash(&["|http://example.org/!/|", "|http://example.org/test!/|", "|http://example.org/./|", "|http://example.org/,/|", "|http://example.org/:/|", "|http://example.org/;/|", "|http://example.org/?/|", "|http://example.org/!/a|", "|http://example.org/test!/a|"])]
#[case::matching_punctuation(&["|http://example.org/a(b)|", "|http://example.org/a'b'|", "(|http://example.org/|)", "[|http://example.org/|]", "{|http://example.org/|}", "\"|http://example.org/|\"", "'|http://example.org/|'"])]
#[case::matching_punctuation_tricky(&["((|http://example.org/|))", "((|http://example.org/a(b)|))", "[(|http://example.org/|)]", "(|http://example.org/|).", "(|http://example.org/|.)", "|http://example.org/|>", "|http://example.org/|(", "|http://example.org/|(.", "|http://example.org/|]()"])]
#[case::single_quote(&["'|https://example.org|'", "\"|https://example.org|\"", "''|https://example.org|''", "'|https://example.org|''", "'|https://example.org|", "|http://example.org/'_(foo)|", "|http://example.org/'_(foo)'|", "|http://example.org/''|", "|http://example.org/''|'", "|http://example.org/|'.", "|http://example.org/'a|", "|http://example.org/it's|"])]
#[case::double_quote(&["|http://example.org/|\"a", "|http://example.org/|\"a\""])]
#[case::grave_quote(&["|http://example.org/|`a", "|http://example.org/|`a`"])]
#[case::asterisk(&["|https://example.org/*/a|"])]
#[case::html(&["|http://example.org|\">", "|http://example.org|'>", "|http://example.org|\"/>", "|http://example.org|<p>", "|http://example.org|</p>"])]
#[case::css(&["|http://example.org|\");", "|http://example.org|');"])]
#[case::images(&["<img src=\"|http://example.org/test.svg|\">"])]
#[case::complex_html(&["<div><a href=\"|http://example.org|\"></a></div>"])]
#[case::slash(&["|http://example.org/|", "|http://example.org/a/|", "|http://example.org//|"])]
#[case::multiple(&["|http://one.org/| |http://two.org/|", "|http://one.org/| : |http://two.org/|", "(|http://one.org/|)(|http://two.org/|)"])]
#[case::international(&["|http://üñîçøðé.com|", "|http://üñîçøðé.com/ä|", "|http://example.org/¡|", "|http://example.org/¢|", "|http://example.org/😀|", "|http://example.org/¢/|", "|http://xn--c1h.example.com/|"])]
#[case::uri_with_empty_path_and_with_query(&["|upi://pay?pa=XXXXXXX&pn=XXXXX|", "|https://example.org?pa=XXXXXXX&pn=XXXXX|"])]
#[case::fuzz(&["ab:/ϸ"])]
fn like_linkify(#[case] marked: &[&str]) {
    for marked in marked {
        check(&with_schemes(), marked);
    }
}

/// The same without schemes.
#[cfg(feature = "psl")]
#[rstest]
#[case::valid(&["|9292.nl|", "|a12.b-c.com|"])]
#[case::invalid_tld(&["v1.2.3"])]
#[case::with_userinfo(&["|https://user:pass@example.com/|", "|https://user:-.!$@example.com/|", "|https://user:!$&'()*+,;=@example.com/|"])]
#[case::with_port(&["|https://localhost:8080|!", "|https://localhost:8080/|"])]
#[case::with_userinfo_and_port(&["|https://user:pass@example.com:8080/hi|"])]
#[case::ipv4(&["|https://127.0.0.1/|", "1.0 ", "1.0.0", "1.0.0.0.0", "1.0.0."])]
#[case::trailing_dot(&["|https://example.com./test|", "|https://example.com.:8080/test|"])]
#[case::delimited(&["|https://example.org|'", "|https://example.org'a@example.com|"])]
#[case::dots(&["|https://example.com|..."])]
#[case::labels_cant_start_with_hyphen(&["-a.com"])]
#[case::labels_cant_end_with_hyphen(&["a-.com", "a.b-.com"])]
#[case::cant_contain_at(&["example.com@about", "|example.com/@about|", "|https://example.com/@about|"])]
#[case::cant_end_numeric(&["info@v1.1.1"])]
#[case::no_authority_part(&["|file:///|", "|file:///home/foo|", "|file://localhost/home/foo|"])]
#[case::authority_thats_not_domain(&["|facetime://+19995551234|"])]
#[case::authority_without_slash_should_stop_at_delimiters(&["|test://123'456|!!!", "|test://123'456|...", "|test://123'456!!!/|", "|test://123'456.../|"])]
#[case::single_links(&["|example.org/|", "|example.org/123|", "|example.org/?foo=test&bar=123|", "|example.org/?foo=%20|", "|example.org/%3C|"])]
#[case::space_characters_stop_url(&["foo |example.org/|", "|example.org/| bar", "|example.org/|\tbar", "|example.org/|\nbar", "|example.org/|\u{b}bar", "|example.org/|\u{c}bar", "|example.org/|\rbar"])]
#[case::illegal_characters_stop_url(&["|example.org/|<", "|example.org/|>", "|example.org/|<>", "|example.org/|\u{0}", "|example.org/|\u{e}", "|example.org/|\u{7f}", "|example.org/|\u{9f}"])]
#[case::delimiter_at_end(&["|example.org/|.", "|example.org/|..", "|example.org/|,", "|example.org/|:", "|example.org/|?", "|example.org/|!", "|example.org/|;"])]
#[case::delimiter_followed_by_slash(&["|example.org/!/|", "|example.org/test!/|", "|example.org/./|", "|example.org/,/|", "|example.org/;/|"])]
#[case::matching_punctuation(&["|example.org/a(b)|", "|example.org/a'b'|", "(|example.org/|)", "[|example.org/|]", "{|example.org/|}", "\"|example.org/|\"", "'|example.org/|'"])]
#[case::matching_punctuation_tricky(&["((|example.org/|))", "((|example.org/a(b)|))", "[(|example.org/|)]", "(|example.org/|).", "(|example.org/|.)", "|example.org/|>", "|example.org/|(", "|example.org/|(.", "|example.org/|]()"])]
#[case::single_quote(&["|example.org/'_(foo)|", "|example.org/'_(foo)'|", "|example.org/''|", "|example.org/''|'", "|example.org/|'.", "|example.org/'a|", "|example.org/it's|"])]
#[case::grave_quote(&["|example.org/|`a", "|example.org/|`a`"])]
#[case::html(&["|example.org|\">", "|example.org|'>", "|example.org|\"/>", "|example.org|<p>", "|example.org|</p>"])]
#[case::css(&["|example.org|\");", "|example.org|');"])]
#[case::slash(&["|example.org/|", "|example.org/a/|", "|example.org//|"])]
#[case::multiple(&["|one.org/| |two.org/|", "|one.org/| : |two.org/|", "(|one.org/|)(|two.org/|)"])]
#[case::multiple_mixed_protocol(&["|http://one.org/| |two.org/|", "|one.org/| : |http://two.org/|", "(|http://one.org/|)(|two.org/|)"])]
#[case::international(&["|example.org/¡|", "|example.org/¢|", "|example.org/😀|", "|example.org/¢/|", "|xn--c1h.example.com/|"])]
#[case::tld_must_be_long(&["example.", "example./", "|foo.com|.", "example.c", "|example.co|", "|example.com|", "|e.com|", "exampl.e.c", "|exampl.e.co|", "e.xample.c", "|e.xample.co|", "v1.1.1"])]
#[case::skip_emails(&["foo.bar@example.org", "example.com@example.com"])]
fn like_linkify_without_schemes(#[case] marked: &[&str]) {
    for marked in marked {
        check(&Extractor::<Rfc3987>::default().domains("https").unwrap(), marked);
    }
}

/// Each text is marked as it is found here, and as linkify finds it.
#[rstest]
#[case::brackets("|http://example.org/a|[b]", "|http://example.org/a[b]|")]
#[case::braces("|http://example.org/a|{b}", "|http://example.org/a{b}|")]
#[case::star("|https://example.org*|", "|https://example.org|*")]
#[case::star_after_a_slash("|https://example.org/*|", "|https://example.org/|*")]
#[case::stars("|https://example.org/**|", "|https://example.org/|**")]
#[case::hyphen("|https://example.org-|", "|https://example.org|-")]
#[case::hyphen_before_a_slash("|https://example.com-/|", "|https://example.com|-/")]
#[case::apostrophe("|http://example.org'/|>", "|http://example.org|'/>")]
#[case::apostrophe_before_another("|https://a.com'https://b.com|", "https://a.com'|https://b.com|")]
#[case::digit_before_the_scheme("1|abc://foo|", "1abc://foo")]
#[case::dots_alone("\"|file://...|\", ", "\"file://...\", ")]
#[case::empty_label("|https://.www.example.com|", "https://.www.example.com")]
#[case::hyphen_before_a_label("|https://a.-b.com|", "https://a.-b.com")]
#[case::hyphen_after_a_label("|https://a.b-.com|", "https://a.b-.com")]
#[case::digits_at_the_end("|https://12-7.0.0.1/|", "https://12-7.0.0.1/")]
#[case::two_signs("|https://user:pass@ex|@mple.com/", "https://user:pass@ex@mple.com/")]
#[case::local_part_of_signs("!$%&'*+-/=?^_`{}@example.org", "|!$%&'*+-/=?^_`{}@example.org|")]
#[case::two_dots("a..b@example.com", "a..|b@example.com|")]
#[case::local_part_beyond_ascii("üñîçøðé@example.com", "|üñîçøðé@example.com|")]
#[case::domain_beyond_ascii("a@a.xyϸ", "|a@a.xyϸ|")]
fn unlike_linkify(#[case] here: &str, #[case] there: &str) {
    check(&with_schemes(), here);
    assert_eq!(here.replace('|', ""), there.replace('|', ""));
    assert_ne!(here, there);
}

#[cfg(feature = "psl")]
#[rstest]
#[case::brackets("|example.org/a|[b]", "|example.org/a[b]|")]
#[case::braces("|example.org/a|{b}", "|example.org/a{b}|")]
#[case::apostrophe("|example.org'/|>", "|example.org|'/>")]
#[case::beyond_ascii("üñîçøðé.com/ä", "|üñîçøðé.com/ä|")]
#[case::ipv4("1.0.0.0/foo/bar", "|1.0.0.0/foo/bar|")]
#[case::empty_label("|www.example..com|", "www.example..com")]
#[case::relative_path("ab/example.com", "ab/|example.com|")]
fn unlike_linkify_without_schemes(#[case] here: &str, #[case] there: &str) {
    check(&Extractor::<Rfc3987>::default().domains("https").unwrap(), here);
    assert_eq!(here.replace('|', ""), there.replace('|', ""));
    assert_ne!(here, there);
}

fn as_markdown() -> Extractor<Rfc3987> {
    with_schemes().suffix("http").unwrap()
}

/// The rules of the extended autolinks of GitHub Flavored Markdown (GFM, section 6.9), in the order of its examples.
#[rstest]
#[case::www("|www.example.org|")]
#[case::path("See |www.example.org/help| for more.")]
#[case::full_stop("See |www.example.org|.\n\nSee |www.example.org/a.b|.")]
#[case::brackets(
    "|www.example.org/?q=A+(b)|\n|www.example.org/?q=A+(b)|))\n(|www.example.org/?q=A+(b)|)\n(|www.example.org/?q=A+(b)|"
)]
#[case::brackets_within("|www.example.org/?q=(b)+c|")]
#[case::query("|www.example.org/?q=a&hl=en|")]
#[case::character_reference("|www.example.org/?q=a|&hl;")]
#[case::angle_bracket("|www.example.org/he|<lp")]
#[case::schemes("|http://example.org|\n(See |https://example.org/?q=A+(b)|)\n|ftp://example.org/|")]
#[case::mail_address("|a@b.example|")]
#[case::plus("a@b+c.example is none, but |a+b@c.example| is.")]
#[case::signs_of_a_domain("|a.b-c_d@e.example| |a.b-c_d@e.example|. a.b-c_d@e.example_")]
#[case::mailto("|mailto:a@b.example| |mailto:a.b-c_d@e.example|.")]
#[case::xmpp("|xmpp:a@b.example| |xmpp:a@b.example|. |xmpp:a@b.example/txt| |xmpp:a@b.example/txt@bin|")]
fn like_github(#[case] marked: &str) {
    check(&as_markdown(), marked);
}

#[rstest]
#[case::bracket_in_a_query("|www.example.org/?q=(b)|)+c", "|www.example.org/?q=(b))+c|")]
#[case::hyphen_after_a_mail_address("|a.b-c_d@e.example|-", "a.b-c_d@e.example-")]
#[case::mailto_and_a_path("|mailto:a@b.example/|", "|mailto:a@b.example|/")]
#[case::mailto_and_a_hyphen("|mailto:a@b.example-|", "mailto:a@b.example-")]
#[case::xmpp_and_a_path("|xmpp:a@b.example/c/d|", "|xmpp:a@b.example/c|/d")]
#[case::top_level_domain_of_one_letter("a@b.c", "|a@b.c|")]
fn unlike_github(#[case] here: &str, #[case] there: &str) {
    check(&as_markdown(), here);
    assert_eq!(here.replace('|', ""), there.replace('|', ""));
    assert_ne!(here, there);
}
