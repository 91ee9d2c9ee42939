//! Rules that two grammars have in common.

use std::collections::HashSet;
use std::mem::discriminant;

use crate::peg::Peg;
use crate::peg::expr::Expr;

impl Peg {
    /// Returns whether the rule of this name is the same here and there, with all that it comes to call. Takes time for
    /// each expression of these.
    #[expect(clippy::indexing_slicing, reason = "a rule and what it calls are indices of `Peg::rules`")]
    pub(crate) fn has_in_common(&self, other: &Peg, name: &str) -> bool {
        let (Ok(one), Ok(another)) = (self.rule(name), other.rule(name)) else { return false };
        let mut seen = HashSet::new();
        let mut open = vec![(one, another)];
        while let Some(pair) = open.pop() {
            if !seen.insert(pair) {
                continue;
            }
            let (one, another) = (&self.rules()[pair.0], &other.rules()[pair.1]);
            let is_alike = (&one.name, one.capture) == (&another.name, another.capture);
            if !is_alike || !is_same(&one.expr, &another.expr, &mut open) {
                return false;
            }
        }
        true
    }
}

/// Returns whether the expressions are the same if the rules are that they call, and adds these to the pairs.
fn is_same(one: &Expr, other: &Expr, pairs: &mut Vec<(usize, usize)>) -> bool {
    let mut open = vec![(one, other)];
    while let Some((one, other)) = open.pop() {
        match (one, other) {
            (Expr::Call(one), Expr::Call(other)) => pairs.push((*one, *other)),
            (Expr::Chars(one), Expr::Chars(other)) if one != other => return false,
            _ if discriminant(one) != discriminant(other) || one.parts().len() != other.parts().len() => {
                return false;
            }
            _ => open.extend(one.parts().iter().zip(other.parts())),
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::Peg;
    use crate::pest::read::Grammar;

    #[rstest]
    #[case::itself("a = { b } b = { \"x\" }", true)]
    #[case::in_another_order("b = { \"x\" } c = { \"y\" } a = { b }", true)]
    #[case::characters("a = { b } b = { \"y\" }", false)]
    #[case::a_node("a = { b } b = _{ \"x\" }", false)]
    #[case::an_operator("a = { b } b = { \"x\"* }", false)]
    #[case::a_call("a = { c } c = { \"x\" }", false)]
    #[case::longer("a = { b ~ b } b = { \"x\" }", false)]
    #[case::without_it("b = { \"x\" }", false)]
    fn a_rule_is_in_common(#[case] source: &str, #[case] expected: bool) {
        let peg = |source| Grammar::read(source, "test.pest").map(|grammar| Peg::new(&grammar)).unwrap();
        let one = peg("a = { b } b = { \"x\" }");
        assert_eq!(one.has_in_common(&peg(source), "a"), expected);
        assert_eq!(peg(source).has_in_common(&one, "a"), expected);
    }
}
