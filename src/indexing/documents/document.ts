import type { Snippet } from '../../store/snippet.ts';

/**
 * Formats that have a parser. `code` stands for the languages of src/indexing/documents/code, and `gallery` for programs that
 * Sphinx-Gallery makes pages of. `gtk-doc` stands for sources of C whose comments gtk-doc or gi-docgen reads, and `ruby-c` for those
 * whose comments RDoc reads.
 */
export type DocumentFormat =
  | 'markdown'
  | 'mdx'
  | 'quarto'
  | 'rst'
  | 'gallery'
  | 'asciidoc'
  | 'docbook'
  | 'text'
  | 'notebook'
  | 'python-metadata'
  | 'html'
  | 'openapi'
  | 'crd'
  | 'configuration'
  | 'graphql'
  | 'ansible'
  | 'code'
  | 'gtk-doc'
  | 'ruby-c'
  | 'wiki'
  | 'pages';

/** One file or page from a source, decoded to a string. The source has limited its size. */
export interface SourceDocument {
  /**
   * Repository path with forward slashes, or canonical URL of the page. Unique within a version.
   */
  path: string;
  format: DocumentFormat;
  content: string;
  /**
   * Hash of the content, and of what else a parser reads: a Git blob id, or sha256. If it is unchanged, Lectern does
   * not parse the document again.
   */
  hash: string;
  /** A title that the source knows, such as a link text of llms.txt or a page's <title>. */
  title?: string;
  /** The folder that tells a file apart from others with the same name, as `mysql` does for `mysql/select.md` beside `sqlite/select.md`. */
  variant?: string;
  /**
   * For a page: ETag or Last-Modified for the next conditional request. For a file: the paths that
   * its includes and references look for, as JSON.
   */
  validator?: string;
  /** Texts of the files that this one includes, by path. `hash` covers them. */
  included?: Record<string, string>;
  /** Titles of the places in other documents to which this one refers without a text. The reader of the format chooses the keys. `hash` covers the files with the titles. */
  titles?: Record<string, string>;
  /** Ready snippets, if the source delivers no text. `content` is then ''. */
  snippets?: MadeSnippet[];
}

/** A snippet from another system, with the page and the token count that this system gave. */
export interface MadeSnippet extends Snippet {
  path: string;
  tokens: number;
}

/** A document cut at its headings, in reading order. Every parser returns this shape. */
export interface ParsedDocument {
  /** Title of the page: from the front matter, the first heading of level 1, or the source. */
  title: string;
  sections: Section[];
}

/** The text under one heading, without its subsections. */
export interface Section {
  /**
   * Headings from the outermost to the section's own. The title of the page is not among them,
   * unless it is a heading.
   */
  headings: string[];
  /** 1 to 6 as in HTML. 0 for text before the first heading. */
  level: number;
  /** Fragment that opens the page at this heading, without '#'. Absent if the format has none. */
  anchor?: string;
  /** Name of the tab around the section, which other tabs of the page repeat. */
  tab?: string;
  blocks: Block[];
  /**
   * True for a section that is complete in itself, such as an API operation or a symbol. It is
   * never merged with others.
   */
  atomic?: boolean;
}

/** A piece of a section: prose (as Markdown) or code. */
export type Block = TextBlock | CodeBlock;

/** Prose of a section. */
interface TextBlock {
  kind: 'text';
  /** Paragraphs, lists, tables and quotes, without code fences, HTML tags and comments. */
  text: string;
}

/** Code of a section. */
export interface CodeBlock {
  kind: 'code';
  /** Fence language in lower case, such as 'ts' or 'bash'; '' if unknown. */
  language: string;
  code: string;
  /** File name or tab label that the document gives this block. */
  label?: string;
}

/**
 * Parses a document into sections. Pure. Throws RunError('Malformed') only if the input contains
 * nothing readable.
 */
export type DocumentParser = (document: SourceDocument) => ParsedDocument | Promise<ParsedDocument>;
