import { expect, test } from 'vitest';
import { systemClock } from '../../../base/http/clock.ts';
import type { SourceItem } from '../source.ts';
import type { Notion } from './notion.ts';
import { PageTree } from './page-tree.ts';

test('skips a page whose answer this program fails to read, and reads the others', async () => {
  const notion = {
    page: async (id: string) => ({ id, title: id, edited: '2026-01-01', gone: false, facts: [] }),
    rows: async function* () {},
    content: async (id: string) => {
      if (id === 'strange') throw new TypeError('x is not a function');
      return { blocks: [], pages: [], databases: [] };
    },
  } as unknown as Notion;
  const tree = new PageTree({
    notion,
    clock: systemClock,
    limits: { maxDocumentBytes: 1e6, maxTotalBytes: 1e6, maxDocuments: 10, requestTimeoutMs: 1e3 },
    ids: ['strange', 'plain'],
  });
  const items: SourceItem[] = [];

  for await (const item of tree.items(() => undefined, new AbortController().signal)) {
    items.push(item);
  }

  expect(items).toMatchObject([
    {
      type: 'skipped',
      path: 'https://www.notion.so/strange',
      reason: expect.stringContaining('TypeError: x is not a function'),
      fault: true,
    },
    { type: 'document', document: { path: 'https://www.notion.so/plain' } },
  ]);
});
