import { describe, expect, test } from 'vitest';
import { labels, type Library } from '../../../src/resources/library.ts';
import { makeLibrary } from '../../support/library.ts';
import { apiServer, type ApiServer } from '../api/api-server.ts';
import { askerWith, memberOfDocs, outcome } from '../teamspaces/team.ts';

const at = (id: string): string => `/api/v1/library/settings?id=${id}`;
const mine = { id: '/acme/mine', visibility: 'private', teamspace: 'docs' } as const;

async function specOf({ registry }: ApiServer, id: string): Promise<Library['spec'] | undefined> {
  return (await registry.list()).find(({ spec }) => spec.id === id)?.spec;
}

describe('GET /api/v1/library/settings', () => {
  test('shows the settings of a library, without address and credentials', async () => {
    const library = makeLibrary({
      spec: {
        source: { git: { url: '/srv/secret-place/anvil', branch: 'main' } },
        secretRef: { name: 'deploy-key' },
        refresh: { interval: '1d' },
        teamspace: 'docs',
      },
      // Everyone may read the repository, so the Secret was not needed.
      status: { credential: 'none' },
    });
    const server = await apiServer({ libraries: [library] });
    const other = await askerWith(server, { teamspace: 'other', role: 'member' });

    const { text, json } = await other('GET', at('/acme/anvil'));

    expect(json).toEqual({
      id: '/acme/anvil',
      sourceType: 'git',
      visibility: 'public',
      readers: 'everybody',
      credential: 'none',
      publishCredentialed: false,
      ownerRules: 'ignore',
      suspend: false,
      refresh: { interval: '1d' },
      hasCredentials: true,
      source: { branch: 'main' },
      mayChange: false,
      mayPublish: false,
    });
    expect(text).not.toMatch(/secret-place|deploy-key/);
    const own = await server.send('GET', at('/acme/anvil'));
    expect(own.json).toMatchObject({ teamspace: 'docs', mayChange: true, mayPublish: true });
  });

  test('requires a member who may see the library', async () => {
    const server = await apiServer({ libraries: [makeLibrary({ spec: mine })] });
    const other = await askerWith(server, { teamspace: 'other', role: 'member' });
    expect((await server.get(at('/acme/mine'))).status).toBe(401);
    expect(outcome(await other('GET', at('/acme/mine')))).toEqual([404, 'library_not_found']);
  });
});

