// Prints COMPARE.md, for the files with the questions and with the texts to measure.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { speed } from './speed.js';
import { tables } from './questions.js';

function lines(file) {
  return readFileSync(file, 'utf8').replace(/^\ufeff/, '').split('\n').filter((line) => line !== '');
}

const [questions, corpus] = process.argv.slice(2);
const version = (name) => `${name} ${createRequire(import.meta.url)(`${name}/package.json`).version}`;
const versions = [version('@urigram/urigram'), `\`URL\` of Node ${process.versions.node}`, version('fast-uri'), version('uri-js')];

const typed = lines(corpus);
const relative = Array.from({ length: 5000 }, (_, index) => `${'../'.repeat(index % 4)}g${index}/./h?y#s`);

console.log(`# Compared with \`URL\`, fast-uri and uri-js

What each does with the same texts, and its times. Written by \`compare/run\`. Compared: ${versions.join(', ')}.

Take \`URL\` if a text is to be read as browsers read it: it follows the URL Standard of the WHATWG, repairs mistakes, and needs no
package, and in Node it is the fastest. fast-uri is what ajv uses; it is smaller, in JavaScript alone, and also checks a few schemes.

Each table lists only the questions where at least one answer differs from the RFC; those answers are bold.

${tables(lines(questions))}
${speed({ [basename(corpus, '.txt')]: typed, relative })}`);
