// A request to the server. The latest request of a panel supersedes the earlier ones.

import { given, state } from './state.js';

const client = crypto.randomUUID();

/**
 * Returns the answer, with its whole `text`, or `null` if the request was superseded. Without an answer, `failed` is the reason.
 * With `isBuiltin`, uri.pest is asked rather than the text in the editor.
 */
export async function ask(panel, fields, { turn, signal, slot = '', isBuiltin = false }) {
  const request = {
    client,
    slot,
    turn,
    grammar: isBuiltin || state.grammar === given.builtin ? null : state.grammar.toWellFormed(),
    against: panel === 'diff' ? state.against : null,
    name: state.name,
    fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value).toWellFormed()])),
  };
  try {
    const response = await fetch(`/answer/${panel}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
      signal,
    });
    if (response.status === 409) return null;
    const text = await response.text();
    const answer = JSON.parse(text);
    return response.ok ? { ...answer, text } : failed(answer.error ?? `The server answered ${response.status}.`);
  } catch (error) {
    if (signal.aborted) return null;
    return failed(
      error instanceof SyntaxError
        ? 'The server’s answer could not be read.'
        : 'The server does not answer: has uri serve ended?',
    );
  }
}

const failed = (message) => ({ status: 2, answers: [], said: '', command: '', file: null, stopped: null, failed: message });
