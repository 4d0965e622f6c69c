import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, listen } from '../support/web-server.ts';

/** A page. Or a folder of Cloud, which has no text. */
export interface WikiPage {
  title: string;
  storage: string;
  version?: number;
  status?: 'current' | 'archived' | 'trashed';
  /** Id of the parent page or folder. */
  parent?: string;
  type?: 'page' | 'folder';
  /**
   * True if the account has no access. Such a page is in no list, and a request by its id answers
   * 404.
   */
  hidden?: boolean;
}

/** Options for a Confluence server. */
export interface ConfluenceServerOptions {
  kind: 'cloud' | 'data-center';
  /** Maximum number of results in an answer. It overrides the limit of the request. */
  pageSize?: number;
}

/** A running Confluence server. */
export interface ConfluenceServer {
  /** URL of the site, without a final slash. */
  site: string;
  /** Pages of the space DOC, whose id is 98306. */
  pages: Map<string, WikiPage>;
  /** Paths with their queries, in the order they arrived. */
  requests: string[];
  /** Answers that replace the usual ones, by the beginning of a path. Each is used once. */
  script: { path: string; status: number; headers?: Record<string, string>; body?: string }[];
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Credentials of the account. Cloud wants the email with the API token, Data Center a personal
 * access token.
 */
export const account = { email: 'reader@example.org', token: 'ATATT3xFfGF0-not-a-real-token' };

const space = { id: '98306', key: 'DOC', name: 'Documentation', description: 'How it works.' };

/**
 * Starts a server with the part of Confluence's REST APIs that a reader needs, on a free port of
 * 127.0.0.1. Cloud's v2 is below /wiki and has cursors in `_links.next`. Data Center's has `start`
 * and `limit`. Sources: https://developer.atlassian.com/cloud/confluence/rest/v2/ and
 * https://developer.atlassian.com/server/confluence/rest/
 */
export async function startConfluence(options: ConfluenceServerOptions): Promise<ConfluenceServer> {
  const { kind, pageSize = 250 } = options;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://confluence');
    wiki.requests.push(url.pathname + url.search);
    const scripted = wiki.script.findIndex(({ path }) => url.pathname.startsWith(path));
    if (scripted !== -1) {
      const [answer] = wiki.script.splice(scripted, 1);
      response.writeHead(answer!.status, {
        'content-type': 'application/json',
        ...answer!.headers,
      });
      response.end(answer!.body ?? '{"message":"scripted"}');
    } else if (!isKnown(request, kind)) {
      send(response, 401, { code: 401, message: 'Unauthorized; scope does not match' });
    } else if (url.pathname.endsWith('/rest/api/user/current')) {
      send(response, 200, { type: 'known', displayName: 'Rita Reader', email: account.email });
    } else {
      const answer = (kind === 'cloud' ? cloud : dataCenter)(url, wiki.pages, pageSize);
      if (answer) send(response, 200, answer);
      else send(response, 404, { statusCode: 404, message: 'No content found' });
    }
  });
  const port = await listen(server);
  const wiki: ConfluenceServer = {
    site: `http://127.0.0.1:${port}`,
    pages: new Map(),
    requests: [],
    script: [],
    [Symbol.asyncDispose]: () => closeServer(server),
  };
  return wiki;
}

function isKnown({ headers }: IncomingMessage, kind: ConfluenceServerOptions['kind']): boolean {
  const basic = Buffer.from(`${account.email}:${account.token}`).toString('base64');
  const wanted = kind === 'cloud' ? `Basic ${basic}` : `Bearer ${account.token}`;
  return headers.authorization === wanted;
}

type Pages = ReadonlyMap<string, WikiPage>;
type Listed = [id: string, page: WikiPage];

