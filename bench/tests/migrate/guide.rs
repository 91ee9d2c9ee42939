//! A page as code.

use std::error::Error;

/// The rows of a page.
pub(crate) struct Guide {
    /// The code before the tables, theirs and ours.
    pub(crate) given: [&'static str; 2],
    pub(crate) calls: &'static [Row],
    pub(crate) differences: &'static [Row],
}

pub(crate) struct Row {
    pub(crate) task: &'static str,
    pub(crate) cells: [Cell; 2],
}

/// A call, which is empty if a library has none.
pub(crate) struct Cell {
    pub(crate) code: &'static str,
    pub(crate) result: &'static str,
    pub(crate) run: fn() -> Result<String, Box<dyn Error>>,
}

macro_rules! guide {
    (
        theirs $theirs:tt
        ours $ours:tt
        calls { $($task:literal $their_call:tt $our_call:tt $result:literal)* }
        differences { $($difference:literal $their_code:tt $their_result:literal $our_code:tt $our_result:literal)* }
    ) => {
        pub(crate) const GUIDE: crate::guide::Guide = crate::guide::Guide {
            given: [code!($theirs), code!($ours)],
            calls: &[$(crate::guide::Row {
                task: $task,
                cells: [cell!($theirs $their_call $result), cell!($ours $our_call $result)],
            }),*],
            differences: &[$(crate::guide::Row {
                task: $difference,
                cells: [cell!($theirs $their_code $their_result), cell!($ours $our_code $our_result)],
            }),*],
        };
    };
}

macro_rules! code {
    ({ $($code:tt)* }) => { stringify!($($code)*) };
}

macro_rules! cell {
    ($given:tt {} $result:literal) => {
        crate::guide::Cell { code: "", result: $result, run: || Ok($result.to_owned()) }
    };
    ({ $($given:tt)* } { $($code:tt)* } $result:literal) => {
        crate::guide::Cell {
            code: stringify!($($code)*),
            result: $result,
            run: || {
                $($given)*
                Ok(crate::shown::text_of($($code)*))
            },
        }
    };
}
