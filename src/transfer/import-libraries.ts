import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mayAct, type Caller } from '../identity/access/caller.ts';
import { maySee, refuseUnlessReplaceable } from '../identity/access/visibility.ts';
import {
  annotations,
  keyOf,
  labels,
  resourceName,
  type Library,
  type LibrarySpec,
  type LibrarySource,
} from '../resources/library.ts';
import { plural } from '../base/plural.ts';
import type { Registry } from '../store/registry.ts';
import { DEFAULT_VERSION } from '../store/snippet-index.ts';
import type { UploadStore } from '../store/uploads.ts';
import { storeUpload, uploadOf } from './uploads.ts';
import type { LibraryFacts } from '../indexing/sources/import/transferred-library.ts';
import type { LibraryDraft, RejectedLibrary, StagedLibrary } from './staged-library.ts';
import type { StagedBody, StageOptions } from './stage-body.ts';
import { RunError } from '../base/errors.ts';
import { derivedIds } from '../indexing/sources/library-id.ts';

/** Libraries of one export or import. */
const maxLibraries = 50;
/** Bytes of one library as it is kept. */
const maxUpload = 100_000_000;

/** What became of an import, as the API answers it. */
export interface ImportAnswer {
  message: string;
  /** Ids of libraries that wait for their run. */
  queued: string[];
  skipped: RejectedLibrary[];
  /** Versions that are served and go, since the import that replaces their library lacks them; absent when none go. */
  dropped?: DroppedVersions[];
}

export interface DroppedVersions {
  /** Id of the library. */
  project: string;
  versions: string[];
}

export interface ImporterOptions {
  registry: Pick<Registry, 'get' | 'list' | 'create' | 'patch'>;
  uploads: Pick<UploadStore, 'put' | 'delete'>;
  /** Folder for what is on its way. */
  workDir: string;
}

export interface ImportRules {
  /** Whether a library that is there already is replaced. */
  force: boolean;
  /** Decides what is replaced, and in whose teamspace a library is that was not there. */
  caller: Caller;
  signal: AbortSignal;
}

/** Reads libraries from somewhere into drafts. */
export type ReadLibraries = (options: StageOptions) => Promise<StagedBody>;

/**
 * Makes Libraries of what `read` finds: one each, whose run takes its snippets from an upload. A library that is there
 * already is left alone unless `force` says otherwise; one that is not good is told by name, and the others are taken.
 * Throws LecternError('forbidden') before any is taken where one would replace a library that is not the caller's to replace.
 */
export async function importLibraries(
  read: ReadLibraries,
  { force, caller, signal }: ImportRules,
  { registry, uploads, workDir }: ImporterOptions,
): Promise<ImportAnswer> {
  const folder = await mkdtemp(join(workDir, 'import-'));
  const drafts: LibraryDraft[] = [];
  try {
    const staged = await read({ workDir: folder, maxLibraries, drafts, signal });
    if (staged.broken) throw staged.broken;
    const answer: ImportAnswer = { message: '', queued: [], skipped: staged.rejected };
    const held = new Map((await registry.list()).flatMap((one) => namesOf(one)));
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
    for (const one of wanted) {
      await take(one, { registry, uploads }, { caller, signal });
      answer.queued.push(one.library.facts.project);
    }
    const dropped = wanted.flatMap(droppedBy);
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

function namesOf(library: Library): [string, Library][] {
  const { id, formerIds = [] } = library.spec;
  return [id, ...formerIds].map((name) => [name, library]);
}

/** A library that will be there, and the one it replaces. */
interface Taken {
  library: StagedLibrary;
  held: Library | undefined;
}

/** What a library serves and its import lacks. */
function droppedBy({ library, held }: Taken): DroppedVersions[] {
  const kept = new Set([DEFAULT_VERSION, ...library.versions]);
  const names = (held?.status.versions ?? []).map(({ name }) => name);
  const versions = names.filter((name) => !kept.has(name));
  return versions.length > 0 ? [{ project: library.facts.project, versions }] : [];
}

const foreignId =
  'its id is not that of the source that it names (docsRepoUrl or docsSiteUrl); import it with a key of the role admin';

/** Why a library is left alone; undefined when it may be taken. Throws LecternError('forbidden'). */
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

/** Stores the upload and makes the Library ask for it; what the Library read before goes. */
async function take(
  { library, held }: Taken,
  { registry, uploads }: Pick<ImporterOptions, 'registry' | 'uploads'>,
  { caller, signal }: Pick<ImportRules, 'caller' | 'signal'>,
): Promise<void> {
  const { facts, upload, content } = library;
  const { project: id, type, docsRepoUrl, docsSiteUrl } = facts;
  const source: LibrarySpec['source'] = {
    import: {
      upload,
      ...(type && { type }),
      ...(docsRepoUrl && { docsRepoUrl }),
      ...(docsSiteUrl && { docsSiteUrl }),
    },
  };
  const before = held && uploadOf(held.spec);
  await storeUpload(uploads, upload, content(), { maxBytes: maxUpload, signal });
  try {
    if (held) await replaceSource(registry, held, source);
    else {
      const spec: LibrarySpec = { id, teamspace: caller.teamspace, source };
      await registry.create({ metadata: { name: resourceName(id) }, spec });
    }
  } catch (error) {
    const key = held ? keyOf(held.metadata) : resourceName(id);
    if (!(await isRead(registry, key, upload))) await uploads.delete(upload);
    throw error;
  }
  if (before !== undefined && before !== upload) await uploads.delete(before);
}

/** Whether a Library is made of an upload: another import of the same text may have been faster. */
async function isRead(
  registry: Pick<Registry, 'get'>,
  key: string,
  upload: string,
): Promise<boolean> {
  try {
    const library = await registry.get(key);
    return library !== undefined && uploadOf(library.spec) === upload;
  } catch {
    // What is left over costs its space; what is missed costs the library.
    return true;
  }
}

/** Versions and schedules are of the source it had; a person's title and description stay. */
async function replaceSource(
  registry: Pick<Registry, 'patch'>,
  { metadata, spec }: Library,
  source: LibrarySpec['source'],
): Promise<void> {
  const { versions: _versions, refresh: _refresh, secretRef: _secret, ...kept } = spec;
  await registry.patch(keyOf(metadata), {
    spec: { ...kept, source },
    annotations: { [annotations.requestedAt]: new Date().toISOString() },
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
 * Whether the id of an exported library is one that the source it names derives, or that of a file, which has no source.
 * What an export says of its source is not proven. Pure.
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
