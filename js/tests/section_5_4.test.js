// Section 5.4 of RFC 3986: all examples of reference resolution.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { relativize, resolve } from '@urigram/urigram';

const BASE = 'http://a/b/c/d;p?q';

const NORMAL = [
  ['g:h', 'g:h'],
  ['g', 'http://a/b/c/g'],
  ['./g', 'http://a/b/c/g'],
  ['g/', 'http://a/b/c/g/'],
  ['/g', 'http://a/g'],
  ['//g', 'http://g'],
  ['?y', 'http://a/b/c/d;p?y'],
  ['g?y', 'http://a/b/c/g?y'],
  ['#s', 'http://a/b/c/d;p?q#s'],
  ['g#s', 'http://a/b/c/g#s'],
  ['g?y#s', 'http://a/b/c/g?y#s'],
  [';x', 'http://a/b/c/;x'],
  ['g;x', 'http://a/b/c/g;x'],
  ['g;x?y#s', 'http://a/b/c/g;x?y#s'],
  ['', 'http://a/b/c/d;p?q'],
  ['.', 'http://a/b/c/'],
  ['./', 'http://a/b/c/'],
  ['..', 'http://a/b/'],
  ['../', 'http://a/b/'],
  ['../g', 'http://a/b/g'],
  ['../..', 'http://a/'],
  ['../../', 'http://a/'],
  ['../../g', 'http://a/g'],
];

const ABNORMAL = [
  ['../../../g', 'http://a/g'],
  ['../../../../g', 'http://a/g'],
  ['/./g', 'http://a/g'],
  ['/../g', 'http://a/g'],
  ['g.', 'http://a/b/c/g.'],
  ['.g', 'http://a/b/c/.g'],
  ['g..', 'http://a/b/c/g..'],
  ['..g', 'http://a/b/c/..g'],
  ['./../g', 'http://a/b/g'],
  ['./g/.', 'http://a/b/c/g/'],
  ['g/./h', 'http://a/b/c/g/h'],
  ['g/../h', 'http://a/b/c/h'],
  ['g;x=1/./y', 'http://a/b/c/g;x=1/y'],
  ['g;x=1/../y', 'http://a/b/c/y'],
  ['g?y/./x', 'http://a/b/c/g?y/./x'],
  ['g?y/../x', 'http://a/b/c/g?y/../x'],
  ['g#s/./x', 'http://a/b/c/g#s/./x'],
  ['g#s/../x', 'http://a/b/c/g#s/../x'],
  ['http:g', 'http:g'],
];

test('5.4.1, normal examples', () => {
  for (const [reference, target] of NORMAL) {
    assert.deepEqual(resolve(BASE, reference), { ok: true, value: target }, reference);
  }
});

test('5.4.2, abnormal examples', () => {
  for (const [reference, target] of ABNORMAL) {
    assert.deepEqual(resolve(BASE, reference), { ok: true, value: target }, reference);
  }
  assert.equal(resolve(BASE, 'http:g', { strict: false }).value, 'http://a/b/c/g');
});

test('5.4.2, more `..` than levels can be an error', () => {
  for (const reference of ['../../../g', '../../../../g', '/../g']) {
    const { ok, error } = resolve(BASE, reference, { denyAboveRoot: true });
    assert.equal(ok, false);
    assert.equal(error.kind, 'resolve');
    assert.match(error.help, /denyAboveRoot/);
  }
});

test('a target is made relative, and resolved to itself again', () => {
  for (const [, target] of [...NORMAL, ...ABNORMAL]) {
    const relative = relativize(BASE, target);
    assert.ok(relative.ok, target);
    assert.equal(resolve(BASE, relative.value).value, target);
  }
});
