//! Variants: a grammar written down as the rules in which it differs from another.

use std::collections::{HashMap, HashSet};

use crate::error::Error;
use crate::message::{shown, shown_file};
use crate::pest::big_stack::with_stack;
use crate::pest::closest::{COMPARED, closest};
use crate::pest::meta::tree::Definition;
use crate::pest::names::undefined;
use crate::pest::read::{Grammar, faulty, parse};
use crate::pest::rule_comments::with_comments;
use crate::pest::skipped::SKIPPED;
use crate::pest::text::Text;

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
pub(crate) fn over(
    base: &Grammar,
    variant: &Text,
    rules: &[Definition<'_>],
    file_name: &str,
) -> Result<Grammar, Error> {
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
pub(crate) fn meaningful_names<'t>(rules: &[Definition<'t>]) -> HashSet<&'t str> {
    let called = rules.iter().flat_map(|rule| &rule.calls).map(|call| call.name);
    called.chain(rules.iter().map(|rule| rule.name)).chain(SKIPPED).collect()
}

/// What to say of a variant that changes nothing of its base, and where.
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
