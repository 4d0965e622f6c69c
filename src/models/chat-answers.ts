import { RunError } from '../base/errors.ts';
import { parsedJson } from '../base/json.ts';

/** Maximum characters: a list of a few dozen numbers is shorter. */
const longestAnswer = 10_000;

/**
 * Parses a chat model's response: a JSON list of distinct indexes below `count`, best first, with or without a code fence. Missing
 * indexes follow in their order. Throws RunError('ModelFailed') for other responses.
 */
export function readOrder(answer: string, count: number): number[] {
  const listed = parseList(answer);
  if (!listed || listed.length === 0) {
    throw new RunError('ModelFailed', 'The reranker did not return a JSON list of indexes');
  }
  const order = new Set<number>();
  for (const index of listed) {
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= count) {
      throw new RunError('ModelFailed', `The reranker named a candidate outside 0 to ${count - 1}`);
    }
    if (order.has(index)) {
      throw new RunError('ModelFailed', `The reranker named candidate ${index} twice`);
    }
    order.add(index);
  }
  for (let index = 0; index < count; index += 1) order.add(index);
  return [...order];
}

/** Most terms of a list, and most characters of each. */
const mostTerms = 8;
const longestTerm = 60;

/**
 * Parses a chat model's response: a JSON list of terms, with or without a code fence. Leaves out what is no term, because it is too long or no plain
 * text. Throws RunError('ModelFailed') for other responses.
 */
export function readTerms(answer: string): string[] {
  const listed = parseList(answer);
  if (!listed) throw new RunError('ModelFailed', 'The model did not return a JSON list of terms');
  const terms = listed
    .filter((term) => typeof term === 'string')
    .map((term) => term.trim())
    .filter((term) => term !== '' && term.length <= longestTerm && !/[\p{Cc}()]/u.test(term));
  return [...new Set(terms)].slice(0, mostTerms);
}

function parseList(answer: string): unknown[] | undefined {
  if (answer.length > longestAnswer) return undefined;
  const value = parsedJson(withoutFence(answer.trim()));
  return Array.isArray(value) ? value : undefined;
}

/** Removes a first line such as "```json" and a last line "```". */
function withoutFence(text: string): string {
  const lines = text.split('\n');
  const isFenced = /^```\w*\s*$/.test(lines[0] ?? '') && lines.at(-1)?.trim() === '```';
  return isFenced ? lines.slice(1, -1).join('\n') : text;
}
