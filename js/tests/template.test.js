// RFC 6570: the examples of section 3.2, errors, and the inverse.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { template } from '@urigram/urigram';

const VALUES = {
  count: ['one', 'two', 'three'],
  dom: ['example', 'com'],
  dub: 'me/too',
  hello: 'Hello World!',
  half: '50%',
  var: 'value',
  who: 'fred',
  base: 'http://example.com/home/',
  path: '/foo/bar',
  list: ['red', 'green', 'blue'],
  keys: { semi: ';', dot: '.', comma: ',' },
  v: 6,
  x: 1024,
  y: '768',
  empty: '',
  empty_keys: {},
  undef: null,
};

const EXAMPLES = [
  ['{count}', 'one,two,three'],
  ['{/count*}', '/one/two/three'],
  ['{;count*}', ';count=one;count=two;count=three'],
  ['{var}', 'value'],
  ['{hello}', 'Hello%20World%21'],
  ['{half}', '50%25'],
  ['O{empty}X', 'OX'],
  ['O{undef}X', 'OX'],
  ['?{x,empty}', '?1024,'],
  ['{var:3}', 'val'],
  ['{keys}', 'semi,%3B,dot,.,comma,%2C'],
  ['{keys*}', 'semi=%3B,dot=.,comma=%2C'],
  ['{+base}index', 'http://example.com/home/index'],
  ['{+path:6}here', '/foo/bhere'],
  ['{#path,x}/here', '#/foo/bar,1024/here'],
  ['X{.list*}', 'X.red.green.blue'],
  ['X{.empty_keys}', 'X'],
  ['{/var:1,var}', '/v/value'],
  ['{;v,empty,who}', ';v=6;empty;who=fred'],
  ['{?x,y,undef}', '?x=1024&y=768'],
  ['{?keys*}', '?semi=%3B&dot=.&comma=%2C'],
  ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
];

test('section 3.2, examples', () => {
  for (const [text, expansion] of EXAMPLES) {
    const parsed = template(text);
    assert.ok(parsed.ok, text);
    assert.equal(parsed.value.text, text);
    assert.deepEqual(parsed.value.expand(VALUES), { ok: true, value: expansion }, text);
  }
});

test('section 2.3, values', () => {
  const rows = [
    [true, 'true'],
    [10n ** 20n, '100000000000000000000'],
    [-0.5, '-0.5'],
    ['José \u{1F600}', 'Jos%C3%A9%20%F0%9F%98%80'],
    [['a', undefined, null, 'b'], 'a,b'],
    [{ a: undefined, b: 1 }, 'b,1'],
    [[], ''],
    [[null], ''],
    [undefined, ''],
  ];
  for (const [x, expansion] of rows) {
    assert.equal(template('{x}').value.expand({ x }).value, expansion);
  }
  const objects = [new Map([['a', 1]]), new Set(['a']), new Date(0), new URLSearchParams('a=1'), new String('a'), new Uint8Array(1), /a/];
  for (const x of [Symbol('a'), () => 'a', [['a']], { a: {} }, [new Date(0)], Object.create({ a: 1 }), ...objects]) {
    assert.throws(() => template('{x}').value.expand({ x }), TypeError);
  }
  for (const values of [undefined, null, 'x', ['x'], ...objects]) {
    assert.throws(() => template('{x}').value.expand(values), { name: 'TypeError', message: /`values` must be a plain object/ });
  }
  // Of another realm, or without a prototype.
  const plain = [runInNewContext('({ a: [1, 2] })'), Object.assign(Object.create(null), { a: [1, 2] })];
  for (const values of plain) {
    assert.equal(template('{a}').value.expand(values).value, '1,2');
    assert.equal(template('{x}').value.expand({ x: { ...values, a: 1 } }).value, 'a,1');
  }
  assert.equal(template('{__proto__}').value.expand(JSON.parse('{"__proto__":"a"}')).value, 'a');
});

test('errors', () => {
  const rows = [
    ['http://example.com/{id', 22, '', 'an expression is not closed'],
    ['/{user id}', 6, ' ', "unexpected ' ' in an expression"],
    ['/a b', 2, ' ', "unexpected ' ' in a literal"],
    ['/{!id}', 2, '!', 'the operator `!` is reserved'],
    ['/%zz', 2, 'z', 'incomplete percent-encoding in a literal'],
  ];
  for (const [text, start, found, message] of rows) {
    const { ok, error } = template(text);
    assert.equal(ok, false, text);
    assert.equal(error.kind, 'template');
    assert.deepEqual([error.start, text.slice(error.start, error.end)], [start, found], text);
    assert.equal(error.message, message);
    assert.notEqual(error.help, '');
  }
  const { error } = template('/items{?page,ids:3}').value.expand({ ids: ['1'] });
  assert.deepEqual([error.kind, error.variable], ['expand', 'ids']);
  assert.equal(error.message, '`ids` has a prefix, but its value is not a string');
});

test('lone surrogates have no UTF-8', () => {
  for (const x of ['\ud800', ['a', '\udc00'], { '\ud800': 'a' }, { a: '\ud800' }]) {
    const { ok, error } = template('{x}').value.expand({ x });
    assert.equal(ok, false);
    assert.deepEqual([error.kind, error.variable], ['expand', 'x']);
  }
  assert.equal(template('/{x}').value.match('/\ud800'), undefined);
});

test('match', () => {
  const { value } = template('http://example.com/{user}{/path*}{?q,lang,keys*}');
  assert.deepEqual(value.variables, ['user', 'path', 'q', 'lang', 'keys']);
  const { values, ambiguous } = value.match('http://example.com/Jos%C3%A9/a/b?lang=es&c=%21');
  assert.deepEqual(values, { user: 'José', path: ['a', 'b'], lang: 'es', keys: { c: '!' } });
  assert.deepEqual(ambiguous, []);
  assert.equal(value.match('http://example.org/'), undefined);
  const own = template('{__proto__}').value.match('a').values;
  assert.deepEqual(Object.entries(own), [['__proto__', 'a']]);
});

test('templates that are collected', () => {
  for (let index = 0; index < 10_000; index += 1) {
    assert.equal(template(`/{a}/${index}`).value.expand({ a: 1 }).value, `/1/${index}`);
  }
});
