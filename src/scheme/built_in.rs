//! The built-in schemes, each with its specification.

use alloc::borrow::Cow;

use super::rules::SchemeRules;
use super::{mailto, sip, tel, urn};

/// Sorted by name.
static SCHEMES: &[Row] = &[
    // No `.slash()`: an empty path means the default virtual host, `/` the virtual host with an empty name.
    row("amqp", "RabbitMQ, AMQP URI Specification").port(5672),
    row("amqps", "RabbitMQ, AMQP URI Specification").port(5671),
    row("coap", "RFC 7252, sections 6.1 and 6.3").port(5683).slash().host(),
    row("coaps", "RFC 7252, sections 6.2 and 6.3").port(5684).slash().host(),
    row("data", "RFC 2397"),
    row("file", "RFC 8089, section 2").default_host("localhost"),
    row("ftp", "RFC 1738, sections 3.1 and 3.2").port(21).slash().host(),
    // The sources for `ftps`, `git`, `mqtt` and `redis` are the registries of ports and schemes rather than
    // specifications of the schemes.
    row("ftps", "IANA, service ftps").port(990).host(),
    row("git", "IANA, service git").port(9418).host(),
    row("gopher", "RFC 4266, section 2.1").port(70).slash().host(),
    row("http", "RFC 9110, sections 4.2.1 and 4.2.3").port(80).slash().host(),
    row("https", "RFC 9110, sections 4.2.2 and 4.2.3").port(443).slash().host(),
    row("ldap", "RFC 4516, sections 2 to 4").port(389).slash().query(without_defaults),
    row("ldaps", "IANA, service ldaps").port(636).slash().query(without_defaults),
    row("mailto", "RFC 6068, section 2").path(mailto::path).query(mailto::query),
    row("mongodb", "MongoDB, Connection String URI Format").port(27017).host(),
    row("mqtt", "MQTT 5.0, section 4.2, and IANA, service mqtt").port(1883).host(),
    row("mysql", "MySQL, Connecting to the Server Using URI-Like Strings").port(3306),
    row("news", "RFC 5538, and IANA, service nntp").port(119),
    row("nfs", "RFC 2224, section 1").port(2049).slash().host(),
    row("nntp", "RFC 5538, and IANA, service nntp").port(119).host(),
    // The default of libpq, unless it was built with another port or `PGPORT` is set.
    row("postgres", "PostgreSQL, Connection URIs").port(5432),
    row("postgresql", "PostgreSQL, Connection URIs").port(5432),
    row("redis", "IANA, scheme redis").port(6379),
    row("rtsp", "RFC 7826, section 4.2").port(554).host(),
    row("rtsps", "RFC 7826, section 4.2").port(322).host(),
    row("sftp", "draft-ietf-secsh-scp-sftp-ssh-uri-04").port(22).host(),
    row("sip", "RFC 3261, section 19.1.4").path(sip::path).query(sip::query),
    row("sips", "RFC 3261, section 19.1.4").path(sip::path).query(sip::query),
    row("ssh", "draft-ietf-secsh-scp-sftp-ssh-uri-04").port(22).host(),
    row("tel", "RFC 3966, sections 3 and 4").path(tel::path),
    row("telnet", "RFC 4248, section 2").port(23).slash().host(),
    row("urn", "RFC 8141, section 3.1; RFC 9562, section 4").path(urn::path).query(urn::query),
    row("ws", "RFC 6455, section 3").port(80).slash().host(),
    row("wss", "RFC 6455, section 3").port(443).slash().host(),
];

/// The size of the hash table: a power of two, and more than twice the number of schemes.
const SLOTS: usize = 128;

/// Hash table with linear probing: the key and the index of each scheme.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
static TABLE: [Option<(u64, u8)>; SLOTS] = {
    let mut table = [None; SLOTS];
    let mut index = 0;
    while index < SCHEMES.len() {
        let key = key(SCHEMES[index].name.as_bytes());
        let mut slot = slot(key);
        while table[slot].is_some() {
            slot = (slot + 1) % SLOTS;
        }
        table[slot] = Some((key, index as u8));
        index += 1;
    }
    table
};

/// Returns the first slot to search for a key: the upper bits of a product (Fibonacci hashing).
#[expect(clippy::arithmetic_side_effects, reason = "a table of more than one slot")]
const fn slot(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - SLOTS.ilog2())) as usize
}

