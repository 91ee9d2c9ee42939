//! The expressions of a rule as texts are derived from them.

use rustc_hash::FxHashMap;

use crate::characters::charset::CharSet;
use crate::characters::readable;
use crate::pest::builtin;
use crate::pest::rules::{OptimizedExpr as Expr, RuleType};

/// The cost of what no text can be derived from.
pub(super) const NEVER: u32 = u32::MAX;
/// The characters of a set that are tried at most.
const CHARACTERS: usize = 16;
/// The characters of which those of a set are taken.
const LETTERS: usize = 512;

pub(super) enum Kind<'g> {
    Text(&'g str),
    /// One of these characters, by the index of the set.
    Set(usize),
    Call(usize),
    Seq,
    Choice,
    Opt,
    Rep,
    /// A predicate, after which the text begins again.
    Ahead,
    Push,
    /// The last entry of the stack, which `POP` removes.
    Top {
        pops: bool,
    },
    All {
        pops: bool,
    },
    Drop,
    /// What matches without text.
    Nothing,
}

/// An expression, followed by its operands.
pub(super) struct Part<'g> {
    pub(super) kind: Kind<'g>,
    /// The index of the part after the operands.
    pub(super) end: usize,
    /// About the length of the shortest text, ignoring predicates and the order of alternatives.
    pub(super) cost: u32,
}

/// The expression of a rule, at index 0.
pub(super) struct Body<'g> {
    pub(super) name: &'g str,
    pub(super) ty: RuleType,
    pub(super) parts: Vec<Part<'g>>,
    /// Whether the rule or one that it calls uses the stack.
    pub(super) uses_stack: bool,
}

impl Body<'_> {
    #[expect(clippy::indexing_slicing, reason = "an expression has a part")]
    pub(super) fn cost(&self) -> u32 {
        self.parts[0].cost
    }

    /// Returns the operands of the part.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "a part is one of the rule, and an operand lies before its end"
    )]
    pub(super) fn operands(&self, part: usize) -> impl Iterator<Item = usize> {
        let mut next = part + 1;
        std::iter::from_fn(move || {
            let operand = next;
            (operand < self.parts[part].end).then(|| next = self.parts[operand].end).map(|()| operand)
        })
    }
}

/// Builds the parts of one rule after the other.
pub(super) struct Builder<'b, 'g> {
    names: &'b FxHashMap<&'g str, usize>,
    letters: &'b [char],
    ids: FxHashMap<CharSet, usize>,
    pub(super) sets: Vec<Vec<char>>,
    pub(super) parts: Vec<Part<'g>>,
}

impl<'b, 'g> Builder<'b, 'g> {
    /// Prepares the building of rules of these names, with sets represented by these letters.
    pub(super) fn new(names: &'b FxHashMap<&'g str, usize>, letters: &'b [char]) -> Self {
        Builder { names, letters, ids: FxHashMap::default(), sets: Vec::new(), parts: Vec::new() }
    }

    /// Recursion: the depth of an optimized expression, off the right spines of sequences and choices, is bounded
    /// where the grammar is read.
    #[expect(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "a part was just added")]
    pub(super) fn add(&mut self, expr: &'g Expr) {
        let at = self.parts.len();
        self.parts.push(Part { kind: Kind::Nothing, end: at + 1, cost: NEVER });
        let kind = match expr {
            Expr::Str(text) | Expr::Insens(text) => Kind::Text(text),
            Expr::Range(first, last) => self.set(CharSet::range(*first, *last)),
            Expr::Ident(name) => self.call(name),
            Expr::Skip(_) => Kind::Nothing,
            Expr::PeekSlice(..) => Kind::All { pops: false },
            Expr::Seq(head, tail) => {
                self.add(head);
                let mut rest = tail;
                while let Expr::Seq(head, tail) = &**rest {
                    self.add(head);
                    rest = tail;
                }
                self.add(rest);
                Kind::Seq
            }
            Expr::Choice(head, tail) => {
                self.add(head);
                let mut rest = tail;
                while let Expr::Choice(head, tail) = &**rest {
                    self.add(head);
                    rest = tail;
                }
                self.add(rest);
                Kind::Choice
            }
            Expr::PosPred(inner) | Expr::NegPred(inner) => self.around(inner, Kind::Ahead),
            Expr::Opt(inner) => self.around(inner, Kind::Opt),
            Expr::Rep(inner) => self.around(inner, Kind::Rep),
            Expr::Push(inner) => self.around(inner, Kind::Push),
            Expr::RestoreOnErr(inner) => {
                self.parts.pop();
                return self.add(inner);
            }
        };
        let end = self.parts.len();
        self.parts[at].kind = kind;
        self.parts[at].end = end;
    }

    fn around(&mut self, inner: &'g Expr, kind: Kind<'g>) -> Kind<'g> {
        self.add(inner);
        kind
    }

    fn call(&mut self, name: &str) -> Kind<'g> {
        if let Some(&rule) = self.names.get(name) {
            return Kind::Call(rule);
        }
        match name {
            "PEEK" => Kind::Top { pops: false },
            "POP" => Kind::Top { pops: true },
            "PEEK_ALL" => Kind::All { pops: false },
            "POP_ALL" => Kind::All { pops: true },
            "DROP" => Kind::Drop,
            "NEWLINE" => Kind::Text("\n"),
            _ => match builtin::chars(name) {
                Some(chars) => self.set(chars),
                None => Kind::Nothing,
            },
        }
    }

    fn set(&mut self, set: CharSet) -> Kind<'g> {
        let next = self.sets.len();
        let id = *self.ids.entry(set.clone()).or_insert(next);
        if id == next {
            let letters = self.letters.iter().take(LETTERS).filter(|&&c| set.contains(c));
            let mut chars: Vec<char> = letters.take(CHARACTERS).copied().collect();
            if chars.is_empty() {
                chars.extend(readable::best(&set).map(|(_, c)| c));
            }
            self.sets.push(chars);
        }
        Kind::Set(id)
    }
}
