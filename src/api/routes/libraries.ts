import type { Caller } from '../../identity/access/caller.ts';
import { maySee } from '../../identity/access/visibility.ts';
import { makerOfCaller } from '../../identity/access/credential-policy.ts';
import { specMistake } from '../../libraries/library/validate.ts';
import { aboutField } from '../../base/about-field.ts';
import { LecternError, RunError } from '../../base/errors.ts';
import {
  annotations,
  keyOf,
  resourceName,
  type LibrarySpec,
  type LibraryState,
} from '../../resources/library.ts';
import type { Catalog } from '../../store/catalog.ts';
import type { LiveRegistry } from '../live/live-registry.ts';
import { sorts, type LibrarySort } from '../live/library-order.ts';
import type { LibraryView } from '../live/library-view.ts';
import type { ListQuery } from '../live/library-list.ts';
import { findLibrary, holderOf, idFor, isDuplicate, type IdPorts } from './find-library.ts';
import { summaryOf, type DisplayOptions } from '../library-status.ts';
import type { Call, Route } from '../route.ts';
import { benchmark, type BenchmarkOptions } from '../../search/benchmark.ts';

/** GET /api/v1/libraries. */
export function listLibraries(
  view: Pick<LibraryView, 'list'>,
  display: DisplayOptions,
): Route<'listLibraries'> {
  return {
    async handle({ query, caller }) {
      const { libraries, total } = await view.list(listQuery(query), caller);
      const shown = libraries.map((one) => summaryOf(one, caller, display));
      return { json: { libraries: shown, total } };
    },
  };
}

function listQuery(query: Call<'listLibraries'>['query']): ListQuery {
  const [search, state, sourceType] = [query('search'), query('state'), query('source')];
  const [limit, offset] = [query('limit'), query('offset')];
  const sort = sorts.find((one): one is LibrarySort => one === query('sort'));
  return {
    search,
    ...(state !== '' && { states: new Set(state.split(',') as LibraryState[]) }),
    ...(sourceType !== '' && { sourceType }),
    active: query('active') === 'true',
    ...(sort && { sort }),
    direction: query('order') === 'desc' ? 'desc' : 'asc',
    offset: Number(offset),
    ...(limit !== '' && { limit: Number(limit) }),
  };
}

/** GET /api/v1/library?id=. */
export function getLibrary(
  { registry, catalog }: { registry: Pick<LiveRegistry, 'find'>; catalog: Pick<Catalog, 'get'> },
  display: DisplayOptions,
): Route<'getLibrary'> {
  return {
    async handle({ query, caller }) {
      const library = await findLibrary(registry, query('id'), caller);
      const record = await catalog.get(library.spec.id);
      // The content can have other readers than the Library, until the controller has handled an edit.
      const names = record && maySee(caller, record) ? record.names : undefined;
      return {
        json: {
          ...summaryOf(library, caller, display),
          ...(names && { names }),
          runs: library.status.runs ?? [],
        },
      };
    },
  };
}

/** POST /api/v1/libraries. The operator can read the machine's files, so the operator's Git sources may be local paths. */
export function addLibrary(
  ports: IdPorts & { registry: Pick<LiveRegistry, 'create'> },
): Route<'addLibrary'> {
  return {
    async handle(call) {
      const spec = await specOf(ports, call);
      const mistake = specMistake(spec);
      if (mistake !== undefined) throw new LecternError('validation_error', `${mistake}.`);
      const former = (spec.formerIds ?? []).map((id, at) => [`formerIds.${at}`, id] as const);
      const field = call.body.id === undefined ? 'source' : 'id';
      for (const named of [[field, spec.id] as const, ...former])
        await refuseTaken(ports, named, call.caller);
      const local = call.caller.role === 'operator';
      await ports.registry.create({
        metadata: {
          name: resourceName(spec.id),
          annotations: {
            [annotations.addedBy]: makerOfCaller(call.caller),
            ...(local && { [annotations.allowLocal]: 'true' }),
          },
        },
        spec,
      });
      const message = `Library ${spec.id} was added and is queued for indexing.`;
      return { status: 201, json: { libraryName: spec.id, message } };
    },
  };
}

/** Returns the spec of a request; if it has no id, with an id from its source. */
async function specOf(ports: IdPorts, { body, caller }: Call<'addLibrary'>): Promise<LibrarySpec> {
  const { id, ...given } = body;
  if (id !== undefined) return { ...given, id };
  try {
    return { ...given, id: await idFor(ports, given.source, caller) };
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    throw new LecternError('validation_error', `Field "source": ${error.message}.`);
  }
}

/** DELETE /api/v1/library?id=. Needs the exact id: a deletion that is sent again must not delete `/acme/web` after `/Acme/Web`. */
export function deleteLibrary(
  registry: Pick<LiveRegistry, 'find' | 'delete'>,
): Route<'deleteLibrary'> {
  return {
    async handle({ query, caller }) {
      const { metadata, spec } = await findLibrary(registry, query('id'), caller);
      if (spec.id !== query('id')) {
        const message = `Library ${JSON.stringify(query('id'))} not found. To delete ${spec.id}, write its id exactly.`;
        throw new LecternError('library_not_found', message);
      }
      await registry.delete(keyOf(metadata));
      const message = `Deleted library ${spec.id} and its snippets.`;
      return { json: { libraryName: spec.id, message } };
    },
  };
}

async function refuseTaken(
  ports: IdPorts,
  [field, id]: readonly [field: string, id: string],
  caller: Caller,
): Promise<void> {
  const message = await holderOf(ports, id, caller).then(
    (holder) => holder && `Library ${id} already exists. Refresh it, or delete it first.`,
    (error: unknown) => {
      if (!isDuplicate(error)) throw error;
      return error.message;
    },
  );
  if (message !== undefined) {
    throw new LecternError('duplicate_repo', aboutField(field, message));
  }
}

/** Milliseconds that a benchmark may take while a client waits. */
const timeLimitMs = 50_000;

/** GET /api/v1/benchmark?id=: computes a library's benchmarkScore and its parts. */
export function benchmarkLibrary({
  registry,
  index,
  embedder,
}: Omit<BenchmarkOptions, 'libraryId' | 'purpose'> & {
  registry: Pick<LiveRegistry, 'find'>;
}): Route<'benchmarkLibrary'> {
  return {
    async handle({ query, caller, signal }) {
      const { spec } = await findLibrary(registry, query('id'), caller);
      const limited = AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]);
      const library = { index, embedder, libraryId: spec.id };
      const report = await benchmark({ ...library, purpose: 'query' }, limited);
      if (report) return { json: report };
      const message = `Library ${spec.id} has too few snippets for benchmark questions.`;
      throw new LecternError('no_snippets_found', message);
    },
  };
}
