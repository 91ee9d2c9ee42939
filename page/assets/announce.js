// What a screen reader says when the answers have settled: never while keys are pressed, and never twice.

import { byId } from './dom.js';

const QUIET = 900;
const region = byId('announce');
const said = new Map();
let timer = 0;

export function announce(about, text) {
  said.set(about, text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const all = [...said.values()].filter(Boolean).join(' ');
    if (region.textContent !== all) region.textContent = all;
  }, QUIET);
}
