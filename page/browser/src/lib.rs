//! A browser, a server and a page, for testing the page of `uri serve`, and the page without it.
//!
//! In: the arguments of `uri serve`, and the actions of a user. Out: the content of the page. `browser` starts Chromium
//! through WebDriver, and the command, or in its place a server of the files in the folder `URI_SITE`; `page` types, clicks
//! and reads, and `scenario` runs one test with all of them.
//! Next: the tests in `tests/page/`.

mod browser;
mod page;

pub use browser::{Browser, Server, WIDE, site};
pub use page::Page;
pub use page::scenario;
