//! Names of rules, shortened for messages.

use std::borrow::Cow;

/// How many characters of a name a message shows. A grammar may have a message for each rule that repeats one
/// long name.
const SHOWN: usize = 100;

/// Returns the name, or its beginning and `…`.
pub(crate) fn shown(name: &str) -> Cow<'_, str> {
    match name.char_indices().nth(SHOWN) {
        Some((end, _)) => Cow::Owned(format!("{}…", &name[..end])),
        None => Cow::Borrowed(name),
    }
}

/// Returns the names of the rules on a path of calls; `…` stands for those left out of a long path.
pub(crate) fn path<'n>(path: &[Option<usize>], name: impl Fn(usize) -> &'n str) -> Vec<String> {
    path.iter().map(|rule| rule.map_or(Cow::Borrowed("…"), |rule| shown(name(rule))).into_owned()).collect()
}
