//! A thread whose stack is large enough for recursion within a rule.

use std::panic::resume_unwind;
use std::thread;

use crate::error::Error;

/// Functions on rules recurse within one rule, whose nodes [`bounds`](crate::pest::bounds) keeps below 4,097,
/// and in a few places through calls, at most once for each of 65,536 nodes; unoptimized frames take up to 2
/// KiB. The pages are only touched when needed.
const BIG_STACK: usize = 256 << 20;

/// Does the work, on the grammar of that name, in a thread with a stack on which functions may recurse within a
/// rule, as [`Tree::expr`](crate::tree::Tree::expr) does.
///
/// ```
/// use urigram_grammar::{Grammar, WrittenExpr, with_stack};
///
/// let grammar = Grammar::read("digit = { '0'..'9' }", "digit.pest")?;
/// let tree = grammar.tree()?;
/// let digit = with_stack(grammar.file_name(), || Ok(tree.expr(tree.rules[0].node)))?;
/// assert_eq!(digit, WrittenExpr::Range('0', '9'));
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
///
/// # Errors
///
/// Those of the work, and [`Error::NoThread`] if no thread can be started.
pub fn with_stack<T: Send>(
    file_name: &str,
    work: impl FnOnce() -> Result<T, Error> + Send,
) -> Result<T, Error> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(BIG_STACK).spawn_scoped(scope, work);
        let thread = thread
            .map_err(|error| Error::NoThread { file: file_name.to_owned(), message: error.to_string() })?;
        thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}
