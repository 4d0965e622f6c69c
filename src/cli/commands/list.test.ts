import { expect, onTestFinished, test, vi } from 'vitest';
import { list } from './list.ts';

test('many versions of one library do not widen the rows of the others', async () => {
  const library = (id: string, versions: string[]) => ({
    id,
    title: 'Saw',
    state: 'finalized',
    totalSnippets: 7,
    versions: ['', ...versions].map((name) => ({ name })),
    lastUpdateDate: '2026-11-30T10:32:13.717Z',
  });
  const many = Array.from({ length: 50 }, (_, n) => `v1.${n}.0`);
  const libraries = [library('/acme/many', many), library('/acme/one', [])];
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ libraries, total: 2 }));
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => void vi.restoreAllMocks());

  await list({ url: 'http://127.0.0.1:9', data: '/nowhere' });

  const lines = print.mock.calls.join('').split('\n');
  expect(lines[0]).toMatch(/^ID +TITLE +STATE +SNIPPETS +UPDATED \(UTC\) +VERSIONS$/);
  expect(lines[1]).toContain('v1.0.0, v1.1.0');
  expect(lines[2]).toMatch(/^\/acme\/one +Saw +finalized +7 +2026-11-30 10:32 +-$/);
  expect(lines[2]!.length).toBeLessThan(80);
});
