import { expect, test } from 'vitest';
import { isWaiting, leftOutLines, projectTable } from './project-table.ts';

const queue = {
  ecosystem: 'npm',
  name: 'queue',
  version: '1.2.3',
  dev: false,
  state: 'tag',
  ref: 'v1.2.3',
  repository: 'https://github.com/acme/queue',
} as const;

test('the table has a line for each dependency, with its source, tag, documents and state', () => {
  const table = projectTable([
    { ...queue, library: '/acme/queue', indexed: true, documents: 1234, libraryState: 'finalized' },
    { ...queue, name: 'web', state: 'missing', note: 'no tag of 1.2.3', nearest: 'v1.2.2' },
  ]);
  expect(table.split('\n').map((line) => line.trim().split(/ {3,}/))).toEqual([
    ['PACKAGE', 'VERSION', 'SOURCE', 'TAG', 'DOCUMENTS', 'STATE'],
    ['queue', '1.2.3', '/acme/queue', 'v1.2.3', '1,234', 'indexed'],
    ['web', '1.2.3', '-', 'v1.2.3', '-', 'not found: no tag of 1.2.3 (--nearest uses v1.2.2)'],
  ]);
});

test('a dry run shows where the documentation was found', () => {
  expect(projectTable([queue])).toMatch(/github\.com\/acme\/queue +v1\.2\.3 +- +found$/);
  const installed = { ...queue, state: 'installed', installed: '/srv' } as const;
  expect(projectTable([installed])).toMatch(
    /installed package +v1\.2\.3 +- +found, installed package$/,
  );
});

test('a failed run shows its reason and is not waited for', () => {
  const failed = { ...queue, library: '/acme/queue', indexed: false, libraryState: 'error' };
  expect(projectTable([{ ...failed, message: 'the host is down' }])).toMatch(
    /failed: the host is down$/,
  );
  expect(isWaiting(failed)).toBe(false);
  expect(isWaiting({ ...failed, libraryState: 'processing' })).toBe(true);
});

test('entries that were left out are named with the reason', () => {
  const refused = [{ file: 'package.json', entry: 'x', reason: 'it is a URL' }];
  expect(leftOutLines({ refused, leftOut: 3, development: 2 })).toEqual([
    'Left out package.json: x: it is a URL.',
    'Left out 2 dependencies for development; --dev adds them.',
    'Left out 3 more dependencies. Raise --max, to 250 at most, to add them.',
  ]);
});
