import { describe, expect, test } from 'vitest';
import { makeLibrary } from '../../test/support/library.ts';
import { forgetGivenSecret, forgetReplacedSecrets, replacedToken } from './git-secret.ts';

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
