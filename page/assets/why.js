// Why the match did not take an alternative of a choice.

import { callersOf } from './alternatives.js';

const within = (range, { start, end }) => range !== null && start <= range.start && range.end <= end;

/** Returns whether a step is one of the outermost in the alternative. A call begins another rule, even in itself. */
const isOf = (step, alternative) =>
  step.above !== null &&
  within(step.range, alternative) &&
  (step.above.rule !== null || !within(step.above.range, alternative));

/** Returns the step by which a step failed: its last part that failed, or a predicate. */
function cause(step) {
  const last = step.below.at(-1);
  return last && last.end === null ? cause(last) : step;
}

/** Returns each decision of the match about an alternative, in order. */
function decisions(steps, { alternatives, number }) {
  const own = alternatives[number];
  const earlier = alternatives.slice(0, number);
  return steps.flatMap((step) => {
    if (isOf(step, own)) return [{ kind: step.end === null ? 'rejected' : 'taken', step }];
    const by = step.end !== null && earlier.find((one) => isOf(step, one) && step.range.end === one.end);
    return by ? [{ kind: 'passed', step, by }] : [];
  });
}

const callOf = (step) => (step && step.rule === null && step.above ? callOf(step.above) : step);

/** Returns the number of the decision in the call of the current step, or after it, or from the byte on. */
function nearest(all, current, byte) {
  const inCall = all.findIndex(({ step }) => current && callOf(step.above) === callOf(current));
  const after = ({ step }) => (current ? step.id >= current.id : step.start >= byte);
  return inCall >= 0 ? inCall : Math.max(0, all.findIndex(after));
}

/** Returns the place of the first token from the offset on. */
function firstFrom(tokens, offset) {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle].start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns why nothing was decided about an alternative of the rule. */
function undecided(steps, own, { current, rule, notation, text }) {
  const callers = callersOf(notation, text, rule.name);
  const calls = notation.tokens.filter(({ start, end }) => callers.has(text.slice(start, end)));
  const hasCall = (range) => {
    const first = calls[firstFrom(calls, range.start)];
    return first !== undefined && within(first, range);
  };
  // One step for many expressions, such as a set of characters, has no steps below it.
  const isWhole = ({ below, range }) =>
    range !== null && below.length === 0 && (within(own, range) || hasCall(range));
  const whole = steps.find((step) => step.id >= (current?.id ?? 0) && isWhole(step)) ?? steps.find(isWhole);
  if (whole) return { kind: 'whole', step: whole };
  const call = steps.find((step) => step.rule === rule.name);
  return call ? { kind: 'elsewhere', step: call } : { kind: 'uncalled', step: null };
}

/**
 * Returns a decision about an alternative, with its `number` of all: the nearest, or the one after the number `last`. Its `kind`
 * is `rejected` by this `step`, after it was tried at the byte `at`; `taken`; `passed`, as an earlier alternative, `by`, matched;
 * `whole`, in a step for many expressions; `elsewhere`, as the match did not come to the choice in this call; or `uncalled`, with
 * its rule. Steps have the `range` of their expression in the text of the grammar.
 */
export function whyNot(steps, choice, { last, current, byte, rule, notation, text }) {
  const all = decisions(steps, choice);
  if (all.length === 0) {
    const own = choice.alternatives[choice.number];
    return { ...undecided(steps, own, { current, rule, notation, text }), number: 0, of: 0 };
  }
  const number = last === null ? nearest(all, current, byte) : (last + 1) % all.length;
  const { kind, step, by } = all[number];
  return { kind, by, at: step.start, step: kind === 'rejected' ? cause(step) : step, number, of: all.length };
}
