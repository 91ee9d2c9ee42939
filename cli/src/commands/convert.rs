//! `uri convert`: converts IRIs to URIs, paths to `file` URIs, and back.

use std::borrow::Cow;
#[cfg(unix)]
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{env, io};

use clap::error::ErrorKind;
use urigram::convert::{FilePathError, FilePaths, IdnaError};
use urigram::{IriReference, Rule, Uri};

use crate::args::{Convert, Form, Format, Inputs, usage};
use crate::fault::{Fault, decode};
use crate::outcome::{Error, Status};
use crate::output::{json, visible};
use crate::{answer, output};

pub(crate) fn run(arguments: &Convert, status: &mut Status) -> Result<(), Error> {
    if let Some(said) = arguments.without_effect() {
        return Err(usage::wrong("convert", ErrorKind::ArgumentConflict, said).into());
    }
    let Convert { to, null, inputs: Inputs { format, values }, .. } = arguments;
    let directory = env::current_dir();
    let end: &[u8] = if *null { b"\0" } else { b"\n" };
    let is_shown = *format == Format::Text && output::is_terminal();
    answer::each_of(arguments.texts(), values, *format, status, &mut output::plain(), |out, input| {
        let converted = match to {
            Form::Uri => uri(input, arguments.percent_host)?.into_bytes(),
            Form::Iri => iri(input)?.into_bytes(),
            Form::File => file(input, arguments, &directory)?.into_bytes(),
            Form::Path => path(input, arguments)?,
        };
        match format {
            Format::Json => json::write_line(out, &json::Coded::new(input, &converted))?,
            Format::Text => {
                let shown = is_shown.then(|| visible::name(&converted));
                out.write_all(shown.as_ref().map_or(&*converted, |shown| shown.as_bytes()))?;
                out.write_all(end)?;
            }
        }
        Ok(())
    })
}

fn parse(input: &[u8]) -> Result<IriReference<&str>, Fault> {
    Ok(IriReference::parse(decode(Rule::URI_reference.as_str(), input)?)?)
}

fn uri(input: &[u8], percent_host: bool) -> Result<String, Fault> {
    let iri = parse(input)?;
    if percent_host {
        return Ok(iri.to_uri_reference()?.into_inner());
    }
    match iri.to_uri_reference_idna() {
        Ok(uri) => Ok(uri.into_inner()),
        Err(IdnaError::Invalid(error)) => Err(error.into()),
        Err(error) => {
            let host = iri.components().host().map_or(0, |host| host.start);
            let help = "correct the name, or percent-encode it with `--percent-host`";
            Err(Fault::at(host, iri.as_str(), "host", error.to_string(), help))
        }
    }
}

/// Returns the IRI of a URI, which may also be an IRI with characters that are percent-encoded.
fn iri(input: &[u8]) -> Result<String, Fault> {
    Ok(parse(input)?.to_uri_reference()?.to_iri_reference_idna()?.into_inner())
}

fn file(path: &[u8], arguments: &Convert, directory: &io::Result<PathBuf>) -> Result<String, Fault> {
    const PATH: &str = "path";
    if path.is_empty() {
        let help = "`.` is the working directory";
        return Err(Fault::at(0, "", PATH, "the path is empty".to_owned(), help));
    }
    let is_windows = arguments.is_windows(begins_as_on_windows(path));
    let is_of_this_system = is_windows == cfg!(windows);
    let absolute = match directory {
        _ if !is_of_this_system || path.starts_with(b"/") => Cow::Borrowed(path),
        Ok(directory) => Cow::Owned(joined(directory, path)),
        Err(error) => {
            let message = format!("there is no working directory: {error}");
            return Err(Fault::at(0, "", PATH, message, "give an absolute path"));
        }
    };
    let plain = without_dots(&absolute, is_windows);
    let uri = match is_windows {
        true => str::from_utf8(&plain).map_err(|_| FilePathError::NotUtf8).and_then(Uri::from_windows_path),
        false => Uri::from_unix_path(&*plain),
    };
    uri.map(Uri::into_inner).map_err(|error| {
        let offset = error.offset().filter(|_| *plain == *path).unwrap_or(0);
        let help = match error {
            FilePathError::DotSegment { .. } if path.starts_with(br"\\?\") => {
                r"leave out the `\\?\`, after which Windows takes names literally".to_owned()
            }
            _ => error.help().to_string(),
        };
        Fault::at(offset, str::from_utf8(path).unwrap_or_default(), PATH, error.to_string(), help)
    })
}

#[cfg(unix)]
fn joined(directory: &Path, path: &[u8]) -> Vec<u8> {
    use std::os::unix::ffi::{OsStrExt, OsStringExt};

    directory.join(OsStr::from_bytes(path)).into_os_string().into_vec()
}

#[cfg(not(unix))]
fn joined(directory: &Path, path: &[u8]) -> Vec<u8> {
    match str::from_utf8(path) {
        Ok(path) => directory.join(path).into_os_string().into_encoded_bytes(),
        Err(_) => path.to_vec(),
    }
}

