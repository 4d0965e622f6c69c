/** A block of code. A snippet has several if they belong together. */
export interface CodeSample {
  /** Name for a Markdown fence, such as `js`; '' if it is unknown. */
  language: string;
  code: string;
  /** Length of the description before the code on its page, in UTF-16 code units. Absent: all of it comes before. */
  offset?: number;
}

/**
 * One unit of an answer. A `code` snippet has a title that is clear without its page, a description from the prose around the
 * code, and complete, balanced code. An `info` snippet has a breadcrumb and Markdown content.
 */
export interface Snippet {
  kind: 'code' | 'info';
  title: string;
  /** Prose around the code, see `inPageOrder`; '' for info snippets. */
  description: string;
  pageTitle: string;
  /** Headings from the page's title down to the section, without repeats. */
  breadcrumb: string[];
  /** Language of the first sample; '' for info snippets. */
  language: string;
  codeList: CodeSample[];
  /** Markdown of an info snippet; '' for code snippets. */
  content: string;
  /** Fragment of the section's heading; '' if the format has none. */
  anchor: string;
  /** Warnings for readers; absent if there are none. */
  flags?: SnippetFlag[];
}

/** `injection`: the text contains instructions for a language model. */
export type SnippetFlag = 'injection';

/** Returns the prose and the samples of a code snippet in the order of the page. Prose is trimmed and never empty. */
export function inPageOrder({
  description,
  codeList,
}: Pick<Snippet, 'description' | 'codeList'>): (string | CodeSample)[] {
  const parts: (string | CodeSample)[] = [];
  let from = 0;
  const proseUpTo = (to: number): void => {
    const prose = description.slice(from, to).trim();
    if (prose !== '') parts.push(prose);
    from = Math.max(from, to);
  };
  for (const sample of codeList) {
    proseUpTo(sample.offset ?? description.length);
    parts.push(sample);
  }
  proseUpTo(description.length);
  return parts;
}

/** Returns the description and the samples of prose and code in the order of a page. The reverse of `inPageOrder`. */
export function fromPageOrder(
  parts: readonly (string | CodeSample)[],
): Pick<Snippet, 'description' | 'codeList'> {
  const description = parts.filter((part) => typeof part === 'string').join('\n\n');
  const codeList: CodeSample[] = [];
  let before = 0;
  for (const part of parts) {
    if (typeof part === 'string') before += (before > 0 ? 2 : 0) + part.length;
    else {
      const { language, code } = part;
      codeList.push({ language, code, ...(before < description.length && { offset: before }) });
    }
  }
  return { description, codeList };
}

/** A snippet with its place and identity, as the index stores it. */
export interface IndexedSnippet extends Snippet {
  /** sha256 of library, path, anchor and content (hex, 32 characters). A run does not change a snippet with an equal id. */
  id: string;
  path: string;
  /** o200k_base tokens of the snippet as answers show it. */
  tokens: number;
}
