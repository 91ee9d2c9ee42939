//! Lays definitions over a base, and reports what is wrong with them.

use std::collections::HashMap;

use super::parse::{Definition, Parsed};
use super::rules::{Abnf, Rule, key};
use crate::error::Fault;

/// Returns the base with the definitions of a file laid over it.
pub(super) fn define(base: &Abnf, parsed: Parsed, file: &str) -> Result<Abnf, Vec<Fault>> {
    let Parsed { definitions, calls, mut faults } = parsed;
    // A rule that could not be read would be reported as undefined wherever it is called.
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut abnf = base.clone();
    let mut lines: HashMap<String, usize> = HashMap::new();
    for Definition { name, place, adds, node } in definitions {
        let key = key(&name);
        if adds {
            let Some(rule) = abnf.rule_mut(&name) else {
                faults.push(place.fault(file, format!("no rule `{name}` to add to: write `=`")));
                continue;
            };
            rule.node.add(node);
            lines.entry(key).or_insert(place.line);
        } else if let Some(line) = lines.get(&key) {
            faults.push(place.fault(file, format!("rule `{name}` is already defined in line {line}")));
        } else {
            lines.insert(key, place.line);
            abnf.set(Rule { name, node, core: false });
        }
    }
    let undefined = calls.into_iter().filter(|(name, _)| abnf.rule(name).is_none());
    faults.extend(undefined.map(|(name, place)| place.fault(file, format!("rule `{name}` is not defined"))));
    if faults.is_empty() {
        return Ok(abnf);
    }
    faults.sort_by_key(|fault| (fault.line, fault.column));
    Err(faults)
}
