//! Lines as users type them into a form, or paste them into a document. Most are references, and the others
//! nearly references.

use crate::texts::Numbers;

/// The usual and the wrong alternatives for a part of a line.
struct Part {
    usual: &'static [&'static str],
    wrong: &'static [&'static str],
}

/// One in this number of parts is wrong.
const WRONG: usize = 25;

const BEFORE: Part = Part { usual: &[""], wrong: &[" ", "<", "\"", "\u{feff}"] };
const SCHEME: Part = Part {
    usual: &["http://", "http://", "https://", "https://", "HTTP://", "Https://", "ftp://", "//"],
    wrong: &["", "http:", "http:/", "http//", "https:///", "htp:\\\\", "mailto:", "urn:isbn:", "1http://"],
};
const USERINFO: Part = Part {
    usual: &["", "", "", "", "", "", "fred@", "fred:secret@", "a%40b:@"],
    wrong: &["fred smith@", "fred@example.com@", "fred:se#cret@"],
};
const HOST: Part = Part {
    usual: &[
        "example.com",
        "WWW.Example.ORG",
        "www.a-rather-long-host-name.example.co.uk",
        "localhost",
        "192.0.2.16",
        "192.0.2.256",
        "[2001:db8::7]",
        "[::ffff:192.0.2.16]",
        "xn--bcher-kva.example",
        "caf%C3%A9.example",
        "a_b.example",
        "",
    ],
    wrong: &["exa mple.com", "b\u{fc}cher.example", "\u{4f8b}\u{3048}.jp", "[2001:db8::7", "2001:db8::7"],
};
const PORT: Part =
    Part { usual: &["", "", "", "", ":", ":80", ":443", ":8080", ":65536"], wrong: &[":8o", ":-1"] };
const SEGMENT: Part = Part {
    usual: &[
        "",
        "a",
        "index.html",
        "~fred",
        "%7Efred",
        "..",
        ".",
        "a%20b",
        "caf%c3%a9",
        "p;q=1",
        "a:b",
        "an-article-with-a-long-title-that-says-it-all",
    ],
    wrong: &["a b", "caf\u{e9}", "100%", "{id}", "a[1]", "a\\b"],
};
const KEY: Part =
    Part { usual: &["q", "q", "a", "utm_source", "token", "a%5B%5D", "k+y", ""], wrong: &["a[]", "a b"] };
const VALUE: Part = Part {
    usual: &["", "=", "=1", "=2", "=a+b", "=a%20b", "=%C3%A9", "=%FF", "=a=b", "=http://example.org/?x"],
    wrong: &["=\u{f6}", "=a b", "=%zz", "=a|b"],
};
const FRAGMENT: Part =
    Part { usual: &["", "", "", "", "#", "#top", "#/a?b", "#:~:text=a%20b"], wrong: &["#a#b", "#\u{a7}1"] };
const AFTER: Part = Part { usual: &[""], wrong: &[" ", ">", "\t", "\\", "."] };

/// Returns this number of lines, which are the same in every run.
pub(crate) fn lines(count: usize) -> Vec<String> {
    let mut numbers = Numbers(48);
    (0..count).map(|_| line(&mut numbers)).collect()
}

fn line(numbers: &mut Numbers) -> String {
    let mut line = String::new();
    for part in [BEFORE, SCHEME, USERINFO, HOST, PORT] {
        line.push_str(part.pick(numbers));
    }
    for _ in 0..numbers.below(4) {
        line.push('/');
        line.push_str(SEGMENT.pick(numbers));
    }
    // Half of the lines have no query, and few have a long query.
    let pairs = [0, 0, 0, 0, 1, 1, 3, 12][numbers.below(8)];
    for pair in 0..pairs {
        line.push(if pair == 0 { '?' } else { '&' });
        line.push_str(KEY.pick(numbers));
        line.push_str(VALUE.pick(numbers));
    }
    line.push_str(FRAGMENT.pick(numbers));
    line.push_str(AFTER.pick(numbers));
    line
}

impl Part {
    fn pick(&self, numbers: &mut Numbers) -> &'static str {
        let texts = if numbers.below(WRONG) == 0 { self.wrong } else { self.usual };
        texts[numbers.below(texts.len())]
    }
}
