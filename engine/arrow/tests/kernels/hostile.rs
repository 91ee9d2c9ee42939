//! Texts that are long or odd: every kernel takes time linear in them, and does not panic.

use arrow_array::Array;
use rstest::rstest;
use urigram_arrow::Invalid;

use crate::layout::Layout;
use crate::table::ALL;

/// Takes minutes where a kernel is quadratic.
#[rstest]
#[case::one_segment("", "a", "")]
#[case::slashes("", "/", "")]
#[case::dot_segments("a://b/", "../", "")]
#[case::percent_encodings("?", "%C3%A9", "")]
#[case::incomplete("?", "%F0%9F", "")]
#[case::pairs("?", "a=b&", "")]
#[case::distinct_keys_that_are_no_text("?", "%FF=&", "")]
#[case::keys("?", "&", "")]
#[case::colons("a:", ":", "")]
#[case::userinfo("//", ":", "@h")]
#[case::no_end_of_userinfo("//", ":@", " ")]
#[case::port("//h:", "0", "")]
#[case::invalid_at_the_end("http://", "a", " ")]
#[case::invalid_throughout("", " ", "")]
#[case::schemes("", "http://a ", "")]
#[case::brackets("//", "[", "")]
#[case::angles("", "<http:", ">")]
#[case::hyphens("http://a", "-\n", "b")]
#[case::beyond_ascii("", "漢", "")]
fn a_long_text(#[case] before: &str, #[case] unit: &str, #[case] after: &str) {
    let text = format!("{before}{}{after}", unit.repeat(50_000 / unit.len()));
    let rows = [Some(text.as_str()), None, Some(""), Some(text.as_str())];
    for kernel in ALL {
        for layout in [&Layout::all()[0], &Layout::all()[4]] {
            let array = layout.array(&rows, 0);
            assert_eq!((kernel.run)(&array, 0, Invalid::Null).unwrap().len(), 4, "{}", kernel.name);
            if let Err(error) = (kernel.run)(&array, 0, Invalid::Fail) {
                assert!(error.to_string().len() < 2000, "{}", kernel.name);
            }
        }
    }
}
