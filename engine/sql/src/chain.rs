//! How long chains of operators are. The parser builds `a or b or …` in a loop, but all that reads the result goes one
//! call deeper for each operator.

use datafusion::sql::sqlparser::dialect::GenericDialect;
use datafusion::sql::sqlparser::keywords::Keyword;
use datafusion::sql::sqlparser::tokenizer::{Token, Tokenizer};

/// What stands in one pair of brackets.
#[derive(Default)]
struct Level {
    /// The links of the chains around it.
    above: usize,
    /// The links of its own chain.
    links: usize,
    /// The most links of what is in brackets in the chain.
    deepest: usize,
    /// Whether a comma is a link as well: each further table is joined to those before it.
    lists_tables: bool,
}

impl Level {
    const fn depth(&self) -> usize {
        self.above + self.links + self.deepest
    }
}

/// Returns a number of operators and keywords that no expression or query of the statements is nested deeper than.
pub(crate) fn depth(statements: &str) -> usize {
    // The parser tells what is wrong.
    let Ok(tokens) = Tokenizer::new(&GenericDialect {}, statements).tokenize() else { return 0 };
    let mut outer: Vec<Level> = Vec::new();
    let mut level = Level::default();
    let mut depth = 0;
    for token in tokens {
        match token {
            Token::LParen | Token::LBracket | Token::LBrace => {
                level.links += 1;
                let inner = Level { above: level.above + level.links, ..Level::default() };
                outer.push(std::mem::replace(&mut level, inner));
            }
            Token::RParen | Token::RBracket | Token::RBrace => {
                depth = depth.max(level.depth());
                if let Some(mut around) = outer.pop() {
                    around.deepest = around.deepest.max(level.links + level.deepest);
                    level = around;
                }
            }
            Token::Comma if level.lists_tables => level.links += 1,
            Token::Comma => {
                depth = depth.max(level.depth());
                level = Level { above: level.above, ..Level::default() };
            }
            Token::SemiColon => {
                depth = depth.max(level.depth());
                outer.clear();
                level = Level::default();
            }
            Token::Word(word) => {
                match word.keyword {
                    Keyword::NoKeyword => continue,
                    Keyword::FROM | Keyword::WITH => level.lists_tables = true,
                    Keyword::SELECT | Keyword::VALUES => level.lists_tables = false,
                    _ => {}
                }
                level.links += 1;
            }
            Token::Whitespace(_) | Token::Number(..) | Token::SingleQuotedString(_) => {}
            _ => level.links += 1,
        }
    }
    outer.iter().map(Level::depth).fold(depth.max(level.depth()), usize::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::chain("a or b or c", 2)]
    #[case::list("f(a + b, c + d, e)", 2)]
    #[case::rows("select x from (values (1, 2), (3, 4), (5, 6), (7, 8))", 5)]
    #[case::brackets_in_a_chain("(a + b) or (c + d) or (e + f)", 6)]
    #[case::nested("a + (b + (c + d))", 5)]
    #[case::subscripts("a[1][2][3]", 3)]
    #[case::tables("select a, b from t, u, v", 3)]
    #[case::queries("with a as (select 1), b as (select 2) select 3", 8)]
    #[case::statements("a + b; a + b", 1)]
    #[case::text("'a or b or c'", 0)]
    #[case::not_closed("((a", 2)]
    #[case::not_opened("a)) + b", 1)]
    fn depths(#[case] statements: &str, #[case] expected: usize) {
        assert_eq!(depth(statements), expected);
    }
}
