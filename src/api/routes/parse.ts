import { repositorySubmission } from '../../libraries/add/repository.ts';
import { invalid, type Submission } from '../../libraries/add/submission.ts';
import { openapiSubmission, websiteSubmission } from '../../libraries/add/web.ts';
import type { OperationTypes } from '../operations.gen.ts';
import type { Route, Routes } from '../route.ts';
import { submit, type AddPorts } from './add/submit.ts';
import { maySee } from '../../identity/access/visibility.ts';
import { holdersOf } from '../../resources/holder.ts';
import type { Library, LibraryRun } from '../../resources/library.ts';
import { isRequested, requestedAt } from '../../resources/requests.ts';
import type { LiveRegistry } from '../live/live-registry.ts';
import { isQueued } from '../library-status.ts';

type ParseOperation = 'parse' | 'parseWebsite' | 'parseOpenapi';

/** POST /api/parse, /api/parse-website and /api/parse-openapi: add a source, as on-premise clients request it. */
export function parseRoutes(ports: AddPorts): Routes<ParseOperation> {
  const parsing = <Id extends ParseOperation>(
    read: (body: OperationTypes[Id]['body']) => Submission,
  ): Route<Id> => ({
    async handle(call) {
      const { library, existed } = await submit(ports, read(call.body), call);
      const { metadata, spec } = library;
      const message = existed
        ? `Parse queued: ${spec.id} already exists. Lectern reads it again with its current settings.`
        : 'Parse queued';
      const queueId = Number(metadata.resourceVersion);
      return { status: 202, json: { message, project: spec.id, queueId, position: null } };
    },
  });
  return {
    parse: parsing<'parse'>(({ repoUrl, url, ...body }) => {
      const text = repoUrl ?? url;
      if (text === undefined) throw invalid('Field "repoUrl" is required.');
      const field = repoUrl === undefined ? 'url' : 'repoUrl';
      return repositorySubmission({ field, url: text, host: 'git' }, body);
    }),
    parseWebsite: parsing<'parseWebsite'>(({ projectTitle, ...body }) =>
      websiteSubmission({ ...body, ...(projectTitle && { title: projectTitle }) }),
    ),
    parseOpenapi: parsing<'parseOpenapi'>(({ projectTitle, ...body }) =>
      openapiSubmission({ ...body, ...(projectTitle && { title: projectTitle }) }),
    ),
  };
}

/** A library with an active or queued run. */
interface ActiveParse {
  status: 'queued' | 'parsing' | 'finalizing';
  /** ISO 8601: the time of the request. */
  createdAt: string;
  startedAt?: string;
  /** Seconds since it started. */
  duration?: number;
  statusMessage?: string;
}

/** GET /api/parse-status: active and queued runs, by library id. */
export function parseStatus(registry: Pick<LiveRegistry, 'snapshots'>): Route<'parseStatus'> {
  return {
    async handle({ caller }) {
      const now = Date.now();
      const active = [...holdersOf(await registry.snapshots()).values()]
        .filter((library) => maySee(caller, library))
        .map((library) => [library.spec.id, activeParse(library, now)] as const)
        .filter(([, parse]) => parse !== undefined);
      return { json: { activeParses: Object.fromEntries(active) } };
    },
  };
}

/** Phases of a run that has read the source. */
const ending: ReadonlySet<LibraryRun['phase']> = new Set(['activating', 'embedding']);

function activeParse(library: Library, now: number): ActiveParse | undefined {
  const { metadata, status } = library;
  if (metadata.deletionTimestamp) return undefined;
  const { run } = status;
  const statusMessage = status.conditions?.find(({ type }) => type === 'Ready')?.message;
  const optionalMessage = statusMessage === undefined ? {} : { statusMessage };
  if (status.state === 'processing' && run) {
    return {
      status: ending.has(run.phase) ? 'finalizing' : 'parsing',
      // A pending request belongs to the next run.
      createdAt: isRequested(library) ? run.startedAt : (requestedAt(library) ?? run.startedAt),
      startedAt: run.startedAt,
      duration: Math.max(0, Math.round((now - Date.parse(run.startedAt)) / 1000)),
      ...optionalMessage,
    };
  }
  if (!isQueued(library)) return undefined;
  return {
    status: 'queued',
    createdAt: requestedAt(library) ?? metadata.creationTimestamp,
    ...optionalMessage,
  };
}
