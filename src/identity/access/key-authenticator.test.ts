import { expect, test, vi } from 'vitest';
import { createKeyAuthenticator } from './key-authenticator.ts';
import { hashSecret, newKey } from './key.ts';
import type { FoundKey, KeyStore } from './key-store.ts';
import type { UseLog } from './use-log.ts';

function storedKey(facts: Partial<FoundKey> = {}): { text: string; stored: FoundKey } {
  const { id, secret, text } = newKey('lct_');
  const stored: FoundKey = {
    id,
    name: 'laptop',
    role: 'member',
    teamspace: 'default',
    createdAt: 0,
    ...hashSecret(secret),
    ...facts,
  };
  return { text, stored };
}

function authenticatorOf(...keys: FoundKey[]) {
  let time = 1_000;
  const find = vi.fn<KeyStore['find']>(async (id) => keys.find((key) => key.id === id));
  const note = vi.fn<UseLog['note']>();
  const authenticator = createKeyAuthenticator({
    store: { find },
    prefixes: ['lct_'],
    uses: { note },
    now: () => time,
    believedMs: 5_000,
    capacity: 3,
  });
  return { authenticator, find, note, pass: (ms: number) => void (time += ms) };
}

test('a key gives a caller with its role, owner and teamspace', async () => {
  const owner = { userId: 'ada', teamspaceRole: 'owner' } as const;
  const { text, stored } = storedKey({ role: 'admin', teamspace: 'docs', ...owner });
  const { authenticator } = authenticatorOf(stored);
  expect(await authenticator.authenticate(text)).toEqual({
    role: 'admin',
    keyId: stored.id,
    teamspace: 'docs',
    ...owner,
  });
});

test('the key of a user who left its teamspace is invalid until the user returns', async () => {
  const { text, stored } = storedKey({ teamspace: 'docs', userId: 'ada' });
  const { authenticator } = authenticatorOf(stored);
  expect(await authenticator.authenticate(text)).toBeUndefined();
  stored.teamspaceRole = 'member';
  expect(await authenticator.authenticate(text)).toMatchObject({ userId: 'ada' });
  delete stored.teamspaceRole;
  authenticator.forget();
  expect(await authenticator.authenticate(text)).toBeUndefined();
});

test('an unknown key, a wrong secret and a missing prefix are invalid', async () => {
  const { text, stored } = storedKey();
  const { authenticator, find } = authenticatorOf(stored);
  const other = newKey('lct_');
  expect(await authenticator.authenticate(other.text)).toBeUndefined();
  expect(await authenticator.authenticate(`lct_${stored.id}_${other.secret}`)).toBeUndefined();
  find.mockClear();
  expect(await authenticator.authenticate(text.slice(4))).toBeUndefined();
  expect(find).not.toHaveBeenCalled();
});

test('a revoked key becomes invalid at the next lookup, after some seconds or when the cache is cleared', async () => {
  const { text, stored } = storedKey();
  const { authenticator, pass } = authenticatorOf(stored);
  await authenticator.authenticate(text);
  stored.revokedAt = 1_000;
  expect(await authenticator.authenticate(text)).toBeDefined();
  pass(5_000);
  expect(await authenticator.authenticate(text)).toBeUndefined();

  delete stored.revokedAt;
  expect(await authenticator.authenticate(text)).toBeDefined();
  stored.revokedAt = 7_000;
  authenticator.forget();
  expect(await authenticator.authenticate(text)).toBeUndefined();
});

test('a key becomes invalid when it expires, even if it is cached', async () => {
  const { text, stored } = storedKey({ expiresAt: 1_500 });
  const { authenticator, pass } = authenticatorOf(stored);
  expect(await authenticator.authenticate(text)).toBeDefined();
  pass(500);
  expect(await authenticator.authenticate(text)).toBeUndefined();
});

test('frequent and concurrent calls cause one read of the store', async () => {
  const { text, stored } = storedKey();
  const { authenticator, find, note } = authenticatorOf(stored);
  await Promise.all([1, 2, 3].map(() => authenticator.authenticate(text)));
  await authenticator.authenticate(text);
  expect(find).toHaveBeenCalledTimes(1);
  expect(note).toHaveBeenLastCalledWith(stored.id, 1_000);
});

test('invalid keys do not evict valid ones, and valid ones evict only the oldest', async () => {
  const keys = [storedKey(), storedKey(), storedKey(), storedKey()];
  const { authenticator, find } = authenticatorOf(...keys.map(({ stored }) => stored));
  for (const { text } of keys.slice(0, 3)) await authenticator.authenticate(text);
  find.mockClear();
  await authenticator.authenticate(keys[1]!.text);
  expect(find).not.toHaveBeenCalled();
  await authenticator.authenticate(keys[3]!.text);
  find.mockClear();
  for (const { text } of keys.slice(1)) await authenticator.authenticate(text);
  expect(find).not.toHaveBeenCalled();
  await authenticator.authenticate(keys[0]!.text);
  expect(find).toHaveBeenCalledTimes(1);
});

test('after a failure of the store, the next call reads it again', async () => {
  const { text, stored } = storedKey();
  const { authenticator, find, note } = authenticatorOf(stored);
  find.mockRejectedValueOnce(new Error('the database is away'));
  await expect(authenticator.authenticate(text)).rejects.toThrow('the database is away');
  expect(note).not.toHaveBeenCalled();
  expect(await authenticator.authenticate(text)).toBeDefined();
});
