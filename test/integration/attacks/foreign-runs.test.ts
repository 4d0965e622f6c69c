import { beforeAll, describe, expect, test } from 'vitest';
import { makeLibrary } from '../../support/library.ts';
import type { CheckedResponse } from '../../support/openapi-check.ts';
import { apiServer, startApi, type ApiServer } from '../api/api-server.ts';
import { askerWith, outcome, type Asker } from '../teamspaces/team.ts';

const foreign = '/acme/foreign';
const nobodys = '/acme/nobodys';
const own = '/acme/own';
const libraries = [
  makeLibrary({ spec: { id: foreign, teamspace: 'other' }, status: { state: 'processing' } }),
  makeLibrary({ spec: { id: nobodys }, status: { state: 'processing' } }),
  makeLibrary({ spec: { id: own, teamspace: 'docs' }, status: { state: 'processing' } }),
];

/** All requests that start or end a run of a library. */
const ways: [name: string, ask: (asker: Asker, id: string) => ReturnType<Asker>][] = [
  ['a refresh', (ask, id) => ask('POST', '/api/v1/refresh', { libraryName: id })],
  ['a cancellation', (ask, id) => ask('POST', '/api/v1/cancel', { libraryName: id })],
  ['a refresh as on-premise', (ask, id) => ask('POST', `/api/projects${id}/refresh`)],
  [
    'adding it again',
    (ask, id) =>
      ask('POST', '/api/v2/add/repo/git', {
        docsRepoUrl: `https://example.org${id}.git`,
        force: true,
      }),
  ],
  [
    'adding it again as on-premise',
    (ask, id) =>
      ask('POST', '/api/parse', { repoUrl: `https://example.org${id}.git`, force: true }),
  ],
];

describe("a run of another teamspace's public library", () => {
  let server: ApiServer;
  let member: Asker;
  beforeAll(async () => {
    server = await startApi({ libraries });
    member = await askerWith(server, { teamspace: 'docs' });
    return server.close;
  });

  test.each(ways)('is neither started nor ended by %s', async (_name, ask) => {
    const before = await server.registry.list();
    for (const id of [foreign, nobodys]) {
      const answer = await ask(member, id);
      expect([id, ...outcome(answer)]).toEqual([id, 403, 'forbidden']);
      expect(answer.json.message).toContain('not a library of teamspace docs');
    }
    expect(await server.registry.list()).toEqual(before);
  });

  test.each(ways)(
    'may be managed by members with %s if it belongs to their teamspace',
    async (_name, ask) => {
      expect([200, 202, 409]).toContain((await ask(member, own)).status);
    },
  );
});

/** Returns the libraries whose runs a caller may start and cancel, from the list and from each library. */
async function runnable(get: (path: string) => Promise<CheckedResponse>): Promise<string[][]> {
  const all = (await get('/api/v1/libraries')).json.libraries as { id: string }[];
  const singles = await Promise.all(
    all.map(async ({ id }) => (await get(`/api/v1/library?id=${id}`)).json as { id: string }),
  );
  const runnableOf = (shown: object[]): string[] =>
    (shown as { id: string; mayRun: boolean }[]).filter(({ mayRun }) => mayRun).map(({ id }) => id);
  return [runnableOf(all), runnableOf(singles)];
}

test('every library reports whether the caller may start and cancel its runs', async () => {
  const server = await apiServer({ libraries });
  const open = await apiServer({ libraries, parts: { memberRuns: 'all' } });
  const all = [foreign, nobodys, own];
  const member = await askerWith(server, { teamspace: 'docs' });
  const admin = await askerWith(server, { teamspace: 'docs', role: 'admin' });
  const memberOfOpen = await askerWith(open, { teamspace: 'docs' });
  expect(await runnable((path) => member('GET', path))).toEqual([[own], [own]]);
  expect(await runnable((path) => admin('GET', path))).toEqual([all, all]);
  expect(await runnable((path) => memberOfOpen('GET', path))).toEqual([all, all]);
  for (const { get } of [server, open]) expect(await runnable(get)).toEqual([[], []]);
});

test('with the setting memberRuns, members start and cancel runs of all visible libraries', async () => {
  const server = await apiServer({ libraries, parts: { memberRuns: 'all' } });
  const member = await askerWith(server, { teamspace: 'docs' });
  for (const [, ask] of ways) expect((await ask(member, foreign)).status).not.toBe(403);
});
