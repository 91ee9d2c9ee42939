//! A browser, a server and a page, for testing the page of `uri serve`.
//!
//! In: the arguments of `uri serve`, and the actions of a user. Out: the content of the page. `browser` starts Chromium
//! through WebDriver, and the command; `page` types, clicks and reads, and `scenario` runs one test with all of them.
//! Next: the tests in `tests/page/`.

mod browser;
mod page;

pub use browser::Server;
pub use browser::{Browser, WIDE};
pub use page::Page;
pub use page::scenario;
