import { singleSpaced } from '../../documents/clean.ts';
import {
  Client,
  isFullBlock,
  isFullDatabase,
  isFullPage,
  iteratePaginatedAPI,
  type PageObjectResponse,
} from '@notionhq/client';
import { isObject } from '../../../base/json.ts';
import { RunError } from '../../../base/errors.ts';
import type { HttpClient, HttpResponse } from '../../../base/http/client.ts';
import { HttpStatusError } from '../../../base/http/http-errors.ts';
import type { BlockContent, PageBlock } from '../../documents/pages/block.ts';
import { fieldAt, textOf } from '../../../base/json-fields.ts';

/** Maximum bytes of one response, which has at most 100 blocks or pages. */
const maxAnswerBytes = 20_000_000;
/** Maximum depth of nested blocks. */
const deepest = 20;
/** Time limit of one call. The HTTP client has its own limits, and waits for Retry-After. */
const callTimeoutMs = 900_000;

/** A page's metadata. */
export interface NotionPage {
  id: string;
  title: string;
  /** ISO 8601, to the minute. */
  edited: string;
  /** Whether it is in the trash or archived. */
  gone: boolean;
  /** The columns of a database's row; empty for other pages. */
  facts: PageBlock[];
}

/** The blocks of a page, and the ids of its child pages and databases. */
export interface NotionContent {
  blocks: PageBlock[];
  pages: string[];
  databases: string[];
}

interface NotionOptions {
  http: HttpClient;
  token: string;
  baseUrl: string;
  signal: AbortSignal;
}

/** Reads Notion with its official client over the guarded HTTP client. Every method throws RunError. */
export class Notion {
  private readonly client: Client;

  constructor({ http, token, baseUrl, signal }: NotionOptions) {
    this.client = new Client({
      auth: token,
      baseUrl,
      timeoutMs: callTimeoutMs,
      // The HTTP client respects Retry-After, within limits.
      retry: false,
      logger: () => undefined,
      fetch: async (url, { headers = {}, body } = {}) => {
        const { authorization = '', 'Notion-Version': version = '' } = headers;
        const response = await http
          .get(url, {
            signal,
            maxBytes: maxAnswerBytes,
            accept: 'application/json',
            authorization,
            headers: { 'notion-version': version },
            ...(typeof body === 'string' && { post: body }),
            onRedirect: () => {
              throw new RunError('Malformed', 'Notion answers with a redirect; expected JSON');
            },
          })
          .catch((error: unknown) => {
            throw sayingWhatToSet(error);
          });
        return { ok: true, status: 200, headers: {}, text: async () => jsonIn(response) };
      },
    });
  }

  /** Returns name and workspace of the token's integration; '' if unknown. */
  async me(): Promise<{ name: string; workspace: string }> {
    const self = await this.client.users.me({});
    const workspace =
      self.type === 'bot' && 'bot' in self ? fieldAt(self.bot, 'workspace_name') : '';
    return { name: self.name ?? '', workspace: textOf(workspace) };
  }

  /** Reads a page; undefined if it does not exist or the integration may not read it. */
  async page(id: string): Promise<NotionPage | undefined> {
    const page = await orMissing(this.client.pages.retrieve({ page_id: id }));
    return page && isFullPage(page) ? pageOf(page) : undefined;
  }

  /** Yields the rows of a database, which are pages; none if the integration may not read it. */
  async *rows(databaseId: string): AsyncGenerator<NotionPage> {
    const database = await orMissing(this.client.databases.retrieve({ database_id: databaseId }));
    if (!database || !isFullDatabase(database)) return;
    for (const { id } of database.data_sources) {
      const rows = iteratePaginatedAPI(this.client.dataSources.query, { data_source_id: id });
      for await (const row of rows) if (row.object === 'page' && isFullPage(row)) yield pageOf(row);
    }
  }

