// The lines under the editor: coloured, numbered and marked. Only lines that change are redrawn.

import { byId, copied, h } from './dom.js';

const lines = byId('lines');
const gutter = byId('gutter');
const box = byId('editor');
/** If there are more lines than this, none is drawn: the text area shows the text itself, without numbers and marks. */
const MOST_LINES = 5000;

/** The height of a line in pixels, as in the style. */
const HEIGHT = 20;
/** The milliseconds after which the page draws the rest of the lines later. */
const SLICE = 20;

let drawn = [];
let marks = new Map();
let lit = null;
let rest = 0;

/** Draws the text; `here` is the rule at the cursor. The lines in sight are drawn at once, and the others in slices of time. */
export function drawLines(text, { tokens }, here) {
  clearTimeout(rest);
  const isPlain = hasMoreLines(text, MOST_LINES);
  box.classList.toggle('plain', isPlain);
  if (isPlain) {
    lines.replaceChildren();
    gutter.replaceChildren();
    drawn = [];
    return;
  }
  const parts = split(text, tokens);
  const current = here ? [lineOf(text, here.start), lineOf(text, here.end)] : [-1, -1];
  drawn.length = Math.min(drawn.length, parts.length);
  for (const list of [lines, gutter]) {
    while (list.children.length > parts.length) list.lastChild.remove();
    const missing = Array.from({ length: parts.length - list.children.length }, () => h('div', { class: 'code-line' }));
    list.append(...missing);
  }
  const [elements, labels] = [[...lines.children], [...gutter.children]];
  const litIn = litColumns(parts);
  const drawLine = (at) => {
    const number = at + 1;
    const line = cut(parts[at], litIn.get(at));
    const mark = marks.get(number);
    const inRule = number >= current[0] && number <= current[1];
    const key = `${line.flat().join('\u0001')}\u0003${mark?.key ?? ''}${inRule}`;
    if (drawn[at] === key) return;
    drawn[at] = key;
    elements[at].className = `code-line${inRule ? ' here' : ''}`;
    elements[at].replaceChildren(...marked(line, mark));
    labels[at].className = `number${mark ? ` ${mark.kind}` : ''}${inRule ? ' here' : ''}`;
    labels[at].title = mark?.message ?? '';
    labels[at].textContent = number;
  };
  const first = Math.max(0, Math.floor(box.scrollTop / HEIGHT) - 10);
  const last = Math.min(parts.length, first + Math.ceil(box.clientHeight / HEIGHT) + 20);
  for (let at = first; at < last; at += 1) drawLine(at);
  const drawFrom = (from) => {
    const since = performance.now();
    for (let at = from; at < parts.length; at += 1) {
      if (at % 20 === 0 && performance.now() > since + SLICE) {
        rest = setTimeout(() => drawFrom(at));
        return;
      }
      drawLine(at);
    }
  };
  drawFrom(0);
}

function hasMoreLines(text, most) {
  let number = 0;
  for (let at = text.indexOf('\n'); at >= 0 && number <= most; at = text.indexOf('\n', at + 1)) number += 1;
  return number > most;
}

/** Sets the marks: `{ line, column, kind, message }`. Only the first mark of a line is shown. */
export function setMarks(all) {
  marks = new Map();
  for (const mark of all)
    if (!marks.has(mark.line)) marks.set(mark.line, { ...mark, key: `${mark.kind}${mark.column}${mark.message}` });
}

/** Sets the lit range of the text, `{ start, end, failed }` or `null`. */
export function setLit(range) {
  lit = range;
}

/** Returns for each line with lit characters the columns from where to where, without the spaces at its start. */
function litColumns(parts) {
  const columns = new Map();
  let start = 0;
  for (let at = 0; lit && start < lit.end && at < parts.length; at += 1) {
    const text = parts[at].map(([, part]) => part).join('');
    const indent = text.length - text.trimStart().length;
    const [from, to] = [Math.max(lit.start - start, indent), Math.min(lit.end - start, text.length)];
    if (from < to) columns.set(at, [from, to]);
    start += text.length + 1;
  }
  return columns;
}

/** Returns the parts of a line, cut where lit characters begin and end, and with the class of these. */
function cut(line, columns) {
  if (!columns) return line;
  let at = 0;
  return line.flatMap(([kind, text]) => {
    const [from, to] = columns.map((column) => Math.max(0, Math.min(column - at, text.length)));
    at += text.length;
    const cuts = [
      [kind, text.slice(0, from)],
      [kind, text.slice(from, to), lit.failed ? 'at-step failed' : 'at-step'],
      [kind, text.slice(to)],
    ];
    return cuts.filter(([, piece]) => piece !== '');
  });
}

/** Returns the number of the line that contains the offset. */
export function lineOf(text, offset) {
  let number = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) number += 1;
  return number;
}

/** Returns the offset of a line and column, which count characters from 1. */
export function offsetOf(text, line, column) {
  let start = 0;
  for (let number = 1; number < line; number += 1) start = text.indexOf('\n', start) + 1;
  return start + [...text.slice(start, start + 2 * column)].slice(0, column - 1).join('').length;
}

/** Returns the rectangle of the place in a line, for an element next to it. */
export function placeOf(line, index) {
  const element = lines.children[line - 1];
  if (!element) return { left: 0, top: 0, height: 0 };
  const range = document.createRange();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let left = index;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (left <= node.length) {
      range.setStart(node, left);
      range.collapse(true);
      break;
    }
    left -= node.length;
  }
  const box = range.startContainer === document ? element.getBoundingClientRect() : range.getBoundingClientRect();
  const origin = lines.getBoundingClientRect();
  return { left: box.left - origin.left, top: element.offsetTop, height: element.offsetHeight };
}

/** Returns the parts of each line, `[kind, text]`. */
function split(text, tokens) {
  const parts = [[]];
  const push = (kind, piece) =>
    piece.split('\n').forEach((part, at) => {
      if (at > 0) parts.push([]);
      if (part !== '') parts.at(-1).push([kind, part]);
    });
  let at = 0;
  for (const { kind, start, end } of tokens) {
    push('', text.slice(at, start));
    push(kind, text.slice(start, end));
    at = end;
  }
  push('', text.slice(at));
  return parts;
}

function marked(line, mark) {
  let left = mark ? mark.column - 1 : -1;
  const elements = line.map(([kind, text, step]) => {
    const length = [...text].length;
    const isMarked = left >= 0 && left < length;
    left -= length;
    const classes = [kind && `t-${kind}`, isMarked && `at-${mark.kind}`, step];
    return copied({ class: classes.filter(Boolean).join(' ') || null }, text);
  });
  if (mark && left >= 0) elements.push(h('span', { class: `at-${mark.kind}` }, ' '));
  return elements;
}
