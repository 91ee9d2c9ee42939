//! Reads a grammar, or a variant of another grammar, to the optimized rules that a derived parser runs.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::error::{Error, Fault, Fix, shown, shown_file};
use crate::pest::check::check;
use crate::pest::comments::with_comments;
use crate::pest::fault::{Edit, FaultAt};
use crate::pest::names::{MAX_COMPARED, Reach, SKIPPED, closest, undefined};
use crate::pest::optimize::optimize;
use crate::pest::rules::{OptimizedRule, WrittenRule};
use crate::pest::spans::RuleSpans;
use crate::pest::text::{Place, Text};
use crate::pest::tree::{Definition, Tree};
use crate::pest::{bounds, names, notation, spans};
use crate::stack::with_stack;

/// A grammar in pest's notation, with its rules optimized by pest.
///
/// The optimizer changes what some expressions match: `(h ~ ":")* ~ h` becomes `h ~ (":" ~ h)*`. So a derived
/// parser does what the optimized rules say, rather than the text.
///
/// ```
/// use urigram_grammar::{Error, Grammar};
///
/// let grammar = Grammar::read("word = @{ letter+ }\nletter = _{ 'a'..'z' }", "word.pest")?;
/// assert_eq!(grammar.file_name(), "word.pest");
/// assert_eq!(grammar.rules().len(), 2);
/// assert!(grammar.rule("letter").is_some());
///
/// let Err(Error::Faulty(faults)) = Grammar::read("word = @{ letter+ }", "word.pest") else { panic!() };
/// assert_eq!(faults[0].to_string(), "word.pest:1:11: rule `letter` is undefined");
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grammar {
    file_name: String,
    text: Text,
    rules: Vec<OptimizedRule>,
}

impl Grammar {
    /// Parses the text of a grammar. `file_name` is only used in messages; no file is opened.
    ///
    /// # Errors
    ///
    /// [`Error::Faulty`] if pest would refuse the text, or if its rules are too large; [`Error::NoThread`] if no
    /// thread can be started.
    pub fn read(source: &str, file_name: &str) -> Result<Grammar, Error> {
        with_stack(file_name, || Grammar::of(Text::of_file(source, file_name), file_name))
    }

    /// Parses a text. Must be called [`with_stack`].
    fn of(text: Text, file_name: &str) -> Result<Grammar, Error> {
        let tree = parse(&text)?;
        let faults = faults(&tree, text.as_str());
        if !faults.is_empty() {
            return Err(faulty(&text, faults, |edit, faults| leaves_fewer(text.as_str(), edit, faults)));
        }
        let written = tree.written();
        let rules = optimize(&written, &written);
        Ok(Grammar { file_name: file_name.to_owned(), text, rules })
    }

    /// Returns the file name that was passed to the function that read the grammar. For a variant, this is the
    /// name of the variant and not of its base.
    #[must_use]
    pub fn file_name(&self) -> &str {
        &self.file_name
    }

    /// Returns whether the grammar is a variant, merged into a base.
    ///
    /// ```
    /// use urigram_grammar::Grammar;
    ///
    /// let base = Grammar::read("port = @{ digit* }\ndigit = { '0'..'9' }", "base.pest")?;
    /// let variant = Grammar::read_over(&base, "port = @{ digit{1, 5} }", "five.pest")?;
    /// assert!(variant.is_variant() && !base.is_variant());
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    pub fn is_variant(&self) -> bool {
        self.text.is_merged()
    }

    /// Returns the text of the whole grammar, which pest can read. For a variant, this is the merged text.
    #[must_use]
    pub fn text(&self) -> &str {
        self.text.as_str()
    }

    /// Returns the optimized rules, in the order of the text.
    #[must_use]
    pub fn rules(&self) -> &[OptimizedRule] {
        &self.rules
    }

    /// Returns the rules as they are written, before pest's optimizer, in the order of the text.
    ///
    /// # Errors
    ///
    /// [`Error::NoThread`] if no thread can be started.
    pub fn written(&self) -> Result<Vec<WrittenRule>, Error> {
        with_stack(&self.file_name, || Ok(parse(&self.text)?.written()))
    }

