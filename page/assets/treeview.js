// A tree of lines that can be folded, by the ARIA pattern for trees.

import { h } from './dom.js';
import { MOST, left } from './more.js';

/** The number of lines that are unfolded at first. After these, nodes show only `FEW` lines until more are requested. */
const OPEN = 400;
const FEW = 10;

/**
 * Returns `{ element, reveal }`. `children(node)` returns the nodes below a node, `line(node)` the content of its line, and
 * `attributes(node)` the attributes of its element. `key(node)` is its name in `folded`, the set of folded nodes.
 * `chosen(node)` is called when it is clicked.
 */
export function treeView({ roots, label, children, line, attributes = () => ({}), key, folded, chosen = () => {} }) {
  const items = new Map();
  let shown = 0;

  function item(node, level) {
    shown += 1;
    const below = children(node);
    const open = below.length > 0 && !folded.has(key(node)) && shown < OPEN;
    const group = below.length > 0 ? h('ul', { role: 'group' }) : null;
    const twist = h('span', { class: 'twist', 'aria-hidden': 'true', click: () => set(node, !isOpen(node)) });
    const element = h(
      'li',
      {
        role: 'treeitem',
        tabindex: '-1',
        'aria-level': level,
        'aria-expanded': group && String(open),
        'aria-selected': 'false',
        ...attributes(node),
      },
      h('div', { class: 'tree-line' }, twist, line(node)),
      group,
    );
    element.addEventListener('click', (event) => {
      if (event.target.closest('[role=treeitem]') !== element || event.target === twist) return;
      focus(element);
      chosen(node);
    });
    items.set(node, { element, group, level, drawn: 0, rest: null });
    byElement.set(element, node);
    if (open) unfold(node);
    return element;
  }

  const byElement = new WeakMap();
  const isOpen = (node) => items.get(node).element.getAttribute('aria-expanded') === 'true';

  function unfold(node) {
    const it = items.get(node);
    if (it.drawn === 0) add(node, () => (shown < OPEN ? MOST : FEW));
    it.element.setAttribute('aria-expanded', 'true');
  }

  /** Draws more of the nodes below a node: at most `most`, and a line for the others. */
  function add(node, most) {
    const it = items.get(node);
    const all = children(node);
    it.rest?.remove();
    for (let added = 0; it.drawn < all.length && added < most(); added += 1) {
      it.drawn += 1;
      it.group.append(item(all[it.drawn - 1], it.level + 1));
    }
    it.rest = it.drawn < all.length ? rest(node, all.length - it.drawn) : null;
    if (it.rest) it.group.append(it.rest);
  }

  function rest(node, number) {
    const { level } = items.get(node);
    const button = h('span', { class: 'more' }, left(number));
    const attributes = { class: 'rest', role: 'treeitem', tabindex: '-1', 'aria-level': level + 1 };
    const element = h('li', attributes, h('div', { class: 'tree-line' }, h('span', { class: 'twist' }), button));
    const more = () => {
      const before = element.previousElementSibling;
      add(node, () => MOST);
      focus(before.nextElementSibling);
    };
    button.addEventListener('click', more);
    const line = { more };
    items.set(line, { element, group: null, level: level + 1 });
    byElement.set(element, line);
    return element;
  }

  function set(node, open) {
    if (!items.get(node).group) return;
    if (open) {
      unfold(node);
      folded.delete(key(node));
    } else {
      items.get(node).element.setAttribute('aria-expanded', 'false');
      folded.add(key(node));
    }
  }

  let current = null;
  function focus(target, grab = true) {
    current?.setAttribute('tabindex', '-1');
    current = target;
    current.setAttribute('tabindex', '0');
    if (grab) current.focus({ preventScroll: true });
  }

  const root = h('ul', { class: 'tree', role: 'tree', 'aria-label': label });
  root.append(...roots.map((node) => item(node, 1)));
  if (root.firstElementChild) focus(root.firstElementChild, false);

  const seen = () => [...root.querySelectorAll('[role=treeitem]')].filter((element) => element.checkVisibility());
  const moves = {
    ArrowDown: (all, at) => all[at + 1],
    ArrowUp: (all, at) => all[at - 1],
    Home: (all) => all[0],
    End: (all) => all.at(-1),
    ArrowRight(all, at, node) {
      if (!items.get(node).group) return null;
      if (isOpen(node)) return all[at + 1];
      set(node, true);
      return null;
    },
    ArrowLeft(_all, _at, node) {
      if (items.get(node).group && isOpen(node)) {
        set(node, false);
        return null;
      }
      return items.get(node).element.parentElement.closest('[role=treeitem]');
    },
  };
  root.addEventListener('keydown', (event) => {
    const node = byElement.get(event.target);
    if (!node || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (node.more) node.more();
      else chosen(node);
      return;
    }
    if (!moves[event.key]) return;
    event.preventDefault();
    const all = seen();
    const target = moves[event.key](all, all.indexOf(event.target), node);
    if (target) focus(target);
  });
  // An item with all that is below it may be higher than the window.
  root.addEventListener('focusin', ({ target }) =>
    target.querySelector('.tree-line')?.scrollIntoView({ block: 'nearest' }),
  );

  /** Unfolds the nodes of a path from a root, and marks the last as the current one. */
  function reveal(path) {
    path.slice(0, -1).forEach((node, at) => {
      unfold(node);
      while (!items.has(path[at + 1])) add(node, () => MOST);
    });
    root.querySelector('[aria-selected=true]')?.setAttribute('aria-selected', 'false');
    const { element } = items.get(path.at(-1));
    element.setAttribute('aria-selected', 'true');
    focus(element, false);
    return element;
  }

  return { element: root, reveal };
}
