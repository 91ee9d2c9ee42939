//! Derives texts from the definition of a rule so that each part of the definition occurs in a text,
//! and mutates texts at random.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a rule is an index of `rules`, with its texts, a part is an index of its parts, and a set of \
              `sets`; a random number is less than its bound, the depth is at most `DEPTH`, and a rule is \
              visited at most `ROUNDS` times"
)]

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use urigram_grammar::{CharSet, Grammar, OptimizedExpr as Expr, RuleType, names};

/// The maximum number of known texts that are kept for a rule.
const COUNT: usize = 8;
/// The maximum length of a known text, in bytes. Longer texts are not kept.
const LENGTH: usize = 1_000;

/// Short texts that a rule accepts, the shortest first. There is at most one text for each part for which
/// texts were derived, so that they differ in more than single characters.
#[derive(Clone, Default)]
pub(super) struct Known {
    texts: Vec<String>,
    /// The part for which each text was derived.
    parts: Vec<usize>,
}

impl Known {
    pub(super) fn texts(&self) -> &[String] {
        &self.texts
    }

    /// Adds the text, unless shorter ones fill the list.
    pub(super) fn add(&mut self, text: &str, part: usize) {
        if text.len() > LENGTH || self.texts.iter().any(|known| known == text) {
            return;
        }
        let of_part = self.parts.iter().position(|&known| known == part);
        let replaced = of_part.or((self.texts.len() == COUNT).then_some(COUNT - 1));
        if let Some(index) = replaced {
            if self.texts[index].len() <= text.len() {
                return;
            }
            self.texts.remove(index);
            self.parts.remove(index);
        }
        let place = self.texts.partition_point(|known| known.len() <= text.len());
        self.texts.insert(place, text.to_owned());
        self.parts.insert(place, part);
    }
}

/// A linear congruential generator, which returns the same numbers on every machine.
pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// Returns a number less than `bound`, which must not be 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// Returns the text after one to three mutations. Each deletes or repeats up to three characters, replaces
/// them by a token, or inserts a token. `tokens` must not be empty.
pub(super) fn mutated(text: &str, tokens: &[String], chance: &mut Chance) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=chance.below(3) {
        let at = chance.below(chars.len() + 1);
        let end = chars.len().min(at + 1 + chance.below(3));
        match chance.below(4) {
            0 => drop(chars.drain(at..end)),
            1 => {
                let again = chars[at..end].to_vec();
                chars.splice(end..end, again);
            }
            kind => {
                let token = &tokens[chance.below(tokens.len())];
                chars.splice(at..if kind == 2 { at } else { end }, token.chars());
            }
        }
    }
    chars.into_iter().collect()
}

/// The cost of an expression that matches no text.
pub(super) const NEVER: u32 = u32::MAX;
/// The maximum number of characters of a set that are tried.
const CHARACTERS: usize = 16;
/// The number of characters of the grammars, the most readable first, among which those of a set
/// are chosen.
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
    /// A predicate, which consumes nothing.
    Ahead,
    Push,
    /// The top entry of the stack, which `POP` removes.
    Top {
        pops: bool,
    },
    All {
        pops: bool,
    },
    Drop,
    /// An expression that matches the empty text.
    Nothing,
}

/// An expression. Its operands follow it in the list.
pub(super) struct Part<'g> {
    pub(super) kind: Kind<'g>,
    /// The index of the part after the operands.
    end: usize,
    /// The approximate length of the shortest text, ignoring predicates and the order of alternatives.
    cost: u32,
}

/// A rule whose expression is the part with index 0.
pub(super) struct Body<'g> {
    pub(super) name: &'g str,
    ty: RuleType,
    pub(super) parts: Vec<Part<'g>>,
    /// Whether the rule or a rule that it reaches uses the stack.
    pub(super) uses_stack: bool,
}

impl Body<'_> {
    pub(super) fn cost(&self) -> u32 {
        self.parts[0].cost
    }

    /// Returns the operands of the part.
    fn operands(&self, part: usize) -> impl Iterator<Item = usize> {
        let mut next = part + 1;
        std::iter::from_fn(move || {
            let operand = next;
            (operand < self.parts[part].end).then(|| next = self.parts[operand].end).map(|()| operand)
        })
    }
}

