// Shortcuts. The dialog that lists them is filled when it is opened.

import { byId } from './dom.js';
import { goTo } from './editor.js';
import { sayNoAnswer } from './saying.js';
import { nextTheme } from './theme.js';

const KEPT = 'urigram-keys';
const help = byId('help');
const single = byId('single-keys');

const focus = (id) => {
  const field = byId(id);
  field.focus();
  if (id !== 'grammar') field.select?.();
};
const open = (name) => {
  const panel = byId(`panel-${name}`);
  panel.open = !panel.open;
  panel.querySelector('summary').focus();
  panel.scrollIntoView({ block: 'nearest' });
};

/** Opens the dialog at one of its pages, which are fetched then. */
const openHelp = (name) => import('./help.js').then((it) => it.openAt(name)).catch(sayNoAnswer);

/** Keys that have an effect outside of text fields. */
export const KEYS = {
  '/': ['to the reference', () => focus('reference')],
  g: ['to the grammar', () => focus('grammar')],
  s: ['step by step, open or closed', () => open('trace')],
  t: ['parse tree, open or closed', () => open('tree')],
  d: ['light, dark or as the system', nextTheme],
  l: ['copy a link to all of this', () => byId('copy-link').click()],
  '?': ['this list', () => openHelp('page')],
};

try {
  single.checked = localStorage.getItem(KEPT) !== 'off';
} catch {
  /* storage is disabled */
}
single.addEventListener('change', () => {
  try {
    localStorage.setItem(KEPT, single.checked ? 'on' : 'off');
  } catch {
    /* storage is disabled */
  }
});
for (const link of document.querySelectorAll('.skip')) {
  link.addEventListener('click', (event) => {
    event.preventDefault();
    focus(link.dataset.to);
  });
}
byId('help-open').addEventListener('click', () => openHelp('page'));
byId('notation-open').addEventListener('click', () => openHelp('notation'));

document.addEventListener('keydown', (event) => {
  if (event.key === 'F8') {
    event.preventDefault();
    nextMessage();
    return;
  }
  const isTyping = event.target.closest('textarea, select, input:not([type=range], [type=radio], [type=checkbox])');
  if (!single.checked || isTyping || help.open || event.ctrlKey || event.metaKey || event.altKey) return;
  const action = KEYS[event.key]?.[1];
  if (action) {
    event.preventDefault();
    action();
  }
});

let message = -1;
function nextMessage() {
  const all = document.querySelectorAll('#panel-check [data-line]');
  if (all.length === 0) return;
  message = (message + 1) % all.length;
  goTo(Number(all[message].dataset.line), Number(all[message].dataset.column));
}
