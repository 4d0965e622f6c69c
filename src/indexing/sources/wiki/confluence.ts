import { RunError } from '../../../base/errors.ts';
import { fieldAt, textOf, type Json } from '../../../base/json-fields.ts';

/** A page in a list. */
export interface PageRef {
  id: string;
  title: string;
  /** Changes with every change of the page. */
  version: string;
  /** Stable URL, which a rename does not change. */
  url: string;
}

/** Facts about a space. They become the title and the description of a library without its own. */
export interface WikiSpace {
  name: string;
  /** Plain text; '' if the space has none. */
  description: string;
}

/** The port of a wiki source, with one adapter for each of Confluence's two APIs. Every method throws RunError. */
export interface Confluence {
  /** Returns the source's space. Throws RunError('NotFound') if the account cannot read it. */
  space(): Promise<WikiSpace>;
  /** Yields the current pages of the space. */
  spacePages(): AsyncIterable<PageRef>;
  /** Yields the pages with these ids that are current and readable for the account. */
  pages(ids: readonly string[]): AsyncIterable<PageRef>;
  /** Yields the current pages below a page, at any depth. */
  below(id: string): AsyncIterable<PageRef>;
  /** Reads a page's text in the storage format, with its version. */
  body(page: PageRef, limits: { maxBytes: number; signal: AbortSignal }): Promise<PageBody>;
}

/** A page at the time of the read, which may be later than its PageRef. */
export interface PageBody {
  /** XHTML in Confluence's storage format. */
  storage: string;
  version: string;
  title: string;
}

/** Returns the facts about a space, which both APIs answer in the same shape. */
export function spaceOf(space: Json): WikiSpace {
  return {
    name: textOf(space['name']),
    description: textOf(fieldAt(space, 'description', 'plain', 'value')),
  };
}

/** Returns a page, which both APIs answer in the same shape. Throws RunError('NotFound') for one that is no longer current. */
export function bodyOf(page: Json, url: string): PageBody {
  if (textOf(page['status']) !== 'current') throw new RunError('NotFound', `${url} is gone`);
  return {
    storage: textOf(fieldAt(page, 'body', 'storage', 'value')),
    version: textOf(fieldAt(page, 'version', 'number')),
    title: textOf(page['title']),
  };
}
