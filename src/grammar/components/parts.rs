//! The ranges of the segments of a path and the pairs of a query.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "a sum is at most one byte after the query or the path, which lie in a text"
)]

use core::ops::Range;

use super::Components;

impl Components {
    /// Returns the ranges of the segments of the path (section 3.3), as in [`Path::segments`](crate::Path::segments). `text`
    /// must be the text that was parsed; for another text, the ranges are unspecified.
    ///
    /// ```
    /// use urigram::Rule;
    ///
    /// let text = "http://a/b//c?q";
    /// let components = Rule::URI.parse(text)?;
    /// let segments: Vec<_> = components.segments(text).map(|range| (range.start, &text[range])).collect();
    /// assert_eq!(segments, [(9, "b"), (11, ""), (12, "c")]);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn segments<'i>(&self, text: &'i str) -> impl Iterator<Item = Range<usize>> + use<'i> {
        let Range { mut start, end } = self.path_range();
        let path = text.get(start..end).unwrap_or_default();
        let rootless = path.strip_prefix('/').unwrap_or(path);
        start += path.len() - rootless.len();
        let segments = (!path.is_empty()).then(|| rootless.split('/'));
        segments.into_iter().flatten().map(move |segment| {
            let range = start..start + segment.len();
            start = range.end + 1;
            range
        })
    }

    /// Returns the ranges of the keys and values of the query (section 3.4), as in [`Query::pairs`](crate::Query::pairs).
    /// `text` must be the text that was parsed; for another text, the ranges are unspecified.
    ///
    /// ```
    /// use urigram::Rule;
    ///
    /// let text = "/search?q=a%26b&raw";
    /// let components = Rule::URI_reference.parse(text)?;
    /// let mut pairs = components.pairs(text);
    /// assert_eq!(pairs.next(), Some((8..9, Some(10..15))));
    /// assert_eq!(pairs.next(), Some((16..19, None)));
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn pairs<'i>(
        &self,
        text: &'i str,
    ) -> impl Iterator<Item = (Range<usize>, Option<Range<usize>>)> + use<'i> {
        let Range { mut start, end } = self.query().unwrap_or_default();
        let pairs = text.get(start..end).unwrap_or_default().split('&').map(move |pair| {
            let from = start;
            start += pair.len() + 1;
            (from, pair)
        });
        pairs.filter(|(_, pair)| !pair.is_empty()).map(|(from, pair)| {
            let end = from + pair.len();
            match pair.find('=') {
                Some(key) => (from..from + key, Some(from + key + 1..end)),
                None => (from..end, None),
            }
        })
    }
}
