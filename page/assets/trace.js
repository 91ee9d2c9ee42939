// The match step by step: a tree of all attempts, and a slider through them.

import { because } from './because.js';
import { byId, coded, count, fill, h, prose } from './dom.js';
import { inEditor, lightExpression, offerAlternatives } from './expression.js';
import { lightStep, rangeOf } from './highlight.js';
import { faultNote, note } from './notices.js';
import { panel } from './schedule.js';
import { on, state } from './state.js';
import { Utf8, short, visible } from './text.js';
import { treeView } from './treeview.js';

/** The number of requested steps. */
const STEPS = 3000;
/** If there are more steps than this, those that are not part of the result are folded at first. */
const MANY = 50;
/** The maximum numbers of characters matched by a step that are shown in its line, and below the slider. */
const [LINE, ALL] = [120, 2000];

/** The start of `then` of a failed step. */
const FAILED = 'failed';
const BEFORE = 'Before the first step.';
const EARLIER = 'These steps are of an earlier text of the grammar.';
const HOW = 'Move the slider or choose a line to see one step.';
const slider = byId('step');
const stepper = byId('stepper');
const said = byId('step-said');
const field = byId('reference');
let trace = null;
let view = null;
let text = new Utf8('');
/** The last answer about an alternative. */
let asked = null;

const it = panel('trace', {
  steady: true,
  needs: ['input', 'rule', 'grammar'],
  requests: ({ input, rule }) => [{ panel: 'trace', fields: { input, rule, steps: STEPS } }],
  clear,
  show(body, [{ answers: [answer] }], { status }) {
    clear();
    if (answer.error) return fill(body, faultNote(answer.error));
    trace = answer;
    text = new Utf8(answer.input);
    const { steps } = trace;
    const byNumber = new Map(steps.map((step) => [step.id, step]));
    for (const step of steps) step.below = [];
    for (const step of steps) {
      step.above = byNumber.get(step.parent) ?? null;
      step.above?.below.push(step);
    }
    status.textContent = [trace.matched ? 'matched' : 'no match', count(steps.length, 'step')].join(' · ');
    view = treeView({
      roots: steps.filter(({ above }) => above === null),
      label: 'Steps of the match',
      children: ({ below }) => below,
      key: ({ id }) => id,
      attributes: ({ id, start, end, kept }) => ({
        'data-step': id,
        class: end === null ? 'failed' : kept === false ? 'undone' : null,
        'data-range': end === null ? null : rangeOf(start, end),
      }),
      folded: new Set(steps.length > MANY ? steps.filter(({ kept }) => kept === false).map(({ id }) => id) : []),
      line,
      chosen: (step) => go(steps.indexOf(step), false),
    });
    slider.max = steps.length;
    stepper.hidden = steps.length === 0;
    byId('step-fault').hidden = trace.matched || !steps.some(({ end }) => end === null);
    rest();
    offerAlternatives(ask);
    return fill(
      body,
      !trace.complete && note(`Only the first ${steps.length} steps: there are more.`),
      h('div', { class: 'trace-tree' }, view.element),
    );
  },
});

/** Returns whether the steps are of the grammar in the editor, and not from before a fault in it. */
const isCurrent = () => !('kept' in it.element.dataset) && !('stale' in it.element.dataset);

/** Returns to the state before the first step, without a mark in the reference. */
function rest() {
  slider.value = 0;
  slider.setAttribute('aria-valuetext', BEFORE);
  said.textContent = trace && HOW;
  asked = null;
  lightStep(null);
  lightExpression(null);
}

// The answer of the mark may no longer be shown.
it.element.addEventListener('toggle', () => {
  if (!it.element.open) rest();
  offerAlternatives(it.element.open && trace ? ask : null);
});
on(['input', 'rule', 'grammar'], rest);

function clear() {
  trace = null;
  stepper.hidden = true;
  rest();
  offerAlternatives(null);
}

function line({ what, rule, start, end, kept, then }) {
  const [mark, label] =
    end === null ? ['×', 'failed'] : kept === false ? ['↺', 'matched, but not part of the result'] : ['✓', 'matched'];
  return [
    h('span', { class: 'mark', role: 'img', 'aria-label': label, title: label }, mark),
    h('span', { class: rule === null ? 'expression' : `rule-name c-${rule}` }, visible(what)),
    h('span', { class: 'tree-text' }, end === null ? '' : short(text.slice(start, end), LINE)),
    then && h('span', { class: 'then', title: then }, prose(then)),
  ];
}