/// A builder of the parts of one rule after another.
struct Builder<'b, 'g> {
    names: &'b FxHashMap<&'g str, usize>,
    letters: &'b [char],
    ids: FxHashMap<CharSet, usize>,
    sets: Vec<Vec<char>>,
    parts: Vec<Part<'g>>,
}

impl<'b, 'g> Builder<'b, 'g> {
    /// Returns an empty builder for rules that call rules with the given names. From each character set, only
    /// the members of `letters` are tried.
    fn new(names: &'b FxHashMap<&'g str, usize>, letters: &'b [char]) -> Self {
        Builder { names, letters, ids: FxHashMap::default(), sets: Vec::new(), parts: Vec::new() }
    }

    /// Adds the expression and its operands. Recursion is bounded, because the grammar reader limits the
    /// depth of an expression, except along the right spines of sequences and choices, which are followed
    /// in a loop.
    fn add(&mut self, expr: &'g Expr) {
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
            _ => match names::chars(name) {
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
                chars.extend(set.most_readable());
            }
            self.sets.push(chars);
        }
        Kind::Set(id)
    }
}

/// The maximum number of times that the cost of one rule is computed.
const ROUNDS: u32 = 32;

pub(super) struct Bodies<'g> {
    pub(super) rules: Vec<Body<'g>>,
    pub(super) names: FxHashMap<&'g str, usize>,
    /// The most readable characters of each set, in the order of [`Kind::Set`].
    sets: Vec<Vec<char>>,
    /// The rules that call each rule.
    pub(super) callers: Vec<Vec<usize>>,
}

impl<'g> Bodies<'g> {
    /// Returns the bodies of the rules. Of each set, only members of `letters` are tried.
    pub(super) fn new(grammar: &'g Grammar, letters: &[char]) -> Bodies<'g> {
        let rules = grammar.rules();
        let names = rules.iter().enumerate().map(|(index, rule)| (rule.name.as_str(), index)).collect();
        let mut builder = Builder::new(&names, letters);
        let mut bodies = Vec::with_capacity(rules.len());
        for rule in rules {
            builder.add(&rule.expr);
            let parts = std::mem::take(&mut builder.parts);
            bodies.push(Body { name: &rule.name, ty: rule.ty, parts, uses_stack: false });
        }
        let sets = builder.sets;
        let mut callers = vec![Vec::new(); bodies.len()];
        for (caller, body) in bodies.iter().enumerate() {
            for part in &body.parts {
                let Kind::Call(rule) = part.kind else { continue };
                if callers[rule].last() != Some(&caller) {
                    callers[rule].push(caller);
                }
            }
        }
        let mut bodies = Bodies { rules: bodies, names, sets, callers };
        bodies.find_stack();
        bodies.find_costs();
        bodies
    }

    fn find_stack(&mut self) {
        let uses = |body: &Body<'_>| {
            let uses = |part: &Part<'_>| {
                matches!(part.kind, Kind::Push | Kind::Top { .. } | Kind::All { .. } | Kind::Drop)
            };
            body.parts.iter().any(uses)
        };
        let mut open: Vec<usize> = (0..self.rules.len()).filter(|&rule| uses(&self.rules[rule])).collect();
        while let Some(rule) = open.pop() {
            if !self.rules[rule].uses_stack {
                self.rules[rule].uses_stack = true;
                open.extend(&self.callers[rule]);
            }
        }
    }

    fn find_costs(&mut self) {
        let mut rounds = vec![0; self.rules.len()];
        let mut open: VecDeque<usize> = (0..self.rules.len()).rev().collect();
        while let Some(rule) = open.pop_front() {
            let before = self.rules[rule].cost();
            if rounds[rule] < ROUNDS && self.find_cost(rule) < before {
                rounds[rule] += 1;
                open.extend(&self.callers[rule]);
            }
        }
    }

    /// Computes the costs of the parts of a rule, operands first.
    fn find_cost(&mut self, rule: usize) -> u32 {
        for at in (0..self.rules[rule].parts.len()).rev() {
            self.rules[rule].parts[at].cost = self.cost_of(rule, at);
        }
        self.rules[rule].cost()
    }

    fn cost_of(&self, rule: usize, at: usize) -> u32 {
        let body = &self.rules[rule];
        let costs = body.operands(at).map(|operand| body.parts[operand].cost);
        match body.parts[at].kind {
            Kind::Text(text) => u32::try_from(text.len()).unwrap_or(NEVER),
            Kind::Set(set) if self.sets[set].is_empty() => NEVER,
            Kind::Set(_) => 1,
            Kind::Call(rule) => self.rules[rule].cost().saturating_add(1),
            Kind::Seq | Kind::Push => costs.fold(0, u32::saturating_add),
            Kind::Choice => costs.min().unwrap_or(NEVER),
            Kind::Opt | Kind::Rep | Kind::Ahead | Kind::Nothing => 0,
            Kind::Top { .. } | Kind::All { .. } | Kind::Drop => 0,
        }
    }
}