describe('PATCH /api/v1/library/settings', () => {
  test('writes the change and responds with the new settings', async () => {
    const server = await apiServer({ libraries: [makeLibrary()] });
    const before = await specOf(server, '/acme/anvil');

    const change = {
      title: 'Anvils',
      source: { folders: ['docs'] },
      refresh: { schedule: '@daily' },
    };
    const { status, json } = await server.send('PATCH', at('/acme/anvil'), change);

    expect(status).toBe(200);
    expect(json).toMatchObject(change);
    expect(await specOf(server, '/acme/anvil')).toEqual({
      ...before,
      title: 'Anvils',
      refresh: { schedule: '@daily' },
      source: { git: { ...before?.source.git, folders: ['docs'] } },
    });
    const taken = await server.send('PATCH', at('/acme/anvil'), { title: null, refresh: null });
    expect(taken.json.title).toBeUndefined();
    expect((await specOf(server, '/acme/anvil'))?.refresh).toBeUndefined();
  });

  test('lets the interval of refreshes grow', async () => {
    const server = await apiServer({ libraries: [makeLibrary()] });
    const refresh = { interval: '1d', maxInterval: '30d' };

    const { status, json } = await server.send('PATCH', at('/acme/anvil'), { refresh });

    expect([status, json.refresh]).toEqual([200, refresh]);
    expect((await specOf(server, '/acme/anvil'))?.refresh).toEqual(refresh);
  });

  test('does not write a change without an effect', async () => {
    const { send, registry } = await apiServer({ libraries: [makeLibrary()] });
    const [before] = await registry.list();
    await send('PATCH', at('/acme/anvil'), { title: null, suspend: false, source: {} });
    await send('PATCH', at('/acme/anvil'), {});
    const [after] = await registry.list();
    expect(after?.metadata.generation).toBe(before?.metadata.generation);
  });

  test.each([
    ['an unknown field', { tilte: 'x' }, /tilte/],
    [
      'a field of the wrong type',
      { source: { folders: 'docs' } },
      /source\.folders.*must be a list/,
    ],
    ['another address', { source: { url: 'https://evil.example' } }, /url/],
    ['a wrong interval', { refresh: { interval: 'often' } }, /refresh\.interval/],
    ['a filter of another type', { source: { maxPages: 5 } }, /source\.maxPages/],
  ])('refuses %s and names the field', async (_what, change, message) => {
    const { send } = await apiServer({ libraries: [makeLibrary()] });
    const answer = await send('PATCH', at('/acme/anvil'), change);
    expect(outcome(answer)).toEqual([400, 'validation_error']);
    expect(answer.json.message).toMatch(message);
  });

  test('of a library of a manifest is refused with the reason, which is also in the settings', async () => {
    const { send, registry } = await apiServer();
    const { metadata, spec } = makeLibrary();
    const marks = { [labels.managedBy]: 'team-docs' };
    await registry.create({ metadata: { name: metadata.name, labels: marks }, spec });
    const answer = await send('PATCH', at('/acme/anvil'), { suspend: true });
    expect(outcome(answer)).toEqual([400, 'validation_error']);
    expect(answer.json.message).toContain('the manifest team-docs made it');
    const { json } = await send('GET', at('/acme/anvil'));
    expect(json).toMatchObject({ mayChange: false, locked: answer.json.message });
  });

  test.each([
    ['a manifest', labels.managedBy, 200, true],
    ['Flux', 'kustomize.toolkit.fluxcd.io/name', 400, false],
  ])(
    'reports for a library of %s whether an admin may publish it',
    async (_maker, mark, status, mayPublish) => {
      const { send, registry } = await apiServer();
      const { metadata, spec } = makeLibrary();
      await registry.create({
        metadata: { name: metadata.name, labels: { [mark]: 'docs' } },
        spec,
      });
      const { json } = await send('GET', at('/acme/anvil'));
      const answer = await send('PATCH', at('/acme/anvil'), { publishCredentialed: true });
      expect(json).toMatchObject({ mayChange: false, mayPublish });
      expect(answer.status).toBe(status);
    },
  );

  test('is allowed for admins, and for a private library also for owners and admins of its teamspace', async () => {
    const server = await apiServer({ libraries: [makeLibrary(), makeLibrary({ spec: mine })] });
    const owner = await memberOfDocs(server, 'ada', 'owner');
    const member = await memberOfDocs(server, 'bob', 'member');
    const change = { description: 'Ours.' };

    expect(outcome(await owner('PATCH', at('/acme/anvil'), change))).toEqual([403, 'forbidden']);
    expect(outcome(await member('PATCH', at('/acme/mine'), change))).toEqual([403, 'forbidden']);
    expect((await owner('PATCH', at('/acme/mine'), change)).status).toBe(200);
    for (const further of [{ visibility: 'public' }, { ownerRules: 'allow' }]) {
      expect(outcome(await owner('PATCH', at('/acme/mine'), further))).toEqual([403, 'forbidden']);
    }
    expect((await specOf(server, '/acme/mine'))?.visibility).toBe('private');
  });

  test('makes a library private for the teamspace of the caller, if its plan allows that', async () => {
    const server = await apiServer({ libraries: [makeLibrary()] });
    const admin = await askerWith(server, { teamspace: 'docs', role: 'admin' });
    await server.send('PATCH', '/api/v1/teamspaces/docs', { plan: 'free' });
    const refused = await admin('PATCH', at('/acme/anvil'), { visibility: 'private' });
    expect(outcome(refused)).toEqual([403, 'forbidden']);
    await server.send('PATCH', '/api/v1/teamspaces/docs', { plan: 'pro' });
    const { json } = await admin('PATCH', at('/acme/anvil'), { visibility: 'private' });
    expect(json).toMatchObject({ visibility: 'private', teamspace: 'docs' });
  });
});
