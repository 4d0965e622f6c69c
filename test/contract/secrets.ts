import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SecretStore } from '../../src/store/secrets.ts';

/**
 * A store for one test. `reopened` is the store after a restart of the program, or in another
 * process.
 */
export interface SecretStoreUnderTest {
  secrets: SecretStore;
  reopened(): Promise<SecretStore>;
  cleanUp(): Promise<void>;
}

/** Defines the tests that every adapter of SecretStore must pass. */
export function describeSecretStore(
  name: string,
  create: () => Promise<SecretStoreUnderTest>,
): void {
  // oxlint-disable-next-line vitest/valid-title
  describe(name, () => {
    let under: SecretStoreUnderTest;
    let secrets: SecretStore;

    beforeEach(async () => {
      under = await create();
      secrets = under.secrets;
    });
    afterEach(async () => under.cleanUp());

    test('returns stored values with any characters, also after a restart', async () => {
      const values = {
        username: 'git',
        password: 'p\u00e4ss\nw\u{1f511}rd',
        'git.example.org.token': '',
      };
      await secrets.put('widgets-git', values);
      expect(await secrets.get('widgets-git')).toEqual(values);
      expect(await (await under.reopened()).get('widgets-git')).toEqual(values);
    });

    test('returns undefined for an unknown name', async () => {
      await secrets.put('one', { a: '1' });
      expect(await secrets.get('two')).toBeUndefined();
    });

    test('replaces the whole set, and removes missing keys', async () => {
      await secrets.put('one', { username: 'git', password: 'old' });
      await secrets.put('two', { other: 'x' });
      await secrets.put('one', { bearerToken: 'new' });
      expect(await secrets.get('one')).toEqual({ bearerToken: 'new' });
      expect(await secrets.get('two')).toEqual({ other: 'x' });
    });

    test('keeps the changes of concurrent callers', async () => {
      const keys = ['one', 'two', 'three'];
      await Promise.all(
        keys.map((key) => secrets.update('all', (held = {}) => ({ ...held, [key]: key }))),
      );
      expect(await secrets.get('all')).toEqual({ one: 'one', two: 'two', three: 'three' });
      const updated = await secrets.update('all', (held) => ({
        two: held?.['two'] ?? '',
        three: '3',
      }));
      expect(updated).toEqual({ two: 'two', three: '3' });
      expect(await secrets.get('all')).toEqual(updated);
    });

    test('keeps a set whose change throws', async () => {
      await secrets.put('one', { a: '1' });
      const refused = secrets.update('one', () => {
        throw new Error('refused');
      });
      await expect(refused).rejects.toThrow('refused');
      expect(await secrets.get('one')).toEqual({ a: '1' });
    });

    test('deletes a set, and ignores the deletion of an unknown one', async () => {
      await secrets.put('one', { a: '1' });
      await secrets.delete('one');
      await secrets.delete('one');
      expect(await secrets.get('one')).toBeUndefined();
    });

    test.each([
      ['Upper', { a: 'hidden-value' }],
      ['one', { 'a key': 'hidden-value' }],
      ['one', { a: 'hidden-value'.repeat(50_000) }],
    ])('refuses a name, a key or a size that a Secret cannot have: %s', async (bad, values) => {
      const refusal = await secrets.put(bad, values).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: 'validation_error', status: 400 });
      expect(String(refusal)).not.toContain('hidden-value');
      expect(await secrets.get('one')).toBeUndefined();
    });
  });
}
