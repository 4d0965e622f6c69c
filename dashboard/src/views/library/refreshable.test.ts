import { expect, test } from 'vitest';
import { whyNoRefresh } from './refreshable.ts';

test.each([
  ['a repository', { sourceType: 'git', imported: false, source: '/srv/docs' }, undefined],
  [
    'a description by its address',
    { sourceType: 'openapi', imported: false, source: 'https://a.example/api.json' },
    undefined,
  ],
  [
    'an uploaded file',
    { sourceType: 'openapi', imported: false, source: 'api.json' },
    /an uploaded file/,
  ],
  ['an import', { sourceType: 'import', imported: true }, /newer export/],
] as const)('%s says whether it can be read again', (_what, library, reason) => {
  const told = whyNoRefresh(library);
  if (reason === undefined) expect(told).toBeUndefined();
  else expect(told).toMatch(reason);
});
