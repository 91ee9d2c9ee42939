// What callers without TypeScript may pass.

/** Returns what an argument is, for messages. */
function described(value) {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `of type ${typeof value}`;
}

/** Returns the argument, which must be a string. */
export function string(value, name) {
  if (typeof value !== 'string') {
    throw new TypeError(`\`${name}\` must be a string, and is ${described(value)}`);
  }
  return value;
}

/** Returns the argument, which must be a boolean. The module of WebAssembly would take any other value for a number. */
function boolean(value, name) {
  if (typeof value !== 'boolean') {
    throw new TypeError(`\`${name}\` must be a boolean, and is ${described(value)}`);
  }
  return value;
}

/**
 * Returns whether the value is an object whose members are its entries, also if it is of another realm, such as that of a frame. A `Map`, a
 * `Date` and others of a class have what they hold elsewhere.
 */
function isPlain(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf'));
}

/** Returns the argument, which must be a plain object. */
export function plain(value, name) {
  if (!isPlain(value)) {
    const found = typeof value === 'object' && value !== null && !Array.isArray(value) ? 'an object of a class' : described(value);
    throw new TypeError(`\`${name}\` must be a plain object, and is ${found}`);
  }
  return value;
}

/** Returns the options, which are booleans, with the defaults of those that are left out. Every option has a default. */
export function options(given, defaults) {
  const all = { ...defaults };
  for (const [name, value] of Object.entries(plain(given, 'options'))) {
    if (!Object.hasOwn(defaults, name)) {
      throw new TypeError(`\`${name}\` is not an option; there are ${Object.keys(defaults).join(', ')}`);
    }
    if (value !== undefined) all[name] = boolean(value, name);
  }
  return all;
}

/**
 * Returns the strings of the value of a variable, and for an associative array their names. Members without a value are left out.
 */
export function strings(name, value) {
  const isMap = isPlain(value);
  const members = isMap ? Object.entries(value) : [value].flat().map((member) => [undefined, member]);
  const given = members.filter(([, member]) => member !== undefined && member !== null);
  for (const [, member] of given) {
    if (!['string', 'number', 'bigint', 'boolean'].includes(typeof member)) {
      throw new TypeError(`the value of \`${name}\` must be a string, a number or a boolean, or an array or plain object of these`);
    }
  }
  return { names: isMap ? given.map(([own]) => own) : [], strings: given.map(([, member]) => String(member)) };
}
