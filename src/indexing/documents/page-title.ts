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
 * level 1, the source's title, any heading, the file name. Passes over headings of sponsors.
 */
export function pageTitle({ document, sections, own }: TitleSources): string {
  const first = sections.find(({ level, headings }) => level === 1 && !isThanks(headings[0] ?? ''));
  const any = sections.find(({ headings }) => headings.length > 0)?.headings[0];
  // A README that begins with its sponsors does not state its title.
  const other = any !== undefined && isThanks(any) ? undefined : any;
  const name = nameOf(document.path);
  return own || first?.headings[0] || document.title?.trim() || other || name;
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
