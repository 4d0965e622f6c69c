import { expect, test } from 'vitest';
import { makeLibrary, servedVersion } from '../../../test/support/library.ts';
import { LecternError } from '../../base/errors.ts';
import { keyOf, type Library } from '../../resources/library.ts';
import type { LibraryRecord } from '../../resources/library-record.ts';
import { backfillCredentials } from './backfill-credentials.ts';
import { recordOf } from './record.ts';

test('a library in a namespace that refuses writes is private, and does not stop the others', async () => {
  const older = (id: string): Library =>
    makeLibrary({
      spec: { id, secretRef: { name: 'token' } },
      status: { versions: [servedVersion] },
    });
  const refused = older('/acme/anvil');
  const other = older('/acme/bellows');
  const records = new Map<string, LibraryRecord>();
  for (const library of [refused, other]) records.set(library.spec.id, recordOf(library));
  const errors: string[] = [];

  const changed = await backfillCredentials([refused, other], {
    registry: {
      async patch(key, patch) {
        if (key === keyOf(refused.metadata)) {
          throw new LecternError('access_denied', 'Kubernetes refused a change');
        }
        return { ...other, ...(patch as Pick<Library, 'status'>) };
      },
    },
    catalog: {
      get: async (id) => records.get(id),
      put: async (record) => void records.set(record.id, record),
    },
    secrets: { get: async () => undefined },
    onEvent: () => undefined,
    onError: (key) => errors.push(key),
  });

  expect([...records.values()].map(({ visibility }) => visibility)).toEqual(['private', 'private']);
  // A reconcile of the refused one must not publish it again.
  expect(changed.map(({ status }) => status.credential)).toEqual(['secret', 'secret']);
  expect(errors).toEqual([keyOf(refused.metadata)]);
});

test('a library is private if Lectern may not read whether an integration could have read it', async () => {
  const catalog = { get: async () => undefined, put: async () => undefined };
  const git = { url: 'https://git.example.org/acme/anvil' };
  const library = makeLibrary({ spec: { source: { git } }, status: { versions: [servedVersion] } });

  const [changed] = await backfillCredentials([library], {
    registry: {
      patch: async (_, patch) => ({ ...library, ...(patch as Pick<Library, 'status'>) }),
    },
    catalog,
    secrets: {
      get: async () => {
        throw new LecternError('access_denied', 'Kubernetes refused it');
      },
    },
    onEvent: () => undefined,
    onError: () => undefined,
  });

  expect(changed?.status.credential).toBe('integration');
});