/** Goes to a step. `before` is a sentence before the one about the step. */
function go(at, scroll = true, before = null) {
  const step = trace.steps[at];
  asked = null;
  cursorAtStep = byId('grammar').selectionStart;
  slider.value = at + 1;
  slider.setAttribute('aria-valuetext', `step ${at + 1} of ${trace.steps.length}: ${short(step.what, LINE)}`);
  const path = [];
  for (let above = step; above; above = above.above) path.unshift(above);
  const element = view.reveal(path);
  if (scroll) {
    const box = it.body.querySelector('.trace-tree');
    const lineBox = element.querySelector('.tree-line').getBoundingClientRect();
    const { top, height } = box.getBoundingClientRect();
    box.scrollTop += lineBox.top - top - height / 2;
  }
  const failed = step.end === null;
  const then = step.then ?? '';
  const isWhy = failed && then.startsWith(FAILED);
  lightStep({ start: step.start, end: failed ? step.start + text.width(step.start) : step.end, failed });
  const range = isCurrent() ? inEditor(step.at) : null;
  lightExpression(range && { ...range, failed });
  fill(
    said,
    before && h('span', { class: 'because' }, before),
    h('b', {}, `${at + 1}. `),
    `At byte ${step.start}, `,
    h('code', {}, visible(step.what)),
    failed ? ' fails' : [' takes ', h('code', {}, short(text.slice(step.start, step.end), ALL) || 'nothing')],
    isWhy && coded(then.slice(FAILED.length)),
    '. ',
    !isWhy && prose(then),
  );
}

/** Moves the slider. Its position 0 is before the first step. */
const move = (by) => {
  const to = Math.max(1, Math.min(Number(slider.value) + by, trace.steps.length));
  go(to - 1);
};

slider.addEventListener('input', () => {
  if (Number(slider.value) > 0) return go(Number(slider.value) - 1);
  slider.setAttribute('aria-valuetext', BEFORE);
  said.textContent = BEFORE;
  lightExpression(null);
  return lightStep(null);
});
byId('step-back').addEventListener('click', () => move(-1));
byId('step-on').addEventListener('click', () => move(1));
byId('step-failed').addEventListener('click', () => {
  const from = Number(slider.value);
  const next = trace.steps.findIndex(({ end }, at) => at >= from && end === null);
  if (next >= 0) go(next);
  else said.textContent = 'No failure after this step.';
});
/** Returns the byte of the cursor in the reference. */
const cursor = () => new TextEncoder().encode(state.input.slice(0, field.selectionStart)).length;

byId('step-here').addEventListener('click', () => {
  const byte = cursor();
  const begins = trace.steps.findIndex(({ start }) => start === byte);
  // A repetition of characters is one step.
  const takes = trace.steps.findIndex(({ start, end, below }) => below.length === 0 && start < byte && byte < end);
  const first = begins >= 0 ? begins : takes;
  if (first >= 0) go(first);
  else said.textContent = `Nothing was tried at byte ${byte}: the match ended before it.`;
});

/** Goes to the step that decided about the alternative at this offset in the editor, and says how. */
function ask(offset, isOfStep = false) {
  if (!isCurrent()) {
    said.textContent = EARLIER;
    return;
  }
  const current = trace.steps[Number(slider.value) - 1] ?? null;
  const answer = because(trace, offset, { current, last: asked, byte: cursor(), isOfStep });
  if (answer.step) go(trace.steps.indexOf(answer.step), true, answer.sentence);
  else fill(said, answer.sentence);
  asked = answer;
}

/** Goes to the first of the failures that are furthest in the text. */
byId('step-fault').addEventListener('click', () => {
  const failures = trace.steps.filter(({ end, below }) => end === null && below.length === 0);
  const furthest = Math.max(...failures.map(({ start }) => start));
  go(trace.steps.findIndex((step) => failures.includes(step) && step.start === furthest));
});

/** The place of the last question, and the cursor in the editor when the current step was lit. */
let place = null;
let cursorAtStep = null;

byId('step-why').addEventListener('click', () => {
  const cursorNow = byId('grammar').selectionStart;
  const step = trace.steps[Number(slider.value) - 1];
  // Until the cursor moves, the question is about the lit expression; asked again, about the same as before.
  const isOfStep = step && isCurrent() && cursorNow === cursorAtStep && inEditor(step.at);
  if (!isOfStep) place = cursorNow;
  else if (asked === null) place = inEditor(step.at).start;
  ask(place, Boolean(isOfStep));
});
