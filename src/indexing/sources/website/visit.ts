import { RunError } from '../../../base/errors.ts';
import { unreadable, type SkippedItem } from '../skipped-item.ts';
import type { SourceLimits } from '../source.ts';
import type { KnownDocument } from '../../../store/snippet-index.ts';
import type { HttpClient, HttpResponse } from '../../../base/http/client.ts';
import { describeUrl } from '../../../base/http/http-url.ts';
import type { Candidate, Frontier } from './frontier.ts';
import { formatOf } from './page-content.ts';
import { readMemory, type PageMemory } from './page-memory.ts';
import { pageKey } from './page-url.ts';
import type { Robots } from './robots.ts';
import type { Scope } from './scope.ts';

/** The result of a request for one page. */
export type Visit = { candidate: Candidate; memory: PageMemory } & (
  | { outcome: 'read'; response: HttpResponse }
  | { outcome: 'unchanged'; hash: string }
  | { outcome: 'failed'; item: SkippedItem }
);

/** Media types of pages, in order of preference. */
export const acceptPages =
  'text/html, application/xhtml+xml, text/markdown;q=0.9, text/plain;q=0.8, */*;q=0.1';

export interface VisitOptions {
  client: HttpClient;
  scope: Scope;
  robots: Robots;
  frontier: Frontier;
  limits: SourceLimits;
}

/** Requests a page, unless robots.txt disallows it. Rejects when the signal aborts, and on a fault of this program. */
export async function visit(
  candidate: Candidate,
  held: KnownDocument | undefined,
  options: VisitOptions,
  signal: AbortSignal,
): Promise<Visit> {
  const { client, limits, robots } = options;
  const path = candidate.url.href;
  const memory = readMemory(candidate.url, held?.validator);
  if (!robots.allows(candidate.url)) {
    const reason = 'robots.txt disallows it';
    return { candidate, memory, outcome: 'failed', item: { type: 'skipped', path, reason } };
  }
  try {
    const response = await client.get(candidate.url, {
      signal,
      maxBytes: limits.maxDocumentBytes,
      accept: acceptPages,
      ...(held && memory.validator && { validator: memory.validator }),
      onRedirect: (to) => assertWorthFollowing(candidate, to, options),
      onContent: assertReadable,
    });
    if (held && response.notModified) {
      return { candidate, memory, outcome: 'unchanged', hash: held.hash };
    }
    return { candidate, memory, outcome: 'read', response };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof RunError)) throw error;
    return { candidate, memory, outcome: 'failed', item: unreadable(path, error) };
  }
}

/** Throws RunError('Malformed') for a media type without a parser. Called before the body is read. */
export function assertReadable(mediaType: string, url: URL): void {
  if (formatOf(mediaType, url)) return;
  throw new RunError(
    'Malformed',
    `${describeUrl(url)} is ${mediaType || 'of no type'}; expected HTML, Markdown or text`,
  );
}

function assertWorthFollowing(from: Candidate, to: URL, options: VisitOptions): void {
  const { scope, robots, frontier } = options;
  const target = scope.resolve(to.href, to);
  if (!target) refuse(`redirects to ${describeUrl(to)}, outside of what is read`);
  if (!robots.allows(target)) refuse(`redirects to ${describeUrl(to)}, which robots.txt disallows`);
  if (pageKey(target) !== pageKey(from.url) && frontier.has(target)) {
    refuse(`redirects to ${describeUrl(to)}, which is read by itself`);
  }
}

function refuse(reason: string): never {
  throw new RunError('InvalidSource', reason);
}
