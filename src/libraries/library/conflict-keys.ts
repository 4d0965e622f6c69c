import type { LibrarySource } from '../../resources/library.ts';
import { gitAddress } from '../../indexing/sources/git-address.ts';

const sourceHostPrefix = 'source host ';

/**
 * Returns the resources that runs share and must not overload, as text for messages: the host of the source, and the embedding
 * endpoint if one is configured. Local sources and the built-in model are not shared. Pure.
 */
export function conflictKeys(source: LibrarySource, embeddingUrl?: string): string[] {
  const host = sourceHost(source);
  const provider = embeddingUrl === undefined ? undefined : hostOf(embeddingUrl);
  return [
    ...(host === undefined ? [] : [`${sourceHostPrefix}${host}`]),
    ...(provider === undefined ? [] : [`embedding host ${provider}`]),
  ];
}

/** Returns whether a conflict key is the host of a source. All libraries share an embedding endpoint. */
export function isSourceHost(key: string): boolean {
  return key.startsWith(sourceHostPrefix);
}

function sourceHost(source: LibrarySource): string | undefined {
  const { git } = source;
  if (!git) return webHost(source);
  const address = gitAddress(git.url);
  if (address?.local) return undefined;
  // The URL of a repository on an unknown host need not end in .git.
  const url = address?.url ?? git.url;
  const scpLike = /^[\w.-]+@([\w.-]+):/.exec(url)?.[1];
  return scpLike?.toLowerCase() ?? hostOf(url);
}

function webHost(source: LibrarySource): string | undefined {
  const { website, llmstxt, openapi, wiki, pages } = source;
  if (pages) return pagesHost;
  return hostOf(wiki?.siteUrl ?? (website ?? llmstxt ?? openapi)?.url ?? '');
}

/** The API that serves every workspace of pages. */
const pagesHost = 'api.notion.com';

function hostOf(url: string): string | undefined {
  return URL.parse(url)?.hostname.replace(/^www\./, '') || undefined;
}
