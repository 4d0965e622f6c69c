import type { Section, SourceDocument } from './document.ts';
import { isThanks } from './snippet-titles.ts';

interface TitleSources {
  document: SourceDocument;
  sections: Section[];
  /** Title in the document's own metadata. It comes first. */
  own?: string | undefined;
}

/**
 * Returns the title of a page. Takes the first of: the document's metadata, the first heading of
 * level 1, the source's title, the only heading at the top, a heading at the start that has the name of the file, the file
 * name. Passes over headings of sponsors.
 */
export function pageTitle({ document, sections, own }: TitleSources): string {
  const first = sections.find(({ level, headings }) => level === 1 && !isThanks(headings[0] ?? ''));
  // The first of several headings names a part of the page.
  const tops = new Set(sections.flatMap(({ headings }) => headings.slice(0, 1)));
  const [start = ''] = tops;
  const name = nameOf(document.path);
  const top = tops.size === 1 || letters(start) === letters(name) ? start : undefined;
  // A README that begins with its sponsors does not state its title.
  const other = top !== undefined && isThanks(top) ? undefined : top;
  return own || first?.headings[0] || document.title?.trim() || other || name;
}

function letters(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

function nameOf(path: string): string {
  const parts = path
    .replace(/[?#].*$/, '')
    .split('/')
    .filter(Boolean);
  const name = (parts.at(-1) ?? '').replace(/\.[A-Za-z0-9]+$/, '');
  const folder = parts.at(-2);
  return /^(readme|index)$/i.test(name) && folder ? folder : name || 'Untitled';
}
