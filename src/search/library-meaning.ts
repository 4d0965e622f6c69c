import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { messageOf } from '../base/errors.ts';
import type { Embedder } from '../models/embedder.ts';
import type { LibraryRecord } from '../resources/library-record.ts';
import type { Catalog, Closeness } from '../store/catalog.ts';
import type { LibraryVectors } from '../store/library-vectors.ts';
import { measureMeaningScale, type MeaningScale } from './meaning-scale.ts';
import { createQueryVectors } from './query-vectors.ts';

/** Closeness below this tells nothing. */
const leastCloseness = 0.5;
/** A model that hardly tells topics apart gives very large values. They must not outweigh words and names. */
const mostCloseness = 2;
/** Weight of the person's question beside the name. */
const questionWeight = 0.25;
/** Libraries in one call of the embedder. */
const batch = 8;
/** Milliseconds between looks for new libraries. */
const everyMs = 5_000;
/** Milliseconds before the next try after a failure. */
const retryMs = 60_000;
/** A model whose related texts are not nearer than others cannot divide by zero. */
const leastSpan = 0.05;
/** Characters of the topics that stand for a missing description. */
const maxTopics = 300;

/** What libraries are about, as vectors. */
export interface LibraryMeaning {
  /**
   * Returns how close each library is to a text that names none: 1 for a topic and a library for it, 0 for unrelated texts.
   * Leaves out libraries that are not close. Returns undefined if no vectors can be made.
   */
  closeness(
    asked: { name: string; query: string },
    signal: AbortSignal,
  ): Promise<Closeness | undefined>;
  /** Embeds the libraries whose vector is missing or outdated. Throws what the embedder and the stores throw. */
  fill(signal: AbortSignal): Promise<void>;
  /** Fills until the signal aborts. */
  keepFilled(signal: AbortSignal): Promise<void>;
}

interface LibraryMeaningOptions {
  catalog: Pick<Catalog, 'each'>;
  vectors: LibraryVectors;
  embedder: Embedder;
  log: Pick<Logger, 'warn'>;
}

/** Returns what libraries are about, for search and for the process that keeps the vectors. */
export function createLibraryMeaning(options: LibraryMeaningOptions): LibraryMeaning {
  const { catalog, vectors, embedder, log } = options;
  const queryVector = createQueryVectors({ embedder, purpose: 'topic', log });
  const hashes = new WeakMap<LibraryRecord, string>();
  let measured: MeaningScale | undefined;

  const scale = async (signal: AbortSignal): Promise<MeaningScale> =>
    (measured ??= await measureMeaningScale(embedder, signal));

  const near = async (
    text: string,
    { unrelated, related }: MeaningScale,
    signal: AbortSignal,
  ): Promise<Map<string, number>> => {
    const embedded = await queryVector(text, signal);
    if (!embedded) return new Map();
    const span = Math.max(related - unrelated, leastSpan);
    const cosines = await vectors.near(embedded.vector, unrelated + leastCloseness * span);
    for (const [id, cosine] of cosines) {
      cosines.set(id, Math.min(mostCloseness, (cosine - unrelated) / span));
    }
    return cosines;
  };

  const hashOf = (record: LibraryRecord): string => {
    let hash = hashes.get(record);
    if (hash === undefined) {
      hash = createHash('sha256').update(describedText(record)).digest('base64url').slice(0, 22);
      hashes.set(record, hash);
    }
    return hash;
  };

  const fill = async (signal: AbortSignal): Promise<void> => {
    let held = await vectors.hashes();
    const missing: LibraryRecord[] = [];
    await catalog.each((record) => {
      if (held.get(record.id) !== hashOf(record)) missing.push(record);
    });
    if (missing.length === 0 && held.size === 0) return;
    await scale(signal);
    // In random order, so that several processes rarely embed the same library.
    const waiting = missing
      .map((record) => ({ record, at: Math.random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ record }) => record);
    for (let from = 0; from < waiting.length; from += batch) {
      signal.throwIfAborted();
      held = await vectors.hashes();
      const records = waiting
        .slice(from, from + batch)
        .filter((record) => held.get(record.id) !== hashOf(record));
      const made = await embedder.embed(records.map(describedText), 'document', signal);
      await vectors.put(
        records.map((record, at) => ({
          id: record.id,
          hash: hashOf(record),
          vector: made[at]!,
        })),
      );
    }
  };

  return {
    fill,
    async closeness({ name, query }, signal) {
      if (!measured) return undefined;
      const [byName, byQuestion] = await Promise.all([
        near(name, measured, signal),
        query === name ? new Map<string, number>() : near(query, measured, signal),
      ]);
      for (const [id, close] of byName) {
        byName.set(id, close + questionWeight * (byQuestion.get(id) ?? 0));
      }
      return byName;
    },
    async keepFilled(signal) {
      while (!signal.aborted) {
        let waitMs = everyMs;
        try {
          await fill(signal);
        } catch (error) {
          if (signal.aborted) return;
          waitMs = retryMs;
          log.warn({ reason: messageOf(error) }, 'libraries not embedded; finding them by words');
        }
        await sleep(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
    },
  };
}

/**
 * Returns the text that stands for a library. The description is more like a topic than the title is, so the title comes last.
 * Pure.
 */
function describedText({ title, description, topics }: LibraryRecord): string {
  return `${description === '' ? topics.slice(0, maxTopics) : description} (${title})`;
}
