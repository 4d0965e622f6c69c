import { RunError } from '../../../base/errors.ts';
import { unreadable, type SkippedItem } from '../skipped-item.ts';
import type { SourceLimits } from '../source.ts';
import type { KnownDocument } from '../../../store/snippet-index.ts';
import type { HttpClient, HttpResponse } from '../../../base/http/client.ts';
import { describeUrl } from '../../../base/http/http-url.ts';
import type { Candidate, Frontier } from './frontier.ts';
import { formatOf } from './page-content.ts';
import { readMemory, type PageMemory } from './page-memory.ts';
import { cleanUrl, pageKey } from './page-url.ts';
import type { Robots } from './robots.ts';
import type { Scope } from './scope.ts';

/** Where the index has a page, and what it has. */
export interface StoredPage {
  /** The URL of the candidate, or the target of its redirect in the last crawl. */
  url: URL;
  known: KnownDocument | undefined;
}

/** The result of a request for one page. */
export type Visit = { candidate: Candidate; stored: URL; memory: PageMemory } & (
  | { outcome: 'read'; response: HttpResponse }
  | { outcome: 'unchanged'; hash: string }
  /** `target` is where its last redirect leads. */
  | { outcome: 'failed'; item: SkippedItem; target: URL | undefined }
);

/** Media types of pages, in order of preference. */
export const acceptPages =
  'text/html, application/xhtml+xml, text/markdown;q=0.9, text/plain;q=0.8, */*;q=0.1';

/** What all visits of one crawl share. A redirect must stay in the scope, and robots.txt must allow its target. */
export interface VisitOptions {
  client: HttpClient;
  scope: Scope;
  robots: Robots;
  frontier: Frontier;
  limits: SourceLimits;
}

/**
 * Requests a page with the validator of the page that the index has; none if it is empty. If the redirect has changed, the
 * validator is of another page, so that "not modified" says nothing. Then requests the page again without it.
 */
export async function requestKnown(
  { validator, page }: { validator: string; page: URL },
  request: (conditions: { validator?: string }) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const response = await request(validator ? { validator } : {});
  const isMoved = response.notModified && cleanUrl(response.url.href)?.href !== page.href;
  return isMoved ? request({}) : response;
}

/** Requests a page, unless robots.txt disallows it. Rejects when the signal aborts, and on a fault of this program. */
export async function visit(
  candidate: Candidate,
  { url: stored, known }: StoredPage,
  options: VisitOptions,
  signal: AbortSignal,
): Promise<Visit> {
  const { client, limits, robots } = options;
  const memory = readMemory(stored, known?.validator);
  const visited = { candidate, stored, memory };
  const path = candidate.url.href;
  if (!robots.allows(candidate.url)) {
    const reason = 'robots.txt disallows it';
    const item: SkippedItem = { type: 'skipped', path, reason };
    return { ...visited, outcome: 'failed', item, target: undefined };
  }
  let target: URL | undefined;
  try {
    const validator = known ? memory.validator : '';
    const response = await requestKnown({ validator, page: stored }, (conditions) =>
      client.get(candidate.url, {
        signal,
        maxBytes: limits.maxDocumentBytes,
        accept: acceptPages,
        ...conditions,
        onRedirect(to) {
          target = to;
          assertWorthFollowing(candidate, to, options);
        },
        onContent: assertReadable,
      }),
    );
    if (known && response.notModified) {
      return { ...visited, outcome: 'unchanged', hash: known.hash };
    }
    return { ...visited, outcome: 'read', response };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof RunError)) throw error;
    const item = unreadable(path, error);
    const failed = item.keep ? unreadable(stored.href, error) : item;
    return { ...visited, outcome: 'failed', item: failed, target };
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
