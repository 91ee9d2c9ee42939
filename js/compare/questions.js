// What each library does with the same texts: the questions of `bench/compare`, as tables of Markdown.
import { LIBRARIES } from './libraries.js';

const NAMES = Object.keys(LIBRARIES);

/** The kinds of question, with the title and the introduction of the table. */
const KINDS = {
  accepts: ['What is accepted', 'A URI-reference is to be accepted, and any other text rejected.'],
  host: ['Host', 'The host as it is written. It is undefined without an authority, which is not the same as empty.'],
  port: ['Port', 'The port as it is written.'],
  query: ['Query', 'The query as it is written.'],
  fragment: ['Fragment', 'The fragment as it is written.'],
  normalize: ['Normal form', 'By the syntax (section 6.2.2). `URL` and the packages also apply rules of the scheme, such as default ports.'],
  example: ['Section 5.4', 'The examples of the RFC, with the base `http://a/b/c/d;p?q`.'],
  resolve: ['Resolution', 'Further references, resolved by section 5.2.'],
};

/** Returns a cell. A `|` would end it. */
function code(text) {
  return text === '' ? '(empty)' : `\`${text.replaceAll('|', '\\|')}\``;
}

/** Returns the answer of a library to a question. */
function answer(library, kind, text, more) {
  const ask = LIBRARIES[library][kind === 'example' ? 'resolve' : kind];
  try {
    const found = ask(text, more);
    if (kind === 'accepts') return found ? 'yes' : 'no';
    if (found === undefined) return 'undefined';
    return String(found) === '' && kind !== 'resolve' && kind !== 'example' ? '""' : String(found);
  } catch {
    return kind === 'accepts' ? 'no' : 'rejected';
  }
}

/** Returns a table of the questions on which the libraries differ, with the number of right answers of each. */
function table(kind, questions) {
  const asked = questions.map(([text, more, right]) => {
    const answers = NAMES.map((name) => answer(name, kind, text, more));
    return { text, more, right, answers };
  });
  const rights = NAMES.map((_, index) => asked.filter(({ right, answers }) => answers[index] === right).length);
  const [title, introduction] = KINDS[kind];
  const shown = (text) => (['yes', 'no', 'rejected', 'undefined', '""'].includes(text) ? text : code(text));
  const rows = asked
    .filter(({ right, answers }) => answers.some((own) => own !== right))
    .map(({ text, more, right, answers }) => {
      const question = kind === 'example' ? code(more) : kind === 'resolve' ? `${code(more)}, base ${code(text)}` : code(text);
      return [question, shown(right), ...answers.map((own) => (own === right ? shown(own) : `**${shown(own)}**`))];
    });
  const lines = [['', 'RFC 3986', ...NAMES], Array(NAMES.length + 2).fill('---'), [`right answers`, asked.length, ...rights], ...rows];
  return `## ${title}\n\n${introduction}\n\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

/** Returns the faults that urigram reports. The other libraries report no offsets. */
function faults(questions) {
  const rows = questions.map(([text]) => `| ${code(text)} | ${LIBRARIES.urigram.error(text)} |`);
  return `## Errors

Only urigram tells where the fault is. \`URL\` throws \`Invalid URL\`; the packages return a sentence for some faults, such as a port
out of range.

| | component, offset |
|---|---|
${rows.join('\n')}
`;
}

/** Returns all tables, for the lines of `questions.tsv`. */
export function tables(lines) {
  const questions = lines.map((line) => line.split('\t'));
  const of = (kind) => questions.filter(([own]) => own === kind).map(([, ...question]) => question);
  return [...Object.keys(KINDS).map((kind) => table(kind, of(kind))), faults(of('error'))].join('\n');
}
