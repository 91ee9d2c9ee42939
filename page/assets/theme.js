// The theme: light, dark, or the system's.

import { byId } from './dom.js';

const KEPT = 'urigram-theme';
const LABELS = { auto: 'Auto', light: 'Light', dark: 'Dark' };
const SAID = { auto: 'as the system', light: 'light', dark: 'dark' };
const button = byId('theme');

let theme = kept();

function kept() {
  try {
    return LABELS[localStorage.getItem(KEPT)] ? localStorage.getItem(KEPT) : 'auto';
  } catch {
    return 'auto';
  }
}

function next() {
  const all = Object.keys(LABELS);
  return all[(all.indexOf(theme) + 1) % all.length];
}

function show() {
  document.documentElement.dataset.theme = theme;
  button.textContent = LABELS[theme];
  const does = `${LABELS[theme]} theme: change to ${SAID[next()]}`;
  button.setAttribute('aria-label', does);
  button.title = does;
}

export function nextTheme() {
  theme = next();
  try {
    localStorage.setItem(KEPT, theme);
  } catch {
    /* storage is disabled */
  }
  show();
}

button.addEventListener('click', nextTheme);
show();
