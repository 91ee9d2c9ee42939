//! Rules as railroad diagrams.

use std::collections::{HashMap, HashSet};
use std::fmt::Display;
use std::ops::Range;

use railroad::svg::{Element, HDir};
use railroad::{
    Choice, Comment, Diagram, Empty, LabeledBox, Link, Node, NodeGeometry, NonTerminal, Optional, Repeat,
    Sequence, SimpleEnd, SimpleStart, Stylesheet, Terminal, VerticalGrid,
};
use urigram_grammar::{WrittenExpr as Expr, WrittenRule};
use urigram_workbench::Taken;

use super::through;
use super::through::{Lines, Mark, Through};
use crate::output::visible;

type Boxed = Box<dyn Node>;

/// How often the match took each expression of a rule, by the address of the expression.
type Times = HashMap<*const Expr, usize>;

/// Where each expression of a rule is in the file of the grammar, by the address of the expression.
type Spans = HashMap<*const Expr, Option<Range<usize>>>;

/// A rule to draw.
pub(super) struct Drawn {
    pub(super) rule: WrittenRule,
    /// The places of the expressions in the file of the grammar, in the order in which the expressions begin.
    pub(super) spans: Vec<Option<Range<usize>>>,
    /// The path of the match through the rule, if there is one.
    pub(super) taken: Option<Taken>,
}

/// Returns the diagrams of the rules, one below the other, with the path of the match where there is one.
pub(super) fn of(rules: &[Drawn]) -> impl Display {
    let names = rules.iter().map(|drawn| drawn.rule.name.as_str()).collect();
    let mut drawing = Drawing { names, spans: Spans::new(), times: None };
    let mut diagrams = Vec::new();
    for Drawn { rule, spans, taken } in rules {
        drawing.spans = addressed(&rule.expr, spans);
        drawing.times = taken.as_ref().map(|taken| addressed(&rule.expr, &taken.times));
        let Part { node, mark } = drawing.expr(&rule.expr);
        let body: Vec<Boxed> = vec![Box::new(SimpleStart), node, Box::new(SimpleEnd)];
        let body: Boxed = Box::new(Sequence::new(body));
        let node = match mark {
            Some(mark) => Box::new(Through::new(body, mark.times, Lines::Row(vec![mark])).0),
            None => body,
        };
        diagrams.extend([Box::new(Title(rule.name.clone())) as Boxed, node]);
    }
    let mut diagram = Diagram::new_with_stylesheet(VerticalGrid::new(diagrams), &Stylesheet::Light);
    diagram.add_css(CSS);
    if rules.iter().any(|drawn| drawn.taken.is_some()) {
        diagram.add_css(through::CSS);
    }
    diagram
}

struct Drawing<'r> {
    /// The rules that are drawn, so that links can point to them.
    names: HashSet<&'r str>,
    /// Of the rule that is being drawn.
    spans: Spans,
    /// `None` if no path is drawn.
    times: Option<Times>,
}

/// The drawing of an expression.
struct Part {
    node: Boxed,
    /// `None` if no path is drawn.
    mark: Option<Mark>,
}