fn path(input: &[u8], arguments: &Convert) -> Result<Vec<u8>, Fault> {
    let uri = Uri::parse(decode(Rule::URI.as_str(), input)?)?;
    let has_host =
        uri.host_str().is_some_and(|host| !host.is_empty() && !host.eq_ignore_ascii_case("localhost"));
    let path = uri.path().as_str();
    let is_of_windows = has_host || begins_as_on_windows(path.strip_prefix('/').unwrap_or(path).as_bytes());
    let paths = FilePaths::new().dot_segments(arguments.dot_segments);
    let converted = match arguments.is_windows(is_of_windows) {
        true => paths.to_windows_path(&uri).map(String::into_bytes),
        false => paths.to_unix_path(&uri),
    };
    converted.map_err(|error| {
        let components = uri.components();
        let (component, range) = match error {
            FilePathError::Scheme => ("scheme", components.scheme()),
            FilePathError::Authority => ("authority", components.authority()),
            FilePathError::Host => ("host", components.host()),
            FilePathError::Query => ("query", components.query().map(|query| query.start - 1..query.end)),
            _ => ("path", components.path()),
        };
        let offset = error.offset().unwrap_or(range.map_or(0, |range| range.start));
        let help = match error {
            FilePathError::DotSegment { .. } => {
                "normalize the URI first, or keep them with `--dot-segments`".to_owned()
            }
            _ => error.help().to_string(),
        };
        Fault::at(offset, uri.as_str(), component, error.to_string(), help)
    })
}

impl Convert {
    /// Returns whether a path is one of Windows, by the options, or else by its form or this system.
    fn is_windows(&self, has_form: bool) -> bool {
        self.windows || !self.unix && (cfg!(windows) || has_form)
    }
}

/// Returns whether a path begins with the root of a drive, or with the `\\` before a host.
fn begins_as_on_windows(path: &[u8]) -> bool {
    match path {
        [letter, b':', b'\\' | b'/', ..] => letter.is_ascii_alphabetic(),
        _ => path.starts_with(br"\\"),
    }
}

/// Returns an absolute path without the names `.` and `..`. Above the root, or the share of a host, `..` has no effect. A
/// path that ends with such a name is that of a directory, and ends with a separator.
fn without_dots(path: &[u8], is_windows: bool) -> Cow<'_, [u8]> {
    let separators: &[u8] = if is_windows { br"\/" } else { b"/" };
    let names = || path.split(|byte| separators.contains(byte));
    let is_dots = |name: &[u8]| matches!(name, b"." | b"..");
    // The library refuses dots in a path that Windows takes literally.
    if !names().any(is_dots) || is_windows && path.starts_with(br"\\?\") {
        return path.into();
    }
    let has_share = is_windows && path.iter().take(2).all(|byte| separators.contains(byte));
    // The library refuses a host or share of dots, which is not a directory, and devices.
    if has_share && names().skip(2).take(2).any(|name| is_dots(name) || name == b"?") {
        return path.into();
    }
    let root = if has_share { 4 } else { 1 };
    let mut kept: Vec<&[u8]> = Vec::new();
    for name in names() {
        match name {
            b"." => {}
            // The system takes several separators for one.
            b".." => while kept.len() > root && kept.pop() == Some(b"") {},
            name => kept.push(name),
        }
    }
    if names().next_back().is_some_and(is_dots) {
        kept.push(b"");
    }
    kept.join(&separators[0]).into()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("/a/./b", "/a/b")]
    #[case("/a/../b", "/b")]
    #[case("/a/b/..", "/a/")]
    #[case("/a//../b", "/b")]
    #[case("/../../a", "/a")]
    #[case("/..", "/")]
    #[case("/a//b/", "/a//b/")]
    #[case("/.../..a", "/.../..a")]
    fn dots_on_unix(#[case] path: &str, #[case] plain: &str) {
        assert_eq!(str::from_utf8(&without_dots(path.as_bytes(), false)), Ok(plain));
    }

    #[rstest]
    #[case(r"C:\a\..\b", r"C:\b")]
    #[case(r"C:\..\a", r"C:\a")]
    #[case(r"C:\a\..", r"C:\")]
    #[case(r"C:/a/./b", r"C:\a\b")]
    #[case(r"\\h\s\..\..\a", r"\\h\s\a")]
    #[case("//h/s/../a", r"\\h\s\a")]
    #[case(r"\\?\C:\a\..\b", r"\\?\C:\a\..\b")]
    #[case("//?/C:/a/../b", "//?/C:/a/../b")]
    #[case(r"\\.\pipe\x", r"\\.\pipe\x")]
    #[case(r"\\..\h\s", r"\\..\h\s")]
    #[case(r"\\h\..\s\a", r"\\h\..\s\a")]
    fn dots_on_windows(#[case] path: &str, #[case] plain: &str) {
        assert_eq!(str::from_utf8(&without_dots(path.as_bytes(), true)), Ok(plain));
    }
}
