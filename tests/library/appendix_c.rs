//! Appendix C: URIs in running text, and where they end.

use std::fmt::Write;
use std::io::{self, Read};

use proptest::prelude::*;
use rstest::rstest;
use urigram::extract::{Extractor, Found};
use urigram::grammar::{Grammar, Rfc3986, Rfc3987, Rfc6874};
use urigram::{Rule, Uri};

use crate::common::extent;
use crate::common::strategies::parts;

/// The passages of Appendix C of RFC 3986 that contain URIs, and its list of the URIs in the
/// example.
const APPENDIX_C: &str = r#"
   In practice, URIs are delimited in a variety of ways, but usually
   within double-quotes "http://example.com/", angle brackets
   <http://example.com/>, or just using whitespace

      http://example.com/

   These wrappers do not form part of the URI.

   The prefix "URL:" (with or without a trailing space) was formerly
   recommended as a way to help distinguish a URI from other bracketed
   designators, though it is not commonly used in practice and is no
   longer recommended.

   For example, the text:

      Yes, Jim, I found it under "http://www.w3.org/Addressing/",
      but you can probably pick it up from <ftp://foo.example.
      com/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/
      ietf/uri/historical.html#WARNING>.

   contains the URI references

      http://www.w3.org/Addressing/
      ftp://foo.example.com/rfc/
      http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING
"#;

/// The passages of Appendix B of draft-fielding-url-syntax-01 that contain URIs.
const DRAFT_1996: &str = r#"
   is recommended that URLs be preceded with a prefix consisting of the
   characters "URL:".  For example, this prefix may be used to

   In practice, URLs are delimited in a variety of ways, using brackets
   [http://test.com/] or angle brackets <http://www.w3.org> or even
   paired braces {http://test.com}, with or (usually) without the "URL:"
   prefix.  This wrapper does not form part of the URL.

   Examples:

      Yes, Jim, I found it under <ftp://info.cern.ch/pub/www/doc;
      type=d> but you can probably pick it up from <ftp://ds.in
      ternic.net/rfc>.  Note the warning in <http://ds.internic.
      net/instructions/overview.html#WARNING>.
"#;

fn found(text: &str) -> Vec<String> {
    Extractor::new().in_text(text).map(|found| found.uri().to_string()).collect()
}

#[rstest]
#[case::appendix_c(
    APPENDIX_C,
    &[
        "http://example.com/",
        "http://example.com/",
        "http://example.com/",
        "http://www.w3.org/Addressing/",
        "ftp://foo.example.com/rfc/",
        "http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING",
        "http://www.w3.org/Addressing/",
        "ftp://foo.example.com/rfc/",
        "http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING",
    ]
)]
#[case::draft_1996(
    DRAFT_1996,
    &[
        "http://test.com/",
        "http://www.w3.org",
        "http://test.com",
        "ftp://info.cern.ch/pub/www/doc;type=d",
        "ftp://ds.internic.net/rfc",
        "http://ds.internic.net/instructions/overview.html#WARNING",
    ]
)]
fn examples(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}

