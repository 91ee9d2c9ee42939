// Runs the page's worker outside of a browser. `worker.mjs WORKER URI_WASM` answers the requests on standard input, one a line,
// and prints what the worker sends.

import { readFileSync } from 'node:fs';
import { argv, stdin } from 'node:process';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [worker, wasm] = argv.slice(2);
const module = new WebAssembly.Module(readFileSync(wasm));
let hear;
globalThis.addEventListener = (_, listener) => {
  hear = listener;
};
globalThis.postMessage = ({ line, why }) => console.log(line ?? JSON.stringify({ why }));
await import(pathToFileURL(worker));
for await (const line of createInterface({ input: stdin })) {
  await hear({ data: { module, turn: 1, request: JSON.parse(line) } });
}
