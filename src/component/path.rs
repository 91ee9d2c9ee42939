//! The path (section 3.3) and its segments.

use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::str::Split;

use super::simple::{Segment, encodable};
use crate::grammar::{Grammar, ParseError, PathKind, Rfc3986, Rule};
use crate::percent::Decoded;

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
    /// If the text contains a character that is not valid in any path. The error names its byte offset.
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

    /// Returns which rule of section 3.3 matched. It depends on the text before the path: in `http://a/b`
    /// the path `/b` is `path-abempty`, in `/b` it is `path-absolute`.
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

    /// Returns a double-ended iterator over the segments, which are separated by slashes. A `/` at the
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
    /// `.` and `..` in the data become dot segments, so untrusted data may lead to another directory. For such data,
    /// use [`push_segment`](crate::generic::Uri::push_segment), which rejects dot segments.
    ///
    /// ```
    /// use urigram::Path;
    ///
    /// assert_eq!(Path::encode("/My Documents/what?.txt"), "/My%20Documents/what%3F.txt");
    /// ```
}

// The parts of a path segment: its parameters, and the stem and extension of a file name (section 3.3).

/// The spellings of `.`, which may be percent-encoded because it is unreserved (section 2.3).
const DOTS: [&str; 3] = [".", "%2E", "%2e"];

impl<'a, G: Grammar> Segment<'a, G> {
    /// Returns an iterator over the parameters of the segment, each with its name and value. A parameter follows each
    /// `delimiter`, and its value follows a `=`; without a `=`, the value is `None`.
    ///
    /// ```
    /// use urigram::Segment;
    ///
    /// let mut parameters = Segment::parse("name;v=1.1;lang=en,fr;x")?.parameters(';');
    /// let (name, value) = parameters.next().unwrap();
    /// assert_eq!(name, "v");
    /// assert_eq!(value.unwrap(), "1.1");
    /// assert_eq!(parameters.next().unwrap().1.unwrap(), "en,fr");
    /// assert!(parameters.next().unwrap().1.is_none());
    ///
    /// assert_eq!(Segment::parse("name,1.1")?.parameters(',').next().unwrap().0, "1.1");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn parameters(
        self,
        delimiter: char,
    ) -> impl FusedIterator<Item = (Decoded<'a>, Option<Decoded<'a>>)> + Clone + use<'a, G> {
        self.as_str().split(delimiter).skip(1).map(|parameter| match parameter.split_once('=') {
            Some((name, value)) => (Decoded::new(name), Some(Decoded::new(value))),
            None => (Decoded::new(parameter), None),
        })
    }

    /// Returns whether the segment is `.` or `..` in any spelling. Such a segment is a position in the hierarchy, not a
    /// name.
    ///
    /// ```
    /// use urigram::Segment;
    ///
    /// assert!(Segment::parse("%2E.")?.is_dot_segment());
    /// assert!(!Segment::parse("...")?.is_dot_segment());
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn is_dot_segment(self) -> bool {
        let decoded = self.decode();
        decoded == "." || decoded == ".."
    }

    /// Returns the extension of a file with this name: the part after the last `.`, unless that `.` is the
    /// first character. [Parameters](Self::parameters) are part of it.
    ///
    /// ```
    /// use urigram::Segment;
    ///
    /// let extension = |segment| Segment::parse(segment).unwrap().extension();
    /// assert_eq!(extension("archive.tar.gz").unwrap(), "gz");
    /// assert_eq!(extension("name.").unwrap(), "");
    /// assert_eq!(extension(".profile"), None);
    /// assert_eq!(extension("name"), None);
    /// assert_eq!(extension("report.pdf;v=1").unwrap(), "pdf;v=1");
    /// ```
    pub fn extension(self) -> Option<Self> {
        self.around_last_dot().map(|(_, extension)| Self::new(extension))
    }

    /// Returns the name without its [`extension`](Self::extension), which includes parameters, and the `.` before it.
    ///
    /// ```
    /// use urigram::Segment;
    ///
    /// assert_eq!(Segment::parse("archive.tar.gz")?.stem(), "archive.tar");
    /// assert_eq!(Segment::parse(".profile")?.stem(), ".profile");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn stem(self) -> Self {
        self.around_last_dot().map_or(self, |(stem, _)| Self::new(stem))
    }

    fn around_last_dot(&self) -> Option<(&'a str, &'a str)> {
        let splits = DOTS.iter().filter_map(|dot| self.as_str().rsplit_once(dot));
        let last = splits.max_by_key(|(stem, _)| stem.len());
        last.filter(|(stem, _)| !stem.is_empty() && !self.is_dot_segment())
    }
}

impl<'a, G: Grammar> Path<'a, G> {
    /// Returns the last segment with its parameters, unless it is empty, `.` or `..` and so cannot be a file name.
    ///
    /// ```
    /// use urigram::Path;
    ///
    /// let path = Path::parse("/docs/r%C3%A9sum%C3%A9.pdf")?;
    /// assert_eq!(path.file_name().unwrap().decode(), "résumé.pdf");
    /// assert_eq!(path.file_name().unwrap().extension().unwrap(), "pdf");
    /// assert_eq!(Path::parse("/docs/")?.file_name(), None);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn file_name(&self) -> Option<Segment<'a, G>> {
        let last = self.segments().next_back();
        last.filter(|segment| !segment.as_str().is_empty() && !segment.is_dot_segment())
    }
}
