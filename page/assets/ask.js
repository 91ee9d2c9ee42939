// Requests to the server. A later request of the same slot supersedes the earlier one.

import { given, state } from './state.js';

const client = crypto.randomUUID();
let turns = 0;

/**
 * Yields the answer to each ask, `{ panel, fields, builtin }`, in order and with its whole `text`, until the request is superseded
 * or aborted. Without an answer, `failed` is the reason. With `builtin`, uri.pest is asked rather than the text in the editor.
 */
export async function* ask(asks, { slot, signal }) {
  let number = 0;
  let why = 'The server does not answer: has uri serve ended?';
  try {
    const response = await send(asks, slot, signal);
    if (response.status === 409) return;
    if (response.ok) {
      for await (const text of linesOf(response)) {
        if (signal.aborted) return;
        number += 1;
        yield { ...JSON.parse(text), text };
      }
      why = 'The server’s answer is incomplete.';
    } else why = (await response.json()).error ?? `The server answered ${response.status}.`;
  } catch (error) {
    if (error instanceof SyntaxError) why = 'The server’s answer could not be read.';
  }
  for (; number < asks.length && !signal.aborted; number += 1) yield failed(why);
}

function send(asks, slot, signal) {
  turns += 1;
  const wellFormed = ([name, value]) => [name, String(value).toWellFormed()];
  const request = {
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
  const headers = { 'Content-Type': 'application/json' };
  return fetch('/answers', { method: 'POST', headers, body: JSON.stringify(request), signal });
}

/** Yields the lines of a response as they arrive. */
async function* linesOf({ body }) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let line = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const [end, ...others] = read.value.split('\n');
    line += end;
    for (const other of others) {
      yield line;
      line = other;
    }
  }
}

const failed = (message) => ({ status: 2, answers: [], said: '', command: '', file: null, stopped: null, failed: message });
