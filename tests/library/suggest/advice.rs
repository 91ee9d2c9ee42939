//! Advice for texts of which people ask what is wrong: the help of the fault, the finding, and the suggestions.

use rstest::rstest;
use urigram::validate::Code;
use urigram::{AbsoluteUri, Uri, UriReference};

fn help(text: &str) -> String {
    UriReference::parse(text).unwrap_err().explain(text).help().to_string()
}

/// The advice for a text that is a reference, but not what was asked for.
#[rstest]
#[case::fragment("https://a/b#c", "leave out the `#` and what follows it")]
#[case::no_scheme("a.example/b", "write a scheme before the host: `https://` or `http://`")]
#[case::no_scheme_and_a_fragment("//a/b#c", "write a scheme before the host: `https:` or `http:`")]
fn section_4_3(#[case] text: &str, #[case] expected: &str) {
    let error = AbsoluteUri::parse(text).unwrap_err();
    assert_eq!(error.explain(text).help().to_string(), expected);
}

fn suggested(text: &str) -> Vec<String> {
    UriReference::suggestions(text).into_iter().map(|own| own.into_inner().into_inner()).collect()
}

#[rstest]
#[case::scheme_without_two_letters("tps://h/", &["https://h/"])]
#[case::scheme_without_three_letters("ps://h/", &["https://h/"])]
#[case::scheme_of_http("tp://h/", &["http://h/"])]
#[case::semicolon_and_host("http;www.h/", &["http://www.h/"])]
#[case::comma_and_host("https,example.com", &["https://example.com"])]
#[case::file_without_colon("file///a/b", &["file:///a/b"])]
#[case::dots_around("..www.h..", &["https://www.h", "http://www.h"])]
#[case::hyphen_after("http://h-/", &["http://h/"])]
#[case::hyphen_before("http://-h.example/", &["http://h.example/"])]
#[case::prose_after_a_port("http://h:61500this is", &["http://h:61500", "http://h:61500/this%20is"])]
#[case::path_after_a_port("http://h:8080path/a", &["http://h:8080/path/a", "http://h:8080"])]
#[case::two_colons("h.com::/p", &["https://h.com/p", "http://h.com/p"])]
#[case::two_colons_and_a_port("h.com::80/p", &["https://h.com:80/p", "http://h.com:80/p"])]
#[case::words_after_a_port("http://h:80 and more", &["http://h:80"])]
#[case::two_colons_after_this_machine("localhost::3000/p", &["http://localhost:3000/p", "https://localhost:3000/p"])]
#[case::swapped_letters("htpts://h/", &["https://h/"])]
#[case::semicolon_and_slashes("https;//www.h/", &["https://www.h/"])]
#[case::dot_for_the_colon("http.//www.h/", &["http://www.h/"])]
#[case::folder_of_the_root("file//etc/hosts", &["file:///etc/hosts"])]
#[case::many_dots_after("www.h.com...", &["https://www.h.com", "http://www.h.com"])]
#[case::hyphens_around("http://-h-/", &["http://h/"])]
#[case::hyphen_in_a_later_label("http://a.-b.example/", &["http://a.b.example/"])]
#[case::three_question_marks("http://h/?a=1?b=2?c=3", &["http://h/?a=1&b=2&c=3"])]
#[case::no_question_mark_after_a_path("http://h/p&a=1", &["http://h/p?a=1"])]
#[case::no_question_mark_before_pairs("http://h.example&a=1&b=2", &["http://h.example?a=1&b=2"])]
#[case::two_question_marks("http://h?a=1?b=2", &["http://h?a=1&b=2"])]
#[case::no_question_mark("http://h&a=1", &["http://h?a=1"])]
#[case::comma_after("http://h/,", &["http://h/"])]
#[case::semicolon_after("http://h/a?b;", &["http://h/a?b"])]
#[case::path_of_git("ssh://git@github.com:a/b.git", &["ssh://git@github.com/a/b.git"])]
#[case::path_of_git_after_a_port("ssh://git@h:22:a/b.git", &["ssh://git@h:22/a/b.git"])]
#[case::path_of_git_in_http("https://github.com:a/b.git", &["https://github.com/a/b.git"])]
#[case::home_of_git("git+ssh://git@h:~user/b", &["git+ssh://git@h/~user/b"])]
#[case::delimiters_in_a_password(
    "postgres://user:p@ss#word@localhost:5432/db",
    &["postgres://user:p%40ss%23word@localhost:5432/db"]
)]
#[case::path_in_a_password("mysql://u:a@b/c?d@db.example/x", &["mysql://u:a%40b%2Fc%3Fd@db.example/x"])]
fn has_a_suggestion(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(suggested(text), expected);
}

