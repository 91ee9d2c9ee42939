//! The rules that can come to be called.

use std::collections::{HashMap, HashSet};

use crate::pest::meta::tree::Definition;

pub(crate) struct Reach<'r, 't> {
    rules: HashMap<&'t str, &'r Definition<'t>>,
    reached: HashSet<&'t str>,
}

impl<'r, 't> Reach<'r, 't> {
    pub(crate) fn new(rules: &'r [Definition<'t>]) -> Reach<'r, 't> {
        let rules = rules.iter().map(|rule| (rule.name, rule)).collect();
        Reach { rules, reached: HashSet::new() }
    }

    /// Adds the rule of that name, if there is one, and those that it comes to call.
    pub(crate) fn add(&mut self, name: &str) {
        let mut open = vec![name];
        while let Some(name) = open.pop() {
            let Some(&rule) = self.rules.get(name) else { continue };
            if self.reached.insert(rule.name) {
                open.extend(rule.calls.iter().map(|call| call.name));
            }
        }
    }

    pub(crate) fn has(&self, rule: &Definition<'_>) -> bool {
        self.reached.contains(rule.name)
    }
}
