import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mayAct, type Caller } from '../identity/access/caller.ts';
import { maySee, refuseUnlessReplaceable } from '../identity/access/visibility.ts';
import { holdersOf } from '../resources/holder.ts';
import {
  annotations,
  isImported,
  keyOf,
  labels,
  resourceName,
  type Library,
  type LibrarySpec,
  type LibrarySource,
} from '../resources/library.ts';
import { refusePrivate, type PlanPorts } from '../libraries/add/plan.ts';
import { plural } from '../base/plural.ts';
import type { Registry } from '../store/registry.ts';
import { DEFAULT_VERSION } from '../store/snippet-index.ts';
import type { UploadStore } from '../store/uploads.ts';
import { isRead, storeUpload, uploadOf } from './uploads.ts';
import type { LibraryFacts } from '../indexing/sources/import/transferred-library.ts';
import type { LibraryDraft, RejectedLibrary, StagedLibrary } from './staged-library.ts';
import type { StagedBody, StageOptions } from './stage-body.ts';
import { LecternError, RunError } from '../base/errors.ts';
import { derivedIds } from '../indexing/sources/library-id.ts';

/** Maximum libraries of one import. */
const maxLibraries = 50;
/** Maximum bytes of a stored library. */
const maxUpload = 100_000_000;

/** The API's response to an import. */
export interface ImportAnswer {
  message: string;
  /** Ids of the imported libraries, whose runs are queued. */
  queued: string[];
  skipped: RejectedLibrary[];
  /** Served versions that the import drops, because it replaces the library without them. Absent if there are none. */
  dropped?: DroppedVersions[];
}

interface DroppedVersions {
  /** Id of the library. */
  project: string;
  versions: string[];
}

/** The stores that an import writes to. It creates Libraries, and their runs read the uploads. */
export interface ImporterOptions {
  registry: Pick<Registry, 'get' | 'list' | 'create' | 'patch'>;
  uploads: Pick<UploadStore, 'put' | 'delete'>;
  /** Know which teamspaces may have private libraries. */
  teams: Pick<PlanPorts, 'teamspaces'>;
  /** Folder for temporary files. */
  workDir: string;
}

interface ImportRules {
  /** Whether to replace existing libraries. */
  force: boolean;
  /**
   * Must have the right to replace a library. New libraries belong to the caller's teamspace. They are private unless the caller
   * is an admin, because nobody has verified that they are what their ids say.
   */
  caller: Caller;
  signal: AbortSignal;
}

/** Reads the libraries of an import into drafts. */
export type ReadLibraries = (options: StageOptions) => Promise<StagedBody>;

/**
 * Imports the libraries that `read` returns. Stores each as an upload, and creates a Library whose run reads its snippets from it.
 * Skips invalid libraries, existing ones without `force`, and those that meanwhile may not be replaced; the response gives the
 * reasons. Throws LecternError('forbidden') before the first import if the caller may not replace one of the libraries, or may not
 * add private libraries and needs to.
 */
