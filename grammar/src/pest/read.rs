//! Reads a grammar, whole or laid over another: from text to the optimized rules that a derived parser runs.

use std::collections::{HashMap, HashSet};

use crate::error::{Error, Fault, shown, shown_file};
use crate::pest::check::check;
use crate::pest::comments::with_comments;
use crate::pest::names::{COMPARED, Reach, SKIPPED, closest, undefined};
use crate::pest::optimize::optimize;
use crate::pest::rules::{OptimizedRule, WrittenRule};
use crate::pest::text::{Place, Text};
use crate::pest::tree::{Definition, FaultAt, Tree};
use crate::pest::{bounds, names, notation};
use crate::stack::with_stack;

/// A grammar in pest's notation, as pest's optimizer leaves it.
///
/// The optimizer changes what some expressions match (`(h ~ ":")* ~ h` becomes `h ~ (":" ~ h)*`),
/// so these rules, and not the text, are what a parser made from the grammar does.
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
    /// Reads the text of a grammar. `file_name` is for messages only; nothing is opened.
    ///
    /// # Errors
    ///
    /// [`Error::Faulty`] if pest would refuse the text, or its rules are too large, [`Error::NoThread`] if no
    /// thread can be started.
    pub fn read(source: &str, file_name: &str) -> Result<Grammar, Error> {
        with_stack(file_name, || Grammar::of(Text::of_file(source, file_name), file_name))
    }

    /// Reads a text. To be called [`with_stack`].
    fn of(text: Text, file_name: &str) -> Result<Grammar, Error> {
        let tree = parse(&text)?;
        let faults = names::faults(&tree.rules);
        if !faults.is_empty() {
            return Err(faulty(&text, faults));
        }
        let faults = check(&tree, text.as_str());
        if !faults.is_empty() {
            return Err(faulty(&text, faults.into_iter().map(placed).collect()));
        }
        let written = tree.written();
        let rules = optimize(&written, &written);
        Ok(Grammar { file_name: file_name.to_owned(), text, rules })
    }

    /// The name that the grammar was read under; of one that was laid over another, its own.
    #[must_use]
    pub fn file_name(&self) -> &str {
        &self.file_name
    }

    /// Whether it is a variant, laid over another grammar.
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

    /// The text of the whole grammar, for pest to read: as it was read, or merged.
    #[must_use]
    pub fn text(&self) -> &str {
        self.text.as_str()
    }

    /// The optimized rules, in the order of the text.
    #[must_use]
    pub fn rules(&self) -> &[OptimizedRule] {
        &self.rules
    }

    /// The rules as they are written, before pest's optimizer, in the order of the text.
    ///
    /// # Errors
    ///
    /// [`Error::NoThread`] if no thread can be started.
    pub fn written(&self) -> Result<Vec<WrittenRule>, Error> {
        with_stack(&self.file_name, || Ok(parse(&self.text)?.written()))
    }

    /// Returns the places where the rules are defined, in the order of [`Grammar::rules`]. Takes linear time.
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

    /// Returns the places of those bytes of [`Grammar::text`], in the order of the offsets.
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

    /// Returns the expressions as they are written, each with its range in [`Grammar::text`].
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

    /// The optimized rule of that name.
    #[must_use]
    pub fn rule(&self, name: &str) -> Option<&OptimizedRule> {
        self.rules.iter().find(|rule| rule.name == name)
    }
}

/// The rules of the text as they are written, if they are within the bounds. To be called [`with_stack`].
fn parse(text: &Text) -> Result<Tree<'_>, Error> {
    if text.as_str().starts_with('\u{FEFF}') {
        let message = "a byte order mark, which pest does not read: save the file without it".to_owned();
        return Err(faulty(text, vec![(0, message)]));
    }
    let tree = notation::read(text.as_str());
    let tree = tree.and_then(|tree| bounds::check(&tree).map(|()| tree));
    tree.map_err(|fault| faulty(text, vec![placed(fault)]))
}

/// The error for a fault at those bytes of the text.
fn faulty(text: &Text, faults: Vec<(usize, String)>) -> Error {
    let (offsets, messages): (Vec<usize>, Vec<String>) = faults.into_iter().unzip();
    let faults = text.places(&offsets).into_iter().zip(messages);
    let faults = faults.map(|(place, message)| Fault {
        file: place.file,
        line: place.line,
        column: place.column,
        message,
    });
    Error::Faulty(faults.collect())
}

fn placed(fault: FaultAt) -> (usize, String) {
    (fault.range.start, fault.message)
}

impl Grammar {
    /// Reads a variant: rules laid over those of `base`, which may itself be a variant that was read.
    ///
    /// A rule takes the place of the base's rule of the same name, and any other goes behind the last
    /// one. The comments right above a rule, and the one that ends its line, come and go with it. The
    /// result is named as the variant is, and says of each fault the file that its place is in.
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
    /// Those of [`Grammar::read`], for the merged text, and [`Error::Faulty`] if the variant changes
    /// nothing: none of its rules is one that the base defines or calls, nor `WHITESPACE` or `COMMENT`,
    /// which pest calls by itself.
    pub fn read_over(base: &Grammar, source: &str, file_name: &str) -> Result<Grammar, Error> {
        with_stack(file_name, || {
            let variant = Text::of_file(source, file_name);
            over(base, &variant, &parse(&variant)?.rules, file_name)
        })
    }
}

