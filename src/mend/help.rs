//! What to do about a text that was rejected.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::mistake::write_phrases;
use super::search::helps;
use crate::grammar::{Grammar, ParseError, Rfc3986, Rfc3987, Rfc6874, Rule};

impl ParseError {
    /// Returns what its author probably meant, or what would be valid there, as a sentence: like
    /// [`help`](Self::help), but from the text that was parsed.
    ///
    /// Linear in the length. Meant to be shown to people, so it takes far longer than parsing.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// let text = "http//exmaple,com /a";
    /// let error = Uri::parse(text).unwrap_err();
    /// assert_eq!(
    ///     error.help_in(text).to_string(),
    ///     "write `http://` for `http//`; remove the space from the host; write `.` for the `,` in the host"
    /// );
    /// ```
    ///
    /// The help may contain parts of the text, but no password. Under another text than the one that was parsed, it is
    /// that of [`help`](Self::help).
    pub fn help_in(&self, text: &str) -> impl fmt::Display + use<> {
        let helps = self.helps_by::<Rfc3986>(text).or_else(|| self.helps_by::<Rfc3987>(text));
        let helps = helps.or_else(|| self.helps_by::<Rfc6874>(text)).unwrap_or_default();
        Help { helps, error: *self }
    }

    /// Returns what to do, if this is the error of the text under one of the rules of references of the grammar.
    fn helps_by<G: Grammar>(&self, text: &str) -> Option<Vec<String>> {
        let rules = [Rule::URI_reference, Rule::URI, Rule::absolute_URI, Rule::relative_ref];
        let is_own = |rule: &Rule| G::components(*rule, text).is_err_and(|error| error == *self);
        rules.into_iter().find(is_own).map(|rule| helps::<G>(rule, text))
    }
}

struct Help {
    helps: Vec<String>,
    error: ParseError,
}

impl fmt::Display for Help {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.helps.is_empty() {
            return self.error.help().fmt(f);
        }
        write_phrases(self.helps.iter().map(String::as_str), f)
    }
}
