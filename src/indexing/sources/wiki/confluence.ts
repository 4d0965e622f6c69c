/** A page as listings show it. */
export interface PageRef {
  id: string;
  title: string;
  /** Raised by every change of the page. */
  version: string;
  /** Its stable address, which a rename does not change. */
  url: string;
}

export interface WikiSpace {
  name: string;
  description: string;
}

/** What a source needs of Confluence; one for each of its two APIs. Every method throws RunError. */
export interface Confluence {
  /** The source's space. Throws RunError('NotFound') where the account sees none such. */
  space(): Promise<WikiSpace>;
  /** The current pages of the space. */
  spacePages(): AsyncIterable<PageRef>;
  /** Those of the pages that are current and that the account sees. */
  pages(ids: readonly string[]): AsyncIterable<PageRef>;
  /** The current pages below one, at any depth. */
  below(id: string): AsyncIterable<PageRef>;
  /** A page's text in the storage format, with the version it is of. */
  body(page: PageRef, limits: { maxBytes: number; signal: AbortSignal }): Promise<PageBody>;
}

export interface PageBody {
  storage: string;
  version: string;
  title: string;
}
