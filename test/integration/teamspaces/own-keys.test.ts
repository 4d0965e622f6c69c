import { expect, test } from 'vitest';
import { apiServer } from '../api/api-server.ts';
import { askerWith, memberOfDocs, outcome } from './team.ts';

const keys = '/api/v1/keys';

test("a user's key creates, lists and revokes only keys of the user", async () => {
  const server = await apiServer();
  const ada = await memberOfDocs(server, 'ada', 'owner');
  const bob = await memberOfDocs(server, 'bob', 'member');
  const made = await bob('POST', keys, { name: 'mine' });
  expect(made).toMatchObject({
    status: 201,
    json: { userId: 'bob', teamspace: 'docs', role: 'member' },
  });
  const listed = (await bob('GET', keys)).json.keys;
  expect(listed.map(({ userId }: { userId: string }) => userId)).toEqual(['bob', 'bob']);

  const theirs = (await ada('GET', keys)).json.keys[0].id;
  const foreign = await bob('DELETE', `${keys}/${theirs}`);
  const none = await bob('DELETE', `${keys}/0123456789abcdef`);
  expect(outcome(foreign)).toEqual([404, 'key_not_found']);
  expect(foreign.text.replaceAll(theirs, '0123456789abcdef')).toBe(none.text);
  expect((await bob('DELETE', `${keys}/${made.json.id}`)).status).toBe(200);
});

test('a user cannot create a key with another role, teamspace or user', async () => {
  const server = await apiServer();
  await memberOfDocs(server, 'ada', 'owner');
  const bob = await memberOfDocs(server, 'bob', 'member');
  await server.send('PUT', '/api/v1/teamspaces/other/members/bob', { role: 'owner' });
  const make = async (facts: object) => outcome(await bob('POST', keys, { name: 'k', ...facts }));
  expect(await make({ role: 'admin' })).toEqual([403, 'forbidden']);
  expect(await make({ teamspace: 'other' })).toEqual([404, 'team_not_found']);
  expect(await make({ userId: 'ada' })).toEqual([404, 'user_not_found']);
});

test('a key with an expiry cannot create a key that is valid longer', async () => {
  const server = await apiServer();
  await memberOfDocs(server, 'bob', 'member');
  const expiresAt = '2999-01-01T00:00:00.000Z';
  const bob = await askerWith(server, { teamspace: 'docs', userId: 'bob', expiresAt });
  expect((await bob('POST', keys, { name: 'k' })).json).toMatchObject({ expiresAt });
  const longer = await bob('POST', keys, { name: 'k', expiresAt: '2999-02-01T00:00:00Z' });
  expect(outcome(longer)).toEqual([400, 'validation_error']);
  expect(longer.json.message).toContain(`"expiresAt" must not be after ${expiresAt}`);
});
