import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { parserVersion } from './documents/parse.ts';
import type { ContentWarnings } from './safety/safe-snippets.ts';
import { messageOf, RunError } from '../base/errors.ts';
import { mapAhead } from '../base/map-ahead.ts';
import { type FailedVersion, type IndexingJob, type IndexingResult, timeLimit } from './job.ts';
import { chosenTitle } from '../resources/library.ts';
import type { Embedder } from '../models/embedder.ts';
import {
  defaultLimits,
  type OpenSource,
  type Snapshot,
  type SourceLimits,
} from './sources/source.ts';
import type { Limit } from './sources/skipped-item.ts';
import type { ProjectFacts } from './sources/project/project-facts.ts';
import type { SourceFacts } from './sources/source-facts.ts';
import {
  type ActiveVersion,
  DEFAULT_VERSION,
  type GenerationWriter,
  type RunIndex,
  type VectorShare,
} from '../store/snippet-index.ts';
import type { UploadStore } from '../store/uploads.ts';
import { documentsAhead, type Parser } from './parser.ts';
import { EmbeddingWriter } from './embedding-writer.ts';
import { openWaiting } from './embed-waiting.ts';
import { ItemReader } from './item-reader.ts';
import { ProgressMeter, type Progress } from './progress.ts';
import { Names } from './names.ts';
import { nothingFound } from './nothing-found.ts';
import { Topics } from './topics.ts';

interface IndexingPorts {
  openSource: OpenSource;
  index: RunIndex;
  embedder: Embedder;
  /**
   * Beginning of the id of the model before a change, if questions still use it. A version with its vectors is served until the
   * new version has all of its own.
   */
  previousModel?: string;
  /** The part of a run of `vectors` that this process does; absent if it does all. */
  share?: VectorShare;
  limits: SourceLimits;
  allowedRanges: string[];
  /** Scratch folder of this run. */
  workDir: string;
  /** Uploaded files, which imports read. */
  uploads?: Pick<UploadStore, 'open'>;
  /** Reads the texts of the source. */
  parser: Parser;
  /** Scores the library that was just indexed, 0 to 100. Resolves to undefined if it has too little to ask about. */
  benchmark: (
    library: { index: RunIndex; embedder: Embedder; purpose: 'document'; libraryId: string },
    signal: AbortSignal,
  ) => Promise<{ score: number } | undefined>;
  /**
   * Receives the result so far: when the default version is activated, because its facts are not read again while it is
   * unchanged, and when the run goes on to embed. From now on, questions find the documents by words.
   */
  onSearchable?: (result: IndexingResult) => void;
  /** Credentials of the source, by the keys of a Secret. */
  credentials?: Readonly<Record<string, string>>;
}

/** Maximum characters of the documents that are read ahead. A larger document is alone with the one before it. */
const charactersAhead = 256_000;

/** Milliseconds between two counts of what waits in the whole library, while several processes embed it. */
const countMs = 5_000;

/** Time limit of the benchmark. */
const benchmarkMs = 30_000;

/**
 * Indexes every version of a library as a stream: source -> documents -> snippets -> index. Activates each version when its
 * documents are written, so that questions find them by words. Then embeds what waits for vectors (ADR 23). Writes nothing
 * for a version whose revision has not changed. Throws RunError; the index then serves the previous content, or, if the run
 * had begun to embed, the new content.
 */
