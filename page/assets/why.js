// Why the match did not take an alternative of a choice.

const within = (range, { start, end }) => range !== null && start <= range.start && range.end <= end;

/** Returns whether a step is one of the outermost in the alternative. A call begins another rule, even in itself. */
const isOf = (step, alternative) =>
  step.above !== null &&
  within(step.range, alternative) &&
  (step.above.rule !== null || !within(step.above.range, alternative));

/** Returns the step by which a step failed: its last part that failed, or a predicate. */
export function cause(step) {
  const last = step.below.at(-1);
  return last && last.end === null ? cause(last) : step;
}

/**
 * Returns each time that the match decided about an alternative, in order: `rejected` or `taken` by this step, or `passed`,
 * because the step of an earlier alternative, `by`, matched first. Steps have the `range` of their expression in the grammar.
 */
export function decisions(steps, { alternatives, number }) {
  const own = alternatives[number];
  const earlier = alternatives.slice(0, number);
  return steps.flatMap((step) => {
    if (isOf(step, own)) return [{ kind: step.end === null ? 'rejected' : 'taken', step }];
    const by = step.end !== null && earlier.find((one) => isOf(step, one) && step.range.end === one.end);
    return by ? [{ kind: 'passed', step, by }] : [];
  });
}

/** Returns the number of the decision that is nearest: in the call of the current step, or after it, or around the byte. */
export function nearest(all, current, byte) {
  const call = (step) => (step && step.rule === null && step.above ? call(step.above) : step);
  const inCall = all.findIndex(({ step }) => current && call(step.above) === call(current));
  if (inCall >= 0) return inCall;
  const after = all.findIndex(({ step }) => (current ? step.id >= current.id : step.start >= byte));
  return Math.max(after, 0);
}
