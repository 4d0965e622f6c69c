import { countWhile } from '../../../base/count-while.ts';
import { editDistance } from '../../../base/edit-distance.ts';
import type { Entry } from './entry.ts';
import { allowedTypos, letterMask } from './normalize.ts';

interface Name {
  text: string;
  mask: number;
  entries: Entry[];
}

/** New names are sorted in batches of this size: sorting 40,000 at once would block the thread. */
const MAX_ADDED = 1_000;

/** Sorted compact names for exact, prefix and typo searches. */
export class SortedNames {
  private readonly byText = new Map<string, Name>();
  private readonly sorted: Name[] = [];
  /** Names not yet in `sorted`. */
  private added: Name[] = [];
  private readonly byLength = new Map<number, Name[]>();

  add(text: string, entry: Entry): void {
    const known = this.byText.get(text);
    if (known) {
      known.entries.push(entry);
      return;
    }
    const name = { text, mask: letterMask(text), entries: [entry] };
    this.byText.set(text, name);
    this.added.push(name);
    if (this.added.length >= MAX_ADDED) this.settle();
    this.ofLength(text.length).push(name);
  }

  remove(text: string, entry: Entry): void {
    const name = this.byText.get(text);
    if (!name) return;
    name.entries = name.entries.filter((candidate) => candidate !== entry);
    if (name.entries.length > 0) return;
    this.settle();
    this.byText.delete(text);
    this.sorted.splice(this.position(text), 1);
    const alike = this.ofLength(text.length);
    alike.splice(alike.indexOf(name), 1);
  }

  get(text: string): Entry[] {
    return this.byText.get(text)?.entries ?? [];
  }

  *startingWith(prefix: string): Generator<Entry> {
    this.settle();
    for (let index = this.position(prefix); index < this.sorted.length; index++) {
      const { text, entries } = this.sorted[index]!;
      if (!text.startsWith(prefix)) return;
      yield* entries;
    }
  }

  /** Returns entries with similar names, and the number of typos. */
  *like(text: string): Generator<{ entry: Entry; typos: number }> {
    const allowed = allowedTypos(text.length);
    if (allowed === 0) return;
    const mask = letterMask(text);
    for (let length = text.length - allowed; length <= text.length + allowed; length++) {
      const limit = Math.min(allowed, allowedTypos(length));
      for (const name of this.ofLength(length)) {
        // Each typo adds or removes one letter; a replacement does both.
        if (bitCount(name.mask & ~mask) > limit || bitCount(mask & ~name.mask) > limit) continue;
        const typos = editDistance(text, name.text, limit);
        // Several mistakes that include the first letter make another word.
        if (typos > 1 && text[0] !== name.text[0]) continue;
        if (typos <= limit) yield* name.entries.map((entry) => ({ entry, typos }));
      }
    }
  }

  /** Sorts new names: one by one, or all at once if there are many. */
  private settle(): void {
    const added = this.added;
    this.added = [];
    if (added.length <= 50) {
      for (const name of added) this.sorted.splice(this.position(name.text), 0, name);
      return;
    }
    for (const name of added) this.sorted.push(name);
    this.sorted.sort((a, b) => (a.text < b.text ? -1 : 1));
  }

  private ofLength(length: number): Name[] {
    const names = this.byLength.get(length) ?? [];
    if (names.length === 0) this.byLength.set(length, names);
    return names;
  }

  /** Returns the index of the first name that is not before the text. */
  private position(text: string): number {
    return countWhile(this.sorted, (name) => name.text < text);
  }
}

/** Counts set bits: in pairs, then in nibbles, then in bytes that the multiplication adds up. */
function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
