// Instantiates the module of WebAssembly, which `wasm.js` contains as text: compressed by gzip, in base64.
//
// So the package is JavaScript alone. A file `.wasm` would need a loader in each bundler, `fetch` in browsers but not in Node, and
// an `await` before the first call: at the top level, which bundlers refuse in many output formats, or by every user. The price is
// that the module is decompressed and compiled when the package is imported. Browsers compile modules of up to 8 MB without a promise, those
// of Chromium since 2023: before, they refused more than 4 kB outside of workers.
// It is compressed because base64 in itself does not compress well: the server's compression would leave a third more.
import { gunzip } from './inflate.js';
import * as imports from './urigram_bg.js';
import wasm from './wasm.js';

const text = atob(wasm);
const compressed = new Uint8Array(text.length);
for (let index = 0; index < text.length; index += 1) {
  compressed[index] = text.charCodeAt(index);
}
const module = new WebAssembly.Module(gunzip(compressed));
const { exports } = new WebAssembly.Instance(module, { './urigram_bg.js': imports });
imports.__wbg_set_wasm(exports);
// Fills the table of references, if the compiler makes one.
exports.__wbindgen_start?.();

export * from './urigram_bg.js';
