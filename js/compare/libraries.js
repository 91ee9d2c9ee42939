// The libraries, and how each answers a question. A library is without the answers that it has no function for. A function throws, or
// returns `undefined`, for a text that the library rejects.
import fastUri from 'fast-uri';
import uriJs from 'uri-js';
import * as urigram from '@urigram/urigram';

/** The base against which `URL` parses relative references, because it parses no others. */
const BASE = 'x://base';

function value(result) {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** Returns the answers of the two packages, whose functions have the same names and types. */
function alike(library) {
  const parse = (text) => {
    const parsed = library.parse(text);
    if (parsed.error) throw new Error(parsed.error);
    return parsed;
  };
  return {
    parse,
    // `parse` reports few faults. What it does to a text is the more telling answer.
    accepts: (text) => parse(text) !== undefined,
    host: (text) => parse(text).host,
    port: (text) => parse(text).port,
    query: (text) => parse(text).query,
    fragment: (text) => parse(text).fragment,
    normalize: (text) => library.normalize(text),
    resolve: (base, reference) => library.resolve(base, reference),
  };
}

export const LIBRARIES = {
  urigram: {
    parse: (text) => value(urigram.parse(text)),
    accepts: (text) => urigram.parse(text).ok,
    host: (text) => value(urigram.parse(text)).host,
    port: (text) => value(urigram.parse(text)).port,
    query: (text) => value(urigram.parse(text)).query,
    fragment: (text) => value(urigram.parse(text)).fragment,
    normalize: (text) => value(urigram.normalize(text)),
    resolve: (base, reference) => value(urigram.resolve(base, reference)),
    relativize: (base, target) => value(urigram.relativize(base, target)),
    error: (text) => {
      const { component, start } = urigram.parse(text).error;
      return `${component}, ${start}`;
    },
  },
  URL: {
    parse: (text) => new URL(text, BASE),
    accepts: (text) => new URL(text, BASE) !== undefined,
    host: (text) => new URL(text).hostname,
    // `URL` calls both undefined and empty `''`.
    port: (text) => new URL(text).port,
    query: (text) => new URL(text).search.replace(/^\?/, ''),
    fragment: (text) => new URL(text).hash.replace(/^#/, ''),
    normalize: (text) => new URL(text).href,
    resolve: (base, reference) => new URL(reference, base).href,
  },
  'fast-uri': alike(fastUri),
  'uri-js': alike(uriJs),
};