export async function runIndexing(
  job: IndexingJob,
  ports: IndexingPorts,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<IndexingResult> {
  const meter = new ProgressMeter(onProgress);
  const limit = timeLimit(job.spec.timeout);
  const ended = AbortSignal.any([signal, limit.signal]);
  try {
    return await indexLibrary({
      job,
      ports,
      meter,
      signal: ended,
      topics: new Topics(),
      names: new Names(),
      kept: new Set(),
      anew: job.anew === true,
    });
  } finally {
    limit.clear();
  }
}

async function indexLibrary(run: Run): Promise<IndexingResult> {
  const { meter } = run;
  if (run.ports.share) return embedShare(run, run.ports.share);
  const result = (await mayOnlyEmbed(run))
    ? { changed: false, facts: {}, isSame: true }
    : await writeLibrary(run);
  const { isSame, ...found } = result;
  if (run.job.only === 'words' && (await lacksVectors(run)))
    return { ...found, lacksVectors: true };
  const hasEmbedded = await embedLibrary(run, found);
  const score = hasEmbedded || !isSame ? await scoreOf(run) : {};
  meter.set({ phase: 'done' });
  return { ...found, ...score };
}

/** Returns whether the run need not read the source. Without the content that should be embedded, it must. */
async function mayOnlyEmbed({ job, ports }: Run): Promise<boolean> {
  if (job.only !== 'vectors') return false;
  const served = await ports.index.versions(job.spec.id);
  return served.length > 0 && served.every(({ embedderId }) => embedderId === ports.embedder.id);
}

/** Writes and activates all versions. `isSame`: the default version has not changed. */
async function writeLibrary(run: Run): Promise<IndexingResult & { isSame: boolean }> {
  const { job } = run;
  const main = await indexVersion(run, DEFAULT_VERSION);
  const { warnings } = main;
  const found = {
    changed: main.changed,
    ...factsOf(main, run),
    ...(warnings && { contentWarnings: warnings }),
  };
  if (main.changed) run.ports.onSearchable?.(found);
  const names = [...new Set([...(job.spec.versions ?? []), ...(main.facts.versions ?? [])])];
  let changed = main.changed;
  const failedVersions: FailedVersion[] = [];
  for (const name of names) {
    const indexed = await indexFurtherVersion(run, name);
    if ('reason' in indexed) failedVersions.push(indexed);
    else changed = indexed.changed || changed;
  }
  changed = (await dropVersions(run, [DEFAULT_VERSION, ...names])) || changed;
  const readsAll = run.kept.size === 0;
  return { ...found, changed, failedVersions, readsAll, isSame: !main.changed };
}

/**
 * Indexes a version besides the default one. Returns why only an edit can index it, so that a tag that does not exist costs
 * no other version. Throws RunError if a retry can help.
 */
async function indexFurtherVersion(
  run: Run,
  version: string,
): Promise<IndexedVersion | FailedVersion> {
  // Only the default version describes the library.
  const unused = { topics: new Topics(), names: new Names(), anew: false };
  try {
    return await indexVersion({ ...run, ...unused }, version);
  } catch (error) {
    run.signal.throwIfAborted();
    if (!(error instanceof RunError) || error.retry !== 'never') throw error;
    run.meter.skip(`version ${version}`, error.message, 0);
    if (await servedVersion(run, version)) run.kept.add(version);
    return { version, reason: error.reason, message: error.message };
  }
}

/** Returns whether anything waits for vectors, and reports how much does not. */
async function lacksVectors(run: Run): Promise<boolean> {
  const percent = await embeddedPercent(run);
  if (percent === 100) return false;
  run.meter.set({ phase: 'done', embeddedPercent: percent });
  return true;
}

/** Embeds what waits for vectors, also what an earlier run left. Returns whether anything waited. */
async function embedLibrary(
  { job, ports, meter, signal }: Run,
  result: IndexingResult,
): Promise<boolean> {
  const waiting = await openWaiting(ports.index, ports.embedder, job.spec.id);
  try {
    if (waiting.percent === 100) return false;
    ports.onSearchable?.(result);
    meter.set({ phase: 'embedding', embeddedPercent: waiting.percent });
    await waiting.embed((snippets) => {
      meter.update({
        embedded: meter.current.embedded + snippets,
        embeddedPercent: waiting.percent,
      });
    }, signal);
    meter.update({ embeddedPercent: waiting.percent });
    return true;
  } finally {
    await waiting.close();
  }
}

/** Embeds a share of what waits. The process whose share ends last scores the library. */
async function embedShare(run: Run, share: VectorShare): Promise<IndexingResult> {
  const { job, ports, meter, signal } = run;
  const served = await ports.index.versions(job.spec.id);
  // A version that cannot be read any more keeps the vectors of another model.
  if (!served.some(({ embedderId }) => embedderId === ports.embedder.id)) {
    const message = `${job.spec.id} has no content of the embedding model; the next run reads the source again`;
    throw new RunError('StorageFailed', message);
  }
  const waiting = await openWaiting(ports.index, ports.embedder, job.spec.id, share);
  try {
    meter.set({ phase: 'embedding', embeddedPercent: await embeddedPercent(run) });
    let countedAt = performance.now();
    await waiting.embed(async (snippets) => {
      meter.update({ embedded: meter.current.embedded + snippets });
      if (performance.now() < countedAt + countMs) return;
      meter.update({ embeddedPercent: await embeddedPercent(run) });
      countedAt = performance.now();
    }, signal);
  } finally {
    await waiting.close();
  }
  const percent = await embeddedPercent(run);
  const score = percent === 100 ? await scoreOf(run) : {};
  meter.set({ phase: 'done', embeddedPercent: percent });
  return { changed: false, facts: {}, ...score };
}

/** Returns the percentage of the whole library that has vectors. */
async function embeddedPercent({ job, ports }: Run): Promise<number> {
  const waiting = await openWaiting(ports.index, ports.embedder, job.spec.id);
  await waiting.close();
  return waiting.percent;
}

/** Returns the facts of the source and of its documents. */
function factsOf(
  main: IndexedVersion,
  { job, topics, names }: Pick<Run, 'job' | 'topics' | 'names'>,
): Pick<IndexingResult, 'facts' | 'ownerRules' | 'topics' | 'names'> {
  const { rules: ownerRules = [], title: _, description: __, ...facts } = main.facts;
  const naming = namingOf(main, topics);
  const { names: published, parts } =
    typeof main.project === 'object' ? main.project : { names: [], parts: [] };
  const title = chosenTitle(job.spec) ?? naming.title;
  const called = { id: job.spec.id, published, parts, ...(title !== undefined && { title }) };
  const description =
    naming.description ?? (topics.complete ? topics.definitions.of(called) : undefined);
  return {
    facts: { ...facts, ...naming, ...(description !== undefined && { description }) },
    ownerRules,
    ...(topics.complete && { topics: topics.text(), names: names.chosen(called) }),
  };
}

/** Returns title and description. What an unchanged project says of itself is known from an earlier run. */
function namingOf(
  { facts, project }: IndexedVersion,
  topics: Topics,
): Pick<SourceFacts, 'title' | 'description'> {
  if (project === 'unread') return {};
  const title = project?.title ?? topics.title ?? facts.title;
  const description = project?.description ?? facts.description;
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  };
}

