// Panels that are closed at first: their modules are fetched when they are opened. And what those of them say, open or
// closed, whose commands do not read the edited grammar.

import { byId, h } from './dom.js';
import { sayOnPage } from './saying.js';
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
const BY_RFC = 'by RFC 3986, not by the edited grammar';
const SAID = { normalize: BY_RFC, resolve: BY_RFC, compare: BY_RFC, whatwg: BY_RFC, code: `Rust ${BY_RFC}` };

/** Fetches the module of each of these panels as soon as it is open. */
export function fetchLater() {
  for (const [name, module] of Object.entries(MODULES)) {
    const panel = byId(`panel-${name}`);
    const fetchOnce = () => {
      if (!panel.open) return;
      panel.removeEventListener('toggle', fetchOnce);
      import(module).then(wake, () => sayOnPage('The server does not answer. Is uri serve still running?'));
    };
    panel.addEventListener('toggle', fetchOnce);
    fetchOnce();
  }
}

for (const [name, said] of Object.entries(SAID)) {
  const element = h('span', { class: 'by-rfc', hidden: true }, said);
  byId(`panel-${name}`).querySelector('.status').after(element);
  on(['grammar'], () => {
    element.hidden = grammarAsked() === null;
  });
}