impl Drawing<'_> {
    /// Returns the drawing of an expression, with its place in the file of the grammar as attributes.
    fn expr(&self, expr: &Expr) -> Part {
        let part = self.drawn(expr);
        match self.spans.get(&std::ptr::from_ref(expr)).cloned().flatten() {
            Some(span) => Part {
                node: Box::new(Placed { geometry: part.node.compute_geometry(), inner: part.node, span }),
                ..part
            },
            None => part,
        }
    }

    /// Recurses as deep as parentheses nest in the grammar, which the reader has limited.
    fn drawn(&self, expr: &Expr) -> Part {
        match expr {
            Expr::Str(text) => self.boxed(expr, Terminal::new(quoted('"', text))),
            Expr::Insens(text) => self.boxed(expr, Terminal::new(format!("^{}", quoted('"', text)))),
            Expr::Range(first, last) => {
                let first = quoted('\'', first.encode_utf8(&mut [0; 4]));
                let last = quoted('\'', last.encode_utf8(&mut [0; 4]));
                self.boxed(expr, Terminal::new(format!("{first}..{last}")))
            }
            Expr::Ident(name) => {
                let node = NonTerminal::new(name.to_owned());
                match self.names.contains(name.as_str()) {
                    true => self.boxed(expr, Link::new(node, format!("#{name}"))),
                    false => self.boxed(expr, node),
                }
            }
            Expr::PeekSlice(start, end) => {
                let end = end.map_or(String::new(), |end| end.to_string());
                self.boxed(expr, NonTerminal::new(format!("PEEK[{start}..{end}]")))
            }
            Expr::PosPred(inner) => self.labeled(expr, inner, "followed by"),
            Expr::NegPred(inner) => self.labeled(expr, inner, "not followed by"),
            Expr::Push(inner) => self.labeled(expr, inner, "PUSH"),
            Expr::Seq(..) => {
                let (nodes, marks) = self.each(parts(expr));
                self.part(self.times(expr), Box::new(Sequence::new(nodes)), marks.map(Lines::Row))
            }
            Expr::Choice(..) => {
                let (nodes, marks) = self.each(alternatives(expr));
                self.part(self.times(expr), Box::new(Choice::new(nodes)), marks.map(Lines::Branches))
            }
            Expr::Opt(inner) => self.optional(expr, self.expr(inner), self.times(inner)),
            Expr::Rep(inner) => self.repeated(expr, inner, 0, Empty),
            Expr::RepOnce(inner) => self.repeated(expr, inner, 1, Empty),
            Expr::RepExact(inner, count) => self.repeated(expr, inner, 1, often(format!("{count} times"))),
            Expr::RepMin(inner, least) => {
                self.repeated(expr, inner, *least, often(format!("at least {least} times")))
            }
            Expr::RepMax(inner, most) => {
                self.repeated(expr, inner, 0, often(format!("at most {most} times")))
            }
            Expr::RepMinMax(inner, least, most) => {
                self.repeated(expr, inner, *least, often(format!("{least} to {most} times")))
            }
        }
    }

    /// Returns how often the expression was taken; 0 if no path is drawn.
    fn times(&self, expr: &Expr) -> usize {
        let times = self.times.as_ref().and_then(|times| times.get(&std::ptr::from_ref(expr)));
        times.copied().unwrap_or_default()
    }

    fn part(&self, times: usize, node: Boxed, lines: Option<Lines>) -> Part {
        match lines {
            Some(lines) => {
                let (node, mark) = Through::new(node, times, lines);
                Part { node: Box::new(node), mark: Some(mark) }
            }
            None => Part { node, mark: None },
        }
    }

    fn boxed(&self, expr: &Expr, node: impl Node + 'static) -> Part {
        self.part(self.times(expr), Box::new(node), self.times.as_ref().map(|_| Lines::Box))
    }

    /// Returns the drawings of the expressions, and their marks if a path is drawn.
    fn each(&self, exprs: Vec<&Expr>) -> (Vec<Boxed>, Option<Vec<Mark>>) {
        let parts = exprs.into_iter().map(|expr| self.expr(expr));
        let (nodes, marks): (Vec<_>, Vec<_>) = parts.map(|part| (part.node, part.mark)).unzip();
        (nodes, marks.into_iter().collect())
    }

    fn labeled(&self, expr: &Expr, inner: &Expr, label: &str) -> Part {
        let Part { node, mark } = self.expr(inner);
        let labeled = LabeledBox::new(node, Comment::new(label.to_owned()));
        let lines = mark.map(|mark| match expr {
            Expr::Push(_) => Lines::Row(vec![mark]),
            // The operand of a predicate consumes nothing, so the predicate is one box.
            _ => Lines::Box,
        });
        self.part(self.times(expr), Box::new(labeled), lines)
    }

    /// Returns the drawing of an optional expression. The match bypassed the operand if it took the expression more
    /// often than the operand.
    fn optional(&self, expr: &Expr, Part { node, mark }: Part, inner: usize) -> Part {
        let times = self.times(expr);
        let lines = mark.map(|mark| Lines::Optional(mark, times > inner));
        self.part(times, Box::new(Optional::new(node)), lines)
    }

    fn repeated(&self, expr: &Expr, inner: &Expr, least: u32, back: impl Node + 'static) -> Part {
        let (times, rounds) = (self.times(expr), self.times(inner));
        let Part { node, mark } = self.expr(inner);
        let lines = mark.map(|mark| Lines::Repeat(mark, rounds > times));
        let repeat = self.part(times.min(rounds), Box::new(Repeat::new(node, back)), lines);
        if least == 0 { self.optional(expr, repeat, rounds) } else { repeat }
    }
}