/** Returns the benchmark score. A failed or late benchmark does not fail the run, because its content is already served. */
async function scoreOf({
  job,
  ports,
  signal,
}: Run): Promise<Pick<IndexingResult, 'benchmarkScore'>> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(benchmarkMs)]);
  try {
    const { index, embedder, benchmark } = ports;
    const library = { index, embedder, libraryId: job.spec.id };
    const report = await benchmark({ ...library, purpose: 'document' }, limited);
    return report ? { benchmarkScore: report.score } : {};
  } catch {
    signal.throwIfAborted();
    return {};
  }
}

interface Run {
  job: IndexingJob;
  ports: IndexingPorts;
  meter: ProgressMeter;
  signal: AbortSignal;
  topics: Topics;
  names: Names;
  /** Versions and documents that could not be read and keep their earlier content. */
  kept: Set<string>;
  /** No document is taken over unread. */
  anew: boolean;
}

interface IndexedVersion {
  changed: boolean;
  facts: SourceFacts;
  /** What the project's files say; absent for sources without such files, 'unread' if the version is unchanged. */
  project?: ProjectFacts | 'unread';
  /** Absent if nothing was written. */
  warnings?: ContentWarnings;
}

async function indexVersion(run: Run, version: string): Promise<IndexedVersion> {
  const { job, ports, meter, signal } = run;
  meter.set({ phase: 'fetching', version });
  const served = await servedVersion(run, version);
  const snapshot = await ports.openSource(job.spec.source, {
    ...(version !== DEFAULT_VERSION && { version }),
    ...(!served && { isNew: true }),
    limits: ports.limits,
    workDir: ports.workDir,
    allowedRanges: ports.allowedRanges,
    allowLocal: job.allowLocal,
    ...(ports.uploads && { uploads: ports.uploads }),
    ...(ports.credentials && { credentials: ports.credentials }),
    parser: ports.parser,
    signal,
  });
  try {
    if (isUnchanged(run, served, snapshot)) {
      run.topics.complete = false;
      for (const { path, reason, documents } of snapshot.leftOut ?? []) {
        meter.skip(path, reason, documents);
      }
      const { facts } = snapshot;
      return { changed: false, facts, ...(snapshot.describe && { project: 'unread' }) };
    }
    const warnings = await writeVersion(run, version, { snapshot, served });
    const project = version === DEFAULT_VERSION ? await describedIn(snapshot, run) : undefined;
    return { changed: true, facts: snapshot.facts, ...(project && { project }), warnings };
  } finally {
    await snapshot.close();
  }
}

/** Returns what a project says of itself. Failing to read it costs a warning and not the run, because its content is already served. */
async function describedIn(
  snapshot: Snapshot,
  { meter, signal }: Run,
): Promise<ProjectFacts | undefined> {
  try {
    return await snapshot.describe?.(signal);
  } catch (error) {
    signal.throwIfAborted();
    meter.skip('title and description', `could not be read: ${messageOf(error)}`);
    return { names: [], parts: [] };
  }
}

async function servedVersion(
  { job, ports }: Run,
  version: string,
): Promise<ActiveVersion | undefined> {
  const served = await ports.index.versions(job.spec.id);
  return served.find((candidate) => candidate.version === version);
}

