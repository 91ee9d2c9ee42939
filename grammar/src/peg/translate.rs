//! Translates pest's optimized rules to the core PEG, with one definition for each rule and context.

use std::collections::HashMap;
use std::sync::Arc;

use crate::characters::CharSet;
use crate::error::{Reason, shown};
use crate::peg::expr;
use crate::peg::expr::{Expr, Rule};
use crate::pest::names::{SKIPPED, is_property, is_skipped, is_stack};
use crate::pest::rules::{OptimizedExpr, OptimizedRule, RuleType};

/// Whether a call makes a node of the parse tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Nodes {
    On,
    /// The call is below an atomic rule. A `$` or `!` rule turns nodes on again.
    Off,
    /// The call is in a predicate. In contrast to `Off`, a `$` or `!` rule does not turn nodes on again.
    Never,
}

/// The part of pest's run-time state on which the behaviour of a rule depends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Context {
    /// Whether WHITESPACE and COMMENT are skipped. Always `false` in a grammar that does not define them, so that its
    /// rules are not translated twice.
    skips: bool,
    nodes: Nodes,
}

/// The context in which all Unicode properties are called, so that each is translated once.
const PROPERTY: Context = Context { skips: false, nodes: Nodes::Off };

/// The translation of a rule in one context, not yet checked for faults.
#[derive(Debug)]
pub(crate) struct Translation {
    pub(crate) rule: Rule,
    /// The reason that names the first operation on pest's stack, if there is one, because stack operations cannot be
    /// translated.
    pub(crate) stack: Option<Arc<Reason>>,
}

/// Translates all rules as start rules, in the order of the grammar, followed by the rules that they call in other
/// contexts. In the result, an [`Expr::Call`] has the index of a translation.
pub(crate) fn translate(rules: &[OptimizedRule]) -> Vec<Translation> {
    let by_name: HashMap<&str, &OptimizedRule> =
        rules.iter().map(|rule| (rule.name.as_str(), rule)).collect();
    let skips = SKIPPED.iter().any(|name| by_name.contains_key(name));
    let mut translator = Translator { rules: by_name, ids: HashMap::new(), queue: Vec::new(), stack: None };
    let start = Context { skips, nodes: Nodes::On };
    for rule in rules {
        translator.id(&rule.name, start);
    }
    let mut translations = Vec::new();
    while let Some((name, context)) = translator.queue.get(translations.len()).cloned() {
        let (capture, expr) = translator.definition(&name, context);
        let stack = translator
            .stack
            .take()
            .map(|operation| Arc::new(Reason::Stack { rule: shown(&name).into_owned(), operation }));
        translations.push(Translation { rule: Rule { name, capture, expr }, stack });
    }
    translations
}

struct Translator<'g> {
    rules: HashMap<&'g str, &'g OptimizedRule>,
    ids: HashMap<(String, Context), usize>,
    queue: Vec<(String, Context)>,
    /// The first stack operation in the current definition.
    stack: Option<String>,
}

