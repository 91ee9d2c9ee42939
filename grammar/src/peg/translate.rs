//! From pest's optimized rules to the core PEG: one definition for each rule and context.

use std::collections::HashMap;
use std::sync::Arc;

use crate::characters::CharSet;
use crate::error::{Reason, shown};
use crate::peg::expr;
use crate::peg::expr::{Expr, Rule};
use crate::pest::names::{SKIPPED, is_property, is_skipped, is_stack};
use crate::pest::rules::{OptimizedExpr, OptimizedRule, RuleType};

/// Whether tokens are made at a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Tokens {
    On,
    /// No, because a rule is atomic: a `$` or `!` rule below turns them on again.
    Off,
    /// No, because the call is in a predicate: nothing turns them on again.
    Never,
}

/// The part of pest's run-time state on which the behaviour of a rule depends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Context {
    /// Whether WHITESPACE and COMMENT are skipped. Always `false` in a grammar without them, so that its
    /// rules are not translated twice.
    skips: bool,
    tokens: Tokens,
}

/// The one context in which properties are called.
const PROPERTY: Context = Context { skips: false, tokens: Tokens::Off };

/// A translated definition, not yet checked for faults.
#[derive(Debug)]
pub(crate) struct Draft {
    pub(crate) rule: Rule,
    /// The first stack operation, which cannot be translated.
    pub(crate) stack: Option<Arc<Reason>>,
}

/// Translates every rule as a start rule, in the grammar's order, followed by the rules that they call in
/// other contexts. A `Call` has the index of a draft.
pub(crate) fn drafts(rules: &[OptimizedRule]) -> Vec<Draft> {
    let by_name: HashMap<&str, &OptimizedRule> =
        rules.iter().map(|rule| (rule.name.as_str(), rule)).collect();
    let skips = SKIPPED.iter().any(|name| by_name.contains_key(name));
    let mut translator = Translator { rules: by_name, ids: HashMap::new(), queue: Vec::new(), stack: None };
    let start = Context { skips, tokens: Tokens::On };
    for rule in rules {
        translator.id(&rule.name, start);
    }
    let mut drafts = Vec::new();
    while let Some((name, context)) = translator.queue.get(drafts.len()).cloned() {
        let (capture, expr) = translator.definition(&name, context);
        let stack = translator
            .stack
            .take()
            .map(|operation| Arc::new(Reason::Stack { rule: shown(&name).into_owned(), operation }));
        drafts.push(Draft { rule: Rule { name, capture, expr }, stack });
    }
    drafts
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

    /// Returns whether the rule makes a token when called in this context, and its body.
    fn definition(&mut self, name: &str, context: Context) -> (bool, Expr) {
        let Some(&rule) = self.rules.get(name) else {
            // Builtins that are called as rules: properties and `EOI`.
            return match expr::expr(name) {
                Some(property) => (false, property),
                None => (true, Expr::End),
            };
        };
        let lift = |tokens| if context.tokens == Tokens::Never { Tokens::Never } else { tokens };
        let atomic = Context { skips: false, tokens: lift(Tokens::Off) };
        let compound = Context { skips: false, tokens: lift(Tokens::On) };
        let has_skip = SKIPPED.iter().any(|name| self.rules.contains_key(name));
        let non_atomic = Context { skips: has_skip, tokens: lift(Tokens::On) };
        // `@` turns tokens off after the rule's own token has begun; `$` and `!` turn them on before it.
        let (capture, body) = match rule.ty {
            RuleType::Normal => (context.tokens == Tokens::On, context),
            RuleType::Silent => (false, context),
            RuleType::Atomic => (context.tokens == Tokens::On, atomic),
            RuleType::CompoundAtomic => (compound.tokens == Tokens::On, compound),
            RuleType::NonAtomic => (non_atomic.tokens == Tokens::On, non_atomic),
        };
        // White space is not skipped inside white space.
        let body = if is_skipped(name) && rule.ty != RuleType::CompoundAtomic { atomic } else { body };
        (capture, self.expr(&rule.expr, body))
    }

    /// Recursion is bounded: the reader limits the depth of an optimized expression, except along the right
    /// spines of sequences and choices.
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
                // Skipped space that no further item follows is given back.
                let more = Expr::seq([skip, inner.clone()]).star();
                Expr::seq([inner, more]).opt()
            }
            OptimizedExpr::Skip(strings) => {
                let stop = Expr::choice(strings.iter().map(|text| Expr::string(text)));
                // Without a stop ahead, pest's skip_until still succeeds, at the end of the input.
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
            "EOI" if context.tokens == Tokens::On => Expr::Call(self.id(name, context)),
            "EOI" => Expr::End,
            _ if is_stack(name) => self.refuse(name),
            // It may have hundreds of ranges, so it is inlined like rules, up to a limit.
            _ if is_property(name) => Expr::Call(self.id(name, PROPERTY)),
            _ => expr::expr(name).unwrap_or(Expr::Fail),
        }
    }

    /// Returns the expression that is skipped between the items of a sequence or repetition.
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
    Context { tokens: Tokens::Never, ..context }
}