/** Returns whether the served version is what a run would write. */
function isUnchanged(run: Run, served: ActiveVersion | undefined, snapshot: Snapshot): boolean {
  return (
    served !== undefined &&
    !run.anew &&
    snapshot.revision !== '' &&
    served.revision === snapshot.revision &&
    served.fingerprint === fingerprint(run) &&
    served.embedderId === run.ports.embedder.id
  );
}

/** Returns a hash of everything except the revision that determines what a run writes. */
function fingerprint({ job, ports }: Run): string {
  const { maxDocumentBytes, maxTotalBytes, maxDocuments } = ports.limits;
  const limits = { maxDocumentBytes, maxTotalBytes, maxDocuments };
  // Earlier releases hashed no limits. Without this, an upgrade reads every library again.
  const own = isDeepStrictEqual(limits, defaultLimits) ? [] : [limits];
  const parts = JSON.stringify([parserVersion, job.spec.source, ...own]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 16);
}

async function writeVersion(
  run: Run,
  version: string,
  { snapshot, served }: { snapshot: Snapshot; served: ActiveVersion | undefined },
): Promise<ContentWarnings> {
  const { job, ports, meter } = run;
  const { id: embedderId, dimensions } = ports.embedder;
  const embedsFirst = isOfPrevious(served, ports);
  const writer = await ports.index.open(job.spec.id, version, embedderId, dimensions);
  try {
    meter.set({
      phase: 'indexing',
      ...(snapshot.total !== undefined && { total: (meter.current.total ?? 0) + snapshot.total }),
    });
    const found = await writeDocuments(run, snapshot, { writer, embedsFirst });
    if (found.unchanged + found.snippets === 0) {
      throw found.fault ?? nothingFound(meter.current, found);
    }
    meter.set({ phase: 'activating' });
    const { revision, linkTemplate } = snapshot;
    await writer.activate({ revision, linkTemplate, fingerprint: fingerprint(run) });
    return found.warnings;
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

/** Returns whether questions find the served version by the model before a change. */
function isOfPrevious(
  served: ActiveVersion | undefined,
  { previousModel, embedder }: IndexingPorts,
): boolean {
  if (previousModel === undefined || !served || served.embedderId === embedder.id) return false;
  return `${served.embedderId}@`.startsWith(`${previousModel}@`);
}

interface WrittenDocuments {
  unchanged: number;
  snippets: number;
  warnings: ContentWarnings;
  /** See ItemReader.fault. */
  fault?: RunError;
  /** See ItemReader.limits. */
  limits: ReadonlyMap<Limit, string>;
  /** See ItemReader.isIncomplete. */
  isIncomplete: boolean;
}

/**
 * Writes the documents of a snapshot. Their snippets wait for vectors, except those whose texts have vectors already. With
 * `embedsFirst`, none of them waits.
 */
async function writeDocuments(
  run: Run,
  snapshot: Snapshot,
  { writer, embedsFirst }: { writer: GenerationWriter; embedsFirst: boolean },
): Promise<WrittenDocuments> {
  const { meter, signal, ports } = run;
  const embedding = embedsFirst
    ? new EmbeddingWriter(writer, {
        embedder: ports.embedder,
        signal,
        onEmbedded: (snippets) => meter.count('embedded', snippets),
      })
    : undefined;
  const reader = new ItemReader({
    ...run,
    writer,
    libraryId: run.job.spec.id,
    parser: ports.parser,
  });
  const found = { unchanged: 0, snippets: 0, warnings: reader.warnings };
  const documents = mapAhead(snapshot.documents(reader.known, signal), {
    map: (item) => reader.read(item),
    sizeOf: (item) => (item.type === 'document' ? item.document.content.length : 0),
    most: { items: documentsAhead, size: charactersAhead },
  });
  for await (const read of documents) {
    if (read === 'left out') continue;
    const { snippets, ...document } = read;
    meter.count('documents');
    if (snippets === 'unchanged') {
      await writer.write(document, snippets);
      found.unchanged += 1;
      continue;
    }
    if (embedding) await embedding.write({ ...document, snippets });
    else await writer.write(document, snippets);
    found.snippets += snippets.length;
    meter.count('snippets', snippets.length);
  }
  await embedding?.flush();
  signal.throwIfAborted();
  const { fault, limits, isIncomplete } = reader;
  return { ...found, limits, isIncomplete, ...(fault && { fault }) };
}

async function dropVersions({ job, ports }: Run, wanted: string[]): Promise<boolean> {
  const gone = (await ports.index.versions(job.spec.id)).filter(
    ({ version }) => !wanted.includes(version),
  );
  for (const { version } of gone) await ports.index.delete(job.spec.id, version);
  return gone.length > 0;
}