/// A `|` marks the start and end of each URI, and is not part of the text.
#[rstest]
// In double quotes, and attributes of HTML.
#[case::double_quotes(r#"see "|http://a/b.|"."#)]
#[case::text_in_double_quotes(r#""|http://a/b| is it.""#)]
#[case::html(r#"<a href="|http://a/b?c&amp;d!|">|http://a/b|</a>"#)]
#[case::html_apostrophes("<a href='|http://a/b.|' id='c'>")]
#[case::html_without_quotes("<a href=|http://a/b|>")]
#[case::json(r#"{"a":"|http://a/|","b":["|urn:a:b|"]}"#)]
#[case::apostrophes("'|http://a/|','|http://b/|'")]
#[case::apostrophe_within("|http://a/b's|")]
#[case::apostrophe_at_the_end("'see |http://a/b|'")]
#[case::apostrophe_in_the_userinfo("'|http://a:b's@c/|'")]
#[case::apostrophe_after_nothing("'http://'+host+'/'")]
#[case::apostrophes_within("|http://a/?f=b%20eq%20'c'|. (|http://a/'b'|) |http://a/'b'|'")]
#[case::apostrophes_within_apostrophes("'|http://a/b|'c'")]
// Character references of HTML.
#[case::reference_at_the_end("|http://a/?q=b|&hl; |http://a/?q=b|&amp; |http://a/?q=b|&#8230;")]
#[case::references_at_the_end("|http://a/b|&hl;&amp;, |http://a/b|.&hl;.&hl;")]
#[case::references_within("|http://a/?b&amp;c;d| |http://a/?b&hl=en| |http://a/?b&;c|")]
#[case::escaped_angle_brackets("&lt;|http://a/b|&gt;&lt;|http://b/|&gt;")]
#[case::escaped_quotes("&quot;|http://a/b|.&quot; &#34;|http://a/'b'|&#34;c")]
#[case::escaped_by_a_number(
    "&#60;|http://a/b|&#62;c &#x3C;|http://a/b|&#x3e;c |http://a/b|&#0062;c |http://a/b|&#X22;c"
)]
#[case::escaped_white_space(
    "|http://a/b|&nbsp;c |http://a/b|&#160;c |http://a/b|&#xA0;c |http://a/b|.&#10;c"
)]
#[case::escaped_characters(
    "|http://a/b&#39;c| |http://a/b&#x3F;c| |http://a/b&#6062;c| |http://a/b&#;c| |http://a/b&#x;c|"
)]
#[case::escaped_emphasis("*|http://a/b|&gt;*")]
#[case::reference_in_quotes(r#""|http://a/b&hl;|""#)]
#[case::reference_in_the_authority("|http://u|:p&gt; |http://u&v;w@h/|")]
// Placeholders of templates.
#[case::placeholder_for_the_host("https://{{host}}/a https://${HOST}/a https://{host}")]
#[case::placeholder_in_the_path("|http://a/|{id} |http://a/|{{id}}/b |http://a/|${ID} |http://a/b|#{c}")]
#[case::placeholder_after_punctuation("|http://a|.${B}/ |http://a/'b'|${C}")]
#[case::variable_of_a_shell("|http://$HOST/$ID|")]
// In angle brackets.
#[case::angle_brackets("<|http://a/b.|>.")]
#[case::angle_brackets_and_space("<|http://a/\r\n\t b \n c|>")]
#[case::space_at_the_end("<|http://a/b| >")]
#[case::hyphen("<|http://a/b-\n c|>")]
#[case::nothing_closes("<|http://a/b| c")]
#[case::another_opens("<|http://a/b| <c>")]
#[case::no_uri_in_them("<|http://a/b| [c]>")]
#[case::unmatched_in_them("<|http://a/b)c(d.|>")]
#[case::unmatched_and_not_closed("<|http://a/b|)c(d.")]
#[case::mail_header("List-Help: <|mailto:a@b?subject=help|>,")]
#[case::tag_with_a_colon(r#"<xs:element name="a" xmlns:xs="|http://a/b#|"/>"#)]
// The prefix.
#[case::prefix("URL:|http://a/|, url: |x:a|, <URL: |http://a/\n b|>")]
#[case::prefix_and_line_break("<URL:\r\n  |http://a/\r\n  b|>")]
#[case::end_of_a_word("CURL:x:a")]
#[case::prefix_alone("URL: none, URL:, \"URL:\"")]
// Sentences.
#[case::sentence(
    "at |http://a/b|. So, |http://a/b|, |http://a/b|; |http://a/b|: |http://a/b|?! |http://a/b|..."
)]
#[case::dots_within("|http://a/b...c?d,e;f!g|")]
#[case::in_parentheses("(|http://a/b|) (see |http://a/b|.) (|http://a/b|).")]
#[case::parentheses_within("(|http://a/b_(c)|) |http://a/(b)(c)|")]
#[case::unmatched_closing("|http://a/b|)c")]
#[case::unmatched_opening("|http://a/b|(")]
#[case::adjacent("(|http://a/|)(|http://b/|)")]
#[case::brackets("[|http://a/|] {|http://a/|}")]
#[case::address("[|http://[::1]/|] |http://[::1]|. |http://[v1.a]|]")]
#[case::address_without_end("http://[::1 http://[")]
#[case::query_of_another("|http://a/?b=http://c/|")]
#[case::chinese("见|http://a/b|。")]
#[case::curly_quotes("“|http://a/b|”")]
#[case::dash("|http://a/b|—c")]
#[case::end_of_text("|http://a/b|")]
// Markdown.
#[case::markdown("[text](|http://a/b.|) and ![i](|http://a/(b)|) <|http://a/|>")]
#[case::markdown_title("[text](|http://a/b| \"title\")")]
#[case::markdown_reference("[text]: |http://a/b|\n")]
#[case::markdown_emphasis("*|http://a/b|* **|http://a/b|**, _|http://a/b|_ ~~|http://a/b_c~d|~~")]
#[case::stars_that_do_not_open("|http://a/*| |http://a/_|")]
// Schemes.
#[case::any_before_slashes("|x://a| |git+ssh://a/b| |HTTP://A/|")]
#[case::without_slashes("|mailto:a@b| |urn:a:b| |tel:+1-201-555-0123| |data:,a| |news:a.b| |SIP:a@b|")]
#[case::others_without_slashes("x:a note:this std::vec http:a")]
#[case::number_before("1|http://a/| -|http://a/| .|http://a/|")]
#[case::another_scheme_before("jdbc:|mysql://a/b| view-source:|http://a/|")]
#[case::not_a_scheme("://a +://a 1://a é://a")]
#[case::nothing_follows("http:// http:///| mailto: urn:. http://, (http://) http://...")]
#[case::colons("a:b:c: ::: :// 12:30 C:\\a")]
#[case::path_of_a_file("|file:///a/b|, file:a")]
#[case::percent("|http://a/%41|%4 |http://a/|%")]
#[case::port("|http://a:80|: |http://a|:b")]
#[case::two_fragments("|http://a/#b|#c")]
#[case::control_character("|http://a/|\0b |http://a/|\u{7f}")]
fn ends(#[case] marked: &str) {
    check(&Extractor::new(), &marked.replace("http:///|", "|http:///|"));
}

