// Messages at the top of the page.

import { byId } from './dom.js';

const notice = byId('page-notice');

/** Shows a sentence, or nothing for an empty one. */
export function sayOnPage(text) {
  notice.textContent = text;
  notice.hidden = text === '';
}

export const sayNoAnswer = () => sayOnPage('The page could not be loaded. Is its server still running?');
