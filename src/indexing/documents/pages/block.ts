import type { RichText } from './rich-text.ts';

/** A block of a page as Notion's API returns it, with the blocks in it. */
export interface PageBlock {
  id: string;
  type: string;
  /** The object that the API's answer has under the name of the type. */
  content: BlockContent;
  children?: PageBlock[];
}

/** The fields that Lectern reads, of all types. Each type has some of them. */
export interface BlockContent {
  rich_text?: RichText[];
  caption?: RichText[];
  /** Name of a child page, a database or a meeting. */
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
