// The types, as a caller uses them. Only checked, by `tsc`.
import { Policy, compare, normalize, parse, relativize, resolve, template, toUri, validate } from '@urigram/urigram';
import type { Finding, Level, ParseError, Reference, Result, Suggestion } from '@urigram/urigram';
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
  // @ts-expect-error: there is no error.
  parsed.error;
} else {
  same<typeof parsed.error, ParseError>(true);
  // @ts-expect-error: there is no value.
  parsed.value;
}

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

const items = template('/items{?page,tags*}');
if (items.ok) {
  const tags: readonly string[] = ['a'];
  items.value.expand({ page: 2, tags, map: { a: 1 }, none: undefined });
  // @ts-expect-error: lists are flat.
  items.value.expand({ tags: [['a']] });
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
