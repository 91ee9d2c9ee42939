// Section 3 and 4 of RFC 3986: components, and kinds of reference.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@urigram/urigram';

/** Returns the components of a reference, without those that are undefined. */
function components(text) {
  const parsed = parse(text);
  assert.ok(parsed.ok, text);
  assert.equal(parsed.value.text, text);
  const { text: _, ...value } = parsed.value;
  return Object.fromEntries(Object.entries(value).filter(([, component]) => component !== undefined));
}

test('1.1.2, examples', () => {
  const examples = [
    ['ftp://ftp.is.co.za/rfc/rfc1808.txt', { scheme: 'ftp', host: 'ftp.is.co.za', path: '/rfc/rfc1808.txt' }],
    ['ldap://[2001:db8::7]/c=GB?objectClass?one', { host: '[2001:db8::7]', hostKind: 'ipv6', query: 'objectClass?one' }],
    ['mailto:John.Doe@example.com', { path: 'John.Doe@example.com', pathKind: 'rootless' }],
    ['news:comp.infosystems.www.servers.unix', { scheme: 'news' }],
    ['tel:+1-816-555-1212', { path: '+1-816-555-1212' }],
    ['telnet://192.0.2.16:80/', { host: '192.0.2.16', hostKind: 'ipv4', port: '80' }],
    ['urn:oasis:names:specification:docbook:dtd:xml:4.1.2', { scheme: 'urn' }],
  ];
  for (const [text, expected] of examples) {
    const found = components(text);
    assert.equal(found.kind, 'uri');
    for (const [name, value] of Object.entries(expected)) {
      assert.equal(found[name], value, `${name} of ${text}`);
    }
  }
});

test('3, all components', () => {
  assert.deepEqual(components('foo://a:b@example.com:8042/over/there?name=ferret#nose'), {
    kind: 'uri',
    scheme: 'foo',
    authority: 'a:b@example.com:8042',
    userinfo: 'a:b',
    host: 'example.com',
    hostKind: 'reg-name',
    port: '8042',
    path: '/over/there',
    pathKind: 'abempty',
    query: 'name=ferret',
    fragment: 'nose',
  });
});

test('3.2.2, kinds of host', () => {
  const kinds = [
    ['//127.0.0.1', 'ipv4'],
    ['//127.0.0.001', 'reg-name'],
    ['//[::1]', 'ipv6'],
    ['//[v7.x]', 'ipvfuture'],
    ['//', 'reg-name'],
    ['/', undefined],
  ];
  for (const [text, kind] of kinds) {
    assert.equal(components(text).hostKind, kind, text);
  }
});

test('3.3, kinds of path', () => {
  const kinds = [
    ['//h/a', 'abempty'],
    ['/a', 'absolute'],
    ['a', 'noscheme'],
    ['x:a', 'rootless'],
    ['x:', 'empty'],
  ];
  for (const [text, kind] of kinds) {
    assert.equal(components(text).pathKind, kind, text);
  }
});

test('undefined is not empty', () => {
  assert.deepEqual(components('//@:?#'), {
    kind: 'relative-ref',
    authority: '@:',
    userinfo: '',
    host: '',
    hostKind: 'reg-name',
    port: '',
    path: '',
    pathKind: 'abempty',
    query: '',
    fragment: '',
  });
  assert.deepEqual(components(''), { kind: 'relative-ref', path: '', pathKind: 'empty' });
});

test('texts of any length', () => {
  const path = '/a'.repeat(1_000_000);
  assert.equal(components(`http://h${path}`).path, path);
});
