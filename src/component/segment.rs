//! The parts of a path segment: its parameters, and the stem and extension of a file name (section 3.3).

use core::iter::FusedIterator;

use super::path::Path;
use super::simple::Segment;
use crate::grammar::Grammar;
use crate::percent::Decoded;

/// The spellings of `.`, which is unreserved and so may be encoded (section 2.3).
const DOTS: [&str; 3] = [".", "%2E", "%2e"];

impl<'a, G: Grammar> Segment<'a, G> {
    /// Returns an iterator over the parameters of the segment. A parameter follows each `delimiter`, and is a
    /// name and, after a `=`, a value. A name without a `=` has the value `None`.
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

    /// Returns whether the segment is `.` or `..` in any spelling, which is not a name but a position in the
    /// hierarchy.
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

    /// Returns the name without its extension and the `.` before it. For parameters, see
    /// [`extension`](Self::extension).
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
    /// Returns the last segment if it can be a file name, that is unless it is empty, `.` or `..`. Parameters
    /// are included.
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
