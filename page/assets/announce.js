// What a screen reader says when the answers have settled: never while keys are pressed, and nothing that it has said
// already.

import { byId } from './dom.js';

const QUIET = 900;
const region = byId('announce');
const said = new Map();
const news = new Map();
let timer = 0;

/** Says a text after a while of quiet, unless it is what was said last `about` the same. */
export function announce(about, text) {
  news.set(about, text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const changed = [...news].filter(([one, now]) => now !== said.get(one));
    for (const [one, now] of changed) said.set(one, now);
    news.clear();
    const all = changed.map(([, now]) => now).filter(Boolean);
    if (all.length > 0) region.textContent = all.join(' ');
  }, QUIET);
}
