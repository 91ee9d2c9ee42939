// Errors: the component at fault, and the place, in UTF-16 units and in bytes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, normalize, parse, relativize, resolve, template, toUri, validate } from '@urigram/urigram';

test('where the blame goes', () => {
  const faults = [
    ['http://exa mple.com/', 'host', 10],
    ['http://a/%6G', 'path', 11],
    ['http://h:8a/', 'port', 10],
    ['http://[::1', 'host', 11],
    ['http://[1::2::3]', 'host', 13],
    ['http://[::1]x', 'host', 12],
    ['ht tp://x', 'scheme', 2],
    ['//a@b@c', 'host', 5],
    ['1http://x', 'scheme', 0],
    [':// no', 'path', 0],
    ['http://a/?\u{1F600}', 'query', 10],
    ['http://a/#b#c', 'fragment', 11],
  ];
  for (const [text, component, start] of faults) {
    const { ok, error } = parse(text);
    assert.equal(ok, false, text);
    assert.equal(error.kind, 'parse');
    assert.equal(error.argument, 'text');
    assert.equal(error.component, component, text);
    assert.equal(error.start, start, text);
    assert.equal(error.byteStart, start, text);
    // The range is the character there, whole, or is empty at the end.
    const [found = ''] = text.slice(start);
    assert.equal(text.slice(error.start, error.end), found === '\ud83d' ? '\u{1F600}' : found, text);
    assert.equal(error.byteEnd - error.byteStart, Buffer.byteLength(text.slice(error.start, error.end)), text);
  }
});

test('the argument at fault', () => {
  assert.equal(resolve('a b:', 'c').error.argument, 'base');
  assert.equal(resolve('a:b', 'c d').error.argument, 'reference');
  assert.equal(relativize('a', 'a:b').error.argument, 'base');
  assert.equal(relativize('a:b', 'c').error.argument, 'target');
  assert.equal(compare('a b', 'c').error.argument, 'text');
  assert.equal(compare('a', 'b c').error.argument, 'other');
  assert.equal(normalize('a b').error.argument, 'text');
});

test('a URI must have a scheme', () => {
  const { message, component } = resolve('/a', 'b').error;
  assert.deepEqual([message, component], ['the scheme is missing', 'scheme']);
});

test('offsets after characters beyond the BMP', () => {
  // Four bytes and two UTF-16 units each.
  const { error } = toUri('http://a/\u{1F600}\u{1F600}é b');
  assert.deepEqual(
    [error.start, error.end, error.byteStart, error.byteEnd],
    [14, 15, 19, 20],
  );
  assert.equal(error.message, "unexpected ' ' in the path");

  const text = '/\u{1F600}{a}/é{b c}';
  const fault = template(text).error;
  assert.equal(text.slice(fault.start, fault.end), ' ');
  assert.equal(Buffer.from(text).subarray(fault.byteStart, fault.byteEnd).toString(), ' ');
  assert.equal(fault.byteStart - fault.start, 3);
});

test('the changes of a suggestion rebuild it, by units and by bytes', () => {
  const texts = [
    ' http://example.com/\u{1F600} \u{20000}é\\b ',
    'http://münchen.de/ä ö',
    '<http://example.com/a b>',
    'htp//exmaple,com /a',
    'http://a/\u{1F600}\u{1F600}\u{1F600} \u{1F600}%zz',
  ];
  for (const text of texts) {
    const { suggestions } = validate(text);
    assert.notEqual(suggestions.length, 0, text);
    for (const { reference, changes } of suggestions) {
      let [byUnits, byBytes, unit, byte] = ['', '', 0, 0];
      const bytes = Buffer.from(text);
      for (const { start, end, byteStart, byteEnd, inserted } of changes) {
        byUnits += text.slice(unit, start) + inserted;
        byBytes += bytes.subarray(byte, byteStart).toString() + inserted;
        [unit, byte] = [end, byteEnd];
      }
      assert.equal(byUnits + text.slice(unit), reference);
      assert.equal(byBytes + bytes.subarray(byte).toString(), reference);
    }
  }
});

test('lone surrogates are faults, and named', () => {
  for (const surrogate of ['\ud800', '\udbff', '\udc00', '\udfff', '\udc00\ud800']) {
    for (const before of ['http://a/', 'http://a', 'http://a:', 'a', '', 'a?', 'a#']) {
      for (const after of ['', 'b', '\u{1F600}', '\ufffd']) {
        const text = before + surrogate + after;
        const code = surrogate.charCodeAt(0).toString(16).toUpperCase();
        for (const error of [parse(text).error, toUri(text).error, validate(text).error]) {
          assert.match(error.message, new RegExp(`unexpected surrogate U\\+${code} in the`));
          assert.match(error.help, /half of a character/);
          assert.deepEqual(
            [error.start, error.end, error.byteStart, error.byteEnd],
            [before.length, before.length + 1, before.length, before.length + 3],
          );
        }
        assert.deepEqual(validate(text).suggestions, []);
      }
    }
  }
  assert.match(parse('http://a/\ufffd').error.message, /unexpected '\ufffd'/);
  assert.match(template('/\ud800{a}').error.message, /surrogate U\+D800/);
  // The first fault is another one.
  assert.match(parse('http://a b/\ud800').error.message, /unexpected ' ' in the host/);
});

test('arguments of other types', () => {
  for (const value of [undefined, null, 1, new URL('http://a/'), {}]) {
    for (const call of [parse, normalize, validate, template, toUri]) {
      assert.throws(() => call(value), TypeError);
    }
    assert.throws(() => resolve(value, 'a'), TypeError);
    assert.throws(() => resolve('a:', value), TypeError);
    assert.throws(() => relativize('a:', value), TypeError);
    assert.throws(() => compare(value, 'a'), TypeError);
  }
  assert.throws(() => normalize('a', 'syntax'), TypeError);
});

test('options are checked, so that no misspelled guard is off', () => {
  const outside = (options) => resolve('http://a/', '../../b', options);
  const names = ['strict', 'denyAboveRoot', 'denyGuard'];
  for (const name of names) {
    for (const value of ['true', '', 1, 0, null, {}, new Boolean(true)]) {
      assert.throws(() => outside({ [name]: value }), { name: 'TypeError', message: new RegExp(`\`${name}\` must be a boolean`) });
    }
  }
  for (const name of ['denyAboveroot', 'deny_above_root', 'deny-above-root', 'toString', '__proto__']) {
    const options = JSON.parse(`{ "${name}": true }`);
    assert.throws(() => outside(options), { name: 'TypeError', message: `\`${name}\` is not an option; there are ${names.join(', ')}` });
  }
  const inherited = Object.create({ denyAboveRoot: true });
  for (const options of [null, true, 'denyAboveRoot', [], new Map([['denyAboveRoot', true]]), inherited]) {
    assert.throws(() => outside(options), { name: 'TypeError', message: /`options` must be a plain object/ });
  }
  for (const options of [undefined, {}, { denyAboveRoot: undefined }, { denyAboveRoot: false }, Object.create(null)]) {
    assert.equal(outside(options).value, 'http://a/b');
  }
  assert.equal(outside({ denyAboveRoot: true }).ok, false);
});
