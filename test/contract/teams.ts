import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashSecret } from '../../src/identity/access/key.ts';
import type { KeyStore } from '../../src/identity/access/key-store.ts';
import type { Teamspace, TeamspaceRole, Teams } from '../../src/identity/teamspaces/teamspaces.ts';

/** The stores of one process. */
export interface TeamsOfProcess {
  teams: Teams;
  keys: KeyStore;
}

/** Stores for one test, and others over the same data, as in another process. */
export interface TeamsUnderTest extends TeamsOfProcess {
  another(): Promise<TeamsOfProcess>;
  cleanUp(): Promise<void>;
}

const now = 1_800_000_000_000;
const docs: Teamspace = {
  id: 'docs',
  name: 'Docs',
  plan: 'pro',
  integrations: ['wiki'],
  createdAt: now,
};
const ada = { id: 'ada', name: 'Ada', email: 'ada@example.org', createdAt: now };
const bob = { id: 'bob', name: 'Bob', createdAt: now };

/** Defines the tests that every adapter of Teams must pass. */
export function describeTeams(name: string, create: () => Promise<TeamsUnderTest>): void {
  // oxlint-disable-next-line vitest/valid-title
  describe(name, () => {
    let under: TeamsUnderTest;
    let teams: Teams;
    beforeEach(async () => {
      under = await create();
      teams = under.teams;
      await teams.teamspaces.add(docs);
      await teams.users.add(ada);
      await teams.users.add(bob);
    });
    afterEach(async () => under.cleanUp());

    const join = (userId: string, role: TeamspaceRole) => teams.members.put('docs', userId, role);
    const keyOf = (id: string, facts: object = {}) => ({
      id,
      name: id,
      role: 'member' as const,
      teamspace: 'docs',
      createdAt: now,
      ...hashSecret('secret'),
      ...facts,
    });

    test('a new install has the teamspace default with the plan enterprise', async () => {
      const [first] = await teams.teamspaces.list();
      expect(first).toMatchObject({ id: 'default', name: 'default', plan: 'enterprise' });
    });

    test('another process finds teamspaces, users and projects unchanged', async () => {
      await teams.projects.add('docs', { id: 'web', name: 'The web' });
      const other = (await under.another()).teams;
      expect(await other.teamspaces.find('docs')).toEqual(docs);
      expect(await other.users.list()).toEqual([ada, bob]);
      expect(await other.projects.list('docs')).toEqual([{ id: 'web', name: 'The web' }]);
      expect(await other.projects.find('default', 'web')).toBeUndefined();
    });

    test('adding an existing id changes nothing', async () => {
      await teams.projects.add('docs', { id: 'web', name: 'first' });
      expect(await teams.teamspaces.add({ ...docs, name: 'second' })).toBe(false);
      expect(await teams.users.add({ ...ada, name: 'second' })).toBe(false);
      expect(await teams.projects.add('docs', { id: 'web', name: 'second' })).toBe(false);
      expect((await teams.teamspaces.find('docs'))?.name).toBe('Docs');
      expect((await teams.users.find('ada'))?.name).toBe('Ada');
      expect((await teams.projects.find('docs', 'web'))?.name).toBe('first');
    });

    test('a change of a teamspace keeps the fields that it does not contain', async () => {
      expect(await teams.teamspaces.change('docs', { plan: 'free' })).toEqual({
        ...docs,
        plan: 'free',
      });
      expect(await teams.teamspaces.change('docs', { name: 'New' })).toMatchObject({
        name: 'New',
        plan: 'free',
      });
      const granted = await teams.teamspaces.change('docs', { integrations: ['git/a.example'] });
      expect(granted).toMatchObject({ name: 'New', integrations: ['git/a.example'] });
      expect((await teams.teamspaces.change('docs', { integrations: [] })).integrations).toEqual(
        [],
      );
      await expect(teams.teamspaces.change('none', { plan: 'free' })).rejects.toMatchObject({
        code: 'team_not_found',
      });
    });

    test('the list of members is that of one teamspace, with names and roles', async () => {
      await join('bob', 'member');
      expect(await join('ada', 'owner')).toEqual({
        userId: 'ada',
        name: 'Ada',
        email: 'ada@example.org',
        role: 'owner',
      });
      await join('bob', 'admin');
      const listed = await (await under.another()).teams.members.list('docs');
      expect(listed.map(({ userId, role }) => [userId, role])).toEqual([
        ['ada', 'owner'],
        ['bob', 'admin'],
      ]);
      expect(await teams.members.list('default')).toEqual([]);
    });

    test('a member needs an existing teamspace and an existing user', async () => {
      const code = (error: { code?: string }) => error.code;
      expect(await teams.members.put('none', 'ada', 'member').catch(code)).toBe('team_not_found');
      expect(await teams.members.put('docs', 'eve', 'member').catch(code)).toBe('user_not_found');
      expect(await teams.members.remove('docs', 'ada').catch(code)).toBe('user_not_found');
      expect(await teams.projects.add('none', { id: 'a', name: 'a' }).catch(code)).toBe(
        'team_not_found',
      );
    });

    test('the last owner keeps the role until there is another owner', async () => {
      await join('ada', 'owner');
      await join('bob', 'admin');
      const lastOwner = { code: 'last_owner', message: expect.stringContaining('ada') };
      await expect(join('ada', 'member')).rejects.toMatchObject(lastOwner);
      await expect(teams.members.remove('docs', 'ada')).rejects.toMatchObject(lastOwner);
      await expect(teams.users.remove('ada', now)).rejects.toMatchObject(lastOwner);
      await join('bob', 'owner');
      await teams.members.remove('docs', 'ada');
      expect((await teams.members.list('docs')).map(({ userId }) => userId)).toEqual(['bob']);
    });

    test('a check receives the current role, and prevents the change if it throws', async () => {
      await join('ada', 'owner');
      const seen: unknown[] = [];
      const refuse = (held: unknown): void => {
        seen.push(held);
        throw new Error('not you');
      };
      await expect(teams.members.put('docs', 'ada', 'owner', refuse)).rejects.toThrow('not you');
      await expect(teams.members.put('docs', 'bob', 'admin', refuse)).rejects.toThrow('not you');
      await expect(teams.members.remove('docs', 'ada', refuse)).rejects.toThrow('not you');
      expect(seen).toEqual(['owner', undefined, 'owner']);
      expect(await teams.members.list('docs')).toHaveLength(1);
    });

    test('if two owners leave at the same time, one stays', async () => {
      await join('ada', 'owner');
      await join('bob', 'owner');
      const leave = (userId: string) =>
        teams.members.remove('docs', userId).catch((error: { code?: string }) => error.code);
      const left = await Promise.all([leave('ada'), leave('bob')]);
      expect(left.filter((code) => code !== undefined)).toEqual(['last_owner']);
      expect(await teams.members.list('docs')).toHaveLength(1);
    });

    test("a key has its owner's role while the owner is a member", async () => {
      await join('ada', 'admin');
      await under.keys.add(keyOf('a', { userId: 'ada' }));
      await under.keys.add(keyOf('b'));
      const roleOf = async (id: string) => (await under.keys.find(id))?.teamspaceRole;
      expect([await roleOf('a'), await roleOf('b')]).toEqual(['admin', undefined]);
      await join('ada', 'owner');
      expect(await roleOf('a')).toBe('owner');
      await join('bob', 'owner');
      await teams.members.remove('docs', 'ada');
      expect(await roleOf('a')).toBeUndefined();
    });

    test('deleting a user ends all memberships and revokes all keys', async () => {
      await join('bob', 'member');
      await under.keys.add(keyOf('a', { userId: 'bob' }));
      await under.keys.add(keyOf('b', { userId: 'ada' }));
      await under.keys.revoke('b', 5);
      await teams.users.remove('bob', now);
      expect(await teams.users.find('bob')).toBeUndefined();
      expect(await teams.members.list('docs')).toEqual([]);
      const times = (await under.keys.list()).map(({ revokedAt }) => revokedAt);
      expect(times).toEqual([now, 5]);
      await expect(teams.users.remove('bob', now)).rejects.toMatchObject({
        code: 'user_not_found',
      });
    });

    test('a teamspace with valid keys or other members cannot be deleted; expired and revoked keys and the last owner do not prevent it', async () => {
      const inUse = (what: string) => ({
        code: 'team_in_use',
        message: expect.stringContaining(what),
      });
      const remove = () => teams.teamspaces.remove('docs', now);
      await teams.projects.add('docs', { id: 'web', name: 'web' });
      await under.keys.add(keyOf('a'));
      await under.keys.add(keyOf('b', { expiresAt: now - 1 }));
      await expect(remove()).rejects.toMatchObject(inUse('1 key;'));
      await under.keys.revoke('a', now);
      await join('ada', 'owner');
      await join('bob', 'member');
      await expect(remove()).rejects.toMatchObject(inUse('2 members'));
      await teams.members.remove('docs', 'bob');
      await remove();
      expect(await teams.teamspaces.find('docs')).toBeUndefined();
      await expect(remove()).rejects.toMatchObject({ code: 'team_not_found' });

      await teams.teamspaces.add(docs);
      expect(await teams.members.list('docs')).toEqual([]);
      expect(await teams.projects.list('docs')).toEqual([]);
    });
  });
}
