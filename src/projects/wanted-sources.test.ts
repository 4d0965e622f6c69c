import { expect, test } from 'vitest';
import { createFileFilter } from '../indexing/sources/filter.ts';
import { wantedSources } from './wanted-sources.ts';

test('an installed package is read with its changelog, but without its license', () => {
  const { wanted } = wantedSources([
    {
      ecosystem: 'npm',
      name: 'tool',
      version: '1.2.3',
      dev: false,
      state: 'installed',
      installed: '/project/node_modules/tool',
    },
  ]);
  const isRead = createFileFilter(wanted[0]!.source.git!);
  expect(isRead('CHANGELOG.md')).toBe(true);
  expect(isRead('LICENSE.md')).toBe(false);
});
