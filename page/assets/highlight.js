// Highlighted characters of the reference. An element with data-range="START-END" highlights these bytes while the pointer
// or the focus is on it, and is highlighted itself when another element highlights them.

const light = { range: null, step: null };
const ranges = new Map();
const listeners = [];

export const lit = light;
export const onLight = (listener) => listeners.push(listener);
const changed = () => {
  for (const listener of listeners) listener();
};

/** Highlights a range `[start, end]` of bytes, or nothing for `null`. */
export function lightUp(range) {
  if (String(light.range) === String(range)) return;
  light.range = range;
  for (const element of document.querySelectorAll('.lit')) element.classList.remove('lit');
  if (range)
    for (const element of document.querySelectorAll(`[data-range="${range.join('-')}"]`)) element.classList.add('lit');
  changed();
}

/** Marks the text matched by a step, `{ start, end, failed }` or `null`, and the text matched before it. */
export function lightStep(step) {
  light.step = step;
  changed();
}

/** Sets the ranges of a panel for `lightAt`. */
export function knowRanges(panel, known) {
  ranges.set(panel, known);
  changed();
}

export const knownRanges = () => [...ranges.values()].flat();

/** Highlights the smallest range that contains the byte. */
export function lightAt(byte) {
  const around = knownRanges().filter(([start, end]) => start <= byte && byte < end);
  around.sort((one, other) => one[1] - one[0] - (other[1] - other[0]));
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
document.addEventListener('focusout', (event) => {
  if (event.target.closest?.('[data-range]')) lightUp(null);
});
