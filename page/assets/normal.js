// The normal form at each level, and the changes from the level before.

import { fill, h } from './dom.js';
import { copyButton } from './copying.js';
import { faultNote } from './notices.js';
import { panel } from './schedule.js';
import { difference, visible } from './text.js';

const LEVELS = [
  ['string', 'as written', '6.2.1'],
  ['case', 'letter case', '6.2.2.1'],
  ['percent', 'percent-encoding', '6.2.2.2'],
  ['path', 'dot segments', '6.2.2.3'],
  ['scheme', 'what the scheme allows', '6.2.3'],
];

panel('normalize', {
  needs: ['input', 'ofUris'],
  requests: ({ input, ofUris }) =>
    ofUris ? LEVELS.map(([level]) => ({ panel: 'normalize', fields: { input, level } })) : '',
  show(body, answers, { status }) {
    const outputs = answers.map(({ answers: [answer] }) => answer);
    const fault = outputs.find(({ error }) => error);
    if (fault) return fill(body, faultNote(fault.error, true));
    const changes = outputs.filter(({ output }, at) => at > 0 && output !== outputs[at - 1].output).length;
    status.textContent = changes === 0 ? 'already normal' : `changes on ${changes} of ${LEVELS.length - 1} levels`;
    return fill(
      body,
      h(
        'ol',
        { class: 'ladder' },
        LEVELS.map(([level, about, section], at) => {
          const { output } = outputs[at];
          const isSame = at > 0 && output === outputs[at - 1].output;
          return h(
            'li',
            { class: isSame ? 'same' : null, 'data-level': level },
            h(
              'span',
              { class: 'level' },
              h('b', {}, level),
              h('span', { class: 'dim' }, ` ${about}`, isSame && ': no change'),
              h('cite', {}, `section ${section}`),
            ),
            isSame ? null : at === 0 ? h('code', {}, visible(output)) : changed(outputs[at - 1].output, output),
          );
        }),
      ),
      copyButton('copy-normal', 'Copy the normal form', () => outputs.at(-1).output),
    );
  },
});

function changed(old, now) {
  const { start, gone, come, end } = difference(old, now);
  return h(
    'code',
    {},
    visible(start),
    gone !== '' && h('del', {}, visible(gone)),
    come !== '' && h('ins', {}, visible(come)),
    visible(end),
  );
}
