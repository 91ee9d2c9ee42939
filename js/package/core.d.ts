/**
 * URIs as RFC 3986 defines them: parse, resolve, relativize, normalize and compare; and URI Templates (RFC 6570).
 *
 * No function throws for a text, whatever it contains. Those that can fail return a {@link Result}. They throw a `TypeError` for an
 * argument of another type and for an unknown option, as TypeScript would report.
 *
 * @packageDocumentation
 */

/**
 * What an operation returns: its value, or the error.
 *
 * ```js
 * const parsed = parse('http://exa mple.com/');
 * if (parsed.ok) console.log(parsed.value.host);
 * else console.log(parsed.error.message, parsed.error.help);
 * ```
 */
export type Result<T, E> = { ok: true; value: T; error?: undefined } | { ok: false; error: E; value?: undefined };

/**
 * A place in a text. `start` and `end` count UTF-16 units, as JavaScript does; `byteStart` and `byteEnd` count bytes of UTF-8. A range
 * is empty where something is missing.
 *
 * ```js
 * const { error } = parse('http://exa mple.com/');
 * 'http://exa mple.com/'.slice(error?.start, error?.end) // ' '
 * ```
 */
export interface Range {
  start: number;
  end: number;
  byteStart: number;
  byteEnd: number;
}

/** A component (section 3), or the whole reference. */
export type Component =
  | 'scheme'
  | 'authority'
  | 'userinfo'
  | 'host'
  | 'port'
  | 'path'
  | 'query'
  | 'fragment'
  | 'URI-reference';

/**
 * Which alternative of the rule `host` matched (section 3.2.2).
 *
 * ```js
 * parse('//127.0.0.1').value?.hostKind // 'ipv4'
 * parse('//127.0.0.001').value?.hostKind // 'reg-name'
 * ```
 */
export type HostKind = 'ipv4' | 'ipv6' | 'ipvfuture' | 'reg-name';

/**
 * Which of the five rules for a path matched (section 3.3).
 *
 * ```js
 * parse('mailto:fred@example.com').value?.pathKind // 'rootless'
 * ```
 */
export type PathKind = 'abempty' | 'absolute' | 'noscheme' | 'rootless' | 'empty';

/**
 * The components of a reference, as they are written: percent-encoded, `undefined` if the RFC calls them undefined, and `''` if they
 * are empty.
 *
 * ```js
 * parse('http://example.com/?').value?.query // ''
 * parse('http://example.com/').value?.query // undefined
 * ```
 */
export interface Components {
  /** The whole text. */
  text: string;
  /** The authority (section 3.2), without the `//` before it. */
  authority: string | undefined;
  /** The userinfo (section 3.2.1), without its `@`. */
  userinfo: string | undefined;
  /** The host (section 3.2.2), with the brackets of an IP literal. Every authority has one, which may be empty. */
  host: string | undefined;
  hostKind: HostKind | undefined;
  /** The port (section 3.2.3), without its `:`. It has any number of digits, or none. */
  port: string | undefined;
  /** The path (section 3.3). Every reference has one, which may be empty. */
  path: string;
  pathKind: PathKind;
  /** The query (section 3.4), without its `?`. */
  query: string | undefined;
  /** The fragment (section 3.5), without its `#`. */
  fragment: string | undefined;
}

/**
 * A URI (section 3): a reference with a scheme.
 *
 * ```js
 * parse('urn:isbn:096139210x').value?.scheme // 'urn'
 * ```
 */
export interface Uri extends Components {
  kind: 'uri';
  /** The scheme (section 3.1), without its `:`. */
  scheme: string;
}

/**
 * A relative reference (section 4.2), which has no scheme.
 *
 * ```js
 * parse('../faq#top').value?.kind // 'relative-ref'
 * ```
 */
export interface RelativeRef extends Components {
  kind: 'relative-ref';
  scheme: undefined;
}

/** A URI reference (section 4.1). `kind` tells which. */
export type Reference = Uri | RelativeRef;

/**
 * Why the grammar rejects a text: the first component at fault, and the character there. The range is empty if the text ends too
 * early.
 *
 * ```js
 * const { error } = parse('http://exa mple.com/');
 * [error?.component, error?.start] // ['host', 10]
 * error?.message // "unexpected ' ' in the host"
 * error?.help // 'remove the space from the host'
 * ```
 */
