import type { Entry } from './entry.ts';

/** Which entries have a key. */
export class Postings {
  private readonly byKey = new Map<string, Entry[]>();

  add(keys: string[], entry: Entry): void {
    for (const key of keys) {
      const entries = this.byKey.get(key);
      if (entries) entries.push(entry);
      else this.byKey.set(key, [entry]);
    }
  }

  remove(keys: string[], entry: Entry): void {
    for (const key of keys) {
      const rest = this.get(key).filter((candidate) => candidate !== entry);
      if (rest.length > 0) this.byKey.set(key, rest);
      else this.byKey.delete(key);
    }
  }

  get(key: string): Entry[] {
    return this.byKey.get(key) ?? [];
  }
}
