import type { Snippet } from '../../store/snippet.ts';

/** Formats that have a parser; `code` covers the languages of src/indexing/documents/code. */
export type DocumentFormat =
  | 'markdown'
  | 'mdx'
  | 'rst'
  | 'asciidoc'
  | 'text'
  | 'notebook'
  | 'html'
  | 'openapi'
  | 'code'
  | 'wiki'
  | 'pages';

/** One file or page as a source delivers it: decoded to a string, its bytes already bounded by the source. */
export interface SourceDocument {
  /** Repository path with forward slashes, or the page's canonical URL. Identifies the document in its version. */
  path: string;
  format: DocumentFormat;
  content: string;
  /** Hash of the content (a Git blob id, or sha256 of the bytes); equal hash = nothing to parse. */
  hash: string;
  /** A title the source already knows (a link text of llms.txt, a page's <title>). */
  title?: string;
  /** ETag or Last-Modified for the next conditional request; of a file, the paths that its includes look for, as JSON. */
  validator?: string;
  /** Text of the files that this one includes, by their paths. `hash` covers them. */
  included?: Record<string, string>;
  /** Ready snippets, if the source has no text; `content` is then ''. */
  snippets?: MadeSnippet[];
}

/** A snippet from another system, with its page and token count as given there. */
export interface MadeSnippet extends Snippet {
  path: string;
  tokens: number;
}

/** A document cut at its headings, in reading order: the one shape every parser produces. */
export interface ParsedDocument {
  /** The page's title: front matter, first heading of level 1, or what the source knew. */
  title: string;
  sections: Section[];
}

/** The text under one heading, without its subsections. */
export interface Section {
  /** Headings from the outermost to this section's own, the page title excluded unless it is itself a heading. */
  headings: string[];
  /** 1 to 6 as in HTML; 0 for text before the first heading. */
  level: number;
  /** Fragment that opens the page at this heading, without '#'; absent where the format has none. */
  anchor?: string;
  blocks: Block[];
  /** The section is one recipe by nature (an API operation, a symbol): never merged with its neighbors. */
  atomic?: boolean;
}

/** A piece of a section: prose (as Markdown) or code. */
export type Block = TextBlock | CodeBlock;

export interface TextBlock {
  kind: 'text';
  /** Markdown: paragraphs, lists, tables, quotes. No code fences, no raw HTML furniture, no comments. */
  text: string;
}

export interface CodeBlock {
  kind: 'code';
  /** Lower-case fence language ('ts', 'bash'); '' when unknown. */
  language: string;
  code: string;
  /** A file name or tab label the document gave this block. */
  label?: string;
}

/** Turns a document into sections. Pure; throws RunError('Malformed') only where nothing can be made of the input. */
export type DocumentParser = (document: SourceDocument) => ParsedDocument | Promise<ParsedDocument>;
