import { expect, test } from 'vitest';
import type { Library } from '../../resources/library.ts';
import { sharesFor } from './split.ts';

const split = { pods: 4, snippetsPerPod: 1_000 };

function library(snippets: number[], embeddedPercent?: number): Library {
  const versions = snippets.map((count, at) => ({
    name: `v${at}`,
    revision: 'r',
    documents: 1,
    snippets: count,
    tokens: 1,
    updatedAt: '2026-01-01T00:00:00Z',
  }));
  const status = { versions, ...(embeddedPercent !== undefined && { embeddedPercent }) };
  return { status } as Library;
}

test.each([
  ['a small library', [900], 0, 1],
  ['a library that fills one Pod', [1_000], 0, 1],
  ['a larger one', [1_001], 0, 2],
  ['several versions', [900, 900, 900], 0, 3],
  ['one with most of its vectors', [10_000], 85, 2],
  ['one with all of its vectors', [10_000], 100, 1],
  ['one that needs more Pods than a run may have', [1_000_000], 0, 4],
])('%s gets the Pods that it needs', (_, snippets, percent, pods) => {
  expect(sharesFor(library(snippets, percent), split)).toBe(pods);
});

test('a library without figures gets one Pod', () => {
  expect(sharesFor(library([]), split)).toBe(1);
  expect(sharesFor(library([10_000]), split)).toBe(1);
});

test('every library gets one Pod where runs are not split', () => {
  expect(sharesFor(library([10_000], 0), undefined)).toBe(1);
});
