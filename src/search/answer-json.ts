import type { CodeSample, SnippetFlag } from '../store/snippet.ts';
import type { ContextAnswer, RankedSnippet } from './answer.ts';

/**
 * An answer in the shape of Context7's API. Each snippet also has its rank, because two lists do not tell which snippet is the
 * best of all.
 */
export interface ContextResponse {
  /** Absent if the library's owner set no rules. */
  rules?: { libraryOwn: string[] };
  /** See ContextAnswer. */
  versionNote?: string;
  codeSnippets: {
    codeTitle: string;
    codeDescription: string;
    codeLanguage: string;
    codeTokens: number;
    codeId: string;
    pageTitle: string;
    codeList: CodeSample[];
    rank: number;
    flags?: SnippetFlag[];
  }[];
  infoSnippets: {
    pageId: string;
    breadcrumb: string;
    content: string;
    contentTokens: number;
    rank: number;
    flags?: SnippetFlag[];
  }[];
}

/** Returns the JSON form of an answer. */
export function answerJson({ rules, versionNote, code, info }: ContextAnswer): ContextResponse {
  return {
    ...(versionNote !== undefined && { versionNote }),
    ...(rules && { rules: { libraryOwn: rules } }),
    codeSnippets: code.map(codeSnippet),
    infoSnippets: info.map(({ snippet, link, rank }) => ({
      pageId: link,
      breadcrumb: snippet.breadcrumb.join(' > ') || snippet.title,
      content: snippet.content,
      contentTokens: snippet.tokens,
      rank,
      ...(snippet.flags && { flags: snippet.flags }),
    })),
  };
}

function codeSnippet({
  snippet,
  link,
  rank,
}: RankedSnippet): ContextResponse['codeSnippets'][number] {
  return {
    codeTitle: snippet.title,
    codeDescription: snippet.description,
    codeLanguage: snippet.language,
    codeTokens: snippet.tokens,
    codeId: link,
    pageTitle: snippet.pageTitle,
    codeList: snippet.codeList,
    rank,
    ...(snippet.flags && { flags: snippet.flags }),
  };
}
