// Shortcuts, and the dialog that lists them.

import { byId, fill, h } from './dom.js';
import { goTo } from './editor.js';
import { canWrite, save } from './file.js';
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

/** Keys that have an effect outside of text fields. */
const KEYS = {
  '/': ['to the reference', () => focus('reference')],
  g: ['to the grammar', () => focus('grammar')],
  s: ['step by step, open or closed', () => open('trace')],
  t: ['parse tree, open or closed', () => open('tree')],
  d: ['light, dark or as the system', nextTheme],
  l: ['copy a link to all of this', () => byId('copy-link').click()],
  '?': ['this list', () => help.showModal()],
};
const FIXED = [
  ['F8', 'to the next message about the grammar'],
  ['Ctrl Space', 'in the grammar: names of rules'],
  ['↑ ↓ Enter Esc', 'in the list of names: choose, take, close'],
  ['Tab', 'leaves a field, and takes a name if the list is open'],
  ['↑ ↓ ← →', 'in a tree: move, fold, unfold'],
  ['← →', 'on the slider: one step back or on'],
  ['Ctrl S', 'save, if the server was started with --write'],
];

fill(
  byId('keys'),
  [...Object.entries(KEYS).map(([key, [said]]) => [key, said]), ...FIXED].map(([key, said]) =>
    h(
      'div',
      {},
      h(
        'dt',
        {},
        key.split(' ').map((one, at) => [at > 0 && ' ', h('kbd', {}, one)]),
      ),
      h('dd', {}, said),
    ),
  ),
);

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
byId('help-open').addEventListener('click', () => help.showModal());

document.addEventListener('keydown', (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === 's' && canWrite()) {
    event.preventDefault();
    save();
    return;
  }
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
