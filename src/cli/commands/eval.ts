import { readFile } from 'node:fs/promises';
import { measure, type Estimate, type Metrics } from '../eval/metrics.ts';
import { parseQuestions, libraryOf, type EvalQuestion } from '../eval/questions.ts';
import { createClient, type ClientOptions, type Client } from '../client/client.ts';
import { CommandError, unreadable } from '../client/command-error.ts';
import { printJson, printLine } from './output.ts';
import { countTokens } from '../../models/tokens.ts';
import { judge, type Judged, type ShownSnippet } from '../eval/judge.ts';

/** `lectern eval <questions.json>`: measures how well the running server answers questions with known answers. */
export async function evaluate(
  file: string,
  options: ClientOptions & EvalOptions & { json?: boolean },
): Promise<void> {
  const text = await readFile(file, 'utf8').catch(unreadable(file));
  const judged = await askAll(createClient(options), parseQuestions(text, file), options);
  const metrics = measure(judged);
  if (options.json) printJson(metrics);
  else printLine(formatMetrics(metrics));
}

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

interface EvalOptions {
  fast?: boolean;
  /** Library of questions that do not name one. */
  library?: string;
}

/** Asks a running server every question and scores the answers. */
async function askAll(
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
      // No snippets count as a miss. Other errors, such as an unreachable server, end the evaluation.
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

/** Formats the metrics as a table. */
function formatMetrics(metrics: Metrics): string {
  const rows: [string, Estimate, number][] = [
    ['hit@1', metrics.hitAt1, 3],
    ['recall@5', metrics.recallAt5, 3],
    ['recall@10', metrics.recallAt10, 3],
    ['MRR@10', metrics.mrrAt10, 3],
    ['nDCG@10', metrics.ndcgAt10, 3],
    ['heading within 1,000 tokens', metrics.within1000Tokens, 3],
    ['heading within 2,000 tokens', metrics.within2000Tokens, 3],
    ['tokens an answer', metrics.tokensPerAnswer, 0],
  ];
  const lines = rows.map(([name, { value, low, high }, digits]) => {
    const show = (number: number): string => number.toFixed(digits);
    return `${name.padEnd(28)} ${show(value).padStart(6)}   [${show(low)}, ${show(high)}]`;
  });
  return [
    `${metrics.questions} questions; 95 % bootstrap intervals in brackets`,
    ...lines,
    `${'duplicate snippets'.padEnd(28)} ${String(metrics.duplicates).padStart(6)}`,
  ].join('\n');
}
