// The tokens of pest's notation, and where its rules are defined.

const TOKEN = new RegExp(
  [
    /(?<comment>\/\/[^\n]*|\/\*)/,
    /(?<string>\^?"(?:\\[\s\S]|[^"\\\n])*"?)/,
    /(?<char>'(?:\\u\{[0-9a-fA-F]*\}|\\x[0-9a-fA-F]{0,2}|\\[\s\S]|[^'\\\n])'?)/,
    /(?<tag>#[A-Za-z_]\w*)/,
    /(?<name>[A-Za-z_]\w*)/,
    /(?<number>\d+)/,
    /(?<operator>\.\.|[~|*+?!&=@$^_-])/,
    /(?<bracket>[(){}[\],])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

/** The built-in rules of pest that are offered. */
export const BUILT_IN = `
  ANY SOI EOI NEWLINE ASCII ASCII_DIGIT ASCII_NONZERO_DIGIT ASCII_BIN_DIGIT ASCII_OCT_DIGIT ASCII_HEX_DIGIT
  ASCII_ALPHA ASCII_ALPHA_LOWER ASCII_ALPHA_UPPER ASCII_ALPHANUMERIC LETTER NUMBER ALPHABETIC PUSH POP POP_ALL
  PEEK PEEK_ALL DROP WHITESPACE COMMENT
`.trim().split(/\s+/);
const known = new Set(BUILT_IN);

/** Returns the `tokens`, `{ kind, start, end }`, and the `rules`, `{ name, start, end }` up to the end of the definition. */
export function read(text) {
  const tokens = [];
  const rules = [];
  let depth = 0;
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    let kind = Object.keys(match.groups).find((name) => match.groups[name] !== undefined);
    const start = match.index;
    if (match[0] === '/*') TOKEN.lastIndex = endOfComment(text, start);
    const end = TOKEN.lastIndex;
    if (match[0] === '{') depth += 1;
    if (match[0] === '}') {
      depth = Math.max(0, depth - 1);
      if (depth === 0 && rules.length > 0) rules.at(-1).end = end;
    }
    if (
      kind === 'name' &&
      /^\s*=(?!=)/.test(text.slice(end, end + 80)) &&
      !/[{(|~]\s*$/.test(text.slice(Math.max(0, start - 20), start))
    ) {
      kind = 'rule';
      depth = 0;
      rules.push({ name: match[0], start, end });
    } else if (kind === 'name' && known.has(match[0])) kind = 'built-in';
    tokens.push({ kind, start, end });
  }
  return { tokens, rules };
}

function endOfComment(text, start) {
  const edge = /\/\*|\*\//g;
  edge.lastIndex = start + 2;
  let open = 1;
  for (let match = edge.exec(text); match; match = edge.exec(text)) {
    open += match[0] === '/*' ? 1 : -1;
    if (open === 0) return edge.lastIndex;
  }
  return text.length;
}

/** Returns the rule whose definition contains the offset, or the rule before it. */
export function ruleAt(rules, offset) {
  return rules.findLast(({ start }) => start <= offset) ?? rules[0] ?? null;
}

/** Returns the name of a rule for comparisons: the RFC has hyphens where pest has underscores. */
export const spelled = (name) => name.replaceAll('-', '_');