#[rstest]
#[case::japanese("「|http://例え.jp/引き出し|」。")]
#[case::sentence("|http://a/é|。 |http://a/é|、|http://a/é|…")]
#[case::space("|http://a/é|\u{a0}b |http://a/é|\u{3000}")]
#[case::text_without_white_space("見よ：|http://a/é|。|http://b/é|、日本「|http://a/é|」")]
#[case::stops_in_quotes("\"|http://a/é。é|\" <|http://a/、|>")]
#[case::quotes("“|http://a/é|” «|http://a/é|» „|http://a/é|“ ’|http://a/é|’")]
#[case::brackets("（|http://a/（é）|）")]
#[case::angle_brackets("<|http://a/é\u{2003}é|>")]
#[case::control_character("|http://a/é|\u{85}")]
#[case::marks_of_direction("|http://a/é|\u{202c} \u{2068}|http://a/é|\u{2069}")]
#[case::invisible_space("|http://a/é|\u{200b}é")]
#[case::private_use("|http://a/?\u{e000}|")]
#[case::not_in_a_path("|http://a/|\u{e000}")]
fn iris(#[case] marked: &str) {
    check(&Extractor::<Rfc3987>::default(), marked);
}

#[rstest]
#[case("|www.w3.org/Addressing/|. (|WWW.a.b|) <|www.a.b/c\n d|> \"|www.a.b.|\"")]
#[case::with_a_scheme("|http://www.a.b/| |x://www.a|")]
#[case::not_www("a.www.b.c awww.b a@www.b -www.b ftp:/www.b www1.a www: www.")]
#[case::nothing_follows("www... (www.) www.!")]
fn suffix_references(#[case] marked: &str) {
    check(&Extractor::new().suffix("http").unwrap(), marked);
}

#[rstest]
#[case::commas("|http://a/1|,|http://b/2|,|x://c|")]
#[case::semicolons("|http://a/1|;|mysql://b|")]
#[case::no_uri("|http://a/,b;c,d:e,http:f,://g| |http://a/,1http://b/|")]
#[case::one_slash("|http://a/,http:/b|, |http://a/,http|")]
#[case::space("|http://a/|, |http://b/|")]
#[case::in_quotes(r#""|http://a/|,|http://b/|.""#)]
fn split_lists(#[case] marked: &str) {
    check(&Extractor::new().split_lists(true), marked);
}

