// The functions of the core. They check the types of their arguments, and call the module of WebAssembly. Their documentation is in `core.d.ts`.
import { options, plain, string, strings } from './arguments.js';
import * as native from './native.js';
import { expandError, failure, isWellFormed, success } from './results.js';

const LEVELS = ['string', 'case', 'percent', 'path', 'scheme'];

/** The options of `resolve`. */
const RESOLUTION = { strict: true, denyAboveRoot: false, denyGuard: false };

export function parse(text) {
  return native.parse(string(text, 'text'));
}

export function resolve(base, reference, given = {}) {
  const { strict, denyAboveRoot, denyGuard } = options(given, RESOLUTION);
  return native.resolve(string(base, 'base'), string(reference, 'reference'), strict, denyAboveRoot, denyGuard);
}

export function relativize(base, target) {
  return native.relativize(string(base, 'base'), string(target, 'target'));
}

export function normalize(text, level = 'path') {
  const index = LEVELS.indexOf(level);
  if (index < 0) {
    throw new TypeError(`\`level\` must be one of ${LEVELS.join(', ')}`);
  }
  return native.normalize(string(text, 'text'), index);
}

export function compare(text, other) {
  return native.compare(string(text, 'text'), string(other, 'other'));
}

export function template(text) {
  const parsed = native.Template.parse(string(text, 'text'));
  return parsed.ok ? success(new Template(text, parsed.value)) : parsed;
}

class Template {
  #native;

  constructor(text, parsed) {
    this.#native = parsed;
    this.text = text;
    this.variables = parsed.variables();
  }

  expand(values) {
    const own = new native.Values();
    for (const [name, value] of Object.entries(plain(values, 'values'))) {
      const given = strings(name, value);
      if (![...given.names, ...given.strings].every(isWellFormed)) {
        return failure(
          expandError(name, `the value of \`${name}\` has a lone surrogate`, 'make the text again from its source'),
        );
      }
      if (Array.isArray(value)) {
        own.list(name, given.strings);
      } else if (given.names.length > 0) {
        own.map(name, given.names, given.strings);
      } else if (given.strings.length > 0) {
        own.string(name, given.strings[0]);
      }
    }
    return this.#native.expand(own);
  }

  match(uri) {
    return this.#native.match(string(uri, 'uri'));
  }
}
