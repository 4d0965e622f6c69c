import { expect, test } from 'vitest';
import { makeLibrary } from '../../../test/support/library.ts';
import type { KubeClient } from '../../kubernetes/kube-client.ts';
import { SourceSecrets } from '../../store/kubernetes/source-secrets.ts';
import { SecretCopies } from './run-credentials.ts';

const secret = 'database-git-0123abcd';
const password = Buffer.from('hunter2').toString('base64');

/** Returns why a run of the Library `database` may not use a Secret with this metadata. */
async function mistakeOf(metadata: object, library = 'lectern/database') {
  const found = { metadata: { name: secret, ...metadata }, data: { password } };
  const client = { resource: () => ({ get: async () => found }) } as unknown as KubeClient;
  const sources = new SourceSecrets(client, { namespace: 'lectern', allowed: ['*'] });
  const { spec } = makeLibrary({ spec: { secretRef: { name: secret } } });
  const job = { id: 'r', library, uid: 'u1', spec, allowLocal: false } as const;
  const copies = new SecretCopies(client, 'lectern', sources);
  return copies.mistake({ ...job, credential: 'secret' }, AbortSignal.timeout(60_000));
}

test('a Library does not get a Secret that only looks like its own by its name', async () => {
  const stranger = { ownerReferences: [{ uid: 'u2' }] };

  for (const metadata of [{}, stranger, { labels: { app: 'database' } }]) {
    const mistake = await mistakeOf(metadata);
    expect(mistake?.reason).toBe('AccessDenied');
    expect(mistake?.message).toContain(`label secret ${secret} lectern.dev/credential=source`);
  }
});

test.each<[what: string, metadata: object, library?: string]>([
  ['that it owns', { ownerReferences: [{ uid: 'u1' }] }],
  ['that is marked as credentials', { labels: { 'lectern.dev/credential': 'source' } }],
  ['that Lectern made for a Library of a database', {}, 'database'],
])('a Library gets a Secret %s', async (_what, metadata, library) => {
  expect(await mistakeOf(metadata, library)).toBeUndefined();
});
