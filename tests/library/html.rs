//! The base of an HTML document.

use rstest::rstest;
use urigram::Uri;
use urigram::base::{BaseUris, in_html};
use urigram::extract::links_in_html;

/// draft-fielding-url-syntax-01, Appendix D.
const APPENDIX_D: &str = r#"<!doctype html public "-//IETF//DTD HTML//EN">
<HTML><HEAD>
<TITLE>An example HTML document</TITLE>
<BASE href="http://www.ics.uci.edu/Test/a/b/c">
</HEAD><BODY>
... <A href="../x">a hypertext anchor</A> ...
</BODY></HTML>
"#;

#[rstest]
#[case::appendix_d(APPENDIX_D, Some("http://www.ics.uci.edu/Test/a/b/c"))]
#[case::in_the_head("<html><head><base href='http://a/'></head>", Some("http://a/"))]
#[case::without_a_head("<title>x</title><base href=http://a/><p>", Some("http://a/"))]
#[case::names_without_case("<BASE HREF=\"http://a/\">", Some("http://a/"))]
#[case::relative("<base href='../b?c'>", Some("../b?c"))]
#[case::empty("<base href=''>", Some(""))]
#[case::first_with_an_href("<base target=x><base href=a><base href=b>", Some("a"))]
#[case::first_attribute("<base href=a href=b>", Some("a"))]
#[case::without_a_value("<base href target=a><base href=b>", Some(""))]
#[case::after_another_attribute("<base target=x id href=a>", Some("a"))]
#[case::attribute_of_an_end_tag("<base></a href=a><base href=b>", Some("b"))]
#[case::character_references("<base href='http://a/?b&amp;c&#x3d;d'>", Some("http://a/?b&c=d"))]
#[case::whitespace_around("<base href=' \n http://a/ b\t'>", Some("http://a/ b"))]
#[case::line_breaks_inside("<base href='http://a/\r\n\tb\n'>", Some("http://a/b"))]
#[case::self_closing("<base href=a />", Some("a"))]
#[case::after_a_comment("<!-- <base href=a> --><base href=b>", Some("b"))]
#[case::after_a_script("<script>'<base href=a>'</script><base href=b>", Some("b"))]
#[case::after_a_title("<title><base href=a></title><base href=b>", Some("b"))]
#[case::after_a_style("<style><base href=a></style><base href=b>", Some("b"))]
#[case::after_a_template("<template><base href=a></template><base href=b>", Some("b"))]
#[case::after_nested_templates(
    "<template><template></template><base href=a></template><base href=b>",
    Some("b")
)]
#[case::after_a_stray_end("</template><base href=b>", Some("b"))]
#[case::after_noframes("<noframes><base href=a></noframes><base href=b>", Some("b"))]
#[case::after_noscript("<noscript><base href=a></noscript><base href=b>", Some("b"))]
#[case::after_noframes_with_a_comment("<noframes><!--</noframes><base href=b>", Some("b"))]
#[case::after_a_script_that_closes_itself("<svg><script/></svg><base href=b>", Some("b"))]
#[case::after_a_script_with_a_slash("<script/><base href=a></script><base href=b>", Some("b"))]
#[case::after_an_svg("<svg><base href=a></svg><base href=b>", Some("b"))]
#[case::after_an_svg_that_closes_itself("<svg/><base href=a>", Some("a"))]
#[case::after_an_svg_in_an_svg("<svg><svg/><base href=a></svg><base href=b>", Some("b"))]
#[case::after_a_template_that_does_not("<template/><base href=a></template><base href=b>", Some("b"))]
#[case::in_a_template_with_the_end_of_an_svg(
    "<template></svg><base href=a></template><base href=b>",
    Some("b")
)]
#[case::in_a_template_in_a_template(
    "<template><template/></template><base href=a></template><base href=b>",
    Some("b")
)]
#[case::after_a_template_in_an_svg("<svg><template/></svg><base href=b>", Some("b"))]
#[case::in_a_template_in_an_svg(
    "<svg><template><template/></template><base href=a></svg><base href=b>",
    Some("b")
)]
#[case::after_an_svg_that_was_not_closed("<template><svg></template><base href=b>", Some("b"))]
#[case::in_a_formula_in_an_svg("<svg><math></svg><base href=b>", Some("b"))]
#[case::after_a_script_in_a_template_in_an_svg(
    "<svg><template><script/></template></svg><base href=b>",
    Some("b")
)]
#[case::after_a_formula("<math><mi>x</mi><base href=a></math><base href=b>", Some("b"))]
#[case::after_text_in_an_svg("<svg><title><base href=a></title></svg><base href=b>", Some("b"))]
#[case::in_an_attribute("<a title='<base href=a>'>", None)]
#[case::other_name("<basefont href=a><base-x href=a>", None)]
#[case::end_tag("</base href=a>", None)]
#[case::not_ended("<base href=a", None)]
#[case::never_opened("base href=a>", None)]
#[case::nothing("", None)]
fn documents(#[case] document: &str, #[case] base: Option<&str>) {
    assert_eq!(in_html(document).as_deref(), base);
}

