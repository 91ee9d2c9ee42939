//! Editing of the path, as a whole and by segments. A guard does not count as a segment.

use alloc::string::String;
use core::ops::Range;

use super::{EditError, Editor};
use crate::bytes::last_slash;
use crate::component::{IntoComponent, Path, Segment};
use crate::grammar::{Grammar, defined};
use crate::layout::guard;
use crate::reference::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};

impl Editor<'_> {
    /// Appends segments, which are joined with `/`. They replace the last segment of the path if it is empty.
    pub(super) fn push_segments(&mut self, segments: &str) -> Result<(), EditError> {
        let path = self.unguarded();
        let slash =
            if path.ends_with('/') || (path.is_empty() && !self.has(defined::AUTHORITY)) { "" } else { "/" };
        self.insert_in_path(path.len(), [slash, segments, ""])
    }

    #[expect(clippy::arithmetic_side_effects, reason = "the offset after a slash")]
    pub(super) fn insert_segment(&mut self, index: usize, segment: &str) -> Result<(), EditError> {
        let path = self.unguarded();
        let root = usize::from(path.starts_with('/'));
        if path.is_empty() && index == 0 {
            return self.push_segments(segment);
        }
        let slashes = || path.bytes().enumerate().skip(root).filter(|&(_, byte)| byte == b'/');
        let starts = [root].into_iter().chain(slashes().map(|(slash, _)| slash + 1));
        let count = if path.is_empty() { 0 } else { starts.clone().count() };
        if index == count {
            return self.insert_in_path(path.len(), ["/", segment, ""]);
        }
        match starts.take(count).nth(index) {
            Some(start) => self.insert_in_path(start, [segment, "/", ""]),
            None => Err(EditError::NoSuchIndex { index, count }),
        }
    }

    /// Removes the last segment and the `/` before it, except for the `/` at the start of the path. Returns
    /// whether a segment was removed.
    pub(super) fn pop_segment(&mut self) -> Result<bool, EditError> {
        let path = self.unguarded();
        if path.is_empty() || path == "/" {
            return Ok(false);
        }
        let start = last_slash(path.as_bytes()).map_or(0, |slash| slash.max(1));
        self.replace_in_path(start..path.len(), [""; 3])?;
        Ok(true)
    }

    /// Returns the path without its guard.
    fn unguarded(&self) -> &str {
        let path = self.parts().path();
        path.get(self.guard_len(path)..).expect("a guard is the start of its path")
    }

    fn guard_len(&self, path: &str) -> usize {
        guard::length(path, self.has(defined::SCHEME), self.has(defined::AUTHORITY))
    }

    /// Inserts the concatenated `pieces` into the path, at the start or the end of a segment.
    fn insert_in_path(&mut self, at: usize, pieces: [&str; 3]) -> Result<(), EditError> {
        let first = pieces.into_iter().find(|piece| !piece.is_empty());
        if at == 0 && !self.has(defined::AUTHORITY) && first.is_none_or(|first| first.starts_with('/')) {
            return Err(EditError::EmptyFirstSegment);
        }
        self.replace_in_path(at..at, pieces)
    }

    /// Replaces a part of the path, at offsets that do not count its guard. A change at the start of the path may require
    /// a different guard; a change after the first segment cannot.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "the guard and the part lie in the path; two texts have at most `isize::MAX` bytes each"
    )]
    fn replace_in_path(&mut self, part: Range<usize>, pieces: [&str; 3]) -> Result<(), EditError> {
        let path = self.parts().path();
        let guard = self.guard_len(path);
        let len = path.len() - part.len() + pieces.iter().map(|piece| piece.len()).sum::<usize>();
        let start = self.at.path_span().start;
        let end = start + (guard + part.end) as u32;
        if part.start > 1 {
            let start = start + (guard + part.start) as u32;
            return self.replace(start..end, pieces, |lengths| lengths.path = len as u32);
        }
        let root = path.get(guard..guard + part.start).expect("segments begin between characters");
        let prefix = String::from(root) + &pieces.concat();
        let new_guard = self.guard(&prefix);
        self.replace(start..end, [new_guard, &prefix, ""], |lengths| {
            lengths.path = (len - guard + new_guard.len()) as u32;
        })
    }
}