#[rstest]
#[case::callback_of_an_application("com.example.app:/callback")]
#[case::reference_in_a_query("http://h.example/?to=/a?b=c")]
#[case::text_in_a_query("http://h.example/?really?")]
#[case::handle("https://u:secret@git.example/@user/a")]
#[case::mail_in_a_path("ftp://u:secret@files.example/a@example.com")]
#[case::folder("../www.example.com")]
#[case::dotted_file(".bashrc")]
#[case::complete_name("www.example.com.")]
#[case::scheme_of_three_letters("abc://h.example/")]
fn has_none(#[case] text: &str) {
    assert_eq!(suggested(text), [""; 0]);
}

#[rstest]
#[case::home("/home/me/a.txt", &["file:///home/me/a.txt"])]
#[case::users("/Users/me/a%20b", &["file:///Users/me/a%20b"])]
#[case::space("/etc/a b", &["file:///etc/a%20b"])]
#[case::drive(r"C:\Users\me", &["file:///C:/Users/me"])]
fn paths_of_files_where_a_uri_is_meant(#[case] text: &str, #[case] expected: &[&str]) {
    let found: Vec<_> = Uri::suggestions(text).into_iter().map(|own| own.into_inner().into_inner()).collect();
    assert_eq!(found, expected);
    let help = Uri::parse(text).unwrap_err().explain(text).help().to_string();
    assert!(help.contains("file:///") || help.contains("write `file://` before its path"), "{help}");
}

#[rstest]
#[case::one_dot(".www.h.example/a", &["https://www.h.example/a", "http://www.h.example/a"], "write a scheme for the `.`")]
#[case::path_of_a_site("/about/me", &[], "if it is a path of a site, write `https://` and the host before it")]
#[case::folder_of_the_root("/usr", &[], "if it is a file on this machine, `file://`")]
#[case::home("~/a.txt", &[], "only a shell reads `~`")]
#[case::relative("a/b", &[], "a URI begins with a scheme and a colon")]
#[case::empty("", &[], "a URI begins with a scheme and a colon")]
fn references_where_a_uri_is_meant(#[case] text: &str, #[case] expected: &[&str], #[case] reason: &str) {
    let found: Vec<_> = Uri::suggestions(text).into_iter().map(|own| own.into_inner().into_inner()).collect();
    assert_eq!(found, expected);
    let help = Uri::parse(text).unwrap_err().explain(text).help().to_string();
    assert!(help.contains(reason), "{help}");
}

/// A list of hosts is no authority (section 3.2).
#[rstest]
fn lists_of_hosts(
    #[values("mongodb", "postgresql", "amqp", "redis+sentinel", "zookeeper")] scheme: &str,
    #[values("h1:27017,h2:27017", "u:p@h1:1,h2", "[::1]:1,[::2]:2")] hosts: &str,
) {
    let help = help(&format!("{scheme}://{hosts}/db"));
    let expected = format!("a list of hosts is a connection string that only clients of `{scheme}` read");
    assert!(help.contains(&expected), "{help}");
}

#[rstest]
#[case::encoded("http://[fe80::1%25eth0]/")]
#[case::not_encoded("http://[fe80::1%eth0]/")]
fn rfc_6874(#[case] text: &str) {
    let help = help(text);
    assert!(help.contains("`urigram::rfc6874` or `--grammar rfc6874`"), "{help}");
}

