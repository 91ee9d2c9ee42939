// Which characters of the reference are lit. An element with data-range="START-END" lights these bytes when the pointer
// or the keyboard is on it, and is lit itself when they are lit from elsewhere.

const light = { range: null, taken: null, fault: null };
const ranges = new Map();
const listeners = [];

export const lit = light;
export const onLight = (listener) => listeners.push(listener);
const changed = () => { for (const listener of listeners) listener(); };

/** Sets what is lit by hand: a range `[start, end]` or `null`. */
export function lightUp(range) {
  if (String(light.range) === String(range)) return;
  light.range = range;
  for (const element of document.querySelectorAll('.lit')) element.classList.remove('lit');
  if (range) for (const element of document.querySelectorAll(`[data-range="${range.join('-')}"]`)) element.classList.add('lit');
  changed();
}

/** Sets the characters that a step has taken: `{ before, start, end, failed }`, or `null`. */
export function lightStep(taken) { light.taken = taken; changed(); }

/** Tells which ranges a panel knows, so that a character of the text finds the smallest that it is in. */
export function knowRanges(panel, known) {
  ranges.set(panel, known);
  changed();
}

export const knownRanges = () => [...ranges.values()].flat();

/** Lights the smallest known range that has the byte. */
export function lightAt(byte) {
  const around = knownRanges().filter(([start, end]) => start <= byte && byte < end);
  around.sort((one, other) => (one[1] - one[0]) - (other[1] - other[0]));
  lightUp(around[0] ?? null);
}

export const rangeOf = (start, end) => `${start}-${end}`;

function follow(event) {
  const element = event.target.closest?.('[data-range]');
  if (element) lightUp(element.dataset.range.split('-').map(Number));
}

document.addEventListener('mouseover', (event) => {
  if (event.target.closest?.('[data-range]')) follow(event);
  else if (!event.target.closest?.('#reference-field')) lightUp(null);
});
document.addEventListener('focusin', follow);
document.addEventListener('focusout', (event) => { if (event.target.closest?.('[data-range]')) lightUp(null); });
