// One history of the texts, the rule and the example. Ctrl Z, Ctrl Shift Z and the browser's Back and Forward walk it.

import { byId } from './dom.js';
import { on, set, state } from './state.js';

const FIELDS = ['input', 'rule', 'mine', 'base', 'other', 'grammar', 'name', 'source', 'against', 'keep'];
/** Keys that follow one another within so many milliseconds are one step. */
const PAUSE = 1000;
/** The maximum number of characters in all steps together, about. */
const MOST = 20_000_000;
/** The maximum number of entries that browsers keep. */
const MOST_KEPT = 50;
/** The browser answers sooner than this, in milliseconds, if it still has the step. */
const PATIENCE = 500;

/**
 * The steps: the fields, which one of them was typed in last, and when. `isKept` says whether the browser surely has an entry
 * for it: it keeps few, and not all that follow one another quickly. `history.state.step` is the name of its current entry.
 */
const steps = [];
let at = 0;
/** The step to walk to, and the one that the browser is on its way to. */
let target = 0;
let goal = 0;
let timer = 0;
let isWalking = false;
let change = null;

const snapshot = () => Object.fromEntries(FIELDS.map((field) => [field, state[field]]));

/** Returns whether the page has the step with this name. It forgets them when it is loaded again. */
export const isStep = (id) => steps.some((step) => step.id === id);

/** Adds a step after the current one, which is given to the browser by the method of `history` with this name. */
function add(typed, method) {
  const id = crypto.getRandomValues(new Uint32Array(4)).join('-');
  history[method]({ ...history.state, step: id }, '');
  steps.splice(at + 1);
  // A full list loses some entry with each new one.
  if (history.length >= MOST_KEPT) for (const step of steps) step.isKept = false;
  steps.push({ id, fields: snapshot(), typed, time: performance.now(), isKept: history.state?.step === id });
  while (steps.length > 2 && steps.length * state.grammar.length > MOST) steps.shift();
  at = steps.length - 1;
  target = at;
}

/** Begins the history with the state as it is. */
export function beginSteps() {
  add(null, 'replaceState');
  on(FIELDS, (changed, why) => {
    if (isWalking) return;
    if (change === null) queueMicrotask(record);
    change ??= { typed: why.startsWith('typed') ? changed[0] : null, isFollowed: why === 'followed' };
  });
}

/** Makes a step of all that one action has changed, unless it continues the step before. */
function record() {
  const { typed, isFollowed } = change;
  change = null;
  const last = steps[at];
  if (FIELDS.every((field) => last.fields[field] === state[field])) return;
  if (typed !== null && typed === last.typed && performance.now() < last.time + PAUSE) {
    last.fields = snapshot();
    last.time = performance.now();
    return;
  }
  // An address that was followed is an entry of the browser already.
  add(typed, isFollowed ? 'replaceState' : 'pushState');
}

function show(step) {
  at = step;
  steps[at].typed = null;
  isWalking = true;
  set(steps[at].fields, 'walked');
  isWalking = false;
}

function walk(by) {
  target = Math.max(0, Math.min(target + by, steps.length - 1));
  if (timer === 0) move();
}

/** Has the browser go to the entry of the target, or of the nearest step before it, and shows the target. */
function move() {
  if (target === at) return;
  goal = target;
  const kept = steps.filter(({ isKept }) => isKept);
  const here = kept.findIndex(({ id }) => id === history.state?.step);
  const there = Math.max(0, kept.findLastIndex((step) => steps.indexOf(step) <= goal));
  if (here < 0 || here === there) {
    show(goal);
    return;
  }
  history.go(there - here);
  timer = setTimeout(() => {
    timer = 0;
    kept.slice(0, here).forEach((step) => {
      step.isKept = false;
    });
    show(goal);
    move();
  }, PATIENCE);
}

addEventListener('popstate', (event) => {
  const isOurs = timer !== 0;
  clearTimeout(timer);
  timer = 0;
  const found = steps.findIndex(({ id }) => id === event.state?.step);
  if (found < 0) {
    // The page follows the address.
    target = at;
    return;
  }
  if (!isOurs) target = found;
  show(isOurs ? goal : found);
  move();
});

document.addEventListener('keydown', (event) => {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || !['z', 'y'].includes(key) || byId('help').open) return;
  event.preventDefault();
  walk(key === 'y' || event.shiftKey ? 1 : -1);
});
document.addEventListener('beforeinput', (event) => {
  if (!['historyUndo', 'historyRedo'].includes(event.inputType)) return;
  event.preventDefault();
  walk(event.inputType === 'historyRedo' ? 1 : -1);
});
