// Errors, findings and policies as the traits of other crates want them.
//
// In: a `ParseError` with its text, a finding, or what a policy has refused; and for forms, a field and a policy.
// Out: diagnostics of miette, and the errors of garde and validator. `problem` is what all of them show, `field` asks a
// policy about a field, and there is a file for each crate.
// Next: none.

//! Errors, findings and policies as the traits of other crates want them, each with the feature of its name.
//!
//! | crate | what it gets |
//! |---|---|
//! | `miette` | a [`Diagnosis`] of a [`ParseError`](crate::ParseError), a [`Finding`](crate::validate::Finding) or a [`Refused`](crate::policy::Refused) |
//! | `garde` | functions for `#[garde(custom(…))]`, in [`garde`] |
//! | `validator` | functions for `#[validate(custom(function = …))]`, in [`validator`] |
//!
//! A field of a form has a policy then, as others have a greatest length. `link` accepts relative references, and only
//! warns of `www.example.com`: for a field that must be a web address, pass a policy of your own to `accepted_by`, such as
//! that of [`Policy::refuse_warnings`](crate::policy::Policy::refuse_warnings).
//!
//! ```
//! # #[cfg(feature = "validator")] {
//! use ::validator::Validate;
//! use urigram::adapt;
//!
//! #[derive(Validate)]
//! struct Comment {
//!     #[validate(length(min = 1))]
//!     text: String,
//!     #[validate(custom(function = adapt::validator::link))]
//!     homepage: Option<String>,
//! }
//!
//! let of = |homepage: &str| Comment { text: "Hello".into(), homepage: Some(homepage.into()) };
//! assert!(of("https://example.com/").validate().is_ok());
//! let errors = of("javascript:alert(1)").validate().unwrap_err();
//! assert_eq!(errors.field_errors()["homepage"][0].code, "scheme-not-allowed");
//! # }
//! ```

#[cfg(any(feature = "garde", feature = "validator"))]
mod field;
#[cfg(feature = "garde")]
pub mod garde;
#[cfg(feature = "miette")]
mod miette;
mod problem;
#[cfg(feature = "validator")]
pub mod validator;

#[cfg(any(feature = "garde", feature = "validator"))]
pub use field::Field;
#[cfg(feature = "miette")]
pub use miette::Diagnosis;
