// Which panel asks when. A panel that is closed asks nothing until it is opened.

import { grammarAsked, on, state } from './state.js';
import { ask } from './ask.js';
import { note } from './notices.js';
import { fill, h } from './dom.js';

/** How long no key is pressed before the grammar is asked about. */
const PAUSE = 120;

/** What a panel says of itself whose commands know no other grammar. */
export const BY_RFC = 'by RFC 3986, not by the edited grammar';

const panels = [];
let grammarTimer = 0;
let woken = false;

/**
 * Adds a panel: `needs` are the fields of the state that its questions are made of, `questions(state)` makes them, each
 * `{ panel, fields, slot }`, or a text that says why there is none. Questions of one panel that are asked at once need
 * different slots. `show(body, answers, panel)` draws the answers, with `partial` also if one of them has no lines;
 * `clear()` removes what the panel shows elsewhere on the page. With `always`, it is asked also while it is closed.
 * `byRfc` is what the panel says, open or closed, if its commands do not read the edited grammar. The first panel that is
 * added is asked before all others. Returns the panel, which has its `body` and `status`.
 */
export function panel(name, options) {
  const { needs, questions, show, clear, side = 'reference', partial = false, always = false, byRfc } = options;
  const element = document.querySelector(`[data-panel="${name}"]`);
  const it = {
    name,
    questions,
    show,
    clear,
    side,
    partial,
    always,
    element,
    turn: 0,
    stale: true,
    since: performance.now(),
    running: null,
    abort: null,
  };
  it.body = element.querySelector('.body');
  it.status = element.querySelector('.status');
  panels.push(it);
  if (byRfc) sayByRfc(it.status, byRfc);
  element.addEventListener('toggle', () => {
    it.stale ||= always;
    if (element.open) wake();
  });
  on(needs, (changed, why) => {
    it.stale = true;
    it.since = performance.now();
    it.abort?.abort();
    it.element.dataset.stale = '';
    if (!isOpen(it)) it.status.textContent = '';
    if (side === 'grammar' || why === 'typed in grammar') wakeLater();
    else wake();
  });
  return it;
}

function sayByRfc(status, text) {
  const element = h('span', { class: 'by-rfc', hidden: true }, text);
  status.after(element);
  on(['grammar'], () => {
    element.hidden = grammarAsked() === null;
  });
}

const isOpen = ({ element }) => element.tagName !== 'DETAILS' || element.open;
const wanted = (it) => it.stale && (it.always || isOpen(it));

function wakeLater() {
  clearTimeout(grammarTimer);
  grammarTimer = setTimeout(() => {
    grammarTimer = 0;
    wake();
  }, PAUSE);
}

/** Asks for what is stale: the components first, then the other panels of the reference, then those of the grammar. */
export function wake() {
  if (woken) return;
  woken = true;
  queueMicrotask(async () => {
    woken = false;
    const [first, ...others] = panels.filter(({ side }) => side === 'reference');
    if (wanted(first)) first.running = run(first);
    const { turn } = first;
    await first.running;
    if (turn !== first.turn) return;
    for (const other of others) if (wanted(other)) run(other);
    askOfGrammar();
  });
}

let asksOfGrammar = false;

/** Asks one after the other: the server runs only one command on a grammar at a time. */
async function askOfGrammar() {
  if (asksOfGrammar) return;
  asksOfGrammar = true;
  try {
    for (let next = nextOfGrammar(); next; next = nextOfGrammar()) await run(next);
  } finally {
    asksOfGrammar = false;
  }
}

const nextOfGrammar = () => (grammarTimer ? undefined : panels.find((it) => it.side === 'grammar' && wanted(it)));

async function run(it) {
  it.stale = false;
  it.abort?.abort();
  it.abort = new AbortController();
  it.turn += 1;
  const { turn, element, body } = it;
  element.removeAttribute('aria-busy');
  const { signal } = it.abort;
  element.dataset.asked = turn;
  const questions = it.questions(state);
  if (typeof questions === 'string')
    return done(it, turn, () => {
      it.clear?.();
      fill(body, note(questions));
    });
  const busy = setTimeout(() => {
    element.setAttribute('aria-busy', 'true');
  }, 150);
  const answers = await Promise.all(
    questions.map(({ panel: name, fields, slot }) => ask(name, fields, { turn, signal, slot })),
  );
  clearTimeout(busy);
  if (turn !== it.turn) return undefined;
  element.removeAttribute('aria-busy');
  if (answers.includes(null)) return undefined;
  return done(it, turn, () => {
    it.status.textContent = '';
    const without = answers.find(
      ({ failed, stopped, answers: lines }) => failed || stopped || (lines.length === 0 && !it.partial),
    );
    const reason = without && note.of(without, it !== panels[0]);
    if (reason) {
      it.clear?.();
      fill(body, reason);
    } else it.show(body, answers, it);
  });
}

/** Draws, and adds the time since the change that led to it to the browser's measures, as `shown:PANEL`. */
function done({ name, since, element }, turn, draw) {
  draw();
  performance.measure(`shown:${name}`, { start: since, end: performance.now() });
  delete element.dataset.stale;
  element.dataset.answered = turn;
}
