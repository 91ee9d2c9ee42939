//! What the tests of the page of `uri serve` in a real browser need: a browser, a server, and the page in it.
//!
//! In: the arguments of `uri serve`, and what a person does. Out: what the person sees. `browser` starts Chromium by its
//! WebDriver, and the command; `page` types, clicks and reads, and `scenario` runs one test in all of them.
//! Next: the tests in `tests/page/`.

mod browser;
mod page;
mod scenario;

pub use browser::Server;
pub use browser::{Browser, WIDE};
pub use page::Page;
pub use scenario::scenario;
