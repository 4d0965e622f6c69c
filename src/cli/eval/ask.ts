import { countTokens } from '../../models/tokens.ts';
import type { Client } from '../client/client.ts';
import { CommandError } from '../client/command-error.ts';
import { judge, type Judged, type ShownSnippet } from './judge.ts';
import { libraryOf, type EvalQuestion } from './questions.ts';

interface ContextResponse {
  codeSnippets: {
    codeTitle: string;
    codeDescription: string;
    codeId: string;
    codeTokens: number;
    codeList: { code: string }[];
    rank: number;
  }[];
  infoSnippets: {
    pageId?: string;
    breadcrumb?: string;
    content: string;
    contentTokens: number;
    rank: number;
  }[];
}

export interface EvalOptions {
  fast?: boolean;
  /** Library of questions that do not name one. */
  library?: string;
}

/** Asks a running server every question and judges what its answers show, snippet by snippet. */
export async function askAll(
  client: Client,
  questions: EvalQuestion[],
  options: EvalOptions,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const question of questions) {
    const query = {
      libraryId: libraryOf(question, options.library),
      query: question.question,
      fast: options.fast ? 'true' : undefined,
    };
    const [answer, text] = await Promise.all([
      client.json<ContextResponse>('/api/v2/context', { query: { ...query, type: 'json' } }),
      client.text('/api/v2/context', { query: { ...query, type: 'txt' } }),
    ]).catch((error: unknown): [ContextResponse, string] => {
      // An answer without snippets is a miss; a server that is down or a missing library ends the run.
      if (error instanceof CommandError && /no snippet/i.test(error.message)) return [nothing, ''];
      throw error;
    });
    judged.push(judge(shownSnippets(answer), question.expected, countTokens(text)));
  }
  return judged;
}

const nothing: ContextResponse = { codeSnippets: [], infoSnippets: [] };

function shownSnippets({ codeSnippets, infoSnippets }: ContextResponse): ShownSnippet[] {
  const code = codeSnippets.map((snippet) => ({
    sourceUrl: snippet.codeId,
    title: snippet.codeTitle,
    text: snippet.codeDescription,
    code: snippet.codeList.map((sample) => sample.code).join('\n'),
    tokens: snippet.codeTokens,
    rank: snippet.rank,
  }));
  const info = infoSnippets.map((snippet) => ({
    sourceUrl: snippet.pageId ?? '',
    title: (snippet.breadcrumb ?? '').split(' > ').at(-1) ?? '',
    text: snippet.content,
    code: '',
    tokens: snippet.contentTokens,
    rank: snippet.rank,
  }));
  return [...code, ...info].sort((a, b) => a.rank - b.rank);
}
