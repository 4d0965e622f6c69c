export interface CodeSample {
  language: string;
  code: string;
}

/**
 * One answerable unit. A `code` snippet has a title that means something on its own, a description drawn from the prose
 * around the code, and whole, balanced code; an `info` snippet has its breadcrumb and Markdown content.
 */
export interface Snippet {
  kind: 'code' | 'info';
  title: string;
  /** Prose around the code; '' for info snippets. */
  description: string;
  pageTitle: string;
  /** Headings from the page's title down to the section, without repeats. */
  breadcrumb: string[];
  /** Language of the first sample; '' for info snippets. */
  language: string;
  codeList: CodeSample[];
  /** Markdown of an info snippet; '' for code snippets. */
  content: string;
  /** Fragment of the section's heading; '' where the format has none. */
  anchor: string;
  /** What a reader should know of it; absent when there is nothing. */
  flags?: SnippetFlag[];
}

/** `injection`: the text holds instructions aimed at a language model. */
export type SnippetFlag = 'injection';

/** A snippet with its place and identity, as the index stores it. */
export interface IndexedSnippet extends Snippet {
  /** sha256 of library, path, anchor and content (hex, 32 characters): equal id = untouched by a run. */
  id: string;
  path: string;
  /** o200k_base tokens of the snippet as an answer shows it. */
  tokens: number;
}
