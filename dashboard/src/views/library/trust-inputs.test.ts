import { expect, test } from 'vitest';
import { trustInputs } from './trust-inputs.ts';

const now = Date.parse('2026-06-01T00:00:00.000Z');

test("shows the facts of a repository's host, and those that lower its trust", () => {
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
    { text: 'Changed 1 day ago', counts: 'for' },
  ]);
});

test('shows that a repository is archived instead of its last change', () => {
  const activeAt = '2021-06-01T00:00:00.000Z';
  expect(trustInputs({ archived: true, activeAt }, now)).toEqual([
    { text: 'Its owner has archived it', counts: 'against' },
  ]);
  expect(trustInputs({ activeAt }, now)).toEqual([
    { text: 'Changed 5 years ago', counts: 'against' },
  ]);
});

test('shows the protocol and the host of a site', () => {
  expect(trustInputs({ tls: false, domain: 'address', pages: 1 }, now)).toEqual([
    { text: 'Not read over https', counts: 'against' },
    { text: 'An address without a name', counts: 'against' },
    { text: '1 page served', counts: 'against' },
  ]);
});
