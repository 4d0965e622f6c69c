import { describe, expect, test } from 'vitest';
import { parseDocument } from '../../../src/indexing/documents/parse.ts';
import type { PagesSource } from '../../../src/resources/library.ts';
import {
  openPages,
  type PagesEnvironment,
} from '../../../src/indexing/sources/pages/open-pages.ts';
import type { SourceOptions } from '../../../src/indexing/sources/source.ts';
import {
  notionToken,
  startNotion,
  type NotionBlock,
  type NotionDouble,
} from '../../doubles/notion-server.ts';
import {
  limits,
  optionsWith,
  readAll,
  type Index,
  type ReadSource,
} from '../website/read-source.ts';
import { IndexedLibrary } from './indexed.ts';

const idOf = (at: number, first = 'a'): string =>
  `${first}0000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const pathOf = (at: number): string => `/${idOf(at).replaceAll('-', '')}`;

const text = (type: string, said: string, children?: NotionBlock[]): NotionBlock => ({
  type,
  content: { rich_text: [{ type: 'text', plain_text: said, href: null, annotations: {} }] },
  ...(children && { children }),
});
const below = (at: number): NotionBlock => ({
  type: 'child_page',
  id: idOf(at),
  content: { title: `Page ${at}` },
});
const longAgo = '2026-03-01T10:00:00.000Z';

async function started(
  pages: Record<number, NotionBlock[]>,
  pageSize?: number,
): Promise<NotionDouble> {
  const notion = await startNotion(pageSize);
  for (const [at, blocks] of Object.entries(pages)) {
    notion.pages.set(idOf(Number(at)), { title: `Page ${at}`, edited: longAgo, blocks });
  }
  return notion;
}

interface Settings {
  source?: Partial<PagesSource>;
  options?: Partial<SourceOptions>;
  held?: Index;
}

const credentials = { 'pages.token': `${notionToken}\n` };

/** Returns a clock long after the edits. It records waits and ends them at once. */
function environmentOf(notion: NotionDouble, now = '2026-03-02T10:00:00.000Z') {
  const slept: number[] = [];
  let at = Date.parse(now);
  const sleep = (milliseconds: number): Promise<void> => {
    slept.push(milliseconds);
    at += milliseconds;
    return Promise.resolve();
  };
  return {
    baseUrl: notion.url,
    slept,
    clock: { now: () => at, sleep },
  } satisfies PagesEnvironment & {
    slept: number[];
  };
}

function read(
  notion: NotionDouble,
  { source, options, held }: Settings = {},
  environment = environmentOf(notion),
): Promise<ReadSource> {
  const opening = openPages(
    { pageIds: [idOf(1)], ...source },
    optionsWith({ credentials, ...options }),
    environment,
  );
  return readAll(opening, held);
}

const listings = ({ requests }: NotionDouble): string[] =>
  requests
    .filter((line) => line.includes('/children'))
    .map((line) => /blocks\/([\w-]+)/.exec(line)![1]!);

describe('pages of a workspace', () => {
  test('are read with their child pages, anywhere on the page, and the rows of databases', async () => {
    await using notion = await started(
      {
        1: [text('paragraph', 'One.'), text('toggle', 'More', [below(2)]), below(1)],
        2: [text('bulleted_list_item', 'a', [text('bulleted_list_item', 'b')])],
        3: [text('paragraph', 'Row.')],
        4: [text('paragraph', 'Row.')],
        5: [text('paragraph', 'Nobody leads here.')],
      },
      1,
    );
    notion.databases.set(idOf(9, 'b'), [idOf(3), idOf(4)]);
    notion.pages.get(idOf(2))!.blocks.push({
      type: 'child_database',
      id: idOf(9, 'b'),
      content: { title: 'Rows' },
    });

    const source = await read(notion);

    expect(source.paths.read).toEqual([1, 2, 3, 4].map(pathOf));
    expect(source.facts).toEqual({ title: 'Page 1' });
    expect(source.documents[0]).toMatchObject({ format: 'pages', title: 'Page 1' });
    expect(source.documents[1]?.content).toContain('"plain_text":"b"');
  });

  test('include the columns of database rows, except people', async () => {
    await using notion = await started({ 3: [text('paragraph', 'Row.')] });
    notion.databases.set(idOf(9, 'b'), [idOf(3)]);
    notion.pages.get(idOf(3))!.row = {
      Meaning: { type: 'rich_text', rich_text: [{ plain_text: 'A block of iron' }] },
      State: { type: 'status', status: { name: 'Agreed' } },
      Tags: { type: 'multi_select', multi_select: [{ name: 'iron' }, { name: 'forge' }] },
      Since: { type: 'date', date: { start: '2026-01-01', end: null } },
      Public: { type: 'checkbox', checkbox: true },
      Weight: { type: 'number', number: null },
      Owner: { type: 'people', people: [{ name: 'Anna' }] },
    };

    const { documents } = await read(notion, { source: { pageIds: [idOf(9, 'b')] } });

    const { sections } = await parseDocument(documents[0]!);
    expect(sections[0]?.blocks).toEqual([
      {
        kind: 'text',
        text: '- **Meaning:** A block of iron\n- **State:** Agreed\n- **Tags:** iron, forge\n- **Since:** 2026-01-01\n- **Public:** yes\n\nRow.',
      },
    ]);
  });

  test('are requested again only after an edit, and removed after a deletion', async () => {
    await using notion = await started({
      1: [text('paragraph', 'One.'), below(2), below(3)],
      2: [text('paragraph', 'Two.'), below(4)],
      3: [text('paragraph', 'Three.')],
      4: [text('paragraph', 'Four.')],
    });
    const { index } = await read(notion);
    notion.requests.length = 0;
    Object.assign(notion.pages.get(idOf(4))!, {
      blocks: [text('paragraph', 'New.')],
      edited: '2026-03-01T11:00:00.000Z',
    });
    notion.pages.get(idOf(3))!.trashed = true;

    const again = await read(notion, { held: index });

    expect(listings(notion)).toEqual([idOf(4)]);
    expect(again.paths.unchanged).toEqual([1, 2].map(pathOf));
    expect(again.paths.read).toEqual([pathOf(4)]);
    expect(again.reason(pathOf(3))).toBe('the page is in the trash or archived');
    expect([...again.index.keys()]).toHaveLength(3);
  });

  test('that were edited in the minutes before a run are also read by the next run', async () => {
    await using notion = await started({ 1: [text('paragraph', 'One.')] });
    const soon = environmentOf(notion, '2026-03-01T10:00:40.000Z');
    const { index } = await read(notion, {}, soon);

    expect((await read(notion, { held: index })).paths.read).toEqual([pathOf(1)]);
  });

  test('may be databases, and be named by ids without hyphens', async () => {
    await using notion = await started({ 1: [text('paragraph', 'Row.')] });
    notion.databases.set(idOf(9, 'b'), [idOf(1)]);

    const pageIds = [idOf(9, 'b').replaceAll('-', '').toUpperCase()];
    expect((await read(notion, { source: { pageIds } })).paths.read).toEqual([pathOf(1)]);
  });

  test('are requested more slowly when Notion asks for it, and kept when it fails', async () => {
    await using notion = await started({ 1: [text('paragraph', 'One.'), below(2)], 2: [] });
    const environment = environmentOf(notion);
    notion.script.push({ path: '/v1/blocks', status: 429, headers: { 'retry-after': '3' } });
    const { index, paths } = await read(notion, {}, environment);
    expect(paths.read).toEqual([1, 2].map(pathOf));
    expect(environment.slept).toEqual([3000]);

    notion.pages.get(idOf(2))!.edited = '2026-03-01T11:00:00.000Z';
    notion.script.push({ path: '/v1/blocks', status: 500 });
    const again = await read(notion, { held: index });
    expect([...again.index.keys()]).toHaveLength(2);
    expect(again.reason(pathOf(2))).toMatch(/answers 500/);
  });

  test.each(['/v1/databases', '/v1/data_sources'])(
    'fail the run if Notion fails at %s, so that the rows of the database stay',
    async (path) => {
      await using notion = await started({ 1: [], 2: [text('paragraph', 'Row.')] });
      const database = idOf(9, 'b');
      notion.databases.set(database, [idOf(2)]);
      notion.pages.get(idOf(1))!.blocks.push({
        type: 'child_database',
        id: database,
        content: { title: 'Rows' },
      });
      const { index } = await read(notion);
      notion.script.push({ path, status: 500 });

      const again = read(notion, { held: index });

      await expect(again).rejects.toMatchObject({ reason: 'Unreachable', retry: 'backoff' });
    },
  );

  test('fail the run if Notion fails for a chosen id that can be a database', async () => {
    await using notion = await started({ 1: [text('paragraph', 'One.')], 2: [] });
    const database = idOf(9, 'b');
    notion.databases.set(database, [idOf(2)]);
    const source = { pageIds: [idOf(1), database] };
    const { index, paths } = await read(notion, { source });
    expect(paths.read).toEqual([1, 2].map(pathOf));
    notion.script.push({ path: `/v1/pages/${database}`, status: 500 });

    await expect(read(notion, { source, held: index })).rejects.toMatchObject({ retry: 'backoff' });
  });

  test('are read within the limits, and the rest is reported', async () => {
    const long = text('paragraph', 'x'.repeat(900));
    await using notion = await started({
      1: [below(2), below(3), below(4)],
      2: [long],
      3: [],
      4: [],
    });
    const small = { ...limits, maxDocumentBytes: 800, maxDocuments: 3 };

    const source = await read(notion, { options: { limits: small } });

    expect(source.reason(pathOf(2))).toBe('the page is larger than 800 bytes');
    expect(source.paths.read).toEqual([1, 3].map(pathOf));
    expect(source.reason(pathOf(4))).toMatch(/^this and 0 more pages were found but not read/);
  });

  test('that are not shared with the integration are named, and fail the run when there are no others', async () => {
    await using notion = await started({ 1: [] });

    const source = await read(notion, { source: { pageIds: [idOf(7), idOf(1)] } });
    expect(source.reason(pathOf(7))).toMatch(/it is not shared with the pages integration/);
    await expect(read(notion, { source: { pageIds: [idOf(7)] } })).rejects.toMatchObject({
      reason: 'NotFound',
    });
  });
});

describe('the pages integration', () => {
  test('that is missing or wrong fails the run with what to do, never with the token', async () => {
    await using notion = await started({ 1: [] });
    const failing = (given: Record<string, string>) =>
      read(notion, { options: { credentials: given } }).catch((error) => error);

    expect(await failing({})).toMatchObject({
      reason: 'AccessDenied',
      message: expect.stringMatching(
        /^the pages integration is not configured; an admin can set it/,
      ),
    });
    const refused = await failing({ 'pages.token': 'planted-token-4711' });
    expect(refused.message).toBe(
      'Notion refuses the token of the pages integration (401); check pages.token',
    );
    expect(String(refused.stack) + String(refused.cause?.stack)).not.toContain('planted-token');
    expect((await failing({ 'pages.token': 'a\nb' })).message).toMatch(/characters that a header/);
    notion.script.push({ path: '/v1/pages', status: 403 });
    expect((await failing(credentials)).message).toMatch(/the capability to read content/);
  });

  test('ends at once when the run is cancelled', async () => {
    await using notion = await started({ 1: [] });
    const signal = AbortSignal.abort(new Error('cancelled'));

    await expect(read(notion, { options: { signal } })).rejects.toThrow('cancelled');
  });
});

test('pages are read as snippets, then only their changes, and deleted pages are removed', async () => {
  await using notion = await started({
    1: [
      text('paragraph', 'An anvil is forged in three heats.'),
      { type: 'code', content: { ...text('', 'forge heat').content, language: 'shell' } },
      below(2),
    ],
    2: [text('callout', 'Wear goggles whenever the forge is lit.')],
  });
  const source = { pages: { pageIds: [idOf(1)] } };
  await using library = await IndexedLibrary.create(source, ({ pages }, options) =>
    openPages(pages!, options, environmentOf(notion)),
  );

  const first = await library.run(credentials);
  expect(first.snippets).toEqual([
    'Page 1\nAn anvil is forged in three heats.\n«bash|forge heat»',
    'Page 2\n> Wear goggles whenever the forge is lit.',
  ]);
  expect((await library.run(credentials)).embedded).toEqual([]);

  const edited = '2026-03-01T11:00:00.000Z';
  Object.assign(notion.pages.get(idOf(2))!, { blocks: [text('callout', 'Wear gloves.')], edited });
  const second = await library.run(credentials);
  expect(second.embedded.join('\n')).toContain('gloves');
  expect(second.embedded.join('\n')).not.toContain('anvil');
  expect(second.snippets).toEqual([first.snippets[0], 'Page 2\n> Wear gloves.']);

  notion.pages.get(idOf(2))!.trashed = true;
  expect((await library.run(credentials)).snippets).toEqual([first.snippets[0]]);
});