#[rstest]
#[case::delimiters("<|a.b@c.example|>, (|a@b.example|) \"|a@b.example|\", '|a@b.example|'. =|a@b.example|;")]
#[case::sentence("|a@b.example|. |a@b.example|, |a@b.example|: |a@b.example|!")]
#[case::local_part("|a_b+c-d~e.f@g.example| |o'b@c.example| .|a@b.example| +|a@b.example|")]
#[case::domain("|a@b-c.d1.xn--p1ai|")]
#[case::no_address("a@b @c.example a.@b.example a..b@c.example a@.example a@-b.example a@b.1 a@b_c.example")]
#[case::two_signs("a@|b@c.example| a@b.example@c")]
#[case::part_of_a_word("é@a.example éa@b.example a@b.examplé")]
#[case::text_without_white_space("邮箱|a@b.example|。")]
#[case::uri("|mailto:a@b.example| |ftp://a:b@c.example/| |http://a.example/@b.example|")]
#[case::user_in_an_authority("//a@b.example/")]
fn mail_addresses(#[case] marked: &str) {
    check(&Extractor::new().mail_addresses(true), marked);
}

#[test]
fn a_mail_address_has_a_local_part_of_64_characters() {
    for (length, count) in [(64, 1), (65, 0)] {
        let text = format!("{}@b.example", "a".repeat(length));
        assert_eq!(Extractor::new().mail_addresses(true).in_text(&text).count(), count);
    }
    let text = format!("a@{}example", "b.".repeat(130));
    assert_eq!(Extractor::new().mail_addresses(true).in_text(&text).count(), 0);
}

#[cfg(feature = "psl")]
#[rstest]
#[case::suffixes("|example.com| |a.example.co.uk/b?c#d| |a.github.io|, |example.com:8080/|")]
#[case::case("|Example.COM|. (|example.com|) <|example.com/a\nb|>")]
#[case::suffix_alone("co.uk com github.io .com")]
#[case::not_listed("a.example e.g. 1.5 a.b node1.internal 10.0.0.1")]
#[case::www("|www.a.b| |www.example.com|")]
#[case::part_of_another("a@example.com /example.com -example.com a_example.com example.com_a john.me@b")]
#[case::letters("éexample.com example.comé")]
#[case::text_without_white_space("见|example.com|。")]
#[case::uri("|http://example.com/| |x://example.com|")]
fn domains(#[case] marked: &str) {
    check(&Extractor::new().domains("http").unwrap(), marked);
}

#[cfg(feature = "psl")]
#[test]
fn domains_and_mail_addresses() {
    let extractor = Extractor::new().domains("http").unwrap().mail_addresses(true).split_lists(true);
    check(&extractor, "|a.com|, |b.de@c.com|; |http://d.com/|,|http://e.com/| |f@g.com|/h");
}

