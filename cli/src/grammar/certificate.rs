//! Certificates of what `uri grammar prove` has found.

use std::path::Path;

use urigram_grammar::{Abnf, Claim, Error as GrammarError, Grammar, Peg, Statement};

use crate::input::Name;
use crate::outcome::Error;
use crate::output::visible;
use crate::parser::read::Named;

/// The limit on the work for one certificate: some ten seconds. That of RFC 3986 takes a fifth of it.
pub(super) const STEPS: u64 = 10_000_000_000;

/// Writes the certificate to the file, and returns why rules are not in it, one message each.
pub(super) fn write(
    file: &Path,
    grammar: &Grammar,
    (abnf, texts): (&Abnf, &[Named]),
    mut claims: Vec<Claim>,
) -> Result<Vec<String>, Error> {
    let peg = Peg::new(grammar);
    let mut sources = vec![(false, grammar.file_name(), grammar.text())];
    sources.extend(texts.iter().map(|(name, text)| (true, name.as_str(), text.as_str())));
    let mut left = STEPS;
    let mut missing = Vec::new();
    while !claims.is_empty() {
        let made = Statement::new(&peg, abnf, &claims, &mut left);
        match made.and_then(|statement| statement.certify(&sources, &mut left)) {
            Ok(text) => {
                let shown = Name::of_file(file).shown;
                let written = std::fs::write(file, text);
                written.map_err(|error| Error::Refused(format!("uri: {shown}: {error}")))?;
                return Ok(missing);
            }
            Err(error) => {
                let (GrammarError::TooLarge { rule } | GrammarError::Uncertified { rule, .. }) = &error
                else {
                    return Err(error.into());
                };
                // The rest is certified without it.
                claims.retain(|claim| claim.rule != *rule && claim.abnf_rule != *rule);
                missing.push(visible::name(error.to_string().as_bytes()).to_string());
            }
        }
    }
    Err(Error::Refused("uri: no rule is proved, so there is no certificate to write".to_owned()))
}
