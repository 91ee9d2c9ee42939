//! Writes the code of runs, which are loops over characters and escapes, and of calls, which reuse the results of earlier
//! tests at an offset, so that fewer bytes are tested twice.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule is an index of `nodes`, and a part of its parts"
)]

use std::collections::HashSet;

use crate::characters::CharSet;
use crate::compile::machine::{all_beyond, beyond, bytes, describe};
use crate::compile::shape::{Node, Run};
use crate::compile::write::writer::{Body, End, Failure, Hint, HintKind, Offset, Writer};

impl<'a> Writer<'a> {
    /// Returns the end of a rule at an offset: an expression that calls the rule, or an end that a hint contains.
    pub(super) fn call(&mut self, rule: usize, at: &Offset) -> End {
        let hints: Vec<Hint> = self.hints.iter().filter(|hint| hint.at == *at).cloned().collect();
        for Hint { kind, end, .. } in &hints {
            match (kind, &self.nodes[rule]) {
                (HintKind::Rule(known), _) if *known == rule => return End::Known(end.clone()),
                (HintKind::Run(known), Node::Run(run)) if known == run => return End::Known(end.clone()),
                (HintKind::Run(known), Node::Run(run)) if known.within(run) => {
                    let name = self.function_for(rule, None);
                    // No escape begins at `end`, because the smaller run has the same escapes.
                    let more = run.set.difference(&known.set);
                    if beyond(&more).is_some() {
                        return End::Expression(format!("self::{name}(s, {end})"));
                    }
                    let goes_on = self.table.test(&more, end);
                    return End::Expression(format!(
                        "if {goes_on} {{ self::{name}(s, {end}) }} else {{ {end} }}"
                    ));
                }
                _ => {}
            }
        }
        let hint = hints.into_iter().find(|hint| self.can_use(rule, &hint.kind));
        let name = self.function_for(rule, hint.as_ref().map(|hint| hint.kind.clone()));
        let known = hint.map_or(String::new(), |hint| format!(", {}", hint.end));
        let rest = self.rest(rule);
        End::Expression(format!("self::{name}(s, {at}{known}{rest})"))
    }

    /// Returns whether the function of a rule can use a hint at its beginning.
    fn can_use(&self, rule: usize, kind: &HintKind) -> bool {
        let node = &self.nodes[rule];
        // A state machine always starts in its first state.
        if self.machines.contains_key(&rule) {
            return false;
        }
        match kind {
            HintKind::Run(run) => self.begins_with(rule).contains(&run),
            HintKind::Rule(known) => self.first_call(node) == Some(*known),
            HintKind::Ahead(set) => self.can_use_ahead(node, set, &mut HashSet::new()),
        }
    }

    /// Returns whether the expression, or a rule that it calls first, begins with characters for which [`run_of`] holds.
    fn can_use_ahead(&self, node: &Node, set: &CharSet, visited: &mut HashSet<usize>) -> bool {
        match node {
            // A rule that has been visited before cannot use the hint: otherwise, the search would have ended there.
            Node::Call(rule) => visited.insert(*rule) && self.can_use_ahead(&self.nodes[*rule], set, visited),
            Node::Choice(parts) => parts.iter().any(|part| self.can_use_ahead(part, set, visited)),
            Node::Seq(parts) => {
                run_of(parts, set) || parts.first().is_some_and(|part| self.can_use_ahead(part, set, visited))
            }
            _ => false,
        }
    }

    fn first_call(&self, node: &Node) -> Option<usize> {
        match node {
            Node::Call(rule) => Some(*rule),
            Node::Seq(parts) => match parts.first() {
                Some(Node::Call(rule)) => Some(*rule),
                _ => None,
            },
            _ => None,
        }
    }

    /// Continues a run that a hint has partly matched. If a hint says that the bytes at the offset are a character
    /// and a run with which the parts begin, writes the match of the run from the end of the hint, and returns the
    /// end of the run.
    pub(super) fn resume_run(&mut self, parts: &[Node], at: &Offset, failure: &Failure) -> Option<Offset> {
        let known = self.hints.iter().find_map(|hint| match &hint.kind {
            HintKind::Ahead(set) if hint.at == *at && run_of(parts, set) => Some(hint.end.clone()),
            _ => None,
        })?;
        let [first, Node::Run(run), ..] = parts else { return None };
        let place = self.body.fresh_offset();
        self.body.line(format!("let mut {place} = {known};"));
        self.body.open(format!("if {place} == scan::NO {{"));
        let end = self.node(first, at, failure);
        self.body.line(format!("{place} = {end};"));
        self.body.close("}");
        Some(self.run(run, &place))
    }