    /// Returns the place where each rule is defined, in the order of [`Grammar::rules`]. Takes linear time.
    ///
    /// # Errors
    ///
    /// [`Error::NoThread`] if no thread can be started.
    pub fn places(&self) -> Result<Vec<Place>, Error> {
        with_stack(&self.file_name, || {
            let starts: Vec<usize> = parse(&self.text)?.rules.iter().map(|rule| rule.range.start).collect();
            Ok(self.text.places(&starts))
        })
    }

    /// Returns the place of each byte offset in [`Grammar::text`], in the order of the offsets.
    ///
    /// ```
    /// use urigram_grammar::Grammar;
    ///
    /// let grammar = Grammar::read("hour = { '0'..'9' }\nday = { \"d\" }", "hour.pest")?;
    /// assert_eq!(grammar.places_of(&[20])[0].to_string(), "hour.pest:2:1");
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    pub fn places_of(&self, offsets: &[usize]) -> Vec<Place> {
        self.text.places(offsets)
    }

    /// Returns the text for a range of [`Grammar::text`] as a fix of the grammar's file, if the range was not merged from another
    /// file.
    ///
    /// ```
    /// use urigram_grammar::{Fix, Grammar};
    ///
    /// let grammar = Grammar::read("hour = { '0'..'9' }", "hour.pest")?;
    /// let fix = Fix { start: 0, end: 4, text: "day".to_owned() };
    /// assert_eq!(grammar.fix(0..4, "day".to_owned()), Some(fix));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    pub fn fix(&self, range: Range<usize>, text: String) -> Option<Fix> {
        self.text.fix(Edit::replace(range, text))
    }

    /// Returns the rules and expressions as they are written, each with its range in [`Grammar::text`].
    ///
    /// # Errors
    ///
    /// [`Error::NoThread`] if no thread can be started.
    ///
    /// ```
    /// use urigram_grammar::Grammar;
    ///
    /// let grammar = Grammar::read("side = { \"l\" | \"r\" }", "side.pest")?;
    /// let tree = grammar.tree()?;
    /// let right = &tree.choices[0].alternatives[1];
    /// assert_eq!(&grammar.text()[right.range.clone()], "\"r\"");
    /// assert_eq!(tree.rules[0].node, tree.choices[0].node, "all of the rule");
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    pub fn tree(&self) -> Result<Tree<'_>, Error> {
        with_stack(&self.file_name, || parse(&self.text))
    }

    /// Returns the range in the file of the grammar for a range of [`Grammar::text`] that is in one rule. Returns `None`
    /// for the rules of a variant's base, which are from another file.
    ///
    /// ```
    /// use urigram_grammar::Grammar;
    ///
    /// let base = Grammar::read("port = @{ digit* }\ndigit = { '0'..'9' }", "base.pest")?;
    /// let variant = Grammar::read_over(&base, "digit = { '0'..'7' }", "octal.pest")?;
    /// assert_eq!(variant.text(), "port = @{ digit* }\ndigit = { '0'..'7' }");
    /// assert_eq!((variant.in_file(19..24), variant.in_file(0..4)), (Some(0..5), None));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    pub fn in_file(&self, range: Range<usize>) -> Option<Range<usize>> {
        self.text.in_file(range)
    }

    /// Returns the places of the optimized rules in the file of the grammar, in the order of [`Grammar::rules`]. Takes
    /// the time of reading the grammar.
    ///
    /// # Errors
    ///
    /// [`Error::NoThread`] if no thread can be started.
    ///
    /// ```
    /// use urigram_grammar::Grammar;
    ///
    /// let grammar = Grammar::read("word = @{ \"a\" ~ (\"b\" | \"c\")+ }", "word.pest")?;
    /// let spans = &grammar.spans()?[0];
    /// let text = |span: &Option<_>| span.map(|span: urigram_grammar::Span| &grammar.text()[span.range()]);
    /// assert_eq!(text(&spans.name), Some("word"));
    /// // As pest runs it: `"a" ~ (("b" | "c") ~ ("b" | "c")*)`.
    /// assert_eq!(text(&spans.exprs[2]), Some("(\"b\" | \"c\")+"));
    /// assert_eq!(text(&spans.exprs[4]), Some("\"b\""));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    pub fn spans(&self) -> Result<Vec<RuleSpans>, Error> {
        with_stack(&self.file_name, || Ok(spans::of(&self.text, &parse(&self.text)?, &self.rules)))
    }

    /// Returns the optimized rule of that name.
    #[must_use]
    pub fn rule(&self, name: &str) -> Option<&OptimizedRule> {
        self.rules.iter().find(|rule| rule.name == name)
    }
}

