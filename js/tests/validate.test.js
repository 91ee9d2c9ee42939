// Section 7 of RFC 3986: findings, policies and suggestions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Policy, validate } from '@urigram/urigram';

test('a text without findings', () => {
  const validation = validate('http://example.com/');
  assert.equal(validation.ok, true);
  assert.equal(validation.value.host, 'example.com');
  assert.deepEqual([validation.findings, validation.suggestions], [[], []]);
});

test('7.6, misleading userinfo', () => {
  const text = 'ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm';
  const { ok, findings } = validate(text);
  assert.equal(ok, true);
  assert.deepEqual(
    findings.map(({ code }) => code),
    ['misleading-userinfo', 'not-global-address'],
  );
  const [{ kind, severity, component, start, end, section, help }] = findings;
  assert.deepEqual([kind, severity, component], ['finding', 'warning', 'userinfo']);
  assert.equal(text.slice(start, end), 'cnn.example.com');
  assert.equal(section, 'RFC 3986, section 7.6');
  assert.notEqual(help, '');
});

test('presets', () => {
  const rows = [
    ['link', 'https://example.com/', undefined],
    ['link', '/a?b', undefined],
    ['link', 'javascript:alert(1)', 'scheme-refused'],
    ['fetch', 'http://0x7f.1/', 'ipv4-like-host'],
    ['fetch', 'http://169.254.169.254/', 'not-global-address'],
    ['redirect', '//example.net/', 'form-refused'],
    ['redirect', '/account', undefined],
    ['identifier', 'urn:isbn:096139210x', undefined],
  ];
  for (const [preset, text, code] of rows) {
    const validation = validate(text, new Policy(preset));
    assert.equal(validation.ok, code === undefined, text);
    assert.equal(validation.ok ? undefined : validation.error.code, code, text);
    assert.equal(validation.findings.some(({ severity }) => severity === 'error'), code !== undefined);
  }
});

test('every rule', () => {
  const rules = {
    preset: 'fetch',
    forms: ['uri'],
    schemes: ['https'],
    allowHosts: ['example.com', '.example.org', '10.1.2.3'],
    hostKinds: ['reg-name', 'ipv4'],
    allowNetworks: ['10.1.0.0/16'],
    refuseNetworks: ['198.51.100.0/24'],
    ports: [443, '8000-8999'],
    userinfo: false,
    maxLength: 64,
    require: ['host', 'path'],
    refuseWarnings: true,
    refuse: ['confusable-label'],
    warn: ['port-zero'],
    pass: ['single-label-host'],
  };
  const policy = new Policy(rules);
  const rows = [
    ['https://example.com/', true],
    ['https://a.example.org:8443/', true],
    ['https://10.1.2.3/', true],
    ['https://example.net/', false],
    ['http://example.com/', false],
    ['https://user@example.com/', false],
    ['https://example.com:22/', false],
    [`https://example.com/${'a'.repeat(64)}`, false],
    ['//example.com/', false],
  ];
  for (const [text, ok] of rows) {
    assert.equal(validate(text, policy).ok, ok, text);
  }
  // A rule that is undefined is left out.
  assert.equal(validate('https://example.net/', new Policy({ ...rules, allowHosts: undefined })).ok, true);
  // The message for an unknown rule lists these.
  const listed = `there are ${Object.keys(rules).join(', ')}`;
  for (const name of ['prest', 'Schemes', 'allow-hosts', 'allow-Hosts', 'allowhosts', 'allow_hosts', '', '-', 'é', '__proto__']) {
    const unknown = JSON.parse(`{ "${name}": ["a"] }`);
    assert.throws(() => new Policy(unknown), { name: 'TypeError', message: `\`${name}\` is not a rule of a policy; ${listed}` });
  }
});

