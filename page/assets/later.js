// Lazy loading: the module of a panel is fetched when the panel is opened, the completion of names when the grammar has the
// focus, each after the style that they share, and the explanations when the grammar has the focus or the pointer. Also the notes of panels whose commands do not read the grammar.

import { byId, h } from './dom.js';
import { isAlike } from './meaning.js';
import { sayNoAnswer } from './saying.js';
import { wake } from './schedule.js';
import { on } from './state.js';

const MODULES = {
  trace: './trace.js',
  normalize: './normal.js',
  resolve: './resolve.js',
  compare: './compare.js',
  whatwg: './whatwg.js',
  code: './code.js',
  sample: './samples.js',
  keep: './keep.js',
};
const BY_RFC = 'by RFC 3986, not by this grammar';
const SAID = { normalize: BY_RFC, resolve: BY_RFC, compare: BY_RFC, whatwg: BY_RFC };

let style = null;

/** Fetches the style of what is loaded later. */
export const fetchStyle = () =>
  (style ??= new Promise((done, failed) => {
    document.head.append(h('link', { rel: 'stylesheet', href: 'later.css', load: done, error: failed }));
  }));

/** Fetches each module as soon as it is needed. */
export function fetchLater() {
  fetchCompletion();
  fetchHint();
  for (const [name, module] of Object.entries(MODULES)) {
    const panel = byId(`panel-${name}`);
    const fetchOnce = () => {
      if (!panel.open) return;
      panel.removeEventListener('toggle', fetchOnce);
      fetchStyle()
        .then(() => import(module))
        .then(wake, sayNoAnswer);
    };
    panel.addEventListener('toggle', fetchOnce);
    fetchOnce();
  }
}

/** Fetches the completion. A key pressed before the module is loaded takes effect afterwards. */
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
  const fetchIt = () =>
    fetchStyle()
      .then(() => import('./completion.js'))
      .then(begin, sayNoAnswer);
  field.addEventListener('focus', fetchIt, { once: true });
}

/** Fetches the explanations of the notation. */
function fetchHint() {
  const field = byId('grammar');
  const fetchIt = () => import('./hint.js').catch(sayNoAnswer);
  for (const event of ['focus', 'mouseenter']) field.addEventListener(event, fetchIt, { once: true });
}

for (const [name, said] of Object.entries(SAID)) {
  const element = h('span', { class: 'by-rfc', hidden: true }, said);
  byId(`panel-${name}`).querySelector('.status').after(element);
  on(['grammar'], () => {
    element.hidden = isAlike();
  });
}
