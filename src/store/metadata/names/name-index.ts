import {
  type LibraryRecord,
  type NameOrigin,
  nameOrigins,
} from '../../../resources/library-record.ts';
import { type Entry, toEntry } from './entry.ts';
import { Postings } from './postings.ts';
import { SortedNames } from './sorted-names.ts';

/**
 * The names of all libraries, in memory: sorted for exact, prefix and typo look-ups, and words in postings. Needs 4 to 12 kB
 * for each library. The database stays the source of truth. NameSearch searches in it.
 */
export class NameIndex {
  readonly entries = new Map<string, Entry>();
  /** Entries of private libraries. */
  readonly hidden = new Set<Entry>();
  readonly names = new SortedNames();
  readonly ids = new Postings<Entry>();
  readonly stems = new Postings<Entry>();
  readonly shortForms = new Postings<Entry>();
  readonly scopes = new Postings<Entry>();
  readonly nameWords = new Postings<Entry>();
  /** Roots of names and descriptions. */
  readonly roots = new Postings<Entry>();
  readonly claims: Record<NameOrigin, Postings<Entry>> = {
    publishes: new Postings(),
    introduces: new Postings(),
    installs: new Postings(),
    imports: new Postings(),
    documents: new Postings(),
  };

  put(record: LibraryRecord): void {
    this.remove(record.id);
    const entry = toEntry(record);
    this.entries.set(record.id, entry);
    if (record.visibility === 'private') this.hidden.add(entry);
    for (const [postings, keys] of this.keysOf(entry)) postings.add(keys, entry);
    for (const name of entry.names) this.names.add(name, entry);
  }

  remove(id: string): void {
    const entry = this.entries.get(id);
    if (!entry) return;
    this.entries.delete(id);
    this.hidden.delete(entry);
    for (const [postings, keys] of this.keysOf(entry)) postings.remove(keys, entry);
    for (const name of entry.names) this.names.remove(name, entry);
  }

  each(visit: (record: LibraryRecord) => void): void {
    for (const { record } of this.entries.values()) visit(record);
  }

  private keysOf(entry: Entry): [Postings<Entry>, Iterable<string>][] {
    return [
      [this.ids, entry.ids],
      [this.stems, entry.stems],
      [this.shortForms, entry.shortForms],
      [this.scopes, entry.scopes],
      [this.nameWords, entry.nameWords],
      [this.roots, new Set([...entry.nameRoots, ...entry.descriptionRoots])],
      ...nameOrigins.map((origin): [Postings<Entry>, string[]] => [
        this.claims[origin],
        entry.claimed[origin],
      ]),
    ];
  }
}
