// Answers by uri.wasm, in a Web Worker that is ended when it takes too long or its answers are no longer needed.

/** The time limit of a command, in milliseconds. */
const TIME = 10_000;
/** The number of workers that are kept for the next requests: one for each side of the page, and one for the verdicts. */
const MOST_IDLE = 3;

const idle = [];
let turns = 0;
let compiled = null;

/** Returns the promise of the module. It is fetched again after a failure. */
function compile() {
  compiled ??= fetched().catch((error) => {
    compiled = null;
    throw new Error(`uri.wasm could not be loaded: ${error.message}`);
  });
  return compiled;
}

async function fetched() {
  const response = await fetch(new URL('uri.wasm', import.meta.url));
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const isOfType = response.headers.get('Content-Type') === 'application/wasm';
  return isOfType ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

function start() {
  const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
  // A script that cannot be loaded is found out when the worker is asked.
  worker.onerror = () => remove(worker);
  return worker;
}

function remove(worker) {
  const at = idle.indexOf(worker);
  if (at >= 0) idle.splice(at, 1);
}

function keep(worker) {
  if (idle.length >= MOST_IDLE) {
    worker.terminate();
    return;
  }
  worker.onmessage = null;
  worker.onerror = () => remove(worker);
  idle.push(worker);
}

for (let number = 1; number < MOST_IDLE; number += 1) keep(start());
// The files are kept for later once the page has the module.
compile().then(
  () => navigator.serviceWorker?.register(new URL('offline.js', import.meta.url)).catch(() => {}),
  () => {},
);

/**
 * Yields the lines of the answers to a request. Each command may take so many milliseconds. Throws an `Error` with a message for
 * the page, or an `AbortError`.
 */
export async function* lines(request, signal, time = TIME) {
  const module = await compile();
  let { asks } = request;
  while (asks.length > 0) {
    signal.throwIfAborted();
    const run = new Run(module, { ...request, asks }, signal);
    let number = 0;
    try {
      while (number < asks.length) {
        const line = await run.answer(time);
        number += 1;
        yield line;
      }
    } catch (error) {
      if (!(error instanceof Stopped) || run.unanswered === null) throw error;
      number += 1;
      yield JSON.stringify({ ...JSON.parse(run.unanswered), stopped: error.message });
    } finally {
      run.end(run.unanswered === null && number === asks.length);
    }
    asks = asks.slice(number);
  }
}

/** The reason why a command was stopped. */
class Stopped extends Error {}

/** A request, whose commands a worker runs. */
class Run {
  #worker = idle.pop() ?? start();
  #signal;
  #turn = (turns += 1);
  #messages = [];
  #wake = () => {};
  /** The answer to the command that runs, for the case that it is stopped. */
  unanswered = null;

  constructor(module, request, signal) {
    this.#signal = signal;
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = ({ message }) =>
      this.#hear({ turn: this.#turn, why: `it could not be run: ${message ?? 'worker.js could not be loaded'}` });
    signal.addEventListener('abort', this.#abort);
    this.#worker.postMessage({ module, turn: this.#turn, request });
  }

  #abort = () => this.#wake();

  #hear(message) {
    if (message.turn !== this.#turn) return;
    this.#messages.push(message);
    this.#wake();
  }

  /** Returns the line of the next answer. */
  async answer(time) {
    const until = performance.now() + time;
    const late = `it was stopped because it took longer than ${time / 1000}s`;
    this.unanswered = await this.#line(until, late);
    const line = await this.#line(until, late);
    this.unanswered = null;
    return line;
  }

  async #line(until, late) {
    while (this.#messages.length === 0) {
      this.#signal.throwIfAborted();
      const left = until - performance.now();
      if (left <= 0) throw new Stopped(late);
      let timer;
      await new Promise((wake) => {
        this.#wake = wake;
        timer = setTimeout(wake, left);
      });
      clearTimeout(timer);
    }
    const { line, why } = this.#messages.shift();
    if (line === undefined) throw new Stopped(why || 'it ended before it answered');
    return line;
  }

  /** Keeps the worker for another request if it has answered all of this one, or else ends it. */
  end(isComplete) {
    this.#signal.removeEventListener('abort', this.#abort);
    if (isComplete) {
      keep(this.#worker);
      return;
    }
    this.#worker.terminate();
    if (idle.length < MOST_IDLE) keep(start());
  }
}
