import { expect, test } from 'vitest';
import { makeLibrary } from '../../../test/support/library.ts';
import { ApiError } from '../../kubernetes/api-error.ts';
import type { KubeClient } from '../../kubernetes/kube-client.ts';
import { newGitSecretName } from '../../store/git-secret.ts';
import { SourceSecrets } from '../../store/kubernetes/source-secrets.ts';
import { SecretCopies } from './run-credentials.ts';

const given = newGitSecretName({ name: 'database', uid: 'u1' });
const lookalike = 'database-git-0123abcd';
const password = Buffer.from('hunter2').toString('base64');
const forbidden = new ApiError(403, 'Forbidden', 'secrets is forbidden');

interface Asked {
  name: string;
  /** Labels of the Secret, or the answer of the cluster to a read. */
  found: Record<string, string> | ApiError;
  allowed: string[];
  library?: string;
}

/** Returns why a run of the Library `database` may not use a Secret. */
async function mistakeOf({ name, found, allowed, library = 'lectern/database' }: Asked) {
  const get = async () => {
    if (found instanceof ApiError) throw found;
    return { metadata: { name, labels: found }, data: { password } };
  };
  const client = { resource: () => ({ get }) } as unknown as KubeClient;
  const sources = new SourceSecrets(client, { namespace: 'lectern', allowed });
  const { spec } = makeLibrary({ spec: { secretRef: { name } } });
  const job = { id: 'r', library, uid: 'u1', spec, allowLocal: false } as const;
  const copies = new SecretCopies(client, 'lectern', sources);
  return copies.mistake({ ...job, credential: 'secret' }, AbortSignal.timeout(60_000));
}

test.each<[what: string, asked: Asked, message: string]>([
  [
    'if Lectern may read all Secrets',
    { name: lookalike, found: { app: 'database' }, allowed: ['*'] },
    `label secret ${lookalike} lectern.dev/credential=source`,
  ],
  [
    'if Lectern may read a list of Secrets',
    { name: lookalike, found: forbidden, allowed: ['token'] },
    'add it to the value rbac.secrets of its chart',
  ],
])('a Library does not get a Secret whose name only looks like its own, %s', async (...row) => {
  const [, asked, message] = row;
  const mistake = await mistakeOf(asked);
  expect(mistake).toMatchObject({ reason: 'AccessDenied' });
  expect(mistake!.message).toContain(message);
});

test.each<[what: string, asked: Asked]>([
  ['that Lectern made for it', { name: given, found: {}, allowed: [] }],
  [
    'that Lectern made for it, although Lectern may not read it',
    { name: given, found: forbidden, allowed: [] },
  ],
  [
    'that is marked as credentials',
    { name: lookalike, found: { 'lectern.dev/credential': 'source' }, allowed: ['*'] },
  ],
  [
    'that Lectern made for a Library of a database',
    { name: lookalike, found: {}, allowed: [], library: 'database' },
  ],
])('a Library gets a Secret %s', async (_what, asked) => {
  expect(await mistakeOf(asked)).toBeUndefined();
});

test('a Library without the Secret that Lectern made for it learns so', async () => {
  const found = new ApiError(404, 'NotFound', 'secrets not found');
  const mistake = await mistakeOf({ name: given, found, allowed: [] });
  expect(mistake?.message).toContain(`the Secret ${given}, which is not in namespace lectern`);
});
