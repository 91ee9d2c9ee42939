// Validation by policies. Its documentation is in `index.d.ts`.
import { plain, string } from './arguments.js';
import * as native from './native.js';

/** Returns the native policy of the argument, which must be a `Policy`. */
let nativeOf;

export class Policy {
  #native;

  static {
    nativeOf = (policy) => {
      if (typeof policy !== 'object' || policy === null || !(#native in policy)) {
        throw new TypeError("`policy` must be a `Policy`: write `new Policy('link')`");
      }
      return policy.#native;
    };
  }

  constructor(rules) {
    const given = Object.entries(typeof rules === 'string' ? { preset: rules } : plain(rules, 'rules'));
    const entries = given.filter(([, value]) => value !== undefined);
    this.#native = new native.Policy(
      entries.map(([key]) => key),
      entries.map(([, value]) => value),
    );
  }

  permitsAddress(address) {
    return this.#native.permitsAddress(string(address, 'address'));
  }
}

export function validate(text, policy) {
  string(text, 'text');
  return policy === undefined ? native.validate(text) : nativeOf(policy).validate(text);
}