export async function importLibraries(
  read: ReadLibraries,
  { force, caller, signal }: ImportRules,
  { registry, uploads, teams, workDir }: ImporterOptions,
): Promise<ImportAnswer> {
  const folder = await mkdtemp(join(workDir, 'import-'));
  const drafts: LibraryDraft[] = [];
  try {
    const staged = await read({ workDir: folder, maxLibraries, drafts, signal });
    if (staged.broken) throw staged.broken;
    const answer: ImportAnswer = { message: '', queued: [], skipped: staged.rejected };
    const held = libraryOfName(await registry.list());
    const rules = { force: force || (staged.force ?? false), caller };
    const wanted: Taken[] = [];
    for (const library of staged.libraries) {
      const id = library.facts.project;
      const isTwice = wanted.some((other) => other.library.facts.project === id);
      const reason = isTwice
        ? 'the import contains it twice; the first one was imported'
        : refusal(held.get(id), library.facts, rules);
      if (reason === undefined) wanted.push({ library, held: held.get(id) });
      else answer.skipped.push({ project: id, reason });
    }
    if (wanted.some((one) => becomesPrivate(one.held, caller))) await refusePrivate(teams, caller);
    const dropped: DroppedVersions[] = [];
    for (const one of wanted) {
      const { project } = one.library.facts;
      const reason = await take(one, { registry, uploads }, { ...rules, signal });
      if (reason === undefined) {
        answer.queued.push(project);
        dropped.push(...droppedBy(one));
      } else answer.skipped.push({ project, reason });
    }
    return {
      ...answer,
      ...(dropped.length > 0 && { dropped }),
      message: messageOf(answer, dropped),
    };
  } finally {
    await Promise.all(drafts.map((draft) => draft.dispose()));
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the Library of each id and former id. A Library that has an id now comes before one that had it. */
function libraryOfName(libraries: Library[]): Map<string, Library> {
  const former = libraries.flatMap((library) =>
    (library.spec.formerIds ?? []).map((name) => [name, library] as const),
  );
  return new Map([...former, ...holdersOf(libraries)]);
}

/** A library to import, and the existing one that it replaces. */
interface Taken {
  library: StagedLibrary;
  held: Library | undefined;
}

/** Returns the served versions that the import does not contain. */
function droppedBy({ library, held }: Taken): DroppedVersions[] {
  const kept = new Set([DEFAULT_VERSION, ...library.versions]);
  const names = (held?.status.versions ?? []).map(({ name }) => name);
  const versions = names.filter((name) => !kept.has(name));
  return versions.length > 0 ? [{ project: library.facts.project, versions }] : [];
}

const foreignId =
  'its id is not that of the source that it names (docsRepoUrl or docsSiteUrl); import it with a key of the role admin';

/** Returns why a library is skipped; undefined if it can be imported. Throws LecternError('forbidden'). */
function refusal(
  held: Library | undefined,
  facts: LibraryFacts,
  { force, caller }: Pick<ImportRules, 'force' | 'caller'>,
): string | undefined {
  const { project: id } = facts;
  if (!held) return mayAct(caller, 'admin') || isIdOfOrigin(facts) ? undefined : foreignId;
  const { spec, metadata } = held;
  if (!maySee(caller, held)) return 'its id is taken';
  if (spec.id !== id) return `${spec.id} had this id before`;
  if (metadata.deletionTimestamp) return 'it is being deleted; try again in a moment';
  if (!force) return 'already exists';
  const owner = metadata.labels?.[labels.managedBy];
  if (owner !== undefined) return `the manifest ${owner} manages it; remove it there first`;
  refuseUnlessReplaceable(caller, held);
  return undefined;
}

/** Like `refusal`, but returns why the caller may not replace the library: other libraries are imported already. */
function lateRefusal(...args: Parameters<typeof refusal>): string | undefined {
  try {
    return refusal(...args);
  } catch (error) {
    if (error instanceof LecternError) return error.message;
    throw error;
  }
}

/**
 * Stores the upload, and creates or patches the Library. Then deletes the Library's previous upload. Returns why the library is
 * skipped; undefined if it is imported.
 */
async function take(
  { library, held }: Taken,
  { registry, uploads }: Pick<ImporterOptions, 'registry' | 'uploads'>,
  { signal, ...rules }: ImportRules,
): Promise<string | undefined> {
  const { facts, upload, content } = library;
  const { project: id } = facts;
  const key = held ? keyOf(held.metadata) : resourceName(id);
  await storeUpload(uploads, upload, content(), { maxBytes: maxUpload, signal });
  let before: string | undefined;
  try {
    // The Library may have changed since the import began: storing uploads takes a while.
    const current = await registry.get(key);
    const reason = lateRefusal(current, facts, rules);
    if (reason !== undefined) {
      await discard(upload, key, { registry, uploads });
      return reason;
    }
    before = current && uploadOf(current.spec);
    const source = sourceOf(library);
    const readers = becomesPrivate(current, rules.caller) && { visibility: 'private' as const };
    if (current) await replaceSource(registry, current, { ...readers, source });
    else {
      const spec: LibrarySpec = { id, teamspace: rules.caller.teamspace, ...readers, source };
      await registry.create({ metadata: { name: resourceName(id) }, spec });
    }
  } catch (error) {
    await discard(upload, key, { registry, uploads });
    throw error;
  }
  if (before !== undefined && before !== upload) await forget(before, uploads);
  return undefined;
}

function sourceOf({ facts, upload }: StagedLibrary): LibrarySource {
  const { type, docsRepoUrl, docsSiteUrl } = facts;
  return {
    import: {
      upload,
      ...(type && { type }),
      ...(docsRepoUrl && { docsRepoUrl }),
      ...(docsSiteUrl && { docsSiteUrl }),
    },
  };
}

/** Deletes an upload, unless the Library uses it. */
async function discard(
  upload: string,
  key: string,
  { registry, uploads }: Pick<ImporterOptions, 'registry' | 'uploads'>,
): Promise<void> {
  if (!(await isRead(registry, key, upload))) await forget(upload, uploads);
}

/** Deletes an upload that no Library uses. One that cannot be deleted costs only space. */
async function forget(upload: string, uploads: Pick<UploadStore, 'delete'>): Promise<void> {
  await uploads.delete(upload).catch(() => undefined);
}

/** Returns whether an import makes a library private. An imported library that a member may replace keeps its readers. */
function becomesPrivate(held: Library | undefined, caller: Caller): boolean {
  return !mayAct(caller, 'admin') && !(held && isImported(held));
}

/** Replaces the source of a Library, and its visibility if there is one. Versions, schedule and Secret belong to the old source; title and description stay. */
async function replaceSource(
  registry: Pick<Registry, 'patch'>,
  { metadata }: Library,
  change: Pick<LibrarySpec, 'source' | 'visibility'>,
): Promise<void> {
  const requestedAt = new Date().toISOString();
  await registry.patch(keyOf(metadata), ({ spec }) => {
    const { versions: _versions, refresh: _refresh, secretRef: _secret, ...kept } = spec;
    return {
      spec: { ...kept, ...change },
      annotations: { [annotations.requestedAt]: requestedAt },
    };
  });
}

function messageOf(
  { queued, skipped }: Pick<ImportAnswer, 'queued' | 'skipped'>,
  dropped: DroppedVersions[],
): string {
  const count = (list: unknown[]): string =>
    `${list.length} ${list.length === 1 ? 'library' : 'libraries'}`;
  const gone = dropped.reduce((sum, { versions }) => sum + versions.length, 0);
  const left = skipped.length > 0 ? `; skipped ${count(skipped)}` : '';
  const less = gone > 0 ? `; drops ${plural(gone, 'version')} that the import does not have` : '';
  return `Queued ${count(queued)} for import${left}${less}`;
}

/**
 * Returns whether a library's id can be derived from the source that the import names. Ids of uploaded files have no source and
 * pass. The named source itself is not verified. Pure.
 */
function isIdOfOrigin({ project, docsRepoUrl, docsSiteUrl }: LibraryFacts): boolean {
  if (project.startsWith('/docs/')) return true;
  const sources: LibrarySource[] = [
    ...(docsRepoUrl ? [{ git: { url: docsRepoUrl } }] : []),
    ...(docsSiteUrl
      ? ['website', 'llmstxt', 'openapi'].map((type) => ({ [type]: { url: docsSiteUrl } }))
      : []),
  ];
  return sources.some((source) => idsOf(source).includes(project));
}

function idsOf(source: LibrarySource): string[] {
  try {
    return derivedIds(source, 'author');
  } catch (error) {
    if (error instanceof RunError) return [];
    throw error;
  }
}
