import { expect, test } from 'vitest';
import { snippet } from '../../support/fake-stores.ts';
import { makeLibrary } from '../../support/library.ts';
import { apiServer } from '../api/api-server.ts';

const topics = ['route', 'session', 'cookie', 'template', 'upload', 'redirect'];
const snippets = topics.map((topic) =>
  snippet(topic, { title: `Make a ${topic}`, breadcrumb: ['Guide', `Make a ${topic}`] }),
);
const libraries = [makeLibrary({ spec: { id: '/acme/web' } })];
const path = '/api/v1/benchmark?id=/acme/web';

test('shows an admin each question with the rank of its answer', async () => {
  const { send } = await apiServer({ snippets, libraries });

  const { status, json } = await send('GET', path);

  expect(status).toBe(200);
  expect(json.questions).toHaveLength(topics.length);
  expect(json.questions[0]).toMatchObject({ kind: 'heading', rank: expect.any(Number) });
  expect(json.score).toBeGreaterThan(50);
});

test('requires an admin, and reports libraries without questions', async () => {
  const { get, send } = await apiServer({ libraries });

  expect((await get(path)).status).toBe(401);
  expect((await send('GET', '/api/v1/benchmark?id=/no/where')).json.error).toBe(
    'library_not_found',
  );
  expect((await send('GET', path)).json.error).toBe('no_snippets_found');
});

test('a library shows its scores, the inputs of its trust score, and its content warnings', async () => {
  const scores = {
    trustScore: 8,
    benchmarkScore: 91.5,
    contentWarnings: { injection: 1, secrets: 0, hidden: 2 },
  };
  const trust = { stars: 900, owner: 'organization' as const, license: 'MIT' };
  const origin = 'https://git.internal/acme/web';
  const status = { ...scores, trust: { origin, ...trust } };
  const { send } = await apiServer({
    libraries: [makeLibrary({ spec: { id: '/acme/web' }, status })],
  });

  const { json } = await send('GET', '/api/v1/library?id=/acme/web');

  expect(json).toMatchObject({ ...scores, trust });
  expect(JSON.stringify(json)).not.toContain('git.internal');
});
