// Runs the commands of a request by uri.wasm, and sends the lines of their answers.

import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from './browser_wasi_shim/index.js';

/** The pages of 64 KiB that a command does not use unless it runs out of memory: two thirds of the maximum. */
const SPARE_PAGES = 10923;

/** Returns an output that passes each line on. A line of megabytes is written in many parts. */
function linesTo(pass) {
  const decoder = new TextDecoder();
  let parts = [];
  return new ConsoleStdout((bytes) => {
    const [end, ...others] = decoder.decode(bytes, { stream: true }).split('\n');
    parts.push(end);
    for (const other of others) {
      pass(parts.join(''));
      parts = [other];
    }
  });
}

addEventListener('message', async ({ data: { module, turn, request } }) => {
  let said = '';
  const streams = [
    new OpenFile(new File(new TextEncoder().encode(JSON.stringify(request)))),
    linesTo((line) => postMessage({ turn, line })),
    linesTo((line) => {
      said += `${line}\n`;
    }),
    new PreopenDirectory('.', new Map()),
  ];
  // Answers must not depend on a configuration.
  const wasi = new WASI(['uri', 'answers', 'page'], ['NO_COLOR=1', 'URI_CONFIG='], streams, { debug: false });
  const imports = { wasi_snapshot_preview1: wasi.wasiImport };
  let why = null;
  let instance;
  try {
    instance = await WebAssembly.instantiate(module, imports);
    if (wasi.start(instance) !== 0) why = `it ended before it answered: ${said}`;
  } catch (error) {
    why = instance ? reason(error, instance) : `it could not be run: ${error.message}`;
  }
  postMessage({ turn, why });
});

/** Returns the reason why the command ended before it answered. */
function reason(error, { exports: { memory } }) {
  // The stack of the browser, or that of the module.
  const isTooDeep = error instanceof RangeError || /recursion|out of bounds/.test(error.message);
  if (isTooDeep) return 'it was stopped because it nests too deep for this browser';
  // The module aborts without a message.
  try {
    memory.grow(SPARE_PAGES);
  } catch {
    return 'it was stopped because it needed too much memory';
  }
  return `it ended before it answered: ${error.message}`;
}
