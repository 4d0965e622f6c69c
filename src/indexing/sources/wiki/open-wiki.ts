import type { WikiSource } from '../../../resources/library.ts';
import { contentHash } from '../content-hash.ts';
import type { HttpClient } from '../../../base/http/client.ts';
import { httpClientFor, type HttpEnvironment } from '../http-environment.ts';
import type { Snapshot, SourceOptions } from '../source.ts';
import type { SourceFacts } from '../source-facts.ts';
import { wikiAccess } from './access.ts';
import { createCloud } from './cloud.ts';
import type { Confluence, PageRef, WikiSpace } from './confluence.ts';
import { createDataCenter } from './data-center.ts';
import { ReadPages } from './read-pages.ts';
import { WikiRequests } from './requests.ts';

/**
 * Opens a Confluence space or some of its pages. Which pages there are, and of which version, is found out first: it makes
 * the revision, and only pages of another version than the one held are read. What is archived, in the trash or out of the
 * account's sight is not among them. Throws RunError.
 */
export async function openWiki(
  source: WikiSource,
  options: SourceOptions,
  environment: HttpEnvironment = {},
): Promise<Snapshot> {
  const client = httpClientFor(options, environment);
  try {
    const { confluence, site } = openConfluence(source, { ...options, client });
    const space = source.spaceKey || source.spaceId ? await confluence.space() : undefined;
    const { refs, more } = await collect(pagesOf(confluence, source), options.limits.maxDocuments);
    const found = new Set(refs.map(({ id }) => id));
    const missing = (source.pageIds ?? []).filter((id) => !found.has(id));
    const pages = new ReadPages({
      confluence,
      limits: options.limits,
      refs,
      more,
      missing: more ? [] : missing.map((id) => `${site}/pages/viewpage.action?pageId=${id}`),
    });
    const revision = contentHash(JSON.stringify([more, missing, refs]));
    return {
      // A page that failed is to be read by the next run, though no page changes until then.
      get revision() {
        return pages.complete ? revision : '';
      },
      facts: factsOf(source, space, refs),
      linkTemplate: '{path}',
      total: refs.length,
      documents: (known, signal) => pages.items(known, signal),
      close: () => client.close(),
    };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** The API of the wiki integration's site. Throws RunError where the integration is not for the source's site. */
export function openConfluence(
  source: WikiSource,
  {
    credentials,
    client,
    signal,
  }: Pick<SourceOptions, 'credentials' | 'signal'> & {
    client: HttpClient;
  },
): { confluence: Confluence; site: string } {
  const access = wikiAccess(source, credentials);
  const requests = new WikiRequests(client, access, signal);
  const create = access.kind === 'cloud' ? createCloud : createDataCenter;
  return { confluence: create(requests, source, access.site), site: access.site };
}

async function* pagesOf(confluence: Confluence, source: WikiSource): AsyncGenerator<PageRef> {
  const { pageIds = [], includeSubPages } = source;
  if (pageIds.length === 0) {
    yield* confluence.spacePages();
    return;
  }
  yield* confluence.pages(pageIds);
  if (!includeSubPages) return;
  for (const id of pageIds) yield* confluence.below(id);
}

/** The pages, each once and in the order of their ids, so that a listing in another order is no change. */
async function collect(
  pages: AsyncIterable<PageRef>,
  most: number,
): Promise<{ refs: PageRef[]; more: boolean }> {
  const refs = new Map<string, PageRef>();
  let more = false;
  for await (const page of pages) {
    if (!refs.has(page.id) && refs.size >= most) {
      more = true;
      break;
    }
    refs.set(page.id, page);
  }
  const inOrder = [...refs.values()].sort(
    (a, b) => a.id.length - b.id.length || compare(a.id, b.id),
  );
  return { refs: inOrder, more };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}

function factsOf(
  { spaceName }: WikiSource,
  space: WikiSpace | undefined,
  refs: readonly PageRef[],
): SourceFacts {
  const title = spaceName || space?.name || refs[0]?.title;
  const description = space?.description.trim();
  return { ...(title && { title }), ...(description && { description }) };
}