#[rstest]
#[case::host("https://münchen.de/", Some('ü'))]
#[case::path("http://a/é", Some('é'))]
#[case::text_without_white_space("http://a/你好", Some('你'))]
#[case::after_punctuation("http://a.é", Some('.'))]
#[case::placeholder("http://a/{id}", Some('{'))]
#[case::placeholder_with_a_sigil("http://a/${id}", Some('$'))]
#[case::placeholder_of_two("http://a/{{ id }}", Some('{'))]
#[case::bar("http://a/b|c", Some('|'))]
#[case::backslash(r"http://a/b\c", Some('\\'))]
#[case::percent("http://a/%4 b", Some('%'))]
#[case::percent_alone("http://a/b%c", Some('%'))]
#[case::port("http://a:b", Some(':'))]
#[case::second_fragment("http://a/#b#c", Some('#'))]
#[case::angle_bracket("<http://a/é>", Some('é'))]
#[case::emphasis("*http://a/é*", Some('é'))]
#[case::opening_quotation_mark("http://a/b“c”", Some('“'))]
#[case::opening_bracket("http://a/b[c]", Some('['))]
#[case::ellipsis("http://a/b…c", Some('…'))]
#[case::apostrophe_after_a_port("http://a:80'b", Some('\''))]
#[case::quoted_space("http://a/b“ c", None)]
#[case::quoted_sign("mailto:a.“#b", Some('.'))]
#[case::ellipsis_at_the_end("http://a/b…, c", None)]
#[case::ended_emphasis_after_a_port("**http://a:80**, c", None)]
#[case::end("http://a/", None)]
#[case::space("http://a/ b", None)]
#[case::punctuation("http://a/b.", None)]
#[case::sentence("http://a/b), c", None)]
#[case::quotes("\"http://a/b\"c", None)]
#[case::closed_by_an_apostrophe("'http://a/b'c", None)]
#[case::closing_bracket("(http://a/b)c", None)]
#[case::stop("http://a/b。c", None)]
#[case::code("`http://a/b`, c", None)]
#[case::cell("|http://a/b| c", None)]
#[case::ended_emphasis("**http://a/b**, c", None)]
#[case::reference("http://a/b&hl; c", None)]
#[case::escaped("&lt;http://a/b&gt;c", None)]
#[case::control_character("http://a/\0b", None)]
#[case::direction("http://a/\u{202c}b", None)]
fn cut(#[case] text: &str, #[case] expected: Option<char>) {
    let cut = |found: Found<'_>| found.cut();
    assert_eq!(Extractor::new().in_text(text).map(cut).collect::<Vec<_>>(), [expected]);
    let after = AFTER.to_owned() + text;
    assert_eq!(Extractor::new().in_text(&after).map(cut).collect::<Vec<_>>(), [expected]);
    for size in [1, 2, 3, 7] {
        let extractor = Extractor::new();
        let read = extractor.in_reader(Chunks { text: text.as_bytes(), sizes: vec![size], turn: 0 });
        assert_eq!(read.map(|found| found.unwrap().cut()).collect::<Vec<_>>(), [expected]);
    }
}

/// A bracket is closed directly after the 256 bytes for which the parser is tried.
#[rstest]
fn a_bracket_after_many_bytes(#[values(242, 243, 244, 245, 246, 247)] length: usize) {
    let path = "b".repeat(length);
    check(&Extractor::new(), &format!("|http://a/{path}(c)| (|http://a/{path}(c)|) |http://[::1]/{path}|]"));
    let uri = format!("http://a/{path}(c)");
    assert_eq!(Extractor::new().max_length(uri.len()).in_text(&uri).count(), 1);
    assert_eq!(Extractor::new().max_length(uri.len() - 1).in_text(&uri).count(), 0);
}

#[test]
fn a_split_list_is_not_cut() {
    let extractor = Extractor::new().split_lists(true);
    assert!(extractor.in_text("http://a/.,http://b/").all(|found| found.cut().is_none()));
    assert!(extractor.in_text("http://a/,http://b/").all(|found| found.cut().is_none()));
}

#[rstest]
#[case(&["http"], "|http://a/| https://a/ |HTTP:a| xhttp://a mailto:a")]
#[case(&["doi", "URN"], "|doi:10.1000/182|, |urn:a:b| (DOI: no) URL:x:a")]
fn schemes_asked_for(#[case] schemes: &[&str], #[case] marked: &str) {
    let extractor = schemes.iter().try_fold(Extractor::new(), |all, &one| all.scheme(one)).unwrap();
    check(&extractor, marked);
}

/// Checks the URIs found in a text, searched as a whole and in chunks, and in the same text after other text. A `|` marks the start
/// and end of each URI.
#[track_caller]
pub(crate) fn check<G: Grammar>(extractor: &Extractor<G>, marked: &str) {
    check_one(extractor, marked);
    check_one(extractor, &(AFTER.to_owned() + marked));
}

/// Text after which a URI may begin. The bytes before a colon are read in other ways if there are few of them.
const AFTER: &str = "After other text\n";

