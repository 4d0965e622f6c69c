import { blockCommentText } from '../doc/comment-text.ts';
import { doxygenText } from '../doc/doxygen-comment.ts';

const group = /[@\\]ingroup\b/;
/** A command that begins a page of its own. */
const page = /^[ \t]*[@\\](?:page|mainpage|defgroup|addtogroup)\b/m;
/** A shorter text only names a group. */
const shortest = 120;

/** Returns whether a comment, or one of a source, puts what it describes into a group. */
export function hasGroup(text: string): boolean {
  return group.test(text);
}

/** Returns the texts of the comments of a file that are pages: those with `@page`, `@mainpage` and `@defgroup`. */
export function pageComments(source: string): string {
  const pages: string[] = [];
  for (let at = 0; ;) {
    const start = source.slice(at).search(/\/\*[*!](?![*/])/);
    if (start === -1) break;
    const end = source.indexOf('*/', at + start + 3);
    if (end === -1) break;
    const text = blockCommentText(source.slice(at + start, end + 2));
    if (page.test(text)) pages.push(pageText(text));
    at = end + 2;
  }
  return pages.filter((text) => text !== '').join('\n\n');
}

function pageText(text: string): string {
  const written = doxygenText(text)
    .replace(/^[ \t]*@[{}][ \t]*$/gm, '')
    .trim();
  const own = written.replace(/^[ \t]*@\w+.*$/gm, '').trim();
  return own.length < shortest ? '' : written;
}
