//! References that have findings, and rules of policies.

use urigram::validate::Code;

use crate::input::pools::Of;
use crate::input::source::Source;
use crate::oracle::whatwg;

const RULES: &[&str] = &[
    "max-length 20",
    "max-length 0",
    "schemes http https",
    "schemes urn",
    "userinfo",
    "no-userinfo",
    "ports 80 443",
    "ports 0 8042",
    "kinds uri",
    "kinds uri absolute-path",
    "kinds relative-path same-document",
    "refuse-warnings",
    "refuse-network 0.0.0.0/0",
    "refuse-network 10.0.0.0/8",
    "allow-network 10.1.0.0/16",
    "allow-network 127.0.0.0/8",
    "refuse-network ::/0",
    "allow-network 2001:db8::/32",
    "refuse-network 2000::/3",
    "allow-network 2001:4:112::/48",
    "refuse-network 64:ff9b::/96",
    "refuse-network ::1",
    "allow-network fc00::/7",
    "allow-host example.com",
    "allow-host .example.com",
    "allow-host EVIL.example.",
    "allow-host 127.0.0.1",
    "allow-host 10.0.0.1",
    "allow-host [::1]",
    "allow-host 2001:db8::1",
    "host-kinds reg-name",
    "host-kinds ipv4 ipv6",
    "host-kinds ipvfuture",
    "require scheme host",
    "require host port",
    "require userinfo",
    "require path query",
    "require fragment",
];

const PRESETS: &[&str] = &["link", "fetch", "redirect", "identifier"];

pub(super) fn generate(source: &mut Source, input: &mut Vec<String>) {
    let mut text = String::new();
    match source.below(8) {
        0..3 => attack(source, &mut text),
        3 => address(source, &mut text),
        4 => source.reference(Of::Iris, &mut text),
        _ => source.reference(Of::Uris, &mut text),
    }
    if source.once_in(4) {
        source.mutate(&mut text);
    }
    input.push(text);
    if source.once_in(2) {
        input.push(format!("preset {}", source.one_of(PRESETS)));
        if source.once_in(2) {
            return;
        }
    }
    for _ in 0..source.below(4) {
        input.push(if source.once_in(3) {
            format!("{} {}", source.one_of(&["refuse", "warn", "pass"]), source.one_of(Code::ALL))
        } else {
            (*source.one_of(RULES)).to_owned()
        });
    }
}

/// Appends a text that often is a URI with a host and often is an attack.
fn attack(source: &mut Source, text: &mut String) {
    text.push_str(
        source.token(&["http://", "https://", "http:", "//", "/", "HTTPS://", "file://", "ws:", ""]),
    );
    let mut pieces = |source: &mut Source, most: usize| {
        for _ in 0..source.below(most) {
            text.push_str(source.token(whatwg::PIECES));
        }
    };
    pieces(source, 3);
    pieces(source, 2);
    pieces(source, 4);
}

/// Appends a URI whose host is or looks like an address, mostly of or beside a special block.
fn address(source: &mut Source, text: &mut String) {
    text.push_str(source.token(&["http://", "//", "https://a@"]));
    if source.once_in(2) {
        let starts = [
            "::",
            "::ffff:",
            "64:ff9b::",
            "64:ff9b:1::",
            "100::",
            "100:0:0:1::",
            "2001::",
            "2001:1::",
            "2001:3::",
            "2001:4:112::",
            "2001:20::",
            "2001:30::",
            "2001:db8::",
            "2002:",
            "2620:4f:8000::",
            "3fff:",
            "5f00::",
            "fc00::",
            "fe80::",
            "fec0::",
            "ff02::",
            "2000::",
            "2a00::5efe:",
            "2a00::200:5efe:",
            "3ffe:",
            "4000::",
            "fd00:ec2::",
        ];
        let ends =
            ["1", "0", "10.0.0.1", "8.8.8.8", "808:808", "169.254.169.254", "254", "ffff::", "a:b:c::", "2"];
        text.push('[');
        text.push_str(source.token(&starts));
        text.push_str(source.token(&ends));
        return text.push(']');
    }
    let first = [
        "0", "10", "100", "127", "169", "172", "192", "198", "203", "224", "240", "255", "8", "0x7f", "0177",
    ];
    let next = [
        "0", "1", "10", "16", "18", "31", "51", "52", "63", "64", "88", "99", "100", "113", "127", "128",
        "168",
    ];
    text.push_str(source.token(&first));
    let parts = if source.once_in(4) { source.below(5) } else { 3 };
    for _ in 0..parts {
        text.push('.');
        match source.below(4) {
            0 => text.push_str(&source.below(256).to_string()),
            1 if source.once_in(8) => {
                text.push_str(source.token(&["0x", "0xa", "08", "010", "256", "65536", ""]))
            }
            _ => text.push_str(source.token(&next)),
        }
    }
}
