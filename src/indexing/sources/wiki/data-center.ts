import { RunError } from '../../../base/errors.ts';
import type { WikiSource } from '../../../resources/library.ts';
import { HttpStatusError } from '../../../base/http/http-errors.ts';
import { bodyOf, spaceOf, type Confluence, type PageRef } from './confluence.ts';
import { fieldAt, textOf, type Json } from '../../../base/json-fields.ts';
import type { WikiRequests } from './requests.ts';

/** Number of results to request. The server can return fewer. */
const listed = '200';

/**
 * Confluence Data Center by its REST API.
 * Source: https://developer.atlassian.com/server/confluence/rest/
 */
export function createDataCenter(
  requests: WikiRequests,
  source: WikiSource,
  site: string,
): Confluence {
  const { spaceKey = '' } = source;
  const refsOf = async function* (path: string, query: Record<string, string>) {
    const all = { ...query, expand: 'version', limit: listed };
    for await (const page of requests.all(path, all, 'start')) {
      const ref = refOf(page, site);
      if (ref) yield ref;
    }
  };
  return {
    async space() {
      const path = `/rest/api/space/${encodeURIComponent(spaceKey)}`;
      const space = await requests.one(path, { expand: 'description.plain' }).catch((error) => {
        if (!isMissing(error)) throw error;
        throw new RunError(
          'NotFound',
          `${site} has no space ${spaceKey} that the account of the wiki integration may read`,
          { cause: error },
        );
      });
      return spaceOf(space);
    },
    spacePages: () => refsOf('/rest/api/content', { type: 'page', status: 'current', spaceKey }),
    pages: async function* (ids) {
      for (const id of ids) {
        const page = await requests
          .one(`/rest/api/content/${id}`, { expand: 'version' })
          .catch((error: unknown) => {
            // The server reports pages without access as missing.
            if (!isMissing(error)) throw error;
          });
        const ref = page && refOf(page, site);
        if (ref) yield ref;
      }
    },
    below: async function* (id) {
      const ahead = [id];
      const seen = new Set(ahead);
      for (let next = ahead.shift(); next; next = ahead.shift()) {
        for await (const page of refsOf(`/rest/api/content/${next}/child/page`, {})) {
          if (seen.has(page.id)) continue;
          seen.add(page.id);
          ahead.push(page.id);
          yield page;
        }
      }
    },
    async body({ id, url }, { maxBytes, signal }) {
      const expand = 'body.storage,version';
      const page = await requests.one(`/rest/api/content/${id}`, { expand }, maxBytes, signal);
      return bodyOf(page, url);
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof HttpStatusError && error.httpStatus === 404;
}

function refOf(page: Json, site: string): PageRef | undefined {
  const [id, version] = [textOf(page['id']), textOf(fieldAt(page, 'version', 'number'))];
  const isPage = textOf(page['type']) === 'page' && textOf(page['status']) === 'current';
  if (!isPage || !/^\d+$/.test(id) || version === '') return undefined;
  const url = `${site}/pages/viewpage.action?pageId=${id}`;
  return { id, version, title: textOf(page['title']), url };
}