test('mistakes in a policy', () => {
  const rows = [
    ['links', /`links` is not a preset; there are link, fetch/],
    [{ schemes: 'https' }, /^`schemes` must be an array of strings$/],
    [{ schemes: null }, /^`schemes` must be an array of strings$/],
    [{ refuse: new Set(['port-zero']) }, /^`refuse` must be an array of strings$/],
    [{ preset: ['link'] }, /^`preset` must be a string$/],
    [{ preset: null }, /^`preset` must be a string$/],
    [{ schemes: ['https:'] }, /https:/],
    [{ ports: [65536] }, /65536/],
    [{ ports: [-1] }, /-1/],
    [{ ports: 443 }, /^`ports` must be an array of whole numbers and strings$/],
    [{ ports: [undefined] }, /^`ports` must be an array of whole numbers and strings$/],
    [{ ports: [[443]] }, /^`ports` must be an array of whole numbers and strings$/],
    ...[80.5, Number.NaN, Infinity].map((port) => [
      { ports: [port] },
      /^`ports` must be an array of whole numbers and strings$/,
    ]),
    ...['9', -1, 1.5, Number.NaN, Infinity, 2 ** 32, 9n, null].map((maxLength) => [
      { maxLength },
      /^`maxLength` must be a whole number from 0 to 4294967295$/,
    ]),
    [{ userinfo: 'yes' }, /^`userinfo` must be a boolean$/],
    [{ refuseWarnings: 1 }, /^`refuseWarnings` must be a boolean$/],
    [{ refuse: ['no-code'] }, /no-code/],
    [{ refuse: ['port-zero'], warn: ['port-zero'] }, /`port-zero` is in two of the lists/],
    [{ allowHosts: [['a']] }, /^`allowHosts` must be an array of strings$/],
    [{ allowHosts: ['a', null] }, /^`allowHosts` must be an array of strings$/],
    [{ allowHosts: ['\ud800'] }, /./],
  ];
  for (const [rules, message] of rows) {
    assert.throws(() => new Policy(rules), (error) => error instanceof TypeError && message.test(error.message), String(message));
  }
  assert.equal(validate('http://a/', new Policy({ maxLength: 2 ** 32 - 1 })).ok, true);
});

test('a policy that is none', () => {
  for (const policy of [null, 'link', true, 5, [], {}, { preset: 'link' }, Policy, Object.create(Policy.prototype)]) {
    assert.throws(() => validate('a', policy), {
      name: 'TypeError',
      message: "`policy` must be a `Policy`: write `new Policy('link')`",
    });
  }
});

test('rules that have their entries elsewhere', () => {
  const inherited = Object.create({ preset: 'fetch' });
  for (const rules of [undefined, null, true, 5, [], ['fetch'], new Map([['preset', 'fetch']]), new URLSearchParams('preset=fetch'), inherited]) {
    assert.throws(() => new Policy(rules), { name: 'TypeError', message: /`rules` must be a plain object/ });
  }
});

test('addresses', () => {
  const policy = new Policy('fetch');
  for (const address of ['8.8.8.8', '2a00::1', '::ffff:8.8.8.8']) {
    assert.equal(policy.permitsAddress(address), true, address);
  }
  for (const address of ['127.0.0.1', '10.0.0.1', '::1', '::ffff:10.0.0.1', 'fe80::1%eth0', '127.1', '', 'example.com']) {
    assert.equal(policy.permitsAddress(address), false, address);
  }
});

test('suggestions are accepted by the policy', () => {
  const uris = new Policy({ preset: 'link', forms: ['uri'] });
  const rows = [
    [undefined, 'user@example.com', ['mailto:user@example.com', 'https://user@example.com']],
    [new Policy('link'), 'user@example.com', ['mailto:user@example.com']],
    [uris, 'example.com/a', ['https://example.com/a', 'http://example.com/a']],
    [uris, ' javascript:alert(1)', []],
    [uris, 'htp://example.com/', ['http://example.com/']],
    [new Policy({ schemes: ['https'] }), 'www.example.com', ['https://www.example.com']],
    [undefined, 'http://bücher.example/', ['http://xn--bcher-kva.example/']],
  ];
  for (const [policy, text, expected] of rows) {
    const { suggestions } = validate(text, policy);
    assert.deepEqual(suggestions.map(({ reference }) => reference), expected, text);
    for (const { reference } of suggestions) {
      assert.equal(validate(reference, policy).ok, true);
    }
  }
});

test('a suggestion that leads to another host', () => {
  const [{ reference, typedHost }] = validate('http://good.example／@evil.example/').suggestions;
  assert.deepEqual([reference, typedHost], ['http://good.example/@evil.example/', 'evil.example']);
});

test('no password in messages', () => {
  const { error } = validate('http://user:secret@exa mple.com/', new Policy('link'));
  assert.doesNotMatch(JSON.stringify(error), /secret/);
});