/// Parses a text to a tree within the limits of [`bounds`]. Must be called [`with_stack`].
fn parse(text: &Text) -> Result<Tree<'_>, Error> {
    if text.as_str().starts_with('\u{FEFF}') {
        let message = "a byte order mark, which pest does not read: save the file without it";
        let fault = FaultAt::new(0..0, message).or([Edit::remove(0..'\u{FEFF}'.len_utf8())]);
        return Err(faulty(text, vec![fault], |edit, _| edit.range.start == 0));
    }
    let tree = notation::read(text.as_str());
    let tree = tree.and_then(|tree| bounds::check(&tree).map(|()| tree));
    tree.map_err(|fault| faulty(text, vec![fault], |edit, _| ends_fault(text.as_str(), edit)))
}

/// The maximum length of a text that is read again for fixes, in bytes.
const MAX_FIXED: usize = 256 << 10;
/// The maximum number of faults with a fix.
const FIXED: usize = 10;
/// The number of bytes that may be read again for the fixes of a text.
const READ_AGAIN: usize = 4 << 20;

/// Returns whether the edit corrects the only syntax error of its rule.
fn ends_fault(text: &str, edit: &Edit) -> bool {
    let text = edit.apply(text);
    let (extent, fault) = notation::extent(&text);
    match fault {
        Some(fault) => edit.end() <= extent && fault.range.start >= extent,
        None => notation::read(&text).is_ok_and(|tree| bounds::check(&tree).is_ok()),
    }
}

/// Returns whether the edit leaves some of the faults, and makes no others.
fn leaves_fewer(text: &str, edit: &Edit, before: &[FaultAt]) -> bool {
    let text = edit.apply(text);
    let Ok(tree) = notation::read(&text) else { return false };
    let after = faults(&tree, &text);
    let known: HashSet<&str> = before.iter().map(|fault| fault.message.as_str()).collect();
    after.len() < before.len() && after.iter().all(|fault| known.contains(fault.message.as_str()))
}

/// Returns the faults of a text without syntax errors.
fn faults(tree: &Tree<'_>, text: &str) -> Vec<FaultAt> {
    let faults = names::faults(&tree.rules);
    if faults.is_empty() { check(tree, text) } else { faults }
}

/// Returns the error for faults, each with its first edit that `helps`, as far as edits may be tried.
fn faulty(text: &Text, faults: Vec<FaultAt>, helps: impl Fn(&Edit, &[FaultAt]) -> bool) -> Error {
    let offsets: Vec<usize> = faults.iter().map(|fault| fault.range.start).collect();
    let places = text.places(&offsets);
    let length = text.as_str().len();
    let mut tries = if length <= MAX_FIXED { READ_AGAIN.checked_div(length).unwrap_or(0) } else { 0 };
    let mut fixed = |(at, fault): (usize, &FaultAt)| {
        let edits = fault.edits.iter().filter(|_| at < FIXED);
        let mut tried = edits.take_while(|_| tries.checked_sub(1).map(|left| tries = left).is_some());
        let edit = tried.find(|edit| helps(edit, &faults))?;
        text.fix(edit.clone())
    };
    let fixes: Vec<Option<Fix>> = faults.iter().enumerate().map(&mut fixed).collect();
    let faults = faults.into_iter().zip(places).zip(fixes);
    let faults = faults.map(|((FaultAt { message, .. }, Place { file, line, column, .. }), fix)| Fault {
        file,
        line,
        column,
        message,
        fix,
    });
    Error::Faulty(faults.collect())
}

