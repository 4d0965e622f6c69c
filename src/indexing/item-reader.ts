import { parserVersion } from '../documents/parse.ts';
import type { SourceDocument } from '../documents/document.ts';
import { messageOf } from '../errors.ts';
import type { KnownDocument, SourceItem } from '../sources/source.ts';
import type { GenerationWriter } from '../store/snippet-index.ts';
import type { PreparedDocument } from './batch.ts';
import { prepareDocument, type PrepareOptions } from './prepare.ts';
import type { ProgressMeter } from './progress.ts';
import type { Topics } from './topics.ts';

export interface ItemReaderOptions {
  libraryId: string;
  writer: GenerationWriter;
  meter: ProgressMeter;
  topics: Topics;
  ports: {
    tokens: Pick<PrepareOptions, 'countTokens' | 'countModelTokens'>;
    embedder: { window: number };
  };
}

// A stored hash carries the parser's version, so that a new parser reads what an old one has written again.
const stamp = `${parserVersion}:`;

/** Turns what a source yields into documents ready to write, taking over those the index already holds. */
export class ItemReader {
  private readonly options: ItemReaderOptions;

  constructor(options: ItemReaderOptions) {
    this.options = options;
  }

  /** What the index holds of a path under this parser; given to the source. */
  readonly known = (path: string, hash?: string): KnownDocument | undefined => {
    const held = this.options.writer.known(path, hash === undefined ? undefined : stamp + hash);
    if (!held?.hash.startsWith(stamp)) return undefined;
    return { ...held, hash: held.hash.slice(stamp.length) };
  };

  async read(item: SourceItem): Promise<PreparedDocument | 'unchanged' | 'left out'> {
    const { meter } = this.options;
    if (item.type === 'skipped') {
      meter.skip(item.path, item.reason);
      const held = item.keep ? this.known(item.path) : undefined;
      return held ? this.takeOver(item.path, held) : 'left out';
    }
    meter.count('fetched');
    if (item.type === 'unchanged') {
      const held = this.known(item.path, item.hash) ?? { hash: item.hash };
      return this.takeOver(item.path, held);
    }
    const { path, hash, validator } = item.document;
    if (!this.known(path, hash)) return this.prepare(item.document);
    return this.takeOver(path, { hash, ...(validator !== undefined && { validator }) });
  }

  private async takeOver(path: string, { hash, validator }: KnownDocument): Promise<'unchanged'> {
    const { writer, topics } = this.options;
    topics.complete = false;
    await writer.write(
      { path, hash: stamp + hash, ...(validator !== undefined && { validator }) },
      'unchanged',
    );
    return 'unchanged';
  }

  private async prepare(document: SourceDocument): Promise<PreparedDocument | 'left out'> {
    const { ports, libraryId, topics, meter } = this.options;
    try {
      const prepared = await prepareDocument(document, {
        ...ports.tokens,
        libraryId,
        window: ports.embedder.window,
      });
      topics.add(
        document.path,
        prepared.snippets.map(({ snippet }) => snippet),
      );
      return { ...prepared, hash: stamp + prepared.hash };
    } catch (error) {
      // One document that no parser can make anything of never costs the library the others.
      meter.skip(document.path, messageOf(error));
      return 'left out';
    }
  }
}
