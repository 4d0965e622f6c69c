import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { closeServer, listen } from '../support/web-server.ts';

/** A block: its type, the object under the name of the type, and the blocks in it. */
export interface NotionBlock {
  type: string;
  content: object;
  children?: NotionBlock[];
  /** For a child page or database: its id as a page. */
  id?: string;
}

/** A running Notion API. */
export interface NotionDouble {
  /** Base URL of the API. */
  url: string;
  pages: Map<
    string,
    { title: string; edited: string; blocks: NotionBlock[]; trashed?: boolean; row?: object }
  >;
  /** Ids of the pages that are the rows of a database, by the id of the database. */
  databases: Map<string, string[]>;
  /** `METHOD /path?query` in the order they arrived. */
  requests: string[];
  /** Answers that replace the usual ones, by the beginning of a path. Each is used once. */
  script: { path: string; status: number; headers?: Record<string, string> }[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** The token that the server accepts. */
export const notionToken = 'ntn_000000000000-not-a-real-token';

const self = {
  object: 'user',
  id: '16d84278-ab0e-484c-9bdd-b35da3bd8905',
  name: 'Docs reader',
  type: 'bot',
  bot: { owner: { type: 'workspace', workspace: true }, workspace_name: 'Acme' },
};

interface Reply {
  status: number;
  body: object;
}

const fault = (status: number, code: string): Reply => ({
  status,
  body: { object: 'error', status, code, message: `${code}: planted in a message` },
});

/**
 * Starts a server with the part of Notion's API that a reader needs, on a free port of 127.0.0.1:
 * the user, pages, blocks with cursors, and databases with their rows. An answer has at most
 * `pageSize` results. Source: https://developers.notion.com/reference
 */
export async function startNotion(pageSize = 100): Promise<NotionDouble> {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readText(request);
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '/', 'http://notion');
    notion.requests.push(`${method} ${url.pathname}${url.search}`);
    const at = notion.script.findIndex(({ path }) => url.pathname.startsWith(path));
    const [scripted] = at === -1 ? [] : notion.script.splice(at, 1);
    const reply = scripted
      ? fault(scripted.status, 'scripted')
      : answer({ method, url, body, headers });
    response.writeHead(reply.status, { 'content-type': 'application/json', ...scripted?.headers });
    response.end(JSON.stringify(reply.body));
  }

  function answer({ method, url, body, headers }: Asked): Reply {
    if (headers['authorization'] !== `Bearer ${notionToken}`) return fault(401, 'unauthorized');
    if (!headers['notion-version']) return fault(400, 'missing_version');
    if (url.pathname === '/v1/users/me') return { status: 200, body: self };
    const [, kind, id = '', rest] = /^\/v1\/(\w+)\/([\w-]+)(?:\/(\w+))?$/.exec(url.pathname) ?? [];
    const route = `${method} ${kind}${rest ? `/${rest}` : ''}`;
    if (route === 'GET pages') return orMissing(pageJson(id));
    if (route === 'GET databases') return orMissing(databaseJson(id));
    const cursor = url.searchParams.get('start_cursor') ?? cursorIn(body);
    if (route === 'GET blocks/children') return list(blocksIn(id)?.map(blockJson), cursor);
    if (route === 'POST data_sources/query') {
      return list(notion.databases.get(id.replace(/^d/, 'b'))?.map(pageJson), cursor);
    }
    return fault(400, 'invalid_request_url');
  }

  function list(all: unknown[] | undefined, cursor: string): Reply {
    if (!all) return fault(404, 'object_not_found');
    const start = Number(cursor || 0);
    const more = start + pageSize < all.length;
    const results = all.slice(start, start + pageSize);
    const next = more ? String(start + pageSize) : null;
    return { status: 200, body: { object: 'list', results, has_more: more, next_cursor: next } };
  }

  function pageJson(id: string): object | undefined {
    const page = notion.pages.get(id);
    if (!page) return undefined;
    const title = [{ type: 'text', plain_text: page.title, href: null, annotations: {} }];
    return {
      object: 'page',
      id,
      url: `https://www.notion.so/${id.replaceAll('-', '')}`,
      created_time: page.edited,
      last_edited_time: page.edited,
      in_trash: page.trashed ?? false,
      is_archived: false,
      parent: page.row
        ? { type: 'data_source_id', data_source_id: 'd', database_id: 'b' }
        : { type: 'workspace', workspace: true },
      properties: { Name: { id: 'title', type: 'title', title }, ...page.row },
    };
  }

  function databaseJson(id: string): object | undefined {
    if (!notion.databases.has(id)) return undefined;
    const sources = [{ id: id.replace(/^b/, 'd'), name: 'Rows' }];
    return { object: 'database', id, title: [], data_sources: sources, is_inline: false };
  }

  /**
   * Returns the blocks of a page or of a block. The id of a block is the path of positions to it.
   */
  function blocksIn(id: string): Placed[] | undefined {
    const [pageId = '', ...places] = id.split('_');
    let blocks = notion.pages.get(pageId)?.blocks;
    for (const place of places) blocks = blocks?.[Number(place)]?.children;
    return blocks?.map((block, at) => ({ ...block, id: block.id ?? `${id}_${at}` }));
  }

  const port = await listen(server);
  const notion: NotionDouble = {
    url: `http://127.0.0.1:${port}`,
    pages: new Map(),
    databases: new Map(),
    requests: [],
    script: [],
    [Symbol.asyncDispose]: () => closeServer(server),
  };
  return notion;
}

interface Asked {
  method: string;
  url: URL;
  body: string;
  headers: Record<string, unknown>;
}

type Placed = NotionBlock & { id: string };

function blockJson({ id, type, content, children = [] }: Placed): object {
  return {
    object: 'block',
    id,
    type,
    has_children: children.length > 0 || type === 'child_page',
    [type]: content,
  };
}

function orMissing(body: object | undefined): Reply {
  return body ? { status: 200, body } : fault(404, 'object_not_found');
}

function cursorIn(body: string): string {
  return body === '' ? '' : ((JSON.parse(body) as { start_cursor?: string }).start_cursor ?? '');
}
