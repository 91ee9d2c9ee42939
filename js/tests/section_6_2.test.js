// Section 6.2 of RFC 3986: the comparison ladder.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, normalize } from '@urigram/urigram';

const LEVELS = ['string', 'case', 'percent', 'path', 'scheme'];

test('6.2.2, 6.2.3: a normal form at each level', () => {
  const forms = {
    string: 'HTTP://www.EXAMPLE.com:80/a/../%7e%2f?%41',
    case: 'http://www.example.com:80/a/../%7E%2F?%41',
    percent: 'http://www.example.com:80/a/../~%2F?A',
    path: 'http://www.example.com:80/~%2F?A',
    scheme: 'http://www.example.com/~%2F?A',
  };
  for (const level of LEVELS) {
    assert.deepEqual(normalize(forms.string, level), { ok: true, value: forms[level] });
    assert.deepEqual(normalize(forms[level], level), { ok: true, value: forms[level] });
    assert.equal(compare(forms.string, forms[level]).value, level);
  }
  assert.equal(normalize(forms.string).value, forms.path);
});

test('6.2.2.2, the example of the section', () => {
  assert.equal(compare('example://a/b/c/%7Bfoo%7D', 'eXAMPLE://a/./b/../b/%63/%7bfoo%7d').value, 'path');
});

test('6.2.3, the four URIs for http', () => {
  const uris = ['http://example.com', 'http://example.com/', 'http://example.com:/', 'http://example.com:80/'];
  for (const uri of uris) {
    assert.equal(normalize(uri, 'scheme').value, 'http://example.com/');
  }
});

test('relative references keep their dot segments', () => {
  assert.equal(normalize('../%7Ea').value, '../~a');
});

test('different references', () => {
  assert.equal(compare('http://a/b', 'http://a/B').value, 'different');
  assert.equal(compare('http://a/%2F', 'http://a//').value, 'different');
});
