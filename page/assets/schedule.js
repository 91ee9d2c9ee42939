// The schedule of requests. A closed panel sends none until it is opened.

import { on, state } from './state.js';
import { ask } from './ask.js';
import { unread } from './limits.js';
import { isBuiltin } from './meaning.js';
import { isGrammarFault, note } from './notices.js';
import { fill } from './dom.js';

/** The pause after the last key before requests about the grammar. A later request supersedes an earlier one. */
const PAUSE = 30;
/** The head start of the first request about the grammar, before requests about the reference take processors. */
const HEAD_START = 200;

const panels = [];
let grammarTimer = 0;
let woken = false;

/**
 * Adds a panel: `needs` are the fields of the state that its requests use, `requests(state)` makes the requests, each
 * `{ panel, fields, slot }`, or the reason why there are none. Simultaneous requests of a panel need different slots.
 * `show(body, answers, panel)` draws the answers, with `partial` even if one of them has no lines; `clear()` removes the content
 * of the panel elsewhere on the page; `kept(why)` is called instead if the last answers stay while the grammar has a fault. With
 * `always`, requests are sent even while the panel is closed. The requests of the first panel of each side are sent before the
 * others of that side. With `steady`, the content depends only on the answers, so that the same answers are not redrawn. With
 * `byMeaning`, uri.pest answers for a grammar with equal rules. Returns the panel, which has its `body` and `status`.
 */
export function panel(name, options) {
  const { needs, requests, show, clear, kept, side = 'reference' } = options;
  const { partial = false, always = false, steady = false, byMeaning = false } = options;
  const element = document.querySelector(`[data-panel="${name}"]`);
  const it = {
    name,
    needs,
    requests,
    show,
    clear,
    side,
    partial,
    always,
    steady,
    byMeaning,
    kept,
    drawn: null,
    isAnswered: false,
    element,
    turn: 0,
    stale: true,
    since: performance.now(),
    running: null,
    abort: null,
  };
  it.body = element.querySelector('.body');
  it.status = element.querySelector('.status');
  it.again = () => {
    it.stale = true;
    // The pressed button disappears with its notice.
    element.querySelector('summary')?.focus();
    wake();
  };
  panels.push(it);
  element.addEventListener('toggle', () => {
    it.stale ||= always;
    if (element.open) wake();
  });
  on(needs, (changed, why) => {
    it.stale = true;
    it.since = performance.now();
    it.abort?.abort();
    it.element.dataset.stale = '';
    if (!isOpen(it)) {
      it.status.textContent = '';
      it.drawn = null;
    }
    if (side === 'grammar' || why === 'typed in grammar') wakeLater();
    else wake();
  });
  return it;
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

/** Sends requests for stale panels: first the components and the changes, then the others of the reference and the grammar. */
export function wake() {
  if (woken) return;
  woken = true;
  queueMicrotask(async () => {
    woken = false;
    const [first, ...others] = panels.filter(({ side }) => side === 'reference');
    if (wanted(first)) first.running = run(first);
    const { turn } = first;
    const ofGrammar = askOfGrammar();
    await Promise.all([first.running, Promise.race([ofGrammar, after(HEAD_START)])]);
    if (turn !== first.turn) return;
    for (const other of others) if (wanted(other)) run(other);
  });
}

const after = (time) => new Promise((done) => setTimeout(done, time));

let asksOfGrammar = false;

/** Sends requests one after the other, because the server runs one command on a grammar at a time. Returns the first promise. */
function askOfGrammar() {
  const next = asksOfGrammar ? undefined : nextOfGrammar();
  if (!next) return undefined;
  asksOfGrammar = true;
  const first = run(next);
  askOthers(first);
  return first;
}

async function askOthers(first) {
  try {
    await first;
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
  const tooMuch = unread(it.needs);
  const isFirst = tooMuch && panels.find(({ needs }) => needs.includes(tooMuch.field)) === it;
  const requests = tooMuch ? (isFirst ? tooMuch.why : '') : it.requests(state);
  if (typeof requests === 'string') {
    it.drawn = null;
    return done(it, turn, () => {
      it.status.textContent = '';
      it.isAnswered = false;
      delete element.dataset.kept;
      it.clear?.();
      fill(body, requests !== '' && note(requests));
    });
  }
  const busy = setTimeout(() => {
    element.setAttribute('aria-busy', 'true');
  }, 150);
  const answers = await Promise.all(
    requests.map(({ panel: name, fields, slot }) =>
      ask(name, fields, { turn, signal, slot, isBuiltin: it.side === 'reference' && isBuiltin(it.byMeaning) }),
    ),
  );
  clearTimeout(busy);
  if (turn !== it.turn) return undefined;
  element.removeAttribute('aria-busy');
  if (answers.includes(null)) return undefined;
  const text = answers.map((answer) => answer.text).join('\n');
  if (it.steady && it.drawn === text) return done(it, turn, () => {});
  return done(it, turn, () => {
    const atFault = answers.find(isGrammarFault);
    // A grammar is half-typed most of the time: its last answers stay, dimmed.
    if (atFault && it.side === 'reference' && it.isAnswered) {
      element.dataset.kept = '';
      it.drawn = null;
      it.status.textContent = '';
      it.kept?.(note.until(atFault));
      return;
    }
    it.status.textContent = '';
    delete element.dataset.kept;
    const without = answers.find(
      ({ failed, stopped, answers: lines }) => failed || stopped || (lines.length === 0 && !it.partial),
    );
    const reason = without && note.of(without, it !== panels[0], it.again);
    if (reason) {
      it.clear?.();
      fill(body, reason);
    } else it.show(body, answers, it);
    it.isAnswered = !reason && !atFault;
    it.drawn = reason ? null : text;
  });
}

/** Draws, and measures the time since the causing change as `shown:PANEL`. */
function done({ name, since, element }, turn, draw) {
  draw();
  performance.clearMeasures(`shown:${name}`);
  performance.measure(`shown:${name}`, { start: since, end: performance.now() });
  delete element.dataset.stale;
  element.dataset.answered = turn;
}
