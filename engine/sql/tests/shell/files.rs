//! Files that are used as tables.

use std::fs::{create_dir_all, write};

use tempfile::TempDir;

/// Lines with quotes, CSV delimiters, and a carriage return before a line feed. The last line has no line feed.
const LINES: &[u8] =
    b"http://b.example/\r\nhttp://a.example/\"x\",y\n\"quoted\nmailto:c@example.com\n  'x'\t#\\ \n\"";

/// A gzip file that contains `a`, a line feed and `b`.
const PACKED: &[u8] = b"\x1f\x8b\x08\0\0\0\0\0\x02\x03K\xe4J\x02\0\xfb\x90\x07\xef\x03\0\0\0";

/// Returns a directory with the files, which is removed when the value is dropped.
pub(crate) fn written() -> TempDir {
    let directory = TempDir::with_prefix("uri-sql-").unwrap();
    let file = |name: &str, content: &[u8]| {
        let path = directory.path().join(name);
        create_dir_all(path.parent().unwrap()).unwrap();
        write(path, content).unwrap();
    };
    file("lines.txt", LINES);
    file("lines.log", LINES);
    file("lines.urls", LINES);
    file("blank.txt", b"a\n\n\nb\n\n");
    file("cr.txt", b"a\rb\r\r\nc");
    file("bom.txt", b"\xef\xbb\xbfa\nb");
    file("nul.txt", b"a\0b\n");
    file("empty.txt", b"");
    file("invalid.txt", b"a\nb\xff\nc\n");
    file("separator.txt", b"a\nb\x1fc\n");
    file("password.txt", b"http://a/\nhttp://u:secret@a b/\n");
    file("long.txt", "x".repeat(3_000_000).as_bytes());
    let many: String = (0..1000).map(|number| format!("http://host{number}.example/\n")).collect();
    file("many.txt", many.as_bytes());
    file("packed.txt.gz", PACKED);
    file("packed/a.txt.gz", PACKED);
    file("days/day=1/x.txt", b"a\nb");
    file("days/day=2/y.txt", b"c\n");
    file("parts/1.txt", b"a\n");
    file("mixed/_SUCCESS", b"");
    file("mixed/b.txt", b"b\n");
    file("mixed/a.log", b"a\n");
    file("parts/2.txt", b"b");
    file("lines.sql", b"select count(*) n\nfrom 'lines.txt';\n");
    file("n.csv", b"a,b\n1,x\n2,\"y\nz\"\n");
    file("n.tsv", b"a\tb\n1,5\tx\n");
    file("n.jsonl", b"{\"a\": 1}\n{\"a\": 2}\n");
    file("n.ndjson", b"{\"a\": 1}\n");
    directory
}
