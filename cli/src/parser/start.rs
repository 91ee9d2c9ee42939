//! The rule that inputs have to match: a rule of the library, or of a loaded grammar.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use urigram::grammar::{Components, GRAMMAR, Grammar as _, IS_APPENDIX_A, Rfc3986, Rfc3987, Rfc6874, tree};
use urigram::{Iri, IriReference, ParseError, Rule, Uri, UriReference};
use urigram_grammar::{Grammar, is_builtin};
use urigram_workbench::{Machine, Node, Trace};

use crate::args::{By, DEFAULT_RULE, IRI, STEPS, usage};
use crate::fault::{Fault, Suggestion, decode};
use crate::input::is_stdin;
use crate::outcome::Error;
use crate::parser::library;
use crate::parser::loaded::{LoadedRule, Tree, decode_as};
use crate::parser::read::{self, Memory};

/// A grammar that is compiled into the library.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compiled {
    Rfc3986,
    Rfc3987,
    Rfc6874,
}

impl Compiled {
    /// Returns the compiled grammar that an argument names; without an argument, the built-in one.
    fn named(argument: Option<&Path>) -> Option<Self> {
        Some(match argument.map(Path::to_str) {
            None => Self::Rfc3986,
            Some(Some("rfc3986")) if IS_APPENDIX_A => Self::Rfc3986,
            Some(Some(IRI)) => Self::Rfc3987,
            Some(Some("rfc6874")) => Self::Rfc6874,
            Some(_) => return None,
        })
    }

    /// Returns the rule with the typed name.
    fn rule(self, typed: &OsStr) -> Option<Rule> {
        let own = typed.to_str()?.parse().ok();
        own.or_else(|| if self == Self::Rfc3987 { of_rfc3987(typed) } else { None })
    }

    fn parse(self, rule: Rule, text: &str) -> Result<Components, ParseError> {
        match self {
            Self::Rfc3986 => Rfc3986::components(rule, text),
            Self::Rfc3987 => Rfc3987::components(rule, text),
            Self::Rfc6874 => Rfc6874::components(rule, text),
        }
    }
}

/// Returns the grammar of `--iri`, of `--grammar`, or of the `--grammar` before the command.
pub(crate) fn grammar<'g>(
    iri: bool,
    own: Option<&'g Path>,
    before: Option<&'g Path>,
) -> Result<Option<&'g Path>, Error> {
    match (iri, before) {
        (true, Some(_)) => Err(usage::iri_or_grammar().into()),
        (true, None) => Ok(Some(Path::new(IRI))),
        (false, before) => Ok(own.or(before)),
    }
}

/// Returns the rule that RFC 3987 calls by this name, such as `IRI` or `ihost`; the grammar has the names of RFC 3986.
fn of_rfc3987(typed: &OsStr) -> Option<Rule> {
    let renamed = typed.to_str()?.replace("IRI", "URI");
    renamed.strip_prefix('i').unwrap_or(&renamed).parse().ok()
}

#[derive(Clone, Copy)]
pub(crate) enum Start {
    BuiltIn(Compiled, Rule),
    Loaded(&'static LoadedRule),
}

impl Start {
    /// Returns the typed rule of a built-in or a loaded grammar. `before` is the value of a `--grammar` before the
    /// command.
    pub(crate) fn of(by: &By, before: Option<&Path>) -> Result<Self, Error> {
        let file = grammar(by.iri, by.grammar.as_deref(), before)?;
        let compiled = Compiled::named(file).and_then(|grammar| Some((grammar, grammar.rule(&by.rule)?)));
        match (compiled, file) {
            (Some(_), _) | (_, None) if by.max_steps.is_some() => Err(usage::no_limit_here().into()),
            (Some((grammar, rule)), _) => Ok(Self::BuiltIn(grammar, rule)),
            (None, Some(file)) => Self::load(by, file),
            (None, None) => {
                let name = usage::rule(&by.rule, Rule::ALL.iter().map(|rule| rule.as_str().to_owned()))?;
                Ok(Self::BuiltIn(
                    Compiled::Rfc3986,
                    name.parse().expect("a rule of the library has the name"),
                ))
            }
        }
    }

    /// Like [`Self::of`], for [`Self::tree`], because the library has parse trees of the built-in grammar only.
    pub(crate) fn with_tree(by: &By, before: Option<&Path>) -> Result<Self, Error> {
        match grammar(by.iri, by.grammar.as_deref(), before)? {
            Some(file) if Compiled::named(Some(file)) != Some(Compiled::Rfc3986) => Self::load(by, file),
            _ => Self::of(by, before),
        }
    }

    fn load(by: &By, file: &Path) -> Result<Self, Error> {
        static KNOWN: Memory<(PathBuf, OsString, Option<u64>), LoadedRule> = Memory::new();
        let rule = KNOWN.get((file.to_owned(), by.rule.clone(), by.max_steps), || {
            let (grammar, name) = loaded(&by.rule, file)?;
            Ok::<_, Error>(LoadedRule::new(grammar, &name, by.max_steps.unwrap_or(STEPS))?)
        });
        Ok(Self::Loaded(rule?))
    }