/// Returns the first eight bytes of a scheme in lower case, as a number. Setting the bit `0x20` converts letters to
/// lower case, and does not change the digits, `+`, `-` and `.`, which have this bit.
#[inline]
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "`index` is less than eight, and than the length"
)]
pub(super) const fn key(name: &[u8]) -> u64 {
    let mut key = 0;
    let mut index = 0;
    while index < name.len() && index < 8 {
        key |= ((name[index] | 0x20) as u64) << (8 * index);
        index += 1;
    }
    key
}

/// Returns the scheme with this name, ignoring case. `key` must be the key of the name.
#[inline]
#[expect(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "a slot is less than `SLOTS`")]
pub(super) fn of_key(key: u64, name: &str) -> Option<&'static dyn SchemeRules> {
    let mut slot = slot(key);
    while let Some((own, index)) = TABLE[slot] {
        if own == key {
            match SCHEMES.get(usize::from(index)) {
                // The key is only the first eight bytes of the name.
                Some(row) if row.name.eq_ignore_ascii_case(name) => return Some(row),
                _ => {}
            }
        }
        slot = (slot + 1) % SLOTS;
    }
    None
}

/// Returns the scheme with this name, ignoring case.
pub(super) fn get(name: &str) -> Option<&'static dyn SchemeRules> {
    of_key(key(name.as_bytes()), name)
}

/// Removes empty fields at the end of the query of an LDAP URL, because an empty field has the same default
/// as a missing one.
fn without_defaults<'q>(_: &str, query: &'q str) -> Option<Cow<'q, str>> {
    let fields = query.trim_end_matches('?');
    (!fields.is_empty()).then_some(Cow::Borrowed(fields))
}

/// Returns the names of all built-in schemes, in lower case and sorted.
pub(super) fn names<'n>() -> impl Iterator<Item = &'n str> {
    SCHEMES.iter().map(|row| row.name)
}

/// The rules of a scheme.
struct Row {
    name: &'static str,
    specification: &'static str,
    default_port: Option<u16>,
    empty_path_is_slash: bool,
    requires_host: bool,
    default_host: Option<&'static str>,
    path: Path,
    query: Query,
}

/// A function that returns the normal form of a path, given the query after it.
type Path = for<'p> fn(&'p str, Option<&str>) -> Cow<'p, str>;

/// A function that returns the normal form of a query, given the path before it.
type Query = for<'q> fn(&str, &'q str) -> Option<Cow<'q, str>>;

const fn row(name: &'static str, specification: &'static str) -> Row {
    Row {
        name,
        specification,
        default_port: None,
        empty_path_is_slash: false,
        requires_host: false,
        default_host: None,
        path: |path, _| Cow::Borrowed(path),
        query: |_, query| Some(Cow::Borrowed(query)),
    }
}

impl Row {
    const fn port(self, port: u16) -> Self {
        Self { default_port: Some(port), ..self }
    }

    /// An empty path is equivalent to `/`.
    const fn slash(self) -> Self {
        Self { empty_path_is_slash: true, ..self }
    }

    /// A host is required.
    const fn host(self) -> Self {
        Self { requires_host: true, ..self }
    }

    const fn default_host(self, host: &'static str) -> Self {
        Self { default_host: Some(host), ..self }
    }

    const fn path(self, path: Path) -> Self {
        Self { path, ..self }
    }

    const fn query(self, query: Query) -> Self {
        Self { query, ..self }
    }
}

impl SchemeRules for Row {
    fn specification(&self) -> Option<&str> {
        Some(self.specification)
    }

    fn default_port(&self) -> Option<u16> {
        self.default_port
    }

    fn empty_path_is_slash(&self) -> bool {
        self.empty_path_is_slash
    }

    fn requires_host(&self) -> bool {
        self.requires_host
    }

    fn default_host(&self) -> Option<&str> {
        self.default_host
    }

    fn path<'p>(&self, path: &'p str, query: Option<&str>) -> Cow<'p, str> {
        if fits_u32(path) { (self.path)(path, query) } else { path.into() }
    }

    fn query<'q>(&self, path: &str, query: &'q str) -> Option<Cow<'q, str>> {
        if fits_u32(query) { (self.query)(path, query) } else { Some(query.into()) }
    }
}

/// Returns whether the length of the text fits in 32 bits, as that of every reference does.
fn fits_u32(text: &str) -> bool {
    u32::try_from(text.len()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::SCHEMES;

    #[test]
    fn are_in_order() {
        assert!(SCHEMES.is_sorted_by(|a, b| a.name < b.name));
    }
}
