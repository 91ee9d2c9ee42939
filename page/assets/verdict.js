// What is said right under the field: whether the reference matches, or its fault, with the mends as buttons.

import { byId, fill, h, prose } from './dom.js';
import { tryText } from './field.js';
import { state } from './state.js';
import { visible } from './text.js';

const element = byId('verdict');
let matches = null;
let fault = null;
let mended = { input: null, all: [] };

/** Shows nothing: there is no answer. */
export function noVerdict() {
  matches = null;
  draw();
}

/** Shows whether the reference matches, or else its fault. */
export function verdict(accepted, error = null) {
  matches = accepted;
  fault = error;
  draw();
}

/** Offers what the reference was probably meant to be. */
export function mends(input, all) {
  mended = { input, all };
  draw();
}

function draw() {
  byId('reference').setAttribute('aria-invalid', matches === false);
  if (matches === null) return fill(element);
  element.dataset.matches = matches;
  const all = mended.input === state.input ? mended.all : [];
  return fill(
    element,
    matches
      ? h('p', { class: 'good' }, 'Matches ', h('code', {}, byId('rule').value), '.')
      : h(
          'p',
          { class: 'fault', id: 'fault' },
          h('b', {}, prose(fault.message)),
          fault.help && [' ', prose(fault.help)],
        ),
    all.length > 0 &&
      h(
        'div',
        { class: 'mends' },
        h('span', { class: 'dim' }, 'Did you mean:'),
        all.map(({ uri, changes }, at) =>
          h(
            'button',
            {
              type: 'button',
              class: 'mend try',
              id: `mend-${at}`,
              title: changes.map(({ help }) => help).join('; '),
              click: () => {
                tryText(uri);
                byId('reference').focus();
              },
            },
            visible(uri),
          ),
        ),
      ),
  );
}
