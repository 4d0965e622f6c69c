import { messageOf, RunError } from '../base/errors.ts';
import type { KnownDocument, GenerationWriter } from '../store/snippet-index.ts';
import type { SourceDocument } from './documents/document.ts';
import { parserVersion } from './documents/parse.ts';
import type { Parser } from './parser.ts';
import type { PreparedDocument } from './prepare.ts';
import type { ProgressMeter } from './progress.ts';
import { type ContentWarnings, noWarnings } from './safety/safe-snippets.ts';
import { descriptionMs } from './sources/openapi/description-facts.ts';
import { limitOf, type Limit, type SkippedItem } from './sources/skipped-item.ts';
import type { SourceItem } from './sources/source.ts';
import type { Names } from './names.ts';
import type { Topics } from './topics.ts';

interface ItemReaderOptions {
  libraryId: string;
  writer: GenerationWriter;
  meter: ProgressMeter;
  topics: Topics;
  names: Names;
  /** Receives the paths of documents that could not be read and keep their content. */
  kept: Set<string>;
  /** Takes over no document that the source still has. */
  anew: boolean;
  ports: { embedder: { window: number } };
  parser: Parser;
  signal: AbortSignal;
}

/** A document in the index. */
interface Held {
  known: KnownDocument;
  warnings: ContentWarnings;
}

/** A document for the writer. */
export interface ReadDocument extends Omit<PreparedDocument, 'snippets' | 'warnings'> {
  /** 'unchanged': the stored ones are kept. */
  snippets: PreparedDocument['snippets'] | 'unchanged';
}

/** Turns the items of a source into documents that are ready to write. Takes over documents that the index has already. */
export class ItemReader {
  /** Warnings of all documents, read and taken over. */
  readonly warnings = noWarnings();
  /** The first fault of this program in a document: RunError('Internal') that names the document. */
  fault: RunError | undefined;
  /** Limits that left out documents, each with the first of these documents. */
  readonly limits = new Map<Limit, string>();
  /** Whether another run can read a document that this one could not. */
  isIncomplete = false;
  private readonly options: ItemReaderOptions;
  private readonly now = new Date();

  constructor(options: ItemReaderOptions) {
    this.options = options;
  }

  /** Returns the document that the index has at a path, written by this parser version. For the source. */
  readonly known = (path: string, hash?: string): KnownDocument | undefined =>
    this.reusable(path, hash)?.known;

  async read(item: SourceItem): Promise<ReadDocument | 'left out'> {
    const { meter } = this.options;
    if (item.type === 'skipped') {
      meter.skip(item.path, item.reason, item.documents);
      this.noteLimit(item.path, item);
      if (item.keep) this.isIncomplete = true;
      if (item.fault) this.fault ??= faultIn(item.path, new RunError('Internal', item.reason));
      const held = item.keep ? this.held(item.path) : undefined;
      if (!held) return 'left out';
      this.options.kept.add(item.path);
      return this.takeOver(item.path, held);
    }
    meter.count('fetched');
    if (item.type === 'unchanged') {
      const held = this.reusable(item.path, item.hash);
      return this.takeOver(
        item.path,
        held ?? { known: { hash: item.hash }, warnings: noWarnings() },
      );
    }
    const { path, hash, validator } = item.document;
    const held = this.reusable(path, hash);
    if (!held) return this.prepare(item.document);
    const known = { hash, ...(validator !== undefined && { validator }) };
    return this.takeOver(path, { known, warnings: held.warnings });
  }

  private reusable(path: string, hash?: string): Held | undefined {
    return this.options.anew ? undefined : this.held(path, hash);
  }

  /** Looks up documents with warnings by their path alone, because their stamp is not known yet. */
  private held(path: string, hash?: string): Held | undefined {
    const { writer } = this.options;
    const found =
      hash === undefined
        ? writer.known(path)
        : (writer.known(path, stampOf(noWarnings()) + hash) ?? writer.known(path));
    const read = found && readStamp(found.hash);
    if (!found || !read || (hash !== undefined && read.hash !== hash)) return undefined;
    return { known: { ...found, hash: read.hash }, warnings: read.warnings };
  }

  private takeOver(path: string, { known, warnings }: Held): ReadDocument {
    const { hash, validator } = known;
    this.options.topics.complete = false;
    this.count(warnings);
    return {
      path,
      hash: stampOf(warnings) + hash,
      ...(validator !== undefined && { validator }),
      snippets: 'unchanged',
    };
  }

  private count({ injection, secrets, hidden }: ContentWarnings): void {
    this.warnings.injection += injection;
    this.warnings.secrets += secrets;
    this.warnings.hidden += hidden;
  }

  private noteLimit(
    path: string,
    { limit, reason }: Pick<SkippedItem, 'reason'> & { limit?: Limit | undefined },
  ): void {
    if (limit && !this.limits.has(limit)) this.limits.set(limit, `${path}: ${reason}`);
  }

  private async prepare(document: SourceDocument): Promise<ReadDocument | 'left out'> {
    const { topics, names } = this.options;
    const prepared = await this.parse(document);
    if (!prepared) return 'left out';
    const { warnings, ...read } = prepared;
    this.count(warnings);
    const snippets = read.snippets.map(({ snippet }) => snippet);
    topics.add(document.path, snippets);
    names.add(document.path, snippets);
    return { ...read, hash: stampOf(warnings) + read.hash };
  }

  /**
   * Parses a document. Returns undefined for a document that is skipped, with a warning that names it:
   *
   * - the parser refuses it or exceeds its limits (RunError);
   * - this program has a fault in the parse process (RunError('Internal')), so that one strange document does not cost
   *   a library the others. `fault` keeps the first one: a run that can index nothing fails with it.
   *
   * Throws every other error. It is a fault outside of the parse process, such as in this class or in the store, and
   * it is no document's doing.
   */
  private async parse(document: SourceDocument): Promise<PreparedDocument | undefined> {
    const { ports, parser, libraryId, meter, signal } = this.options;
    const input = { document, libraryId, window: ports.embedder.window, now: this.now };
    const limit = document.format === 'openapi' ? { limitMs: descriptionMs } : {};
    try {
      return await parser.run('document', input, { signal, ...limit });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof RunError) {
        meter.skip(document.path, error.message);
        this.noteLimit(document.path, { limit: limitOf(error), reason: error.message });
        if (error.reason === 'Internal') this.fault ??= faultIn(document.path, error);
        return undefined;
      }
      throw new Error(`${document.path}: ${messageOf(error)}`, { cause: error });
    }
  }
}

function faultIn(path: string, { reason, message, retry, cause }: RunError): RunError {
  return new RunError(reason, `${path}: ${message}`, { retry, cause });
}

/**
 * Returns the prefix of a stored document's hash: the parser version, so that a new parser reads old documents again, and
 * the document's warnings, so that they are known without reading it again.
 */
function stampOf({ injection, secrets, hidden }: ContentWarnings): string {
  const found = injection + secrets + hidden > 0 ? `~${injection},${secrets},${hidden}` : '';
  return `${parserVersion}${found}:`;
}

/** Splits a stored hash. Returns undefined if another parser version wrote it. */
function readStamp(stored: string): { hash: string; warnings: ContentWarnings } | undefined {
  const [, version, injection = 0, secrets = 0, hidden = 0, hash = ''] =
    /^([^:~]*)(?:~(\d+),(\d+),(\d+))?:(.*)$/s.exec(stored) ?? [];
  if (version !== parserVersion) return undefined;
  const warnings = {
    injection: Number(injection),
    secrets: Number(secrets),
    hidden: Number(hidden),
  };
  return { hash, warnings };
}