/// A relative base is resolved against the URI that the document was retrieved with.
#[rstest]
#[case::path("<base href='/docs/'>", "http://a/docs/")]
#[case::upwards("<base href='../x/#y'>", "http://a/x/")]
#[case::empty("<base href=''>", "http://a/b/c?q")]
#[case::network_path("<base href=//d/>", "http://d/")]
#[case::uri("<base href='HTTP://d/e/../f'>", "HTTP://d/f")]
fn relative_bases(#[case] document: &str, #[case] base: &str) {
    let retrieval = Some(Uri::parse("http://a/b/c?q").unwrap().to_owned());
    let mut bases = BaseUris { retrieval, ..BaseUris::default() };
    bases.embed(&in_html(document).unwrap()).unwrap();
    assert_eq!(bases.embedded.unwrap(), base);
}

/// The attributes with references, in the order of the document.
#[rstest]
#[case::quotes("<a href='a' ><a href=\"b\"><a href=c><a HREF = d>", &["a", "b", "c", "d"])]
#[case::character_references("<a href='?a&amp;b&#38;c&copy=d'>", &["?a&b&c&copy=d"])]
#[case::white_space("<a href=' a\n\tb '><a href=''><a href><a href=' '>", &["ab"])]
#[case::srcset("<img srcset='a 1x, b, c 2x,d (e,f) , ,g,'>", &["a", "b", "c", "d", "g"])]
#[case::comma_in_a_srcset("<img srcset='data:,a 1x,b,c'>", &["data:,a", "b,c"])]
#[case::ping("<a ping=' a  b '>", &["a", "b"])]
#[case::several("<video poster=a src=b><source srcset=c><form action=d><q cite=e>", &["a", "b", "c", "d", "e"])]
#[case::data("<object data=a><div data=b>", &["a"])]
#[case::svg("<svg><use xlink:href=a /><script/><a href=b></svg><script><a href=c></script>", &["a", "b"])]
#[case::base("<base href=a target=b><link href=c>", &["c"])]
#[case::of_another_element("<div cite=a src=b href=c action=d srcset=e poster=f ping=g><q cite=h>", &["h"])]
#[case::item("<div itemscope itemid=a>", &["a"])]
#[case::twice("<a href=a href=b>", &["a"])]
#[case::end_tag("</a href=a>", &[])]
#[case::not_ended("<a href=a", &[])]
#[case::no_tag("<!-- <a href=a> --><title><a href=b></title><noframes><a href=c></noframes>", &[])]
#[case::other("<a data-href=a hrefs=b title=c>href=d", &[])]
fn links(#[case] document: &str, #[case] expected: &[&str]) {
    let links = links_in_html(document);
    assert_eq!(links.iter().map(|link| link.reference.as_str()).collect::<Vec<_>>(), expected);
}

#[rstest]
#[case::quotes("é<a href='a'>", "a")]
#[case::no_quotes("<a href=a&amp;b>", "a&amp;b")]
#[case::spaces("<a href = \" a \" >", " a ")]
#[case::reference_at_the_end("<a href='a&amp;' b>", "a&amp;")]
#[case::reference_at_the_start("<a href='&#97;b'>", "&#97;b")]
fn ranges_of_links(#[case] document: &str, #[case] value: &str) {
    let links = links_in_html(document);
    assert_eq!(&document[links[0].range.clone()], value);
}

#[rstest]
#[case::attributes("<a href=b ", 0)]
#[case::links("<a href=b>", 300_000)]
#[case::images("<img srcset='a b,c'>", 600_000)]
#[case::foreign("<svg>", 0)]
#[case::quotes("<a href='", 0)]
#[case::repeated_attributes("<a href=b href=c ping=d ping=d>", 600_000)]
fn many_links(#[case] repeated: &str, #[case] count: usize) {
    assert_eq!(links_in_html(&repeated.repeat(300_000)).len(), count);
}

/// Deeply nested and long documents do not overflow the stack.
#[rstest]
#[case::tags("<p>", Some("a"))]
#[case::templates("<template>", None)]
#[case::less_than_signs("<", Some("a"))]
#[case::attributes("<base a b=c d='e'>", Some("a"))]
#[case::characters("a&amp;", Some("a"))]
#[case::comments("<!---->", Some("a"))]
fn long_documents(#[case] repeated: &str, #[case] base: Option<&str>) {
    let document = repeated.repeat(300_000) + "<base href=a>";
    assert_eq!(in_html(&document).as_deref(), base);
}