/// The maximum depth of calls that are derived instead of replaced by known texts.
const DEPTH: usize = 16;
/// The length of a text, in bytes, from which optional parts are omitted.
const LONG: usize = 200;
/// The length of a text, in bytes, from which nothing is added.
const TOO_LONG: usize = 4_000;

/// How parts are derived that do not contain the goal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Shortest,
    /// As short as possible, with a blank wherever allowed.
    Spaced,
    Random,
}

impl Style {
    pub(super) const ALL: [Style; 3] = [Style::Shortest, Style::Spaced, Style::Random];
}

/// A part that must occur in the derived text, and the variant of the part.
#[derive(Clone, Copy)]
pub(super) struct Goal {
    pub(super) part: usize,
    pub(super) variant: usize,
}

/// The texts of each rule that calls of the rule may use.
pub(super) struct Texts {
    /// Texts that the rule accepts.
    pub(super) known: Vec<Known>,
    /// Texts that the two grammars treat differently.
    pub(super) shown: Vec<Vec<String>>,
}

pub(super) struct Deriver<'d, 'g> {
    bodies: &'d Bodies<'g>,
    texts: &'d Texts,
    blank: Option<&'d str>,
    chance: &'d mut Chance,
    style: Style,
    out: String,
    stack: Vec<String>,
    depth: usize,
}

impl<'d, 'g> Deriver<'d, 'g> {
    pub(super) fn new(
        bodies: &'d Bodies<'g>,
        texts: &'d Texts,
        blank: Option<&'d str>,
        chance: &'d mut Chance,
        style: Style,
    ) -> Self {
        Deriver { bodies, texts, blank, chance, style, out: String::new(), stack: Vec::new(), depth: 0 }
    }

    /// Returns the number of variants of a part, 0 for sequences and choices, which only combine
    /// other parts.
    pub(super) fn variants(bodies: &Bodies<'_>, texts: &Texts, rule: usize, part: usize) -> usize {
        match bodies.rules[rule].parts[part].kind {
            Kind::Set(set) => bodies.sets[set].len(),
            Kind::Call(rule) => texts.known[rule].texts().len() + texts.shown[rule].len() + 1,
            Kind::Rep => 3,
            Kind::Opt => 2,
            Kind::Seq | Kind::Choice => 0,
            _ => 1,
        }
    }

    /// Returns a text of the rule in which the goal occurs.
    pub(super) fn derive(mut self, rule: usize, goal: Goal) -> String {
        self.rule(rule, Some(goal), self.blank.is_some());
        self.out
    }

    fn rule(&mut self, rule: usize, goal: Option<Goal>, skips: bool) {
        let skips = match self.bodies.rules[rule].ty {
            RuleType::Normal | RuleType::Silent => skips,
            RuleType::Atomic | RuleType::CompoundAtomic => false,
            RuleType::NonAtomic => self.blank.is_some(),
        };
        self.part(rule, 0, goal, skips);
    }

