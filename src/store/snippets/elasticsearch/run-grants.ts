import type { estypes } from '@elastic/elasticsearch';
import {
  grantId,
  opened,
  partsOf,
  type RunGrants,
  stored,
  type StoredGrant,
} from '../../gateway/grants.ts';
import { storageFailed } from './failures.ts';
import { writeTo, type InstallIndices } from './indices.ts';

const kept = { type: 'keyword', index: false, doc_values: false } as const;

const mappings: estypes.MappingTypeMapping = {
  dynamic: 'strict',
  properties: {
    key: kept,
    library: kept,
    run: kept,
    upload: kept,
    handover: kept,
    expiresAt: { type: 'date' },
    hash: kept,
  },
};

/**
 * Stores grants in a small index, one document per Library and per Job that takes further runs. Reads by id, so that a revoked
 * grant fails at once.
 */
export function createElasticsearchRunGrants({ client, prefix }: InstallIndices): RunGrants {
  const index = `${prefix}-grants`;

  const read = async (id: string) =>
    client.get<StoredGrant>({ index, id }, { ignore: [404] }).catch((error: unknown) => {
      throw storageFailed(error, 'the grant of a run was read');
    });

  const removeExpired = async (): Promise<void> => {
    await client.deleteByQuery({
      index,
      query: { range: { expiresAt: { lt: 'now' } } },
      conflicts: 'proceed',
    });
  };

  return {
    async give(grant, token) {
      const document = stored(grant, token);
      const request = { index, id: grantId(grant.key), require_alias: true, document };
      try {
        await writeTo(client, { alias: index, mappings }, () => client.index(request));
      } catch (error) {
        throw storageFailed(error, 'a run was given its grant');
      }
      // A Pod that is killed before it asks for a further run leaves its grant. The next grant removes what a failure leaves.
      await removeExpired().catch(() => undefined);
    },

    async runOf(key) {
      const { _source: grant } = await read(grantId(key));
      return grant?.run;
    },

    async find(token) {
      const parts = partsOf(token);
      if (!parts) return undefined;
      const { _source: grant } = await read(parts.id);
      return grant && opened(grant, parts.secret);
    },

    async end(key, run) {
      const id = grantId(key);
      const {
        _source: grant,
        _seq_no: if_seq_no = 0,
        _primary_term: if_primary_term = 0,
      } = await read(id);
      if (grant?.run !== run) return;
      try {
        await client.delete({ index, id, if_seq_no, if_primary_term }, { ignore: [404, 409] });
      } catch (error) {
        throw storageFailed(error, 'the grant of a run was ended');
      }
    },
  };
}
