import { isIP } from 'node:net';
import type { LibrarySource } from '../../resources/library.ts';
import type { SourceFacts } from '../../indexing/sources/source-facts.ts';
import { pageOf } from '../../indexing/sources/git/hosts.ts';
import type { TrustInputs } from './trust.ts';

/**
 * What is known of a source after a run: what its host told this time, and where it told nothing (it limits how often it is
 * asked) what it told before. Undefined for local folders, uploads and workspaces: they are the operator's own. Pure.
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
    // One file holds what a site spreads over pages.
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

/** Domains under which anybody gets a name. */
const shared =
  /(?:^|\.)(?:github\.io|gitlab\.io|gitbook\.io|readthedocs\.io|netlify\.app|vercel\.app|pages\.dev|workers\.dev|web\.app|firebaseapp\.com|herokuapp\.com|onrender\.com|fly\.dev|surge\.sh|mintlify\.app|notion\.site|blogspot\.com|wordpress\.com|amazonaws\.com|azurewebsites\.net|cloudfront\.net|ngrok\.io|ngrok\.app)$/i;

function domainOf(host: string): NonNullable<TrustInputs['domain']> {
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0 || !host.includes('.')) return 'address';
  return shared.test(host) ? 'shared' : 'own';
}
