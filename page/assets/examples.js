// The texts of the examples, fetched when they are chosen.

import { given } from './state.js';

/** Returns the example with this name, if there is one. */
export const exampleOf = (name) => given.examples.find((example) => example.name === name);

/** Returns the text of an example. Throws if the server does not answer. */
export async function textOf(example) {
  if (example.grammar === undefined) {
    const response = await fetch(`example/${encodeURIComponent(example.name)}`);
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    example.grammar = await response.text();
  }
  return example.grammar;
}
