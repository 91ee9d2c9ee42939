//! Policies for fields in structs that the crate `garde` validates.
//!
//! Each function can be called by `#[garde(custom(…))]`. The field is a text, which is parsed as a
//! [`UriReference`](crate::UriReference), or a reference; for `Option` and lists, write `inner(custom(…))`.
//! Name the function by a path, because within the attribute, the name of a field hides a function of the same name.
//!
//! ```
//! # #[cfg(feature = "garde")] {
//! use garde::Validate;
//! use urigram::{Uri, adapt};
//!
//! #[derive(Validate)]
//! struct Profile {
//!     #[garde(custom(adapt::garde::link))]
//!     homepage: String,
//!     #[garde(inner(custom(adapt::garde::fetch)))]
//!     picture: Option<Uri<String>>,
//! }
//!
//! let picture: Uri<String> = "http://10.0.0.1/a.png".parse().unwrap();
//! let profile = Profile { homepage: "/people/me".into(), picture: Some(picture) };
//! let report = profile.validate().unwrap_err();
//! assert_eq!(
//!     report.to_string(),
//!     "picture: error[not-global-address]: 10.0.0.1 is not a global unicast address: 10.0.0.0/8, Private-Use, RFC 1918 \
//!      (help: write a public host: this address may lead into a private network, or to this machine)\n",
//! );
//! # }
//! ```
//!
//! # What the error carries
//!
//! An error of garde is one message. It has a line for each finding, those that refuse the field first: the severity, the
//! code, the message and the help. A text that is not a reference has one line, with the code `syntax`. The message may
//! contain parts of the text, but no password. The crate [`validator`](super::validator) has a place for
//! the offsets and for what was probably meant.

use core::fmt::{self, Display};

use ::garde::{Error, Result};

use super::field::{Field, Objections};
use crate::policy::Policy;

/// Returns an error if the policy refuses the field.
///
/// By itself, for structs whose context is the policy; otherwise in a function or a closure:
///
/// ```
/// # #[cfg(feature = "garde")] {
/// use garde::Validate;
/// use urigram::adapt::garde::accepted_by;
/// use urigram::policy::Policy;
///
/// #[derive(Validate)]
/// #[garde(context(Policy))]
/// struct Login {
///     #[garde(custom(accepted_by))]
///     next: String,
///     #[garde(custom(|field, _| accepted_by(field, &Policy::identifier())))]
///     client: String,
/// }
///
/// let policy = Policy::redirect().allow_host("example.com").unwrap();
/// let login = Login { next: "https://example.com/account".into(), client: "https://client.example/".into() };
/// assert!(login.validate_with(&policy).is_ok());
/// assert!(Login { next: "//example.net".into(), ..login }.validate_with(&policy).is_err());
/// # }
/// ```
///
/// # Errors
///
/// With a line for each finding; see [the module](self).
pub fn accepted_by<F: Field + ?Sized>(field: &F, policy: &Policy) -> Result {
    field.check(policy).map_err(|objections| Error::new(Lines(&objections)))
}

macro_rules! presets {
    ($($name:ident)*) => {$(
        #[doc = concat!("Returns an error if the policy [`", stringify!($name), "`](Policy::", stringify!($name), ") refuses the field.")]
        ///
        /// The context of the struct does not matter. See [the module](self) for an example.
        ///
        /// # Errors
        ///
        /// With a line for each finding.
        pub fn $name<F: Field + ?Sized, C: ?Sized>(field: &F, _context: &C) -> Result {
            accepted_by(field, &Policy::$name())
        }
    )*};
}

presets! { link fetch redirect identifier }

struct Lines<'a>(&'a Objections);

impl Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.problems.iter().enumerate() {
            let line_feed = if index > 0 { "\n" } else { "" };
            let severity = problem.severity;
            write!(
                f,
                "{line_feed}{severity}[{}]: {} (help: {})",
                problem.code, problem.message, problem.help
            )?;
        }
        Ok(())
    }
}