    /// Returns the rule of a grammar, or the reason why it cannot find components. The grammar must have the
    /// rule.
    pub(crate) fn in_grammar(grammar: &Grammar, rule: &str, max_steps: Option<u64>) -> Result<Self, String> {
        if grammar.text() == GRAMMAR
            && let Ok(rule) = rule.parse::<Rule>()
        {
            return Ok(Self::BuiltIn(Compiled::Rfc3986, rule));
        }
        let file = grammar.file_name();
        match (library::missing(grammar).as_slice(), in_pest_too(grammar)) {
            (&[], None) => {
                let rule = LoadedRule::new(grammar, library::name(rule), max_steps.unwrap_or(STEPS));
                let rule = rule.map_err(|error| error.to_string())?;
                Ok(Self::Loaded(Box::leak(Box::new(rule))))
            }
            (&[], Some(rule)) => Err(format!("{file}: {rule}")),
            (&[missing, ref others @ ..], _) => {
                let lacks = format!("{file} lacks the rule `{missing}`, which the library needs");
                Err(if others.is_empty() { lacks } else { format!("{lacks}, and {} more", others.len()) })
            }
        }
    }

    /// Returns the name of the rule, in the RFC's spelling if it is a rule of the RFC.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::BuiltIn(_, rule) => rule.as_str(),
            Self::Loaded(rule) => rule.name(),
        }
    }

    /// Returns the name of the rule if it is from a loaded grammar.
    pub(crate) fn loaded(self) -> Option<&'static str> {
        match self {
            Self::BuiltIn(..) => None,
            Self::Loaded(rule) => Some(rule.name()),
        }
    }

    /// Returns the bytes as a string, or a fault of the rule if they are not UTF-8.
    pub(crate) fn decode(self, bytes: &[u8]) -> Result<&str, Fault> {
        match self {
            Self::BuiltIn(_, rule) => decode(rule.as_str(), bytes),
            Self::Loaded(rule) => rule.decode(bytes),
        }
    }

    pub(crate) fn parse(self, text: &str) -> Result<Components, Fault> {
        match self {
            Self::BuiltIn(compiled, rule) => Ok(compiled.parse(rule, text)?),
            Self::Loaded(rule) => rule.parse(text),
        }
    }

    /// Returns whether the rule matches whole references (section 4).
    pub(crate) fn is_of_references(self) -> bool {
        is_of_references(self.name())
    }

    /// Returns corrections of the text if the rule is a rule of the library for references. There are none with zones.
    pub(crate) fn suggestions(self, text: &str) -> Vec<Suggestion> {
        match self {
            Self::BuiltIn(compiled, rule) if self.is_of_references() => {
                let has_scheme = matches!(rule, Rule::URI | Rule::absolute_URI);
                match (compiled, has_scheme) {
                    (Compiled::Rfc3986, false) => Suggestion::all(&UriReference::suggestions(text)),
                    (Compiled::Rfc3986, true) => Suggestion::all(&Uri::suggestions(text)),
                    (Compiled::Rfc3987, false) => Suggestion::all(&IriReference::suggestions(text)),
                    (Compiled::Rfc3987, true) => Suggestion::all(&Iri::suggestions(text)),
                    (Compiled::Rfc6874, _) => Vec::new(),
                }
            }
            Self::BuiltIn(..) | Self::Loaded(_) => Vec::new(),
        }
    }

    /// Checks that the rule matches the text.
    pub(crate) fn check(self, text: &str) -> Result<(), Fault> {
        match self {
            Self::BuiltIn(compiled, rule) => Ok(compiled.parse(rule, text).map(drop)?),
            Self::Loaded(rule) => rule.check(text),
        }
    }

    /// Calls a function with each line of a text, and its fault if the rule does not match, until the function fails. The rules of most
    /// texts are matched in bulk.
    #[inline]
    pub(crate) fn each_line<'t, E>(
        self,
        text: &'t str,
        mut each: impl FnMut(&'t str, Option<Fault>) -> Result<(), E>,
    ) -> Result<(), E> {
        match self {
            #[cfg(not(target_family = "wasm"))]
            Self::BuiltIn(Compiled::Rfc3986, Rule::URI_reference) => UriReference::bulk(text)
                .lines()
                .try_for_each(|line| each(line.text, line.result.err().map(Fault::from))),
            #[cfg(not(target_family = "wasm"))]
            Self::BuiltIn(Compiled::Rfc3987, Rule::URI_reference) => IriReference::bulk(text)
                .lines()
                .try_for_each(|line| each(line.text, line.result.err().map(Fault::from))),
            start => text.lines().try_for_each(|line| each(line, start.check(line).err())),
        }
    }

    pub(crate) fn tree(self, text: &str) -> Result<Tree<'_>, Fault> {
        let mut nodes = match self {
            Self::BuiltIn(_, rule) => {
                let mut nodes = Vec::new();
                tree::parse(rule, text)?.for_each(|pair| add(&mut nodes, pair, 0));
                nodes
            }
            Self::Loaded(asked) => asked.nodes(text)?,
        };
        // A rule that is a set of characters, such as `pchar`, makes no node. Show the match as a leaf.
        if nodes.is_empty() {
            nodes.push(Node { rule: self.name(), start: 0, end: text.len(), depth: 0 });
        }
        // Keep only the first root and its descendants, because a tree has one root.
        let others = nodes.iter().skip(1).position(|node| node.depth == 0);
        nodes.truncate(others.map_or(nodes.len(), |other| 1 + other));
        Ok(Tree { text, nodes })
    }
}