function cloud(url: URL, pages: Pages, pageSize: number): object | undefined {
  const query = url.searchParams;
  const path = url.pathname.replace(/^\/wiki\/api\/v2/, '');
  const list = (found: object[]): object => {
    const limit = Math.min(Number(query.get('limit') ?? 25), pageSize);
    const start = Number(Buffer.from(query.get('cursor') ?? '', 'base64').toString() || 0);
    const next = new URL(url);
    next.searchParams.set('cursor', Buffer.from(String(start + limit)).toString('base64'));
    const more = start + limit < found.length;
    return {
      results: found.slice(start, start + limit),
      _links: { base: `${url.origin}/wiki`, ...(more && { next: next.pathname + next.search }) },
    };
  };
  const described = { ...space, description: { plain: { value: space.description } } };
  const visible = [...pages].filter(([, page]) => !page.hidden);
  const current = visible.filter((entry) => isListed(entry, query.get('status')));
  if (path === '/spaces') return list(query.get('keys') === space.key ? [described] : []);
  if (path === `/spaces/${space.id}`) return described;
  if (path === `/spaces/${space.id}/pages`) return list(current.map((entry) => v2(entry)));
  if (path === '/pages') {
    const ids = new Set((query.get('id') ?? '').split(','));
    return list(current.filter(([id]) => ids.has(id)).map((entry) => v2(entry)));
  }
  const [, container, id = '', children] =
    /^\/(pages|folders)\/(\d+)(\/direct-children)?$/.exec(path) ?? [];
  const entry = visible.find(
    ([each, { type = 'page' }]) => each === id && `${type}s` === container,
  );
  if (!entry) return undefined;
  if (!children) return v2(entry, query.get('body-format') === 'storage');
  return list(
    visible
      .filter(([, { parent, status = 'current' }]) => parent === id && status === 'current')
      .map(([child, { title, type = 'page' }]) => ({ id: child, type, title, status: 'current' })),
  );
}

function isListed(
  [, { type = 'page', status = 'current' }]: Listed,
  wanted: string | null,
): boolean {
  const statuses = wanted?.split(',') ?? ['current', 'archived'];
  return type === 'page' && statuses.includes(status);
}

function v2(
  [id, { title, storage, version = 1, status = 'current' }]: Listed,
  whole = false,
): object {
  return {
    id,
    title,
    status,
    spaceId: space.id,
    version: { number: version, createdAt: '2026-01-01T00:00:00.000Z' },
    body: whole ? { storage: { representation: 'storage', value: storage } } : {},
    _links: { webui: `/spaces/${space.key}/pages/${id}/${encodeURIComponent(title)}` },
  };
}

function dataCenter(url: URL, pages: Pages, pageSize: number): object | undefined {
  const query = url.searchParams;
  const path = url.pathname.replace(/^\/rest\/api/, '');
  const expand = (query.get('expand') ?? '').split(',');
  const list = (found: Listed[]): object => {
    const limit = Math.min(Number(query.get('limit') ?? 25), pageSize);
    const start = Number(query.get('start') ?? 0);
    const next = `${path}?start=${start + limit}&limit=${limit}`;
    const results = found.slice(start, start + limit).map((entry) => v1(entry, expand));
    const more = start + limit < found.length;
    return {
      results,
      start,
      limit,
      size: results.length,
      _links: more ? { next: `/rest/api${next}` } : {},
    };
  };
  const visible = [...pages].filter(
    ([, { hidden, status = 'current' }]) => !hidden && status === 'current',
  );
  if (path === `/space/${space.key}`) {
    const description = expand.includes('description.plain')
      ? { description: { plain: { value: space.description } } }
      : {};
    return { ...space, description: undefined, ...description };
  }
  if (path === '/content') return list(query.get('spaceKey') === space.key ? visible : []);
  const [, id = '', children] = /^\/content\/(\d+)(\/child\/page)?$/.exec(path) ?? [];
  const entry = visible.find(([each]) => each === id);
  if (!entry) return undefined;
  return children ? list(visible.filter(([, { parent }]) => parent === id)) : v1(entry, expand);
}

function v1([id, { title, storage, version = 1 }]: Listed, expand: readonly string[]): object {
  return {
    id,
    type: 'page',
    status: 'current',
    title,
    ...(expand.includes('version') && { version: { number: version } }),
    ...(expand.includes('body.storage') && {
      body: { storage: { value: storage, representation: 'storage' } },
    }),
    _links: { webui: `/display/${space.key}/${encodeURIComponent(title)}` },
  };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
