// Completion of rule names. Enter and Tab accept a name.

import { byId, fill, h } from './dom.js';
import { notation } from './editor.js';
import { placeOf } from './lines.js';
import { BUILT_IN } from './notation.js';

const field = byId('grammar');
const list = byId('completions');
const MOST = 8;
/** How many characters before the cursor are read to find whether it is in quotes. */
const LONGEST = 2000;

let offered = [];
let chosen = 0;

/** Returns the name that ends at the cursor. */
function word() {
  if (field.selectionStart !== field.selectionEnd) return null;
  const before = field.value.slice(0, field.selectionStart);
  const name = /[A-Za-z_]\w*$/.exec(before)?.[0] ?? '';
  const line = before.slice(Math.max(before.lastIndexOf('\n') + 1, before.length - LONGEST));
  const isQuoted = /^(?:[^"/]|"(?:\\.|[^"\\])*")*"(?:\\.|[^"\\])*$/.test(line) || line.includes('//');
  return isQuoted || /\w/.test(field.value[field.selectionStart] ?? '') ? null : { name, line };
}

function offer(always) {
  const at = word();
  if (!at || (at.name === '' && !always)) return close();
  const names = [...new Set([...notation.rules.map(({ name }) => name), ...BUILT_IN])];
  const sought = at.name.toLowerCase();
  const rank = (name) => {
    const place = name.toLowerCase().indexOf(sought);
    return place === 0 ? 0 : place > 0 ? 1 : 2;
  };
  offered = names
    .filter((name) => rank(name) < 2 && name !== at.name)
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, always ? 40 : MOST);
  const isDefining = /^\s*\w*$/.test(at.line) && !always;
  const isWhole = names.includes(at.name) && notation.rules.filter(({ name }) => name === at.name).length > 0;
  if (offered.length === 0 || isDefining || (isWhole && !always)) return close();
  chosen = 0;
  draw(at);
  return undefined;
}

function draw({ line, name }) {
  fill(
    list,
    offered.map((one, at) =>
      h(
        'li',
        {
          id: `completion-${at}`,
          role: 'option',
          'aria-selected': String(at === chosen),
          mousedown: (event) => {
            event.preventDefault();
            chosen = at;
            take();
          },
        },
        one,
      ),
    ),
  );
  list.hidden = false;
  const before = field.value.slice(0, field.selectionStart);
  const { left, top, height } = placeOf(before.split('\n').length, line.length - name.length);
  const box = byId('editor');
  list.style.left = `${left}px`;
  const isLow =
    top + height + list.offsetHeight > box.scrollTop + box.clientHeight && top - list.offsetHeight > box.scrollTop;
  list.style.top = `${isLow ? top - list.offsetHeight : top + height}px`;
  point();
}

function point() {
  [...list.children].forEach((item, at) => item.setAttribute('aria-selected', String(at === chosen)));
  list.children[chosen].scrollIntoView({ block: 'nearest' });
  field.setAttribute('aria-activedescendant', `completion-${chosen}`);
}

function close() {
  list.hidden = true;
  offered = [];
  field.removeAttribute('aria-activedescendant');
}

function take() {
  const name = offered[chosen];
  const length = word()?.name.length ?? 0;
  close();
  field.setSelectionRange(field.selectionStart - length, field.selectionStart);
  document.execCommand('insertText', false, name);
  close();
}

/** Offers names after an edit, or closes the list. */
export function complete({ inputType, data }) {
  if (inputType === 'insertText' && /^\w$/.test(data ?? '')) offer(false);
  else if (inputType.startsWith('delete') && !list.hidden) offer(false);
  else close();
}

field.addEventListener('input', complete);
field.addEventListener('blur', close);
field.addEventListener('click', close);
field.addEventListener('keydown', (event) => {
  if (event.key === ' ' && event.ctrlKey) {
    event.preventDefault();
    offer(true);
    return;
  }
  if (list.hidden) return;
  const moves = { ArrowDown: 1, ArrowUp: -1 };
  if (moves[event.key]) {
    chosen = (chosen + moves[event.key] + offered.length) % offered.length;
    point();
  } else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) take();
  else if (event.key === 'Escape') {
    close();
    event.stopPropagation();
  } else {
    if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End') close();
    return;
  }
  event.preventDefault();
});
