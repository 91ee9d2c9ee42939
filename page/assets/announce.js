// Announcements for screen readers when the answers have settled: never while keys are pressed, and never the same text
// twice.

import { byId } from './dom.js';

const QUIET = 900;
const region = byId('announce');
const said = new Map();
const news = new Map();
let timer = 0;

/** Announces a text after a pause, unless it equals the last text with the same `about`. */
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
