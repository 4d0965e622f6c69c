import type { estypes } from '@elastic/elasticsearch';
import { entryId, type JournalEntry, type RunJournal } from '../../run-journal.ts';
import { storageFailed } from './failures.ts';
import { writeTo, type InstallIndices } from './indices.ts';

interface StoredEntry extends JournalEntry {
  /** ISO 8601; for people who inspect the index. */
  reportedAt: string;
}

type Filter = estypes.QueryDslQueryContainer[];

const stored = { type: 'keyword', index: false, doc_values: false } as const;

const mappings: estypes.MappingTypeMapping = {
  dynamic: 'strict',
  properties: {
    runId: { type: 'keyword' },
    library: { type: 'keyword' },
    share: { type: 'integer' },
    run: { type: 'object', enabled: false },
    topics: stored,
    names: { type: 'object', enabled: false },
    ownerRules: stored,
    found: { type: 'object', enabled: false },
    outcome: { type: 'object', enabled: false },
    reportedAt: { type: 'date' },
  },
};

/**
 * Stores the progress of runs in a small index, one document per run. Reads by id, which needs no refresh. Throws RunError
 * StorageFailed.
 */
export function createElasticsearchRunJournal({ client, prefix }: InstallIndices): RunJournal {
  const index = `${prefix}-runs`;
  /** The run of each library whose older entries were removed. */
  const begun = new Map<string, string>();

  async function removeWhere(filter: Filter, except: Filter = []): Promise<void> {
    await client.indices.refresh({ index, ignore_unavailable: true });
    await client.deleteByQuery({
      index,
      ignore_unavailable: true,
      conflicts: 'proceed',
      query: { bool: { filter, must_not: except } },
    });
  }

  return {
    async report(entry) {
      try {
        const document: StoredEntry = { ...entry, reportedAt: new Date().toISOString() };
        const request = { index, id: entryId(entry), require_alias: true, document };
        await writeTo(client, { alias: index, mappings }, () => client.index(request));
        const { library, runId } = entry;
        if (begun.get(library) === runId) return;
        await removeWhere([{ term: { library } }], [{ term: { runId } }]);
        begun.set(library, runId);
      } catch (error) {
        throw storageFailed(error, 'progress was reported');
      }
    },

    async read(ids) {
      const entries = new Map<string, JournalEntry>();
      if (ids.length === 0) return entries;
      try {
        const { docs } = await client.mget<StoredEntry>({ index, ids }, { ignore: [404] });
        for (const doc of docs ?? []) {
          const { _source: source } = doc as { _source?: StoredEntry };
          if (!source) continue;
          const { reportedAt: _, ...entry } = source;
          entries.set(entryId(entry), entry);
        }
        return entries;
      } catch (error) {
        throw storageFailed(error, 'progress was read');
      }
    },

    async remove(library) {
      try {
        await removeWhere([{ term: { library } }]);
        begun.delete(library);
      } catch (error) {
        throw storageFailed(error, 'a journal was removed');
      }
    },
  };
}
