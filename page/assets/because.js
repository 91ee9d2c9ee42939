// Why the match did not take an alternative, in sentences.

import { choiceAt } from './alternatives.js';
import { count, h } from './dom.js';
import { notation } from './editor.js';
import { inEditor } from './expression.js';
import { ruleAt } from './notation.js';
import { state } from './state.js';
import { short } from './text.js';
import { whyNot } from './why.js';

/** The maximum length of an alternative in a sentence. */
const MOST = 80;
const NO_CHOICE = 'Put the cursor in an alternative of a choice in the grammar.';
const NO_CHOICE_OF_STEP = 'This step is in no choice: choose a step in an alternative, or put the cursor in one.';

/**
 * Returns why the match did not take the alternative at an offset in the editor: the `step` that decided it, or `null`, and a
 * `sentence`. With `isOfStep`, the offset is that of the current step, and not of the cursor. `last` is the last answer; if it was about the same alternative, this one is about the next time.
 */
export function because(trace, offset, { current, last, byte, isOfStep }) {
  const { grammar: text } = state;
  const rule = ruleAt(notation.rules, offset);
  const choice = choiceAt(notation.tokens, text, rule, offset);
  if (!choice) return { step: null, sentence: isOfStep ? NO_CHOICE_OF_STEP : NO_CHOICE, start: null, number: 0 };
  const { start } = choice.alternatives[choice.number];
  for (const step of trace.steps) step.range = inEditor(step.at);
  const before = last?.start === start ? last.number : null;
  const answer = whyNot(trace.steps, choice, { last: before, current, byte, rule, notation, text });
  const code = (range) => h('code', {}, short(text.slice(range.start, range.end).replace(/\s+/g, ' '), MOST));
  const sentence = said(answer, code(choice.alternatives[choice.number]), rule, trace, code);
  return { step: answer.step, sentence, start, number: answer.number };
}

function said({ kind, step, by, at, number, of }, own, { name }, { steps, complete }, code) {
  const called = h('code', {}, name);
  const within = complete ? '' : ` in the first ${count(steps.length, 'step')}`;
  const sentence = {
    rejected: () => [own, ` was tried at byte ${at}, and this step rejected it.`],
    taken: () => [own, ` was tried at byte ${at}, and matched.`],
    passed: () => [code(by), ' matched first, so ', own, ' was not tried.'],
    whole: () => ['All of ', h('code', {}, short(step.what, MOST)), ' is one step, so ', own, ' has none of its own.'],
    elsewhere: () => [called, ' was called, but the match did not come to ', own, `${within}.`],
    uncalled: () => [called, ` was not called${within}, so `, own, ' was not tried.'],
  }[kind]();
  return [sentence, of > 1 && h('span', { class: 'dim' }, ` ${number + 1} of ${of} times; ask again for the next.`)];
}