/// Returns the label that shows how often an expression repeats.
fn often(times: String) -> Comment {
    Comment::new(times)
}

/// Maps each expression to its value. `values` are in the order in which the expressions begin.
fn addressed<T: Clone>(expr: &Expr, values: &[T]) -> HashMap<*const Expr, T> {
    let mut addressed = HashMap::new();
    let mut open = vec![expr];
    let mut values = values.iter();
    while let Some(expr) = open.pop() {
        let value = values.next().expect("each expression has a value");
        addressed.insert(std::ptr::from_ref(expr), value.clone());
        open.extend(expr.operands().rev());
    }
    addressed
}

/// A node with the place of its expression in the file of the grammar.
struct Placed {
    inner: Boxed,
    geometry: NodeGeometry,
    span: Range<usize>,
}

impl Node for Placed {
    fn entry_height(&self) -> i64 {
        self.geometry.entry_height
    }

    fn height(&self) -> i64 {
        self.geometry.height
    }

    fn width(&self) -> i64 {
        self.geometry.width
    }

    fn draw(&self, x: i64, y: i64, direction: HDir) -> Element {
        let Range { start, end } = &self.span;
        let drawn = self.inner.draw_with_geometry(x, y, direction, &self.geometry);
        drawn.set("data-start", start).set("data-end", end)
    }
}

/// Returns the parts of a sequence.
fn parts(expr: &Expr) -> Vec<&Expr> {
    flat(expr, |expr| if let Expr::Seq(left, right) = expr { Some((left, right)) } else { None })
}

/// Returns the alternatives of a choice.
fn alternatives(expr: &Expr) -> Vec<&Expr> {
    flat(expr, |expr| if let Expr::Choice(left, right) = expr { Some((left, right)) } else { None })
}

/// Returns the operands of a nested binary operator. Iterative, because there may be thousands of operands.
fn flat<'e>(expr: &'e Expr, split: impl Fn(&'e Expr) -> Option<(&'e Expr, &'e Expr)>) -> Vec<&'e Expr> {
    let (mut operands, mut open) = (Vec::new(), vec![expr]);
    while let Some(expr) = open.pop() {
        match split(expr) {
            Some((left, right)) => open.extend([right, left]),
            None => operands.push(expr),
        }
    }
    operands
}

/// Returns the text as a literal of the grammar, and escapes the characters that an SVG cannot contain.
fn quoted(mark: char, text: &str) -> String {
    let mut quoted = String::from(mark);
    for c in text.chars() {
        if c == mark || c == '\\' || !visible::is_plain(c) {
            quoted.extend(c.escape_default());
        } else {
            quoted.push(c);
        }
    }
    quoted.push(mark);
    quoted
}

pub(super) const CSS: &str = "svg.railroad text.rule { font: bold 16px monospace; text-anchor: start; }";

const LINE: i64 = 34;
const BASE: i64 = 26;
/// The maximum width of a character.
const CHARACTER: i64 = 10;

/// The name of a rule above its diagram, and the target of links.
pub(super) struct Title(pub(super) String);

impl Node for Title {
    fn entry_height(&self) -> i64 {
        0
    }

    fn height(&self) -> i64 {
        LINE
    }

    fn width(&self) -> i64 {
        self.0.len() as i64 * CHARACTER
    }

    fn draw(&self, x: i64, y: i64, _: HDir) -> Element {
        Element::new("text")
            .set("id", &self.0)
            .set("class", "rule")
            .set("x", &x)
            .set("y", &(y + BASE))
            .text(&self.0)
    }
}