    /// Before a choice, writes the call with which its first alternative begins and adds its end as a hint, if a later
    /// alternative can use the hint.
    pub(super) fn hint_first_call(&mut self, parts: &[Node], at: &Offset) {
        let nodes = self.nodes;
        let Some((Node::Call(first), later)) = parts.split_first() else { return };
        let Some(rule) = self.first_call(&nodes[*first]) else { return };
        let Node::Seq(begin) = &nodes[rule] else { return };
        let [Node::One(one), Node::Run(run)] = begin.as_slice() else { return };
        let set = one.union(&run.set);
        let is_plain = run.escapes.is_empty() && beyond(&set).is_none();
        if is_plain && later.iter().any(|part| self.can_use_ahead(part, &set, &mut HashSet::new())) {
            let end = self.call(rule, at);
            let place = self.body.bind(end);
            for kind in [HintKind::Rule(rule), HintKind::Ahead(set)] {
                self.hints.push(Hint { at: at.clone(), kind, end: place.clone() });
            }
        }
    }

    /// Returns the runs among the alternatives of a rule. These are calls of rules that consist of a run.
    fn begins_with(&self, rule: usize) -> Vec<&'a Run> {
        let nodes = self.nodes;
        let Node::Choice(parts) = &nodes[rule] else { return Vec::new() };
        let runs = parts.iter().filter_map(|part| match part {
            Node::Call(callee) => match &nodes[*callee] {
                Node::Run(run) => Some(run),
                _ => None,
            },
            _ => None,
        });
        runs.collect()
    }

    /// Writes a run that an optional part and the next part share, and adds its end as a hint. The optional part
    /// begins with a run, and the next part is a rule that may begin with a smaller run at the same offset. Both
    /// continue from the end of the smaller run.
    pub(super) fn hint_shared_run(&mut self, parts: &[Node], index: usize, at: &Offset) {
        let Some(run) = self.shared(parts, index) else { return };
        let end = self.run_call(run, at);
        let end = self.bind_end(&end, false, &Failure::Return);
        self.hints.push(Hint { at: at.clone(), kind: HintKind::Run(run.clone()), end });
    }

    fn shared(&self, parts: &[Node], index: usize) -> Option<&'a Run> {
        let nodes = self.nodes;
        let (Node::Repeat { inner, min: 0, max: Some(1) }, Node::Call(next)) =
            (parts.get(index)?, parts.get(index + 1)?)
        else {
            return None;
        };
        let first = match &**inner {
            Node::Seq(parts) => parts.first()?,
            node => node,
        };
        let whole = match first {
            Node::Call(rule) => match &nodes[*rule] {
                Node::Run(run) => run,
                _ => return None,
            },
            _ => return None,
        };
        self.begins_with(*next).into_iter().find(|run| run.within(whole))
    }

    /// After an optional part with a hint from [`Self::hint_shared_run`], adds the end of the smaller run at the new
    /// offset as a hint. If the optional part did not match, this end is known; otherwise, the code scans for it.
    pub(super) fn hint_rest_of_run(&mut self, before: &Offset, after: &Offset) {
        let known = self.hints.iter().rev().find_map(|hint| match &hint.kind {
            HintKind::Run(run) if hint.at == *before => Some((run.clone(), hint.end.clone())),
            _ => None,
        });
        let Some((run, known)) = known else { return };
        let again = self.run_call(&run, after);
        let end = self.body.bind(format!("if {after} == {before} {{ {known} }} else {{ {again} }}"));
        self.hints.push(Hint { at: after.clone(), kind: HintKind::Run(run), end });
    }
}

/// Returns whether a sequence begins with a character and a run that both accept all characters of the set.
fn run_of(parts: &[Node], set: &CharSet) -> bool {
    let [first, Node::Run(run), ..] = parts else { return false };
    let accepts = |one: &CharSet| set.difference(one).is_empty();
    let first = match first {
        Node::One(one) => accepts(one),
        // In a choice between characters and escapes, the characters are the first alternative.
        Node::Choice(parts) => matches!(parts.first(), Some(Node::One(one)) if accepts(one)),
        _ => false,
    };
    first && accepts(&run.set)
}

