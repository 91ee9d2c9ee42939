//! Methods that edit the path and its segments.

use alloc::string::String;

use crate::component::{IntoComponent, Path, Segment};
use crate::edit::EditError;
use crate::grammar::Grammar;
use crate::reference::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};

macro_rules! editing {
    ($($Type:ident $name:literal $scheme:literal;)*) => {$(
        impl<G: Grammar> $Type<String, G> {
            /// Sets the path (section 3.3). Every reference has a path; setting the empty path removes it.
            ///
            /// A guard is written before a path that would be read as something else: `/.` before one that
            /// begins with `//` where there is no authority (section 3.3), and `./` before one whose first
            /// segment contains a colon where there is neither a scheme nor an authority (section 4.2).
            ///
            /// # Errors
            ///
            /// If the value is not a valid path, if there is an authority and the path neither is empty nor
            /// begins with `/`, or if the reference would be [too long](crate#limits).
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

            /// Appends a segment to the path. It replaces the last segment if that is empty: the result is
            /// the same for `/a` and `/a/`.
            ///
            /// Text is raw data and is percent-encoded, so a `/` in it does not delimit segments; a
            /// [`Segment`] is added as written. A guard is written or removed as in
            /// [`set_path`](Self::set_path), and is not a segment.
            ///
            /// # Errors
            ///
            /// If the segment is `.` or `..`, percent-encoded or not, which would change where the path leads
            /// (use [`set_path`](Self::set_path) for that); if it is empty and would be the first segment of
            /// a path that does not begin with `/`; or if the reference would be [too long](crate#limits).
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

            /// Appends segments to the path, all of them or none. The first is appended as with
            /// [`push_segment`](Self::push_segment).
            ///
            /// # Errors
            ///
            /// Those of [`push_segment`](Self::push_segment).
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

            /// Appends the segments of a path, as written, to this path. The first is appended as with
            /// [`push_segment`](Self::push_segment). A `/` at its start only precedes its
            /// first segment, and an empty path changes nothing.
            ///
            /// # Errors
            ///
            /// If the value is not a valid path, and those of [`push_segment`](Self::push_segment).
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

            /// Inserts a segment before the segment with this index, or at the end if the index is the number
            /// of segments. Indices count from 0, as in [`segments`](crate::Path::segments). The `.` of a
            /// guard is not a segment.
            ///
            /// # Errors
            ///
            /// Those of [`push_segment`](Self::push_segment), and if the index is greater than the number of
            /// segments.
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
            /// Returns whether there was a segment: the paths `/` and the empty one are left unchanged.
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
                self.edit_away(|editor| editor.pop_segment())
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
