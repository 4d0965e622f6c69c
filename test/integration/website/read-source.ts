import type { SourceDocument } from '../../../src/indexing/documents/document.ts';
import type { HttpEnvironment } from '../../../src/indexing/sources/http-environment.ts';
import type {
  Snapshot,
  SourceItem,
  SourceLimits,
  SourceOptions,
} from '../../../src/indexing/sources/source.ts';
import type { KnownDocument } from '../../../src/store/snippet-index.ts';
import { loopback } from '../../support/web-server.ts';
import { parser } from '../../support/parser.ts';

/** Stored documents by path. */
export type Index = Map<string, KnownDocument>;

/** Small limits, so that tests reach them. */
export const limits: SourceLimits = {
  maxDocumentBytes: 200_000,
  maxTotalBytes: 10_000_000,
  maxDocuments: 1000,
  requestTimeoutMs: 10_000,
};

/** Returns options of a run that may read from this machine. */
export function optionsWith(overrides: Partial<SourceOptions> = {}): SourceOptions {
  return {
    limits,
    workDir: '/nowhere',
    allowedRanges: loopback,
    allowLocal: false,
    parser,
    signal: new AbortController().signal,
    ...overrides,
  };
}

/** Returns a clock that ends every wait at once and records its length. */
export function fakeEnvironment(): HttpEnvironment & { slept: number[] } {
  const slept: number[] = [];
  let now = 0;
  const sleep = (milliseconds: number): Promise<void> => {
    slept.push(milliseconds);
    now += milliseconds;
    return Promise.resolve();
  };
  return { slept, clock: { now: () => now, sleep } };
}

export interface ReadSource {
  facts: Snapshot['facts'];
  revision: string;
  items: SourceItem[];
  documents: SourceDocument[];
  /** Paths without the origin, in the order of arrival. */
  paths: { read: string[]; unchanged: string[]; skipped: string[] };
  /** Returns why the source skipped a path; '' if it did not. */
  reason(path: string): string;
  /** Stored documents after this run. */
  index: Index;
}

/** Opens a snapshot, reads all of it with the stored documents of an index, and closes it. */
export async function readAll(
  opening: Promise<Snapshot>,
  held: Index = new Map(),
): Promise<ReadSource> {
  const snapshot = await opening;
  const items: SourceItem[] = [];
  try {
    const signal = new AbortController().signal;
    const known = (path: string, hash?: string): KnownDocument | undefined => {
      const found = held.get(path);
      return hash === undefined || found?.hash === hash ? found : undefined;
    };
    for await (const item of snapshot.documents(known, signal)) items.push(item);
  } finally {
    await snapshot.close();
  }
  const of = (type: SourceItem['type']): string[] =>
    items.filter((item) => item.type === type).map((item) => short(pathOf(item)));
  return {
    facts: snapshot.facts,
    revision: snapshot.revision,
    items,
    documents: items.flatMap((item) => (item.type === 'document' ? [item.document] : [])),
    paths: { read: of('document'), unchanged: of('unchanged'), skipped: of('skipped') },
    reason: (path) => {
      const found = items.find((item) => item.type === 'skipped' && short(item.path) === path);
      return found?.type === 'skipped' ? found.reason : '';
    },
    index: indexOf(items, held),
  };
}

function indexOf(items: SourceItem[], held: Index): Index {
  const index: Index = new Map();
  for (const item of items) {
    const path = pathOf(item);
    const stays = item.type === 'unchanged' || (item.type === 'skipped' && item.keep);
    const known = item.type === 'document' ? item.document : stays ? held.get(path) : undefined;
    if (!known) continue;
    const { hash, validator } = known;
    index.set(path, { hash, ...(validator !== undefined && { validator }) });
  }
  return index;
}

function pathOf(item: SourceItem): string {
  return item.type === 'document' ? item.document.path : item.path;
}

function short(url: string): string {
  const { pathname, search, hash } = new URL(url);
  return pathname + search + hash;
}
