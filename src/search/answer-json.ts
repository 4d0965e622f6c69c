import type { CodeSample } from '../documents/snippet.ts';
import type { ContextAnswer, RankedSnippet } from './answer.ts';

/** The contract's ContextResponse (section 2.3). */
export interface ContextResponse {
  codeSnippets: {
    codeTitle: string;
    codeDescription: string;
    codeLanguage: string;
    codeTokens: number;
    codeId: string;
    pageTitle: string;
    codeList: CodeSample[];
  }[];
  infoSnippets: { pageId: string; breadcrumb: string; content: string; contentTokens: number }[];
}

/** The JSON form of an answer. */
export function answerJson({ code, info }: ContextAnswer): ContextResponse {
  return {
    codeSnippets: code.map(codeSnippet),
    infoSnippets: info.map(({ snippet, link }) => ({
      pageId: link,
      breadcrumb: snippet.breadcrumb.join(' > ') || snippet.title,
      content: snippet.content,
      contentTokens: snippet.tokens,
    })),
  };
}

function codeSnippet({ snippet, link }: RankedSnippet): ContextResponse['codeSnippets'][number] {
  return {
    codeTitle: snippet.title,
    codeDescription: snippet.description,
    codeLanguage: snippet.language,
    codeTokens: snippet.tokens,
    codeId: link,
    pageTitle: snippet.pageTitle,
    codeList: snippet.codeList.map(({ language, code }) => ({ language, code })),
  };
}
