import { afterAll, afterEach, expect, test } from 'vitest';
import { SqlSessions } from '../../src/store/metadata/access/sessions.ts';
import { createPostgresDatabase } from '../support/postgres-database.ts';
import { browserAt } from '../support/signed-in-browser.ts';
import { apiServer, operatorToken, type ApiServer } from '../integration/api/api-server.ts';

const place = '/api/v1/session';

const database = await createPostgresDatabase();
afterAll(() => database.cleanUp());
afterEach(() => database.empty());

async function replicas(): Promise<[ApiServer, ApiServer]> {
  return [
    await apiServer({ database: await database.open() }),
    await apiServer({ database: await database.open() }),
  ];
}

test('a session of one replica works on the other, and ends on both at once', async () => {
  const [one, other] = await replicas();
  const { key } = await one.keys.create({ name: 'x', role: 'admin', teamspace: 'default' });
  const here = browserAt(one.url);
  await here.signIn(key);
  const cookie = here.cookies();
  const there = browserAt(other.url);
  there.plant(cookie);
  expect((await there.who()).json).toMatchObject({ role: 'admin', name: 'x' });
  expect((await there.send('POST', '/api/v1/users', { id: 'ada', name: 'Ada' })).status).toBe(201);

  await there.send('DELETE', place);
  expect((await here.who()).json.role).toBe('anonymous');
  const rows = await database.query('select * from sessions');
  expect(rows).toEqual([]);
});

test('a key that one replica revoked cannot sign in on the other from the next request on', async () => {
  const [one, other] = await replicas();
  const { key, record } = await one.keys.create({ name: 'x', role: 'admin', teamspace: 'default' });
  const there = browserAt(other.url);
  await there.signIn(key);
  expect((await there.who()).json.role).toBe('admin');
  await one.keys.revoke(record.id);
  expect((await there.who()).json.role).toBe('anonymous');
});

test('concurrent sign-ins with one key leave at most twenty sessions, and remove expired ones', async () => {
  const [one, other] = await replicas();
  const { key } = await one.keys.create({ name: 'x', role: 'member', teamspace: 'default' });
  const browsers = Array.from({ length: 30 }, (_, n) => browserAt(n % 2 ? one.url : other.url));
  const answers = await Promise.all(browsers.map((browser) => browser.signIn(key)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await browserAt(one.url).signIn(operatorToken);
  const count = async (): Promise<{ kind: string; n: string }[]> =>
    database.query('select kind, count(*) n from sessions group by kind order by kind');
  // Concurrent sign-ins may leave fewer sessions, but never more.
  expect(await count()).toEqual([
    { kind: 'key', n: expect.stringMatching(/^(20|1\d|[1-9])$/) },
    { kind: 'operator', n: '1' },
  ]);
  await database.query('update sessions set expires_at = 1');
  await browserAt(one.url).signIn(operatorToken);
  expect(await count()).toEqual([{ kind: 'operator', n: '1' }]);
});

test('a person who signed in with an issuer is the same on every replica', async () => {
  const [one, other] = [await database.open(), await database.open()].map(
    (db) => new SqlSessions(db),
  );
  const person = { subject: 'ann|1', name: 'Ann', role: 'admin', teamspace: 'docs' } as const;
  const times = { createdAt: 1, lastUsedAt: 2, expiresAt: 3 };
  const session = { hash: 'h', holder: { kind: 'person', person }, ...times } as const;
  await one!.add(session, 20);
  expect(await other!.find('h')).toEqual(session);
  await other!.noteUse('h', 9);
  await one!.noteUse('h', 8);
  expect((await one!.find('h'))?.lastUsedAt).toBe(9);
});

test('the stored values do not work as tokens', async () => {
  const [one] = await replicas();
  const { key } = await one.keys.create({ name: 'x', role: 'admin', teamspace: 'default' });
  const browser = browserAt(one.url);
  await browser.signIn(key);
  const [row] = await database.query<{ hash: string }>('select * from sessions');
  const token = browser.cookies().split('=')[1]!;
  expect(JSON.stringify(row)).not.toContain(token);
  const thief = browserAt(one.url);
  thief.plant(`lectern_session=${Buffer.from(row!.hash, 'hex').toString('base64url')}`);
  expect((await thief.who()).json.role).toBe('anonymous');
});
