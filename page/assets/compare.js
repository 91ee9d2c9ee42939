// The level at which the reference and another reference are equal.

import { fill, h } from './dom.js';
import { faultNote, note } from './notices.js';
import { panel } from './schedule.js';
import { markTied, tie } from './tie.js';

const LEVELS = ['string', 'case', 'percent', 'path', 'scheme'];
const SAID = {
  string: 'They are the same text.',
  case: 'They differ only in letter case, where it does not count.',
  percent: 'They differ only in needless percent-encoding.',
  path: 'They have the same syntax-based normal form: dot segments or an empty port made the difference.',
  scheme: 'They are equal by what their scheme allows, such as leaving out its default port.',
  different: 'They differ at every level. They may still identify the same resource: only its owner knows.',
};

panel('compare', {
  needs: ['input', 'other', 'ofUris'],
  requests: ({ input, other, ofUris }) =>
    !ofUris
      ? ''
      : other === ''
        ? 'Write another reference to compare with.'
        : [{ panel: 'compare', fields: { input, other } }],
  show(body, [{ answers: [answer] }], { status }) {
    markTied('other', answer.error?.part === 'second');
    if (answer.error) return fill(body, faultNote(answer.error, true));
    const at = LEVELS.indexOf(answer.level);
    status.textContent = at < 0 ? 'different' : `equal: ${answer.level}`;
    return fill(
      body,
      h(
        'ol',
        { class: 'levels', 'aria-label': 'Levels' },
        [...LEVELS, 'different'].map((level) =>
          h(
            'li',
            {
              class: level === answer.level ? 'here' : null,
              'aria-current': level === answer.level ? 'true' : null,
            },
            level,
          ),
        ),
      ),
      note(SAID[answer.level] ?? answer.level),
    );
  },
});

tie('other');
