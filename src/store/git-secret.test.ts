import { describe, expect, test } from 'vitest';
import { makeLibrary } from '../../test/support/library.ts';
import {
  forgetGivenSecret,
  forgetReplacedSecrets,
  isOwnGitSecret,
  newGitSecretName,
  replacedToken,
} from './git-secret.ts';

const secret = (number: string): string => `anvil-git-${number}`;

/** Names of the Secrets that are removed for a Library that has these annotations, and that names this Secret. */
async function removedFor(
  annotations: Record<string, string>,
  { name = secret('00000002'), with: forget = forgetReplacedSecrets } = {},
): Promise<string[]> {
  const removed: string[] = [];
  const library = makeLibrary({
    metadata: { name: 'anvil', namespace: 'docs', annotations },
    spec: { secretRef: { name } },
  });
  await forget({ delete: async (key) => void removed.push(key) })(library);
  return removed;
}

test('a Library owns a Secret by its name only if Lectern made the name for this Library', () => {
  const anvil = { name: 'anvil', uid: '0b5a5d5e-3f0a-4a53-9d8b-5d8f3c1f6a11' };
  const [name, other] = [newGitSecretName(anvil), newGitSecretName(anvil)];
  expect(name).toMatch(/^anvil-git-[0-9a-f]{20}$/);
  expect(other).not.toBe(name);
  expect(isOwnGitSecret(name, anvil)).toBe(true);

  const others = [
    [name, { ...anvil, uid: '0b5a5d5e-3f0a-4a53-9d8b-5d8f3c1f6a12' }],
    [name, { ...anvil, name: 'bellows' }],
    [`${name.slice(0, -1)}g`, anvil],
    [secret('0123456789abcdef0123'), anvil],
    [secret('0123abcd'), anvil],
  ] as const;
  expect(others.map(([given, library]) => isOwnGitSecret(given, library))).toEqual(
    others.map(() => false),
  );
});

describe('the Secret of a token', () => {
  test('is removed after another token has replaced it', async () => {
    const two = { ...replacedToken(secret('00000000')), ...replacedToken(secret('00000001')) };

    expect(await removedFor(two)).toEqual(['docs/anvil-git-00000000', 'docs/anvil-git-00000001']);
  });

  test('stays while the Library names it', async () => {
    expect(await removedFor(replacedToken(secret('00000002')))).toEqual([]);
  });

  test('is removed with its Library, and so are replaced ones', async () => {
    expect(
      await removedFor(replacedToken(secret('00000001')), { with: forgetGivenSecret }),
    ).toEqual(['docs/anvil-git-00000002', 'docs/anvil-git-00000001']);
  });

  test.each(['lectern-integrations', '../database', '0000000', '000000011', ''])(
    'can be named by an annotation, unlike %j',
    async (end) => {
      expect(await removedFor({ [`lectern.dev/replacedToken-${end}`]: 'true' })).toEqual([]);
    },
  );
});
