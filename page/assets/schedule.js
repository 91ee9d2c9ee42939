// The schedule of requests. A closed panel asks nothing until it is opened.

import { on, state } from './state.js';
import { ask } from './ask.js';
import { unread } from './limits.js';
import { isBuiltin } from './meaning.js';
import { isGrammarFault, note } from './notices.js';
import { fill } from './dom.js';

/** The pause after the last key before requests about the grammar. A later request supersedes an earlier one. */
const PAUSE = 10;
const panels = [];
let grammarTimer = 0;
let woken = false;
let turns = 0;

/**
 * Adds a panel: `needs` are the fields of the state that its requests use, `requests(state)` makes the requests, each
 * `{ panel, fields }`, or the reason why there are none.
 * `show(body, answers, panel)` draws the answers, with `partial` even if one of them has no lines; `clear()` removes the content
 * of the panel elsewhere on the page; `kept(why)` is called instead if the last answers stay while the grammar has a fault. With
 * `always`, requests are sent even while the panel is closed. The panels of a side are answered in the order in which they are
 * added. With `steady`, the content depends only on the answers, so that the same answers are not redrawn. With
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
    stale: true,
    since: performance.now(),
    asks: [],
    request: null,
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
    it.request?.abort();
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

/** Sends a request for the stale panels about the reference, and one for those about the grammar. */
export function wake() {
  if (woken) return;
  woken = true;
  queueMicrotask(() => {
    woken = false;
    send('reference');
    if (!grammarTimer) send('grammar');
  });
}

async function send(side) {
  // A panel that was opened may be waiting for fewer answers.
  for (const it of panels) if (it.stale) it.request?.abort();
  const begun = panels.filter((it) => it.side === side && wanted(it)).filter(begin);
  if (begun.length === 0) return;
  const request = new Request(begun);
  const asks = begun.flatMap(({ asks: all }) => all);
  // No other request waits for the last panel, so the slot is free.
  const answers = ask(asks, { slot: begun.at(-1).name, signal: request.signal });
  try {
    for (const it of begun) {
      const own = [];
      while (own.length < it.asks.length) {
        const { value, done: isOver } = await answers.next();
        if (isOver) return;
        own.push(value);
      }
      request.end(it);
      show(it, own);
    }
  } finally {
    request.release();
    answers.return();
  }
}

/** A request for the answers of panels. */
class Request {
  #abort = new AbortController();
  #waiting;

  constructor(begun) {
    this.#waiting = new Set(begun);
    this.signal = this.#abort.signal;
    for (const it of begun) it.request = this;
  }

  /** Ends the part of a panel. */
  end(it) {
    this.#waiting.delete(it);
    it.request = null;
    it.element.removeAttribute('aria-busy');
  }

  abort() {
    this.#abort.abort();
    this.release();
  }

  /** Ends the request. The panels that have no answers are stale again. */
  release() {
    for (const it of this.#waiting) {
      it.stale = true;
      this.end(it);
    }
  }
}

/** Begins to ask for a panel, and returns whether it has a question. */
function begin(it) {
  it.stale = false;
  turns += 1;
  const { element, body } = it;
  const turn = turns;
  element.removeAttribute('aria-busy');
  element.dataset.asked = turn;
  const tooMuch = unread(it.needs);
  const isFirst = tooMuch && panels.find(({ needs }) => needs.includes(tooMuch.field)) === it;
  const requests = tooMuch ? (isFirst ? tooMuch.why : '') : it.requests(state);
  if (typeof requests === 'string') {
    it.drawn = null;
    done(it, () => {
      it.status.textContent = '';
      it.isAnswered = false;
      delete element.dataset.kept;
      it.clear?.();
      fill(body, requests !== '' && note(requests));
    });
    return false;
  }
  const builtin = it.side === 'reference' && isBuiltin(it.byMeaning);
  it.asks = requests.map((request) => ({ ...request, builtin }));
  setTimeout(() => {
    if (element.dataset.asked === String(turn) && it.request) element.setAttribute('aria-busy', 'true');
  }, 150);
  return true;
}

/** Shows the answers of a panel. An error in one panel is reported, and keeps none of the others from theirs. */
function show(it, answers) {
  try {
    showIn(it, answers);
  } catch (error) {
    Object.assign(it, { drawn: null, isAnswered: false });
    it.status.textContent = 'could not be shown';
    reportError(error);
  }
}

function showIn(it, answers) {
  const { element, body } = it;
  const text = answers.map((answer) => answer.text).join('\n');
  if (it.steady && it.drawn === text) {
    done(it, () => {});
    return;
  }
  done(it, () => {
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
function done({ name, since, element }, draw) {
  draw();
  performance.clearMeasures(`shown:${name}`);
  performance.measure(`shown:${name}`, { start: since, end: performance.now() });
  delete element.dataset.stale;
  element.dataset.answered = element.dataset.asked;
}
