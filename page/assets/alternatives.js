// The choices of a grammar, found in its tokens.

/**
 * Returns the body of a rule: its `alternatives`, each a list of parts `{ start, end, text, inner }`. A part in brackets is one
 * part, and `inner` is such a body. Returns `null` if a bracket is not closed.
 */
function outline(tokens, text, rule) {
  let group = null;
  for (const { kind, start, end } of tokens) {
    if (start < rule.start || end > rule.end || kind === 'comment') continue;
    const sign = text.slice(start, end);
    if ('([{'.includes(sign)) group = { alternatives: [[]], above: group, start, sign };
    else if (group === null) continue;
    else if (')]}'.includes(sign)) {
      const inner = group;
      group = inner.above;
      if (group === null) return inner;
      group.alternatives.at(-1).push({ start: inner.start, end, text: inner.sign, inner });
    } else if (sign === '|') group.alternatives.push([]);
    else group.alternatives.at(-1).push({ start, end, text: sign, inner: null });
  }
  return null;
}

/** Returns the alternatives as the parser tries them: without tags and brackets around them, and without nesting. */
function flat({ alternatives }) {
  return alternatives.flatMap((all) => {
    const parts = all[0]?.text.startsWith('#') ? all.slice(2) : all;
    if (parts.length === 0) return [];
    const [{ start, text, inner }] = parts;
    return parts.length === 1 && text === '(' ? flat(inner) : [{ start, end: parts.at(-1).end, parts }];
  });
}

/**
 * Returns the innermost choice around an offset, and the number of the alternative there, from 0:
 * `{ alternatives: [{ start, end }], number }`. Returns `null` if there is none.
 */
export function choiceAt(tokens, text, rule, offset) {
  const within = (group) => {
    const alternatives = flat(group);
    const number = alternatives.findLastIndex(({ start }) => start <= offset);
    if (number < 0) return null;
    const part = alternatives[number].parts.find(({ start, end, inner }) => inner && start < offset && offset < end);
    const choice = { alternatives: alternatives.map(({ start, end }) => ({ start, end })), number };
    return (part && within(part.inner)) ?? (alternatives.length > 1 ? choice : null);
  };
  const body = rule && offset <= rule.end ? outline(tokens, text, rule) : null;
  return body && within(body);
}

/** Returns the names of the rules that call a rule, directly or indirectly, and its own. */
export function callersOf({ tokens, rules }, text, name) {
  const calling = new Map();
  let at = -1;
  for (const { kind, start, end } of tokens) {
    while (rules[at + 1]?.start <= start) at += 1;
    if (at < 0 || !['name', 'built-in'].includes(kind)) continue;
    const called = text.slice(start, end);
    if (!calling.has(called)) calling.set(called, new Set());
    calling.get(called).add(rules[at].name);
  }
  const callers = new Set([name]);
  // A set is walked in the order in which names are added.
  for (const called of callers) for (const caller of calling.get(called) ?? []) callers.add(caller);
  return callers;
}
