//! Reads ABNF: the rules of a file, laid over those that it may call.

use super::rules::Abnf;
use super::{core_rules, define, parse};
use crate::error::Error;

impl Abnf {
    /// Reads the text of a file. `file_name` is for messages only; nothing is opened.
    ///
    /// The core rules of RFC 5234, Appendix B.1 (`ALPHA`, `DIGIT` and so on) need no definition, and
    /// may have one. Lines end with LF or CRLF, and all of them may be indented, as RFCs print them.
    /// Numbers are Unicode code points: `%xE9` is `é`. Prose (`<...>`) is read where it is the name
    /// of a rule or repeated zero times, as in RFC 3986.
    ///
    /// # Errors
    ///
    /// [`Error::Faulty`] with every rule that is not ABNF or nests deeper than 200 brackets; if there
    /// is none, with every rule that is defined twice, every `=/` that adds to no rule, and every call
    /// of a rule that is not defined.
    ///
    /// ```
    /// # use urigram_grammar::Abnf;
    /// let error = Abnf::read("h16 = 1*4HEXDIGIT", "uri.abnf").unwrap_err();
    /// assert_eq!(error.to_string(), "uri.abnf:1:10: rule `HEXDIGIT` is not defined");
    /// ```
    pub fn read(source: &str, file_name: &str) -> Result<Abnf, Error> {
        Abnf::read_over(&Abnf::core(), source, file_name)
    }

    /// Reads the text of a file and lays its rules over `base`: they replace the rules of the same name, or
    /// are added. The text may call rules of `base`, and add alternatives to them with `=/`.
    ///
    /// # Errors
    ///
    /// As [`Abnf::read`].
    ///
    /// ```
    /// # use urigram_grammar::Abnf;
    /// let digits = Abnf::read("number = 1*figure\nfigure = DIGIT", "digits.abnf")?;
    /// let grouped = Abnf::read_over(&digits, "figure =/ \"_\"", "grouped.abnf")?;
    /// assert!(grouped.dfa("number")?.accepts("1_000"));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    pub fn read_over(base: &Abnf, source: &str, file_name: &str) -> Result<Abnf, Error> {
        define::define(base, parse::parse(source, file_name), file_name).map_err(Error::Faulty)
    }

    /// Returns the core rules alone. They are read as any file is.
    fn core() -> Abnf {
        let core = parse::parse(core_rules::CORE, "RFC 5234");
        let mut abnf =
            define::define(&Abnf::default(), core, "RFC 5234").expect("the core rules can be read");
        abnf.rules.iter_mut().for_each(|rule| rule.core = true);
        abnf
    }
}