export interface ParseError extends Range {
  kind: 'parse';
  /** The fault, as a phrase without a full stop. */
  message: string;
  /**
   * The probable correction, or the valid alternatives. It may contain a part of the text, but no password. The core knows only the
   * alternatives.
   */
  help: string;
  /** The parameter whose text is at fault. */
  argument: 'text' | 'base' | 'reference' | 'target' | 'other';
  component: Component;
}

/**
 * Parses a URI reference: a URI or a relative reference.
 *
 * ```js
 * const parsed = parse('//user@[2001:db8::7]:8042/over/there?name=ferret#nose');
 * parsed.ok // true
 * const { value } = parsed;
 * [value?.host, value?.hostKind, value?.port, value?.query] // ['[2001:db8::7]', 'ipv6', '8042', 'name=ferret']
 * parse('http://[::1').ok // false
 * ```
 */
export function parse(text: string): Result<Reference, ParseError>;

/**
 * How {@link resolve} resolves.
 *
 * ```js
 * resolve('http://a/b/c/d;p?q', 'http:g').value // 'http:g'
 * resolve('http://a/b/c/d;p?q', 'http:g', { strict: false }).value // 'http://a/b/c/g'
 * ```
 */
export interface ResolveOptions {
  /** With `false`, a scheme in the reference is ignored if it equals that of the base (section 5.2.2). `true` by default. */
  strict?: boolean | undefined;
  /** With `true`, more `..` than levels above them are an error. By default, they are dropped (section 5.4.2). */
  denyAboveRoot?: boolean | undefined;
  /**
   * With `true`, a path that would begin with `//` without an authority is an error. By default, `/.` is written before it (section
   * 3.3).
   */
  denyGuard?: boolean | undefined;
}

/**
 * Why a reference has no target.
 *
 * ```js
 * const { error } = resolve('http://a/b', '../../c', { denyAboveRoot: true });
 * [error?.kind, error?.message] // ['resolve', 'the path has 2 `..` more than there are levels above it']
 * ```
 */
export interface ResolveError {
  kind: 'resolve';
  message: string;
  help: string;
}

/**
 * Returns the target of a reference, with a URI as its base (section 5.2). A fragment of the base is ignored.
 *
 * ```js
 * resolve('http://example.com/docs/guide?page=1', '../faq#top').value // 'http://example.com/faq#top'
 * ```
 */
export function resolve(base: string, reference: string, options?: ResolveOptions): Result<string, ParseError | ResolveError>;

/**
 * Why no reference has this target.
 *
 * ```js
 * relativize('http://a/b', 'http://a/c/../d').error?.help // 'remove them from the target first; normalization does so for a URI'
 * ```
 */
export interface RelativizeError {
  kind: 'relativize';
  message: string;
  help: string;
}

/**
 * Returns the shortest reference that resolves to the target, with this base. Both are URIs.
 *
 * ```js
 * relativize('http://example.com/docs/guide', 'http://example.com/docs/faq').value // 'faq'
 * ```
 */
export function relativize(base: string, target: string): Result<string, ParseError | RelativizeError>;

/**
 * A level of the comparison ladder (section 6.2). Each includes those before it. `path` is syntax-based normalization; `scheme` also
 * applies the rules of the scheme.
 *
 * ```js
 * compare('http://a/%7E', 'http://a/~').value // 'percent'
 * ```
 */
export type Level = 'string' | 'case' | 'percent' | 'path' | 'scheme';

/**
 * Returns the normal form at a level, by default `path`. The dot segments of a relative reference are kept, because resolution removes
 * them.
 *
 * ```js
 * normalize('HTTP://www.EXAMPLE.com:80/a/../%7e').value // 'http://www.example.com:80/~'
 * normalize('HTTP://www.EXAMPLE.com:80/a/../%7e', 'scheme').value // 'http://www.example.com/~'
 * ```
 */
export function normalize(text: string, level?: Level): Result<string, ParseError>;

/**
 * Returns the first level at which two references are equal, or `different`.
 *
 * ```js
 * compare('HTTP://example.com', 'http://example.com:80/').value // 'scheme'
 * compare('http://example.com/a', 'http://example.com/A').value // 'different'
 * ```
 */
