//! The forms of references (section 4.2), and same-document references (section 4.4).

use crate::grammar::{Components, Grammar, defined};
use crate::layout::has_dot_segment;
use crate::reference::Parts;
use crate::reference::generic::{Uri, UriReference};

/// The form of a reference, which its beginning determines (sections 4.2 and 4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReferenceForm {
    /// A URI: it begins with a scheme.
    Uri,
    /// A network-path reference: it begins with `//`.
    NetworkPath,
    /// An absolute-path reference: it begins with one `/`.
    AbsolutePath,
    /// A relative-path reference: it begins with neither a scheme nor a `/`, and has a path or a query.
    RelativePath,
    /// A same-document reference with any base: empty, or just a fragment.
    SameDocument,
}

impl<T: AsRef<str>, G: Grammar> UriReference<T, G> {
    /// Returns the form of the reference (sections 4.2 and 4.4).
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::resolve::ReferenceForm;
    ///
    /// let form = |text| UriReference::parse(text).unwrap().form();
    /// assert_eq!(form("g:h"), ReferenceForm::Uri);
    /// assert_eq!(form("//g"), ReferenceForm::NetworkPath);
    /// assert_eq!(form("/g"), ReferenceForm::AbsolutePath);
    /// assert_eq!(form("?y"), ReferenceForm::RelativePath);
    /// assert_eq!(form("#s"), ReferenceForm::SameDocument);
    /// ```
    pub fn form(&self) -> ReferenceForm {
        form_of(self.text(), self.components())
    }
}

/// Returns the form of the reference with this text and these components.
pub(crate) fn form_of(text: &str, components: &Components) -> ReferenceForm {
    if components.has(defined::SCHEME) {
        ReferenceForm::Uri
    } else if components.has(defined::AUTHORITY) {
        ReferenceForm::NetworkPath
    } else if text.starts_with('/') {
        ReferenceForm::AbsolutePath
    } else if !components.path_range().is_empty() || components.has(defined::QUERY) {
        ReferenceForm::RelativePath
    } else {
        ReferenceForm::SameDocument
    }
}

impl<T: AsRef<str>, G: Grammar> Uri<T, G> {
    /// Returns whether a reference is a same-document reference with this as the base URI (section 4.4), that
    /// is whether its target is this URI, fragments aside. The two are compared as strings (section 6.2.1),
    /// first with this URI as it is, then without its dot segments: resolution removes those of a target,
    /// unless it takes the whole path of the base. Linear in the two lengths; constant for a reference
    /// without path and query.
    ///
    /// ```
    /// use urigram::{Uri, UriReference};
    ///
    /// let base = Uri::parse("http://a/b/c?q#f")?;
    /// let same = |reference| base.is_same_document(&UriReference::parse(reference).unwrap());
    /// assert!(same("") && same("#s") && same("?q#s") && same("../b/c?q"));
    /// assert!(!same("?") && !same("c") && !same("HTTP://a/b/c?q"));
    ///
    /// let base = Uri::parse("http://a/b/../c")?;
    /// assert!(base.is_same_document(&base));
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn is_same_document<U: AsRef<str>>(&self, reference: &UriReference<U, G>) -> bool {
        if reference.form() == ReferenceForm::SameDocument {
            return true;
        }
        // A target that is too long is not equal to the base.
        let Ok(target) = self.resolve(reference) else { return false };
        let has_dots = || has_dot_segment(Parts::of(self).path());
        let is_without_dots = || self.resolve(self).is_ok_and(|base| document(&target) == document(&base));
        document(&target) == document(self) || has_dots() && is_without_dots()
    }
}

/// Returns everything except the fragment.
fn document<T: AsRef<str>, G: Grammar>(uri: &Uri<T, G>) -> &str {
    let parts = Parts::of(uri);
    parts.up_to(parts.after_query())
}
