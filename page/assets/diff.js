// The changes against another grammar, with the shortest strings that show them.

import { announce } from './announce.js';
import { count, fill, h } from './dom.js';
import { goToRule, notation } from './editor.js';
import { isAlike } from './meaning.js';
import { some } from './more.js';
import { note } from './notices.js';
import { panel } from './schedule.js';
import { set, state } from './state.js';
import { tryButton } from './trying.js';

const SAID = {
  widened: 'accepts more',
  narrowed: 'accepts less',
  changed: 'accepts different strings',
  components: 'splits strings differently',
  node: 'makes a node, or no longer does',
  added: 'is new',
  gone: 'is gone',
  undecided: 'undecided',
};
/** The number of strings of each rule that are shown at first. */
const SHOWN = 4;
/** More rules than this are folded. */
const FEW = 12;

panel('diff', {
  side: 'grammar',
  needs: ['grammar', 'against'],
  requests: () => [{ panel: 'diff', fields: {} }],
  clear: () => announce('diff', ''),
  show(body, [{ answers }], { status }) {
    const differ = answers.filter(({ change }) => change !== 'equal');
    const causes = differ.filter(
      ({ because, counterexamples, change }) =>
        because.length === 0 && (counterexamples.length > 0 || change === 'undecided' || change === 'node'),
    );
    const through = differ.filter(({ because }) => because.length > 0);
    const called = through.flatMap(({ because }) => because);
    const added = differ.filter((one) => !causes.includes(one) && !through.includes(one));
    status.textContent = differ.length === 0 ? 'nothing' : `${differ.length} of ${count(answers.length, 'rule')}`;
    announce('diff', differ.length === 0 ? '' : `${count(differ.length, 'rule')} changed.`);
    if (differ.length === 0 && state.against === null && !isAlike()) set({ same: state.grammar });
    if (differ.length === 0) return fill(body, note('Every rule accepts the same strings and splits them alike.'));
    return fill(
      body,
      h('ul', { class: 'changes' }, some(causes, cause)),
      through.length > 0 && folded('through', saidOfCallers(through.length, [...new Set(called)]), through),
      groups(added),
    );
  },
});

/** Returns a sentence about the number of rules that differ only because they call others, with the names of these. */
export const saidOfCallers = (number, called) =>
  `${count(number, 'rule')} that ${number === 1 ? 'calls' : 'call'} ${list(called)}`;

const list = (names) => (names.length > 4 ? `${names.slice(0, 4).join(', ')}, …` : names.join(', '));

const cause = (one) =>
  h(
    'li',
    { class: 'change', 'data-rule-changed': one.rule },
    h(
      'p',
      {},
      ruleName(one.rule),
      h('span', { class: `kind ${one.change}` }, SAID[one.change] ?? one.change),
      one.new_rules?.length > 0 && h('span', { class: 'dim' }, ` with ${one.new_rules.join(', ')}`),
      one.error && `: ${one.error}`,
    ),
    strings(one, 'gained', 'now accepts'),
    strings(one, 'lost', 'no longer accepts'),
    strings(one, 'components', one.change === 'components' ? 'such as' : 'splits differently'),
  );

function strings({ rule, start, counterexamples }, kind, said) {
  const all = counterexamples.filter((counterexample) => counterexample.kind === kind);
  if (all.length === 0) return null;
  const one = ({ text, context, old, new: now }) =>
    h(
      'li',
      {},
      tryButton(text, rule, kind, kind !== 'gained'),
      context !== null &&
        context !== text && [h('span', { class: 'dim' }, ' in '), tryButton(context, start, kind)],
      kind === 'components' && h('span', { class: 'apart' }, nodes('before', old), nodes('now', now)),
    );
  return h(
    'div',
    { class: 'strings' },
    h('span', { class: 'dim' }, said),
    h('ul', {}, all.slice(0, SHOWN).map(one)),
    all.length > SHOWN &&
      h(
        'details',
        { class: 'more' },
        h('summary', {}, `${all.length - SHOWN} more`),
        h('ul', {}, some(all.slice(SHOWN), one)),
      ),
  );
}

const nodes = (when, captures) =>
  captures &&
  h(
    'span',
    {},
    h('span', { class: 'dim' }, `${when}: `),
    captures.length === 0 ? 'one piece' : some(captures, capture, inSpan),
  );

const capture = ({ rule, start, end }, at) => `${at === 0 ? '' : ', '}${rule} ${start}–${end}`;

const inSpan = (button) => h('span', {}, button);

/** Returns the names of rules as links to their definitions. */
export const ruleNames = (names) =>
  h(
    'span',
    { class: 'names' },
    some(names, (name) => h('span', {}, ruleName(name), ' '), inSpan),
  );

/** Returns the name of a rule, as a link to its definition if there is one. */
export function ruleName(name) {
  const isHere = notation.rules.some((rule) => rule.name === name);
  return isHere
    ? h('button', { type: 'button', class: 'link rule-link', click: () => goToRule(name) }, name)
    : h('code', {}, name);
}

const folded = (id, label, all) =>
  h(
    'details',
    { class: 'more', id: `changed-${id}` },
    h('summary', {}, label),
    h(
      'ul',
      { class: 'changes' },
      some(all, ({ rule, change, counterexamples }) =>
        h(
          'li',
          {},
          ruleName(rule),
          h('span', { class: `kind ${change}` }, SAID[change] ?? change),
          ' ',
          counterexamples.slice(0, 1).map(({ text, kind }) => tryButton(text, rule, kind, kind !== 'gained')),
        ),
      ),
    ),
  );

function groups(all) {
  return ['added', 'gone', 'widened', 'narrowed', 'changed'].map((change) => {
    const names = all.filter((one) => one.change === change).map(({ rule }) => rule);
    const label = h(
      'span',
      { class: `kind ${change}` },
      `${count(names.length, 'rule')} ${names.length === 1 ? SAID[change] : SAID[change].replace(/^is /, 'are ')}`,
    );
    const links = ruleNames(names);
    if (names.length > FEW) return h('details', { class: 'more group' }, h('summary', {}, label), links);
    return names.length > 0 && h('p', { class: 'group' }, label, ' ', links);
  });
}
