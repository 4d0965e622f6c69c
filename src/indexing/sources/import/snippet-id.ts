import { createHash } from 'node:crypto';
import { sourceLink } from '../../../store/source-link.ts';

const mark = /[#~]_snippet_\w+$/;

/**
 * Returns the id of a snippet in an export: the URL of its source with a hash of its text. Equal texts at the same place
 * have an equal id in every export. Pure.
 */
export function snippetIdOf(link: string, text: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 12);
  return `${link}${link.includes('#') ? '~' : '#'}_snippet_${hash}`;
}

/** Returns path and anchor of a snippet by its id. `sourceLink` with the template '{path}' returns its URL. Pure. */
export function placeOf(id: string): { path: string; anchor: string } {
  const link = id.replace(mark, '');
  const at = link.indexOf('#');
  if (at === -1) return { path: link, anchor: '' };
  const path = link.slice(0, at);
  const anchor = decoded(link.slice(at + 1));
  const isSame = anchor !== undefined && sourceLink('{path}', path, anchor) === link;
  return isSame ? { path, anchor } : { path: link, anchor: '' };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
