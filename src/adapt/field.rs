//! Asks a policy about a field of a form.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::problem::Problem;
use crate::grammar::{Grammar, Rfc3986};
use crate::mend::Mend;
use crate::policy::Policy;
use crate::reference::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};

/// A field of which a policy can be asked: a text, which is parsed as a [`UriReference`](crate::UriReference), or one of
/// the four types of reference, or a borrow of one of them.
///
/// A function of one's own can take all of them:
///
/// ```
/// # #[cfg(feature = "validator")] {
/// use urigram::adapt::{Field, validator};
/// use urigram::policy::Policy;
/// use urigram::{Iri, Uri};
///
/// fn with_tls(field: &(impl Field + ?Sized)) -> Result<(), ::validator::ValidationError> {
///     validator::accepted_by(field, &Policy::link().schemes(["https"]).unwrap())
/// }
///
/// assert!(with_tls("https://example.com/").is_ok());
/// assert!(with_tls(&Iri::parse("https://example.com/é").unwrap()).is_ok());
/// assert!(with_tls(&Uri::parse("http://example.com/").unwrap()).is_err());
/// # }
/// ```
///
/// The trait is sealed.
pub trait Field: sealed::Sealed {
    #[doc(hidden)]
    fn check(&self, policy: &Policy) -> Result<(), Objections>;
}

mod sealed {
    pub trait Sealed {}
}

impl<F: Field + ?Sized> sealed::Sealed for &F {}

impl<F: Field + ?Sized> Field for &F {
    fn check(&self, policy: &Policy) -> Result<(), Objections> {
        (**self).check(policy)
    }
}

/// Why a field is refused.
#[doc(hidden)]
pub struct Objections {
    /// Those that refuse the field come first.
    pub(super) problems: Vec<Problem>,
    /// What was probably meant, if the policy accepts it.
    #[cfg_attr(not(feature = "validator"), expect(dead_code, reason = "garde has no place for them"))]
    pub(super) mends: Vec<String>,
}

impl Objections {
    fn new(mut problems: Vec<Problem>, mends: Vec<String>) -> Self {
        problems.sort_by_key(|problem| Reverse(problem.severity));
        Self { problems, mends }
    }
}

macro_rules! fields {
    ($($Type:ident)*) => {$(
        impl<T: AsRef<str>, G: Grammar> sealed::Sealed for $Type<T, G> {}

        impl<T: AsRef<str>, G: Grammar> Field for $Type<T, G> {
            fn check(&self, policy: &Policy) -> Result<(), Objections> {
                let Err(refused) = policy.check(self) else { return Ok(()) };
                let problems = refused.policy_findings().iter().map(Problem::from).collect();
                let mends = UriReference::<String, G>::mends(self.as_str()).into_iter().filter(has_same_host);
                let mends = mends.filter_map(|mend| $Type::<String, G>::try_from(mend.into_reference()).ok());
                let mends = mends.filter(|mend| policy.check(mend).is_ok()).map($Type::into_text);
                Err(Objections::new(problems, mends.collect()))
            }
        }
    )*};
}

fields! { UriReference Uri AbsoluteUri RelativeRef }

macro_rules! texts {
    ($($Type:ty)*) => {$(
        impl sealed::Sealed for $Type {}

        impl Field for $Type {
            fn check(&self, policy: &Policy) -> Result<(), Objections> {
                check_text(self, policy)
            }
        }
    )*};
}

texts! { str String Cow<'_, str> }

/// Returns whether browsers go to the same host for the text and for the mend: there is no place to tell otherwise.
fn has_same_host<G: Grammar>(mend: &Mend<G>) -> bool {
    mend.typed_host().is_none()
}

fn check_text(text: &str, policy: &Policy) -> Result<(), Objections> {
    match UriReference::<&str, Rfc3986>::parse(text) {
        Ok(reference) => reference.check(policy),
        Err(error) => {
            let mends = UriReference::<String, Rfc3986>::mends(text).into_iter().filter(has_same_host);
            let mends = mends.map(|mend| mend.into_reference());
            let mends = mends.filter(|mend| policy.check(mend).is_ok()).map(UriReference::into_text);
            Err(Objections::new([Problem::of_syntax(&error, text)].into(), mends.collect()))
        }
    }
}
