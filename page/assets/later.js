// What is not needed at first: the modules of panels are fetched when these are opened, and that which completes names when
// the grammar has the focus. And what those panels say, open or closed, whose commands do not read the grammar.

import { byId, h } from './dom.js';
import { sayNoAnswer } from './saying.js';
import { wake } from './schedule.js';
import { grammarAsked, on } from './state.js';

const MODULES = {
  trace: './trace.js',
  normalize: './normal.js',
  resolve: './resolve.js',
  compare: './compare.js',
  whatwg: './whatwg.js',
  code: './code.js',
  sample: './samples.js',
};
const BY_RFC = 'by RFC 3986, not by this grammar';
const SAID = { normalize: BY_RFC, resolve: BY_RFC, compare: BY_RFC, whatwg: BY_RFC };

/** Fetches each module as soon as it is needed. */
export function fetchLater() {
  fetchCompletion();
  for (const [name, module] of Object.entries(MODULES)) {
    const panel = byId(`panel-${name}`);
    const fetchOnce = () => {
      if (!panel.open) return;
      panel.removeEventListener('toggle', fetchOnce);
      import(module).then(wake, sayNoAnswer);
    };
    panel.addEventListener('toggle', fetchOnce);
    fetchOnce();
  }
}

/** A key that is pressed before the module is there counts as soon as it is. */
function fetchCompletion() {
  const field = byId('grammar');
  let typed = null;
  const keep = (event) => {
    typed = event;
  };
  const begin = ({ complete }) => {
    field.removeEventListener('input', keep);
    if (typed) complete(typed);
  };
  field.addEventListener('input', keep);
  field.addEventListener('focus', () => import('./completion.js').then(begin, sayNoAnswer), { once: true });
}

for (const [name, said] of Object.entries(SAID)) {
  const element = h('span', { class: 'by-rfc', hidden: true }, said);
  byId(`panel-${name}`).querySelector('.status').after(element);
  on(['grammar'], () => {
    element.hidden = grammarAsked() === null;
  });
}
