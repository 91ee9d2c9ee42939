//! Policies for fields in structs that the crate `validator` validates.
//!
//! Each function can be called by `#[validate(custom(function = …))]`. The field is a text, which is parsed as a
//! [`UriReference`](crate::UriReference), or a reference, or an `Option` of them.
//! Name the function by a path, because within the attribute, the name of a field hides a function of the same name.
//!
//! ```
//! # #[cfg(feature = "validator")] {
//! use urigram::{Uri, adapt};
//! use validator::Validate;
//!
//! #[derive(Validate)]
//! struct Profile {
//!     #[validate(custom(function = adapt::validator::link))]
//!     homepage: String,
//!     #[validate(custom(function = adapt::validator::fetch))]
//!     picture: Option<Uri<String>>,
//! }
//!
//! let profile = Profile { homepage: "htp://example.com/".into(), picture: None };
//! let errors = profile.validate().unwrap_err();
//! let error = &errors.field_errors()["homepage"][0];
//! assert_eq!(error.code, "scheme-not-allowed");
//! assert_eq!(error.params["findings"][1]["help"], "is it meant to be `http`?");
//! assert_eq!(error.params["mended"][0], "http://example.com/");
//! # }
//! ```
//!
//! # What the error carries
//!
//! An error has the code and the message of the first finding that refuses the field; a text that is not a reference has the
//! code `syntax`. The parameters are, in JSON:
//!
//! - `findings`, a list with all findings, those that refuse the field first. Each has its `code`, `severity`,
//!   `component`, the offsets `start` and `end`, its `message`, `help` and `section`, as `uri validate` prints them. Where
//!   the text is not a reference, the fault of syntax is the only one.
//! - `mended`, a list with what was probably meant, the likeliest first, as far as the policy accepts it, and browsers go to
//!   its host for the text, too.
//! - `value`, the field. The macro of the crate adds it.
//!
//! Messages and help may contain parts of the text, but no password. `value` and `mended` are whole texts, so errors of a
//! field that may have a password should not be logged.

use alloc::borrow::Cow;

use ::serde::ser::{Serialize, SerializeStruct, Serializer};
use ::validator::ValidationError;

use super::field::{Field, Objections};
use super::problem::Problem;
use crate::invariant::Invariant;
use crate::policy::Policy;

/// Returns an error if the policy refuses the field.
///
/// By itself, for structs whose context is the policy; otherwise in a function of one's own:
///
/// ```
/// # #[cfg(feature = "validator")] {
/// use urigram::adapt::validator::accepted_by;
/// use urigram::policy::Policy;
/// use validator::{Validate, ValidateArgs, ValidationError};
///
/// #[derive(Validate)]
/// #[validate(context = Policy)]
/// struct Login {
///     #[validate(custom(function = accepted_by, use_context))]
///     next: String,
///     #[validate(custom(function = with_tls))]
///     client: String,
/// }
///
/// fn with_tls(field: &str) -> Result<(), ValidationError> {
///     accepted_by(field, &Policy::identifier().schemes(["https"]).unwrap())
/// }
///
/// let policy = Policy::redirect().allow_host("example.com").unwrap();
/// let login = Login { next: "https://example.com/account".into(), client: "https://client.example/".into() };
/// assert!(login.validate_with_args(&policy).is_ok());
/// assert!(Login { next: "//example.net".into(), ..login }.validate_with_args(&policy).is_err());
/// # }
/// ```
///
/// # Errors
///
/// With all findings; see [the module](self).
pub fn accepted_by<F: Field + ?Sized>(field: &F, policy: &Policy) -> Result<(), ValidationError> {
    field.check(policy).map_err(error)
}

macro_rules! presets {
    ($($name:ident)*) => {$(
        #[doc = concat!("Returns an error if the policy [`", stringify!($name), "`](Policy::", stringify!($name), ") refuses the field.")]
        ///
        /// See [the module](self) for an example.
        ///
        /// # Errors
        ///
        /// With all findings.
        pub fn $name<F: Field + ?Sized>(field: &F) -> Result<(), ValidationError> {
            accepted_by(field, &Policy::$name())
        }
    )*};
}

presets! { link fetch redirect identifier }

fn error(objections: Objections) -> ValidationError {
    let Objections { problems, mends } = objections;
    let first = problems.first().invariant("a finding has refused the reference");
    let mut error = ValidationError::new(first.code).with_message(Cow::Owned(first.message.clone()));
    error.add_param(Cow::Borrowed("findings"), &problems);
    error.add_param(Cow::Borrowed("mended"), &mends);
    error
}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut finding = serializer.serialize_struct("Finding", 8)?;
        finding.serialize_field("code", self.code)?;
        finding.serialize_field("severity", self.severity.as_str())?;
        finding.serialize_field("component", self.component.name())?;
        finding.serialize_field("start", &self.range.start)?;
        finding.serialize_field("end", &self.range.end)?;
        finding.serialize_field("message", &self.message)?;
        finding.serialize_field("help", &self.help)?;
        finding.serialize_field("section", self.section)?;
        finding.end()
    }
}
