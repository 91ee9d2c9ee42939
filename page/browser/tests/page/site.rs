//! The page without a server, which only runs if `URI_SITE` names its folder.

use serde_json::{Value, json};
use urigram_browser::{Page, scenario, site};

/// Runs a scenario of the page without a server.
fn without_server(test: impl AsyncFnOnce(&mut Page)) {
    if site().is_some() {
        scenario(&[], async |page, _| test(page).await);
    }
}

/// Another page at the address works without a network, because a service worker has kept the files.
#[test]
fn it_works_without_a_network() {
    without_server(async |page| {
        page.until(
            "the files are kept",
            "return (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'",
        )
        .await;
        page.go_offline(true).await;
        let address = page.address().await;
        page.go(&address).await;
        page.type_into("#reference", "http://a/b?c").await;
        page.shows("#panel-parse .body", "query").await;
        page.choose("#example", "example json.pest").await;
        page.shows("#panel-check", "No errors").await;
        page.go_offline(false).await;
    });
}

/// Asks a worker, and returns the lines of the answers, or the message of the error after them.
async fn asked(page: &Page, asks: Value, grammar: &str, time: u32) -> Value {
    let script = "const { lines } = await import('./workers.js');
        const [asks, grammar, time] = arguments;
        const of = (panel, fields) => ({ panel, builtin: false, fields });
        const request = { client: '1', slot: '', turn: 1, grammar, against: null, name: null };
        const all = { ...request, asks: asks.map(([panel, fields]) => of(panel, fields)) };
        const found = [];
        try {
          for await (const line of lines(all, new AbortController().signal, time)) found.push(JSON.parse(line));
        } catch (error) {
          found.push(error.message);
        }
        return found";
    page.run(script, vec![asks, json!(grammar), json!(time)]).await
}

/// Another worker answers what comes after a command that takes too long.
#[test]
fn what_takes_forever_is_given_up() {
    without_server(async |page| {
        // The automaton has more than 2^16 states.
        let slow = "scheme = @{ (!(\"a\" ~ ANY{16} ~ \"b\") ~ ANY)* }\n";
        let asks = json!([["check", { "keep": "" }], ["parse", { "input": "a:b", "rule": "" }]]);
        let found = asked(page, asks.clone(), slow, 50).await;
        assert_eq!(found[0]["stopped"], "it was stopped because it took longer than 0.05s");
        assert_eq!(
            (&found[0]["status"], &found[0]["command"]),
            (&json!(2), &json!("uri grammar check grammar.pest"))
        );
        let found = asked(page, asks, "a = { \"x\" }\n", 10_000).await;
        assert_eq!((&found[0]["stopped"], &found[1]["stopped"]), (&Value::Null, &Value::Null));
    });
}

/// Replaces the module that workers run by one with this much memory, in pages of 64 KiB. No grammar is known for which a command
/// needs the 1 GiB that the module has: the limits of the commands end them before, at less than 300 MiB.
async fn lessen_memory(page: &Page, pages: u32) {
    let script = "const bytes = new Uint8Array(await (await fetch('uri.wasm')).arrayBuffer());
        let at = 8;
        const number = () => {
          let value = 0;
          for (let shift = 0; ; shift += 7) {
            const byte = bytes[at++];
            value += (byte & 127) * 2 ** shift;
            if (byte < 128) return value;
          }
        };
        // The section of the memory has its minimum and its maximum, here of three bytes.
        for (;;) {
          const section = bytes[at++];
          const end = number() + at;
          if (section !== 5) {
            at = end;
            continue;
          }
          at += 2;
          number();
          if (end - at !== 3) throw new Error(`${end - at} bytes`);
          const [pages] = arguments;
          bytes.set([(pages & 127) | 128, ((pages >> 7) & 127) | 128, pages >> 14], at);
          break;
        }";
    page.run(&[script, REPLACE].concat(), vec![json!(pages)]).await;
}

/// The end of a script: makes workers run the module in `bytes`.
const REPLACE: &str = "
        const module = await WebAssembly.compile(bytes);
        const { postMessage } = Worker.prototype;
        Worker.prototype.postMessage = function (message) {
          postMessage.call(this, { ...message, module });
        }";

/// The page says so, and answers the next key.
#[test]
fn what_takes_all_memory_is_given_up() {
    without_server(async |page| {
        lessen_memory(page, 640).await;
        page.replace_grammar("scheme = @{ (!(\"a\" ~ ANY{16} ~ \"b\") ~ ANY)* }\n").await;
        page.shows("#panel-check", "It was stopped because it needed too much memory").await;
        page.replace_grammar("scheme = @{ ALPHA+ }\n").await;
        page.shows("#panel-check", "No errors").await;
        page.type_into("#reference", "http://after/").await;
        page.shows("#panel-parse .body", "after").await;
    });
}

/// A module that aborts has run out of memory only if little is left of it.
#[test]
fn an_abort_is_not_taken_for_a_lack_of_memory() {
    // Types, functions, the memory of at most 16,384 pages, exports, and the function `_start`, which aborts.
    let module = |used: &[u8]| {
        let mut module = b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0\x03\x02\x01\0\x05".to_vec();
        module.extend([5 + used.len() as u8, 1, 1]);
        module.extend(used);
        module.extend(b"\x80\x80\x01\x07\x13\x02\x06memory\x02\0\x06_start\0\0\x0a\x05\x01\x03\0\0\x0b");
        module
    };
    let few = module(&[1]);
    // 16,000 pages.
    let nearly_all = module(&[0x80, 0x7d]);
    for (module, why) in [
        (few, "it ended before it answered: unreachable"),
        (nearly_all, "it was stopped because it needed too much memory"),
    ] {
        without_server(async |page| {
            let script = ["const bytes = new Uint8Array(arguments[0]);", REPLACE].concat();
            page.run(&script, vec![json!(module)]).await;
            assert_eq!(asked(page, json!([["check", { "keep": "" }]]), "", 10_000).await, json!([why]));
        });
    }
}

#[test]
fn what_a_worker_cannot_answer_is_an_error() {
    without_server(async |page| {
        let found = asked(page, json!([["nope", {}]]), "", 10_000).await;
        assert_eq!(found, json!(["it ended before it answered: uri: <stdin>: there is no panel `nope`\n"]));
    });
}
