// RFC 3987, section 3.1: the URI of an IRI.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toUri } from '@urigram/urigram';
import * as core from '@urigram/urigram/core';

test('3.1, conversion', () => {
  const rows = [
    ['http://bücher.example/é', 'http://xn--bcher-kva.example/%C3%A9'],
    ['http://b%C3%BCcher.example/', 'http://xn--bcher-kva.example/'],
    ['//Faß.example', '//xn--fa-hia.example'],
    ['/\u{10300}', '/%F0%90%8C%80'],
    ['http://a/%E9', 'http://a/%E9'],
    ['HTTP://A/', 'HTTP://A/'],
    ['', ''],
  ];
  for (const [iri, uri] of rows) {
    assert.deepEqual(toUri(iri), { ok: true, value: uri }, iri);
    assert.ok(core.parse(uri).ok);
  }
});

test('hosts that are no names', () => {
  const text = 'http://user@é_/\u{1F600}';
  const { ok, error } = toUri(text);
  assert.equal(ok, false);
  assert.deepEqual([error.kind, error.component], ['host', 'host']);
  assert.equal(text.slice(error.start, error.end), 'é_');
  assert.equal(Buffer.from(text).subarray(error.byteStart, error.byteEnd).toString(), 'é_');
});

test('the core is without it, and without validation', () => {
  assert.deepEqual(Object.keys(core), ['compare', 'normalize', 'parse', 'relativize', 'resolve', 'template']);
  assert.equal(core.resolve('http://a/b/c/d;p?q', '../g').value, 'http://a/b/g');
  assert.equal(core.parse('http://exa mple.com/').error.message, "unexpected ' ' in the host");
});
