// The whole package: the core, validation, and the conversion of IRIs.
import { string } from './arguments.js';
import * as native from './native.js';

export * from './core.js';
export * from './validate.js';

export function toUri(text) {
  return native.toUri(string(text, 'text'));
}
