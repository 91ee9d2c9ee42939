//! Where grammars are read and searched: on a stack that is large enough.

use std::panic::resume_unwind;
use std::thread;

use crate::error::Error;

/// Functions on rules recurse within one rule, whose nodes [`bounds`](crate::pest::bounds) keeps below 4,097, and in a
/// few places through calls, at most once for each of 65,536 nodes; unoptimized frames take up to 2 KiB. The pages
/// are only touched when needed.
const STACK: usize = 256 << 20;

/// Does the work, on the grammar of that name, in a thread of its own.
pub(crate) fn with_stack<T: Send>(
    file_name: &str,
    work: impl FnOnce() -> Result<T, Error> + Send,
) -> Result<T, Error> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let thread = thread
            .map_err(|error| Error::NoThread { file: file_name.to_owned(), message: error.to_string() })?;
        thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}
