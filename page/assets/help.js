// The list of keys in the dialog.

import { byId, fill, h } from './dom.js';
import { KEYS } from './keys.js';
import { name } from './language.js';

const FIXED = [
  ['Ctrl Z', 'undo, whatever was changed; also by the browser’s Back'],
  ['Ctrl Shift Z', 'redo'],
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
      h('dd', { class: 'noun' }, said),
    ),
  ),
);
name();
