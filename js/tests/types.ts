// The types, as a caller uses them. Only checked, by `tsc`.
import { Policy, compare, normalize, parse, relativize, resolve, template, toUri, validate } from '@urigram/urigram';
import type { Finding, Level, ParseError, Reference, Result, Suggestion, Values } from '@urigram/urigram';
import * as core from '@urigram/urigram/core';

/** Compiles only if the value has exactly this type. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_same: Same<A, B>): void {}

const parsed = parse('http://a/');
same<typeof parsed, Result<Reference, ParseError>>(true);
if (parsed.ok) {
  same<typeof parsed.value, Reference>(true);
  // The kind tells whether there is a scheme.
  if (parsed.value.kind === 'uri') {
    same<typeof parsed.value.scheme, string>(true);
  } else {
    same<typeof parsed.value.scheme, undefined>(true);
  }
  same<typeof parsed.error, undefined>(true);
} else {
  same<typeof parsed.error, ParseError>(true);
  same<typeof parsed.value, undefined>(true);
}

// Without a check of `ok`, the value and the error may be undefined.
same<typeof parsed.value, Reference | undefined>(true);
const host: string | undefined = parse('http://a/').value?.host;
const { ok, error, suggestions } = validate('http://a/');
if (!ok) {
  same<typeof error, ParseError | Finding>(true);
  const references: string[] = suggestions.map(({ reference }) => reference);
  references.concat(host ?? [], error.message);
}
// @ts-expect-error: there may be no value.
parse('http://a/').value.host;

const resolved = resolve('http://a/', 'b', { strict: false });
if (!resolved.ok && resolved.error.kind === 'parse') {
  same<typeof resolved.error, ParseError>(true);
}

const relative = relativize('http://a/', 'http://a/b');
if (!relative.ok && relative.error.kind === 'relativize') {
  const help: string = relative.error.help;
  help.length;
}

const normal = normalize('http://a/', 'scheme');
if (normal.ok) {
  same<typeof normal.value, string>(true);
}
// @ts-expect-error: not a level.
normalize('http://a/', 'syntax');

const level = compare('a', 'b');
if (level.ok && level.value !== 'different') {
  same<typeof level.value, Level>(true);
}

const policy = new Policy({ preset: 'link', forms: ['uri'], ports: [443, '8000-8999'], require: ['host'] });
const schemes: readonly string[] = ['https'];
const ports = [443, '8000-8999'] as const;
const maxLength: number | undefined = undefined;
new Policy({ schemes, ports, maxLength, forms: ['uri', 'same-document'] as const, userinfo: undefined });
resolve('http://a/', 'b', { strict: undefined, denyAboveRoot: undefined, denyGuard: undefined });
// @ts-expect-error: not a boolean.
resolve('http://a/', 'b', { denyAboveRoot: 'true' });
// @ts-expect-error: not an option.
resolve('http://a/', 'b', { denyaboveroot: true });
// @ts-expect-error: the keys are those of JavaScript.
new Policy({ 'allow-hosts': ['a'] });
// @ts-expect-error: not a preset.
new Policy('links');
// @ts-expect-error: not a rule.
new Policy({ scheme: ['https'] });
// @ts-expect-error: not a policy.
validate('http://a/', { permitsAddress: () => true });

const validation = validate('http://a/', policy);
same<typeof validation.findings, Finding[]>(true);
same<typeof validation.suggestions, Suggestion[]>(true);
if (validation.ok) {
  same<typeof validation.value, Reference>(true);
} else if (validation.error.kind === 'finding') {
  same<typeof validation.error, Finding>(true);
} else {
  same<typeof validation.error, ParseError>(true);
}

interface Filter {
  color: string;
  size?: number;
}

interface Search {
  page: number;
  filter: Filter;
  tags: readonly (string | null)[];
  owner?: string | null;
}

const items = template('/items{?page,tags*}');
if (items.ok) {
  const tags: readonly string[] = ['a'];
  items.value.expand({ page: 2, tags, map: { a: 1 }, none: undefined });
  // @ts-expect-error: lists are flat.
  items.value.expand({ tags: [['a']] });
  // Objects typed by interfaces, as a whole and as a value.
  const search: Search = { page: 2, filter: { color: 'red' }, tags: ['a', null] };
  items.value.expand(search);
  items.value.expand({ page: true, filter: search.filter, either: Math.random() < 0.5 ? search.filter : tags });
  const values: Values = { page: 2n, tags, filter: { color: 'red', size: undefined } };
  items.value.expand(values);
  items.value.expand({});
  // @ts-expect-error: a `Map` has no entries of its own.
  items.value.expand({ map: new Map([['a', 'b']]) });
  // @ts-expect-error: nor has the value of a form.
  items.value.expand({ form: new URLSearchParams('a=b') });
  // @ts-expect-error: a date is no string.
  items.value.expand({ date: new Date() });
  // @ts-expect-error: not in a list either.
  items.value.expand({ dates: [new Date()] });
  // @ts-expect-error: a function is no value.
  items.value.expand({ page: () => 2 });
  // @ts-expect-error: what is unknown may be anything.
  items.value.expand({ page: JSON.parse('2') as unknown });
  // @ts-expect-error: not by name.
  items.value.expand('page');
  // @ts-expect-error: not by name either.
  items.value.expand(['page']);
  // @ts-expect-error: a `Map` has its entries elsewhere.
  items.value.expand(new Map([['page', '2']]));
  // @ts-expect-error: objects are flat.
  items.value.expand({ filter: { color: { red: true } } });
  const found = items.value.match('/items')?.values['page'];
  if (typeof found === 'object' && !Array.isArray(found)) {
    same<typeof found, Record<string, string>>(true);
  }
}

const uri = toUri('http://é/');
if (!uri.ok && uri.error.kind === 'host') {
  same<typeof uri.error.component, 'host'>(true);
}
// @ts-expect-error: the core is without it.
core.toUri;
