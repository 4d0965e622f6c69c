import { expect, test } from 'vitest';
import { makeLibrary } from '../../../test/support/library.ts';
import type { LibrarySource } from '../../resources/library.ts';
import type { SecretValues } from '../../store/secrets.ts';
import { runCredentials } from './run-credentials.ts';

const source = { git: { url: 'https://git.example.com/acme/saws.git' } };
const overSsh = { git: { url: 'git@git.example.com:acme/saws.git' } };

/** Returns the function that gets credentials from these integrations, and a run that may use one. */
function start(values: SecretValues | undefined, of: LibrarySource = source) {
  const credentialsOf = runCredentials({
    secrets: { get: async () => values },
    git: async () => undefined,
    own: async () => undefined,
  });
  const { spec } = makeLibrary({ spec: { source: of } });
  const job = { id: 'r', library: 'saws', uid: 'u', spec, allowLocal: false } as const;
  return credentialsOf({ ...job, credential: 'integration' });
}

test.each([
  ['the last integration', undefined],
  ['the one of its host', { 'git.other.example.com.token': 'x' }],
])('a run is tried again if somebody removed %s while it began', async (_, values) => {
  await expect(start(values)).rejects.toMatchObject({
    reason: 'AccessDenied',
    retry: 'backoff',
    message: expect.stringContaining('git/git.example.com'),
  });
});

test('a run reports itself that its integration has no credentials for the address', async () => {
  expect(await start({ 'git.git.example.com.token': 'x' }, overSsh)).toBeUndefined();
});