/// The variant over its base. To be called [`with_stack`].
fn over(base: &Grammar, variant: &Text, rules: &[Definition<'_>], file_name: &str) -> Result<Grammar, Error> {
    let base_rules = parse(&base.text)?.rules;
    let merged = merge(&base.text, &base_rules, variant, rules);
    let merged = Grammar::of(merged, file_name).map_err(|error| with_cause(error, file_name))?;
    let meaningful = meaningful_names(&base_rules);
    if rules.iter().any(|rule| meaningful.contains(rule.name)) {
        Ok(merged)
    } else {
        Err(faulty(variant, idle(base.file_name(), &base_rules, rules)))
    }
}

/// The text of the base with the variant's rules in the places of those of the same names, and the
/// others behind them.
fn merge(base: &Text, base_rules: &[Definition<'_>], variant: &Text, rules: &[Definition<'_>]) -> Text {
    let in_base: HashSet<&str> = base_rules.iter().map(|rule| rule.name).collect();
    let ranges = with_comments(variant.as_str(), rules);
    let mut replacing: HashMap<&str, Vec<Text>> = HashMap::new();
    let mut behind = Vec::new();
    for (rule, text) in rules.iter().zip(variant.stretches(&ranges)) {
        if in_base.contains(rule.name) {
            // Two rules of one name stay two, to be found when the merged text is read.
            replacing.entry(rule.name).or_default().push(text);
        } else {
            behind.push(text);
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
    new.push(behind);

    let mut merged = Text::default();
    for (kept, new) in base.stretches(&kept).into_iter().zip(new) {
        [kept].into_iter().chain(new).for_each(|text| merged.push(text));
    }
    merged
}

/// The names that a grammar has a meaning for: a rule of such a name changes it.
fn meaningful_names<'t>(rules: &[Definition<'t>]) -> HashSet<&'t str> {
    let called = rules.iter().flat_map(|rule| &rule.calls).map(|call| call.name);
    called.chain(rules.iter().map(|rule| rule.name)).chain(SKIPPED).collect()
}

/// The message for a variant that changes nothing of its base, and its place.
fn idle(base: &str, base_rules: &[Definition<'_>], rules: &[Definition<'_>]) -> Vec<(usize, String)> {
    let base = shown_file(base);
    let typos = rules.iter().take(COMPARED).filter_map(|rule| {
        let name = rule.name;
        let meant = closest(name, base_rules.iter().map(|rule| rule.name))?;
        Some((rule.range.start, format!("{base} has no rule `{name}`; did you mean `{meant}`?")))
    });
    let typos: Vec<_> = typos.collect();
    if !typos.is_empty() {
        return typos;
    }
    let Some(first) = rules.first() else {
        return vec![(0, format!("no rule here, so nothing of {base} changes"))];
    };
    let mut message = format!("{base} has none of these rules, so nothing of it changes");
    if let Some(call) = undefined(rules).first() {
        message += &format!("; for a grammar of its own, `{}` is missing", shown(call.name));
    }
    vec![(first.range.start, message)]
}

/// A fault in a text that was read without fault before is the variant's.
fn with_cause(error: Error, file_name: &str) -> Error {
    let Error::Faulty(mut faults) = error else { return error };
    for fault in faults.iter_mut().filter(|fault| *fault.file != *file_name) {
        fault.message += &format!(" (with {} laid over it)", shown_file(file_name));
    }
    Error::Faulty(faults)
}

impl Grammar {
    /// Reads a file that may be a grammar of its own or a variant of `base`.
    ///
    /// It is a grammar of its own, for [`Grammar::read`], if nothing is missing from it and it has a
    /// rule to start from:
    ///
    /// - every rule that it calls is in it or built in, and
    /// - it defines the first rule of the base, or it has a rule that is new to the base and is not
    ///   there for the sake of a redefined one, that is, no redefined rule calls it, directly or through
    ///   others.
    ///
    /// Else it is a variant, for [`Grammar::read_over`].
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
    /// Those of the one of the two that applies.
    pub fn read_either(base: &Grammar, source: &str, file_name: &str) -> Result<Grammar, Error> {
        with_stack(file_name, || {
            let text = Text::of_file(source, file_name);
            let rules = parse(&text)?.rules;
            if stands_alone(&rules, &parse(&base.text)?.rules) {
                Grammar::of(text, file_name)
            } else {
                over(base, &text, &rules, file_name)
            }
        })
    }
}

fn stands_alone(rules: &[Definition<'_>], base: &[Definition<'_>]) -> bool {
    if !undefined(rules).is_empty() {
        return false;
    }
    if base.first().is_some_and(|first| rules.iter().any(|rule| rule.name == first.name)) {
        return true;
    }
    let mut serving = Reach::new(rules);
    meaningful_names(base).into_iter().for_each(|name| serving.add(name));
    !rules.iter().all(|rule| serving.has(rule))
}