impl Translator<'_> {
    fn id(&mut self, name: &str, context: Context) -> usize {
        let next = self.queue.len();
        let id = *self.ids.entry((name.to_owned(), context)).or_insert(next);
        if id == next {
            self.queue.push((name.to_owned(), context));
        }
        id
    }

    /// Returns whether a call of the rule in this context makes a node, and the translated body.
    fn definition(&mut self, name: &str, context: Context) -> (bool, Expr) {
        let Some(&rule) = self.rules.get(name) else {
            // Unicode properties and `EOI` are builtins that are called as rules.
            return match expr::expr(name) {
                Some(property) => (false, property),
                None => (true, Expr::End),
            };
        };
        let lift = |nodes| if context.nodes == Nodes::Never { Nodes::Never } else { nodes };
        let atomic = Context { skips: false, nodes: lift(Nodes::Off) };
        let compound = Context { skips: false, nodes: lift(Nodes::On) };
        let has_skip = SKIPPED.iter().any(|name| self.rules.contains_key(name));
        let non_atomic = Context { skips: has_skip, nodes: lift(Nodes::On) };
        // `@` turns nodes off only below the rule's own node, but `$` and `!` turn them on for the rule's own node, too.
        let (capture, body) = match rule.ty {
            RuleType::Normal => (context.nodes == Nodes::On, context),
            RuleType::Silent => (false, context),
            RuleType::Atomic => (context.nodes == Nodes::On, atomic),
            RuleType::CompoundAtomic => (compound.nodes == Nodes::On, compound),
            RuleType::NonAtomic => (non_atomic.nodes == Nodes::On, non_atomic),
        };
        // White space is not skipped inside white space.
        let body = if is_skipped(name) && rule.ty != RuleType::CompoundAtomic { atomic } else { body };
        (capture, self.expr(&rule.expr, body))
    }

    /// Recurses as deeply as expressions are nested, which is limited when the grammar is read, except for the right
    /// operands of sequences and choices. Loops handle these.
    fn expr(&mut self, expr: &OptimizedExpr, context: Context) -> Expr {
        match expr {
            OptimizedExpr::Str(text) => Expr::string(text),
            OptimizedExpr::Insens(text) => Expr::insensitive(text),
            OptimizedExpr::Range(first, last) => Expr::chars(CharSet::range(*first, *last)),
            OptimizedExpr::Ident(name) => self.call(name, context),
            OptimizedExpr::PosPred(inner) => self.expr(inner, predicate(context)).and(),
            OptimizedExpr::NegPred(inner) => self.expr(inner, predicate(context)).not(),
            OptimizedExpr::Seq(head, tail) => {
                let mut parts = vec![self.expr(head, context)];
                let mut rest = tail;
                loop {
                    parts.push(self.skip(context));
                    let OptimizedExpr::Seq(head, tail) = &**rest else { break };
                    parts.push(self.expr(head, context));
                    rest = tail;
                }
                parts.push(self.expr(rest, context));
                Expr::seq(parts)
            }
            OptimizedExpr::Choice(head, tail) => {
                let mut parts = vec![self.expr(head, context)];
                let mut rest = tail;
                while let OptimizedExpr::Choice(head, tail) = &**rest {
                    parts.push(self.expr(head, context));
                    rest = tail;
                }
                parts.push(self.expr(rest, context));
                Expr::choice(parts)
            }
            OptimizedExpr::Opt(inner) => self.expr(inner, context).opt(),
            OptimizedExpr::Rep(inner) => {
                let inner = self.expr(inner, context);
                let skip = self.skip(context);
                if skip == Expr::Empty {
                    return inner.star();
                }
                // White space after the last repetition is not consumed.
                let more = Expr::seq([skip, inner.clone()]).star();
                Expr::seq([inner, more]).opt()
            }
            OptimizedExpr::Skip(strings) => {
                let stop = Expr::choice(strings.iter().map(|text| Expr::string(text)));
                // If none of the strings occurs, pest's `skip_until` succeeds at the end of the input.
                Expr::seq([stop.not(), Expr::Chars(CharSet::any())]).star()
            }
            OptimizedExpr::RestoreOnErr(inner) => self.expr(inner, context),
            OptimizedExpr::Push(_) => self.refuse("PUSH"),
            OptimizedExpr::PeekSlice(from, to) => {
                let to = to.map_or(String::new(), |to| to.to_string());
                self.refuse(&format!("PEEK[{from}..{to}]"))
            }
        }
    }

    fn call(&mut self, name: &str, context: Context) -> Expr {
        // A grammar may redefine most builtins.
        if self.rules.contains_key(name) {
            return Expr::Call(self.id(name, context));
        }
        match name {
            "EOI" if context.nodes == Nodes::On => Expr::Call(self.id(name, context)),
            "EOI" => Expr::End,
            _ if is_stack(name) => self.refuse(name),
            // A property may have hundreds of ranges, so it is called like a rule, and inlined up to a limit.
            _ if is_property(name) => Expr::Call(self.id(name, PROPERTY)),
            _ => expr::expr(name).unwrap_or(Expr::Fail),
        }
    }

    /// Returns the expression for white space and comments between the operands of a sequence or a repetition.
    fn skip(&mut self, context: Context) -> Expr {
        if !context.skips {
            return Expr::Empty;
        }
        let rules = SKIPPED.map(|name| {
            let exists = self.rules.contains_key(name);
            exists.then(|| Expr::Call(self.id(name, context)))
        });
        match rules {
            [Some(space), Some(comment)] => {
                let spaces = space.star();
                Expr::seq([spaces.clone(), Expr::seq([comment, spaces]).star()])
            }
            [Some(only), None] | [None, Some(only)] => only.star(),
            [None, None] => Expr::Empty,
        }
    }

    fn refuse(&mut self, operation: &str) -> Expr {
        self.stack.get_or_insert_with(|| operation.to_owned());
        Expr::Fail
    }
}

fn predicate(context: Context) -> Context {
    Context { nodes: Nodes::Never, ..context }
}
