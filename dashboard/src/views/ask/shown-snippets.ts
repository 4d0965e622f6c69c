import type { ContextResponse } from '../../api/paths.gen.ts';
import type { Sample } from '../../shared/page-order.ts';

/** A snippet of either kind, as it is shown. */
export interface ShownSnippet {
  rank: number;
  title: string;
  /** The page or the parent headings, if the title does not contain them. */
  page: string;
  text: string;
  samples: Sample[];
  /** Address of the source, or its path if it has no address. */
  source: string;
  tokens: number;
  /** True if it contains instructions for a language model. */
  flagged: boolean;
}

/** Returns all snippets of an answer, of both kinds, the best first. */
export function shownSnippets({ codeSnippets, infoSnippets }: ContextResponse): ShownSnippet[] {
  const code = codeSnippets.map((snippet) => ({
    rank: snippet.rank,
    title: snippet.codeTitle,
    page: snippet.pageTitle,
    text: snippet.codeDescription,
    samples: snippet.codeList,
    source: snippet.codeId,
    tokens: snippet.codeTokens,
    flagged: snippet.flags !== undefined,
  }));
  const info = infoSnippets.map(({ breadcrumb = '', pageId = '', ...snippet }) => {
    const headings = breadcrumb.split(' > ');
    return {
      rank: snippet.rank,
      title: headings.at(-1) || 'Untitled',
      page: headings.slice(0, -1).join(' › '),
      text: snippet.content,
      samples: [],
      source: pageId,
      tokens: snippet.contentTokens,
      flagged: snippet.flags !== undefined,
    };
  });
  return [...code, ...info].toSorted((one, other) => one.rank - other.rank);
}
