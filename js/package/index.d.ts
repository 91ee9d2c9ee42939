/**
 * The whole package: that of `@urigram/urigram/core`, validation, and the conversion of IRIs.
 *
 * @packageDocumentation
 */

import type { Component, HostKind, ParseError, Range, Reference, Result } from './core.js';

export * from './core.js';

/** The severity of a finding: worth knowing, likely a mistake or an attack, or forbidden by another specification or the policy. */
export type Severity = 'note' | 'warning' | 'error';

/**
 * Something questionable in a valid reference.
 *
 * ```js
 * const [{ code, severity, message }] = validate('http://example.com:25/').findings;
 * [code, severity] // ['foreign-port', 'warning']
 * message // 'port 25 is a well-known port, but `http` uses port 80'
 * ```
 */
export interface Finding extends Range {
  kind: 'finding';
  /** The code, such as `ipv4-like-host`. Later versions add codes. */
  code: string;
  /** The severity of the code, or the severity under the policy. */
  severity: Severity;
  /** A phrase without a full stop. It may contain a part of the text, but no password. */
  message: string;
  /** A correction, or other advice for the author. */
  help: string;
  /** The specification, such as `RFC 3986, section 7.4`. */
  section: string;
  component: Component;
}

/**
 * A part of a text that a suggestion replaces.
 *
 * ```js
 * const [{ start, inserted, help }] = validate('http://a/b c').suggestions[0].changes;
 * [start, inserted, help] // [10, '%20', 'percent-encode the space as `%20`']
 * ```
 */
export interface Change extends Range {
  /** The replacement, which is empty for a removal. */
  inserted: string;
  /** The reason, as a phrase. */
  help: string;
}

/**
 * A reference that a text was probably meant to be.
 *
 * ```js
 * validate('htp//exmaple,com /a').suggestions[0].reference // 'http://exmaple.com/a'
 * ```
 */
export interface Suggestion {
  reference: string;
  /**
   * The host that a link with the original text leads to in a browser, if the suggestion leads to another host. The text may then be an
   * attack: show both hosts, or offer no suggestion of the text at all, because another one may be the attacker's host.
   */
  typedHost: string | undefined;
  /** The changes, ordered by place. The rest of the text is kept. */
  changes: Change[];
}

/**
 * What {@link validate} returns. `findings` are those about a valid reference, ordered by place. `suggestions` are the likely corrections
 * that the policy accepts, at most six, the likeliest first.
 *
 * ```js
 * const validation = validate('javascript:alert(1)', new Policy('link'));
 * if (!validation.ok && validation.error.kind === 'finding') console.log(validation.error.code);
 * ```
 */
export type Validation = (
  | { ok: true; value: Reference; error?: undefined }
  | {
      ok: false;
      value?: undefined;
      /** The fault of a text that is no reference, or the first finding that the policy refuses. */
      error: ParseError | Finding;
    }
) & { findings: Finding[]; suggestions: Suggestion[] };

/**
 * Validates a text that someone has typed. With a policy, it is accepted if no finding has the severity `error`; without one, if it is a
 * reference at all.
 *
 * ```js
 * const policy = new Policy({ preset: 'link', forms: ['uri'] });
 * validate('https://example.com/', policy).ok // true
 * const { ok, error, suggestions } = validate('example.com', policy);
 * [ok, suggestions[0].reference] // [false, 'https://example.com']
 * error?.kind === 'finding' && error.code // 'form-refused'
 * ```
 */
export function validate(text: string, policy?: Policy): Validation;

/** The form of a reference, which its beginning determines (sections 4.2 and 4.4). */
export type ReferenceForm = 'uri' | 'network-path' | 'absolute-path' | 'relative-path' | 'same-document';

/**
 * `link` for links in content by others, `fetch` for URIs that a server fetches for untrusted clients (SSRF), `redirect` for targets of
 * redirects, such as after a login, and `identifier` for names that are stored and compared.
 *
 * ```js
 * validate('//example.net/', new Policy('redirect')).ok // false
 * ```
 */
export type Preset = 'link' | 'fetch' | 'redirect' | 'identifier';

/**
 * The rules of a policy. Those that are left out are the preset's; without a preset, they refuse nothing.
 *
 * ```js
 * const policy = new Policy({ preset: 'fetch', schemes: ['https'], allowHosts: ['.example.com'], ports: [443, '8000-8999'] });
 * validate('https://images.example.com/a.png', policy).ok // true
 * validate('https://example.com.evil.example/', policy).ok // false
 * ```
 */
export interface PolicyRules {
  preset?: Preset | undefined;
  forms?: readonly ReferenceForm[] | undefined;
  schemes?: readonly string[] | undefined;
  /** Names of hosts; `.example.com` stands for all names below `example.com`. */
  allowHosts?: readonly string[] | undefined;
  hostKinds?: readonly HostKind[] | undefined;
  /** Networks, such as `10.1.0.0/16`. */
  allowNetworks?: readonly string[] | undefined;
  refuseNetworks?: readonly string[] | undefined;
  /** Ports, and ranges such as `8000-8999`. */
  ports?: readonly (number | string)[] | undefined;
  userinfo?: boolean | undefined;
  /** The greatest length in bytes. */
  maxLength?: number | undefined;
  require?: readonly Exclude<Component, 'authority' | 'URI-reference'>[] | undefined;
  refuseWarnings?: boolean | undefined;
  /** Codes of findings that refuse a reference, that only warn, and that are not reported. */
  refuse?: readonly string[] | undefined;
  warn?: readonly string[] | undefined;
  pass?: readonly string[] | undefined;
}

/**
 * Decides which references an application accepts. A policy never changes.
 *
 * ```js
 * validate('http://127.1/', new Policy('fetch')).findings[0].code // 'ipv4-like-host'
 * ```
 */
export class Policy {
  /** Throws a `TypeError` for an unknown key, name or value. */
  constructor(rules: Preset | PolicyRules);

  /**
   * Returns whether the policy permits connecting to an IP address. Resolve the host of an accepted URI once, and connect only to
   * addresses that this permits. It does not permit a text that is no address.
   *
   * ```js
   * new Policy('fetch').permitsAddress('169.254.169.254') // false
   * ```
   */
  permitsAddress(address: string): boolean;

  // A policy is made by the constructor alone.
  #private;
}

/**
 * Why an IRI has no URI: its host is no internationalized domain name.
 *
 * ```js
 * toUri('http://é_/').error?.kind // 'host'
 * ```
 */
export interface HostError extends Range {
  kind: 'host';
  message: string;
  help: string;
  argument: 'text';
  component: 'host';
}

/**
 * Converts an IRI reference (RFC 3987) to a URI reference: the host to its DNS form, and other characters beyond ASCII to percent-encoded
 * UTF-8. A URI reference is not changed.
 *
 * ```js
 * toUri('http://bücher.example/é').value // 'http://xn--bcher-kva.example/%C3%A9'
 * ```
 */
export function toUri(text: string): Result<string, ParseError | HostError>;
