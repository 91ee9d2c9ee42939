//! What is read is what `pest_meta` makes of it: the same rules, or the same faults.

mod forms;
mod mutated;
mod printed;
mod rules;

use pest::error::{Error as PestError, LineColLocation};
use pest_meta::ast::{Expr, Rule, RuleType as PestType};
use pest_meta::optimizer::{OptimizedExpr as PestExpr, OptimizedRule as PestRule, optimize};
use pest_meta::parser::{self, Rule as Syntax};
use pest_meta::validator::validate_pairs;
use urigram_grammar::{Error, Grammar, OptimizedExpr, OptimizedRule, RuleType, WrittenExpr, WrittenRule};

/// The rules as they are written and as they are run.
type Rules = (Vec<Rule>, Vec<PestRule>);

/// A line, a column and what is said.
type Fault = (usize, usize, String);

/// What `pest_meta` makes of a text.
#[derive(Debug)]
enum ByPest {
    Rules(Rules),
    /// The fault of its parser.
    Syntax(Fault),
    /// Names that are undefined, defined twice, or pest's own.
    Names(Vec<Fault>),
    /// Other faults that it finds in what it has parsed.
    Faults(Vec<Fault>),
    /// What its parser accepts makes it panic.
    Panic,
}

fn fault(error: &PestError<Syntax>) -> Fault {
    let (LineColLocation::Pos((line, column)) | LineColLocation::Span((line, column), _)) = error.line_col;
    (line, column, error.variant.message().into_owned())
}

fn by_pest(source: &str) -> ByPest {
    let pairs = match parser::parse(Syntax::grammar_rules, source) {
        Ok(pairs) => pairs,
        Err(error) => return ByPest::Syntax(fault(&error)),
    };
    if let Err(errors) = validate_pairs(pairs.clone()) {
        return ByPest::Names(errors.iter().map(fault).collect());
    }
    match std::panic::catch_unwind(|| parser::consume_rules(pairs)) {
        Ok(Ok(rules)) => ByPest::Rules((rules.clone(), optimize(rules))),
        Ok(Err(errors)) => ByPest::Faults(errors.iter().map(fault).collect()),
        Err(_) => ByPest::Panic,
    }
}

fn by_us(source: &str) -> Result<Rules, Vec<Fault>> {
    match Grammar::read(source, "g.pest") {
        Ok(grammar) => {
            let written = grammar.written().unwrap_or_else(|error| panic!("{error}"));
            Ok((written.iter().map(written_as_pest).collect(), grammar.rules().iter().map(as_pest).collect()))
        }
        Err(Error::Faulty(faults)) => {
            Err(faults.into_iter().map(|fault| (fault.line, fault.column, fault.message)).collect())
        }
        Err(error) => panic!("{error}"),
    }
}

/// Where rules are left-recursive, what else is found may hang on where the circle is entered.
fn is_left_recursive(faults: &[Fault]) -> bool {
    faults.iter().any(|(.., said)| said.contains("is left-recursive"))
}

/// Asserts that a text without faults of syntax is read as `pest_meta` reads it.
fn assert_same(source: &str) {
    match (by_us(source), by_pest(source)) {
        (Ok(ours), ByPest::Rules(pests)) => assert_eq!(ours, pests, "{source}"),
        (Err(ours), ByPest::Faults(pests)) if is_left_recursive(&pests) => {
            assert!(is_left_recursive(&ours), "{source}\n{ours:?}");
        }
        (Err(ours), ByPest::Faults(pests)) => assert_eq!(ours, pests, "{source}"),
        (Err(mut ours), ByPest::Names(mut pests)) => {
            // What is said differs, and pest sorts the faults by their kinds.
            ours.sort_unstable();
            pests.sort_unstable();
            assert_eq!(places(&ours), places(&pests), "{source}");
        }
        (ours, pests) => panic!("{source}\n{ours:?}\n{pests:?}"),
    }
}

fn places(faults: &[Fault]) -> Vec<(usize, usize)> {
    faults.iter().map(|&(line, column, _)| (line, column)).collect()
}

/// Faults that are found while a text is parsed, and not only in what has been parsed: they may be on lines before
/// the fault of pest's parser.
const EARLY: [&str; 10] = [
    "cannot repeat 0 times",
    "number cannot overflow u32",
    "number cannot overflow i32",
    "is not a character",
    "only a rule as a whole may begin with `|`",
    "PUSH_LITERAL requires feature grammar-extras",
    "expected a string right after `^`",
    // These are reported where the comment, the string, the character or the bracket begins.
    "` is missing",
    "between `'` and `'` is one character",
    "nesting deeper than 200",
];

/// What pest accepts, and means nothing that anyone would write.
const REFUSED: [&str; 2] = ["`*/` is missing", "expected a string right after `^`"];

