import { expect, test } from 'vitest';
import { trustInputs } from './trust-inputs.ts';

const now = Date.parse('2026-06-01T00:00:00.000Z');

test('a repository is told by what its host says of it, and what counts against it', () => {
  const inputs = trustInputs(
    {
      stars: 1_234,
      createdAt: '2020-06-01T00:00:00.000Z',
      activeAt: '2026-05-31T00:00:00.000Z',
      owner: 'user',
      fork: true,
    },
    now,
  );
  expect(inputs).toEqual([
    { text: '1,234 stars', counts: 'for' },
    { text: 'A person owns it', counts: 'neither' },
    { text: 'The host shows no license', counts: 'against' },
    { text: 'It is a copy of another repository', counts: 'against' },
    { text: 'Made 6 years ago', counts: 'for' },
    { text: 'Changed yesterday', counts: 'for' },
  ]);
});

test('an archived repository is told by that, not by when it last changed', () => {
  const activeAt = '2021-06-01T00:00:00.000Z';
  expect(trustInputs({ archived: true, activeAt }, now)).toEqual([
    { text: 'Its owner has archived it', counts: 'against' },
  ]);
  expect(trustInputs({ activeAt }, now)).toEqual([
    { text: 'Changed 5 years ago', counts: 'against' },
  ]);
});

test('a site is told by how and where it is read', () => {
  expect(trustInputs({ tls: false, domain: 'address', pages: 1 }, now)).toEqual([
    { text: 'Not read over https', counts: 'against' },
    { text: 'An address without a name', counts: 'against' },
    { text: '1 page served', counts: 'against' },
  ]);
});
