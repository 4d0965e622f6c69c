import { createHash } from 'node:crypto';
import type { Client, estypes, TransportRequestOptions } from '@elastic/elasticsearch';
import { RunError } from '../../../base/errors.ts';
import type { ActiveVersion } from '../../snippet-index.ts';
import { isAnswer } from './failures.ts';
import { type Shown, wholeSlot } from './visibility.ts';

/** The record of a library version. It is what the version shows: one write of it moves a version to another generation. */
export interface Pointer extends ActiveVersion {
  library: string;
  /** Where the generation's documents are shown; see visibility.ts. */
  slot: number;
  /** Alias of the index with the snippets; '' before the version has any. */
  model: string;
  /** Length of the vectors in it; 0 before the version has any. */
  dimensions: number;
  /** The index did not hold what it should: the next run takes nothing over. */
  rebuild: boolean;
  /** The run that writes the next generation, or one that has not cleaned up after itself. */
  run?: { token: string; slot: number; model: string };
}

/** A pointer with what its next write must find unchanged. */
export interface HeldPointer {
  pointer: Pointer;
  revision?: { if_seq_no: number; if_primary_term: number };
}

/** A version that has never been activated. */
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

/** The port's view of a pointer. */
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

/** Whether a version shows the same by both. */
export function isSame(one: Pointer, other: Pointer): boolean {
  return (
    one.slot === other.slot && one.generation === other.generation && one.model === other.model
  );
}

/** What versions show or are about to show. */
export function slotsOf(pointers: Pointer[]): Shown[] {
  const slots = pointers.flatMap(({ slot, generation, run }) => [
    ...(generation > 0 ? [slot] : []),
    ...(run ? [run.slot] : []),
  ]);
  return [...new Set(slots)].map(wholeSlot);
}

/** More versions of one library than a repository has tags worth indexing; Elasticsearch's own limit of one answer. */
const MAX_VERSIONS = 10_000;

/** The pointers of all libraries, in a small index of their own. */
export class Pointers {
  readonly index: string;
  private readonly client: Client;

  constructor(client: Client, index: string) {
    this.client = client;
    this.index = index;
  }

  /** A pointer as it was written last, refreshed or not. */
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

  /** A search for one pointer, to go along with other searches. */
  asSearch(library: string, version: string): estypes.MsearchRequestItem[] {
    return [
      { index: this.index, routing: library, ignore_unavailable: true },
      { size: 1, query: { ids: { values: [pointerId({ library, version })] } } },
    ];
  }

  /**
   * Writes a pointer over the one held. With `seen` every search sees it when this resolves. Throws RunError when somebody
   * else has written it since.
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
      throw takenOver(pointer);
    }
  }

  /** Removes the pointers of one version or of all; nobody sees them when this resolves. */
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

/** Somebody waits for what is read: it is asked for once more, since a kept connection may have ended, and at once. */
export function readOptions(signal?: AbortSignal): TransportRequestOptions {
  return { maxRetries: 1, retryBackoff: () => 0, ...(signal && { signal }) };
}

/** The failure of a run whose version another run has begun to write. */
export function takenOver({ library, version }: Pick<Pointer, 'library' | 'version'>): RunError {
  const of = version === '' ? library : `${library} ${version}`;
  return new RunError(
    'StorageFailed',
    `Another run of ${of} has begun, or the library was removed; this one ends`,
  );
}

/** The id of a version's record. */
export function pointerId({ library, version }: Pick<Pointer, 'library' | 'version'>): string {
  return createHash('sha256').update(`${library}\0${version}`).digest('base64url');
}
