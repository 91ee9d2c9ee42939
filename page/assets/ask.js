// Questions to the server, or in a page without one to a worker.

import { given, state } from './state.js';

// `randomUUID` needs HTTPS or localhost.
const client = crypto.getRandomValues(new Uint32Array(4)).join('-');
let turns = 0;

/**
 * Yields the answer to each ask, `{ panel, fields, builtin }`, in order and with its whole `text`, until the request is superseded
 * or aborted. Without an answer, `failed` is the reason. With `builtin`, uri.pest is asked rather than the text in the editor.
 */
export async function* ask(asks, { slot, signal }) {
  let number = 0;
  let why = 'The answer is incomplete.';
  try {
    const { lines } = await (given.worker ? import('./workers.js') : import('./server.js'));
    for await (const text of lines(request(asks, slot), signal)) {
      if (signal.aborted) return;
      number += 1;
      yield { ...JSON.parse(text), text };
    }
  } catch (error) {
    if (error.name === 'AbortError') return;
    why = error instanceof SyntaxError ? 'The answer could not be read.' : error.message;
  }
  for (; number < asks.length && !signal.aborted; number += 1) yield failed(why);
}

function request(asks, slot) {
  turns += 1;
  const wellFormed = ([name, value]) => [name, String(value).toWellFormed()];
  return {
    client,
    slot,
    turn: turns,
    grammar: state.grammar === given.builtin ? null : state.grammar.toWellFormed(),
    against: state.against,
    name: state.name,
    asks: asks.map(({ panel, fields, builtin }) => ({
      panel,
      builtin,
      fields: Object.fromEntries(Object.entries(fields).map(wellFormed)),
    })),
  };
}

const failed = (message) => ({ status: 2, answers: [], said: '', command: '', file: null, stopped: null, failed: message });