export function compare(text: string, other: string): Result<Level | 'different', ParseError>;

/** A string, number or boolean. */
export type Scalar = string | number | bigint | boolean;

/** A member of a list or of an associative array. It is left out if it is `undefined` or `null`. */
export type Member = Scalar | null | undefined;

/** The value of a variable. */
export type Value = Member | readonly Member[] | { readonly [name: string]: Member };

/**
 * What the type `V` must be to be that of a value. An object may be typed by an interface, which has no index signature. Others than plain
 * objects, such as a `Map`, have members that are no values: their methods.
 */
export type ValueOf<V> = V extends Member
  ? V
  : V extends readonly unknown[]
    ? readonly Member[]
    : V extends (...parameters: never) => unknown
      ? never
      : V extends object
        ? { readonly [Name in keyof V]: Member }
        : never;

/**
 * The values of variables, by name. An array is a list, and a plain object an associative array in the order of its keys. `undefined`, `null`,
 * and what is empty but no string, are undefined (RFC 6570, section 2.3).
 *
 * ```js
 * template('/shirts{?filter*,page}').value?.expand({ filter: { color: 'red', size: 'L' }, page: 2 }).value // '/shirts?color=red&size=L&page=2'
 * ```
 */
export type Values<T = { [name: string]: Value }> = { readonly [Name in keyof T as Name]: ValueOf<T[Name]> };

/**
 * Why a text is not a template.
 *
 * ```js
 * const { error } = template('/{user id}');
 * [error?.start, error?.message] // [6, "unexpected ' ' in an expression"]
 * ```
 */
export interface TemplateError extends Range {
  kind: 'template';
  /** The fault, as a phrase without a full stop. */
  message: string;
  help: string;
}

/**
 * Why a template cannot be expanded with these values: a variable with a prefix, as in `{id:3}`, has a value that is no string (section
 * 2.4.1), or a value has a lone surrogate, which has no UTF-8.
 *
 * ```js
 * template('/{ids:3}').value?.expand({ ids: ['1', '2'] }).error?.variable // 'ids'
 * ```
 */
export interface ExpandError {
  kind: 'expand';
  message: string;
  help: string;
  variable: string;
}

/**
 * The values by which a template gives a URI.
 *
 * ```js
 * template('/{name}{.extension}').value?.match('/a.tar.gz')?.ambiguous // ['name', 'extension']
 * ```
 */
export interface Match {
  /** The values. Variables that are undefined are left out. */
  values: Record<string, string | string[] | Record<string, string>>;
  /** The names of the variables that the URI does not determine. Each has the longest value that leaves a match for the rest. */
  ambiguous: string[];
}

/**
 * A URI Template.
 *
 * ```js
 * template('http://example.com/{user}{?page,tag*}').value?.variables // ['user', 'page', 'tag']
 * ```
 */
export interface Template {
  /** The text of the template. */
  readonly text: string;
  /** The names of the variables, in order, each once. */
  readonly variables: readonly string[];

  /**
   * Returns the URI reference that the template gives with these values (section 3).
   *
   * ```js
   * template('/{user}{?page,tag*}').value?.expand({ user: 'José', page: 2, tag: ['a', 'b c'] }).value // '/Jos%C3%A9?page=2&tag=a&tag=b%20c'
   * ```
   */
  expand<T extends object & Values<T>>(values: T): Result<string, ExpandError>;

  /**
   * Returns values by which the template gives this URI; `undefined` if there are none. Takes time in proportion to the length of the URI
   * times that of the template.
   *
   * ```js
   * template('/{user}{?q,lang}').value?.match('/Jos%C3%A9?lang=es')?.values // { user: 'José', lang: 'es' }
   * ```
   */
  match(uri: string): Match | undefined;
}

/**
 * Parses a URI Template of any of the four levels (RFC 6570).
 *
 * ```js
 * template('/files{/path*}').value?.expand({ path: ['src', 'lib.rs'] }).value // '/files/src/lib.rs'
 * template('/{').ok // false
 * ```
 */
export function template(text: string): Result<Template, TemplateError>;