macro_rules! editing {
    ($($Type:ident $name:literal $scheme:literal;)*) => {$(
        impl<G: Grammar> $Type<String, G> {
            /// Sets the path (section 3.3). Every reference has a path, so there is no method to remove it: set the empty path.
            ///
            /// A guard is written before a path that would otherwise be read as an authority or a scheme. Without an
            /// authority, the guard `/.` is written before a path that begins with `//` (section 3.3). Without a scheme and
            /// an authority, the guard `./` is written before a path whose first segment contains a colon (section 4.2).
            ///
            /// # Errors
            ///
            /// If the value is not a valid path, if there is an authority and the path is not empty and does not begin
            /// with `/`, or if the reference would be [too long](crate#limits).
            ///
            /// ```
            #[doc = concat!("use urigram::{Path, ", $name, "};")]
            ///
            #[doc = concat!(
                "let mut reference = ", $name, "::parse(\"", $scheme, "//example.com/a?b\")?.to_owned();"
            )]
            /// reference.set_path(Path::encode("/My Documents/c"))?;
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//example.com/My%20Documents/c?b\");")]
            /// reference.set_path("")?;
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//example.com?b\");")]
            /// # Ok::<(), urigram::Error>(())
            /// ```
            pub fn set_path<'a>(
                &mut self,
                path: impl IntoComponent<'a, Path<'static, G>>,
            ) -> Result<(), EditError> {
                let path = path.into_text()?;
                self.edit(|editor| editor.set_path(&path))
            }

            /// Appends a segment to the path. If the last segment of the path is empty, the new segment replaces it, so
            /// the result is the same for `/a` and `/a/`.
            ///
            /// A string is raw data and is percent-encoded, so a `/` in it does not delimit segments; a [`Segment`] is
            /// added as written. The grammar determines which characters are encoded: `{` in `{id}` is, unless an edited
            /// grammar accepts it in a segment. An empty string is a segment, too: `/users` becomes `/users/`. A guard is
            /// written or removed as in [`set_path`](Self::set_path), and does not count as a segment.
            ///
            /// # Errors
            ///
            /// If the segment is `.` or `..`, percent-encoded or not; if it is empty and would be the first segment of a
            /// path that does not begin with `/`; or if the reference would be [too long](crate#limits). Use
            /// [`set_path`](Self::set_path) to set a path with dot segments.
            ///
            /// ```
            #[doc = concat!("use urigram::", $name, ";")]
            ///
            #[doc = concat!(
                "let mut reference = ", $name, "::parse(\"", $scheme, "//example.com/a?b\")?.to_owned();"
            )]
            /// reference.push_segment("AC/DC")?;
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//example.com/a/AC%2FDC?b\");")]
            /// assert!(reference.push_segment("..").is_err());
            /// # Ok::<(), urigram::Error>(())
            /// ```
            #[doc(alias = "path_segments_mut")]
            pub fn push_segment<'a>(
                &mut self,
                segment: impl IntoComponent<'a, Segment<'static, G>>,
            ) -> Result<(), EditError> {
                self.extend_segments([segment])
            }

            /// Appends segments to the path; on error, appends none of them. The first segment is appended as by
            /// [`push_segment`](Self::push_segment). An empty segment is kept, so `["users", "", "x"]` appends `/users//x`:
            /// check for empty names before they become segments.
            ///
            /// # Errors
            ///
            /// If [`push_segment`](Self::push_segment) fails.
            ///
            /// ```
            #[doc = concat!("use urigram::", $name, ";")]
            ///
            #[doc = concat!(
                "let mut reference = ", $name, "::parse(\"", $scheme, "//example.com/\")?.to_owned();"
            )]
            /// reference.extend_segments(["a b", "c/d", ""])?;
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//example.com/a%20b/c%2Fd/\");")]
            /// # Ok::<(), urigram::Error>(())
            /// ```
            pub fn extend_segments<'a, S: IntoComponent<'a, Segment<'static, G>>>(
                &mut self,
                segments: impl IntoIterator<Item = S>,
            ) -> Result<(), EditError> {
                match joined(segments)? {
                    Some(segments) => self.edit(|editor| editor.push_segments(&segments)),
                    None => Ok(()),
                }
            }

            /// Appends the segments of the given path, as written. The first segment is appended as by
            /// [`push_segment`](Self::push_segment). A `/` at the start of the given path is only a delimiter, and an empty
            /// path changes nothing.
            ///
            /// # Errors
            ///
            /// If the value is not a valid path, or if [`push_segment`](Self::push_segment) fails.
            ///
            /// ```
            #[doc = concat!("use urigram::", $name, ";")]
            ///
            #[doc = concat!(
                "let mut reference = ", $name, "::parse(\"", $scheme, "//example.com/a/?q\")?.to_owned();"
            )]
            /// reference.append_path("b/c%2Fd")?;
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//example.com/a/b/c%2Fd?q\");")]
            /// reference.append_path("/e/")?;
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//example.com/a/b/c%2Fd/e/?q\");")]
            /// assert!(reference.append_path("../f").is_err());
            /// # Ok::<(), urigram::Error>(())
            /// ```
            pub fn append_path<'a>(
                &mut self,
                path: impl IntoComponent<'a, Path<'static, G>>,
            ) -> Result<(), EditError> {
                let path = path.into_text()?;
                if path.is_empty() {
                    return Ok(());
                }
                let segments = path.strip_prefix('/').unwrap_or(&path);
                if segments.split('/').any(|segment| Segment::<G>::new(segment).is_dot_segment()) {
                    return Err(EditError::DotSegment);
                }
                self.edit(|editor| editor.push_segments(segments))
            }

            /// Inserts a segment before the segment at `index`, or at the end if `index` is the number of segments.
            /// Indices count from 0, as in [`segments`](crate::Path::segments), but the `.` of a guard does not count.
            ///
            /// # Errors
            ///
            /// If [`push_segment`](Self::push_segment) fails, or if `index` is greater than the number of segments.
            ///
            /// ```
            #[doc = concat!("use urigram::", $name, ";")]
            ///
            #[doc = concat!(
                "let mut reference = ", $name, "::parse(\"", $scheme, "//example.com/a/b\")?.to_owned();"
            )]
            /// reference.insert_segment(1, "x/y")?;
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//example.com/a/x%2Fy/b\");")]
            /// # Ok::<(), urigram::Error>(())
            /// ```
            pub fn insert_segment<'a>(
                &mut self,
                index: usize,
                segment: impl IntoComponent<'a, Segment<'static, G>>,
            ) -> Result<(), EditError> {
                match joined([segment])? {
                    Some(segment) => self.edit(|editor| editor.insert_segment(index, &segment)),
                    None => Ok(()),
                }
            }

            /// Removes the last segment of the path and the `/` before it, except for the `/` at the start.
            /// Returns whether a segment was removed; the path `/` and the empty path are left unchanged.
            ///
            /// ```
            #[doc = concat!("use urigram::", $name, ";")]
            ///
            #[doc = concat!(
                "let mut reference = ", $name, "::parse(\"", $scheme, "//example.com/a/b\")?.to_owned();"
            )]
            /// assert!(reference.pop_segment());
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//example.com/a\");")]
            /// assert!(reference.pop_segment());
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//example.com/\");")]
            /// assert!(!reference.pop_segment());
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//example.com/\");")]
            /// # Ok::<(), urigram::Error>(())
            /// ```
            pub fn pop_segment(&mut self) -> bool {
                self.remove_by(|editor| editor.pop_segment())
            }
        }
    )*};
}

editing! {
    UriReference "UriReference" "http:";
    Uri "Uri" "http:";
    AbsoluteUri "AbsoluteUri" "http:";
    RelativeRef "RelativeRef" "";
}

/// Returns the segments joined with `/`; `None` if there are no segments.
fn joined<'a, G: Grammar, S: IntoComponent<'a, Segment<'static, G>>>(
    segments: impl IntoIterator<Item = S>,
) -> Result<Option<String>, EditError> {
    let mut joined: Option<String> = None;
    for segment in segments {
        let segment = segment.into_text()?;
        if Segment::<G>::new(&segment).is_dot_segment() {
            return Err(EditError::DotSegment);
        }
        joined = Some(match joined {
            Some(mut before) => {
                before.push('/');
                before.push_str(&segment);
                before
            }
            None => segment.into_owned(),
        });
    }
    Ok(joined)
}
