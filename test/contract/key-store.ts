import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashSecret } from '../../src/identity/access/key.ts';
import type { KeyStore, StoredKey } from '../../src/identity/access/key-store.ts';

/** A store for one test, and a second one over the same data, as in another process. */
export interface KeyStoreUnderTest {
  keys: KeyStore;
  another(): Promise<KeyStore>;
  cleanUp(): Promise<void>;
}

function keyOf(id: string, facts: Partial<StoredKey> = {}): StoredKey {
  return {
    id,
    name: `key ${id}`,
    role: 'member',
    teamspace: 'default',
    createdAt: 1_800_000_000_000,
    ...hashSecret('secret'),
    ...facts,
  };
}

/** Defines the tests that every adapter of KeyStore must pass. */
export function describeKeyStore(name: string, create: () => Promise<KeyStoreUnderTest>): void {
  // oxlint-disable-next-line vitest/valid-title
  describe(name, () => {
    let under: KeyStoreUnderTest;
    let keys: KeyStore;
    beforeEach(async () => {
      under = await create();
      keys = under.keys;
    });
    afterEach(async () => under.cleanUp());

    test('another process finds a key unchanged', async () => {
      const full = keyOf('a', { userId: 'ada', expiresAt: 1_900_000_000_000, role: 'admin' });
      expect(await keys.add(full)).toBe(true);
      expect(await (await under.another()).find('a')).toEqual(full);
      expect(await keys.find('b')).toBeUndefined();
    });

    test('a key is never overwritten', async () => {
      await keys.add(keyOf('a', { name: 'first' }));
      expect(await keys.add(keyOf('a', { name: 'second' }))).toBe(false);
      expect((await keys.find('a'))?.name).toBe('first');
    });

    test('the list is in order of creation and contains no hash', async () => {
      await keys.add(keyOf('late', { createdAt: 3 }));
      await keys.add(keyOf('early', { createdAt: 1 }));
      const listed = await keys.list();
      expect(listed.map(({ id }) => id)).toEqual(['early', 'late']);
      expect(JSON.stringify(listed)).not.toMatch(/salt|hash/);
    });

    test('a bootstrap key revokes the previous bootstrap key once, and no other key', async () => {
      await keys.add(keyOf('made', { role: 'admin' }));
      await keys.add(keyOf('old', { role: 'admin', isBootstrap: true }));
      await keys.add(keyOf('new', { role: 'admin', isBootstrap: true, createdAt: 7 }));

      const another = await under.another();
      await another.add(keyOf('old', { role: 'admin', isBootstrap: true }));

      expect((await keys.find('old'))?.revokedAt).toBe(7);
      expect((await keys.find('new'))?.revokedAt).toBeUndefined();
      expect((await keys.find('made'))?.revokedAt).toBeUndefined();
    });

    test('a revoked key stays in the list with its first time of revocation', async () => {
      await keys.add(keyOf('a'));
      expect(await keys.revoke('a', 100)).toBe(true);
      expect(await keys.revoke('a', 200)).toBe(true);
      expect(await keys.revoke('b', 200)).toBe(false);
      expect((await keys.list()).map(({ revokedAt }) => revokedAt)).toEqual([100]);
    });

    test('the time of the last use never decreases, whichever process writes last', async () => {
      await keys.add(keyOf('a'));
      await keys.noteUse(new Map([['a', 500]]));
      await (
        await under.another()
      ).noteUse(
        new Map([
          ['a', 400],
          ['gone', 1],
        ]),
      );
      expect((await keys.find('a'))?.lastUsedAt).toBe(500);
    });
  });
}