    /// Appends a text of the part. Recurses as deeply as expressions are nested, in each of at most
    /// [`DEPTH`] rules.
    fn part(&mut self, rule: usize, at: usize, goal: Option<Goal>, skips: bool) {
        if self.out.len() > TOO_LONG {
            return;
        }
        let bodies = self.bodies;
        let body = &bodies.rules[rule];
        let part = &body.parts[at];
        let goal = goal.filter(|goal| (at..part.end).contains(&goal.part));
        let variant = goal.filter(|goal| goal.part == at).map(|goal| goal.variant);
        let is_inside = goal.is_some() && variant.is_none();
        match part.kind {
            Kind::Text(text) => self.out.push_str(text),
            Kind::Set(set) => {
                let chars = &bodies.sets[set];
                let index = match self.style {
                    Style::Random => self.chance.below(chars.len().max(1)),
                    Style::Shortest | Style::Spaced => 0,
                };
                self.out.extend(chars.get(variant.unwrap_or(index)));
            }
            Kind::Call(rule) => self.call(rule, variant, skips),
            Kind::Seq => {
                for (index, operand) in body.operands(at).enumerate() {
                    self.space(index > 0 && skips);
                    self.part(rule, operand, goal, skips);
                }
            }
            Kind::Choice => {
                let operands = body.operands(at);
                let possible = |&operand: &usize| body.parts[operand].cost != NEVER;
                let chosen = match goal {
                    Some(goal) => body.operands(at).find(|&operand| goal.part < body.parts[operand].end),
                    None if self.style == Style::Random && self.out.len() < LONG => {
                        let possible: Vec<usize> = operands.filter(possible).collect();
                        possible.get(self.chance.below(possible.len().max(1))).copied()
                    }
                    None => operands.min_by_key(|&operand| body.parts[operand].cost),
                };
                if let Some(operand) = chosen {
                    self.part(rule, operand, goal, skips);
                }
            }
            Kind::Opt | Kind::Rep => {
                let most = if matches!(part.kind, Kind::Opt) { 2 } else { 3 };
                let is_free = self.style == Style::Random && self.out.len() < LONG;
                let times = match variant {
                    Some(variant) => variant,
                    None if is_inside => 1,
                    None => {
                        if is_free {
                            self.chance.below(most)
                        } else {
                            0
                        }
                    }
                };
                for time in 0..times {
                    self.space(time > 0 && skips);
                    self.part(rule, at + 1, goal, skips);
                }
            }
            // A predicate adds text only if the goal is in it, at the position that the predicate
            // tests.
            Kind::Ahead => {
                if goal.is_some() {
                    self.part(rule, at + 1, goal, skips);
                }
            }
            Kind::Push => {
                let start = self.out.len();
                self.part(rule, at + 1, goal, skips);
                self.stack.push(self.out[start..].to_owned());
            }
            Kind::Top { pops } => {
                self.out.extend(self.stack.last().map(String::as_str));
                if pops {
                    self.stack.pop();
                }
            }
            Kind::All { pops } => {
                for entry in self.stack.iter().rev() {
                    if self.out.len() <= TOO_LONG {
                        self.out.push_str(entry);
                    }
                }
                if pops {
                    self.stack.clear();
                }
            }
            Kind::Drop => drop(self.stack.pop()),
            Kind::Nothing => {}
        }
    }

    /// Adds a text of a called rule. `variant` selects one of the known texts, then one of the texts that
    /// show a difference, and then a new text.
    fn call(&mut self, rule: usize, variant: Option<usize>, skips: bool) {
        let (known, shown) = (self.texts.known[rule].texts(), &self.texts.shown[rule]);
        let is_new = match variant {
            Some(variant) => variant >= known.len() + shown.len(),
            // Using a known text would not push and pop as the rule does.
            None if self.bodies.rules[rule].uses_stack => true,
            None => known.is_empty() || self.style == Style::Random && self.chance.below(4) == 0,
        };
        if is_new && self.depth < DEPTH {
            self.depth += 1;
            self.rule(rule, None, skips);
            self.depth -= 1;
            return;
        }
        let index = match (variant, self.style) {
            (Some(variant), _) => variant,
            (None, Style::Random) => self.chance.below(known.len().max(1)),
            (None, Style::Shortest | Style::Spaced) => 0,
        };
        self.out.extend(known.iter().chain(shown).nth(index).map(String::as_str));
    }

    fn space(&mut self, is_possible: bool) {
        let Some(blank) = self.blank else { return };
        if is_possible
            && (self.style == Style::Spaced || self.style == Style::Random && self.chance.below(8) == 0)
        {
            self.out.push_str(blank);
        }
    }
}
