// The tokens of pest's notation, and where its rules are defined.

const TOKEN = new RegExp(
  [
    /\/\/[^\n]*|\/\*/,
    /\^?"(?:\\[^]|[^"\\\n])*"?/,
    /'(?:\\u\{[0-9a-fA-F]*\}|\\x[0-9a-fA-F]{0,2}|\\[^]|[^'\\\n])'?/,
    /#?[A-Za-z_]\w*/,
    /\d+/,
    /\.\./,
    /[~|*+?!&=@$^_(){}[\],-]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

/** Returns the kind of a token. */
function kindOf(token) {
  const [first] = token;
  if (/[A-Za-z_]/.test(first)) return 'name';
  if (/\d/.test(first)) return 'number';
  if (token.length > 1 && first === '^') return 'string';
  return { '/': 'comment', '"': 'string', "'": 'char', '#': 'tag' }[first] ?? (/[(){}[\],]/.test(first) ? 'bracket' : 'operator');
}

/** The rules that pest calls by itself between the parts of others. */
export const SKIPPED = ['WHITESPACE', 'COMMENT'];

/** The built-in rules of pest that are offered. */
export const BUILT_IN = `
  ANY SOI EOI NEWLINE ASCII ASCII_DIGIT ASCII_NONZERO_DIGIT ASCII_BIN_DIGIT ASCII_OCT_DIGIT ASCII_HEX_DIGIT
  ASCII_ALPHA ASCII_ALPHA_LOWER ASCII_ALPHA_UPPER ASCII_ALPHANUMERIC LETTER NUMBER ALPHABETIC PUSH POP POP_ALL
  PEEK PEEK_ALL DROP
`
  .trim()
  .split(/\s+/)
  .concat(SKIPPED);
const known = new Set(BUILT_IN);

const DEFINES = /\s*=(?!=)/y;

/** Longer texts are read without tokens, which are many. */
export const MOST = 200_000;

/** Returns the `tokens`, `{ kind, start, end }`, and the `rules`, `{ name, start, end }` up to the end of the definition. */
export function read(text) {
  const tokens = [];
  const rules = [];
  let depth = 0;
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const [token] = match;
    const start = match.index;
    let kind = kindOf(token);
    if (token === '/*') TOKEN.lastIndex = endOfComment(text, start);
    const end = TOKEN.lastIndex;
    if (token === '{') depth += 1;
    if (token === '}') {
      depth = Math.max(0, depth - 1);
      if (depth === 0 && rules.length > 0) rules.at(-1).end = end;
    }
    if (kind === 'name') {
      DEFINES.lastIndex = end;
      if (DEFINES.test(text) && !/[{(|~]\s*$/.test(text.slice(Math.max(0, start - 20), start))) {
        kind = 'rule';
        depth = 0;
        rules.push({ name: token, start, end });
      } else if (known.has(token)) kind = 'built-in';
    }
    if (text.length <= MOST) tokens.push({ kind, start, end });
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
