//! Faults in a grammar, and reasons why a rule has no automaton or no code.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// The maximum length of a rule name in a message, in characters.
const OF_RULE: usize = 100;
/// The maximum length of a file name in a message, in characters.
const OF_FILE: usize = 250;

/// Returns the name of a rule for a message, truncated to 100 characters and `…`.
///
/// ```
/// # use urigram_grammar::names::shown;
/// assert_eq!(shown("host"), "host");
/// assert_eq!(shown(&"h".repeat(1000)).chars().count(), 101);
/// ```
#[must_use]
pub fn shown(name: &str) -> Cow<'_, str> {
    match name.char_indices().nth(OF_RULE).and_then(|(end, _)| name.get(..end)) {
        Some(beginning) => Cow::Owned(format!("{beginning}…")),
        None => Cow::Borrowed(name),
    }
}

/// Returns the name of a file for a message, truncated to `…` and the last 250 characters, because file names
/// distinguish files better than their folders.
#[must_use]
pub fn shown_file(name: &str) -> Cow<'_, str> {
    let end = name.char_indices().nth_back(OF_FILE - 1).and_then(|(at, _)| name.get(at..));
    match end.filter(|end| end.len() < name.len()) {
        Some(end) => Cow::Owned(format!("…{end}")),
        None => Cow::Borrowed(name),
    }
}

/// Returns the names of the rules on a path of calls, with `…` for the `None` that replaces the middle of a long
/// path.
pub(crate) fn path<'n>(path: &[Option<usize>], name: impl Fn(usize) -> &'n str) -> Vec<String> {
    path.iter().map(|rule| rule.map_or(Cow::Borrowed("…"), |rule| shown(name(rule))).into_owned()).collect()
}

/// The keywords of Rust that can be raw identifiers.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait",
    "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Returns the name of a rule as a Rust identifier.
pub(crate) fn identifier(rule: &str) -> String {
    if KEYWORDS.contains(&rule) { format!("r#{rule}") } else { rule.to_owned() }
}

/// The reason why a grammar could not be read or a rule could not be compiled.
///
/// ```
/// use urigram_grammar::{Automata, Error, Grammar, Peg, Reason};
///
/// let Err(Error::Faulty(faults)) = Grammar::read("digit = { '0'..'9 }", "digit.pest") else { panic!() };
/// assert_eq!(faults[0].line, 1);
///
/// let peg = Peg::new(&Grammar::read(r#"list = { "(" ~ list* ~ ")" }"#, "list.pest")?);
/// let Err(Error::Refused(refused)) = Automata::new(&peg).dfa("list") else { panic!() };
/// assert_eq!(refused.to_string(), "rule `list` is recursive: list -> list");
/// assert_eq!(refused.reason.culprit(), Some("list"));
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The text is not a grammar. There is at least one fault.
    Faulty(Vec<Fault>),
    /// No thread with a large enough stack could be started.
    NoThread {
        /// The name under which the grammar was read.
        file: String,
        /// The message of the operating system.
        message: String,
    },
    /// The rule has no automaton.
    Refused(Refused),
    /// The automaton of the rule would be larger than the [`Limits`](crate::Limits) allow.
    TooLarge {
        /// The rule that was to be compiled.
        rule: String,
    },
}

/// A fault in the text of a grammar, displayed as `uri.pest:3:14: cannot repeat 0 times`. Only the last 250
/// characters of a file name are displayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The name under which the text was read.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The message.
    pub message: String,
    /// A correction that leaves the rule without a fault, if one is known.
    pub fix: Option<Fix>,
}

/// A correction of a file: the text to write for a range of its bytes.
///
/// ```
/// use urigram_grammar::{Error, Fix, Grammar};
///
/// let text = "hour = { digt{2} }\ndigit = { '0'..'9' }";
/// let Err(Error::Faulty(faults)) = Grammar::read(text, "hour.pest") else { panic!() };
/// assert_eq!(faults[0].fix, Some(Fix { start: 9, end: 13, text: "digit".to_owned() }));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Fix {
    /// The byte offset in the file at which the replaced text begins.
    pub start: usize,
    /// The byte offset in the file at which it ends. Equal to `start` if the fix only adds text.
    pub end: usize,
    /// The text to write.
    pub text: String,
}

