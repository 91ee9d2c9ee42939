//! The names of files as URI references, relative to the working directory if possible.

use std::env;
use std::path::{Component, Path};

use urigram::{Segment, Uri};

/// Returns a reference to the file. A path that is absolute and not below the working directory becomes a `file` URI.
pub(crate) fn of_path(path: &Path) -> String {
    let directory = env::current_dir().unwrap_or_default();
    let below = path.strip_prefix(&directory).unwrap_or(path);
    if below.is_absolute()
        && let Ok(uri) = Uri::from_file_path(below)
    {
        return uri.to_string();
    }
    let names = below.components().filter_map(|component| match component {
        Component::CurDir | Component::RootDir => None,
        // A dot has no encoded form.
        Component::ParentDir => Some("..".into()),
        Component::Normal(name) => Some(encode(name.as_encoded_bytes())),
        Component::Prefix(prefix) => Some(encode(prefix.as_os_str().as_encoded_bytes())),
    });
    guarded(names.collect::<Vec<String>>().join("/"))
}

/// Returns a reference to something that is not a file.
pub(crate) fn of_name(name: &str) -> String {
    guarded(encode(name.as_bytes()))
}

fn encode(name: &[u8]) -> String {
    Segment::encode(name).to_string()
}

/// Returns the path as a reference: a colon in the first segment would end a scheme (section 4.2).
fn guarded(path: String) -> String {
    let first = path.split('/').next().unwrap_or_default();
    if first.contains(':') { format!("./{path}") } else { path }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use urigram::{RelativeRef, UriReference};

    #[rstest]
    #[case::relative("docs/links.txt", "docs/links.txt")]
    #[case::here("./links.txt", "links.txt")]
    #[case::above("../links.txt", "../links.txt")]
    #[case::delimiters("a b/100%?#.txt", "a%20b/100%25%3F%23.txt")]
    #[case::colon("a:b/c:d", "./a:b/c:d")]
    #[case::empty_segments("a//b", "a/b")]
    #[case::beyond_ascii("é\u{202e}\n", "%C3%A9%E2%80%AE%0A")]
    fn names_files(#[case] path: &str, #[case] reference: &str) {
        assert_eq!(of_path(Path::new(path)), reference);
        assert!(RelativeRef::parse(reference).is_ok());
    }

    #[test]
    fn names_files_below_the_working_directory() {
        let directory = env::current_dir().unwrap();
        assert_eq!(of_path(&directory.join("a/b")), "a/b");
        let above = of_path(directory.parent().unwrap());
        assert!(above.starts_with("file:///") && UriReference::parse(&above).is_ok(), "{above}");
    }

    #[cfg(unix)]
    #[test]
    fn names_a_file_whose_name_is_no_text() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        assert_eq!(of_path(Path::new(OsStr::from_bytes(b"a\xFF"))), "a%FF");
    }

    #[test]
    fn names_standard_input() {
        assert_eq!(of_name("<stdin>"), "%3Cstdin%3E");
    }
}
