//! A browser, a server and a page, for testing the page of `uri serve`, the page without it, and the form of the npm package.
//!
//! In: the arguments of `uri serve`, or a file, and the actions of a user. Out: the content of the page. `browser` starts
//! Chromium through WebDriver, and the command, or in its place a server of the files in the folder `URI_SITE`; `page` types,
//! clicks and reads, and `scenario` runs one test with all of them, `scenario_of_file` on a page in another folder.
//! Next: the tests in `tests/page/`, and `tests/form.rs`.

mod browser;
mod page;

pub use browser::{Browser, Server, WIDE, site};
pub use page::{Page, scenario, scenario_of_file};
