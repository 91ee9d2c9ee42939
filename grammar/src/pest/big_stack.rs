//! Where grammars are read and searched: on a stack that is large enough, and where panics are values.

use std::any::Any;
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
    let failed = |message| Error::Meta { file: file_name.to_owned(), message };
    thread::scope(|scope| {
        thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, work)
            .map_err(|error| failed(error.to_string()))?
            .join()
            .map_err(|panic| failed(said(panic.as_ref())))?
    })
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message").to_owned()
}
