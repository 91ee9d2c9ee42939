//! The grammars that the library was built with, as texts.

/// The name of the grammar that the library was built with: `uri.pest`, or the name of the file in `URI_GRAMMAR`.
///
/// `URI_GRAMMAR` changes the library for every crate of a program. Code that relies on RFC 3986 can check this constant:
///
/// ```
/// use urigram::grammar::{GRAMMAR_NAME, IS_APPENDIX_A};
///
/// assert!(IS_APPENDIX_A, "{GRAMMAR_NAME} is not RFC 3986");
/// assert_eq!(GRAMMAR_NAME, "uri.pest");
/// ```
pub const GRAMMAR_NAME: &str = super::generated::NAME;

/// Whether the grammar that the library was built with accepts the strings of Appendix A, with the same components. This
/// is proved when the code of the grammar is generated.
///
/// ```
/// assert!(urigram::grammar::IS_APPENDIX_A);
/// ```
pub const IS_APPENDIX_A: bool = cfg!(appendix_a) && super::rfc3986::IN_PLACE;

/// The text of the grammar that the library was built with.
///
/// ```
/// assert!(urigram::grammar::GRAMMAR.contains("port      = @{ DIGIT* }"));
/// ```
pub const GRAMMAR: &str = super::generated::TEXT;

/// Appendix A of RFC 3986 as printed, in ABNF (RFC 5234).
///
/// ```
/// assert!(urigram::grammar::URI_ABNF.contains("URI           = scheme"));
/// ```
pub const URI_ABNF: &str = include_str!("../../uri.abnf");

/// A grammar that differs from `uri.pest`; see [`VARIANTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The name of the file.
    pub name: &'static str,
    /// The text of the grammar. It has either all rules, or only those that differ from `uri.pest`.
    pub text: &'static str,
    /// The text of its ABNF.
    pub abnf: &'static str,
}

macro_rules! variant {
    ($name:literal) => {
        Variant {
            name: concat!($name, ".pest"),
            text: include_str!(concat!("../../variants/", $name, ".pest")),
            abnf: include_str!(concat!("../../variants/", $name, ".abnf")),
        }
    };
}

/// The grammars that differ from `uri.pest`, ordered by name.
///
/// ```
/// use urigram::grammar::VARIANTS;
///
/// let names: Vec<_> = VARIANTS.iter().map(|variant| variant.name).collect();
/// assert_eq!(names, ["rfc3987.pest", "rfc6874.pest", "strict-dns.pest", "url1996.pest"]);
/// ```
pub const VARIANTS: &[Variant] =
    &[variant!("rfc3987"), variant!("rfc6874"), variant!("strict-dns"), variant!("url1996")];
