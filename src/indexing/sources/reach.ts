import { rangesBehind } from '../../base/http/address-guard.ts';
import type { LibrarySource } from '../../resources/library.ts';

interface Reach {
  allowedRanges: readonly string[];
  signal: AbortSignal;
}

/**
 * Returns the options of a source whose content names further addresses, with the ranges that these may be in: see
 * `rangesBehind`. Other sources keep their options. Throws RunError('Unreachable').
 */
export async function withinReach<Options extends Reach>(
  { website, llmstxt, openapi }: LibrarySource,
  options: Options,
): Promise<Options> {
  const address = URL.parse(website?.url ?? llmstxt?.url ?? openapi?.url ?? '');
  if (!address) return options;
  const { allowedRanges, signal } = options;
  return { ...options, allowedRanges: await rangesBehind(address.hostname, allowedRanges, signal) };
}
