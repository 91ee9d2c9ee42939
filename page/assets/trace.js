// The match step by step: a tree of all attempts, and a slider through them.

import { choiceAt } from './alternatives.js';
import { byId, coded, count, fill, h, prose } from './dom.js';
import { notation } from './editor.js';
import { inEditor, lightExpression, offerAlternatives } from './expression.js';
import { lightStep, rangeOf } from './highlight.js';
import { ruleAt } from './notation.js';
import { faultNote, note } from './notices.js';
import { panel } from './schedule.js';
import { on, state } from './state.js';
import { Utf8, short, visible } from './text.js';
import { treeView } from './treeview.js';
import { cause, decisions, nearest } from './why.js';

/** The number of requested steps. */
const STEPS = 3000;
/** If there are more steps than this, those that are not part of the result are folded at first. */
const MANY = 50;
/** The maximum numbers of characters matched by a step that are shown in its line, and below the slider. */
const [LINE, ALL] = [120, 2000];

/** The start of `then` of a failed step. */
const FAILED = 'failed';
const BEFORE = 'Before the first step.';
const HOW = 'Move the slider or choose a line to see one step.';
const slider = byId('step');
const stepper = byId('stepper');
const said = byId('step-said');
const field = byId('reference');
let trace = null;
let view = null;
let text = new Utf8('');
/** The last answer of `whyNot`: the start of the alternative, and the number of the decision that was shown. */
let why = null;

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
    for (const step of steps) Object.assign(step, { below: [], range: inEditor(step.at) });
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
    rest();
    offerAlternatives(whyNot);
    return fill(
      body,
      !trace.complete && note(`Only the first ${steps.length} steps: there are more.`),
      h('div', { class: 'trace-tree' }, view.element),
    );
  },
});

/** Returns to the state before the first step, without a mark in the reference. */
function rest() {
  slider.value = 0;
  slider.setAttribute('aria-valuetext', BEFORE);
  said.textContent = trace && HOW;
  why = null;
  lightStep(null);
  lightExpression(null);
}

// The answer of the mark may no longer be shown.
it.element.addEventListener('toggle', () => {
  if (!it.element.open) rest();
  offerAlternatives(it.element.open && trace ? whyNot : null);
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

/** Goes to a step. `because` is a sentence before that about the step. */
function go(at, scroll = true, because = null) {
  const step = trace.steps[at];
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
  lightExpression(step.range && { ...step.range, failed });
  fill(
    said,
    because && h('span', { class: 'because' }, because),
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
byId('step-here').addEventListener('click', () => {
  const byte = new TextEncoder().encode(state.input.slice(0, field.selectionStart)).length;
  const reads = ({ start, end, below }) => start === byte || (below.length === 0 && start < byte && byte < end);
  const first = trace.steps.findIndex(reads);
  if (first >= 0) go(first);
  else said.textContent = `Nothing was tried at byte ${byte}: the match ended before it.`;
});

/** Says why no step decided about an alternative, `name`, of a rule. */
function undecided(rule, name) {
  const call = trace.steps.find((step) => step.rule === rule.name);
  const all = trace.complete ? '' : ` in the first ${count(trace.steps.length, 'step')}`;
  const code = h('code', {}, rule.name);
  if (!call) fill(said, code, ` was not called as a step of its own${all}, so `, name, ' was not tried.');
  else if (call.below.length === 0)
    go(trace.steps.indexOf(call), true, ['All of ', code, ' is one step: a set of characters, or a repetition of them.']);
  else go(trace.steps.indexOf(call), true, [code, ` was called, but the match did not come to `, name, `${all}.`]);
}

/** Goes to the step that decided about the alternative at this offset of the grammar: to the next one each time. */
function whyNot(offset) {
  const rule = ruleAt(notation.rules, offset);
  const choice = choiceAt(notation.tokens, state.grammar, rule, offset);
  if (!choice) return fill(said, 'Put the cursor in an alternative of the grammar, which is before or after a ', h('code', {}, '|'), '.');
  const { start, end } = choice.alternatives[choice.number];
  const code = (range) => h('code', {}, short(state.grammar.slice(range.start, range.end).replace(/\s+/g, ' '), LINE));
  const name = code({ start, end });
  const all = decisions(trace.steps, choice);
  const current = trace.steps[Number(slider.value) - 1] ?? null;
  if (all.length === 0) return undecided(rule, name);
  const byte = new TextEncoder().encode(state.input.slice(0, field.selectionStart)).length;
  const number = why?.start === start ? (why.number + 1) % all.length : nearest(all, current, byte);
  const { kind, step, by } = all[number];
  const times = all.length > 1 && h('span', { class: 'dim' }, ` (${number + 1} of ${all.length} times; press again for the next.)`);
  const because = {
    rejected: [name, ` was tried at byte ${step.start}, and this step rejected it.`],
    taken: [name, ` was tried at byte ${step.start}, and matched.`],
    passed: by && [code(by), ' matched first, so ', name, ' was not tried.'],
  }[kind];
  go(trace.steps.indexOf(kind === 'rejected' ? cause(step) : step), true, [because, times]);
  why = { start, number };
  return undefined;
}

byId('step-why').addEventListener('click', () => whyNot(byId('grammar').selectionStart));
