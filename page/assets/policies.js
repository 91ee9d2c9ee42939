// The policies to choose from.

/** Each preset with its name on the page and its purpose. */
export const POLICIES = [
  ['', 'none', 'No policy: whatever matches the rule'],
  ['link', 'link', 'A link that someone else wrote, to be shown to people'],
  ['fetch', 'fetch', 'What a server fetches because someone asks it to'],
  ['redirect', 'redirect', 'Where a login sends people afterwards'],
  ['identifier', 'identifier', 'A name for something, compared but never fetched'],
];
