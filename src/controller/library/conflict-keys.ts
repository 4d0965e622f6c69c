import type { LibrarySource } from '../../resources/library.ts';
import { gitAddress } from '../../sources/git-address.ts';

/**
 * What a run shares with others and must not overload, one sentence part each: the host of its source and, when one is
 * configured, the endpoint of its embeddings. Local sources and the built-in model are nobody else's. Pure.
 */
export function conflictKeys(source: LibrarySource, embeddingUrl?: string): string[] {
  const host = sourceHost(source);
  const provider = embeddingUrl === undefined ? undefined : hostOf(embeddingUrl);
  return [
    ...(host === undefined ? [] : [`source host ${host}`]),
    ...(provider === undefined ? [] : [`embedding host ${provider}`]),
  ];
}

function sourceHost({ git, website, llmstxt, openapi }: LibrarySource): string | undefined {
  if (!git) return hostOf((website ?? llmstxt ?? openapi)?.url ?? '');
  const address = gitAddress(git.url);
  if (!address || address.local) return undefined;
  const scpLike = /^[\w.-]+@([\w.-]+):/.exec(address.url)?.[1];
  return scpLike?.toLowerCase() ?? hostOf(address.url);
}

function hostOf(url: string): string | undefined {
  return URL.parse(url)?.hostname.replace(/^www\./, '') || undefined;
}
