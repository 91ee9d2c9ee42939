//! A thread whose stack is large enough for recursion within a rule.

use std::panic::resume_unwind;
use std::thread;

use crate::error::Error;

/// The size of the stack, in bytes. Most functions recurse within one rule, which
/// [`bounds`](crate::pest::bounds) limits to 4,096 nodes. A few also recurse through calls, at most once for each of
/// 65,536 nodes, and unoptimized frames take up to 2 KiB. The operating system only allocates the pages that are used.
const BIG_STACK: usize = 256 << 20;

/// Runs a closure in a thread whose stack is large enough for functions that recurse within a rule, such as
/// [`Tree::expr`](crate::tree::Tree::expr). `file_name` is only used in messages.
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
/// The errors of the closure, and [`Error::NoThread`] if no thread can be started.
pub fn with_stack<T: Send>(
    file_name: &str,
    work: impl FnOnce() -> Result<T, Error> + Send,
) -> Result<T, Error> {
    // WebAssembly has no threads. There, a stack that is too small ends the instance with an error.
    if cfg!(target_family = "wasm") {
        return work();
    }
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(BIG_STACK).spawn_scoped(scope, work);
        let thread = thread
            .map_err(|error| Error::NoThread { file: file_name.to_owned(), message: error.to_string() })?;
        thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}
