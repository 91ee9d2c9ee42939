// The dialog of help: tabs for its two pages, how to use this page with the list of keys, and the notation.

import { byId, fill, h } from './dom.js';
import { KEYS } from './keys.js';
import { fetchStyle } from './later.js';
import { nameText } from './naming.js';
import { teaching } from './teaching.js';

const FIXED = [
  ['Ctrl Z', 'undo, whatever was changed; also by the browser’s Back'],
  ['Ctrl Shift Z', 'redo'],
  ['F8', 'to the next message about the grammar'],
  ['Ctrl Space', 'in the grammar: names of rules'],
  ['Ctrl click', 'in the grammar: to the rule with this name'],
  ['↑ ↓ Enter Esc', 'in the list of names: choose, take, close'],
  ['Tab', 'leaves a field, and takes a name if the list is open'],
  ['↑ ↓ ← →', 'in a tree: move, fold, unfold'],
  ['← →', 'on the slider: one step back or on'],
  ['Ctrl S', 'save, if the server was started with --write'],
];

const keys = h('dl', { class: 'keys' });
const page = byId('help-page');
page.lastElementChild.before(
  h(
    'p',
    {},
    'Every answer is what the command ',
    h('code', {}, 'uri'),
    ' prints; nothing leaves this machine. The address of this page contains everything that you typed, so that you can ',
    'bookmark or share it.',
  ),
  keys,
);
fill(
  keys,
  [...Object.entries(KEYS).map(([key, [said]]) => [key, said]), ...FIXED].map(([key, said]) =>
    h(
      'div',
      {},
      h(
        'dt',
        {},
        key.split(' ').map((one, at) => [at > 0 && ' ', h('kbd', {}, one)]),
      ),
      h('dd', { class: 'noun' }, said),
    ),
  ),
);
nameText();

const PAGES = { page: 'How this page works', notation: 'The notation in two minutes' };
const tabs = Object.entries(PAGES).map(([name, title]) =>
  h(
    'button',
    { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `help-${name}`, click: () => turnTo(name) },
    title,
  ),
);

/** Opens the dialog at a page. */
export function openAt(name) {
  turnTo(name);
  byId('help').showModal();
}

/** Shows a page of the dialog. */
function turnTo(name) {
  for (const [other, tab] of Object.keys(PAGES).map((one, at) => [one, tabs[at]])) {
    tab.setAttribute('aria-selected', String(other === name));
    tab.tabIndex = other === name ? 0 : -1;
    tab.autofocus = other === name;
    byId(`help-${other}`).hidden = other !== name;
  }
}

/** Goes to the other tab by an arrow key, or to the first or the last. */
function walk(event) {
  const at = tabs.indexOf(document.activeElement);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const tab = tabs.at(to % tabs.length);
  tab.click();
  tab.focus();
}

const tablist = h('div', { class: 'tabs', role: 'tablist', 'aria-labelledby': 'help-title', keydown: walk }, tabs);
page.role = 'tabpanel';
page.setAttribute('aria-labelledby', 'tab-page');
page.before(tablist);
page.after(
  h('div', { id: 'help-notation', role: 'tabpanel', 'aria-labelledby': 'tab-notation' }, teaching()),
  h('form', { method: 'dialog' }, h('button', { id: 'help-close' }, 'Close')),
);
await fetchStyle();
