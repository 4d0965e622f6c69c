import { RunError } from '../base/errors.ts';

/** Longer answers are no list of a few dozen numbers. */
const longestAnswer = 10_000;

/**
 * Reads a chat model's answer as a list of distinct indexes below `count`, best first, with or without a code fence.
 * Indexes it leaves out follow in their order. Throws RunError('ModelFailed') for anything else.
 */
export function readOrder(answer: string, count: number): number[] {
  const listed = parseList(answer);
  if (!listed || listed.length === 0) {
    throw new RunError('ModelFailed', 'The reranker answered no JSON list of indexes');
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

function parseList(answer: string): unknown[] | undefined {
  if (answer.length > longestAnswer) return undefined;
  const text = answer.trim();
  const fenced = /^```\w*\s*\n([\s\S]*)\n\s*```$/.exec(text)?.[1];
  try {
    const value: unknown = JSON.parse(fenced ?? text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