  /** Reads all blocks of a page. Throws RunError('TooLarge') if they are more than `maxBytes` of JSON. */
  async content(pageId: string, maxBytes: number): Promise<NotionContent> {
    const found: NotionContent = { blocks: [], pages: [], databases: [] };
    let bytes = 0;
    const read = async (id: string, depth: number): Promise<PageBlock[]> => {
      const blocks: PageBlock[] = [];
      for await (const block of iteratePaginatedAPI(this.client.blocks.children.list, {
        block_id: id,
      })) {
        if (!isFullBlock(block)) continue;
        const kept = { id: block.id, type: block.type, content: contentOf(block) };
        bytes += Buffer.byteLength(JSON.stringify(kept));
        if (bytes > maxBytes)
          throw new RunError('TooLarge', `the page is larger than ${maxBytes} bytes`);
        const isOwnPage = block.type === 'child_page' || block.type === 'child_database';
        if (block.type === 'child_page') found.pages.push(block.id);
        if (block.type === 'child_database') found.databases.push(block.id);
        const children =
          block.has_children && !isOwnPage && depth < deepest
            ? await read(block.id, depth + 1)
            : undefined;
        blocks.push({ ...kept, ...(children && { children }) });
      }
      return blocks;
    };
    found.blocks = await read(pageId, 1);
    return found;
  }
}

/** Returns the content of a block, without URLs of uploaded files, because they open without a login. */
function contentOf(block: { type: string }): BlockContent {
  const content = (block as Record<string, unknown>)[block.type];
  if (!isObject(content)) return {};
  const { file: _signed, icon: _icon, color: _color, ...kept } = content;
  return kept;
}

function pageOf(page: PageObjectResponse): NotionPage {
  const title = Object.values(page.properties).find((property) => property.type === 'title');
  const texts = title?.type === 'title' ? title.title : [];
  return {
    id: page.id,
    title: texts.map(({ plain_text: text }) => text).join(''),
    edited: page.last_edited_time,
    gone: page.in_trash || page.is_archived,
    facts: rowBlocks(page),
  };
}

/** Returns undefined for 404. Notion reports pages that are not shared with the integration as missing. */
async function orMissing<Found>(asked: Promise<Found>): Promise<Found | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof HttpStatusError && error.httpStatus === 404) return undefined;
    throw error;
  }
}

/** Returns the text of an answer. Throws RunError('Malformed') if it is not JSON. */
function jsonIn(response: HttpResponse): string {
  const text = response.text();
  try {
    JSON.parse(text);
    return text;
  } catch (cause) {
    throw new RunError('Malformed', 'Notion does not answer with JSON', { cause });
  }
}

function sayingWhatToSet(error: unknown): unknown {
  if (!(error instanceof HttpStatusError)) return error;
  const { httpStatus } = error;
  if (httpStatus !== 401 && httpStatus !== 403) return error;
  const what =
    httpStatus === 401
      ? 'refuses the token of the pages integration (401); check pages.token'
      : 'does not let the pages integration read this (403); give it the capability to read content';
  return new RunError('AccessDenied', `Notion ${what}`, { cause: error });
}

/** Columns of a database by type, as in the API. */
interface Column {
  type: string;
  rich_text?: { plain_text: string }[];
  number?: number | null;
  checkbox?: boolean;
  url?: string | null;
  select?: { name: string } | null;
  status?: { name: string } | null;
  multi_select?: { name: string }[];
  date?: { start: string; end: string | null } | null;
  formula?: { type: string; string?: string | null };
}

/** Returns the columns of a database's row as a list, which precedes its text. Leaves out columns about people. */
function rowBlocks({ parent, properties, id }: PageObjectResponse): PageBlock[] {
  if (parent.type !== 'data_source_id' && parent.type !== 'database_id') return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    const value = singleSpaced(readers.get(property.type)?.(property) ?? '');
    if (value === '') return [];
    const texts = [
      { type: 'text', plain_text: `${name}:`, annotations: { bold: true } },
      { type: 'text', plain_text: ` ${value}` },
    ];
    return [{ id, type: 'bulleted_list_item', content: { rich_text: texts } }];
  });
}

const readers: ReadonlyMap<string, (column: Column) => string> = new Map<
  string,
  (column: Column) => string
>([
  ['rich_text', (column) => (column.rich_text ?? []).map((text) => text.plain_text).join('')],
  ['number', ({ number }) => number?.toString() ?? ''],
  ['checkbox', ({ checkbox }) => (checkbox ? 'yes' : 'no')],
  ['url', ({ url }) => url ?? ''],
  ['select', ({ select }) => select?.name ?? ''],
  ['status', ({ status }) => status?.name ?? ''],
  ['multi_select', (column) => (column.multi_select ?? []).map(({ name }) => name).join(', ')],
  ['date', ({ date }) => [date?.start, date?.end].filter(Boolean).join(' to ')],
  ['formula', ({ formula }) => formula?.string ?? ''],
]);
