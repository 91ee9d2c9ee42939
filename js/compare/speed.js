// The time of each library, for a text until its result is a value of JavaScript: urigram's includes the ways to and from WebAssembly.
import { LIBRARIES } from './libraries.js';

const ROUNDS = 25;
const NAMES = Object.keys(LIBRARIES);
const BASE = 'http://a/b/c/d;p?q';

/** What keeps results from being optimized away. */
let sink = 0;

/** Runs a function on each text, also on those that it rejects. Returns the nanoseconds per text. */
function timed(operation, texts) {
  const start = process.hrtime.bigint();
  for (const text of texts) {
    try {
      sink += operation(text).length;
    } catch {
      sink += 1;
    }
  }
  return Number(process.hrtime.bigint() - start) / texts.length;
}

/** Returns whether a library rejects more than a twentieth of the texts. */
function isPicky(operation, texts) {
  const rejected = texts.filter((text) => {
    try {
      return operation(text) === undefined;
    } catch {
      return true;
    }
  });
  return rejected.length > texts.length / 20;
}

const OPERATIONS = {
  'parse, read the path': ({ parse }) => (text) => {
    const parsed = parse(text);
    return parsed.pathname ?? parsed.path;
  },
  normalize: ({ normalize }) => normalize,
  'resolve, from text to text': ({ resolve }) => (text) => resolve(BASE, text),
};

/** Returns a table for each of the corpora, which are lists of texts by name. */
export function speed(corpora) {
  const rows = [];
  for (const [corpus, texts] of Object.entries(corpora)) {
    for (const [operation, make] of Object.entries(OPERATIONS)) {
      const best = Object.fromEntries(NAMES.map((name) => [name, Infinity]));
      for (let round = 0; round < ROUNDS; round += 1) {
        // In another order each time.
        for (const name of [...NAMES].sort(() => Math.random() - 0.5)) {
          best[name] = Math.min(best[name], timed(make(LIBRARIES[name]), texts));
        }
      }
      const ratios = NAMES.slice(1).map((name) => {
        const ratio = (best[name] / best.urigram).toFixed(1);
        return isPicky(make(LIBRARIES[name]), texts) ? `(${ratio})` : ratio;
      });
      rows.push(`| ${corpus} | ${operation} | ${best.urigram.toFixed(0)} ns | ${ratios.join(' | ')} |`);
    }
  }
  return `## Speed

The time of a call, from a string to a string or an object, in one process, with the ways to and from WebAssembly. A time is the best of
${ROUNDS} rounds, in which the libraries alternate. The others are multiples of urigram's time: above 1 is slower. Each library gets all
texts, also those that it rejects; a ratio is in parentheses if these are more than a twentieth. \`relative\` are 5,000 relative
references; \`kasztp\` is described in [bench](../bench/RESULTS.md).

| corpus | operation | ${NAMES.join(' | ')} |
|${'---|'.repeat(NAMES.length + 2)}
${rows.join('\n')}
`;
}
