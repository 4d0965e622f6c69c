import { repositorySubmission, type RepositoryBody } from '../../libraries/add/repository.ts';
import { invalid, type CommonBody, type Submission } from '../../libraries/add/submission.ts';
import { openapiSubmission, websiteSubmission, type WebsiteBody } from '../../libraries/add/web.ts';
import type { Call, Route } from '../route.ts';
import { submit, type AddPorts } from './add/submit.ts';
import { maySee } from '../../identity/access/visibility.ts';
import { annotations, type Library } from '../../resources/library.ts';
import type { Registry } from '../../store/registry.ts';
import { isQueued, isRequested } from '../library-status.ts';

/** What the on-premise endpoints call the title. */
interface Titled {
  projectTitle?: string;
}

/** POST /api/parse, /api/parse-website and /api/parse-openapi: adding, as on-premise installs ask for it. */
export function parseRoutes(ports: AddPorts): Record<string, Route> {
  const parsing = (read: (body: Call['body']) => Submission): Route => ({
    async handle(call) {
      const { library, existed } = await submit(ports, read(call.body), call);
      const { metadata, spec } = library;
      const message = existed
        ? `Parse queued: ${spec.id} is there already and is read again, with the settings it has.`
        : 'Parse queued';
      const queueId = Number(metadata.resourceVersion);
      return { status: 202, json: { message, project: spec.id, queueId, position: null } };
    },
  });
  return {
    parse: parsing(({ repoUrl, url, ...body }: RepositoryBody & RepositoryUrl) => {
      const text = repoUrl ?? url;
      if (text === undefined) throw invalid('Field "repoUrl" is required.');
      const field = repoUrl === undefined ? 'url' : 'repoUrl';
      return repositorySubmission({ field, url: text, host: 'git' }, body);
    }),
    parseWebsite: parsing(({ projectTitle, ...body }: WebsiteBody & Titled) =>
      websiteSubmission({ ...body, ...(projectTitle && { title: projectTitle }) }),
    ),
    parseOpenapi: parsing(
      ({ projectTitle, ...body }: CommonBody & { openApiUrl: string } & Titled) =>
        openapiSubmission({ ...body, ...(projectTitle && { title: projectTitle }) }),
    ),
  };
}

interface RepositoryUrl {
  repoUrl?: string;
  url?: string;
}

/** One library that is being read, or waits for it. */
interface ActiveParse {
  status: 'queued' | 'parsing' | 'finalizing';
  /** ISO 8601: when it was asked for. */
  createdAt: string;
  startedAt?: string;
  /** Seconds since it started. */
  duration?: number;
  statusMessage?: string;
}

/** GET /api/parse-status: what is queued or being read, by library id. */
export function parseStatus(registry: Pick<Registry, 'list'>): Route {
  return {
    async handle({ caller }) {
      const now = Date.now();
      const active = (await registry.list())
        .filter((library) => maySee(caller, library))
        .map((library) => [library.spec.id, activeParse(library, now)] as const)
        .filter(([, parse]) => parse !== undefined);
      return { json: { activeParses: Object.fromEntries(active) } };
    },
  };
}

function activeParse(library: Library, now: number): ActiveParse | undefined {
  const { metadata, status } = library;
  if (metadata.deletionTimestamp) return undefined;
  const { run } = status;
  const statusMessage = status.conditions?.find(({ type }) => type === 'Ready')?.message;
  const told = statusMessage === undefined ? {} : { statusMessage };
  if (status.state === 'processing' && run) {
    return {
      status: run.phase === 'activating' ? 'finalizing' : 'parsing',
      // A request that is not served yet belongs to the run after this one.
      createdAt: isRequested(library) ? run.startedAt : askedAt(library, run.startedAt),
      startedAt: run.startedAt,
      duration: Math.max(0, Math.round((now - Date.parse(run.startedAt)) / 1000)),
      ...told,
    };
  }
  if (!isQueued(library)) return undefined;
  return { status: 'queued', createdAt: askedAt(library, metadata.creationTimestamp), ...told };
}

function askedAt({ metadata }: Library, unasked: string): string {
  return metadata.annotations?.[annotations.requestedAt] ?? unasked;
}