/// Asserts that a text is read as `pest_meta` reads it, or refused by both, and that a fault of syntax is not reported
/// on a line before that of pest's parser. Returns whether it was read.
pub(crate) fn assert_alike(source: &str) -> bool {
    let ours = by_us(source);
    let says = |one_of: &[&str]| {
        let first = ours.as_ref().err().and_then(|faults| faults.first());
        first.filter(|(.., said)| one_of.iter().any(|one| said.contains(one))).is_some()
    };
    match by_pest(source) {
        ByPest::Syntax(pest) => match &ours {
            Err(faults) if faults.len() == 1 && (faults[0].0 >= pest.0 || says(&EARLY)) => {}
            _ => panic!("{source}\n{ours:?}\n{pest:?}"),
        },
        _ if says(&REFUSED) => {}
        ByPest::Panic => assert!(says(&EARLY), "{source}\n{ours:?}"),
        // It is found before names are looked at.
        ByPest::Names(_) if says(&EARLY) => {}
        _ => assert_same(source),
    }
    ours.is_ok()
}

fn ty(ty: RuleType) -> PestType {
    match ty {
        RuleType::Normal => PestType::Normal,
        RuleType::Silent => PestType::Silent,
        RuleType::Atomic => PestType::Atomic,
        RuleType::CompoundAtomic => PestType::CompoundAtomic,
        RuleType::NonAtomic => PestType::NonAtomic,
    }
}

fn written_as_pest(rule: &WrittenRule) -> Rule {
    fn boxed(inner: &WrittenExpr) -> Box<Expr> {
        Box::new(expr(inner))
    }
    fn expr(written: &WrittenExpr) -> Expr {
        match written {
            WrittenExpr::Str(text) => Expr::Str(text.clone()),
            WrittenExpr::Insens(text) => Expr::Insens(text.clone()),
            WrittenExpr::Range(first, last) => Expr::Range(first.to_string(), last.to_string()),
            WrittenExpr::Ident(name) => Expr::Ident(name.clone()),
            WrittenExpr::PeekSlice(from, to) => Expr::PeekSlice(*from, *to),
            WrittenExpr::PosPred(inner) => Expr::PosPred(boxed(inner)),
            WrittenExpr::NegPred(inner) => Expr::NegPred(boxed(inner)),
            WrittenExpr::Seq(left, right) => Expr::Seq(boxed(left), boxed(right)),
            WrittenExpr::Choice(left, right) => Expr::Choice(boxed(left), boxed(right)),
            WrittenExpr::Opt(inner) => Expr::Opt(boxed(inner)),
            WrittenExpr::Rep(inner) => Expr::Rep(boxed(inner)),
            WrittenExpr::RepOnce(inner) => Expr::RepOnce(boxed(inner)),
            WrittenExpr::RepExact(inner, count) => Expr::RepExact(boxed(inner), *count),
            WrittenExpr::RepMin(inner, least) => Expr::RepMin(boxed(inner), *least),
            WrittenExpr::RepMax(inner, most) => Expr::RepMax(boxed(inner), *most),
            WrittenExpr::RepMinMax(inner, least, most) => Expr::RepMinMax(boxed(inner), *least, *most),
            WrittenExpr::Push(inner) => Expr::Push(boxed(inner)),
        }
    }
    Rule { name: rule.name.clone(), ty: ty(rule.ty), expr: expr(&rule.expr) }
}

fn as_pest(rule: &OptimizedRule) -> PestRule {
    fn boxed(inner: &OptimizedExpr) -> Box<PestExpr> {
        Box::new(expr(inner))
    }
    fn expr(optimized: &OptimizedExpr) -> PestExpr {
        match optimized {
            OptimizedExpr::Str(text) => PestExpr::Str(text.clone()),
            OptimizedExpr::Insens(text) => PestExpr::Insens(text.clone()),
            OptimizedExpr::Range(first, last) => PestExpr::Range(first.to_string(), last.to_string()),
            OptimizedExpr::Ident(name) => PestExpr::Ident(name.clone()),
            OptimizedExpr::PeekSlice(from, to) => PestExpr::PeekSlice(*from, *to),
            OptimizedExpr::PosPred(inner) => PestExpr::PosPred(boxed(inner)),
            OptimizedExpr::NegPred(inner) => PestExpr::NegPred(boxed(inner)),
            OptimizedExpr::Seq(left, right) => PestExpr::Seq(boxed(left), boxed(right)),
            OptimizedExpr::Choice(left, right) => PestExpr::Choice(boxed(left), boxed(right)),
            OptimizedExpr::Opt(inner) => PestExpr::Opt(boxed(inner)),
            OptimizedExpr::Rep(inner) => PestExpr::Rep(boxed(inner)),
            OptimizedExpr::Skip(strings) => PestExpr::Skip(strings.clone()),
            OptimizedExpr::Push(inner) => PestExpr::Push(boxed(inner)),
            OptimizedExpr::RestoreOnErr(inner) => PestExpr::RestoreOnErr(boxed(inner)),
        }
    }
    PestRule { name: rule.name.clone(), ty: ty(rule.ty), expr: expr(&rule.expr) }
}