#[rstest]
#[case::uuid("urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", None)]
#[case::uuid_in_capitals("URN:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", None)]
#[case::not_a_uuid("urn:uuid:notauuid", Some("RFC 9562"))]
#[case::short_uuid("urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf", Some("RFC 9562"))]
#[case::isbn_of_ten("urn:isbn:0451450523", None)]
#[case::isbn_of_thirteen("urn:isbn:978-0-306-40615-7", None)]
#[case::wrong_isbn("urn:isbn:0451450524", Some("ISBN"))]
#[case::letters_for_an_isbn("urn:isbn:97803064061ab", Some("ISBN"))]
#[case::issn("urn:issn:0167-6423", None)]
#[case::wrong_issn("urn:issn:0167-6424", Some("ISSN"))]
#[case::oid("urn:oid:1.3.6.1.0", None)]
#[case::wrong_oid("urn:oid:1.03.6", Some("RFC 3061"))]
#[case::another_namespace("urn:example:notauuid", None)]
fn names_in_namespaces_of_urns(#[case] text: &str, #[case] expected: Option<&str>) {
    let findings = UriReference::parse(text).unwrap().findings();
    let found = findings.iter().find(|finding| finding.code() == Code::UrnSyntax);
    assert_eq!(found.is_some(), expected.is_some(), "{found:?}");
    let message = found.map(ToString::to_string).unwrap_or_default();
    assert!(message.contains(expected.unwrap_or_default()), "{message}");
}

/// Section 7.5: a message shows no part of a password.
#[rstest]
#[case::delimiter("http://user:%40:80%2f@h/", Code::EncodedDelimiter)]
#[case::unreserved("http://user:%41@h/", Code::EncodedUnreserved)]
fn messages_without_passwords_are_sentences(#[case] text: &str, #[case] code: Code) {
    let findings = UriReference::parse(text).unwrap().findings();
    let found = findings.iter().find(|finding| finding.code() == code).unwrap().to_string();
    assert!(
        found.starts_with("text that may be part of a password ") && !found.contains(['`', '*']),
        "{found}"
    );
}

#[rstest]
#[case::spelled("http://127.0.0.1.nip.io/", true)]
#[case::in_capitals("http://a.LocalTest.ME./", true)]
#[case::itself("http://lvh.me/", true)]
#[case::another("http://notnip.io/", false)]
#[case::below_another("http://nip.io.example/", false)]
fn services_of_wildcard_dns(#[case] text: &str, #[case] expected: bool) {
    use urigram::policy::Policy;

    let uri = Uri::parse(text).unwrap();
    assert_eq!(uri.findings().iter().any(|finding| finding.code() == Code::WildcardDns), expected);
    assert!(Policy::fetch().check(uri).is_ok());
}

