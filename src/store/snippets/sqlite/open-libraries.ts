import { type Stats, statSync } from 'node:fs';
import { LibraryReader } from './library-reader.ts';
import { openForReading } from './schema.ts';

interface OpenLibrary {
  reader: LibraryReader;
  inode: number;
}

/** Readers of the library files used last; a file that was replaced or removed is noticed at the next use. */
export class OpenLibraries {
  private readonly open = new Map<string, OpenLibrary>();
  private readonly capacity: number;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** The reader of a file; undefined when there is none. Good until the next call. */
  get(file: string): LibraryReader | undefined {
    const inode = inodeOf(file);
    const held = this.open.get(file);
    if (held && held.inode === inode) {
      // Map keeps the order of insertion: the first entry is the one unused for longest.
      this.open.delete(file);
      this.open.set(file, held);
      return held.reader;
    }
    this.drop(file);
    return inode === undefined ? undefined : this.add(file, inode);
  }

  /** Closes the reader of a file. */
  drop(file: string): void {
    this.open.get(file)?.reader.close();
    this.open.delete(file);
  }

  close(): void {
    for (const { reader } of this.open.values()) reader.close();
    this.open.clear();
  }

  private add(file: string, inode: number): LibraryReader | undefined {
    const db = openForReading(file);
    if (!db) return undefined;
    const [oldest] = this.open.keys();
    if (oldest !== undefined && this.open.size >= this.capacity) this.drop(oldest);
    const reader = new LibraryReader(db);
    this.open.set(file, { reader, inode });
    return reader;
  }
}

function inodeOf(file: string): number | undefined {
  const stats: Stats | undefined = statSync(file, { throwIfNoEntry: false });
  return stats?.ino;
}
