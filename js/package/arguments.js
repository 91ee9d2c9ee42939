// What callers without TypeScript may pass.

/** Returns the argument, which must be a string. */
export function string(value, name) {
  if (typeof value !== 'string') {
    throw new TypeError(`\`${name}\` must be a string, and is ${value === null ? 'null' : `of type ${typeof value}`}`);
  }
  return value;
}

/**
 * Returns the strings of the value of a variable, and for an associative array their names. Members without a value are left out.
 */
export function strings(name, value) {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  const members = isMap ? Object.entries(value) : [value].flat().map((member) => [undefined, member]);
  const given = members.filter(([, member]) => member !== undefined && member !== null);
  for (const [, member] of given) {
    if (!['string', 'number', 'bigint', 'boolean'].includes(typeof member)) {
      throw new TypeError(`the value of \`${name}\` must be a string, a number or a boolean, or an array or object of these`);
    }
  }
  return { names: isMap ? given.map(([own]) => own) : [], strings: given.map(([, member]) => String(member)) };
}
