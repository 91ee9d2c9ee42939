//! A file that may be a grammar of its own or a variant: which of them it is.

use crate::error::Error;
use crate::pest::big_stack::with_stack;
use crate::pest::merge::{meaningful_names, over};
use crate::pest::meta::tree::Definition;
use crate::pest::names::undefined;
use crate::pest::reach::Reach;
use crate::pest::read::{Grammar, parse};
use crate::pest::text::Text;

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
