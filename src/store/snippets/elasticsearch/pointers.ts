import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Client, estypes, TransportRequestOptions } from '@elastic/elasticsearch';
import { RunError } from '../../../base/errors.ts';
import type { ActiveVersion } from '../../snippet-index.ts';
import { isAnswer } from './failures.ts';
import { type Shown, wholeSlot } from './visibility.ts';

/** The record of a library version. It defines what the version shows: one write of it activates another generation. */
export interface Pointer extends ActiveVersion {
  library: string;
  /** Range of generation numbers of this version; see visibility.ts. */
  slot: number;
  /** Alias of the index with the snippets; '' for a version without snippets. */
  model: string;
  /** Vector dimensions of the index; 0 for a version without snippets. */
  dimensions: number;
  /** The index lost documents: the next run writes all of them again. */
  rebuild: boolean;
  /** The run that writes the next generation, or a run that has not cleaned up. */
  run?: { token: string; slot: number; model: string };
}

/** A pointer and its sequence number: the next write fails if another process has changed it. */
export interface HeldPointer {
  pointer: Pointer;
  revision?: { if_seq_no: number; if_primary_term: number };
}

/** Returns the pointer of a version that was never activated. */
export function newPointer(library: string, version: string): Pointer {
  return {
    library,
    version,
    generation: 0,
    slot: 0,
    model: '',
    dimensions: 0,
    revision: '',
    fingerprint: '',
    embedderId: '',
    linkTemplate: '',
    documents: 0,
    snippets: 0,
    tokens: 0,
    updatedAt: new Date(0).toISOString(),
    rebuild: false,
  };
}

/** Returns the part of a pointer that the port exposes. */
export function toActiveVersion(pointer: Pointer): ActiveVersion {
  const { version, generation, revision, fingerprint, embedderId, linkTemplate } = pointer;
  const { documents, snippets, tokens, updatedAt } = pointer;
  return {
    version,
    generation,
    revision,
    fingerprint,
    embedderId,
    linkTemplate,
    documents,
    snippets,
    tokens,
    updatedAt,
  };
}

/** Returns true if both pointers show the same generation. */
export function isSame(one: Pointer, other: Pointer): boolean {
  return (
    one.slot === other.slot && one.generation === other.generation && one.model === other.model
  );
}

/** Returns the ranges that versions show or will show. */
export function slotsOf(pointers: Pointer[]): Shown[] {
  const slots = pointers.flatMap(({ slot, generation, run }) => [
    ...(generation > 0 ? [slot] : []),
    ...(run ? [run.slot] : []),
  ]);
  return [...new Set(slots)].map(wholeSlot);
}

/** Elasticsearch's own limit on one response (index.max_result_window), and more versions than a library has. */
const MAX_VERSIONS = 10_000;

/** The pointers of all libraries, in a small index. */
export class Pointers {
  readonly index: string;
  private readonly client: Client;

  constructor(client: Client, index: string) {
    this.client = client;
    this.index = index;
  }

  /** Reads the last write of a pointer, refreshed or not. */
  async read(
    library: string,
    version: string,
    signal?: AbortSignal,
  ): Promise<HeldPointer | undefined> {
    const found = await this.client.get<Pointer>(
      { index: this.index, id: pointerId({ library, version }), routing: library },
      { ...readOptions(signal), ignore: [404] },
    );
    const { _source: pointer, _seq_no: if_seq_no = 0, _primary_term: if_primary_term = 0 } = found;
    return pointer && { pointer, revision: { if_seq_no, if_primary_term } };
  }

  /** Reads a pointer as searches see it. So a reader of it is never ahead of a search. */
  async readShown(
    library: string,
    version: string,
    signal?: AbortSignal,
  ): Promise<Pointer | undefined> {
    const { hits } = await this.client.search<Pointer>(
      {
        index: this.index,
        routing: library,
        ignore_unavailable: true,
        ...onePointer(library, version),
      },
      readOptions(signal),
    );
    return hits.hits.map(({ _source: pointer }) => pointer)[0];
  }

  async list(library: string): Promise<Pointer[]> {
    const found = await this.client.search<Pointer>(
      {
        index: this.index,
        routing: library,
        ignore_unavailable: true,
        size: MAX_VERSIONS,
        query: { term: { library } },
      },
      readOptions(),
    );
    return found.hits.hits.flatMap(({ _source }) => _source ?? []);
  }

  /** Returns a search for one pointer, as a part of a multi search. */
  asSearch(library: string, version: string): estypes.MsearchRequestItem[] {
    return [
      { index: this.index, routing: library, ignore_unavailable: true },
      onePointer(library, version),
    ];
  }

  /**
   * Replaces the held pointer. With `seen`, all searches see the new pointer when this resolves. Throws RunError if another
   * process has changed it.
   */
  async save(held: HeldPointer, pointer: Pointer, seen: boolean): Promise<HeldPointer> {
    try {
      const saved = await this.client.index({
        index: this.index,
        id: pointerId(pointer),
        routing: pointer.library,
        require_alias: true,
        refresh: seen,
        document: pointer,
        ...(held.revision ?? { op_type: 'create' }),
      });
      const { _seq_no: if_seq_no = 0, _primary_term: if_primary_term = 0 } = saved;
      return { pointer, revision: { if_seq_no, if_primary_term } };
    } catch (error) {
      if (!isAnswer(error, 409)) throw error;
      const saved = await this.savedBefore(pointer, seen);
      if (!saved) throw takenOver(pointer);
      return saved;
    }
  }

  /** Returns the pointer if it is stored: the client repeats a write whose response was lost, and the repeat is refused. */
  private async savedBefore(pointer: Pointer, seen: boolean): Promise<HeldPointer | undefined> {
    const { library, version } = pointer;
    const found = await this.read(library, version);
    if (!found || !isDeepStrictEqual(found.pointer, pointer)) return undefined;
    if (seen) await this.client.indices.refresh({ index: this.index });
    return found;
  }

  /** Removes the pointers of one version or of all; searches no longer see them when this resolves. */
  async remove(library: string, version?: string): Promise<void> {
    if (version !== undefined) {
      await this.client.delete(
        {
          index: this.index,
          id: pointerId({ library, version }),
          routing: library,
          refresh: true,
        },
        { ignore: [404] },
      );
      return;
    }
    await this.client.indices.refresh({ index: this.index, ignore_unavailable: true });
    await this.client.deleteByQuery({
      index: this.index,
      routing: library,
      ignore_unavailable: true,
      conflicts: 'proceed',
      refresh: true,
      query: { term: { library } },
    });
  }
}

/** A user waits for reads, so they are retried once and at once: a kept connection may have ended. */
export function readOptions(signal?: AbortSignal): TransportRequestOptions {
  return { maxRetries: 1, retryBackoff: () => 0, ...(signal && { signal }) };
}

/** Returns the error of a run whose version another run has started to write. */
export function takenOver({ library, version }: Pick<Pointer, 'library' | 'version'>): RunError {
  const of = version === '' ? library : `${library} ${version}`;
  return new RunError(
    'StorageFailed',
    `Another run of ${of} has started, or the library was removed; this run ends`,
  );
}

/** Returns the search for one pointer. */
function onePointer(library: string, version: string): estypes.SearchRequest {
  const query = { ids: { values: [pointerId({ library, version })] } };
  return { size: 1, track_total_hits: false, query };
}

/** Returns the id of a version's record. */
export function pointerId({ library, version }: Pick<Pointer, 'library' | 'version'>): string {
  return createHash('sha256').update(`${library}\0${version}`).digest('base64url');
}