/// A rule without an automaton or without code, with the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The requested rule.
    pub rule: String,
    /// The reason. The rule at fault may be another rule, which the requested rule calls directly or indirectly.
    pub reason: Reason,
}

/// The reason why a rule has no automaton or no code. Names of more than 100 characters are truncated, and
/// end in `…`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The grammar has no such rule.
    Unknown,
    /// The rule uses pest's stack, so its matches depend on earlier matches. Such a rule has neither an automaton
    /// nor code.
    Stack {
        /// The rule at fault.
        rule: String,
        /// The operation, in pest's notation.
        operation: String,
    },
    /// The rule is recursive, so no finite automaton decides it. It does have code.
    Recursive {
        /// The cycle of calls, with the rule at fault at both ends. In a cycle of more than 32 rules, `…`
        /// replaces the middle.
        cycle: Vec<String>,
    },
    /// The rule repeats an expression that can match the empty string.
    Endless {
        /// The rule at fault.
        rule: String,
    },
    /// The expressions of the rule, including those of the rules that it calls, are nested too deep.
    Deep {
        /// The rule at fault.
        rule: String,
        /// The maximum depth.
        limit: usize,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Faulty(faults) => {
                let lines: Vec<_> = faults.iter().map(Fault::to_string).collect();
                f.write_str(&lines.join("\n"))
            }
            Error::NoThread { file, message } => {
                write!(f, "{}: no thread could be started to read it: {message}", shown_file(file))
            }
            Error::Refused(refused) => refused.fmt(f),
            Error::TooLarge { rule } => {
                write!(f, "the automaton of rule `{}` is larger than the limits allow", shown(rule))
            }
        }
    }
}

impl std::error::Error for Error {}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Error {
        Error::Refused(refused)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { file, line, column, message, .. } = self;
        write!(f, "{}:{line}:{column}: {message}", shown_file(file))
    }
}

impl std::error::Error for Fault {}

impl Refused {
    /// Creates a refusal. A cycle of calls that contains the requested rule is rotated to begin with it.
    pub(crate) fn new(rule: &str, mut reason: Reason) -> Refused {
        let name = shown(rule);
        if let Reason::Recursive { cycle } = &mut reason {
            if let Some(at) = cycle.iter().position(|member| *member == name) {
                cycle.pop();
                cycle.rotate_left(at);
                cycle.push(name.into_owned());
            }
        }
        Refused { rule: rule.to_owned(), reason }
    }

    /// Returns whether the requested rule itself is at fault.
    fn is_culprit(&self) -> bool {
        self.reason.culprit() == Some(&shown(&self.rule))
    }
}

impl Reason {
    /// Returns the rule at fault, unless the requested rule does not exist.
    #[must_use]
    pub fn culprit(&self) -> Option<&str> {
        match self {
            Reason::Unknown => None,
            Reason::Recursive { cycle } => cycle.first().map(String::as_str),
            Reason::Stack { rule, .. } | Reason::Endless { rule } | Reason::Deep { rule, .. } => Some(rule),
        }
    }
}

impl Reason {
    /// Writes the reason, with the rule at fault first. `caller` is the requested rule, unless it is the rule at
    /// fault.
    fn write(&self, f: &mut fmt::Formatter<'_>, caller: Option<&str>) -> fmt::Result {
        let called = caller.map_or(String::new(), |caller| format!(", which `{}` calls,", shown(caller)));
        match self {
            Reason::Unknown => f.write_str("there is no such rule"),
            Reason::Stack { rule, operation } => {
                write!(f, "`{operation}` in rule `{rule}`{called} uses pest's stack")
            }
            Reason::Recursive { cycle } => {
                let rule = cycle.first().map_or("", String::as_str);
                write!(f, "rule `{rule}`{called} is recursive: {}", cycle.join(" -> "))
            }
            Reason::Endless { rule } => {
                write!(f, "rule `{rule}`{called} repeats an expression that can match the empty string")
            }
            Reason::Deep { rule, limit } => {
                write!(f, "rule `{rule}`{called} nests deeper than {limit} levels")
            }
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, None)
    }
}

impl std::error::Error for Reason {}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reason {
            Reason::Unknown => write!(f, "there is no rule `{}`", shown(&self.rule)),
            _ if self.is_culprit() => self.reason.write(f, None),
            _ => self.reason.write(f, Some(&self.rule)),
        }
    }
}

impl std::error::Error for Refused {}
