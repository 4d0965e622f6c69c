import { randomUUID } from 'node:crypto';
import { resourceName, type Library } from '../../src/resources/library.ts';
import type { MetadataDatabase } from '../../src/store/metadata/database.ts';
import { makeLibrary } from './library.ts';

/** Maximum number of rows of a statement. */
const part = 500;

/**
 * Inserts finished libraries into an empty registry with few statements. The result is that of
 * thousands of writes.
 */
export async function storeMany(db: MetadataDatabase, libraries: Library[]): Promise<void> {
  const rows = libraries.map((library, at) => {
    const { name } = library.metadata;
    const metadata = { ...library.metadata, uid: randomUUID(), resourceVersion: String(at + 1) };
    return { name, resource_version: at + 1, object: JSON.stringify({ ...library, metadata }) };
  });
  await db.transaction().execute(async (transaction) => {
    for (let at = 0; at < rows.length; at += part) {
      const some = rows.slice(at, at + part);
      await transaction.insertInto('libraries').values(some).execute();
    }
    const counter = { name: 'libraries', value: rows.length };
    await transaction.insertInto('counters').values(counter).execute();
  });
}

const [owners, nouns, kinds] = [
  'acme initech hooli umbrella stark wayne globex soylent'.split(' '),
  'queue cache router parser mailer editor viewer gateway tracker wallet'.split(' '),
  'core client server cli docs starter plugins auth forms charts'.split(' '),
];

/**
 * Returns one of thousands of different libraries. Its number decides whether it has a served
 * version.
 */
export function numberedLibrary(n: number): Library {
  const noun = nouns[n % nouns.length]!;
  const kind = kinds[Math.floor(n / 10) % kinds.length]!;
  const id = `/${owners[n % owners.length]!}/${noun}-${kind}-${n}`;
  const day = String(1 + (n % 28)).padStart(2, '0');
  const updatedAt = `2026-01-${day}T03:04:05.000Z`;
  const snippets = 10 + ((n * 37) % 5_000);
  return makeLibrary({
    metadata: { name: resourceName(id) },
    spec: { id, title: `${noun} ${kind} ${n}`, description: `A ${noun} for the ${kind} of Acme` },
    status: {
      state: n % 97 === 0 ? 'error' : 'finalized',
      versions: [
        { name: '', revision: `${n}`, documents: 3, snippets, tokens: snippets * 80, updatedAt },
      ],
      totalSnippets: snippets,
      totalTokens: snippets * 80,
      stars: (n * 7_919) % 90_000,
      trustScore: n % 11,
      benchmarkScore: (n * 13) % 101,
      lastUpdateDate: updatedAt,
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'Indexed',
          message: `${snippets} snippets of 3 documents are served`,
          lastTransitionTime: updatedAt,
          observedGeneration: 1,
        },
      ],
    },
  });
}
