import { instructsModel } from './injection.ts';

// Text in invisible characters: tag characters (except in flags, which end in U+E007F), bytes as
// variation selectors, bits as zero-width characters. Also matches overrides, which display a text
// in another order.
const smuggled =
  /(?:\udb40[\udc20-\udc7e]){8}|(?:\udb40[\udd00-\uddef]){4}|[\ufe00-\ufe0f]{4}|[\u200b-\u200f\u2060-\u2064\ufeff]{8}|[\u202d\u202e]/;
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|[\ufe00-\ufe0f]|\udb40/;

// Elements that their tag, an attribute or their style hides.
const hiddenElement =
  /<[a-z][^<>]{0,500}(?:\shidden[\s>=]|display\s*:\s*none|visibility\s*:\s*hidden)/i;

/**
 * Returns whether a document hides text from its readers that a program would read. This is text in
 * invisible characters, or instructions to a model in comments and hidden elements. Instructions
 * that the visible text contains too do not count. Hidden menus and ordinary comments are common.
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
