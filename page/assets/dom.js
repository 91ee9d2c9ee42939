// Elements made only from text, so that answers never become markup.

/** Escapes, as on the page, in JSON and in a shell; and text from right to left, which would reorder the parts of an escape. */
const ESCAPE = /((?:\\(?:u\{[0-9a-f]+\}|u[0-9a-f]{4}|[0-7]{3}|[nrt]))+)/;
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Returns the children that are present. Among text from right to left, escapes are isolated, and from left to right. */
const nodes = (children) =>
  children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false)
    .flatMap((child) => (typeof child === 'string' && FROM_RIGHT.test(child) ? isolated(child) : [child]));

const isolated = (text) =>
  text.split(ESCAPE).map((part, at) => (at % 2 === 0 ? part : h('bdi', { dir: 'ltr' }, part)));

/** Returns an element with exactly this text, which covers that of a text area. */
export function copied(attributes, text) {
  const element = h('span', attributes);
  element.textContent = text;
  return element;
}

/** Returns an element. Attributes that are functions become listeners; `false` and `null` are left out. */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...nodes(children));
  return element;
}

export const byId = (id) => document.getElementById(id);

/** Replaces the content of the element by `children`. */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/** Returns the text with the parts between backticks as code. */
export const coded = (text) =>
  text.split(/(`[^`]+`)/).map((part) => (/^`[^`]+`$/.test(part) ? h('code', {}, part.slice(1, -1)) : part));

/**
 * Returns a message of a command without an empty list, and without what only concerns the command line: options, and numbers
 * of the system's errors.
 */
export const plain = (text) => text.replace(/(?:; | \()[^;()]*`--[^;()]*\)?| \(os error \d+\)|; allowed: none$/g, '');

/** Returns a sentence of a command in the same way, but leaves a file name at its start unchanged. */
export function prose(message) {
  const text = plain(message);
  if (text === '') return [];
  const first = /^[\w-]+\.\w/.test(text) ? text[0] : text[0].toUpperCase();
  return coded(`${first}${text.slice(1)}${/[.?!:]`?$/.test(text) ? '' : '.'}`);
}

/** Returns the number, followed by `one` or `many`. */
export const count = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

/** Returns what differs in two texts: from `start` to `before` in the old one, and to `after` in the new one. */
function changedSpan(old, text) {
  const least = Math.min(old.length, text.length);
  let start = 0;
  while (start < least && old.charCodeAt(start) === text.charCodeAt(start)) start += 1;
  let rest = 0;
  while (rest < least - start && old.charCodeAt(old.length - 1 - rest) === text.charCodeAt(text.length - 1 - rest))
    rest += 1;
  return { start, before: old.length - rest, after: text.length - rest };
}

/** Replaces what differs in the text of a field, which leaves the cursor there. */
export function replace(field, text) {
  const old = field.value;
  if (old === text) return;
  const { start, before, after } = changedSpan(old, text);
  field.setRangeText(text.slice(start, after), start, before, 'end');
}

/** Copies a text, and says so on the button for a while. */
export async function copy(button, text) {
  const label = button.dataset.label ?? button.textContent;
  button.dataset.label = label;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not allowed here';
  }
  setTimeout(() => {
    button.textContent = label;
  }, 1500);
}
