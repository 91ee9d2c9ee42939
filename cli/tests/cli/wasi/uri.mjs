// Runs the module `URI_WASM` as the command `uri`, in the current folder.

import { readFileSync } from 'node:fs';
import { env, exit, argv } from 'node:process';
import { WASI } from 'node:wasi';

const wasi = new WASI({
  version: 'preview1',
  args: ['uri', ...argv.slice(2)],
  env,
  preopens: { '.': '.' },
  returnOnExit: true,
});
const imports = wasi.getImportObject();
// Node 20 may abort without a message when a module calls these functions directly.
for (const calls of Object.values(imports)) {
  for (const [name, call] of Object.entries(calls)) calls[name] = (...values) => call(...values);
}
const module = new WebAssembly.Module(readFileSync(env.URI_WASM));
exit(wasi.start(new WebAssembly.Instance(module, imports)));
