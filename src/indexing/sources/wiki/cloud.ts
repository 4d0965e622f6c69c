import { RunError } from '../../../base/errors.ts';
import type { WikiSource } from '../../../resources/library.ts';
import { bodyOf, spaceOf, type Confluence, type PageRef } from './confluence.ts';
import { fieldAt, textOf, type Json } from '../../../base/json-fields.ts';
import type { WikiRequests } from './requests.ts';

/** Maximum number of results of one response. */
const listed = '250';
/** Number of ids of one request. The API accepts 250, but a URL has no room for so many. */
const idsAtOnce = 50;

/** Path of each type that can contain pages. */
const containers: ReadonlyMap<string, string> = new Map([
  ['page', 'pages'],
  ['folder', 'folders'],
  ['whiteboard', 'whiteboards'],
  ['database', 'databases'],
  ['embed', 'embeds'],
]);

/**
 * Confluence Cloud by its REST API v2.
 * Source: https://developer.atlassian.com/cloud/confluence/rest/v2/
 */
export function createCloud(requests: WikiRequests, source: WikiSource, site: string): Confluence {
  let found: Promise<Json> | undefined;
  const findSpace = async (): Promise<Json> => {
    const plain = { 'description-format': 'plain' };
    const { spaceId, spaceKey = '' } = source;
    if (spaceId) return requests.one(`/api/v2/spaces/${spaceId}`, plain);
    const answer = requests.all('/api/v2/spaces', { keys: spaceKey, ...plain }, 'cursor');
    for await (const space of answer) if (textOf(space['key']) === spaceKey) return space;
    throw new RunError(
      'NotFound',
      `${site} has no space ${spaceKey} that the account of the wiki integration may read`,
    );
  };
  const space = (): Promise<Json> => (found ??= findSpace());
  const refsOf = async function* (path: string, query: Record<string, string>) {
    for await (const page of requests.all(
      path,
      { ...query, status: 'current', limit: listed },
      'cursor',
    )) {
      const ref = refOf(page, site);
      if (ref) yield ref;
    }
  };
  const pages = async function* (ids: readonly string[]): AsyncGenerator<PageRef> {
    for (let start = 0; start < ids.length; start += idsAtOnce) {
      yield* refsOf('/api/v2/pages', { id: ids.slice(start, start + idsAtOnce).join(',') });
    }
  };
  return {
    space: async () => spaceOf(await space()),
    spacePages: async function* () {
      const id = textOf((await space())['id']);
      yield* refsOf(`/api/v2/spaces/${encodeURIComponent(id)}/pages`, { depth: 'all', sort: 'id' });
    },
    pages,
    below: (id) => below(requests, id, pages),
    async body({ id, url }, { maxBytes, signal }) {
      const page = await requests.one(
        `/api/v2/pages/${id}`,
        { 'body-format': 'storage' },
        maxBytes,
        signal,
      );
      return bodyOf(page, url);
    },
  };
}

/** Yields the pages below a page, also inside of folders. The list of children has no versions, so pages are read by id. */
async function* below(
  requests: WikiRequests,
  id: string,
  pages: (ids: readonly string[]) => AsyncIterable<PageRef>,
): AsyncGenerator<PageRef> {
  const ahead = [{ id, container: 'pages' }];
  const seen = new Set([id]);
  for (let next = ahead.shift(); next; next = ahead.shift()) {
    const children: string[] = [];
    const path = `/api/v2/${next.container}/${next.id}/direct-children`;
    for await (const child of requests.all(path, { limit: listed }, 'cursor')) {
      const childId = textOf(child['id']);
      const type = textOf(child['type']);
      const container = containers.get(type);
      if (!/^\d+$/.test(childId) || !container || seen.has(childId)) continue;
      seen.add(childId);
      ahead.push({ id: childId, container });
      if (type === 'page') children.push(childId);
    }
    yield* pages(children);
  }
}

function refOf(page: Json, site: string): PageRef | undefined {
  const [id, version] = [textOf(page['id']), textOf(fieldAt(page, 'version', 'number'))];
  if (!/^\d+$/.test(id) || version === '' || textOf(page['status']) !== 'current') return undefined;
  // The rest of the URL is the title, which can change.
  const place = /^\/spaces\/[^/]+\/pages\/\d+/.exec(textOf(fieldAt(page, '_links', 'webui')))?.[0];
  const url = `${site}/wiki${place ?? `/pages/viewpage.action?pageId=${id}`}`;
  return { id, version, title: textOf(page['title']), url };
}
