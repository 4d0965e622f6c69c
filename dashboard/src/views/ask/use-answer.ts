import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { http } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { ContextResponse } from '../../api/paths.gen.ts';
import { askedId, type Question } from './question.ts';
import { timingsOf, type Timing } from './timings.ts';

/** The order of the snippets of an answer. `fast` does not use the reranker. */
export type Mode = 'reranked' | 'fast';

/** An answer and its cost. */
export interface Asked<Body> {
  body: Body;
  tokens: number;
  timings: Timing[];
}

/** Beginning of the cache key of every answer. */
export const answersKey = 'ask';

/** The JSON form of the answer. */
export function useAnswer(question: Question, mode: Mode): UseQueryResult<Asked<ContextResponse>> {
  return useQuery({
    queryKey: [answersKey, 'json', mode, question],
    queryFn: ({ signal }) => asked<ContextResponse>(question, { mode, type: 'json', signal }),
    staleTime: 60_000,
  });
}

/** The text form of the answer. */
export function useAnswerText(question: Question, mode: Mode): UseQueryResult<Asked<string>> {
  return useQuery({
    queryKey: [answersKey, 'txt', mode, question],
    queryFn: ({ signal }) => asked<string>(question, { mode, type: 'txt', signal }),
    staleTime: 60_000,
  });
}

async function asked<Body>(
  question: Question,
  { mode, type, signal }: { mode: Mode; type: 'json' | 'txt'; signal: AbortSignal },
): Promise<Asked<Body>> {
  const fast = mode === 'fast' ? ('true' as const) : ('false' as const);
  const { text: query, tokens } = question;
  const { data, response } = await http.GET('/api/v2/context', {
    params: { query: { libraryId: askedId(question), query, type, fast, tokens } },
    parseAs: type === 'json' ? 'json' : 'text',
    signal,
  });
  // A library that is not indexed yet returns 202.
  if (response.status !== 200) throw notYet(response.status, data);
  return {
    body: data as Body,
    tokens: Number(response.headers.get('X-Answer-Tokens') ?? 0),
    timings: timingsOf(response.headers.get('Server-Timing') ?? ''),
  };
}

function notYet(status: number, data: unknown): ApiFailure {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  const { error, message } = JSON.parse(text) as { error: string; message: string };
  return new ApiFailure(status, error, message);
}
