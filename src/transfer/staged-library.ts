import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import {
  type UploadHead,
  type UploadLine,
  maxVersions,
  type LibraryFacts,
} from '../indexing/sources/import/transferred-library.ts';
import { resourceName } from '../resources/library.ts';
import {
  isFact,
  keptOf,
  Mistake,
  toCode,
  toFacts,
  toInfo,
  toVersionName,
} from './check-library.ts';

/** A valid library, ready for the upload store. */
export interface StagedLibrary {
  facts: LibraryFacts;
  /** Names of its versions besides the default one. */
  versions: string[];
  /** Name of the upload. The same content always has the same name. */
  upload: string;
  /** Returns the gzip content: the head, then one snippet per line, version by version. */
  content: () => AsyncIterable<Uint8Array>;
}

/** A rejected library or file. */
export interface RejectedLibrary {
  /** Id of the library, or another name for messages. */
  project: string;
  reason: string;
}

/** The snippets of one version, streamed to a gzip file. */
class Section {
  readonly file: string;
  readonly counts = { code: 0, info: 0 };
  readonly hash = createHash('sha256');
  private readonly gzip = createGzip({ level: 6 });
  private readonly written: Promise<void>;
  private full = false;

  constructor(workDir: string) {
    this.file = join(workDir, `library-${randomUUID()}`);
    this.written = pipeline(this.gzip, createWriteStream(this.file, { mode: 0o600 }));
    // Later awaits see the error. This handler prevents an unhandled rejection before them.
    this.written.catch(() => undefined);
  }

  get isEmpty(): boolean {
    return this.counts.code + this.counts.info === 0;
  }

  write(line: UploadLine): void {
    const text = lineOf(line);
    this.hash.update(text);
    this.full = !this.gzip.write(text);
  }

  /** Resolves when the file can take more snippets. */
  async ready(): Promise<void> {
    if (!this.full) return;
    this.full = false;
    const drained = Promise.withResolvers<void>();
    this.gzip.once('drain', drained.resolve);
    await Promise.race([drained.promise, this.written]);
  }

  async end(): Promise<void> {
    this.gzip.end();
    await this.written;
  }

  async dispose(): Promise<void> {
    this.gzip.destroy();
    await this.written.catch(() => undefined);
    await rm(this.file, { force: true });
  }
}

/** A version besides the default one. Its name may come after its snippets. */
interface VersionDraft {
  section: Section;
  fields: Record<string, unknown>;
  name: string;
}

/** Streams one library to files and validates it. The caller must dispose of it. */
export class LibraryDraft {
  private readonly workDir: string;
  private readonly main: Section;
  private readonly versions: VersionDraft[] = [];
  /** The version that is being read. */
  private current: VersionDraft | undefined;
  private readonly fields: Record<string, unknown> = {};
  private mistake: string | undefined;

  constructor(workDir: string) {
    this.workDir = workDir;
    this.main = new Section(workDir);
  }

  field(name: string, value: unknown): void {
    if (isFact(name)) this.fields[name] = keptOf(value);
  }

  /** Adds a field of the current version. */
  versionField(name: string, value: unknown): void {
    if (this.current && name === 'version') this.current.fields[name] = keptOf(value);
  }

  /** Adds a snippet to the current version, or to the default one. */
  snippet(kind: 'code' | 'info', value: unknown): void {
    if (this.mistake !== undefined) return;
    const { section } = this;
    const at = section.counts[kind];
    section.counts[kind] += 1;
    try {
      section.write(kind === 'code' ? { code: toCode(value) } : { info: toInfo(value) });
    } catch (error) {
      const mistake = `${kind}Snippets[${at}]: ${reasonOf(error)}`;
      if (this.current) this.refuse(`versions[${this.versions.length - 1}].${mistake}`);
      else this.refuse(mistake);
    }
  }

  /** Refuses the library. Only the first mistake counts. */
  refuse(mistake: string): void {
    this.mistake ??= mistake;
  }

  beginVersion(): void {
    if (this.versions.length >= maxVersions) {
      this.refuse(`it has more than ${maxVersions} versions besides the default one`);
    }
    if (this.mistake !== undefined) return;
    this.current = { section: new Section(this.workDir), fields: {}, name: '' };
    this.versions.push(this.current);
  }

  /** Refuses the library because of the current version. */
  refuseVersion(mistake: string): void {
    if (this.current) this.refuse(`versions[${this.versions.length - 1}] ${mistake}`);
  }

  async endVersion(): Promise<void> {
    const { current } = this;
    if (!current) return;
    try {
      const name = toVersionName(current.fields);
      if (this.versions.some((other) => other.name === name)) {
        this.refuseVersion(`repeats the version ${JSON.stringify(name)}; each name must be unique`);
      } else if (current.section.isEmpty) {
        this.refuseVersion(`(the version ${JSON.stringify(name)}) has no snippets`);
      }
      current.name = name;
    } catch (error) {
      this.refuse(`versions[${this.versions.length - 1}]: ${reasonOf(error)}`);
    }
    this.current = undefined;
    await current.section.end();
  }

  /** Resolves when the current file can take more snippets. */
  async ready(): Promise<void> {
    await this.section.ready();
  }

  /** Ends the library and returns whether it is valid. `name` identifies a library without an id. */
  async end(name: string): Promise<StagedLibrary | RejectedLibrary> {
    await this.main.end();
    try {
      const facts = toFacts(this.fields);
      if (this.mistake !== undefined) throw new Mistake(this.mistake);
      if (this.main.isEmpty) throw new Mistake('it has no snippets');
      return this.staged(facts);
    } catch (error) {
      const { project } = this.fields;
      const known = typeof project === 'string' && project !== '' && project.length <= 300;
      return { project: known ? project : name, reason: reasonOf(error) };
    }
  }

  async dispose(): Promise<void> {
    const sections = [this.main, ...this.versions.map(({ section }) => section)];
    await Promise.all(sections.map((section) => section.dispose()));
  }

  private get section(): Section {
    return this.current?.section ?? this.main;
  }

  private staged(facts: LibraryFacts): StagedLibrary {
    const { main, versions } = this;
    const names = versions.map(({ name }) => name);
    const head = lineOf({ ...facts, ...(names.length > 0 && { versions: names }) });
    const hash = main.hash.update(head);
    for (const { section } of versions) hash.update(section.hash.digest());
    return {
      facts,
      versions: names,
      upload: `${resourceName(facts.project)}-${hash.digest('hex').slice(0, 16)}`,
      async *content() {
        // Concatenated gzip files are one valid gzip file.
        yield gzipSync(head);
        yield* piecesOf(main);
        for (const { name, section } of versions) {
          yield gzipSync(lineOf({ version: name }));
          yield* piecesOf(section);
        }
      },
    };
  }
}

function piecesOf({ file }: Section): AsyncIterable<Uint8Array> {
  return createReadStream(file);
}

function lineOf(value: UploadHead | UploadLine): string {
  return `${JSON.stringify(value)}\n`;
}

function reasonOf(error: unknown): string {
  if (error instanceof Mistake) return error.message;
  throw error;
}
