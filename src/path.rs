//! The path (section 3.3) and its segments.

use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::str::Split;

use crate::components::PathKind;
use crate::error::ParseError;
use crate::grammar::{Grammar, Rfc3986, Rule};

/// A path (section 3.3), as it is written: dot segments and percent-encoding included.
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
    /// The place of the first character that no path can have.
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

    /// The text.
    #[inline]
    pub const fn as_str(self) -> &'a str {
        self.text
    }

    /// Which rule of section 3.3 matched. It depends on what is before the path: in `http://a/b` the
    /// path `/b` is `path-abempty`, in `/b` it is `path-absolute`.
    ///
    /// ```
    /// use urigram::{PathKind, UriReference};
    ///
    /// assert_eq!(UriReference::parse("urn:a")?.path().kind(), PathKind::Rootless);
    /// assert_eq!(UriReference::parse("./a")?.path().kind(), PathKind::NoScheme);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[inline]
    pub const fn kind(&self) -> PathKind {
        self.kind
    }

    /// Whether there are no characters.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Whether it begins with `/`, as `path-absolute` does and most of `path-abempty`.
    #[inline]
    pub fn starts_with_slash(&self) -> bool {
        self.text.starts_with('/')
    }

    /// The segments, from either end: what stands between the slashes. A `/` at the start begins the
    /// first segment; the empty path has none.
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
    pub fn segments(&self) -> Segments<'a> {
        let rootless = self.text.strip_prefix('/').unwrap_or(self.text);
        Segments((!self.text.is_empty()).then(|| rootless.split('/')))
    }
}

/// The segments of a path, from [`Path::segments`].
#[derive(Clone, Debug)]
pub struct Segments<'a>(Option<Split<'a, char>>);

impl<'a> Iterator for Segments<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.0.as_mut()?.next()
    }
}

impl DoubleEndedIterator for Segments<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.as_mut()?.next_back()
    }
}

impl FusedIterator for Segments<'_> {}