impl Writer<'_> {
    pub(super) fn wide(&mut self, set: &CharSet, at: &Offset) -> String {
        let ranges: Vec<_> = set.ranges().iter().map(|&(first, last)| (first as u32, last as u32)).collect();
        let place = self.wides.index(ranges);
        format!("scan::wide(s, {at}, scan::WIDE{place})")
    }

    pub(super) fn run(&mut self, run: &Run, at: &Offset) -> Offset {
        let known = HintKind::Run(run.clone());
        if let Some(hint) = self.hints.iter().find(|hint| hint.at == *at && hint.kind == known) {
            return hint.end.clone();
        }
        let value = self.run_call(run, at);
        self.bind_end(&value, false, &Failure::Return)
    }

    pub(super) fn trimmed(&mut self, run: &Run, end: &CharSet, at: &Offset) -> Offset {
        let whole = self.run(run, at);
        let (class, _) = self.table.class(end);
        self.body.bind(format!("scan::trimmed(s, {at}, {whole}, scan::C{class})"))
    }

    fn run_call(&mut self, run: &Run, at: &Offset) -> End {
        let end = if run.escapes.is_empty() && (beyond(&run.set).is_none() || all_beyond(&run.set)) {
            self.span(run, at)
        } else {
            let place = self.runs.index(run.clone());
            format!("self::{}(s, {at})", self.run_name(place))
        };
        if !self.blanks.contains(run) {
            return End::Expression(end);
        }
        // In a text without white space, the processor predicts this branch and continues at `at`, whereas the end of a
        // loop would be a data dependency.
        let begins = self.table.test(&bytes(&run.first()), at);
        End::Expression(format!("if {begins} {{ {end} }} else {{ {at} }}"))
    }

    pub(super) fn run_function(&mut self, place: usize, run: &Run) -> String {
        self.body = Body::new();
        self.hints.clear();
        let at = Offset::of("at");
        if let Some((first, tail, count)) = run.regular_escape() {
            let class = self.class(run);
            let escape = self.words.escape(first, self.table.class(tail), count);
            self.body.line(format!("scan::run(s, at, scan::C{class}, {escape})"));
            return self.described_run(place, run);
        }
        self.body.open("'run: loop {");
        let span = self.span(run, &at);
        self.body.line(format!("at = {span};"));
        for escape in &run.escapes {
            let label = self.body.fresh('e');
            self.body.open(format!("'{label}: {{"));
            let parts: Vec<Node> = escape.iter().cloned().map(Node::One).collect();
            let end = self.seq(&parts, &at, &Failure::Leave(label));
            self.body.line(format!("at = {end};"));
            self.body.line("continue 'run;");
            self.body.close("}");
        }
        match beyond(&run.set).filter(|_| !all_beyond(&run.set)) {
            Some(wide) => {
                let wide = self.wide(&wide, &at);
                self.body.open(format!("match {wide} {{"));
                self.body.line("scan::NO => return at,");
                self.body.line("end => at = end,");
                self.body.close("}");
            }
            None => self.body.line("return at;"),
        }
        self.body.close("}");
        self.described_run(place, run)
    }

    fn span(&mut self, run: &Run, at: &Offset) -> String {
        format!("scan::span(s, {at}, scan::C{})", self.class(run))
    }

    /// Returns the index of the class of a run, and registers the class with [`Words`](crate::compile::words::Words).
    fn class(&mut self, run: &Run) -> usize {
        let (place, bytes) = self.table.class(&run.set);
        self.words.add(place, &bytes, self.elsewhere.contains(run));
        place
    }

    fn described_run(&mut self, place: usize, run: &Run) -> String {
        let escapes = run.escapes.iter().map(|escape| {
            let sets: Vec<_> = escape.iter().map(describe).collect();
            format!(", or [{}]", sets.join("] ["))
        });
        let (keyword, name) = (self.form.reading(), self.run_name(place));
        let inline = if self.form.is_macro() { "$(#[$inline])?\n" } else { "" };
        let mutable = if run.regular_escape().is_some() { "" } else { "mut " };
        format!(
            "\n/// Returns the end of the longest run of `{}`{}.\n{inline}pub(crate) {keyword} {name}(s: Text<'_>, {mutable}at: usize) -> usize {{\n{}}}\n",
            describe(&run.set),
            escapes.collect::<String>().replace('`', ""),
            self.body
        )
    }
}