/// RFC 5892, appendices A.1 and A.2, UAX 31, section 2.3, and UTS 51. What is expected is the text that the suggestion encodes.
#[rstest]
#[case::between_letters("می\u{200C}خواهم", "می\u{200C}خواهم")]
#[case::before_a_letter_that_joins_the_one_before("ب\u{200C}ا", "ب\u{200C}ا")]
#[case::before_and_after_a_mark("ب\u{64B}\u{200C}\u{64B}ا", "ب\u{64B}\u{200C}\u{64B}ا")]
#[case::between_letters_and_a_zero_width_space("ب\u{200C}\u{200B}ا", "ب\u{200C}ا")]
#[case::between_letters_of_phags_pa("\u{A872}\u{200C}\u{A840}", "\u{A872}\u{200C}\u{A840}")]
#[case::between_letters_of_syriac("\u{712}\u{200C}\u{712}", "\u{712}\u{200C}\u{712}")]
#[case::after_a_letter_that_joins_the_one_before("ا\u{200C}ب", "اب")]
#[case::after_another_letter_that_joins_the_one_before("\u{74D}\u{200C}ب", "\u{74D}ب")]
#[case::before_a_letter_that_joins_the_one_after("ب\u{200C}\u{A872}", "ب\u{A872}")]
#[case::before_a_letter_that_does_not_join("ب\u{200C}ء", "بء")]
#[case::after_a_mark_alone("\u{64B}\u{200C}ب", "\u{64B}ب")]
#[case::between_latin_letters("é\u{200C}b", "éb")]
#[case::between_latin_letters_of_ascii("é/a\u{200C}b", "é/ab")]
#[case::between_scripts("é\u{200C}ب", "éب")]
#[case::doubled("می\u{200C}\u{200C}خواهم", "می\u{200C}خواهم")]
#[case::many("می\u{200C}\u{200C}\u{200C}خواهم", "می\u{200C}خواهم")]
#[case::doubled_after_a_virama("क\u{94D}\u{200D}\u{200D}ष", "क\u{94D}\u{200D}ष")]
#[case::doubled_at_the_end("क\u{94D}\u{200C}\u{200C}", "क\u{94D}\u{200C}")]
#[case::doubled_in_an_emoji("\u{1F469}\u{200D}\u{200D}\u{1F4BB}", "\u{1F469}\u{200D}\u{1F4BB}")]
#[case::both("ب\u{200D}\u{200C}ب", "بب")]
#[case::at_the_start_of_a_segment("\u{200C}می", "می")]
#[case::before_a_slash("می\u{200C}/a", "می/a")]
#[case::before_a_query("می\u{200C}?a", "می?a")]
#[case::before_a_fragment("می\u{200C}#a", "می#a")]
#[case::at_the_end("می\u{200C}", "می")]
#[case::in_a_query("?می\u{200C}خواهم", "?می\u{200C}خواهم")]
#[case::in_a_fragment("#می\u{200C}خواهم", "#می\u{200C}خواهم")]
#[case::after_a_virama("क\u{94D}\u{200C}ष", "क\u{94D}\u{200C}ष")]
#[case::after_a_virama_before_a_slash("क\u{94D}\u{200C}/a", "क\u{94D}\u{200C}/a")]
#[case::after_a_virama_at_the_end("क\u{94D}\u{200D}", "क\u{94D}\u{200D}")]
#[case::after_a_virama_before_a_space("क\u{94D}\u{200D} ", "क\u{94D}\u{200D}")]
#[case::joiner_after_a_virama("क\u{94D}\u{200D}ष", "क\u{94D}\u{200D}ष")]
#[case::joiner_after_a_virama_of_sinhala("ශ\u{DCA}\u{200D}රී", "ශ\u{DCA}\u{200D}රී")]
#[case::joiner_after_another_mark("क\u{93C}\u{200D}ष", "क\u{93C}ष")]
#[case::joiner_before_a_virama("র\u{200D}\u{9CD}যাব", "র\u{200D}\u{9CD}যাব")]
#[case::non_joiner_before_a_virama("র\u{200C}\u{9CD}যাব", "র\u{9CD}যাব")]
#[case::joiner_before_a_virama_at_the_start("\u{200D}\u{9CD}যাব", "\u{9CD}যাব")]
#[case::joiner_between_letters("é\u{200D}b", "éb")]
#[case::joiner_between_letters_that_join("ب\u{200D}ب", "بب")]
#[case::joiner_at_the_start_of_a_segment("\u{200D}\u{1F469}", "\u{1F469}")]
#[case::family("\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}")]
#[case::flag("\u{1F3F3}\u{FE0F}\u{200D}\u{1F308}", "\u{1F3F3}\u{FE0F}\u{200D}\u{1F308}")]
#[case::sign_after_an_emoji(
    "\u{1F3C3}\u{1F3FD}\u{200D}\u{2640}\u{FE0F}",
    "\u{1F3C3}\u{1F3FD}\u{200D}\u{2640}\u{FE0F}"
)]
#[case::joiner_after_a_skin_tone(
    "\u{1F469}\u{1F3FD}\u{200D}\u{1F4BB}",
    "\u{1F469}\u{1F3FD}\u{200D}\u{1F4BB}"
)]
#[case::joiner_after_a_selector_of_a_digit("é1\u{FE0F}\u{200D}\u{1F4BB}", "é1\u{1F4BB}")]
#[case::joiner_before_a_digit("\u{1F469}\u{200D}1", "\u{1F469}1")]
#[case::joiner_before_a_dingbat_that_is_no_emoji("\u{1F469}\u{200D}\u{2776}", "\u{1F469}\u{2776}")]
#[case::joiner_after_an_emoji_at_the_end("\u{1F469}\u{200D}", "\u{1F469}")]
#[case::joiner_after_an_emoji_before_a_slash("\u{1F469}\u{200D}/a", "\u{1F469}/a")]
#[case::selector("\u{2764}\u{FE0F}/a", "\u{2764}\u{FE0F}/a")]
#[case::selector_of_text("\u{2764}\u{FE0E}/a", "\u{2764}\u{FE0E}/a")]
#[case::selector_at_the_end("\u{2764}\u{FE0F}", "\u{2764}\u{FE0F}")]
#[case::selector_twice("\u{2764}\u{FE0F}\u{FE0F}", "\u{2764}\u{FE0F}")]
#[case::selector_of_a_letter("é\u{FE0F}b", "éb")]
#[case::keycap("1\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}")]
#[case::selector_of_a_digit("é1\u{FE0F}a", "é1a")]
#[case::flag_of_scotland(
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"
)]
#[case::flag_with_the_same_tag_twice(
    "\u{1F3F4}\u{E0066}\u{E0072}\u{E0072}\u{E007F}/a",
    "\u{1F3F4}\u{E0066}\u{E0072}\u{E0072}\u{E007F}/a"
)]
#[case::flag_without_the_end("\u{1F3F4}\u{E0067}\u{E0062}/a", "\u{1F3F4}/a")]
#[case::flag_with_too_many_tags(
    "\u{1F3F4}\u{E0061}\u{E0062}\u{E0061}\u{E0062}\u{E0061}\u{E0062}\u{E0061}\u{E0062}\u{E007F}/a",
    "\u{1F3F4}/a"
)]
#[case::tags_of_another_emoji("\u{1F469}\u{E0067}\u{E0062}\u{E007F}/a", "\u{1F469}/a")]
#[case::zero_width_space("ب\u{200B}ب", "بب")]
fn joiners(#[case] text: &str, #[case] meant: &str) {
    let decoded = |suggestion: String| urigram::percent::decode(&suggestion).unwrap().to_string();
    let suggestions: Vec<_> =
        suggested(&format!("https://h.example/{text}")).into_iter().map(decoded).collect();
    assert_eq!(suggestions, [format!("https://h.example/{meant}")]);
}