#[track_caller]
fn check_one<G: Grammar>(extractor: &Extractor<G>, marked: &str) {
    let mut expected = Vec::new();
    let mut text = String::new();
    for (number, piece) in marked.split('|').enumerate() {
        if number % 2 == 1 {
            expected.push((text.len()..text.len() + piece.len(), piece.to_owned()));
        }
        text += piece;
    }
    let seen = |found: Found<'_, G>| (found.range(), found.text().to_owned());
    assert_eq!(extractor.in_text(&text).map(seen).collect::<Vec<_>>(), expected, "{text}");
    for size in [1, 2, 3, 7] {
        let read = extractor.in_reader(Chunks { text: text.as_bytes(), sizes: vec![size], turn: 0 });
        assert_eq!(read.map(|found| seen(found.unwrap())).collect::<Vec<_>>(), expected, "{text}");
    }
}

/// A reader that returns its text in chunks of these sizes in turn.
struct Chunks<'a> {
    text: &'a [u8],
    sizes: Vec<usize>,
    turn: usize,
}

impl Read for Chunks<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.sizes[self.turn % self.sizes.len()].min(buffer.len()).min(self.text.len());
        self.turn += 1;
        let (now, later) = self.text.split_at(size);
        buffer[..size].copy_from_slice(now);
        self.text = later;
        Ok(size)
    }
}

#[rstest]
#[case::hyphen("<http://a/b-\n c>", true)]
#[case::space_before_the_line_break("<http://a/b- \r\n c>", true)]
#[case::hyphen_in_the_line("<http://a/b-c\n d>", false)]
#[case::hyphen_before_a_space("<http://a/b- c>", false)]
#[case::hyphen_at_the_start("<http://a/b\n-c>", false)]
#[case::hyphen_at_the_end("<http://a/b-\n>", false)]
#[case::not_closed("<http://a/b-\n", false)]
fn hyphens_at_the_end_of_a_line(#[case] text: &str, #[case] is_doubtful: bool) {
    let found = Extractor::new().in_text(text).next().unwrap();
    assert_eq!(found.is_hyphen_doubtful(), is_doubtful);
    assert!(found.uri().as_str().contains('-'));
}

#[rstest]
#[case::latin1(b"\xFCber http://a/b\xFC http://a/", &["http://a/b", "http://a/"])]
#[case::cut_character(b"http://a/\xC3", &["http://a/"])]
#[case::cut_before_a_space(b"http://a/\xE3\x81 http://b/", &["http://a/", "http://b/"])]
#[case::in_angle_brackets(b"<http://a/\nb\xFF>", &["http://a/"])]
#[case::utf_16(b"h\0t\0t\0p\0:\0/\0/\0a\0", &[])]
#[case::zeros(b"\0\0http://a/\0\0", &["http://a/"])]
fn what_is_not_utf_8_is_no_part(#[case] bytes: &[u8], #[case] expected: &[&str]) {
    let extractor = Extractor::<Rfc3987>::default();
    let found = extractor.in_bytes(bytes).map(|found| found.uri().to_string());
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

#[rstest]
#[case::as_long_as_that(20, &["http://example.com/a", "http://b/"])]
#[case::longer(19, &["http://b/"])]
#[case::shorter_than_any(1, &[])]
fn the_longest(#[case] longest: usize, #[case] expected: &[&str]) {
    let text = "http://example.com/a http://example.com/?http://example.com/ http://b/";
    let extractor = Extractor::new().max_length(longest);
    let found: Vec<_> = extractor.in_text(text).map(|found| found.uri().to_string()).collect();
    assert_eq!(found, expected);
}

/// Punctuation after the longest URI may belong to the sentence.
#[rstest]
#[case("See http://example.com. x", &["http://example.com"])]
#[case("See http://example.com", &["http://example.com"])]
#[case("See http://example.com.x x", &[])]
#[case("See http://example.com/ x", &[])]
fn the_longest_before_punctuation(#[case] text: &str, #[case] expected: &[&str]) {
    let extractor = Extractor::new().max_length(18);
    let found: Vec<_> = extractor.in_text(text).map(|found| found.uri().to_string()).collect();
    assert_eq!(found, expected);
}

/// The end of a name that is too long for a scheme is not taken for a scheme.
#[test]
fn a_scheme_has_at_most_64_characters() {
    assert_eq!(found(&("a".repeat(64) + "://b")).len(), 1);
    let long = "a".repeat(65) + "://b";
    assert_eq!(found(&long).len(), 0);
    let chunks = Chunks { text: long.as_bytes(), sizes: vec![1], turn: 0 };
    assert_eq!(Extractor::new().in_reader(chunks).count(), 0);
}

#[test]
fn an_error_of_the_reader_is_returned_once() {
    struct Broken(bool);

    impl Read for Broken {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if std::mem::replace(&mut self.0, true) {
                return Err(io::Error::other("broken"));
            }
            let text = b"http://a/ http://b";
            buffer[..text.len()].copy_from_slice(text);
            Ok(text.len())
        }
    }

    let extractor = Extractor::new();
    let mut found = extractor.in_reader(Broken(false));
    assert_eq!(found.next().unwrap().unwrap().uri(), "http://a/");
    assert_eq!(found.next().unwrap().unwrap_err().to_string(), "broken");
    assert!(found.next().is_none());
}

