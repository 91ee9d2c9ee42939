// The parse tree, in step with the text.

import { count, fill, h } from './dom.js';
import { nameHere } from './editor.js';
import { knowRanges, rangeOf } from './highlight.js';
import { faultNote } from './notices.js';
import { panel } from './schedule.js';
import { short } from './text.js';
import { treeView } from './treeview.js';

/** The folded nodes, by rule, depth and start, so that they remain folded while the text after them is edited. */
const folded = new Set();
/** The maximum number of characters of a node that are shown. */
const MOST = 120;

panel('tree', {
  steady: true,
  needs: ['input', 'rule', 'grammar'],
  requests: ({ input, rule }) => [{ panel: 'tree', fields: { input, rule } }],
  clear: () => knowRanges('tree', []),
  show(body, [{ answers: [answer] }], { status }) {
    if (answer.error) {
      knowRanges('tree', []);
      return fill(body, faultNote(answer.error));
    }
    const all = [];
    const ahead = [[answer, 0]];
    for (let next = ahead.pop(); next; next = ahead.pop()) {
      const [node, depth] = next;
      node.key = `${node.rule} ${depth} ${node.start}`;
      all.push([node.start, node.end]);
      for (const child of node.children) ahead.push([child, depth + 1]);
    }
    knowRanges('tree', all);
    status.textContent = count(all.length, 'node');
    return fill(
      body,
      treeView({
        roots: [answer],
        label: 'Parse tree',
        children: ({ children }) => children,
        key: ({ key }) => key,
        attributes: ({ start, end }) => ({ 'data-range': rangeOf(start, end) }),
        folded,
        line,
      }).element,
    );
  },
});

function line({ rule, start, end, text }) {
  return [
    h('span', { class: `rule-name c-${rule}` }, nameHere(rule)),
    h('span', { class: 'tree-text' }, short(text, MOST)),
    h('span', { class: 'offsets' }, `${start}–${end}`),
  ];
}
