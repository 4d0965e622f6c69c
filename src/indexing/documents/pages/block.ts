import type { RichText } from './rich-text.ts';

/** A block of a page as Notion's API gives it, with those in it. */
export interface PageBlock {
  id: string;
  type: string;
  /** What stands under the type's name in the API's answer. */
  content: BlockContent;
  children?: PageBlock[];
}

/** The fields of all types that are read; each type has some of them. */
export interface BlockContent {
  rich_text?: RichText[];
  caption?: RichText[];
  /** A child page's or a database's name, and a meeting's. */
  title?: string | RichText[];
  checked?: boolean;
  language?: string;
  expression?: string;
  cells?: RichText[][];
  has_column_header?: boolean;
  list_start_index?: number;
  url?: string;
  name?: string;
  external?: { url?: string };
}
