import type { ActiveVersion, GenerationWriter } from '../../snippet-index.ts';
import type { Pointer } from './pointers.ts';
import type { Shown } from './visibility.ts';

/** One snippet of a document: its key in the model's index, and its tokens. */
export interface Member {
  id: string;
  tokens: number;
}

/** The document that a version shows at a path. */
export interface Placed {
  id: string;
  hash: string;
  validator?: string;
}

/** The vectors of a snippet, encoded for the request. */
export interface EncodedVectors {
  /** One for each text, in base64. */
  vectors: string[];
  /** Codes of the tokens of the first text, in base64. */
  tokenCodes?: string;
}

/** The version and the model of a run. */
export interface RunPlace {
  version: string;
  embedderId: string;
}

/** A run that holds a version: other runs of the version can no longer be activated. */
export interface OpenedRun {
  /** Identifies the run in the version's record. Any process with the token can continue the run. */
  token: string;
  /** Alias of the model's index. */
  model: string;
  /** Vector dimensions of the index; 0 if there is no index yet. */
  dimensions: number;
  /** The version's record before the run. */
  before: Pointer;
  /** Visible range of the documents that the run writes. */
  shown: Shown;
  /** True if the library has vectors of the model, from any version or failed run. */
  hasVectors: boolean;
  /** True if the run reuses nothing: its slot differs from the active one. */
  fresh: boolean;
  /** Documents that the library's versions show, in pages. */
  documents: AsyncIterable<ShownDocument[]>;
}

/** A stored content that a version of the library shows. */
export interface ShownDocument extends Placed {
  path: string;
  /** True if the version of this run shows it. */
  own: boolean;
}

/** A new document's content, or a new snippet. The store adds library, visibility and key. */
export type NewContent =
  | { kind: 'document'; path: string; hash: string; members: string[]; tokens: number[] }
  | {
      kind: 'snippet';
      /** The document's path. */
      path: string;
      embeddingHash: string;
      /** Texts of the full-text fields. */
      terms: Record<string, string>;
      snippet: object;
      vectors: string[];
      tokenCodes?: string;
      /** Texts that wait for vectors, if the snippet has none. */
      texts?: string[];
    };

/** One change of a generation. It has the same effect twice as once, so a write whose response was lost can be repeated. */
export interface Write {
  kind: 'document' | 'snippet';
  id: string;
  /** True: visible from the run's generation on. False: visible until then. */
  show: boolean;
  /** The content, if it may not be stored yet. */
  create?: NewContent;
  /** The version's validator of a document; null for none. If absent, the stored validator stays. */
  validator?: string | null;
}

/** Writes to repeat, as indexes in the list that was sent. */
export interface Refused {
  /** Not created because they exist. */
  existing: number[];
  /** Refused because the server is busy or its disk is full. */
  busy: number[];
  /** Not stored. `missing`: an update found no document. */
  lost?: { count: number; reason: string; missing: boolean };
}

/** The result of a run. */
export interface RunOutcome {
  facts: Parameters<GenerationWriter['activate']>[0];
  /** True if the new generation differs from the one before. */
  changed: boolean;
  /** Difference between the new generation and the one that the run started from. */
  growth: { documents: number; snippets: number; tokens: number };
}

/**
 * The store of one run, as the generation writer uses it. Each call is complete in itself, and can be repeated if its response
 * was lost. Throws RunError StorageFailed.
 */
export interface RunStore {
  /** Opens the next generation of the version, after removing leftovers of a failed run. */
  open(): Promise<OpenedRun>;
  /** Returns the members of stored contents, by id. Throws if another run has started. */
  members(ids: string[]): Promise<Map<string, Member[]>>;
  /** Returns the vectors that the library has, by the hash of the embedded texts. */
  vectors(hashes: string[]): Promise<Map<string, EncodedVectors>>;
  /** Creates the index of the model if it is missing. */
  prepareModel(dimensions: number): Promise<void>;
  /** Makes all stored documents searchable. */
  refresh(): Promise<void>;
  store(writes: Write[]): Promise<Refused>;
  /** Moves the version's pointer. */
  activate(outcome: RunOutcome): Promise<ActiveVersion>;
  /** Deletes what no version shows after an activation. `before` is from the record before the run. */
  cleanUp(before: Pick<Pointer, 'generation' | 'model'>): Promise<void>;
  /** Removes what the run wrote. `loss`: stored documents are missing, so the next run reuses nothing. */
  discard(loss: boolean): Promise<void>;
}
