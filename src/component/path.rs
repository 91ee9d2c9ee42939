//! The path (section 3.3) and its segments.

use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::str::Split;

use super::encodable::encodable;
use super::simple::Segment;
use crate::grammar::{Grammar, ParseError, PathKind, Rfc3986, Rule};

/// A path (section 3.3), as written, including dot segments and percent-encoding.
///
/// ```
/// use urigram::Path;
///
/// let path = Path::parse("/a/b%20c/..")?;
/// assert_eq!(path.segments().collect::<Vec<_>>(), ["a", "b%20c", ".."]);
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Path<'a, G = Rfc3986> {
    text: &'a str,
    kind: PathKind,
    grammar: PhantomData<fn() -> G>,
}

impl<'a> Path<'a> {
    /// Parses a path by the rule `path`.
    ///
    /// # Errors
    ///
    /// The place of the first character that is not valid in any path.
    pub fn parse(text: &'a str) -> Result<Self, ParseError> {
        Self::try_from(text)
    }
}

impl<'a, G: Grammar> TryFrom<&'a str> for Path<'a, G> {
    type Error = ParseError;

    fn try_from(text: &'a str) -> Result<Self, ParseError> {
        let components = G::components(Rule::path, text)?;
        Ok(Self::new(text, components.path_kind()))
    }
}

impl<'a, G> Path<'a, G> {
    pub(crate) fn new(text: &'a str, kind: Option<PathKind>) -> Self {
        Self { text, kind: kind.unwrap_or(PathKind::Empty), grammar: PhantomData }
    }

    /// Returns the text.
    #[inline]
    pub const fn as_str(self) -> &'a str {
        self.text
    }

    /// Returns which rule of section 3.3 matched. It depends on what is before the path: in `http://a/b` the
    /// path `/b` is `path-abempty`, in `/b` it is `path-absolute`.
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::grammar::PathKind;
    ///
    /// assert_eq!(UriReference::parse("urn:a")?.path().kind(), PathKind::Rootless);
    /// assert_eq!(UriReference::parse("./a")?.path().kind(), PathKind::NoScheme);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[inline]
    pub const fn kind(&self) -> PathKind {
        self.kind
    }

    /// Returns whether the path is empty.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns an iterator over the segments, which are separated by slashes, from either end. A `/` at the
    /// start precedes the first segment; the empty path has no segments.
    ///
    /// ```
    /// use urigram::Path;
    ///
    /// let segments = |path| Path::parse(path).unwrap().segments().collect::<Vec<_>>();
    /// assert_eq!(segments("/a/b/"), ["a", "b", ""]);
    /// assert_eq!(segments("a//b"), ["a", "", "b"]);
    /// assert_eq!(segments("/"), [""]);
    /// assert!(segments("").is_empty());
    /// ```
    pub fn segments(&self) -> Segments<'a, G> {
        let rootless = self.text.strip_prefix('/').unwrap_or(self.text);
        let texts = (!self.text.is_empty()).then(|| rootless.split('/'));
        Segments { texts, grammar: PhantomData }
    }
}

/// The segments of a path, from [`Path::segments`].
#[derive(Clone, Debug)]
pub struct Segments<'a, G = Rfc3986> {
    texts: Option<Split<'a, char>>,
    grammar: PhantomData<fn() -> G>,
}

impl<'a, G> Iterator for Segments<'a, G> {
    type Item = Segment<'a, G>;

    fn next(&mut self) -> Option<Self::Item> {
        self.texts.as_mut()?.next().map(Segment::new)
    }
}

impl<G> DoubleEndedIterator for Segments<'_, G> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.texts.as_mut()?.next_back().map(Segment::new)
    }
}

impl<G> FusedIterator for Segments<'_, G> {}

encodable! { Path path_rootless SEGMENT b'/'
    /// Encodes raw data as a path, in which `/` delimits segments. Segments that may contain a `/` are
    /// encoded one by one with [`Segment::encode`], and decoded one by one.
    ///
    /// `.` and `..` in the data become dot segments, which change where the path leads. If the data are not
    /// trusted, use [`push_segment`](crate::generic::Uri::push_segment), which rejects them.
    ///
    /// ```
    /// use urigram::Path;
    ///
    /// assert_eq!(Path::encode("/My Documents/what?.txt"), "/My%20Documents/what%3F.txt");
    /// ```
}