/// The caller implements the reader, and may implement it incorrectly.
#[test]
fn a_reader_that_claims_more_than_there_was_room_for_is_an_error() {
    struct Claiming(usize);
    impl Read for Claiming {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            Ok(self.0.saturating_add(buffer.len()))
        }
    }

    let extractor = Extractor::new();
    for more in [1, usize::MAX] {
        let mut found = extractor.in_reader(Claiming(more));
        assert_eq!(found.next().unwrap().unwrap_err().kind(), io::ErrorKind::InvalidData);
        assert!(found.next().is_none());
    }
}

/// Checks that a URI of the grammar is found as a whole between delimiters.
fn is_found_between_marks<G: Grammar>(extractor: &Extractor<G>, uri: &str) {
    for (before, after) in [("\"", "\""), ("<", ">"), ("<URL:", " >")] {
        let text = [before, uri, after].concat();
        let found: Vec<_> = extractor.in_text(&text).map(|found| found.text().to_owned()).collect();
        assert_eq!(found, [uri], "{text}");
    }
}

/// Generates running text that is full of delimiters of URIs.
fn running_text() -> impl Strategy<Value = String> {
    let token = prop::sample::select(vec![
        "http://", "urn:", "x:", "URL:", "www.", "://", ":", "/", "//", "a", "b.c", "é", "日", "[::1]",
        "[v1.", "@", "%41", "%", "?", "#", "-", ".", ",", "'", "\"", "<", ">", "(", ")", "](", "[", "]", "{",
        "}", "*", "_", "\n", " ", "\r\n", "\t", "\0", "“", "”", "。", "\u{3000}",
    ]);
    prop::collection::vec(token, 0..40).prop_map(|tokens| tokens.concat())
}

fn seen<G: Grammar>(found: Found<'_, G>) -> (std::ops::Range<usize>, String, String, bool) {
    assert_eq!(G::components(Rule::URI, found.uri().as_str()).as_ref(), Ok(found.uri().components()));
    let (text, uri) = (found.text().to_owned(), found.uri().to_string());
    (found.range(), text, uri, found.is_hyphen_doubtful())
}

fn holds<G: Grammar>(extractor: &Extractor<G>, text: &str, sizes: &[usize], is_uri: fn(&str) -> bool) {
    let whole: Vec<_> = extractor.in_text(text).map(seen).collect();
    let mut last = 0;
    for (range, there, uri, _) in &whole {
        assert!(last <= range.start && range.start < range.end, "{whole:?}");
        last = range.end;
        assert_eq!(&text[range.clone()], there);
        assert!(is_uri(uri), "{uri}");
        let joined: String = there.split(char::is_whitespace).collect();
        assert!(*uri == joined || *uri == "https://".to_owned() + &joined, "{uri}, {there}");
    }
    let chunks = Chunks { text: text.as_bytes(), sizes: sizes.to_vec(), turn: 0 };
    let read: Vec<_> = extractor.in_reader(chunks).map(|found| seen(found.unwrap())).collect();
    assert_eq!(read, whole);
    // A URI that was found is also found if it is alone between delimiters.
    if let Some((.., uri, _)) = whole.first() {
        let text = format!("<URL:{uri}>");
        let alone: Vec<_> =
            Extractor::<G>::default().in_text(&text).map(|found| found.uri().to_string()).collect();
        assert_eq!(alone, [uri.as_str()]);
    }
}

