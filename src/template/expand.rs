//! Expansion (RFC 6570, section 3 and Appendix A).

use alloc::string::String;

use super::Template;
use super::error::TemplateError;
use super::operator::Operator;
use super::parse::{Expression, Modifier, Span, Variable};
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
    /// # Ok::<(), urigram::template::TemplateError>(())
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
    /// # Ok::<(), urigram::template::TemplateError>(())
    /// ```
    pub fn expand(&self, values: &Values<'_>) -> Result<String, TemplateError> {
        let mut text = String::with_capacity(self.text.len().saturating_add(self.written.len()));
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
    /// # Ok::<(), urigram::template::TemplateError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`expand`](Self::expand).
    pub fn expand_to(&self, values: &Values<'_>, text: &mut String) -> Result<(), TemplateError> {
        let before = text.len();
        for expression in &self.expressions {
            if let Err(variable) = self.append(expression, values, text) {
                text.truncate(before);
                let (at, open) = (variable.name.start as usize, expression.place.start as usize);
                return Err(TemplateError::prefix(&self.text, at, open, variable.name.of(&self.text)));
            }
        }
        text.push_str(self.tail.of(&self.written));
        Ok(())
    }

    /// Appends an expression and the literal before it. The error is the variable that has a prefix, but a value that is not a
    /// string.
    #[inline]
    fn append<'t>(
        &self,
        expression: &'t Expression,
        values: &Values<'_>,
        text: &mut String,
    ) -> Result<(), &'t Variable> {
        let operator = expression.operator;
        let mut is_first = true;
        for (index, variable) in expression.variables.iter().enumerate() {
            let Some(value) =
                values.at(variable.start, variable.name.of(&self.text)).filter(|value| !value.is_undefined())
            else {
                continue;
            };
            let mut before = variable.before;
            if is_first && index > 0 {
                text.push_str(expression.literal.of(&self.written));
                text.push_str(operator.first);
                before.start = variable.key;
            }
            is_first = false;
            let key = Span { start: variable.key, ..before };
            match (value, variable.modifier) {
                (Value::String(value), Modifier::Prefix(length)) => {
                    self.member(operator, before, operator.prefix(value, length.into()), text);
                }
                (Value::String(value), _) => self.member(operator, before, value, text),
                (_, Modifier::Prefix(_)) => return Err(variable),
                (Value::List(members), Modifier::Explode) => {
                    for (index, member) in members.iter().enumerate() {
                        text.push_str(if index > 0 { operator.separator } else { "" });
                        self.member(operator, if index > 0 { key } else { before }, member, text);
                    }
                }
                (Value::Map(pairs), Modifier::Explode) => {
                    text.push_str(Span { end: variable.key, ..before }.of(&self.written));
                    for (index, (name, value)) in pairs.iter().enumerate() {
                        text.push_str(if index > 0 { operator.separator } else { "" });
                        operator.encode(name, text);
                        text.push_str(if operator.drops_equals && value.is_empty() { "" } else { "=" });
                        operator.encode(value, text);
                    }
                }
                (Value::List(members), Modifier::None) => {
                    text.push_str(before.of(&self.written));
                    operator.join(members.iter(), text);
                }
                (Value::Map(pairs), Modifier::None) => {
                    text.push_str(before.of(&self.written));
                    operator.join(pairs.iter().flat_map(|(name, value)| [name, value]), text);
                }
                (Value::Undefined, _) => unreachable!("the value is defined"),
            }
        }
        if is_first {
            text.push_str(expression.literal.of(&self.written));
        }
        Ok(())
    }

    /// Appends a string and the text before it, which ends in the name and `=` if names are written.
    #[inline]
    fn member(&self, operator: &Operator, mut before: Span, value: &str, text: &mut String) {
        if operator.drops_equals && value.is_empty() {
            before.end = before.end.saturating_sub(1);
        }
        text.push_str(before.of(&self.written));
        operator.encode(value, text);
    }
}

impl Operator {
    /// Appends strings with commas between them.
    fn join<S: AsRef<str>>(&self, values: impl Iterator<Item = S>, text: &mut String) {
        for (index, value) in values.enumerate() {
            text.push_str(if index > 0 { "," } else { "" });
            self.encode(value.as_ref(), text);
        }
    }
}
