// The examples in the documentation of each item, and in README.md.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as urigram from '@urigram/urigram';

/** Returns the lines of an example, and for those with an expression and its value in a comment, what `written` makes of them. */
function rewritten(example, written) {
  const lines = example.split('\n').filter((line) => !line.startsWith('import '));
  return lines.map((line) => {
    const [, expression, value] = line.match(/^(?!(?:const|let|if|else|import)\b)(.*\S) \/\/ (.*)$/) ?? [];
    return value === undefined ? line : written(expression.replace(/;$/, ''), value);
  }).join('\n');
}

/** Returns a function that runs the lines of an example. A comment after an expression has the value of the expression. */
function compiled(example) {
  const body = rewritten(example, (expression, value) => `assert.deepEqual(${expression}, ${value});`);
  return new Function('assert', 'console', ...Object.keys(urigram), body);
}

/** Returns what TypeScript reports about examples. */
async function typeErrors(examples) {
  const blocks = examples.map((example) => `{\n${rewritten(example, (expression) => `void (${expression});`)}\n}\n`);
  const file = fileURLToPath(new URL('examples.ts', import.meta.url));
  await writeFile(file, `import { ${Object.keys(urigram).join(', ')} } from '@urigram/urigram';\n${blocks.join('')}`);
  const tsc = fileURLToPath(import.meta.resolve('typescript/bin/tsc'));
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--types', 'node'];
  const { stdout } = spawnSync(process.execPath, [tsc, ...options, file], { encoding: 'utf8' });
  await rm(file);
  return stdout;
}

const FILES = {
  'core.d.ts': import.meta.resolve('@urigram/urigram').replace('index.js', 'core.d.ts'),
  'index.d.ts': import.meta.resolve('@urigram/urigram').replace('index.js', 'index.d.ts'),
  'README.md': new URL('../README.md', import.meta.url),
};

for (const [name, url] of Object.entries(FILES)) {
  const text = await readFile(new URL(url), 'utf8');
  const examples = [...text.replace(/^ *\* ?/gm, '').matchAll(/```js\n(.*?)```/gs)].map(([, example]) => example);
  test(`examples of ${name}`, () => {
    assert.notEqual(examples.length, 0);
    for (const example of examples) {
      try {
        compiled(example)(assert, { log() {}, error() {} }, ...Object.values(urigram));
      } catch (error) {
        error.message = `${error.message}\nin the example:\n${example}`;
        throw error;
      }
    }
  });
  test(`types of the examples of ${name}`, async () => {
    assert.equal(await typeErrors(examples), '');
  });
}

test('each exported item has an example', async () => {
  for (const name of ['core.d.ts', 'index.d.ts']) {
    const text = await readFile(new URL(FILES[name]), 'utf8');
    for (const [declared, item] of text.matchAll(/^export (?:function|class|interface) (\w+)/gm)) {
      const before = text.slice(0, text.indexOf(declared));
      const comment = before.slice(before.lastIndexOf('/**'));
      assert.match(comment, /```js/, `${item} in ${name}`);
    }
  }
});

test('README.md has the whole form', async () => {
  const readme = await readFile(FILES['README.md'], 'utf8');
  const form = await readFile(new URL('../examples/form.html', import.meta.url), 'utf8');
  assert.ok(readme.includes(`\`\`\`html\n${form}\`\`\`\n`));
});
