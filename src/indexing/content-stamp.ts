import { parserVersion } from './documents/parse.ts';
import type { ContentWarnings } from './safety/safe-snippets.ts';

/**
 * What precedes a document's hash where it is stored: the parser's version, so that a new parser reads what an old one has
 * written again, and what was found in the document, so that it is known without reading it again.
 */
export function stampOf({ injection, secrets, hidden }: ContentWarnings): string {
  const found = injection + secrets + hidden > 0 ? `~${injection},${secrets},${hidden}` : '';
  return `${parserVersion}${found}:`;
}

/** A stored hash without its stamp; undefined when another parser has written it. */
export function readStamp(stored: string): { hash: string; warnings: ContentWarnings } | undefined {
  const [, version, injection = 0, secrets = 0, hidden = 0, hash = ''] =
    /^([^:~]*)(?:~(\d+),(\d+),(\d+))?:(.*)$/s.exec(stored) ?? [];
  if (version !== parserVersion) return undefined;
  const warnings = {
    injection: Number(injection),
    secrets: Number(secrets),
    hidden: Number(hidden),
  };
  return { hash, warnings };
}
