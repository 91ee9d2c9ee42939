// Reference resolution (section 5.2), its inverse, and the forms of references (sections 4.2 and 4.4).
//
// In: a base URI and a reference, or a base URI and a target.
// Out: the target, or the shortest reference to this target; the join of two references; the form of a reference. The
// components of a target are computed from those of base and reference, without parsing: `transform` implements section
// 5.2.2.
// Next: `base`, which resolves base URIs embedded in a document.

//! Reference resolution (section 5.2), its inverse, and the forms of references (sections 4.2 and 4.4).
//!
//! [`Resolver`] has the options of [`resolve`](crate::generic::Uri::resolve), and [`ReferenceForm`] is the
//! result of [`form`](crate::generic::UriReference::form).

use alloc::string::String;
use core::marker::PhantomData;

mod error;
mod join;
mod options;
mod relativize;
mod transform;

pub use crate::layout::remove_dot_segments;
pub use error::{RelativizeError, ResolveError};
pub use options::Resolver;
pub use relativize::Relativizer;
pub use transform::ReferenceForm;

pub(crate) use transform::form_of;

use crate::grammar::{Components, Grammar, GrammarError, LONGEST, Rule, known};
use crate::reference::Parts;
use crate::reference::generic::{Uri, UriReference};
use transform::Pieces;

pub(crate) fn parse<G: Grammar>(reference: &str) -> Result<UriReference<&str, G>, ResolveError> {
    UriReference::matching(Rule::URI_reference, reference).map_err(ResolveError::Invalid)
}

impl<T: AsRef<str>, G: Grammar> Uri<T, G> {
    /// Returns the target of a reference, with this as the base URI (section 5.2). Resolution is strict, and
    /// follows the RFC exactly except for the guard `/.` described below.
    ///
    /// Every reference can be resolved against every base: a fragment in the base is ignored, and a base
    /// need not be hierarchical. [`Resolver`] has options. Linear in the two lengths.
    ///
    /// ```
    /// use urigram::{Uri, UriReference};
    ///
    /// let base = Uri::parse("http://a/b/c/d;p?q")?;
    /// let target = |reference| base.resolve(&UriReference::parse(reference).unwrap()).unwrap();
    /// assert_eq!(target("../g?y#s"), "http://a/b/g?y#s");
    /// assert_eq!(target("//g"), "http://g");
    /// assert_eq!(target(""), "http://a/b/c/d;p?q");
    ///
    /// let base = Uri::parse("zz:abc")?;
    /// assert_eq!(base.resolve(&UriReference::parse("foo/../bar")?).unwrap(), "zz:/bar");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ///
    /// If the path of a target without an authority would begin with `//`, `/.` is written before it: `f:/a`
    /// and `.//g` resolve to `f:/.//g`, not to `f://g`, which has a host and another path.
    ///
    /// # Errors
    ///
    /// If the target, before dot segments are removed from it, is [too long](crate#limits).
    pub fn resolve<U: AsRef<str>>(
        &self,
        reference: &UriReference<U, G>,
    ) -> Result<Uri<String, G>, ResolveError> {
        Resolver::new().resolve(self, reference)
    }

    /// Parses a reference, and returns its target. See [`resolve`](Self::resolve).
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::resolve::ResolveError;
    ///
    /// let base = Uri::parse("http://a/b/c/d;p?q")?;
    /// assert_eq!(base.resolve_str("../g").unwrap(), "http://a/b/g");
    /// let Err(ResolveError::Invalid(error)) = base.resolve_str("../g h") else { unreachable!() };
    /// assert_eq!(error.offset(), 4);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not a valid reference, or if the target, before dot segments are removed from it, is
    /// [too long](crate#limits).
    pub fn resolve_str(&self, reference: &str) -> Result<Uri<String, G>, ResolveError> {
        self.resolve(&parse(reference)?)
    }
}

impl Resolver {
    /// Returns the target of a reference, with these options. See [`Uri::resolve`].
    ///
    /// # Errors
    ///
    /// If the target, before dot segments are removed from it, is [too long](crate#limits), or if the
    /// options make it an error.
    pub fn resolve<T: AsRef<str>, U: AsRef<str>, G: Grammar>(
        self,
        base: &Uri<T, G>,
        reference: &UriReference<U, G>,
    ) -> Result<Uri<String, G>, ResolveError> {
        let (base, reference) = (Parts::of(base), Parts::of(reference));
        if self.is_target(base, reference) {
            let components = same::<G>(reference)?;
            return Ok(Uri(UriReference { text: reference.text().into(), components, grammar: PhantomData }));
        }
        let mut text = String::new();
        let reserve = |text: &mut String, length| *text = String::with_capacity(length);
        let components = self.write::<G>(LONGEST, base, reference, &mut text, 0, reserve)?;
        Ok(Uri(UriReference { text, components, grammar: PhantomData }))
    }

