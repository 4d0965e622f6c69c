import type { LibraryRecord } from '../../src/resources/library-record.ts';
import { record } from '../../test/support/fake-stores.ts';

/** Returns the search record of a served library. */
export function libraryRecord(id: string): LibraryRecord {
  return record(id, { title: 'Benchmark' });
}