/// Returns whether the rule of this name matches whole references (section 4).
pub(crate) fn is_of_references(rule: &str) -> bool {
    matches!(rule, "URI" | "URI-reference" | "absolute-URI" | "relative-ref")
}

/// Reads the grammar of an argument, and returns it with the name of the typed rule, as returned by
/// [`library::name`].
pub(super) fn loaded(rule: &OsStr, file: &Path) -> Result<(&'static Grammar, String), Error> {
    if is_stdin(file) {
        return Err(Error::Refused(
            "uri: standard input is for the texts to parse, not for the grammar".to_owned(),
        ));
    }
    let grammar = read::grammar(Some(file))?;
    if let Some(rule) = in_pest_too(grammar) {
        let file = grammar.file_name();
        return Err(Error::Refused(format!("uri: {file}: {rule}; give it another name")));
    }
    let names = || grammar.rules().iter().map(|rule| library::name(&rule.name).to_owned());
    if rule == DEFAULT_RULE && !names().any(|name| name == DEFAULT_RULE) {
        let (file, advice) = (grammar.file_name(), library::advice(grammar, "--as"));
        return Err(Error::Refused(format!("uri: {file} has no rule `{DEFAULT_RULE}`; {advice}")));
    }
    let name = match of_rfc3987(rule).filter(|_| file == Path::new(IRI)) {
        Some(rule) => rule.as_str().to_owned(),
        None => usage::rule(rule, names())?,
    };
    Ok((grammar, name))
}

/// Returns the reason for refusing a grammar, if one of its rules has the name of a built-in rule of pest.
fn in_pest_too(grammar: &Grammar) -> Option<String> {
    let rule = grammar.rules().iter().find(|rule| is_builtin(&rule.name))?;
    Some(format!("pest has a rule `{}` of its own", rule.name))
}

/// Adds the node and its descendants. The built-in grammar is not recursive, so the recursion is bounded.
fn add<'i>(nodes: &mut Vec<Node<'i>>, pair: tree::Pair<'i, tree::Node>, depth: usize) {
    // Omit nodes of pest's own rules, such as the end of the input.
    let Some(rule) = tree::rule(&pair) else { return };
    let span = pair.as_span();
    nodes.push(Node { rule: rule.as_str(), start: span.start(), end: span.end(), depth });
    pair.into_inner().for_each(|pair| add(nodes, pair, depth + 1));
}

pub(crate) struct Traced {
    machine: Machine,
    /// The name as spelled in the grammar.
    rule: &'static str,
    is_of_uris: bool,
}

impl Traced {
    /// Returns the typed rule, from the grammar in a file if there is one. Its traces have places only `with_spans`, for
    /// which the grammar is read again.
    pub(crate) fn of(typed: &OsStr, file: Option<&Path>, with_spans: bool) -> Result<Self, Error> {
        let (grammar, name) = match file {
            Some(file) => loaded(typed, file)?,
            None => {
                let grammar = read::builtin()?;
                let names = grammar.rules().iter().map(|rule| library::name(&rule.name).to_owned());
                let name = usage::rule(typed, names)?;
                (grammar, name)
            }
        };
        let mut rules = grammar.rules().iter().map(|rule| rule.name.as_str());
        let rule = rules.find(|rule| library::name(rule) == name).expect("the grammar has the rule");
        Ok(Self {
            machine: if with_spans { Machine::with_spans(grammar)? } else { Machine::new(grammar) },
            // Leaked because faults refer to it; a command has only one such rule.
            rule: rule.to_owned().leak(),
            is_of_uris: library::is_of_uris(grammar),
        })
    }

    pub(crate) fn rule(&self) -> &'static str {
        self.rule
    }

    /// Returns the bytes as a string, or a fault of the rule if they are not UTF-8.
    pub(crate) fn decode<'a>(&self, bytes: &'a [u8]) -> Result<&'a str, Fault> {
        decode_as(library::name(self.rule), self.is_of_uris, bytes)
    }

    /// Returns the trace of the match, with at most `limit` steps.
    pub(crate) fn trace<'t>(&self, text: &'t str, limit: u32) -> Trace<'_, 't> {
        self.machine.trace(self.rule, text, limit as usize).expect("the grammar has the rule")
    }
}
