// The Markdown files of the repository, as pages of the documentation.
//
// In: Markdown files.
// Out: a page for each file, with its examples as tests. The definitions of links here link to pages of the documentation, and
// override those in the Markdown files, which link to files: of several definitions, rustdoc uses the first.
// Next: none. The module exists only in the documentation, not in builds.

//! Pages about the library as a whole.

pub mod cookbook;

/// [cookbook]: crate::_documentation::cookbook
/// [api]: crate
/// [migrate]: https://github.com/urigram/urigram/tree/main/docs/migrate
/// [Validation]: crate::_documentation::validation
/// [other grammars]: crate::_documentation::grammar
#[cfg(any(not(doctest), feature = "template"))]
#[doc = include_str!("../../docs/library.md")]
pub mod library {}

/// [cookbook]: crate::_documentation::cookbook::check
/// [`examples/web_form.rs`]: https://github.com/urigram/urigram/blob/main/examples/web_form.rs
/// [`examples/config_linter.rs`]: https://github.com/urigram/urigram/blob/main/examples/config_linter.rs
/// [`examples/fetcher.rs`]: https://github.com/urigram/urigram/blob/main/examples/fetcher.rs
#[doc = include_str!("../../docs/validation.md")]
pub mod validation {}

/// [docs/command/grammar-check.md]: https://github.com/urigram/urigram/blob/main/docs/command/grammar-check.md
/// [`variants/strict-dns.pest`]: https://github.com/urigram/urigram/blob/main/variants/strict-dns.pest
/// [`variants/url1996.pest`]: https://github.com/urigram/urigram/blob/main/variants/url1996.pest
/// [docs/uri.svg]: https://github.com/urigram/urigram/blob/main/docs/uri.svg
#[doc = include_str!("../../docs/grammar.md")]
pub mod grammar {}

/// [bench/compare]: https://github.com/urigram/urigram/tree/main/bench/compare
/// [bench/tests/compare/features]: https://github.com/urigram/urigram/tree/main/bench/tests/compare/features
/// [bench/RESULTS.md]: https://github.com/urigram/urigram/blob/main/bench/RESULTS.md
/// [js/COMPARE.md]: https://github.com/urigram/urigram/blob/main/js/COMPARE.md
#[doc = include_str!("../../docs/compare.md")]
pub mod comparison {}

/// [architecture.md]: https://github.com/urigram/urigram/blob/main/docs/architecture.md
/// [bench/RESULTS.md]: https://github.com/urigram/urigram/blob/main/bench/RESULTS.md
/// [compare.md]: crate::_documentation::comparison
#[doc = include_str!("../../docs/design.md")]
pub mod design {}

/// [header]: https://github.com/urigram/urigram/blob/main/docs/serve.md#as-static-files
/// [policies]: crate::policy
#[doc = include_str!("../../SECURITY.md")]
pub mod security {}

#[doc = include_str!("../../docs/msrv.md")]
pub mod rust_versions {}

#[doc = include_str!("../../CHANGELOG.md")]
pub mod changelog {}

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub mod readme {}
