import { expect, test } from 'vitest';
import type { HttpClient } from '../../../base/http/client.ts';
import { RunError } from '../../../base/errors.ts';
import { Frontier } from './frontier.ts';
import { robotsOf } from './robots.ts';
import { scopeOf } from './scope.ts';
import { visit } from './visit.ts';

const url = new URL('https://docs.example.org/page');

function visitWith(error: Error) {
  const client = {
    get: async () => {
      throw error;
    },
  } as unknown as HttpClient;
  const options = {
    client,
    scope: scopeOf(url),
    robots: robotsOf({ rules: [], delay: 0, sitemaps: [] }),
    frontier: new Frontier({
      maxDepth: 1,
      maxUrls: 10,
      admits: () => true,
      leavesOut: () => false,
      isLast: () => false,
    }),
    limits: { maxDocumentBytes: 1, maxTotalBytes: 1, maxDocuments: 1, requestTimeoutMs: 1 },
  };
  const stored = { url, known: undefined };
  return visit({ url, depth: 0 }, stored, options, new AbortController().signal);
}

test('keeps a page whose server failed', async () => {
  expect(await visitWith(new RunError('Unreachable', 'the server failed'))).toMatchObject({
    outcome: 'failed',
    item: { reason: 'the server failed', keep: true },
  });
});

test('rejects on a fault of the program', async () => {
  await expect(visitWith(new TypeError('x is not a function'))).rejects.toThrow(TypeError);
});
