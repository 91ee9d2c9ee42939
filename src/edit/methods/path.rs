//! The path and its segments.

use alloc::string::String;

use crate::component::{IntoComponent, Path, Segment};
use crate::edit::EditError;
use crate::grammar::Grammar;
use crate::reference::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};

macro_rules! editing {
    ($($Type:ident $name:literal $scheme:literal;)*) => {$(
        impl<G: Grammar> $Type<String, G> {
            /// Sets the path (section 3.3). There always is one; the empty one removes it.
            ///
            /// A path that would be read as something else is guarded. Without an authority, `/.` is written
            /// before one that begins with `//` (section 3.3). Without a scheme and an authority, `./` is
            /// written before a first segment that has a colon (section 4.2).
            ///
            /// # Errors
            ///
            /// If it is no path, if there is an authority and the path neither is empty nor begins with `/`,
            /// or if the whole gets [too long](crate#limits).
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

            /// Adds a segment to the end of the path, or in the place of the last segment if that is empty:
            /// to `/a` and to `/a/` alike.
            ///
            /// Text is raw data and percent-encoded, so a `/` in it does not split it; a
            /// [`Segment`] is taken as it is written. The path is guarded as in
            /// [`set_path`](Self::set_path) as long as it has to be, and a guard is no segment.
            ///
            /// # Errors
            ///
            /// If the segment is `.` or `..`, also percent-encoded: the path would lead elsewhere
            /// ([`set_path`](Self::set_path) can do that). If it is empty and would be the first of a path
            /// that does not begin with `/`. If the whole gets [too long](crate#limits).
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

            /// Adds segments to the end of the path, all of them or none; the first as
            /// [`push_segment`](Self::push_segment) does it.
            ///
            /// # Errors
            ///
            /// As [`push_segment`](Self::push_segment).
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

            /// Adds a path to the end of the path: its segments, as they are written, the first as
            /// [`push_segment`](Self::push_segment) does it. A `/` that it begins with is the one before
            /// its first segment, and the empty path adds nothing.
            ///
            /// # Errors
            ///
            /// If it is no path; otherwise as [`push_segment`](Self::push_segment).
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

            /// Puts a segment before the one that has this index, counted from 0 as
            /// [`segments`](crate::Path::segments) gives them, or after the last one. The `.` of a guard is
            /// none.
            ///
            /// # Errors
            ///
            /// As [`push_segment`](Self::push_segment), and if the index is greater than the number of
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

            /// Removes the last segment of the path and the `/` before it; the `/` at the start stays.
            /// Whether there was one: below the root, and in an empty path, nothing is done.
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

/// The segments with a `/` between them, if there are any.
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
            Some(before) => before + "/" + &segment,
            None => segment.into_owned(),
        });
    }
    Ok(joined)
}
