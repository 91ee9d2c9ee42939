//! Expansion (RFC 6570, section 3 and Appendix A).

use alloc::string::String;

use super::Template;
use super::error::ExpandError;
use super::operator::Operator;
use super::parse::{Modifier, Variable};
use super::value::{Value, Values};

impl Template {
    /// Returns the URI reference that the template gives with these values (section 3).
    ///
    /// A variable without a value is undefined, and adds nothing. An empty string is a value: `{?q}` gives `?q=`. Linear in the
    /// lengths of the template and of its values.
    ///
    /// ```
    /// use urigram::template::{Template, Values};
    ///
    /// let template = Template::parse("http://example.com/search{?q,lang}")?;
    /// let values = Values::new().with("q", "café au lait");
    /// assert_eq!(template.expand(&values)?, "http://example.com/search?q=caf%C3%A9%20au%20lait");
    /// # Ok::<(), urigram::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a variable has a prefix, as in `{id:3}`, and its value is a list or a map (section 2.4.1).
    ///
    /// ```
    /// use urigram::template::{Template, Values};
    ///
    /// let error = Template::parse("/{ids:3}")?.expand(&Values::new().with("ids", ["1", "2"])).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "`ids` at byte 2 has a prefix, but its value is not a string, in the expression at byte 1"
    /// );
    /// # Ok::<(), urigram::Error>(())
    /// ```
    pub fn expand(&self, values: &Values<'_>) -> Result<String, ExpandError> {
        let mut text = String::with_capacity(self.text.len().saturating_mul(2).saturating_add(96));
        self.expand_to(values, &mut text)?;
        Ok(text)
    }

    /// Appends the URI reference to a text, which is unchanged if there is an error. Does not allocate if the text has enough
    /// capacity.
    ///
    /// ```
    /// use urigram::template::{Template, Values};
    ///
    /// let template = Template::parse("/users/{id}")?;
    /// let mut text = String::from("http://example.com");
    /// template.expand_to(&Values::new().with("id", 7), &mut text)?;
    /// assert_eq!(text, "http://example.com/users/7");
    /// # Ok::<(), urigram::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`expand`](Self::expand).
    pub fn expand_to(&self, values: &Values<'_>, text: &mut String) -> Result<(), ExpandError> {
        let start = text.len();
        let mut written = &*self.written;
        let mut is_first = true;
        for variable in &self.variables {
            let (before, rest) = written.split_at(variable.before as usize);
            written = rest;
            is_first |= variable.literal.is_some();
            let name = variable.name.of(&self.text);
            match (values.at(variable.start, name), variable.literal) {
                (None, Some(literal)) => text.push_str(before.split_at(literal as usize).0),
                (None, None) => {}
                (Some(value), literal) => {
                    let mut before = before;
                    if is_first && literal.is_none() {
                        text.push_str(variable.operator.first);
                        before = before.split_at(variable.key as usize).1;
                    }
                    is_first = false;
                    if variable.append(before, value, text).is_none() {
                        text.truncate(start);
                        let (at, open) = (variable.name.start as usize, variable.expression as usize);
                        return Err(ExpandError::prefix(name, at, open));
                    }
                }
            }
        }
        text.push_str(written);
        Ok(())
    }
}

impl Variable {
    /// Appends the value and the text before it, which ends in the name and `=` if names are written. Returns `None` if the
    /// variable has a prefix, but a value that is not a string.
    #[inline]
    fn append(&self, before: &str, value: &Value<'_>, text: &mut String) -> Option<()> {
        let operator = self.operator;
        let lead = || before.len().saturating_sub(self.before.saturating_sub(self.key) as usize);
        match (value, self.modifier) {
            (Value::String(value), Modifier::None | Modifier::Explode) => {
                operator.member(before, value, text);
            }
            (Value::String(value), Modifier::Prefix(length)) => {
                operator.member(before, operator.prefix(value, length.into()), text);
            }
            (_, Modifier::Prefix(_)) => return None,
            (Value::List(members), Modifier::None) => {
                text.push_str(before);
                operator.join(members.iter(), text);
            }
            (Value::Map(pairs), Modifier::None) => {
                text.push_str(before);
                operator.join(pairs.iter().flat_map(|(name, value)| [name, value]), text);
            }
            (Value::List(members), Modifier::Explode) => {
                let (first, others) = members.split_first()?;
                operator.member(before, first, text);
                let name = before.split_at(lead()).1;
                for member in others {
                    text.push(operator.separator);
                    operator.member(name, member, text);
                }
            }
            (Value::Map(pairs), Modifier::Explode) => {
                text.push_str(before.split_at(lead()).0);
                for (index, (name, value)) in pairs.iter().enumerate() {
                    if index > 0 {
                        text.push(operator.separator);
                    }
                    operator.encode(name, text);
                    operator.member("=", value, text);
                }
            }
            (Value::Undefined, _) => unreachable!("undefined values are not kept"),
        }
        Some(())
    }
}

impl Operator {
    /// Appends a string and the text before it, which ends in `=` if names are written.
    #[inline]
    fn member(&self, before: &str, value: &str, text: &mut String) {
        let before = if self.drops_equals && value.is_empty() {
            before.strip_suffix('=').unwrap_or(before)
        } else {
            before
        };
        text.push_str(before);
        self.encode(value, text);
    }

    /// Appends strings with commas between them.
    fn join<S: AsRef<str>>(&self, values: impl Iterator<Item = S>, text: &mut String) {
        for (index, value) in values.enumerate() {
            if index > 0 {
                text.push(',');
            }
            self.encode(value.as_ref(), text);
        }
    }
}
