import { isIP } from 'node:net';
import { bareHost } from '../../base/http/http-url.ts';
import type { LibrarySource } from '../../resources/library.ts';
import type { SourceFacts } from '../../indexing/sources/source-facts.ts';
import { pageOf } from '../../indexing/sources/git/hosts.ts';
import type { TrustInputs } from './trust.ts';

/**
 * Returns the facts about a source after a run. If the host returned nothing this time, for example because of its rate limit, keeps
 * the previous facts. Returns undefined for local folders, uploads and workspaces, which are the operator's own. Pure.
 */
export function trustInputs(
  source: LibrarySource,
  { facts, pages, held }: { facts: SourceFacts; pages: number; held: TrustInputs | undefined },
): TrustInputs | undefined {
  const { git, website, llmstxt, openapi } = source;
  if (git) return repositoryInputs(git.url, facts, held);
  const site = URL.parse(website?.url ?? llmstxt?.url ?? openapi?.url ?? '');
  if (!site?.host) return undefined;
  return {
    origin: site.origin,
    tls: site.protocol === 'https:',
    domain: domainOf(site.hostname),
    // An OpenAPI description is one file, so its number of pages says nothing.
    ...((website || llmstxt) && { pages }),
  };
}

function repositoryInputs(
  url: string,
  { stars, license, host }: SourceFacts,
  held: TrustInputs | undefined,
): TrustInputs | undefined {
  const page = pageOf(url);
  if (!page) return undefined;
  const before = held?.origin === page.url ? held : undefined;
  if (stars === undefined && !host) return before ?? { origin: page.url };
  return {
    origin: page.url,
    ...(stars !== undefined && { stars }),
    ...(license !== undefined && { license }),
    ...host,
  };
}

/** Domains on which anyone can register a subdomain. */
const shared =
  /(?:^|\.)(?:github\.io|gitlab\.io|gitbook\.io|readthedocs\.io|netlify\.app|vercel\.app|pages\.dev|workers\.dev|web\.app|firebaseapp\.com|herokuapp\.com|onrender\.com|fly\.dev|surge\.sh|mintlify\.app|notion\.site|blogspot\.com|wordpress\.com|amazonaws\.com|azurewebsites\.net|cloudfront\.net|ngrok\.io|ngrok\.app)$/i;

function domainOf(host: string): NonNullable<TrustInputs['domain']> {
  if (isIP(bareHost(host)) !== 0 || !host.includes('.')) return 'address';
  return shared.test(host) ? 'shared' : 'own';
}
