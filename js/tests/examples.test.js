// The examples in the documentation of each item, and in README.md.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import * as urigram from '@urigram/urigram';

/** Returns a function that runs the lines of an example. A comment after an expression has the value of the expression. */
function compiled(example) {
  const lines = example.split('\n').map((line) => {
    const [, expression, value] = line.match(/^(?!(?:const|let|if|else|import)\b)(.*\S) \/\/ (.*)$/) ?? [];
    return value === undefined ? line : `assert.deepEqual(${expression.replace(/;$/, '')}, ${value});`;
  });
  const body = lines.filter((line) => !line.startsWith('import ')).join('\n');
  return new Function('assert', 'console', ...Object.keys(urigram), body);
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
