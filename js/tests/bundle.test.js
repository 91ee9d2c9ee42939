// Bundlers need no configuration: esbuild, for each of its formats, and the result runs without the package.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';

const SOURCE = `
  import { parse, validate, Policy } from '@urigram/urigram';
  console.log(parse('http://example.com/').value.host, validate('http://127.1/', new Policy('fetch')).error.code);
`;

for (const [format, target] of [['esm', 'es2022'], ['iife', 'es2020'], ['cjs', 'es2020']]) {
  test(`esbuild, ${format}`, async () => {
    const bundled = await build({
      stdin: { contents: SOURCE, resolveDir: import.meta.dirname },
      bundle: true,
      minify: true,
      format,
      target,
      write: false,
      logLevel: 'error',
    });
    assert.deepEqual(bundled.warnings, []);
    const folder = await mkdtemp(join(tmpdir(), 'urigram-'));
    const file = join(folder, format === 'esm' ? 'out.mjs' : 'out.cjs');
    await writeFile(file, bundled.outputFiles[0].contents);
    const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
    await rm(folder, { recursive: true });
    assert.equal(stdout, 'example.com ipv4-like-host\n', stderr);
  });
}

test('the oldest browsers in README.md have the syntax', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const [, firefox, safari] = readme.match(/oldest browsers are Firefox ([\d.]+), Safari ([\d.]+)/);
  const [own, ...lowered] = await Promise.all(
    ['esnext', `firefox${firefox}`, `safari${safari}`, 'chrome113'].map(async (target) => {
      const bundled = await build({
        stdin: { contents: SOURCE, resolveDir: import.meta.dirname },
        bundle: true,
        format: 'esm',
        target,
        // Not each of the properties, which esbuild does not tell apart: this package uses a category, which these browsers have.
        supported: { 'regexp-unicode-property-escapes': true },
        write: false,
      });
      return bundled.outputFiles[0].text;
    }),
  );
  for (const text of lowered) {
    assert.ok(text === own, 'esbuild has changed the syntax');
  }
});

test('what is not used is left out', async () => {
  const bundled = await build({
    stdin: { contents: `import '@urigram/urigram'; console.log(1);`, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });
  assert.ok(bundled.outputFiles[0].contents.length < 1000);
});

test('a worker', async () => {
  const source = `
    import('@urigram/urigram/core').then(({ resolve }) => {
      require('node:worker_threads').parentPort.postMessage(resolve('http://a/b/c/d;p?q', '../g'));
    });
  `;
  const worker = new Worker(source, { eval: true });
  const [answer] = await new Promise((done, fail) => {
    worker.once('message', (message) => done([message]));
    worker.once('error', fail);
  });
  assert.deepEqual(answer, { ok: true, value: 'http://a/b/g' });
});
