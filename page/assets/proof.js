// Whether each rule is equal to its ABNF rule, or a string that shows the difference.

import { announce } from './announce.js';
import { count, fill, h } from './dom.js';
import { ruleName, ruleNames, saidOfCallers } from './diff.js';
import { notation } from './editor.js';
import { MOST, some } from './more.js';
import { note, saidBy } from './notices.js';
import { panel } from './schedule.js';
import { isOfUris, state } from './state.js';
import { tryButton } from './trying.js';

const SAID = {
  wider: 'accepts more than the ABNF',
  narrower: 'accepts less than the ABNF',
  different: 'accepts different strings than the ABNF',
  moved: 'splits strings differently',
  missing: 'the grammar has no such rule',
  undecided: 'could not be decided',
};

const it = panel('prove', {
  side: 'grammar',
  needs: ['grammar', 'name'],
  requests: () =>
    isOfUris(notation.rules) ? [{ panel: 'prove', fields: {} }] : 'There is no ABNF to prove this grammar by.',
  clear() {
    announce('prove', '');
    delete it.element.dataset.proved;
  },
  show(body, [{ answers, said, abnf: file }], { status, element }) {
    if (answers.length === 0) return fill(body, said ? saidBy(said) : note('No rule to prove.'));
    const equal = answers.filter(({ relation }) => relation === 'equal');
    const others = answers.filter(({ relation }) => relation !== 'equal');
    const short = (answer) => (answer.only_grammar ?? answer.only_abnf ?? answer.moved?.text ?? '').length;
    others.sort((one, other) => short(one) - short(other));
    const causes = others.filter(({ rule }) => !calls(rule, others));
    const callers = others.filter((one) => !causes.includes(one));
    // Rules that call one another.
    if (causes.length === 0) causes.push(...callers.splice(0));
    element.dataset.proved = others.length === 0;
    status.textContent =
      others.length === 0
        ? `proved for all ${answers.length} rules by ${file ?? 'RFC 3986, Appendix A'}`
        : `fails for ${others.length} of ${answers.length} rules`;
    announce('prove', others.length === 0 ? '' : `The proof fails for ${count(others.length, 'rule')}.`);
    return fill(
      body,
      h(
        'div',
        { class: 'meter', role: 'img', 'aria-label': `${equal.length} of ${answers.length} rules are proved equal` },
        answers.slice(0, MOST).map(({ relation, rule, abnf_rule: abnf }) =>
          h('span', { class: relation === 'equal' ? 'proved' : 'unproved', title: `${rule ?? abnf}: ${relation}` }),
        ),
      ),
      others.length === 0
        ? note('Each rule accepts exactly the strings that its ABNF does.')
        : [h('ul', { class: 'changes' }, some(causes, unproved)), callers.length > 0 && folded(callers, causes)],
      h(
        'details',
        { class: 'more', id: 'proved' },
        h('summary', {}, `${count(equal.length, 'rule')} proved equal`),
        ruleNames(equal.map(({ rule }) => rule)),
      ),
    );
  },
});

/** Returns whether the definition of a rule names another one of these rules. */
function calls(name, others) {
  const here = notation.rules.find((rule) => rule.name === name);
  if (!here) return false;
  const names = new Set(state.grammar.slice(here.start, here.end).match(/[A-Za-z_]\w*/g));
  return others.some(({ rule }) => rule !== name && names.has(rule));
}

/** Returns the rules that call others that fail, as *What changed* has them. */
const folded = (callers, causes) =>
  h(
    'details',
    { class: 'more', id: 'unproved-callers' },
    h('summary', {}, saidOfCallers(callers.length, causes.map(({ rule, abnf_rule: abnf }) => rule ?? abnf))),
    h('ul', { class: 'changes' }, some(callers, unproved)),
  );

const unproved = ({
  rule,
  abnf_rule: abnf,
  relation,
  only_grammar: grammar,
  only_abnf: only,
  moved,
  unsettled,
  error,
}) =>
  h(
    'li',
    { class: 'change', 'data-rule-unproved': rule ?? abnf },
    h(
      'p',
      {},
      rule === null ? h('code', {}, abnf) : ruleName(rule),
      h('span', { class: `kind ${relation}` }, SAID[relation] ?? relation),
      error && `: ${error}`,
    ),
    grammar !== null && shown('only the grammar accepts', grammar, rule, 'gained'),
    only !== null && shown('only the ABNF accepts', only, rule ?? abnf, 'lost'),
    (moved ?? unsettled) &&
      shown(relation === 'moved' ? 'such as' : 'splits differently:', (moved ?? unsettled).text, rule, 'components'),
  );

const shown = (said, text, rule, kind) =>
  h('div', { class: 'strings' }, h('span', { class: 'dim' }, said), ' ', tryButton(text, rule, kind, kind !== 'gained'));
