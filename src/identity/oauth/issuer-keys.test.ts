import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createIssuerKeys } from './issuer-keys.ts';

const issuer = 'https://login.example.com/realms/docs';
const keysUrl = 'https://login.example.com/keys';
let publicKeys: JWK[];
beforeAll(async () => {
  publicKeys = await Promise.all(
    ['one', 'two'].map(async (kid) => {
      const { publicKey } = await generateKeyPair('ES256', { extractable: true });
      return { ...(await exportJWK(publicKey)), kid, alg: 'ES256' };
    }),
  );
});

afterEach(() => void vi.useRealTimers());

/** An issuer whose documents a test may change, and keys that are looked for there. */
function install({ discovery = { issuer, jwks_uri: keysUrl } }: { discovery?: unknown } = {}) {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const documents: Record<string, unknown> = {
    [`${issuer}/.well-known/openid-configuration`]: discovery,
    [keysUrl]: { keys: [publicKeys[0]] },
  };
  const asked: string[] = [];
  const read = async (url: string): Promise<unknown> => {
    asked.push(url);
    if (documents[url] instanceof Error) throw documents[url];
    return documents[url];
  };
  const keys = createIssuerKeys({ issuer, read });
  return {
    documents,
    asked,
    find: (kid: string) => keys({ alg: 'ES256', kid }, { payload: '', signature: '' }),
  };
}
const away = new Error('connect ECONNREFUSED');
const pass = (ms: number): void => void vi.advanceTimersByTime(ms);

test('many tokens cause one request for the discovery document and one for the keys', async () => {
  const { asked, find } = install();
  await Promise.all([find('one'), find('one'), find('one')]);
  await find('one');
  expect(asked).toEqual([`${issuer}/.well-known/openid-configuration`, keysUrl]);
});

test('unknown keys cause at most one request per 30 seconds', async () => {
  const { asked, documents, find } = install();
  await find('one');
  documents[keysUrl] = { keys: publicKeys };
  for (let n = 0; n < 5; n += 1) {
    await expect(find(`made-up-${n}`)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
  }
  expect(asked).toHaveLength(2);
  pass(30_001);
  await find('two');
  expect(asked).toHaveLength(3);
});

test('a withdrawn key becomes invalid after ten minutes', async () => {
  const { documents, find } = install();
  await find('one');
  documents[keysUrl] = { keys: [publicKeys[1]] };
  pass(600_001);
  await find('one');
  await vi.waitFor(() => expect(find('one')).rejects.toThrow(/no applicable key/), 30_000);
});

test('while the issuer is unavailable its known keys stay valid for a day, and unknown ones cannot be verified', async () => {
  const { documents, find } = install();
  await find('one');
  documents[keysUrl] = away;
  pass(3_600_000);
  await find('one');
  pass(6_000);
  await expect(find('two')).rejects.toMatchObject({ code: 'issuer_unreachable', status: 503 });
  await find('one');
  pass(86_400_000);
  await expect(find('one')).rejects.toMatchObject({ status: 503, cause: away });
});

test('an unavailable issuer is retried after five seconds, and named in the error', async () => {
  const { asked, documents, find } = install();
  const address = `${issuer}/.well-known/openid-configuration`;
  const discovery = documents[address];
  documents[address] = away;
  for (let n = 0; n < 3; n += 1) await expect(find('one')).rejects.toThrow(issuer);
  expect(asked).toHaveLength(1);
  documents[address] = discovery;
  pass(5_001);
  await find('one');
});

test('an unavailable issuer is retried after five seconds, even if the clock was hours ahead', async () => {
  const { asked, documents, find } = install();
  await find('one');
  documents[keysUrl] = away;
  pass(30_001);
  await expect(find('two')).rejects.toThrow(issuer);
  vi.setSystemTime(Date.now() - 8 * 3_600_000);
  pass(600_001);
  documents[keysUrl] = { keys: publicKeys };
  await find('one');
  await vi.waitFor(() => find('two'), 30_000);
  expect(asked).toHaveLength(4);
});

test.each<[string, unknown]>([
  ['of another issuer', { issuer: 'https://evil.example', jwks_uri: keysUrl }],
  ['with a slash more', { issuer: `${issuer}/`, jwks_uri: keysUrl }],
  ['without an address of keys', { issuer }],
  ['with keys over plain HTTP', { issuer, jwks_uri: 'http://login.example.com/keys' }],
  ['with keys in a file', { issuer, jwks_uri: 'file:///etc/passwd' }],
  ['that is null', null],
])('a discovery document %s makes every token fail', async (_case, discovery) => {
  const { asked, find } = install({ discovery });
  await expect(find('one')).rejects.toMatchObject({ code: 'issuer_unreachable' });
  expect(asked).toHaveLength(1);
});

test('invalid keys make every token fail, and the error blames the issuer', async () => {
  const { documents, find } = install();
  documents[keysUrl] = { error: 'maintenance' };
  await expect(find('one')).rejects.toMatchObject({ code: 'issuer_unreachable' });
});