#[rstest]
#[case::persian(
    "https://fa.wikipedia.org/wiki/می\u{200C}خواهم",
    "https://fa.wikipedia.org/wiki/%D9%85%DB%8C%E2%80%8C%D8%AE%D9%88%D8%A7%D9%87%D9%85"
)]
#[case::at_the_start("\u{200C}https://h.example/é", "https://h.example/%C3%A9")]
#[case::in_a_userinfo(
    "ftp://می\u{200C}خواهم@h.example/",
    "ftp://%D9%85%DB%8C%E2%80%8C%D8%AE%D9%88%D8%A7%D9%87%D9%85@h.example/"
)]
#[case::in_a_scheme("ht\u{200D}tp://h.example/", "http://h.example/")]
#[case::in_a_host("https://می\u{200C}خواهم.example/", "https://xn--mgbn2ecje63gr19l.example/")]
#[case::between_latin_letters_of_a_host("https://a\u{200C}b.example/", "https://ab.example/")]
fn joiners_elsewhere(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(suggested(text), [expected]);
}

/// An IRI contains joiners unencoded.
#[rstest]
#[case::text("https://h.example/می\u{200C}خواهم x", "https://h.example/می\u{200C}خواهم%20x")]
#[case::accident("https://h.example/é\u{200C}b x", "https://h.example/éb%20x")]
fn joiners_of_iris(#[case] text: &str, #[case] expected: &str) {
    let suggestions: Vec<_> = urigram::IriReference::suggestions(text);
    assert_eq!(suggestions[0].reference(), expected);
}
