import type { Section, SourceDocument } from './document.ts';

interface TitleSources {
  document: SourceDocument;
  sections: Section[];
  /** Title in the document's own metadata. It comes first. */
  own?: string | undefined;
}

/**
 * Returns the title of a page. Takes the first of: the document's metadata, the first heading of
 * level 1, the source's title, any heading, the file name.
 */
export function pageTitle({ document, sections, own }: TitleSources): string {
  const first = sections.find((section) => section.level === 1)?.headings[0];
  const any = sections.find((section) => section.headings.length > 0)?.headings[0];
  return own || first || document.title?.trim() || any || nameOf(document.path);
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