    /// Writes the target of a reference to a buffer. The previous content of the buffer is lost. Does not
    /// allocate if its capacity is at least the length of base and reference together, plus two bytes.
    /// After an error, the content of the buffer is unspecified, and the buffer can be used again.
    ///
    /// ```
    /// use urigram::resolve::Resolver;
    /// use urigram::{Uri, UriReference};
    ///
    /// let base = Uri::parse("http://a/b/c/d")?;
    /// let mut buffer = String::new();
    /// for reference in ["g", "./g", "../c/g"] {
    ///     let reference = UriReference::parse(reference)?;
    ///     let target = Resolver::new().resolve_into(&base, &reference, &mut buffer).unwrap();
    ///     assert_eq!(target, "http://a/b/c/g");
    /// }
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the target, before dot segments are removed from it, is [too long](crate#limits), or if the
    /// options make it an error.
    pub fn resolve_into<'b, T: AsRef<str>, U: AsRef<str>, G: Grammar>(
        self,
        base: &Uri<T, G>,
        reference: &UriReference<U, G>,
        buffer: &'b mut String,
    ) -> Result<Uri<&'b str, G>, ResolveError> {
        buffer.clear();
        let (base, reference) = (Parts::of(base), Parts::of(reference));
        let components = if self.is_target(base, reference) {
            buffer.push_str(reference.text());
            same::<G>(reference)?
        } else {
            self.write::<G>(LONGEST, base, reference, buffer, 0, String::reserve)?
        };
        Ok(Uri(UriReference { text: buffer, components, grammar: PhantomData }))
    }

    /// Appends the target of a reference to a buffer, and returns its components, with offsets in the target. Does not
    /// allocate if the buffer has spare capacity for the base, the reference and two more bytes. On error, the buffer is
    /// unchanged.
    ///
    /// ```
    /// use urigram::resolve::Resolver;
    /// use urigram::{Uri, UriReference};
    ///
    /// let base = Uri::parse("http://a/b/c/d")?;
    /// let (mut buffer, mut targets) = (String::new(), Vec::new());
    /// for reference in ["g", "../h?y"] {
    ///     let start = buffer.len();
    ///     let components =
    ///         Resolver::new().append_to(&base, &UriReference::parse(reference)?, &mut buffer).unwrap();
    ///     targets.push((start..buffer.len(), components));
    /// }
    /// assert_eq!(buffer, "http://a/b/c/ghttp://a/b/h?y");
    ///
    /// let (range, components) = targets[1].clone();
    /// let target = Uri::from_components_unchecked(&buffer[range], components).unwrap();
    /// assert_eq!(target.query().unwrap(), "y");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the target, before dot segments are removed from it, is [too long](crate#limits), or if the
    /// options make it an error.
    pub fn append_to<T: AsRef<str>, U: AsRef<str>, G: Grammar>(
        self,
        base: &Uri<T, G>,
        reference: &UriReference<U, G>,
        buffer: &mut String,
    ) -> Result<Components, ResolveError> {
        let before = buffer.len();
        let components = self.append::<G>(Parts::of(base), Parts::of(reference), buffer);
        if components.is_err() {
            buffer.truncate(before);
        }
        components
    }

    /// Appends the target to the buffer. After an error, the buffer may end with a part of the target.
    fn append<G: Grammar>(
        self,
        base: Parts<'_>,
        reference: Parts<'_>,
        buffer: &mut String,
    ) -> Result<Components, ResolveError> {
        if self.is_target(base, reference) {
            buffer.push_str(reference.text());
            return Ok(same::<G>(reference)?);
        }
        let before = buffer.len();
        self.write::<G>(LONGEST, base, reference, buffer, before, String::reserve)
    }

    /// Appends the target to the buffer, whose length is `before`. `longest` is the maximum length of the target, and
    /// `reserve` reserves capacity for the given number of bytes.
    #[inline(always)]
    fn write<G: Grammar>(
        self,
        longest: u32,
        base: Parts<'_>,
        reference: Parts<'_>,
        buffer: &mut String,
        before: usize,
        reserve: impl FnOnce(&mut String, usize),
    ) -> Result<Components, ResolveError> {
        let pieces = match self.has_scheme(base, reference) {
            true => Pieces::of_uri(reference),
            false => Pieces::relative(base, reference),
        };
        let len = pieces.len();
        if len > longest as usize {
            return Err(ResolveError::TooLong);
        }
        reserve(buffer, len);
        pieces.write::<G>(self, longest, buffer, before)
    }

    /// Returns whether the reference is its own target: it has a scheme, and no dot segments.
    #[inline(always)]
    fn is_target(self, base: Parts<'_>, reference: Parts<'_>) -> bool {
        self.has_scheme(base, reference) && !reference.may_have_dot_segment()
    }
}

/// Returns the components of a target that is equal to the reference.
#[inline(always)]
fn same<G: Grammar>(reference: Parts<'_>) -> Result<Components, GrammarError> {
    known::<G>(Rule::URI, reference.text(), *reference.at).map_err(GrammarError::rejected)
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use rstest::rstest;

    use super::{ResolveError, Resolver};
    use crate::grammar::Rfc3986;
    use crate::reference::Parts;
    use crate::{Uri, UriReference};

    /// The limit is `longest` here instead of `u32::MAX`.
    #[rstest]
    #[case::last_segments("aaaaaaaa:b", "//../..", 15, Err(ResolveError::TooLong))]
    #[case::last_segments_fit("aaaaaaaa:b", "//../..", 16, Ok("aaaaaaaa://../"))]
    #[case::all_of_the_path("a:b", "//h/../../x", 12, Err(ResolveError::TooLong))]
    #[case::all_of_the_path_fits("a:b", "//h/../../x", 13, Ok("a://h/x"))]
    #[case::merged("a:/b/c", "d/../../e", 12, Err(ResolveError::TooLong))]
    #[case::guard("f:/a", ".//g", 6, Err(ResolveError::TooLong))]
    #[case::guard_fits("f:/a", ".//g", 7, Ok("f:/.//g"))]
    fn length_is_checked_before_dot_segments_are_removed(
        #[case] base: &str,
        #[case] reference: &str,
        #[case] longest: u32,
        #[case] target: Result<&str, ResolveError>,
    ) {
        let (base, reference) = (Uri::parse(base).unwrap(), UriReference::parse(reference).unwrap());
        let mut buffer = String::new();
        let (base, reference) = (Parts::of(&base), Parts::of(&reference));
        let written =
            Resolver::new().write::<Rfc3986>(longest, base, reference, &mut buffer, 0, String::reserve);
        assert_eq!(written.map(|_| buffer.as_str()), target);
    }
}
