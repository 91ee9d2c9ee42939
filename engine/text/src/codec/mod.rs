//! Codecs: plans over text files as bytes, to be sent to other processes.
//!
//! In: the plans, and the codec for everything that is not of text files, such as Ballista's.
//! Out: bytes that say whose they are: `frame` marks them, `logical` has the tables, `physical` the scans, and
//! `message` is what they look like.
//! Next: the clients, schedulers and executors of a cluster; all of them need the same codecs.

mod frame;
mod logical;
mod message;
mod physical;

pub use self::logical::TextLogicalCodec;
pub use self::physical::TextPhysicalCodec;
