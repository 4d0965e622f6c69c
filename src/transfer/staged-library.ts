import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { resourceName } from '../resources/library.ts';
import { Mistake, toCode, toFacts, toInfo } from './check-library.ts';
import type { LibraryFacts, TransferredCode, TransferredInfo } from './library-shape.ts';

/** A line of an upload after the first, which has the facts. */
export type UploadLine = { code: TransferredCode } | { info: TransferredInfo };

/** A library that is good, on its way into the store of uploads. */
export interface StagedLibrary {
  facts: LibraryFacts;
  /** Name of the upload: the same for the same text. */
  upload: string;
  /** Gzip: the facts, then one snippet a line. */
  content: () => AsyncIterable<Uint8Array>;
}

/** A library that is not, or a file that is none. */
export interface RejectedLibrary {
  /** Its id, or what else it can be known by. */
  project: string;
  reason: string;
}

/** Fields of a library that are held: more than it has. */
const maxFields = 50;

/** Writes one library to a file as it arrives, and says in the end whether it was good. Dispose of it when done. */
export class LibraryDraft {
  private readonly file: string;
  private readonly gzip = createGzip({ level: 6 });
  private readonly written: Promise<void>;
  private readonly hash = createHash('sha256');
  private readonly fields: Record<string, unknown> = {};
  private readonly counts = { code: 0, info: 0 };
  private mistake: string | undefined;
  private full = false;

  constructor(workDir: string) {
    this.file = join(workDir, `library-${randomUUID()}`);
    this.written = pipeline(this.gzip, createWriteStream(this.file, { mode: 0o600 }));
    // Whoever waits for it is told; until then it is not unhandled.
    this.written.catch(() => undefined);
  }

  field(name: string, value: unknown): void {
    if (Object.keys(this.fields).length < maxFields) this.fields[name] = value;
  }

  snippet(kind: 'code' | 'info', value: unknown): void {
    const at = this.counts[kind];
    this.counts[kind] += 1;
    if (this.mistake !== undefined) return;
    try {
      const line: UploadLine = kind === 'code' ? { code: toCode(value) } : { info: toInfo(value) };
      const text = `${JSON.stringify(line)}\n`;
      this.hash.update(text);
      this.full = !this.gzip.write(text);
    } catch (error) {
      this.refuse(`${kind}Snippets[${at}]: ${reasonOf(error)}`);
    }
  }

  /** Nothing that comes after the first mistake is looked at. */
  refuse(mistake: string): void {
    this.mistake ??= mistake;
  }

  /** Resolves when more may be written. */
  async ready(): Promise<void> {
    if (!this.full) return;
    this.full = false;
    const drained = Promise.withResolvers<void>();
    this.gzip.once('drain', drained.resolve);
    await Promise.race([drained.promise, this.written]);
  }

  /** `name`: what the library is known by when it has no id. */
  async end(name: string): Promise<StagedLibrary | RejectedLibrary> {
    this.gzip.end();
    await this.written;
    try {
      const facts = toFacts(this.fields);
      if (this.mistake !== undefined) throw new Mistake(this.mistake);
      if (this.counts.code + this.counts.info === 0) throw new Mistake('it has no snippets');
      return this.staged(facts);
    } catch (error) {
      const { project } = this.fields;
      const known = typeof project === 'string' && project !== '' && project.length <= 300;
      return { project: known ? project : name, reason: reasonOf(error) };
    }
  }

  async dispose(): Promise<void> {
    this.gzip.destroy();
    await this.written.catch(() => undefined);
    await rm(this.file, { force: true });
  }

  private staged(facts: LibraryFacts): StagedLibrary {
    const head = `${JSON.stringify(facts)}\n`;
    const hash = this.hash.update(head).digest('hex').slice(0, 16);
    const { file } = this;
    return {
      facts,
      upload: `${resourceName(facts.project)}-${hash}`,
      async *content() {
        // A gzip file may be several, one after the other.
        yield gzipSync(head);
        yield* createReadStream(file) as AsyncIterable<Uint8Array>;
      },
    };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Mistake) return error.message;
  throw error;
}
