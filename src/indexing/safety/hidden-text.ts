import { instructsModel } from './injection.ts';

// Text written in characters nobody sees: the tag characters (but for flags, which end in U+E007F), bytes as variation
// selectors, bits as zero-width characters; and overrides, which show a text in another order than it has.
const smuggled =
  /(?:\udb40[\udc20-\udc7e]){8}|(?:\udb40[\udd00-\uddef]){4}|[\ufe00-\ufe0f]{4}|[\u200b-\u200f\u2060-\u2064\ufeff]{8}|[\u202d\u202e]/;
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|[\ufe00-\ufe0f]|\udb40/;

// Elements hidden by themselves or their style.
const hiddenElement =
  /<[a-z][^<>]{0,500}(?:\shidden[\s>=]|display\s*:\s*none|visibility\s*:\s*hidden)/i;

/**
 * Whether a document hides something from its readers that a program would read: text in invisible characters, or
 * instructions to a model that none of its shown texts holds, in comments and hidden elements. Hidden menus and comments
 * that say nothing to a model are everyday.
 */
export function hidesText(content: string, shownInstructs: boolean): boolean {
  if (invisible.test(content) && smuggled.test(content)) return true;
  if (shownInstructs) return false;
  return commentInstructs(content) || (hiddenElement.test(content) && instructsModel(content));
}

function commentInstructs(content: string): boolean {
  for (let start = content.indexOf('<!--'); start !== -1;) {
    const end = content.indexOf('-->', start);
    const stop = end === -1 ? content.length : end;
    if (instructsModel(content.slice(start + 4, stop))) return true;
    start = content.indexOf('<!--', stop);
  }
  return false;
}
