import type { ActiveVersion, GenerationWriter } from '../../snippet-index.ts';
import type { Pointer } from './pointers.ts';
import type { Shown } from './visibility.ts';

/** One snippet of a document: its key in the model's index, and its tokens. */
export interface Member {
  id: string;
  tokens: number;
}

/** What a version shows under a path. */
export interface Placed {
  id: string;
  hash: string;
  validator?: string;
}

/** Vectors of one text, one a part, as they are sent. */
export type EncodedVectors = string[];

/** Which generation is written: a version of the library, by one model. */
export interface RunPlace {
  version: string;
  embedderId: string;
}

/** A run that holds a version: nobody else's run of it can be activated any more. */
export interface OpenedRun {
  /** Names the run in the version's record; whoever has it continues the run, from whatever process. */
  token: string;
  /** Alias of the model's index. */
  model: string;
  /** Length of the vectors in it; 0 when there is no such index yet. */
  dimensions: number;
  /** The version's record as it was before. */
  before: Pointer;
  /** What the run writes is shown from here on. */
  shown: Shown;
  /** Whether the library has vectors of the model, of whatever version or dead run. */
  hasVectors: boolean;
  /** Whether the run starts from nothing: its slot is another one than the served one. */
  fresh: boolean;
  /** Slots that versions show or are about to show. */
  keep: Shown[];
  /** What the library's versions show, page by page. */
  documents: AsyncIterable<ShownDocument[]>;
}

/** A stored content that some version of the library shows. */
export interface ShownDocument extends Placed {
  path: string;
  /** Whether the version that is written shows it. */
  own: boolean;
}

/** A new document's content, or a new snippet. Library, visibility and key are added where it is stored. */
export type NewContent =
  | { kind: 'document'; path: string; hash: string; members: string[]; tokens: number[] }
  | {
      kind: 'snippet';
      /** Of its document. */
      path: string;
      embeddingHash: string;
      /** Texts of the full-text fields. */
      terms: Record<string, string>;
      snippet: object;
      vectors: EncodedVectors;
    };

/** One change of what a generation shows. It comes to the same when it is done twice: what may have been lost is sent again. */
export interface Write {
  kind: 'document' | 'snippet';
  id: string;
  /** Shown from the run's generation on, or until then. */
  show: boolean;
  /** The content, where it may not be there yet. */
  create?: NewContent;
  /** The validator the version has for a document; null for none. Left as it is when absent. */
  validator?: string | null;
}

/** What a request has left to do: places in the list that was sent. */
export interface Refused {
  /** Could not be created because they are there. */
  existing: number[];
  /** Refused for want of time or room. */
  busy: number[];
  /** Not stored. `missing`: a document that should have been there was not. */
  lost?: { count: number; reason: string; missing: boolean };
}

/** What a run has made of its version. */
export interface RunOutcome {
  facts: Parameters<GenerationWriter['activate']>[0];
  /** Whether the new generation shows anything else than the one before. */
  changed: boolean;
  /** What the new generation has more than the run has started from. */
  growth: { documents: number; snippets: number; tokens: number };
}

/**
 * What the writer of a generation asks of the store of its library. The run's state is the writer's and the store's alone:
 * each call stands for itself, and may be sent again when its answer was lost. Throws RunError StorageFailed.
 */
export interface RunStore {
  /** Opens the next generation of the version, after clearing what a dead run left. */
  open(): Promise<OpenedRun>;
  /** The members of stored contents, by id; throws when another run has begun. */
  members(ids: string[]): Promise<Map<string, Member[]>>;
  /** Of these hashes of embedded texts, those the library has; with their vectors when asked for. */
  vectors(hashes: string[], withVectors: boolean): Promise<Map<string, EncodedVectors>>;
  /** Makes the index of the model, where it is missing. */
  prepareModel(dimensions: number): Promise<void>;
  /** Has everything that is stored be found. */
  refresh(): Promise<void>;
  store(writes: Write[]): Promise<Refused>;
  /** Moves the version's pointer. */
  activate(outcome: RunOutcome): Promise<ActiveVersion>;
  /** After an activation, deletes what nobody sees any more. `before`: of the record that the run has found. */
  cleanUp(before: Pick<Pointer, 'generation' | 'model'>): Promise<void>;
  /** Takes back what the run wrote. `loss`: stored documents have vanished, so that the next run takes nothing over. */
  discard(loss: boolean): Promise<void>;
}