impl Grammar {
    /// Parses a variant, a text with only the rules that differ from `base`, and merges it into `base`, which
    /// may itself be a variant.
    ///
    /// A rule replaces the rule of the same name in the base; a rule with a new name is appended. The comments
    /// directly above a rule, and the comment that ends its line, are replaced and added with it. The merged
    /// grammar has the file name of the variant, but a fault names the file that the faulty text came from.
    ///
    /// ```
    /// use urigram_grammar::Grammar;
    ///
    /// let base = Grammar::read("port = @{ digit* }\ndigit = { '0'..'9' }", "base.pest")?;
    /// let five = Grammar::read_over(&base, "port = @{ digit{1, 5} }", "five.pest")?;
    /// assert_eq!(five.text(), "port = @{ digit{1, 5} }\ndigit = { '0'..'9' }");
    ///
    /// let error = Grammar::read_over(&base, "prot = @{ digit{1, 5} }", "typo.pest").unwrap_err();
    /// assert_eq!(error.to_string(), "typo.pest:1:1: base.pest has no rule `prot`; did you mean `port`?");
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Grammar::read`] for the merged text, and [`Error::Faulty`] if the variant has no effect,
    /// because the base neither defines nor calls any of its rules, and none of them is `WHITESPACE` or
    /// `COMMENT`, which pest calls implicitly.
    pub fn read_over(base: &Grammar, source: &str, file_name: &str) -> Result<Grammar, Error> {
        with_stack(file_name, || {
            let variant = Text::of_file(source, file_name);
            over(base, &variant, &parse(&variant)?.rules, file_name)
        })
    }
}

/// Merges a variant, whose text and rules are given, into its base. Must be called [`with_stack`].
fn over(base: &Grammar, variant: &Text, rules: &[Definition<'_>], file_name: &str) -> Result<Grammar, Error> {
    let base_rules = parse(&base.text)?.rules;
    let merged = merge(&base.text, &base_rules, variant, rules);
    let merged = Grammar::of(merged, file_name).map_err(|error| with_cause(error, file_name))?;
    let relevant = relevant_names(&base_rules);
    if rules.iter().any(|rule| relevant.contains(rule.name)) {
        Ok(merged)
    } else {
        Err(faulty(variant, no_effect(base.file_name(), &base_rules, rules), |_, _| true))
    }
}

/// Returns the text of the base, with each rule replaced by the variant's rule of the same name, and the
/// variant's new rules appended.
fn merge(base: &Text, base_rules: &[Definition<'_>], variant: &Text, rules: &[Definition<'_>]) -> Text {
    let in_base: HashSet<&str> = base_rules.iter().map(|rule| rule.name).collect();
    let ranges = with_comments(variant.as_str(), rules);
    let mut replacing: HashMap<&str, Vec<Text>> = HashMap::new();
    let mut appended = Vec::new();
    for (rule, text) in rules.iter().zip(variant.slices(&ranges)) {
        if in_base.contains(rule.name) {
            // Keep both of two rules with the same name, so that reading the merged text reports the second.
            replacing.entry(rule.name).or_default().push(text);
        } else {
            appended.push(text);
        }
    }

    let (mut kept, mut new, mut from) = (Vec::new(), Vec::new(), 0);
    for (old, range) in base_rules.iter().zip(with_comments(base.as_str(), base_rules)) {
        if let Some(texts) = replacing.remove(old.name) {
            kept.push(from..range.start);
            new.push(texts);
            from = range.end;
        }
    }
    kept.push(from..base.as_str().len());
    new.push(appended);

    let mut merged = Text::default();
    for (kept, new) in base.slices(&kept).into_iter().zip(new) {
        [kept.of_base()].into_iter().chain(new).for_each(|text| merged.push(text));
    }
    merged
}

/// Returns the names of the rules that the grammar defines or calls, or that pest calls implicitly. A variant
/// has an effect only if it defines a rule with such a name.
fn relevant_names<'t>(rules: &[Definition<'t>]) -> HashSet<&'t str> {
    let called = rules.iter().flat_map(|rule| &rule.calls).map(|call| call.name);
    called.chain(rules.iter().map(|rule| rule.name)).chain(SKIPPED).collect()
}

/// Returns the faults of a variant that has no effect on its base.
fn no_effect(base: &str, base_rules: &[Definition<'_>], rules: &[Definition<'_>]) -> Vec<FaultAt> {
    let base = shown_file(base);
    let typos = rules.iter().take(MAX_COMPARED).filter_map(|rule| {
        let name = rule.name;
        let meant = closest(name, base_rules.iter().map(|rule| rule.name))?;
        let at = rule.range.start;
        let fault = FaultAt::new(at..at, format!("{base} has no rule `{name}`; did you mean `{meant}`?"));
        Some(fault.or([Edit::rename(at, name, meant)]))
    });
    let typos: Vec<_> = typos.collect();
    if !typos.is_empty() {
        return typos;
    }
    let Some(first) = rules.first() else {
        return vec![FaultAt::new(0..0, format!("there are no rules, so {base} is unchanged"))];
    };
    let mut message = format!("{base} has none of these rules, so it is unchanged");
    if let Some(call) = undefined(rules).first() {
        message += &format!("; as a grammar of its own, it lacks `{}`", shown(call.name));
    }
    vec![FaultAt::new(first.range.start..first.range.start, message)]
}

/// Appends the name of the variant to messages about faults in the base, whose text had no faults before the
/// variant was merged into it.
fn with_cause(error: Error, file_name: &str) -> Error {
    let Error::Faulty(mut faults) = error else { return error };
    for fault in faults.iter_mut().filter(|fault| *fault.file != *file_name) {
        fault.message += &format!(" (with {} laid over it)", shown_file(file_name));
    }
    Error::Faulty(faults)
}

impl Grammar {
    /// Parses a text that may be a complete grammar or a variant of `base`.
    ///
    /// The text is read as a complete grammar, by [`Grammar::read`], if both of these conditions hold:
    ///
    /// - Every rule that it calls is defined in it or built in.
    /// - It defines the first rule of the base, or a new rule that no redefined rule calls, directly or
    ///   indirectly. A rule is redefined if the base defines or calls a rule of that name, and new otherwise.
    ///
    /// Otherwise the text is read as a variant, by [`Grammar::read_over`].
    ///
    /// ```
    /// use urigram_grammar::Grammar;
    ///
    /// let base = Grammar::read("port = @{ digit* }\ndigit = { '0'..'9' }", "base.pest")?;
    /// let variant = Grammar::read_either(&base, "digit = { odd | '2'..'8' }\nodd = { \"1\" }", "odd.pest")?;
    /// assert!(variant.rule("port").is_some());
    /// let other = Grammar::read_either(&base, "hour = { digit{2} }\ndigit = { '0'..'9' }", "hour.pest")?;
    /// assert!(other.rule("port").is_none());
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Grammar::read`] or of [`Grammar::read_over`].
    pub fn read_either(base: &Grammar, source: &str, file_name: &str) -> Result<Grammar, Error> {
        with_stack(file_name, || {
            let text = Text::of_file(source, file_name);
            let rules = parse(&text)?.rules;
            if is_complete(&rules, &parse(&base.text)?.rules) {
                Grammar::of(text, file_name)
            } else {
                over(base, &text, &rules, file_name)
            }
        })
    }
}

/// Returns whether the rules are a complete grammar, as [`Grammar::read_either`] defines it.
fn is_complete(rules: &[Definition<'_>], base: &[Definition<'_>]) -> bool {
    if !undefined(rules).is_empty() {
        return false;
    }
    if base.first().is_some_and(|first| rules.iter().any(|rule| rule.name == first.name)) {
        return true;
    }
    let mut reach = Reach::new(rules);
    relevant_names(base).into_iter().for_each(|name| reach.add(name));
    !rules.iter().all(|rule| reach.has(rule))
}