proptest! {
    #[test]
    fn uris_are_found_between_marks(parts in parts()) {
        let text = parts.recompose();
        if Uri::parse(&text).is_ok_and(|uri| text.len() > uri.scheme().as_str().len() + 3) && !text.contains(":///") {
            is_found_between_marks(&Extractor::new().scheme(text.split(':').next().unwrap()).unwrap(), &text);
        }
    }

    /// The results are URIs in order, which do not overlap, have the text of their ranges, and do not depend on the chunks.
    #[test]
    fn properties(
        text in running_text(),
        sizes in prop::collection::vec(1..12_usize, 1..5),
        longest in prop::option::of(1..40_usize)
    ) {
        let longest = longest.unwrap_or(1 << 16);
        let is_uri = |text: &str| Uri::parse(text).is_ok();
        let plain = Extractor::<Rfc3986>::default().max_length(longest);
        holds(&plain, &text, &sizes, is_uri);
        holds(&plain.clone().scheme("x").unwrap().scheme("URL").unwrap(), &text, &sizes, is_uri);
        holds(&Extractor::<Rfc6874>::default().max_length(longest), &text, &sizes, |_| true);
        let iris = Extractor::<Rfc3987>::default().max_length(longest);
        holds(&iris.suffix("https").unwrap(), &text, &sizes, |text| urigram::Iri::parse(text).is_ok());
    }
}

/// Returns the number of repetitions of a text.
fn many() -> usize {
    extent(70_000, 1_000_000)
}

/// The search takes linear time for every input. With quadratic time, each case would take minutes.
#[rstest]
#[case::uris_in_a_row("http://", "", 0)]
#[case::uris_in_parentheses("(http://a/)", "", many())]
#[case::uris_in_apostrophes("'http://a/'", "", many())]
#[case::not_in_uris("a://b{", "", many())]
#[case::addresses_not_closed("a://[", "", 0)]
#[case::addresses_of_the_future("a://[v1.", "", 0)]
#[case::angle_brackets("<", "", 0)]
#[case::uris_in_angle_brackets_not_closed("<a://b ", "", many())]
#[case::prefixes_not_closed("<URL: ", "", 0)]
#[case::parentheses("(", "", 0)]
#[case::parentheses_in_a_uri("(", "http://a/", 0)]
#[case::closing_parentheses(")", "http://a/", 1)]
#[case::schemes("a", "", 0)]
#[case::colons(":", "", 0)]
#[case::colons_after_schemes("urn:", "", 0)]
#[case::dots(".", "http://a", 0)]
#[case::percents("%", "http://a/", 1)]
#[case::apostrophes("'", "http://a/", 0)]
#[case::spaces(" ", "<http://a/", 1)]
#[case::www("www.", "", 0)]
#[case::beyond_ascii("日", "http://a/", 0)]
fn hostile(#[case] repeated: &str, #[case] before: &str, #[case] count: usize) {
    let text = before.to_owned() + &repeated.repeat(many());
    let extractor = Extractor::<Rfc3987>::default().suffix("http").unwrap();
    assert_eq!(extractor.in_text(&text).count(), count);
    // Chunks as an interactive program may write them.
    let chunks = Chunks { text: text.as_bytes(), sizes: vec![1, 4095], turn: 0 };
    assert_eq!(extractor.in_reader(chunks).count(), count);
}

/// The extractor keeps only as much text as the longest URI needs.
#[test]
fn memory_is_bounded() {
    let mut text = String::new();
    for number in 0..10_000 {
        write!(text, "http://a/{number}(\n <URL:http://b/\n{number}> aaa:aaa ").unwrap();
    }
    let extractor = Extractor::new();
    let count = |repeated: usize| {
        let mut reader: Box<dyn Read> = Box::new(io::empty());
        for _ in 0..repeated {
            reader = Box::new(reader.chain(text.as_bytes()));
        }
        let mut found = 0;
        let seen = allocation_counter::measure(|| found = extractor.in_reader(reader).count());
        (found, seen.bytes_max)
    };
    let (found, bytes) = count(5);
    assert_eq!(found, 100_000);
    assert!(bytes < 300_000, "{bytes}");
}
