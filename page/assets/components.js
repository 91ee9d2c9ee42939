// The components of the reference, drawn as in section 3, with their details.

import { announce } from './announce.js';
import { fill, h, plain } from './dom.js';
import { colour } from './field.js';
import { knowRanges, rangeOf } from './highlight.js';
import { some } from './more.js';
import { note } from './notices.js';
import { panel } from './schedule.js';
import { state } from './state.js';
import { Utf8, visible } from './text.js';
import { noVerdict, verdict } from './verdict.js';

const INNER = ['userinfo', 'host', 'port'];
const OUTER = ['scheme', 'authority', 'path', 'query', 'fragment'];
const ALL = ['scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment'];

panel('parse', {
  always: true,
  steady: true,
  byMeaning: true,
  needs: ['input', 'rule', 'grammar', 'same'],
  requests: ({ input, rule }) => [{ panel: 'parse', fields: { input, rule } }],
  clear: () => {
    colour(state.input, {}, null);
    knowRanges('parse', []);
    noVerdict();
  },
  kept: (why) => noVerdict(why),
  show(body, [{ answers: [answer] }], { status }) {
    const spans = answer.details?.spans ?? {};
    if (answer.error) {
      const { error } = answer;
      const found = new TextEncoder().encode(error.found ?? '').length;
      colour(answer.input, {}, [error.offset, error.offset + Math.max(found, 1)]);
      knowRanges('parse', []);
      verdict(false, error);
      announce('reference', `Does not match ${state.rule}: ${plain(error.message)}`);
      return fill(body, note('No components: the text does not match the rule.'));
    }
    colour(answer.input, spans, null);
    knowRanges('parse', ranges(answer.details));
    verdict(true);
    announce('reference', `Matches ${state.rule}.`);
    status.textContent = [answer.kind, answer.host_kind && `host: ${answer.host_kind}`].filter(Boolean).join(' · ');
    if (ALL.every((name) => answer[name] === null || answer[name] === undefined)) {
      return fill(body, note('The text matches. This rule has no URI components; the parse tree shows its parts.'));
    }
    return fill(body, drawing(answer), table(answer));
  },
});

function ranges(details) {
  if (!details) return [];
  const parts = [...(details.segments ?? []), ...(details.pairs ?? [])].map(({ start, end }) => [start, end]);
  return [...Object.values(details.spans).filter(Boolean), ...parts];
}

/** Returns the text on a line, and below it braces and names of the components, then of the authority's parts. */
function drawing({ input, details, ...answer }) {
  const text = new Utf8(input);
  const spans = details?.spans;
  if (!spans) return null;
  let at = 0;
  const upTo = (end) => {
    const between = text.slice(at, end);
    at = end;
    return between === '' ? null : h('span', { class: 'delimiter' }, between);
  };
  const within = (names) =>
    names
      .filter((name) => spans[name])
      .flatMap((name) => {
        const [start, end] = spans[name];
        const before = upTo(start);
        const parts = name === 'authority' ? within(INNER) : null;
        const rest = parts && upTo(end);
        at = end;
        const shown = parts ?? h('span', { class: 'part-text' }, visible(answer[name]) || '\u00a0');
        const element = h(
          'span',
          { class: `part c-${name}${start === end ? ' empty' : ''}`, 'data-range': rangeOf(start, end) },
          h('span', { class: 'part-inner' }, shown, rest),
          h('span', { class: 'brace' }),
          h('span', { class: 'part-name' }, name),
        );
        return [before, element];
      });
  const drawn = within(OUTER);
  return h(
    'div',
    { class: 'drawing', role: 'img', 'aria-label': 'The components in a drawing; the table below says the same' },
    drawn,
    upTo(text.length),
  );
}

function table(answer) {
  const { details } = answer;
  const isShown = (name) =>
    answer[name] !== null || (name === 'port' && details?.port?.default && answer.host !== null);
  const rows = ALL.filter(isShown).map((name) => {
    const raw = answer[name];
    const span = details?.spans?.[name];
    const decoded = details?.decoded?.[name];
    const value =
      raw === null
        ? h('span', { class: 'undefined' }, 'not present')
        : h('span', { class: 'value' }, raw === '' ? h('span', { class: 'undefined' }, 'empty') : visible(raw));
    return h(
      'tr',
      { class: `c-${name}${raw === null ? ' missing' : ''}`, 'data-range': span ? rangeOf(...span) : null },
      h('th', { scope: 'row' }, name),
      h('td', {}, value, ' ', decodedAside(raw, decoded), aside(name, answer), list(name, details)),
    );
  });
  const absent = ALL.filter((name) => !isShown(name));
  return h(
    'table',
    { class: 'parts' },
    h('caption', { class: 'sr' }, 'Components'),
    h(
      'tbody',
      {},
      rows,
      absent.length > 0 &&
        h(
          'tr',
          { class: 'missing' },
          h('th', { scope: 'row' }, 'not present'),
          h('td', {}, h('span', { class: 'undefined' }, absent.join(', '))),
        ),
    ),
  );
}

/** Returns the decoded text if it differs. If `decoded` is `null` for a defined component, its bytes are not UTF-8. */
function decodedAside(raw, decoded) {
  if (raw === null || decoded === undefined || decoded === raw) return null;
  return h(
    'span',
    { class: 'aside' },
    decoded === null ? 'not UTF-8 when decoded' : ['decoded ', h('b', {}, visible(decoded))],
  );
}

function aside(name, { host_kind: kind, path_kind: path, details, ...answer }) {
  const said = { host: kind, path: path && `path-${path}`, port: details && portSaid(details.port, answer.port) }[name];
  return said ? h('span', { class: 'aside' }, said) : null;
}

function portSaid({ number, default: usual, is_default: isDefault }, raw) {
  if (isDefault) return 'default of the scheme';
  const other = usual === null ? '' : `default: ${usual}`;
  if (raw === null || raw === undefined) return usual === null ? '' : `default: ${usual}`;
  if (raw !== '' && number === null) return ['no port number', other].filter(Boolean).join('; ');
  return other;
}

function list(name, details) {
  if (name === 'path' && details?.segments?.length > 1)
    return items('segments', details.segments, ({ raw, decoded }) => [
      h('span', { class: 'value' }, raw === '' ? h('span', { class: 'undefined' }, 'empty') : visible(raw)),
      ' ',
      decodedAside(raw, decoded),
    ]);
  if (name === 'query' && details?.pairs?.length)
    return items('pairs', details.pairs, ({ key, value, raw }) => [
      h('span', { class: 'value' }, visible(key ?? raw ?? '')),
      key !== null &&
        value !== null && [h('span', { class: 'dim' }, ' = '), h('span', { class: 'value' }, visible(value))],
    ]);
  return null;
}

const items = (label, all, shown) =>
  h(
    'ol',
    { class: 'items', 'aria-label': label },
    some(all, (item) => h('li', { 'data-range': rangeOf(item.start, item.end) }, shown(item))),
  );
