// The package and the command `uri` answer alike. `URI` is the command; if it is not given, the tests are skipped.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { Policy, normalize, parse, resolve, validate } from '@urigram/urigram';

const { URI } = process.env;
const skip = URI === undefined && 'there is no command `uri`';

const BASE = 'http://a/b/c/d;p?q';

/** Returns texts made of pieces that matter to the grammar, the same in each run. */
function texts(count) {
  const pieces = [
    'http:', 'HTTPS:', 'urn:', 'file:', 'mailto:', '//', '/', '..', '.', 'a', 'Example.com', 'b%41', '%2f', '%zz', '%',
    '@', 'user:pass@', ':', ':80', ':8a', '[::1]', '[v1.x]', '[', ']', '127.0.0.1', '0x7f.1', '?', 'q=1&r', '#', 'é', '\u{1F600}', ' ',
    '\\', 'www.', 'localhost', ',', ';x', '\u200b', '~',
  ];
  let state = 3986;
  const random = (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + random(7) }, () => pieces[random(pieces.length)]).join(''),
  );
}

/** Returns the answers of the command, one for each text. */
function answers(inputs, ...args) {
  const command = [...args, '--format', 'json', '-'];
  const { stdout, stderr, error } = spawnSync(URI, command, {
    input: inputs.map((text) => `${text}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, URI_CONFIG: '' },
  });
  assert.ifError(error);
  const lines = stdout.split('\n').filter((line) => line !== '');
  assert.equal(lines.length, inputs.length, stderr);
  return lines.map((line) => JSON.parse(line));
}

/** Compares the fault of the command with that of the package. */
function sameFault(fault, error, text) {
  assert.deepEqual(
    [error.component, error.byteStart, error.help],
    [fault.component, fault.offset, fault.help],
    JSON.stringify(text),
  );
}

const INPUTS = texts(4000);

test('a command that is given, but missing, is no reason to skip', () => {
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const args = ['--test', '--test-name-pattern=^parse$', import.meta.filename];
  const run = (more) => spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...env, URI: undefined, ...more } });
  const missing = run({ URI: '/nowhere/uri' });
  assert.notEqual(missing.status, 0);
  assert.match(missing.stdout, /ENOENT/);
  assert.equal(run({}).status, 0);
});

test('parse', { skip }, () => {
  for (const [index, answer] of answers(INPUTS, 'parse').entries()) {
    const text = INPUTS[index];
    const parsed = parse(text);
    assert.equal(parsed.ok, answer.error === undefined, text);
    if (!parsed.ok) {
      sameFault(answer.error, parsed.error, text);
      continue;
    }
    const { kind, scheme, authority, userinfo, host, hostKind, port, path, pathKind, query, fragment } = parsed.value;
    assert.deepEqual(
      [kind, scheme, authority, userinfo, host, hostKind, port, path, pathKind, query, fragment].map((own) => own ?? null),
      [
        answer.kind, answer.scheme, answer.authority, answer.userinfo, answer.host, answer.host_kind, answer.port,
        answer.path, answer.path_kind, answer.query, answer.fragment,
      ],
      text,
    );
  }
});

test('resolve', { skip }, () => {
  for (const [index, answer] of answers(INPUTS, 'resolve', '--base', BASE).entries()) {
    const resolved = resolve(BASE, INPUTS[index]);
    assert.equal(resolved.ok ? resolved.value : undefined, answer.target, INPUTS[index]);
  }
});

test('normalize', { skip }, () => {
  for (const level of ['syntax', 'scheme']) {
    for (const [index, answer] of answers(INPUTS, 'normalize', '--level', level).entries()) {
      const normal = normalize(INPUTS[index], level === 'syntax' ? 'path' : 'scheme');
      assert.equal(normal.ok ? normal.value : undefined, answer.output, INPUTS[index]);
    }
  }
});

test('validate', { skip }, () => {
  for (const preset of [undefined, 'link', 'fetch', 'redirect', 'identifier']) {
    const policy = preset && new Policy(preset);
    const args = preset ? ['--policy', preset] : [];
    for (const [index, answer] of answers(INPUTS, 'validate', '--for', 'author', ...args).entries()) {
      const text = INPUTS[index];
      const { ok, error, findings, suggestions } = validate(text, policy);
      if (answer.error !== null) {
        sameFault(answer.error, error, text);
      } else {
        assert.deepEqual(
          findings.map((own) => [own.code, own.severity, own.component, own.byteStart, own.byteEnd, own.message, own.help]),
          answer.findings.map((own) => [own.code, own.severity, own.component, own.start, own.end, own.message, own.help]),
          text,
        );
        assert.equal(ok, answer.accepted ?? true, text);
      }
      const own = suggestions.map(({ reference }) => reference);
      const theirs = (answer.suggestions ?? []).map(({ uri }) => uri);
      // The package also suggests schemes where the policy accepts no relative reference.
      assert.deepEqual(theirs.length === 0 && preset ? [] : own, theirs, text);
    }
  }
});
